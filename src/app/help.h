// help.h — parts of help texts in 80 columns, made from the tables of options.
// Stateless; English, one byte a letter.
#pragma once

#include <stdio.h>

#include "args.h"
#include "base/option.h"

// The options and operands of a command, a row for each.
void help_args(const ArgTable *table, FILE *out);

// Engine options, a row for each: name, default, what it does, and the values it takes.
void help_options(const OptionTable *table, FILE *out);

// Lines of a list: words on the left, a sentence on the right. `column` is where the sentence
// begins.
void help_row(const char *left, const char *sentence, int column, FILE *out);

// Text without indentation. A newline in it begins a new line.
void help_paragraph(const char *text, FILE *out);
