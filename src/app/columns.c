#include "columns.h"

#include <wchar.h>

#include "base/macros.h"

// Cuts one character off the front. A byte that does not begin a character of UTF-8 is returned as
// the replacement character.
static uint32_t next_char(Str *text, Str *bytes) {
    enum { REPLACEMENT = 0xfffd };
    const unsigned char *at = (const unsigned char *)text->at;
    const size_t more = at[0] < 0x80 ? 0 : at[0] >> 5 == 6 ? 1 : at[0] >> 4 == 14 ? 2 : 3;
    uint32_t code = at[0];
    size_t len = 1;
    if (more) {
        code = at[0] & (0x3fu >> more);
        while (len <= more && len < text->len && at[len] >> 6 == 2)
            code = code << 6 | (at[len++] & 0x3fu);
        static const uint32_t LEAST[] = {0, 0x80, 0x800, 0x10000};
        if (len <= more || at[0] >= 0xf8 || code < LEAST[more] || code > 0x10ffff ||
            code >> 11 == 0x1b) {
            code = REPLACEMENT;
            len = 1;
        }
    }
    *bytes = (Str){text->at, len};
    text->at += len;
    text->len -= len;
    return code;
}

// East Asian Width W and F of Unicode; and the geometric shapes, among them the marks of the sides,
// which are one or two columns wide as the font likes.
static bool is_wide(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } WIDE[] = {{0x1100, 0x115f}, {0x25a0, 0x25ff},   {0x2e80, 0x303e},  {0x3041, 0xa4cf},
                {0xac00, 0xd7a3}, {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60},
                {0xffe0, 0xffe6}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
    for (size_t i = 0; i < ARRAY_LEN(WIDE); i++)
        if (code >= WIDE[i].first && code <= WIDE[i].last)
            return true;
    return false;
}

static int width_of(uint32_t code) {
    return code >= 0x300 && code <= 0x36f ? 0 : is_wide(code) ? 2 : 1;
}

int columns_of(Str text) {
    int width = 0;
    for (Str bytes; text.len;)
        width += width_of(next_char(&text, &bytes));
    return width;
}

Str columns_cut(Str text, int width) {
    Str rest = text, bytes;
    while (rest.len) {
        const size_t before = rest.len;
        width -= width_of(next_char(&rest, &bytes));
        if (width < 0)
            return (Str){text.at, text.len - before};
    }
    return text;
}

static bool is_one_of(uint32_t code, const wchar_t *list) {
    return code && code < 0x10000 && wcschr(list, (wchar_t)code);
}

// Whether a line may be broken between two characters neither of which is a space.
static bool may_part(uint32_t before, uint32_t code) {
    return (is_wide(before) || is_wide(code)) && !is_one_of(code, L"、。，．）」』】！？：ー") &&
           !is_one_of(before, L"（「『【▲△");
}

// How many bytes of a line go on this row; all of them if it fits. A space in the second half of
// the row is the best place to break, so that moves stay in one piece.
static size_t row_len(Str line, int width) {
    Str rest = line, bytes;
    size_t cut = 0, space_cut = 0;
    uint32_t before = 0;
    int column = 0;
    while (rest.len) {
        const size_t at = line.len - rest.len;
        const uint32_t code = next_char(&rest, &bytes);
        if (code == ' ' && before != ' ' && column >= width / 2)
            space_cut = at;
        if (before && (code == ' ' || before == ' ' || may_part(before, code)))
            cut = at;
        column += width_of(code);
        if (column > width)
            return space_cut ? space_cut : cut ? cut : at ? at : bytes.len;
        before = code;
    }
    return line.len;
}

static void wrap_line(Str line, int width, int indent, FILE *out) {
    for (bool is_first = true; is_first || line.len; is_first = false) {
        const int margin = is_first ? 0 : indent;
        const size_t len = row_len(line, width - margin > 1 ? width - margin : 1);
        size_t shown = len;
        while (len < line.len && shown && line.at[shown - 1] == ' ')
            shown--;
        fprintf(out, "%*s%.*s", margin, "", (int)shown, line.at);
        line.at += len;
        line.len -= len;
        while (line.len && *line.at == ' ')
            line.at++, line.len--;
        if (line.len)
            fputc('\n', out);
    }
}

void columns_wrap(Str text, int width, int indent, FILE *out) {
    while (text.len) {
        const size_t before = text.len;
        const Str line = str_until(&text, '\n');
        wrap_line(line, width, indent, out);
        if (line.len < before)
            fputc('\n', out);
    }
}

void columns_clean(Str text, bool is_ascii, char *out, size_t cap) {
    StrBuf buf = strbuf_init(out, cap);
    for (Str bytes; text.len;) {
        const uint32_t code = next_char(&text, &bytes);
        const bool is_shown = code >= 0x20 && code != 0x7f && code != 0xfffd &&
                              (is_ascii ? code < 0x80 : code < 0x80 || code >= 0xa0);
        if (buf.len + bytes.len >= cap)
            return;
        for (size_t i = 0; i < bytes.len && is_shown; i++)
            strbuf_char(&buf, bytes.at[i]);
        if (!is_shown)
            strbuf_char(&buf, '?');
    }
}
