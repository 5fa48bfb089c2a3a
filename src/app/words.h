// words.h — the messages of `play`, in English and in Japanese. Constant; any thread.
#pragma once

#include <stdio.h>

typedef enum Language { LANGUAGE_EN, LANGUAGE_JA, LANGUAGE_NB } Language;

typedef enum Word {
#define WORD(name, en, ja) WORD_##name,
#include "words.def"
#undef WORD
    WORD_NB
} Word;

const char *words_text(Language language, Word word);

// With {a} and {b} replaced.
void words_print(Language language, Word word, const char *a, const char *b, FILE *out);
