// lineedit.h — editing of the line that is being typed, with history and completion, by a library
// of the system.
//
// The library is GNU Readline or Editline, whichever is there; it is loaded at run time, so that
// the program needs neither. Both keep one line for the whole process, so there is at most one
// LineEdit. It uses standard input and standard output, which are a terminal, and belongs to one
// thread. Between lineedit_begin and lineedit_end the terminal passes every key on; otherwise it is
// as it was.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct LineEdit LineEdit;

extern const char *const LINEEDIT_LIBRARIES[]; // in order of preference, ended by NULL

// For Tab: the words that begin with `begin`, one for each index from 0; null after the last. The
// library frees them.
typedef char *LineEditComplete(const char *begin, int index, void *context);

// Null if there is none of these libraries.
LineEdit *lineedit_open(const char *const *libraries, LineEditComplete *complete, void *context);
void lineedit_close(LineEdit *edit); // null is fine

typedef enum LineEditEvent { LINEEDIT_MORE, LINEEDIT_LINE, LINEEDIT_END } LineEditEvent;

// Shows the prompt; it must stay valid until lineedit_end.
void lineedit_begin(LineEdit *edit, const char *prompt);
// To be called when a key can be read. After LINEEDIT_LINE the line has been copied to `line`, cut
// to `cap` bytes, and added to the history. LINEEDIT_END: Ctrl-D, or the end of the input.
LineEditEvent lineedit_key(LineEdit *edit, char *line, size_t cap, size_t *len);
void lineedit_end(LineEdit *edit);
