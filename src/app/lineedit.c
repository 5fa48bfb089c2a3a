#include "lineedit.h"

#include <dlfcn.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "terminal.h"

const char *const LINEEDIT_LIBRARIES[] = {"libreadline.so.8", "libedit.so.2", NULL};

// What both libraries provide, with the names of their functions.
struct LineEdit {
    void *library;
    void (*install)(const char *prompt, void (*take)(char *line));
    void (*read_char)(void);
    void (*remove)(void);
    void (*add_history)(const char *line);
    char **(*matches)(const char *begin, char *(*next)(const char *begin, int state));
    LineEditComplete *complete;
    void *context;
    char *line;   // what was typed last, as the library allocated it
    char *newest; // of the history, so that the same line does not come twice
    LineEditEvent event;
};

// The one mutable global here: the libraries call functions without a context, and have only one
// line themselves.
static LineEdit *THE_EDIT;

static void take_line(char *line) {
    THE_EDIT->line = line;
    THE_EDIT->event = line ? LINEEDIT_LINE : LINEEDIT_END;
    // Else the library would show the prompt again.
    THE_EDIT->remove();
}

static char *next_word(const char *begin, int state) {
    static int index; // of the word that is asked for; the library begins with state 0
    index = state ? index + 1 : 0;
    return THE_EDIT->complete(begin, index, THE_EDIT->context);
}

// Never the names of files.
static char **complete_word(const char *begin, int from, int to) {
    (void)from, (void)to;
    int *is_over = dlsym(THE_EDIT->library, "rl_attempted_completion_over");
    if (is_over)
        *is_over = 1;
    return THE_EDIT->matches(begin, next_word);
}

// A function of the library through a pointer to an object, as POSIX asks for.
static bool find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool find_all(LineEdit *edit) {
    void *library = edit->library;
    return find(library, "rl_callback_handler_install", &edit->install) &&
           find(library, "rl_callback_read_char", &edit->read_char) &&
           find(library, "rl_callback_handler_remove", &edit->remove) &&
           find(library, "add_history", &edit->add_history) &&
           find(library, "rl_completion_matches", &edit->matches);
}

static void configure(const LineEdit *edit) {
    int *catches_signals = dlsym(edit->library, "rl_catch_signals");
    if (catches_signals)
        *catches_signals = 0; // Ctrl-C is the caller's
    char **(**completion)(const char *, int, int) =
        dlsym(edit->library, "rl_attempted_completion_function");
    if (completion)
        *completion = complete_word;
    int (*bind)(const char *variable, const char *value);
    if (find(edit->library, "rl_variable_bind", &bind)) {
        bind("enable-bracketed-paste", "off"); // no escape sequences before a key is pressed
        bind("enable-meta-key", "off");
    }
    // The libraries count columns by the locale. Where the named one is not installed any locale of
    // UTF-8 does.
    if (!setlocale(LC_CTYPE, "") && terminal_is_utf8())
        setlocale(LC_CTYPE, "C.UTF-8");
}

LineEdit *lineedit_open(const char *const *libraries, LineEditComplete *complete, void *context) {
    void *library = NULL;
    for (; *libraries && !library; libraries++)
        library = dlopen(*libraries, RTLD_NOW | RTLD_LOCAL);
    LineEdit *edit = library ? calloc(1, sizeof *edit) : NULL;
    if (!edit) {
        if (library)
            dlclose(library);
        return NULL;
    }
    *edit = (LineEdit){.library = library, .complete = complete, .context = context};
    if (!find_all(edit)) {
        lineedit_close(edit);
        return NULL;
    }
    THE_EDIT = edit;
    configure(edit);
    return edit;
}

// The library stays loaded: it may have registered functions for the end of the process.
void lineedit_close(LineEdit *edit) {
    if (!edit)
        return;
    free(edit->newest);
    free(edit);
    THE_EDIT = NULL;
}

void lineedit_begin(LineEdit *edit, const char *prompt) {
    edit->event = LINEEDIT_MORE;
    edit->install(prompt, take_line);
}

static void remember(LineEdit *edit) {
    const bool is_blank = edit->line[strspn(edit->line, " \t")] == '\0';
    if (is_blank || (edit->newest && !strcmp(edit->newest, edit->line))) {
        free(edit->line);
        return;
    }
    edit->add_history(edit->line);
    free(edit->newest);
    edit->newest = edit->line;
}

LineEditEvent lineedit_key(LineEdit *edit, char *line, size_t cap, size_t *len) {
    edit->read_char();
    if (edit->event == LINEEDIT_LINE) {
        const size_t typed = strlen(edit->line);
        *len = typed < cap ? typed : cap;
        memcpy(line, edit->line, *len);
        remember(edit);
        edit->line = NULL;
    }
    return edit->event;
}

void lineedit_end(LineEdit *edit) {
    if (edit->event == LINEEDIT_MORE)
        edit->remove();
}
