#include "reporter.h"

#include <inttypes.h>
#include <stdlib.h>

void reporter_init(Reporter *reporter, Output *output) {
    *reporter = (Reporter){.output = output};
}

void reporter_release(Reporter *reporter) {
    free(reporter->kept);
}

void reporter_begin(Reporter *reporter, ReportStyle style, EngineJob job, const Position *root,
                    int ranks) {
    free(reporter->kept);
    *reporter = (Reporter){.output = reporter->output, .style = style, .job = job, .root = *root};
    reporter->kept = calloc((size_t)ranks, INFO_LINE_MAX);
    reporter->kept_count = reporter->kept ? ranks : 0;
}

// ---- info ----

static char *kept_line(const Reporter *reporter, int rank) {
    return reporter->kept + (size_t)(rank - 1) * INFO_LINE_MAX;
}

static void format(const Reporter *reporter, const SearchInfo *info, char text[INFO_LINE_MAX]) {
    StrBuf out = strbuf_init(text, INFO_LINE_MAX);
    info_format(info, &reporter->root, reporter->style.is_uci, reporter->style.shows_wdl, &out);
}

static void write_info(const Reporter *reporter, const SearchInfo *info) {
    char text[INFO_LINE_MAX];
    format(reporter, info, text);
    output_line(reporter->output, "%s", text);
}

// The form is Stockfish's, which scripts read.
static void write_paths(const Reporter *reporter, const SearchInfo *info) {
    char text[MOVE_TEXT_MAX];
    move_format(&reporter->root, info->pv[0], text);
    output_line(reporter->output, "%s: %" PRId64, text, info->nodes);
}

static void on_info(void *context, const SearchInfo *info) {
    Reporter *reporter = context;
    if (info->text) {
        output_line(reporter->output, "info string %s", info->text);
        return;
    }
    if (reporter->job == ENGINE_PERFT) {
        write_paths(reporter, info);
        return;
    }
    if (info->multi_pv == 1) {
        const int64_t interval_ns = (int64_t)reporter->style.interval_ms * 1000000;
        reporter->is_open = info->time_ns - reporter->written_ns >= interval_ns;
        if (reporter->is_open)
            reporter->written_ns = info->time_ns;
        reporter->reported = info->pv_count ? info->pv[0] : (Move)MOVE_NONE;
        reporter->reported_bound = info->bound;
    }
    const bool has_room = info->multi_pv >= 1 && info->multi_pv <= reporter->kept_count;
    if (!reporter->is_open && has_room) {
        format(reporter, info, kept_line(reporter, info->multi_pv));
        return;
    }
    if (has_room)
        *kept_line(reporter, info->multi_pv) = '\0';
    write_info(reporter, info);
}

static void on_error(void *context, const Error *error) {
    output_error(((Reporter *)context)->output, error->text);
}

// Writes the lines that were kept, and one more if the last report was not about the answer.
static void on_result(void *context, const EngineResult *engine_result) {
    const Reporter *reporter = context;
    const SearchResult *result = &engine_result->search;
    if (engine_result->answer == ENGINE_NO_MOVE)
        return;
    for (int rank = 1; rank <= reporter->kept_count; rank++)
        if (*kept_line(reporter, rank))
            output_line(reporter->output, "%s", kept_line(reporter, rank));
    if (reporter->reported_bound == BOUND_EXACT && reporter->reported == result->best)
        return;
    write_info(reporter, &(SearchInfo){.depth = result->depth,
                                       .deepest = result->deepest,
                                       .multi_pv = 1,
                                       .value = result->value,
                                       .bound = BOUND_EXACT,
                                       .nodes = result->nodes,
                                       .time_ns = result->time_ns,
                                       .pv = result->pv,
                                       .pv_count = result->pv_count});
}

// ---- answers ----

void reporter_no_move(const Reporter *reporter) {
    output_line(reporter->output, reporter->style.is_uci ? "bestmove (none)" : "bestmove resign");
}

// The rules say what it means that there is no move.
static void write_end(const Reporter *reporter, const GameLine *line) {
    const Outcome outcome = pos_outcome(&line->now, &line->history, &RULES_DEFAULT);
    char score[32];
    StrBuf out = strbuf_init(score, sizeof score);
    score_format(outcome.result == RESULT_DRAW ? 0 : value_loss_in(0), reporter->style.is_uci,
                 &out);
    output_line(reporter->output, "info depth 0 score %s", score);
    reporter_no_move(reporter);
}

static void write_move(const Reporter *reporter, const SearchResult *result) {
    if (result->value < -reporter->style.resign_value) {
        output_line(reporter->output, "bestmove resign");
        return;
    }
    Position pos = reporter->root;
    char best[MOVE_TEXT_MAX], ponder[MOVE_TEXT_MAX];
    move_format(&pos, result->best, best);
    if (result->ponder == MOVE_NONE) {
        output_line(reporter->output, "bestmove %s", best);
        return;
    }
    pos_play(&pos, result->best);
    move_format(&pos, result->ponder, ponder);
    output_line(reporter->output, "bestmove %s ponder %s", best, ponder);
}

// As long as the mate is: longer than any other line.
static void write_mate(const Reporter *reporter, const EngineResult *result) {
    const size_t capacity = (size_t)result->mate_count * MOVE_TEXT_MAX + 1;
    char *text = malloc(capacity);
    if (!text) {
        output_line(reporter->output, "checkmate timeout");
        return;
    }
    StrBuf out = strbuf_init(text, capacity);
    Position pos = reporter->root;
    for (int i = 0; i < result->mate_count; i++) {
        char move[MOVE_TEXT_MAX];
        move_format(&pos, result->mate[i], move);
        strbuf_format(&out, " %s", move);
        pos_play(&pos, result->mate[i]);
    }
    output_line(reporter->output, "checkmate%s", text);
    free(text);
}

static void on_done(void *context, const EngineResult *result) {
    const Reporter *reporter = context;
    switch (result->answer) {
    case ENGINE_LOADED:
        output_line(reporter->output, "readyok");
        break;
    case ENGINE_CLEARED:
        break;
    case ENGINE_MOVE:
        write_move(reporter, &result->search);
        break;
    case ENGINE_WIN:
        output_line(reporter->output, "bestmove win");
        break;
    case ENGINE_NO_MOVE:
        write_end(reporter, result->line);
        break;
    case ENGINE_PATHS:
        output_line(reporter->output, "\nNodes searched: %" PRId64, result->search.nodes);
        break;
    case ENGINE_ABORTED:
        output_error(reporter->output, "perft was stopped");
        break;
    case ENGINE_MATES:
        write_mate(reporter, result);
        break;
    case ENGINE_NO_MATE:
        output_line(reporter->output, "checkmate nomate");
        break;
    case ENGINE_MATE_UNKNOWN:
        output_line(reporter->output, "checkmate timeout");
        break;
    }
}

EngineListener reporter_listener(Reporter *reporter) {
    return (EngineListener){on_info, on_error, on_result, on_done, reporter};
}
