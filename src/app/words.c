#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "search/search.h"
#include "terminal.h"

#define FOR_CHESS(chess, other) (GAME_IS_CHESS ? (chess) : (other))

static const char *const TEXTS[WORD_NB][LANGUAGE_NB] = {
#define WORD(name, en, ja) {en, ja},
#include "words.def"
#undef WORD
};

const char *const LANGUAGE_NAMES[] = {
    [LANGUAGE_EN] = "en", [LANGUAGE_JA] = "ja", [LANGUAGE_NB] = NULL};

Language words_language(void) {
    const bool is_japanese =
        terminal_is_utf8() && !strncmp(terminal_locale("LC_MESSAGES"), "ja", 2);
    return is_japanese ? LANGUAGE_JA : LANGUAGE_EN;
}

const char *words_text(Language language, Word word) {
    return TEXTS[word][language];
}

// One of the forms between { and }, which `c` is at the beginning of.
static void form_format(const char *c, const char *end, bool is_one, StrBuf *out) {
    const char *bar = memchr(c, '|', (size_t)(end - c));
    const char *from = is_one ? c : bar + 1, *to = is_one ? bar : end;
    strbuf_format(out, "%.*s", (int)(to - from), from);
}

void words_format(Language language, Word word, const char *const *values, StrBuf *out) {
    for (const char *c = words_text(language, word); *c; c++) {
        const char *end = *c == '{' ? strchr(c, '}') : NULL;
        if (!end) {
            strbuf_char(out, *c);
            continue;
        }
        if (end == c + 2)
            strbuf_text(out, values[c[1] - 'a']);
        else
            form_format(c + 1, end, !strcmp(values[0], "1"), out);
        c = end;
    }
}

Word words_reason(Reason reason) {
    switch (reason) {
    case REASON_STALEMATE:
        return WORD_STALEMATE;
    case REASON_REPETITION:
    case REASON_HANDS:
        return WORD_REPETITION;
    case REASON_PERPETUAL_CHECK:
        return WORD_PERPETUAL_CHECK;
    case REASON_DECLARATION:
        return WORD_DECLARATION;
    case REASON_TRY:
        return WORD_TRY;
    case REASON_MOVE_LIMIT:
        return WORD_MOVE_LIMIT;
    case REASON_FIFTY_MOVES:
        return WORD_FIFTY_MOVES;
    case REASON_MATERIAL:
        return WORD_MATERIAL;
    case REASON_NONE:
    case REASON_CHECKMATE:
    case REASON_NB:
        break;
    }
    return WORD_CHECKMATE;
}

void words_value(Language language, int value, StrBuf *out) {
    char number[16];
    const char *const values[] = {number};
    Word word = WORD_PAWNS;
    if (value_is_decided(value)) {
        snprintf(number, sizeof number, "%d", VALUE_WIN - abs(value));
        word = value > 0 ? WORD_MATES : WORD_MATED;
    } else if (language == LANGUAGE_JA && !GAME_IS_CHESS) {
        snprintf(number, sizeof number, "%+d", value);
    } else {
        snprintf(number, sizeof number, "%+.2f", value / 100.0);
    }
    words_format(language, word, values, out);
}
