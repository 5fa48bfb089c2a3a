#include "base/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { REAP_STEP_MS = 2 };

static bool is_executable(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

bool process_find(const char *name, char path[PROCESS_PATH_MAX]) {
    const char *variable = getenv("PATH");
    Str places[] = {str_of(variable ? variable : ""), str_of("/usr/games")};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        while (places[i].len) {
            const Str place = str_until(&places[i], ':');
            const int length =
                snprintf(path, PROCESS_PATH_MAX, "%.*s/%s", (int)place.len, place.at, name);
            if (place.len && length < PROCESS_PATH_MAX && is_executable(path))
                return true;
        }
    return false;
}

static void fd_close(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

// ---- Starting ----

// Three pipes, [0] read from and [1] written to. All but the child's stdin and stdout close at
// exec, so the third pipe reports the result of exec: it closes without a byte on success, else it
// carries errno.
typedef struct Pipes {
    int input[2], output[2], verdict[2];
} Pipes;

static void pipes_close(Pipes *pipes) {
    for (int i = 0; i < 2; i++) {
        fd_close(&pipes->input[i]);
        fd_close(&pipes->output[i]);
        fd_close(&pipes->verdict[i]);
    }
}

// Gives a descriptor a number above the standard ones, so that no dup2 of the child can hit it.
static bool fd_lift(int *fd) {
    if (*fd > STDERR_FILENO)
        return true;
    const int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (lifted < 0)
        return false;
    close(*fd);
    *fd = lifted;
    return true;
}

static bool pipes_open(Pipes *pipes) {
    *pipes = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    int *const pairs[] = {pipes->input, pipes->output, pipes->verdict};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pipe2(pairs[i], O_CLOEXEC) != 0 || !fd_lift(&pairs[i][0]) || !fd_lift(&pairs[i][1])) {
            const int reason = errno;
            pipes_close(pipes);
            errno = reason;
            return false;
        }
    return true;
}

// In the child, between fork and exec: only calls that are safe there.
__attribute__((noreturn)) static void child_run(const Pipes *pipes, const char *const *argv,
                                                pid_t parent) {
    sigset_t none;
    sigemptyset(&none);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const bool is_ready =
        setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
        sigprocmask(SIG_SETMASK, &none, NULL) == 0 && signal(SIGPIPE, SIG_DFL) != SIG_ERR &&
        nowhere >= 0 && dup2(pipes->input[0], STDIN_FILENO) >= 0 &&
        dup2(pipes->output[1], STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0;
    if (is_ready && getppid() == parent) // else the parent died before PR_SET_PDEATHSIG took effect
        execv(argv[0], (char *const *)(uintptr_t)argv);
    const int reason = errno;
    if (write(pipes->verdict[1], &reason, sizeof reason) < 0) {
        // The parent is gone, so the error cannot be reported.
    }
    _exit(127);
}

// 0 if the child became the program, else the errno that stopped it.
static int verdict_read(int fd) {
    int reason = 0;
    ssize_t n;
    do
        n = read(fd, &reason, sizeof reason);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return errno;
    return n == (ssize_t)sizeof reason ? reason : 0;
}

static int child_reap(pid_t pid) {
    int status = -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool fd_unblock(int fd) {
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

Status process_start(Process *process, const char *const *argv, Error *error) {
    *process = (Process){.input = -1};
    Pipes pipes;
    if (!pipes_open(&pipes))
        return error_set(error, STATUS_IO, "cannot make pipes for %s: %s", argv[0],
                         strerror(errno));
    const pid_t self = getpid();
    const pid_t pid = fork();
    if (pid == 0)
        child_run(&pipes, argv, self);
    int reason = pid < 0 ? errno : 0;
    fd_close(&pipes.verdict[1]);
    if (pid > 0)
        reason = verdict_read(pipes.verdict[0]);
    if (!reason && (!fd_unblock(pipes.input[1]) || !fd_unblock(pipes.output[0])))
        reason = errno;
    if (reason) {
        pipes_close(&pipes);
        if (pid > 0) {
            kill(pid, SIGKILL);
            child_reap(pid);
        }
        return error_set(error, STATUS_IO, "cannot start %s: %s", argv[0], strerror(reason));
    }
    process->pid = pid;
    process->input = pipes.input[1];
    lines_init(&process->output, pipes.output[0]);
    pipes.input[1] = pipes.output[0] = -1;
    pipes_close(&pipes);
    return STATUS_OK;
}

// ---- Talking ----

void process_deepen(Process *process, int bytes) {
    (void)fcntl(process->output.fd, F_SETPIPE_SZ, bytes);
}

static int time_left(int64_t deadline_ms) {
    const int64_t left = deadline_ms - clock_ms();
    return left > 0 ? (int)left : 0;
}

static Status output_flood(const Process *process, Error *error) {
    return error_set(error, STATUS_IO, "process %d says too much without an end",
                     (int)process->pid);
}

// write() that returns EPIPE but raises no SIGPIPE: the signal goes to this thread, so it stays
// pending behind the mask and is consumed here. A signal that was pending before is left.
static ssize_t write_quietly(int fd, const void *data, size_t size) {
    sigset_t pipe_signal, before, waiting;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigemptyset(&waiting);
    sigpending(&waiting);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const ssize_t n = write(fd, data, size);
    const int reason = errno;
    if (n < 0 && reason == EPIPE && !sigismember(&waiting, SIGPIPE)) {
        const struct timespec now = {0};
        while (sigtimedwait(&pipe_signal, NULL, &now) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return n;
}

// Waits until the child's stdin has room, and collects the child's output meanwhile.
static Status input_wait(Process *process, int64_t deadline_ms, Error *error) {
    struct pollfd fds[] = {
        {.fd = process->input, .events = POLLOUT},
        {.fd = process->output.has_ended ? -1 : process->output.fd, .events = POLLIN}};
    const int ready = poll(fds, 2, time_left(deadline_ms));
    if (ready < 0 && errno != EINTR)
        return error_set(error, STATUS_IO, "cannot wait for process %d: %s", (int)process->pid,
                         strerror(errno));
    if (ready == 0 || clock_ms() > deadline_ms)
        return error_set(error, STATUS_IO, "process %d does not read what it is sent",
                         (int)process->pid);
    if (ready > 0 && fds[1].revents && !lines_collect(&process->output))
        return output_flood(process, error);
    return STATUS_OK;
}

static Status bytes_write(Process *process, Str bytes, int64_t deadline_ms, Error *error) {
    while (bytes.len) {
        const ssize_t n = write_quietly(process->input, bytes.at, bytes.len);
        if (n >= 0) {
            bytes.at += n;
            bytes.len -= (size_t)n;
        } else if (errno == EAGAIN) {
            TRY(input_wait(process, deadline_ms, error));
        } else if (errno != EINTR) {
            return error_set(error, STATUS_IO, "cannot write to process %d: %s", (int)process->pid,
                             strerror(errno));
        }
    }
    return STATUS_OK;
}

Status process_write(Process *process, const char *line, int timeout_ms, Error *error) {
    assert(process->pid > 0 && !strchr(line, '\n'));
    if (process->output.has_ended) // its stdin may take a little longer to close
        return error_set(error, STATUS_IO, "process %d has ended", (int)process->pid);
    const int64_t deadline_ms = clock_ms() + timeout_ms;
    TRY(bytes_write(process, str_of(line), deadline_ms, error));
    return bytes_write(process, str_of("\n"), deadline_ms, error);
}

Status process_read(Process *process, int timeout_ms, Str *line, Error *error) {
    assert(process->pid > 0 && timeout_ms >= 0);
    switch (lines_next(&process->output, timeout_ms, line)) {
    case LINES_LINE:
        if (line->len && line->at[line->len - 1] == '\r')
            line->len--;
        return STATUS_OK;
    case LINES_TOO_LONG:
        return output_flood(process, error);
    case LINES_LATE:
        return error_set(error, STATUS_IO, "process %d says no line for %d ms", (int)process->pid,
                         timeout_ms);
    case LINES_END:
        break;
    }
    return error_set(error, STATUS_IO, "process %d has ended", (int)process->pid);
}

// ---- Stopping ----

// Whether the child has ended. It stays a zombie, so that the system cannot reuse its pid and its
// group.
static bool child_has_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

int process_stop(Process *process, const char *farewell, int grace_ms) {
    if (process->pid <= 0)
        return -1;
    const int64_t deadline_ms = clock_ms() + grace_ms;
    if (farewell)
        (void)process_write(process, farewell, grace_ms, NULL);
    fd_close(&process->input);
    while (!child_has_ended(process->pid) && clock_ms() < deadline_ms) {
        // A full pipe must not keep the child from ending, so the output is read and dropped.
        process->output.begin = process->output.end = 0;
        if (!process->output.has_ended)
            (void)lines_collect(&process->output);
        clock_sleep_ms(REAP_STEP_MS);
    }
    kill(-process->pid, SIGKILL);
    const int status = child_reap(process->pid);
    close(process->output.fd);
    lines_release(&process->output);
    *process = (Process){.input = -1};
    return status;
}
