#include "tree_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/atomic_file.h"
#include "lab/tree_svg.h"
#include "terminal.h"
#include "tree_words.h"
#include "wording.h"

static int64_t all_nodes(const TreeReport *report) {
    return report->stats->expanded + report->stats->leaves;
}

// The root itself is not counted.
static double bytes_a_child(const TreeReport *report) {
    return (double)report->view.bytes / (double)(all_nodes(report) - 1);
}

static double root_entropy(const TreeReport *report) {
    TreeChild children[MOVE_MAX];
    const int count = report->view.children(report->view.tree, report->view.root, children);
    return treeview_entropy(children, count, TREE_SHARE);
}

// ---- text ----

static void print_head(const TreeReport *report, FILE *out) {
    const SearchResult *result = report->result;
    char position[POS_TEXT_MAX], move[MOVE_WORD_MAX], value[WORD_MAX], time[WORD_MAX],
        speed[WORD_MAX];
    pos_format(&report->line->now, position);
    move_write(&report->line->now, result->best, move);
    word_value(result->value, value);
    word_time(result->time_ns, time);
    word_count((int64_t)per_second(result->nodes, result->time_ns), speed);
    const double entropy = root_entropy(report);
    fprintf(out, "%s, %s search: %" PRId64 " %s in %s, %s a second\n%s\n", GAME_NAME,
            report->search, result->nodes, word_plural(result->nodes, "position", "positions"),
            time, speed, position);
    fprintf(out,
            "best move %s, value %s, expected depth %.2f, entropy %.2f (as of %.1f equal moves)\n",
            move, value, (double)report->view.depth, entropy, exp(entropy));
    fprintf(out,
            "tree: %" PRId64 " %s expanded, %" PRId64 " %s, %.1f MiB, %.1f bytes a child; "
            "a sample is %.1f plies long\n",
            report->stats->expanded, word_plural(report->stats->expanded, "node", "nodes"),
            report->stats->leaves, word_plural(report->stats->leaves, "leaf", "leaves"),
            (double)report->view.bytes / (1 << 20), bytes_a_child(report),
            report->stats->sample_length);
}

static void print_root(const TreeReport *report, FILE *out) {
    TreeChild children[MOVE_MAX];
    const int count = treeview_ranked(&report->view, report->view.root, children);
    int width = 0, height;
    if (terminal_is(out))
        terminal_size(out, &width, &height);
    const TreeStyle style = {.width = width,
                             .is_ascii = !terminal_is_utf8(),
                             .has_static = true,
                             .full = (double)children[0].share};
    char memory[800];
    StrBuf text = strbuf_init(memory, sizeof memory);
    tree_heading(&style, &text);
    fprintf(out, "\n%s\n", text.at);
    for (int i = 0; i < count && i < report->moves; i++) {
        text = strbuf_init(memory, sizeof memory);
        tree_row(&style, &report->view, &report->line->now, &children[i], report->result->best,
                 &text);
        fprintf(out, "%s\n", text.at);
    }
    if (count > report->moves)
        fprintf(out, "  and %d more; --top N shows N\n", count - report->moves);
}

static void print_mean(double mean, FILE *out) {
    if (isnan(mean))
        fprintf(out, " %7s", "");
    else
        fprintf(out, " %7.3f", mean);
}

static void print_levels(const TreeReport *report, FILE *out) {
    enum { CELLS = 16 };
    const TreeStats *stats = report->stats;
    const bool is_ascii = !terminal_is_utf8();
    int64_t most = 1;
    for (int i = 0; i < stats->level_count; i++)
        most = stats->levels[i].leaves > most ? stats->levels[i].leaves : most;
    fprintf(out, "\n%5s %9s %10s  %-*s %7s  %-*s %7s %7s\n", "depth", "expanded", "leaves", CELLS,
            "", "P(leaf)", CELLS, "", "entropy", "D");
    for (int i = 0; i < stats->level_count; i++) {
        const TreeLevel *level = &stats->levels[i];
        char memory[2][4 * CELLS + 1];
        StrBuf leaves = strbuf_init(memory[0], sizeof memory[0]);
        StrBuf mass = strbuf_init(memory[1], sizeof memory[1]);
        tree_bar((double)level->leaves / (double)most, CELLS, is_ascii, &leaves);
        tree_bar(level->mass, CELLS, is_ascii, &mass);
        fprintf(out, "%5d %9" PRId64 " %10" PRId64 "  %s %6.1f%%  %s", i, level->expanded,
                level->leaves, leaves.at, 100 * level->mass, mass.at);
        print_mean(level->entropy, out);
        print_mean(level->depth, out);
        fputc('\n', out);
    }
    fprintf(out,
            "\nP(leaf): how likely the game is to reach a leaf of this depth; entropy (of the\n"
            "selection policy) and D (expected depth below) are means over the expanded nodes.\n");
}

void tree_report_text(const TreeReport *report, FILE *out) {
    print_head(report, out);
    print_root(report, out);
    print_levels(report, out);
}

// ---- JSON ----

static void json_levels(Json *json, const TreeStats *stats) {
    json_list(json, "levels");
    for (int i = 0; i < stats->level_count; i++) {
        const TreeLevel *level = &stats->levels[i];
        json_object(json, NULL);
        json_int(json, "depth", i);
        json_int(json, "expanded", level->expanded);
        json_int(json, "leaves", level->leaves);
        json_int(json, "proven", level->proven);
        json_int(json, "closed", level->closed);
        json_int(json, "visits", level->visits);
        json_real(json, "children", (double)level->children / (double)level->expanded);
        json_real(json, "leaf_probability", level->mass);
        json_real(json, "leaf_sampling", level->drawn);
        json_real(json, "entropy", level->entropy);
        json_real(json, "entropy_sampled", level->entropy_drawn);
        json_real(json, "expected_depth", level->depth);
        json_real(json, "expected_depth_sampled", level->depth_drawn);
        json_object_end(json);
    }
    json_list_end(json);
}

// A node with its children, as far as the top of the tree goes.
static void json_top(Json *json, const char *key, const TreeTop *top, int index) {
    const TopNode *node = &top->nodes[index];
    json_object(json, key);
    if (index)
        json_text(json, "move", node->text);
    json_real(json, "p", (double)node->child.share);
    json_real(json, "realisation", node->realised);
    tree_json_value(json, node->child.value);
    json_real(json, "depth", (double)node->child.depth);
    json_int(json, "visits", node->child.visits);
    if (index)
        tree_json_rest(json, &node->child);
    json_int(json, "hidden", node->hidden);
    json_real(json, "hidden_p", node->hidden_share);
    json_list(json, "children");
    for (int child = node->first; child >= 0; child = top->nodes[child].next)
        json_top(json, NULL, top, child);
    json_list_end(json);
    json_object_end(json);
}

static Status json_dump(Json *json, const TreeReport *report, Error *error) {
    TreeTop top;
    const Status status =
        tree_top_init(&top, &report->view, &report->line->now, report->dump, error);
    if (status == STATUS_OK)
        json_top(json, "tree", &top, 0);
    tree_top_release(&top);
    return status;
}

static void json_head(Json *json, const TreeReport *report) {
    const SearchResult *result = report->result;
    char text[POS_TEXT_MAX], move[MOVE_TEXT_MAX];
    pos_format(&report->line->now, text);
    json_text(json, "game", GAME_NAME);
    json_text(json, "search", report->search);
    json_text(json, "position", text);
    if (result->best) {
        move_format(&report->line->now, result->best, move);
        json_text(json, "bestmove", move);
    } else {
        json_real(json, "bestmove", (double)NAN);
    }
    json_int(json, "nodes", result->nodes);
    json_real(json, "seconds", (double)result->time_ns * 1e-9);
    json_real(json, "nps", round(per_second(result->nodes, result->time_ns)));
}

Status tree_report_json(const TreeReport *report, FILE *out, Error *error) {
    Status status = STATUS_OK;
    Json json = json_begin(out);
    json_object(&json, NULL);
    json_head(&json, report);
    if (report->view.children) {
        const TreeStats *stats = report->stats;
        tree_json_value(&json, report->view.value);
        json_int(&json, "samples", report->view.visits);
        json_int(&json, "expanded", stats->expanded);
        json_int(&json, "leaves", stats->leaves);
        json_real(&json, "leaf_depth", stats->leaf_depth);
        json_real(&json, "sample_length", stats->sample_length);
        json_int(&json, "bytes", (int64_t)report->view.bytes);
        json_real(&json, "bytes_per_child", bytes_a_child(report));
        tree_json_root(&json, &report->view, &report->line->now, true);
        json_levels(&json, stats);
        if (report->dump)
            status = json_dump(&json, report, error);
    }
    json_object_end(&json);
    json_end(&json);
    return status;
}

// ---- pictures ----

static Status write_picture(const TreePicture *picture, bool is_svg, const char *path,
                            Error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to draw it", path);
    Status status = STATUS_OK;
    if (is_svg)
        status = tree_svg_write(picture, out, error);
    else
        tree_svg_write_dot(picture, out);
    if (fclose(out) != 0 && status == STATUS_OK)
        status = error_set(error, STATUS_NO_MEMORY, "%s: no memory to draw it", path);
    if (status == STATUS_OK)
        status = atomic_file_write(path, text, size, error);
    free(text);
    return status;
}

static Status draw(const TreeReport *report, const TreeTopLimits *limits, bool is_svg,
                   const char *path, Error *error) {
    const SearchResult *result = report->result;
    char position[POS_TEXT_MAX], note[256], shown[WORD_MAX], nodes[WORD_MAX], all[WORD_MAX];
    TreeTop top;
    const Status status = tree_top_init(&top, &report->view, &report->line->now, limits, error);
    if (status != STATUS_OK) {
        tree_top_release(&top);
        return status;
    }
    pos_format(&report->line->now, position);
    word_count(top.count - 1, shown);
    word_count(all_nodes(report) - 1, all);
    word_count(result->nodes, nodes);
    StrBuf text = strbuf_init(note, sizeof note);
    strbuf_format(&text,
                  "%s positions, expected depth %.2f, entropy %.2f; shown are the likeliest %s of "
                  "%s nodes",
                  nodes, (double)report->view.depth, root_entropy(report), shown, all);
    const TreePicture picture = {.top = &top,
                                 .side = pos_side(&report->line->now),
                                 .best = result->best,
                                 .title = "The top of a search tree, " GAME_NAME,
                                 .subtitle = position,
                                 .note = note};
    const Status written = write_picture(&picture, is_svg, path, error);
    tree_top_release(&top);
    return written;
}

Status tree_report_svg(const TreeReport *report, const TreeTopLimits *limits, const char *path,
                       Error *error) {
    return draw(report, limits, true, path, error);
}

Status tree_report_dot(const TreeReport *report, const TreeTopLimits *limits, const char *path,
                       Error *error) {
    return draw(report, limits, false, path, error);
}
