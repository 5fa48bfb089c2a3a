// Snapshots: the evaluator in memory has the values of the exported file, and later steps of the
// trainer do not change it.
#include "learn_testing.h"

#include "eval/eval_open.h"
#include "learn/snapshot.h"

static const Eval *in_memory, *of_file;

static int value_of(const Eval *eval, const Position *pos) {
    void *frame = eval_frames_new(eval, 1);
    assert_non_null(frame);
    eval_refresh(eval, pos, frame);
    const int value = eval_value(eval, pos, frame);
    free(frame);
    return value;
}

static void compare(Position *pos, Rng *rng) {
    (void)rng;
    assert_int_equal(value_of(in_memory, pos), value_of(of_file, pos));
}

static void check_shape(const MasterKind *kind, const char *path) {
    Trainer trainer;
    const TrainerConfig config = {.kind = kind, .optimiser = OPTIMISER_SGD, .seed = 1};
    assert_ok(trainer_init(&trainer, &config, error));
    trainer_shake(&trainer);
    assert_ok(trainer_export(&trainer, str_of("a test"), path, NULL, error));
    Snapshot snapshot;
    assert_ok(snapshot_take(&snapshot, &trainer, error));
    trainer_shake(&trainer);
    Eval *eval;
    assert_ok(eval_open(path, &eval, error));
    in_memory = snapshot.eval;
    of_file = eval;
    random_play(3, 500, compare);
    eval_close(eval);
    snapshot_release(&snapshot);
    trainer_release(&trainer);
}

static void test_values(void **state) {
    (void)state;
    char folder[FOLDER_MAX], path[NAME_MAX_BYTES];
    folder_make(folder);
    name_in(folder, "weights", path);
    for (const MasterKind *const *kind = MASTER_KINDS; *kind; kind++)
        if ((*kind)->weight_count <= 50000000) // the code is the same for shogi's triples
            check_shape(*kind, path);
    folder_drop(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values)};
    return cmocka_run_group_tests_name("snapshot " GAME_NAME, tests, NULL, NULL);
}
