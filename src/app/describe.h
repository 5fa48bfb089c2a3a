// describe.h — a program's commands and their options as JSON, from which script/manual makes the
// manual page and the completion of shells. Stateless.
#pragma once

#include <stdio.h>

#include "command.h"

// One object: program version groups (title commands (name summary usage about notes example args
// (name kind value choices help))). A kind is flag, option, operand or note.
void describe_program(const char *name, const CommandGroup *groups, size_t count, FILE *out);
