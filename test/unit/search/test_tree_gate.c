// Workers that gather: the work is done once a round, while nobody else is at theirs, and everybody
// goes on afterwards. And the team that carries them.
#include "testing.h"

#include "base/rng.h"
#include "search/team.h"
#include "search/tree/tree_gate.h"

enum { THREADS = 4 };

typedef struct Yard {
    Gate gate;
    atomic_int busy;       // workers outside the gate's sleep
    atomic_long disturbed; // times the work was done while somebody was busy
    long works;            // written by whoever works, under the gate
    atomic_long steps;
    int rounds_each; // how often each worker calls for a gathering
} Yard;

static void work(void *context) {
    Yard *yard = context;
    yard->works++;
    if (atomic_load(&yard->busy))
        atomic_fetch_add(&yard->disturbed, 1);
}

// As worker_run does it, with a count instead of a tree. Everybody leaves at another time.
static void labour(void *context, int index) {
    Yard *yard = context;
    Rng rng;
    rng_init(&rng, (uint64_t)index);
    for (int again = 0; again < 3; again++) {
        gate_enter(&yard->gate);
        const int steps = 200 + (int)rng_below(&rng, 2000);
        for (int i = 0; i < steps; i++) {
            if (gate_is_wanted(&yard->gate))
                gate_gather(&yard->gate, work, yard);
            atomic_fetch_add(&yard->busy, 1);
            atomic_fetch_add(&yard->steps, 1);
            atomic_fetch_sub(&yard->busy, 1);
            if (yard->rounds_each && i % (steps / yard->rounds_each + 1) == 0)
                gate_gather(&yard->gate, work, yard);
        }
        gate_leave(&yard->gate);
    }
}

static void test_gathering(void **state) {
    (void)state;
    for (int count = 1; count <= THREADS; count++) {
        Yard yard = {.rounds_each = 20};
        Team team = {0};
        gate_init(&yard.gate);
        assert_ok(team_fit(&team, count, error));
        team_start(&team, labour, &yard);
        labour(&yard, 0);
        team_wait(&team);
        assert_int_equal(atomic_load(&yard.disturbed), 0);
        assert_int_equal(yard.works, yard.gate.rounds);
        assert_int_equal(yard.gate.inside, 0);
        assert_int_equal(yard.gate.waiting, 0);
        assert_false(gate_is_wanted(&yard.gate));
        assert_true(yard.works >= 40 && yard.works <= 3 * 20 * count + 3 * count);
        assert_true(atomic_load(&yard.steps) >= 3 * 200 * count);
        team_release(&team);
        gate_release(&yard.gate);
    }
}

// One waits for another that never gathers, but leaves.
static void leave_late(void *context, int index) {
    Yard *yard = context;
    gate_enter(&yard->gate);
    if (index) {
        while (!gate_is_wanted(&yard->gate))
            ;
    } else {
        gate_gather(&yard->gate, work, yard);
    }
    gate_leave(&yard->gate);
}

static void test_leaving_is_enough(void **state) {
    (void)state;
    Yard yard = {.rounds_each = 0};
    Team team = {0};
    gate_init(&yard.gate);
    // The other is inside first, so that the gathering has somebody to wait for.
    assert_ok(team_fit(&team, 2, error));
    team_start(&team, leave_late, &yard);
    for (bool is_inside = false; !is_inside;) {
        pthread_mutex_lock(&yard.gate.lock);
        is_inside = yard.gate.inside == 1;
        pthread_mutex_unlock(&yard.gate.lock);
    }
    leave_late(&yard, 0);
    team_wait(&team);
    assert_int_equal(yard.works, 1);
    assert_int_equal(yard.gate.rounds, 1);
    team_release(&team);
    gate_release(&yard.gate);
}

// ---- the team ----

static void mark_part(void *context, int index) {
    atomic_int *parts = context;
    atomic_fetch_add(&parts[index], 1);
}

static void test_team(void **state) {
    (void)state;
    Team team = {0};
    static const int SIZES[] = {1, 4, 4, 2, 1, 3};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        assert_ok(team_fit(&team, SIZES[i], error));
        for (int job = 0; job < 50; job++) {
            atomic_int parts[THREADS] = {0};
            team_start(&team, mark_part, parts);
            mark_part(parts, 0);
            team_wait(&team);
            for (int part = 0; part < THREADS; part++)
                assert_int_equal(parts[part], part < SIZES[i]);
        }
    }
    team_release(&team);
    team_release(&team); // of one that is all zero
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gathering),
        cmocka_unit_test(test_leaving_is_enough),
        cmocka_unit_test(test_team),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
