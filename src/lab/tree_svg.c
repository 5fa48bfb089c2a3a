#include "lab/tree_svg.h"

#include <math.h>
#include <stdlib.h>

#include "stats/svgtext.h"

enum {
    BOX_WIDTH = 128,
    BOX_HEIGHT = 38,
    COLUMN = 190, // from a box to the next ply's
    ROW = 46,     // from a box to the next below
    STUB = 20,    // the room of a line of moves left out
    GAP = 8,      // between the families of two siblings
    MARGIN = 28,
};

// Blue for the player at the root, orange for the other.
typedef struct Tint {
    const char *edge, *light, *strong;
} Tint;

static const Tint TINTS[2] = {
    {"#0072b2", "#f0f6fb", "#bcdcf0"},
    {"#c75300", "#fef5ed", "#fbd5b5"},
};

#define LEGEND                                                                                     \
    "Values are those of the player who moves. Thick: the move played. Dashed: a leaf. The wider " \
    "a line, the likelier the game goes there."

// Where a node's box is: its left edge, and the middle of its height.
typedef struct Place {
    double x, y;
    double stub_y; // of the line about moves left out
} Place;

typedef struct Layout {
    const TreeTop *top;
    Place *places;
    double taken[PLY_MAX + 2]; // of each column, down to here
} Layout;

static bool has_stub(const TopNode *node) {
    return node->hidden_share >= 0.0005 && node->first >= 0;
}

// Where a node may be at the highest: it and the likeliest line below it are in one row.
static double highest(const Layout *layout, int index) {
    double y = 0;
    for (; index >= 0; index = layout->top->nodes[index].first)
        y = fmax(y, layout->taken[layout->top->nodes[index].ply]);
    return y;
}

// Families follow each other in every column, so no lines cross.
static void place(Layout *layout, int index, double y) {
    const TopNode *node = &layout->top->nodes[index];
    Place *here = &layout->places[index];
    *here = (Place){.x = MARGIN + (double)COLUMN * node->ply, .y = y + ROW / 2.0};
    layout->taken[node->ply] = y + ROW;
    if (node->first < 0)
        return;
    for (int child = node->first; child >= 0; child = layout->top->nodes[child].next)
        place(layout, child, fmax(y, highest(layout, child)));
    double *below = &layout->taken[node->ply + 1];
    if (has_stub(node)) {
        here->stub_y = *below + STUB / 2.0 - 3;
        *below += STUB;
    }
    *below += GAP;
}

static double lowest(const Layout *layout) {
    double y = 0;
    for (int i = 0; i <= layout->top->deepest + 1; i++)
        y = fmax(y, layout->taken[i]);
    return y;
}

static void value_text(float value, char *text, size_t size) {
    StrBuf buf = strbuf_init(text, size);
    const int whole = (int)lrintf(value);
    if (value_is_decided(whole))
        strbuf_format(&buf, "%s %d", whole > 0 ? "win" : "loss",
                      VALUE_WIN - (whole > 0 ? whole : -whole));
    else // a typographic minus is as wide as a plus
        strbuf_format(&buf, "%s%.2f", whole < 0 ? "\u2212" : "+", fabs((double)value) / 100);
}

static void share_text(double share, char *text, size_t size) {
    StrBuf buf = strbuf_init(text, size);
    if (share >= 0.9995)
        strbuf_text(&buf, "100\u2009%");
    else
        strbuf_format(&buf, share < 0.0995 ? "%.1f\u2009%%" : "%.0f\u2009%%", 100 * share);
}

static double line_width(double realised) {
    return 0.8 + 11 * pow(realised, 0.75);
}

// ---- SVG ----

static const Tint *tint_of(const TopNode *node) {
    return &TINTS[(node->ply + 1) % 2];
}

// From a box to the left end of another; the caller writes the rest of the element.
static void write_curve(FILE *out, const Place *from, double to_x, double to_y) {
    const double x = from->x + BOX_WIDTH, middle = (x + to_x) / 2;
    fprintf(out, "<path d='M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f'", x, from->y, middle, from->y,
            middle, to_y, to_x, to_y);
}

static void write_links(const Layout *layout, FILE *out) {
    fputs("<g fill='none' opacity='.5'>\n", out);
    // The unlikely first, so that the likely lie above them.
    for (int i = layout->top->count - 1; i > 0; i--) {
        const TopNode *node = &layout->top->nodes[i];
        write_curve(out, &layout->places[node->parent], layout->places[i].x, layout->places[i].y);
        fprintf(out, " stroke='%s' stroke-width='%.2f'/>\n", tint_of(node)->edge,
                line_width(node->realised));
    }
    fputs("</g>\n", out);
}

static void write_stub(const TopNode *node, const Place *place, FILE *out) {
    const double x = place->x + COLUMN;
    char share[32];
    share_text(node->hidden_share, share, sizeof share);
    write_curve(out, place, x, place->stub_y);
    fprintf(out,
            " fill='none' stroke='#afb8c1' stroke-dasharray='2 3'/><text x='%.1f' y='%.1f' "
            "font-size='11' fill='" SVG_GREY "'>%d more, %s</text>\n",
            x + 5, place->stub_y + 4, node->hidden, share);
}

static void write_box(const TopNode *node, const Place *place, bool is_best, FILE *out) {
    const Tint *tint = tint_of(node);
    const bool is_root = node->ply == 0;
    const double top = place->y - BOX_HEIGHT / 2.0;
    char value[32], share[32];
    value_text(node->child.value, value, sizeof value);
    share_text((double)node->child.share, share, sizeof share);
    fprintf(out, "<rect x='%.1f' y='%.1f' width='%d' height='%d' rx='5' fill='%s'/>\n", place->x,
            top, BOX_WIDTH, BOX_HEIGHT, is_root ? "#f6f8fa" : tint->light);
    if (!is_root && node->child.share > 0)
        fprintf(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%d' rx='5' fill='%s'/>\n",
                place->x, top, fmax(BOX_WIDTH * (double)node->child.share, 3), BOX_HEIGHT,
                tint->strong);
    fprintf(out,
            "<rect x='%.1f' y='%.1f' width='%d' height='%d' rx='5' fill='none' stroke='%s'%s/>\n",
            place->x, top, BOX_WIDTH, BOX_HEIGHT, is_root ? SVG_GREY : tint->edge,
            is_best                   ? " stroke-width='2.6'"
            : node->child.is_expanded ? ""
                                      : " stroke-dasharray='3 2'");
    fprintf(out, "<text x='%.1f' y='%.1f' font-weight='600'>", place->x + 8, top + 16);
    svgtext_write(is_root ? "root" : node->word, out);
    fprintf(out, "</text><text x='%.1f' y='%.1f' text-anchor='end'>%s</text>\n",
            place->x + BOX_WIDTH - 8, top + 16, value);
    fprintf(out, "<g font-size='11' fill='" SVG_GREY "'><text x='%.1f' y='%.1f'>D %.2f</text>",
            place->x + 8, top + 31, (double)node->child.depth);
    if (!is_root)
        fprintf(out, "<text x='%.1f' y='%.1f' text-anchor='end'>%s</text>",
                place->x + BOX_WIDTH - 8, top + 31, share);
    fputs("</g>\n", out);
}

static void write_columns(const TreePicture *picture, double y, FILE *out) {
    static const char *const PLAYERS[2][2] = {{"sente", "gote"}, {"White", "Black"}};
    for (int ply = 1; ply <= picture->top->deepest; ply++) {
        const Color side = ply % 2 ? picture->side : color_other(picture->side);
        fprintf(out,
                "<text x='%.1f' y='%.1f' text-anchor='middle' font-size='12' fill='%s'>ply %d, "
                "%s</text>\n",
                MARGIN + COLUMN * (double)ply + BOX_WIDTH / 2.0, y, TINTS[(ply + 1) % 2].edge, ply,
                PLAYERS[GAME_IS_CHESS][side]);
    }
}

static void write_words(const TreePicture *picture, FILE *out) {
    fprintf(out, "<text x='%d' y='40' font-size='18' font-weight='600'>", MARGIN);
    svgtext_write(picture->title, out);
    fprintf(out, "</text>\n<text x='%d' y='62' fill='" SVG_GREY "'>", MARGIN);
    svgtext_write(picture->subtitle ? picture->subtitle : "", out);
    fprintf(out, "</text>\n<text x='%d' y='82' fill='" SVG_GREY "'>", MARGIN);
    svgtext_write(picture->note ? picture->note : "", out);
    fputs("</text>\n", out);
}

static double max_width(const TreePicture *picture) {
    const char *const words[] = {picture->subtitle, picture->note};
    double width = COLUMN * (double)picture->top->deepest + BOX_WIDTH;
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (words[i])
            width = fmax(width, svgtext_width(words[i], 13));
    width = fmax(width, svgtext_width(LEGEND, 11));
    return width + 2 * MARGIN;
}

Status tree_svg_write(const TreePicture *picture, FILE *out, Error *error) {
    enum { HEAD = 122, FOOT = 60 };
    const TreeTop *top = picture->top;
    Layout layout = {.top = top, .places = calloc((size_t)top->count, sizeof(Place))};
    if (!layout.places)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a picture of %d nodes",
                         top->count);
    place(&layout, 0, HEAD);
    const double width = max_width(picture), height = lowest(&layout) + FOOT;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' "
            "viewBox='0 0 %.0f %.0f' font-family='" SVG_FONT "' font-size='13' fill='" SVG_INK
            "'>\n<title>",
            width, height, width, height);
    svgtext_write(picture->title, out);
    fprintf(out, "</title>\n<rect width='%.0f' height='%.0f' fill='#ffffff'/>\n", width, height);
    write_words(picture, out);
    write_columns(picture, HEAD - 8, out);
    for (int i = 0; i < top->count; i++)
        if (has_stub(&top->nodes[i]))
            write_stub(&top->nodes[i], &layout.places[i], out);
    write_links(&layout, out);
    for (int i = 0; i < top->count; i++)
        write_box(&top->nodes[i], &layout.places[i],
                  top->nodes[i].ply == 1 && top->nodes[i].child.move == picture->best, out);
    fprintf(out, "<text x='%d' y='%.1f' font-size='11' fill='" SVG_GREY "'>%s</text>\n</svg>\n",
            MARGIN, height - MARGIN + 4, LEGEND);
    free(layout.places);
    return STATUS_OK;
}

// ---- DOT ----

static void write_quoted(const char *text, FILE *out) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}

void tree_svg_write_dot(const TreePicture *picture, FILE *out) {
    const TreeTop *top = picture->top;
    fputs("digraph tree {\n  rankdir=LR;\n  labelloc=t;\n  label=\"", out);
    write_quoted(picture->title, out);
    fputs("\\n", out);
    write_quoted(picture->subtitle ? picture->subtitle : "", out);
    fputs("\";\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n", out);
    for (int i = 0; i < top->count; i++) {
        const TopNode *node = &top->nodes[i];
        char value[32];
        value_text(node->child.value, value, sizeof value);
        fprintf(out, "  n%d [label=\"", i);
        write_quoted(i ? node->word : "root", out);
        fprintf(out, " %s\\nD %.2f, p %.4f\", color=\"%s\", fillcolor=\"%s\"];\n", value,
                (double)node->child.depth, (double)node->child.share,
                i ? tint_of(node)->edge : SVG_GREY, i ? tint_of(node)->light : "#f6f8fa");
        if (i)
            fprintf(out, "  n%d -> n%d [penwidth=%.2f, color=\"%s\"];\n", node->parent, i,
                    line_width(node->realised), tint_of(node)->edge);
    }
    fputs("}\n", out);
}
