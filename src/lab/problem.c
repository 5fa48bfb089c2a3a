#include "lab/problem.h"

#include <string.h>

#include "record/epd.h"

enum { MATE_MOVES_MAX = 1000 };

static bool is_name(Str text, const char *name) {
    // `mate_plies(shortest by checks)`: what is in brackets explains, and is not the name.
    const char *bracket = text.len ? memchr(text.at, '(', text.len) : NULL;
    if (bracket)
        text.len = (size_t)(bracket - text.at);
    return str_eq(str_trim(text), name);
}

static ProblemColumn column_named(Str name) {
    static const struct {
        const char *name;
        ProblemColumn column;
    } NAMES[] = {
        {"best_move", COLUMN_BEST},  {"best_moves", COLUMN_BEST},
        {"bm", COLUMN_BEST},         {"answer_lines", COLUMN_LINES},
        {"mate_plies", COLUMN_MATE}, {"recorded_line_plies", COLUMN_MATE},
        {"id", COLUMN_ID},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (is_name(name, NAMES[i].name))
            return NAMES[i].column;
    return COLUMN_OTHER;
}

static void read_header(ProblemForm *form, Str line) {
    form->column_count = 0;
    while (line.len && form->column_count < PROBLEM_COLUMNS_MAX)
        form->columns[form->column_count++] = column_named(str_until(&line, '\t'));
}

bool problem_skip(ProblemForm *form, Str line) {
    line = str_trim(line);
    if (!line.len)
        return true;
    if (*line.at != '#')
        return false;
    if (memchr(line.at, '\t', line.len))
        read_header(form, line);
    return true;
}

// Hostile bytes must neither reach a terminal nor spoil JSON.
static void set_id(Problem *problem, Str text) {
    StrBuf id = strbuf_init(problem->id, sizeof problem->id);
    for (size_t i = 0; i < text.len; i++)
        strbuf_char(&id, text.at[i] >= ' ' && text.at[i] <= '~' ? text.at[i] : '?');
}

static Status add_move(const Position *pos, Str text, Move *moves, int *count, Error *error) {
    Move move = MOVE_NONE;
    TRY(move_read(pos, text, &move, error));
    if (move_is_among(move, moves, *count))
        return STATUS_OK;
    if (*count == PROBLEM_MOVES_MAX)
        return error_set(error, STATUS_BAD_INPUT, "'%.*s': more than %d moves", STR_ARG(text),
                         PROBLEM_MOVES_MAX);
    moves[(*count)++] = move;
    return STATUS_OK;
}

static Status add_operands(const EpdRecord *record, const char *opcode, Move *moves, int *count,
                           Error *error) {
    const EpdOperation *operation = epd_find(record, opcode);
    if (!operation)
        return STATUS_OK;
    Str operands = operation->operands, word;
    while (epd_next(&operands, &word))
        TRY(add_move(&record->position, word, moves, count, error));
    if (*count)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%s: no moves", opcode);
}

static Status parse_epd(Str line, Problem *problem, Error *error) {
    EpdRecord record;
    TRY(epd_parse(&record, line, error));
    problem->position = record.position;
    TRY(add_operands(&record, "bm", problem->best, &problem->best_count, error));
    TRY(add_operands(&record, "am", problem->avoid, &problem->avoid_count, error));
    const EpdOperation *mate = epd_find(&record, "dm");
    if (mate) {
        int64_t moves;
        if (!str_int(mate->operands, 1, MATE_MOVES_MAX, &moves))
            return error_set(error, STATUS_BAD_INPUT,
                             "dm: '%.*s' is not a number of moves from 1 to %d",
                             STR_ARG(mate->operands), MATE_MOVES_MAX);
        problem->mate_plies = (int)(2 * moves - 1);
    }
    const EpdOperation *id = epd_find(&record, "id");
    if (id) {
        Str operands = id->operands, word;
        if (epd_next(&operands, &word))
            set_id(problem, word);
    }
    return STATUS_OK;
}

static Status parse_best(Problem *problem, Str text, Error *error) {
    while (text.len) {
        Str part = str_until(&text, '|');
        while (part.len) {
            Str words = str_until(&part, ',');
            for (Str word = str_word(&words); word.len; word = str_word(&words))
                TRY(add_move(&problem->position, word, problem->best, &problem->best_count, error));
        }
    }
    return STATUS_OK;
}

static Status parse_lines(Problem *problem, Str text, Error *error) {
    while (text.len) {
        Str moves = str_until(&text, '|');
        const Str first = str_word(&moves);
        if (first.len)
            TRY(add_move(&problem->position, first, problem->best, &problem->best_count, error));
    }
    return STATUS_OK;
}

static Status parse_mate(Problem *problem, Str text, Error *error) {
    int64_t plies;
    if (!str_int(text, 1, 2 * MATE_MOVES_MAX, &plies))
        return error_set(error, STATUS_BAD_INPUT, "'%.*s' is not a number of plies from 1 to %d",
                         STR_ARG(text), 2 * MATE_MOVES_MAX);
    problem->mate_plies = (int)plies;
    return STATUS_OK;
}

static ProblemColumn column_of(const ProblemForm *form, int index, Str text) {
    if (form->column_count)
        return index < form->column_count ? form->columns[index] : COLUMN_OTHER;
    if (index != 1)
        return COLUMN_OTHER;
    int64_t number;
    return str_int(text, INT64_MIN, INT64_MAX, &number) ? COLUMN_MATE : COLUMN_BEST;
}

static Status parse_column(Problem *problem, ProblemColumn column, Str text, Error *error) {
    switch (column) {
    case COLUMN_BEST:
        return parse_best(problem, text, error);
    case COLUMN_LINES:
        return parse_lines(problem, text, error);
    case COLUMN_MATE:
        return parse_mate(problem, text, error);
    case COLUMN_ID:
        set_id(problem, text);
        return STATUS_OK;
    case COLUMN_OTHER:
        break;
    }
    return STATUS_OK;
}

static Status parse_table(const ProblemForm *form, Str line, Problem *problem, Error *error) {
    TRY(pos_parse(&problem->position, str_trim(str_until(&line, '\t')), error));
    for (int i = 1; line.len; i++) {
        const Str text = str_trim(str_until(&line, '\t'));
        const ProblemColumn column = column_of(form, i, text);
        // Where a win is asked for, a column without a header may say anything.
        const bool is_guess = !form->column_count && form->wants_mate && column == COLUMN_BEST;
        if (!is_guess)
            TRY(parse_column(problem, column, text, error));
    }
    return STATUS_OK;
}

// Says so before a parser quotes a zero byte, which would end its sentence.
static Status check_text(Str line, Error *error) {
    for (size_t i = 0; i < line.len; i++)
        if ((unsigned char)line.at[i] < ' ' && line.at[i] != '\t')
            return error_set(error, STATUS_BAD_INPUT, "byte %zu is not text", i + 1);
    return STATUS_OK;
}

Status problem_parse(const ProblemForm *form, Str line, size_t number, Problem *problem,
                     Error *error) {
    line = str_trim(line);
    TRY(check_text(line, error));
    Problem fresh = {.best_count = 0};
    if (line.len && memchr(line.at, '\t', line.len))
        TRY(parse_table(form, line, &fresh, error));
    else
        TRY(parse_epd(line, &fresh, error));
    const bool has_moves = fresh.best_count || fresh.avoid_count;
    fresh.asks_mate = form->wants_mate || (fresh.mate_plies && !has_moves);
    if (!fresh.asks_mate && !has_moves)
        return error_set(error, STATUS_BAD_INPUT,
                         "no answer: expected best moves, moves to avoid or a distance to mate");
    if (!fresh.id[0]) {
        snprintf(fresh.id, sizeof fresh.id, "line %zu", number);
    }
    *problem = fresh;
    return STATUS_OK;
}

bool problem_is_solved(const Problem *problem, Move move, int value) {
    if (move == MOVE_NONE)
        return false;
    if (problem->asks_mate)
        return value >= VALUE_DECIDED &&
               (!problem->mate_plies || VALUE_WIN - value <= problem->mate_plies);
    if (move_is_among(move, problem->avoid, problem->avoid_count))
        return false;
    return !problem->best_count || move_is_among(move, problem->best, problem->best_count);
}

static void write_moves(const Problem *problem, const Move *moves, int count, StrBuf *text) {
    for (int i = 0; i < count; i++) {
        char word[MOVE_WORD_MAX];
        move_write(&problem->position, moves[i], word);
        strbuf_format(text, "%s%s", i ? " " : "", word);
    }
}

void problem_expected(const Problem *problem, StrBuf *text) {
    if (problem->asks_mate) {
        strbuf_text(text, "a win");
        if (problem->mate_plies)
            strbuf_format(text, " in %d pl%s", problem->mate_plies,
                          problem->mate_plies == 1 ? "y" : "ies");
        return;
    }
    write_moves(problem, problem->best, problem->best_count, text);
    if (problem->avoid_count) {
        strbuf_text(text, problem->best_count ? ", not " : "not ");
        write_moves(problem, problem->avoid, problem->avoid_count, text);
    }
}
