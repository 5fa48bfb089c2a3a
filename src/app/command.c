#include "command.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "help.h"

static Exit run(const Command *self, int argc, char **argv, void *request) {
    if (self->defaults)
        memcpy(request, self->defaults, self->request_size);
    bool is_help;
    Error error;
    if (args_parse(&self->args, argc, argv, request, &is_help, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    if (!is_help)
        return self->run(self, request);
    help_command(self, stdout);
    return EXIT_OK;
}

Exit command_run(const Command *self, int argc, char **argv) {
    if (self->run_words)
        return self->run_words(self, argc, argv);
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

bool command_arguments(const Command *self, int argc, char **argv, const struct option *options,
                       CommandTake *take, void *context, Exit *exit_code) {
    opterr = 0;
    *exit_code = EXIT_OK;
    for (int option; (option = getopt_long(argc, argv, ":h", options, NULL)) != -1;) {
        if (option == 'h') {
            fputs(self->help, stdout);
            return false;
        }
        if (option == ':')
            *exit_code = command_fail(self, "%s needs a value; see --help", argv[optind - 1]);
        else if (option == '?')
            *exit_code = command_fail(self, "%s is not an option, or needs no value; see --help",
                                      argv[optind - 1]);
        else
            *exit_code = take(self, context, option);
        if (*exit_code != EXIT_OK)
            return false;
    }
    return true;
}

static bool has_position(const struct option *options) {
    while (options->name && strcmp(options->name, "position"))
        options++;
    return options->name;
}

bool command_options(const Command *self, int argc, char **argv, const struct option *options,
                     CommandTake *take, void *context, Exit *exit_code) {
    if (!command_arguments(self, argc, argv, options, take, context, exit_code))
        return false;
    if (optind < argc)
        *exit_code =
            command_fail(self, "'%.60s': expected options only%s; see --help", argv[optind],
                         has_position(options) ? ", a position with --position" : "");
    return *exit_code == EXIT_OK;
}

Exit command_number(const Command *self, const char *name, const char *text, int64_t min,
                    int64_t max, int64_t *value) {
    if (str_int(str_of(text), min, max, value))
        return EXIT_OK;
    Error error;
    error_set(&error, STATUS_BAD_INPUT, "%s: '%.60s' is not a whole number from %lld to %lld", name,
              text, (long long)min, (long long)max);
    return command_fail(self, "%s", error.text);
}

Exit command_take_number(const Command *self, const CommandNumber *numbers, size_t count,
                         int option) {
    for (size_t i = 0; i < count; i++)
        if (numbers[i].option == option)
            return command_number(self, numbers[i].name, optarg, numbers[i].min, numbers[i].max,
                                  numbers[i].field);
    return EXIT_NO;
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
