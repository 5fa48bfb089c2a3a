#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "help.h"
#include "sibling.h"

void command_help(const Command *self, char **words, FILE *out) {
    Str rest = str_of(self->usage);
    for (bool is_first = true; rest.len; is_first = false) {
        const Str form = str_until(&rest, '\n');
        fprintf(out, "%s yuragi-" GAME_NAME " %s %.*s\n", is_first ? "usage:" : "      ",
                self->name, (int)form.len, form.at);
    }
    fputc('\n', out);
    help_paragraph(self->about, out);
    fputc('\n', out);
    help_args(&self->args, out);
    if (self->print_more)
        self->print_more(words, out);
    if (self->notes) {
        fputc('\n', out);
        help_paragraph(self->notes, out);
    }
    fprintf(out, "\nexample: yuragi-" GAME_NAME " %s %s\n", self->name, self->example);
}

static Exit run(const Command *self, int argc, char **argv, void *request) {
    if (self->defaults)
        memcpy(request, self->defaults, self->request_size);
    bool is_help;
    Error error;
    if (args_parse(&self->args, argc, argv, request, &is_help, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    if (!is_help)
        return self->run(self, request);
    command_help(self, argv + 1, stdout);
    return EXIT_OK;
}

Exit command_run(const Command *self, int argc, char **argv) {
    void *request = calloc(1, self->request_size);
    if (!request)
        return command_fail(self, "no memory");
    const Exit exit_code = run(self, argc, argv, request);
    free(request);
    return exit_code;
}

Exit command_fail(const Command *self, const char *format, ...) {
    fprintf(stderr, "yuragi-%s %s: ", GAME_NAME, self->name);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return EXIT_BAD;
}

// A word as a shell reads it back.
static void print_quoted(const char *word, FILE *out) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";
    if (*word && !word[strspn(word, PLAIN)]) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    }
    fputc('\'', out);
}

// From the kernel, since getopt reorders argv.
void command_say_again(const char *extra) {
    FILE *words = fopen("/proc/self/cmdline", "re");
    if (!words)
        return;
    char *word = NULL;
    size_t size = 0;
    fputs("to go on:", stderr);
    while (getdelim(&word, &size, '\0', words) > 0) {
        if (!strcmp(word, SIBLING_ANY_GAME))
            continue;
        if (extra && !strcmp(word, extra))
            extra = NULL;
        fputc(' ', stderr);
        print_quoted(word, stderr);
    }
    fprintf(stderr, "%s%s\n", extra ? " " : "", extra ? extra : "");
    free(word);
    fclose(words);
}

int command_threads(int most) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > most ? most : (int)count;
}

Exit command_line(const Command *self, const char *text, GameLine *line) {
    Error error;
    if (line_parse(line, str_of(text ? text : "startpos"), &error) == STATUS_OK)
        return EXIT_OK;
    return command_fail(self, "--position: %s", error.text);
}
