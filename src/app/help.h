// help.h — help texts of commands and of engine options, in 80 columns, made from their tables.
// Stateless; English, one byte a letter.
#pragma once

#include <stdio.h>

#include "base/option.h"
#include "command.h"

// The whole help text of a command: usage, description, options, notes, example. `words` follow the
// command's name, ended by NULL.
void help_command(const Command *command, char **words, FILE *out);

// The options of a table, one row each: name, default, what it does, and the values it takes.
void help_options(const OptionTable *table, FILE *out);

// Lines of a list: words on the left, a sentence on the right. `column` is where the sentence
// begins.
void help_row(const char *left, const char *sentence, int column, FILE *out);

// Text without indentation. A newline in it begins a new line.
void help_paragraph(const char *text, FILE *out);
