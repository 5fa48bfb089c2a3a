// A file that appears whole or not at all.
#include "testing.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/filemap.h"

// A folder of this test alone, so that every file in it is known.
static char folder[64], path[80], second[80];

static int setup(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/yuragi-test-file-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(second, sizeof second, "%s/second", folder);
    return setenv("TMPDIR", folder, 1);
}

static int teardown(void **state) {
    (void)state;
    return rmdir(folder);
}

static bool exists(const char *name) {
    return access(name, F_OK) == 0;
}

static int count_files(void) {
    int count = 0;
    DIR *stream = opendir(folder);
    assert_non_null(stream);
    while (readdir(stream))
        count++;
    closedir(stream);
    return count - 2;
}

static void assert_holds(const char *name, const char *text) {
    FileMap map;
    assert_ok(filemap_open(&map, name, error));
    assert_int_equal(map.size, strlen(text));
    assert_memory_equal(map.data, text, map.size);
    filemap_release(&map);
}

static void make(const char *name, const char *text, mode_t mode) {
    const int fd = open(name, O_CREAT | O_WRONLY, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
}

static mode_t mode_of(const char *name) {
    struct stat info;
    assert_int_equal(lstat(name, &info), 0);
    return info.st_mode & 0777;
}

static bool is_link(const char *name) {
    struct stat info;
    return lstat(name, &info) == 0 && S_ISLNK(info.st_mode);
}

// Text, a long run of zeros, text, zeros to the end, and the beginning changed afterwards.
static void test_published(void **state) {
    (void)state;
    static const unsigned char zeros[100000];
    AtomicFile file;
    assert_ok(atomic_file_open(&file, path, error));
    assert_ok(atomic_file_append(&file, "head", 4, error));
    assert_ok(atomic_file_append(&file, zeros, sizeof zeros, error));
    assert_ok(atomic_file_append(&file, "tail", 4, error));
    assert_ok(atomic_file_append(&file, zeros, 50000, error));
    assert_ok(atomic_file_overwrite(&file, 0, "HE", 2, error));
    assert_false(exists(path));
    assert_ok(atomic_file_finish(&file, error));
    assert_false(exists(path));
    assert_ok(atomic_file_publish(&file, error));
    assert_int_equal(count_files(), 1);
    atomic_file_release(&file);
    assert_true(exists(path));

    FileMap map;
    assert_ok(filemap_open(&map, path, error));
    assert_int_equal(map.size, 4 + 100000 + 4 + 50000);
    assert_memory_equal(map.data, "HEad", 4);
    assert_memory_equal(map.data + 4, zeros, 100000);
    assert_memory_equal(map.data + 100004, "tail", 4);
    assert_memory_equal(map.data + 100008, zeros, 50000);
    filemap_release(&map);
    unlink(path);
}

static void test_abandoned(void **state) {
    (void)state;
    AtomicFile file;
    assert_ok(atomic_file_open(&file, path, error));
    assert_ok(atomic_file_append(&file, "never", 5, error));
    assert_true(count_files() <= 1); // none where a file may be without a name
    atomic_file_release(&file);
    assert_int_equal(count_files(), 0);
    atomic_file_release(&file); // a second call does nothing
}

// A program that is killed leaves no file behind, if the file system has files without names.
static void test_killed(void **state) {
    (void)state;
    AtomicFile file;
    assert_ok(atomic_file_open(&file, path, error));
    const bool is_nameless = file.is_nameless;
    atomic_file_release(&file);
    if (!is_nameless)
        skip();
    const pid_t child = fork();
    if (child == 0) {
        (void)!atomic_file_open(&file, path, NULL);
        (void)!atomic_file_append(&file, "never", 5, NULL);
        (void)!atomic_file_finish(&file, NULL);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(count_files(), 0);
}

static void test_refused(void **state) {
    (void)state;
    AtomicFile file;
    Error error = {""};
    assert_int_equal(atomic_file_open(&file, "/nonexistent/x", &error), STATUS_IO);
    assert_non_null(strstr(error.text, "/nonexistent/x: cannot be written"));
    atomic_file_release(&file);
}

// A new file has the mode that the umask leaves, a replaced one keeps its own.
static void test_mode(void **state) {
    (void)state;
    const mode_t mask = umask(027);
    assert_ok(atomic_file_write(path, "one", 3, error));
    assert_int_equal(mode_of(path), 0640);
    assert_int_equal(chmod(path, 0600), 0);
    assert_ok(atomic_file_write(path, "two", 3, error));
    assert_int_equal(mode_of(path), 0600);
    assert_int_equal(chmod(path, 0666), 0);
    assert_ok(atomic_file_write(path, "two", 3, error));
    assert_int_equal(mode_of(path), 0666);
    umask(mask);
    assert_holds(path, "two");
    unlink(path);
}

static void test_owner(void **state) {
    (void)state;
    make(path, "one", 0640);
    if (chown(path, 1234, 5678) != 0) {
        unlink(path);
        skip(); // only the superuser may
    }
    assert_ok(atomic_file_write(path, "two", 3, error));
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_uid, 1234);
    assert_int_equal(info.st_gid, 5678);
    unlink(path);
}

// The link stays, and its target is replaced; also one that does not exist yet, and a link to a
// link.
static void test_links(void **state) {
    (void)state;
    char third[80];
    snprintf(third, sizeof third, "%s/third", folder);
    assert_int_equal(symlink("second", path), 0);
    assert_ok(atomic_file_write(path, "dangling", 8, error));
    assert_true(is_link(path) && !is_link(second));
    assert_holds(second, "dangling");
    assert_int_equal(symlink(path, third), 0);
    assert_ok(atomic_file_write(third, "again", 5, error));
    assert_true(is_link(path) && is_link(third) && !is_link(second));
    assert_holds(second, "again");
    assert_int_equal(count_files(), 3);
    unlink(second);
    unlink(third);
    unlink(path);
    assert_int_equal(symlink("file", path), 0);
    Error error = {""};
    assert_int_equal(atomic_file_write(path, "x", 1, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "cannot be written: Too many levels"));
    unlink(path);
}

static void *read_pipe(void *text) {
    const int fd = open(path, O_RDONLY);
    size_t size = 0;
    ssize_t got;
    while ((got = read(fd, (char *)text + size, 100 - size)) > 0)
        size += (size_t)got;
    close(fd);
    return NULL;
}

// A pipe gets the bytes when all of them are there, in order, with what was overwritten.
static void test_pipe(void **state) {
    (void)state;
    char text[101] = "";
    pthread_t reader;
    AtomicFile file;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(pthread_create(&reader, NULL, read_pipe, text), 0);
    assert_ok(atomic_file_open(&file, path, error));
    assert_ok(atomic_file_append(&file, "____ through", 12, error));
    assert_ok(atomic_file_overwrite(&file, 0, "read", 4, error));
    assert_ok(atomic_file_finish(&file, error));
    assert_ok(atomic_file_publish(&file, error));
    atomic_file_release(&file);
    pthread_join(reader, NULL);
    assert_string_equal(text, "read through");
    assert_int_equal(count_files(), 1);
    unlink(path);
}

// A descriptor keeps its place in the file: the bytes come after what is there.
static void test_descriptor(void **state) {
    (void)state;
    make(path, "before ", 0600);
    const int fd = open(path, O_WRONLY | O_APPEND);
    char name[40];
    snprintf(name, sizeof name, "/dev/fd/%d", fd);
    assert_ok(atomic_file_write(name, "after", 5, error));
    assert_int_equal(symlink(name, second), 0);
    assert_ok(atomic_file_write(second, " all", 4, error));
    assert_true(is_link(second));
    close(fd);
    assert_holds(path, "before after all");
    assert_int_equal(count_files(), 2);
    unlink(second);
    unlink(path);
    assert_ok(atomic_file_write("/dev/null", "nothing", 7, error));
    struct stat info;
    assert_true(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode));
}

static void test_stdout(void **state) {
    (void)state;
    assert_true(atomic_file_is_stdout("-"));
    assert_true(atomic_file_is_stdout("/dev/stdout"));
    assert_true(atomic_file_is_stdout("/dev/fd/1"));
    assert_false(atomic_file_is_stdout("/dev/stderr"));
    assert_false(atomic_file_is_stdout("./-"));
    assert_false(atomic_file_is_stdout("/dev/fd/"));
}

// Two writers of one file do not meet; the last one wins.
static void test_two_writers(void **state) {
    (void)state;
    AtomicFile one, two;
    assert_ok(atomic_file_open(&one, path, error));
    assert_ok(atomic_file_open(&two, path, error));
    assert_ok(atomic_file_append(&one, "first", 5, error));
    assert_ok(atomic_file_append(&two, "the second", 10, error));
    assert_ok(atomic_file_finish(&one, error));
    assert_ok(atomic_file_publish(&one, error));
    assert_holds(path, "first");
    assert_ok(atomic_file_finish(&two, error));
    assert_ok(atomic_file_publish(&two, error));
    atomic_file_release(&one);
    atomic_file_release(&two);
    assert_holds(path, "the second");
    assert_int_equal(count_files(), 1);
    unlink(path);
}

static void test_folder(void **state) {
    (void)state;
    AtomicFile file;
    Error error = {""};
    assert_int_equal(atomic_file_open(&file, folder, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "cannot be written: Is a directory"));
    atomic_file_release(&file);
    assert_int_equal(count_files(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),   cmocka_unit_test(test_abandoned),
        cmocka_unit_test(test_killed),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_mode),        cmocka_unit_test(test_owner),
        cmocka_unit_test(test_links),       cmocka_unit_test(test_pipe),
        cmocka_unit_test(test_descriptor),  cmocka_unit_test(test_stdout),
        cmocka_unit_test(test_two_writers), cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests_name("file", tests, setup, teardown);
}
