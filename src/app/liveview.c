#include "liveview.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "terminal.h"
#include "wording.h"

enum { PERIOD_MS = 50 };

#define HEADER " depth      value    nodes  nodes/s  hash     time  line"

void liveview_begin(LiveView *view, FILE *out, const Position *root) {
    *view = (LiveView){.out = out, .root = root, .is_terminal = isatty(fileno(out)) == 1};
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

static void paint(LiveView *view) {
    int width, height;
    terminal_size(view->out, &width, &height);
    // More rows than fit would scroll away, out of reach of the next painting.
    const int room = height - 3 < 1 ? 1 : height - 3;
    const int first = view->row_count > room ? view->row_count - room : 0;
    if (view->painted)
        fprintf(view->out, "\x1b[%dA\r", view->painted);
    fprintf(view->out, "%.*s\x1b[K\n", width - 1, HEADER);
    for (int i = first; i < view->row_count; i++)
        fprintf(view->out, "%.*s\x1b[K\n", width - 1, view->rows[i]);
    fputs("\x1b[J", view->out);
    fflush(view->out);
    view->painted = 1 + view->row_count - first;
    view->painted_ns = clock_ns();
    view->is_changed = false;
}

// The row to write next: that of the newest bound, or a free one.
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
