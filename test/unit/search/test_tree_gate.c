// Workers that gather: one worker does the work of a round while no other runs, and all go on
// afterwards. And the team of their threads.
#include "testing.h"

#include "base/rng.h"
#include "search/team.h"
#include "search/tree/tree_gate.h"

enum { THREADS = 4 };

typedef struct Fixture {
    Gate gate;
    atomic_int busy;       // workers outside the gate's sleep
    atomic_long disturbed; // times the work was done while a worker was busy
    long works;            // written by the worker that does the work, under the gate
    atomic_long steps;
    int rounds_each; // how often each worker calls for a gathering
} Fixture;

static void work(void *context) {
    Fixture *fixture = context;
    fixture->works++;
    if (atomic_load(&fixture->busy))
        atomic_fetch_add(&fixture->disturbed, 1);
}

// As tree_worker_run does it, with a count instead of a tree. Each worker leaves at another time.
static void run_worker(void *context, int index) {
    Fixture *fixture = context;
    Rng rng;
    rng_init(&rng, (uint64_t)index);
    for (int again = 0; again < 3; again++) {
        gate_enter(&fixture->gate);
        const int steps = 200 + (int)rng_below(&rng, 2000);
        for (int i = 0; i < steps; i++) {
            if (gate_is_wanted(&fixture->gate))
                gate_gather(&fixture->gate, work, fixture);
            atomic_fetch_add(&fixture->busy, 1);
            atomic_fetch_add(&fixture->steps, 1);
            atomic_fetch_sub(&fixture->busy, 1);
            if (fixture->rounds_each && i % (steps / fixture->rounds_each + 1) == 0)
                gate_gather(&fixture->gate, work, fixture);
        }
        gate_leave(&fixture->gate);
    }
}

static void test_gathering(void **state) {
    (void)state;
    for (int count = 1; count <= THREADS; count++) {
        Fixture fixture = {.rounds_each = 20};
        Team team = {0};
        gate_init(&fixture.gate);
        assert_ok(team_fit(&team, count, error));
        team_start(&team, run_worker, &fixture);
        run_worker(&fixture, 0);
        team_wait(&team);
        assert_int_equal(atomic_load(&fixture.disturbed), 0);
        assert_int_equal(fixture.works, fixture.gate.rounds);
        assert_int_equal(fixture.gate.inside, 0);
        assert_int_equal(fixture.gate.waiting, 0);
        assert_false(gate_is_wanted(&fixture.gate));
        assert_true(fixture.works >= 40 && fixture.works <= 3 * 20 * count + 3 * count);
        assert_true(atomic_load(&fixture.steps) >= 3 * 200 * count);
        team_release(&team);
        gate_release(&fixture.gate);
    }
}

// One worker waits for another that leaves without gathering.
static void leave_late(void *context, int index) {
    Fixture *fixture = context;
    gate_enter(&fixture->gate);
    if (index) {
        while (!gate_is_wanted(&fixture->gate))
            ;
    } else {
        gate_gather(&fixture->gate, work, fixture);
    }
    gate_leave(&fixture->gate);
}

static void test_leaving_is_enough(void **state) {
    (void)state;
    Fixture fixture = {.rounds_each = 0};
    Team team = {0};
    gate_init(&fixture.gate);
    // The other is inside first, so that the gathering has a worker to wait for.
    assert_ok(team_fit(&team, 2, error));
    team_start(&team, leave_late, &fixture);
    for (bool is_inside = false; !is_inside;) {
        pthread_mutex_lock(&fixture.gate.lock);
        is_inside = fixture.gate.inside == 1;
        pthread_mutex_unlock(&fixture.gate.lock);
    }
    leave_late(&fixture, 0);
    team_wait(&team);
    assert_int_equal(fixture.works, 1);
    assert_int_equal(fixture.gate.rounds, 1);
    team_release(&team);
    gate_release(&fixture.gate);
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
