#include "liveview.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "terminal.h"
#include "tree_words.h"
#include "wording.h"

enum { PERIOD_MS = 50 };

#define HEADER " depth      value    nodes  nodes/s  hash     time  line"

void liveview_begin(LiveView *view, FILE *out, const Position *root, const Player *player) {
    *view = (LiveView){
        .out = out, .root = root, .player = player, .is_terminal = isatty(fileno(out)) == 1};
}

static void write_row(const LiveView *view, const SearchInfo *info, char row[LIVEVIEW_COLUMNS]) {
    StrBuf text = strbuf_init(row, LIVEVIEW_COLUMNS);
    if (info->text) {
        strbuf_format(&text, "  %s", info->text);
        return;
    }
    static const char *const BOUNDS[] = {" ", "<", ">", " "};
    char value[WORD_MAX], nodes[WORD_MAX], speed[WORD_MAX], time[WORD_MAX];
    word_value(info->value, value);
    word_count(info->nodes, nodes);
    word_count((int64_t)per_second(info->nodes, info->time_ns), speed);
    word_time(info->time_ns, time);
    strbuf_format(&text, "%3d/%-3d %s%9s %8s %8s %4.0f%% %8s  ", info->depth, info->deepest,
                  BOUNDS[info->bound], value, nodes, speed, info->hash_permille / 10.0, time);
    if (info->multi_pv > 1)
        strbuf_format(&text, "(%d) ", info->multi_pv);
    word_line(view->root, info->pv, info->pv_count, &text);
}

// ---- drawing ----

// How many rows of a table fit. More rows would scroll away and could not be redrawn.
static int room_for_rows(int height, int others) {
    return height - others < 1 ? 1 : height - others;
}

static int paint_lines(const LiveView *view, int width, int height) {
    const int room = room_for_rows(height, 3);
    const int first = view->row_count > room ? view->row_count - room : 0;
    fprintf(view->out, "%.*s\x1b[K\n", width - 1, HEADER);
    for (int i = first; i < view->row_count; i++)
        fprintf(view->out, "%.*s\x1b[K\n", width - 1, view->rows[i]);
    return 1 + view->row_count - first;
}

static void paint_row(const LiveView *view, StrBuf *row) {
    fprintf(view->out, "%s\x1b[K\n", row->at);
    row->at[row->len = 0] = '\0';
}

static void write_summary(const LiveView *view, const TreeView *tree, double entropy, StrBuf *row) {
    const SearchInfo *news = &view->news;
    char value[WORD_MAX], nodes[WORD_MAX], speed[WORD_MAX], time[WORD_MAX];
    word_value(news->value, value);
    word_count(news->nodes, nodes);
    word_count((int64_t)per_second(news->nodes, news->time_ns), speed);
    word_time(news->time_ns, time);
    strbuf_format(row, "value %s  D %.2f  entropy %.2f  %s positions, %s/s  hash %.0f%%  %s", value,
                  (double)tree->depth, entropy, nodes, speed, news->hash_permille / 10.0, time);
}

// The moves of the root, the most probable first.
static int paint_tree(const LiveView *view, const TreeView *tree, int width, int height) {
    enum { ROWS_MAX = 16, OTHERS = 6 }; // a summary, two headings, what follows the table
    TreeChild children[MOVE_MAX];
    const int count = treeview_ranked(tree, tree->root, children);
    const int room = room_for_rows(height, OTHERS);
    const int most = room < ROWS_MAX ? room : ROWS_MAX, shown = count < most ? count : most;
    const TreeStyle style = {.width = width - 1,
                             .is_ascii = !terminal_is_utf8(),
                             .has_color = terminal_has_color(view->out),
                             .full = count ? (double)children[0].share : 1};
    char memory[LIVEVIEW_COLUMNS * 2];
    StrBuf row = strbuf_init(memory, sizeof memory);
    write_summary(view, tree, treeview_entropy(children, count, TREE_SHARE), &row);
    tree_cut(&row, width - 1);
    paint_row(view, &row);
    tree_heading(&style, &row);
    paint_row(view, &row);
    double rest = 0;
    for (int i = 0; i < count; i++) {
        if (i >= shown) {
            rest += (double)children[i].share;
            continue;
        }
        tree_row(&style, tree, view->root, &children[i], view->best, &row);
        paint_row(view, &row);
    }
    if (count > shown) {
        strbuf_format(&row, "  %d more %4.1f%%", count - shown, 100 * rest);
        paint_row(view, &row);
    }
    return 2 + shown + (count > shown);
}

static void paint(LiveView *view) {
    int width, height;
    terminal_size(view->out, &width, &height);
    if (view->painted)
        fprintf(view->out, "\x1b[%dA\r", view->painted);
    TreeView tree;
    view->painted = player_tree(view->player, &tree) ? paint_tree(view, &tree, width, height)
                                                     : paint_lines(view, width, height);
    fputs("\x1b[J", view->out);
    fflush(view->out);
    view->painted_ns = clock_ns();
    view->is_changed = false;
}

// ---- reports ----

// The row to write next: the row of the newest bound, or a free one.
static char *next_row(LiveView *view) {
    if (view->is_open)
        return view->rows[view->row_count - 1];
    if (view->row_count == LIVEVIEW_ROWS) {
        memmove(view->rows[0], view->rows[1], sizeof view->rows - sizeof view->rows[0]);
        view->row_count--;
    }
    return view->rows[view->row_count++];
}

static void add_line(LiveView *view, const SearchInfo *info) {
    if (!info->text && info->bound != BOUND_EXACT)
        return;
    char row[LIVEVIEW_COLUMNS];
    write_row(view, info, row);
    if (!view->has_header)
        fprintf(view->out, "%s\n", HEADER);
    view->has_header = true;
    fprintf(view->out, "%s\n", row);
    fflush(view->out);
}

void liveview_add(LiveView *view, const SearchInfo *info) {
    if (!view->is_terminal) {
        add_line(view, info);
        return;
    }
    if (!info->text && info->multi_pv == 1 && info->pv_count) {
        view->best = info->pv[0];
        view->news = *info;
        view->news.pv = NULL;
    }
    write_row(view, info, next_row(view));
    view->is_open = !info->text && info->bound != BOUND_EXACT;
    view->is_changed = true;
    if (clock_ns() - view->painted_ns >= (int64_t)PERIOD_MS * 1000000)
        paint(view);
}

void liveview_end(LiveView *view) {
    if (view->is_changed)
        paint(view);
}
