#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/rng.h"

static void hands_out_aligned_memory_in_order(void **state) {
    (void)state;
    Arena arena;
    assert_int_equal(arena_init(&arena, 1 << 20, NULL), STATUS_OK);
    assert_int_equal(arena_used(&arena), 0);
    unsigned char *last_end = NULL;
    Rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < 100; i++) {
        const size_t align = (size_t)1 << rng_below(&rng, 13), size = rng_below(&rng, 200);
        unsigned char *memory = arena_alloc(&arena, size, align);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % align, 0);
        assert_true(memory >= last_end);
        memset(memory, 0xa5, size);
        last_end = memory + size;
        assert_int_equal(arena_used(&arena), last_end - arena.base);
    }
    arena_release(&arena);
}

static void cap_is_hard(void **state) {
    (void)state;
    Arena arena;
    assert_int_equal(arena_init(&arena, 1000, NULL), STATUS_OK);
    assert_null(arena_alloc(&arena, 1001, 1));
    unsigned char *all = arena_alloc(&arena, 1000, 1);
    assert_non_null(all);
    memset(all, 1, 1000);
    assert_null(arena_alloc(&arena, 1, 1));
    assert_non_null(arena_alloc(&arena, 0, 1));
    assert_int_equal(arena_used(&arena), 1000);
    arena_release(&arena);
}

static void a_refusal_changes_nothing(void **state) {
    (void)state;
    Arena arena;
    assert_int_equal(arena_init(&arena, 100, NULL), STATUS_OK);
    assert_non_null(arena_alloc(&arena, 65, 1));
    assert_null(arena_alloc(&arena, 0, 4096)); // the alignment gap alone exceeds the cap
    assert_null(arena_alloc(&arena, 37, 64));
    assert_int_equal(arena_used(&arena), 65);
    assert_non_null(arena_alloc(&arena, 35, 1));
    arena_release(&arena);
}

static void absurd_sizes_do_not_wrap(void **state) {
    (void)state;
    Arena arena;
    assert_int_equal(arena_init(&arena, 4096, NULL), STATUS_OK);
    assert_non_null(arena_alloc(&arena, 1, 1));
    static const size_t SIZES[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 4095, SIZE_MAX / 2 + 1};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        for (size_t align = 1; align <= ARENA_ALIGN_MAX; align *= 2)
            assert_null(arena_alloc(&arena, SIZES[i], align));
    assert_int_equal(arena_used(&arena), 1);
    arena_release(&arena);
}

static void marks_work_like_a_stack(void **state) {
    (void)state;
    Arena arena;
    assert_int_equal(arena_init(&arena, 4096, NULL), STATUS_OK);
    char *kept = arena_alloc(&arena, 5, 1);
    memcpy(kept, "kept", 5);
    const size_t outer = arena_mark(&arena);
    void *first = arena_alloc(&arena, 100, 8);
    const size_t inner = arena_mark(&arena);
    void *second = arena_alloc(&arena, 100, 8);
    arena_reset_to(&arena, inner);
    assert_ptr_equal(arena_alloc(&arena, 100, 8), second);
    arena_reset_to(&arena, outer);
    assert_ptr_equal(arena_alloc(&arena, 100, 8), first);
    assert_string_equal(kept, "kept");
    arena_clear(&arena);
    assert_int_equal(arena_used(&arena), 0);
    assert_ptr_equal(arena_alloc(&arena, 1, 1), kept);
    arena_release(&arena);
}

// The resident pages, as the kernel counts them.
static size_t resident_pages(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    size_t total, resident;
    assert_int_equal(fscanf(file, "%zu %zu", &total, &resident), 2);
    fclose(file);
    return resident;
}

static void memory_is_committed_as_touched(void **state) {
    (void)state;
    const size_t before = resident_pages();
    Arena arena;
    const size_t cap = (size_t)8 << 30;
    assert_int_equal(arena_init(&arena, cap, NULL), STATUS_OK);
    unsigned char *memory = arena_alloc(&arena, cap, 64);
    assert_non_null(memory);
    memory[0] = 1;
    memory[cap - 1] = 1;
    assert_true(resident_pages() < before + ((size_t)64 << 20) / 4096);
    arena_release(&arena);
}

static void says_when_the_system_refuses(void **state) {
    (void)state;
    Arena arena;
    Error error = {""};
    assert_int_equal(arena_init(&arena, SIZE_MAX / 2, &error), STATUS_NO_MEMORY);
    assert_non_null(strstr(error.text, "9223372036854775807 bytes"));
    arena_release(&arena);
    assert_int_equal(arena_init(&arena, SIZE_MAX, NULL), STATUS_NO_MEMORY);
    assert_int_equal(arena_init(&arena, 0, NULL), STATUS_NO_MEMORY);
}

static void release_may_be_repeated(void **state) {
    (void)state;
    Arena arena;
    assert_int_equal(arena_init(&arena, 100, NULL), STATUS_OK);
    arena_release(&arena);
    arena_release(&arena);
    assert_int_equal(arena_used(&arena), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_out_aligned_memory_in_order),
        cmocka_unit_test(cap_is_hard),
        cmocka_unit_test(a_refusal_changes_nothing),
        cmocka_unit_test(absurd_sizes_do_not_wrap),
        cmocka_unit_test(marks_work_like_a_stack),
        cmocka_unit_test(memory_is_committed_as_touched),
        cmocka_unit_test(says_when_the_system_refuses),
        cmocka_unit_test(release_may_be_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
