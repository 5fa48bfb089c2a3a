// Any text as a line of a problem file, with and without a header before it. An accepted problem
// has a question, and its moves are legal.
#include "fuzz.h"
#include "lab/problem.h"

static void check_moves(const Problem *problem, const Move *moves, int count) {
    const Position *pos = &problem->position;
    fuzz_require(count >= 0 && count <= PROBLEM_MOVES_MAX, pos, "moves are counted");
    for (int i = 0; i < count; i++)
        fuzz_require(pos_is_legal(pos, moves[i]), pos, "an answer is legal");
}

static void check_problem(const Problem *problem) {
    const Position *pos = &problem->position;
    fuzz_require(pos_check(pos, NULL) == STATUS_OK, pos, "an accepted position is sound");
    check_moves(problem, problem->best, problem->best_count);
    check_moves(problem, problem->avoid, problem->avoid_count);
    fuzz_require(problem->asks_mate || problem->best_count || problem->avoid_count, pos,
                 "a problem asks for something");
    const size_t length = strnlen(problem->id, sizeof problem->id);
    fuzz_require(length > 0 && length < sizeof problem->id, pos, "a problem has a name");
    for (size_t i = 0; i < length; i++)
        fuzz_require(problem->id[i] >= ' ' && problem->id[i] <= '~', pos, "a name is printable");
    if (!problem->asks_mate && problem->best_count && !problem->avoid_count)
        fuzz_require(problem_is_solved(problem, problem->best[0], 0), pos, "the answer solves");
    fuzz_require(!problem_is_solved(problem, MOVE_NONE, VALUE_WIN - 1), pos, "no move solves not");
    char text[512];
    StrBuf expected = strbuf_init(text, sizeof text);
    problem_expected(problem, &expected);
    fuzz_require(expected.len > 0, pos, "what is expected can be said");
}

static void try_line(ProblemForm *form, Str line) {
    static Problem problem, before; // zero, so that padding is equal too
    if (problem_skip(form, line))
        return;
    memset(&problem, 0, sizeof problem);
    problem.best_count = 4711;
    memcpy(&before, &problem, sizeof problem);
    Error error;
    const Status status = problem_parse(form, line, 1, &problem, &error);
    if (status == STATUS_OK) {
        check_problem(&problem);
        return;
    }
    fuzz_require_error(status, &error);
    fuzz_require(memcmp(&problem, &before, sizeof problem) == 0, NULL,
                 "a refused line leaves the problem as it was");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const Str text = fuzz_text(data, size);
    for (int wants_mate = 0; wants_mate < 2; wants_mate++) {
        ProblemForm form = {.wants_mate = wants_mate};
        for (Str rest = text; rest.len;)
            try_line(&form, str_until(&rest, '\n'));
    }
    return 0;
}
