// words.h — the messages of `play` and `show`, in English and in Japanese. Constant; any thread.
#pragma once

#include "base/str.h"
#include "game/contract.h"

typedef enum Language { LANGUAGE_EN, LANGUAGE_JA, LANGUAGE_NB } Language;

extern const char *const LANGUAGE_NAMES[]; // as --lang takes them, ended by NULL

typedef enum Word {
#define WORD(name, en, ja) WORD_##name,
#include "words.def"
#undef WORD
    WORD_NB
} Word;

// That of the locale; English where the terminal cannot show Japanese.
Language words_language(void);

const char *words_text(Language language, Word word);

// Appends a text. {a} is the first of the values, {b} the second, up to {e}; a text names only
// values there are. {ply|plies} is the first form if {a} is the number 1, else the second.
void words_format(Language language, Word word, const char *const *values, StrBuf *out);

// How a game ended by the rules.
Word words_reason(Reason reason);

// Hundredths of a pawn as people of this language read them: pawns, in Japanese shogi hundredths;
// or the length of a mate.
void words_value(Language language, int value, StrBuf *out);
