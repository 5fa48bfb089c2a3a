#include "words.h"

#include <stdbool.h>
#include <string.h>

static const char *const TEXTS[WORD_NB][LANGUAGE_NB] = {
#define WORD(name, en, ja) {en, ja},
#include "words.def"
#undef WORD
};

const char *words_text(Language language, Word word) {
    return TEXTS[word][language];
}

void words_print(Language language, Word word, const char *a, const char *b, FILE *out) {
    for (const char *c = words_text(language, word); *c;) {
        const bool is_a = !strncmp(c, "{a}", 3);
        if (is_a || !strncmp(c, "{b}", 3)) {
            fputs(is_a ? a : b, out);
            c += 3;
        } else {
            fputc(*c++, out);
        }
    }
}
