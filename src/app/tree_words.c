#include "tree_words.h"

#include <math.h>
#include <string.h>

#include "wording.h"

enum { ROW_MAX = 700 };

void tree_bar(double share, int cells, bool is_ascii, StrBuf *text) {
    static const char *const EIGHTHS[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    const double clean = share > 0 ? fmin(share, 1) : 0; // NaN: empty
    int left = (int)lrint(clean * cells * 8);
    if (!left && clean > 0)
        left = 1; // a small share is not drawn as none
    for (int i = 0; i<cells; i++, left = left> 8 ? left - 8 : 0)
        strbuf_text(text, is_ascii ? (left >= 4 ? "#" : " ") : EIGHTHS[left < 8 ? left : 8]);
}

void tree_cut(StrBuf *text, int letters) {
    for (size_t i = 0; i < text->len; i++) {
        if (((unsigned char)text->at[i] & 0xC0) == 0x80)
            continue;
        if (letters-- == 0) {
            text->at[i] = '\0';
            text->len = i;
        }
    }
}

static int bar_cells(const TreeStyle *style) {
    return style->width && style->width < 90 ? 14 : 24;
}

void tree_heading(const TreeStyle *style, StrBuf *text) {
    strbuf_format(text, "  %-7s %6s  %-*s %8s", "move", "p", bar_cells(style), "", "E");
    if (style->has_static)
        strbuf_format(text, " %8s", "H");
    strbuf_format(text, " %6s %7s  line", "D", "visits");
    if (style->width)
        tree_cut(text, style->width);
}

void tree_row(const TreeStyle *style, const TreeView *view, const Position *pos,
              const TreeChild *child, Move best, StrBuf *text) {
    char move[MOVE_WORD_MAX], value[WORD_MAX], static_value[WORD_MAX], visits[WORD_MAX];
    char memory[ROW_MAX];
    StrBuf row = strbuf_init(memory, sizeof memory);
    move_write(pos, child->move, move);
    word_value((int)lrintf(child->value), value);
    word_value((int)lrintf(child->static_value), static_value);
    word_count(child->visits, visits);
    strbuf_format(&row, "%c %-7s %5.1f%%  ", child->move == best ? '>' : ' ', move,
                  100 * (double)child->share);
    tree_bar((double)child->share / style->full, bar_cells(style), style->is_ascii, &row);
    strbuf_format(&row, " %8s", value);
    if (style->has_static)
        strbuf_format(&row, " %8s", static_value);
    strbuf_format(&row, " %6.2f %7s  ", (double)child->depth, visits);
    Move pv[PLY_MAX];
    const int count = view->line(view->tree, child->node, pv, PLY_MAX);
    Position next = *pos;
    pos_play(&next, child->move);
    word_line(&next, pv + 1, count - 1, &row);
    if (style->width)
        tree_cut(&row, style->width);
    const bool is_bold = style->has_color && child->move == best;
    strbuf_format(text, "%s%s%s", is_bold ? "\x1b[1m" : "", row.at, is_bold ? "\x1b[0m" : "");
}

void tree_json_value(Json *json, float value) {
    const int whole = (int)lrintf(value);
    const bool is_decided = value_is_decided(whole);
    json_real(json, "value", is_decided ? (double)NAN : (double)value);
    if (is_decided)
        json_int(json, "mate", whole > 0 ? VALUE_WIN - whole : -(VALUE_WIN + whole));
    else
        json_real(json, "mate", (double)NAN);
}

void tree_json_rest(Json *json, const TreeChild *child) {
    json_real(json, "static", (double)child->static_value);
    json_real(json, "selection", (double)child->selection);
    json_real(json, "backup", (double)child->backup);
    json_bool(json, "expanded", child->is_expanded);
    json_bool(json, "proven", child->is_proven);
    json_bool(json, "closed", child->is_closed);
}

void tree_json_root(Json *json, const TreeView *view, const Position *pos, bool is_full) {
    TreeChild children[MOVE_MAX];
    const int count = treeview_ranked(view, view->root, children);
    json_real(json, "expected_depth", (double)view->depth);
    json_real(json, "entropy", treeview_entropy(children, count, TREE_SHARE));
    json_list(json, "root");
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_MAX];
        move_format(pos, children[i].move, move);
        json_object(json, NULL);
        json_text(json, "move", move);
        json_real(json, "p", (double)children[i].share);
        tree_json_value(json, children[i].value);
        json_real(json, "depth", (double)children[i].depth);
        json_int(json, "visits", children[i].visits);
        if (is_full)
            tree_json_rest(json, &children[i]);
        json_object_end(json);
    }
    json_list_end(json);
}
