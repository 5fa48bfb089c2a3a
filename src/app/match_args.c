#include "match_args.h"

#include <unistd.h>

#include "lab/match.h"

// `400,3` or, with room for a third number, `10,8,40`.
static bool numbers_parse(const char *text, int least, int most, int *const fields[]) {
    Str rest = str_of(text);
    int count = 0;
    for (; count < most && (rest.len || count < least); count++) {
        int64_t number;
        if (!str_int(str_until(&rest, ','), 0, 32000, &number))
            return false;
        *fields[count] = (int)number;
    }
    return !rest.len;
}

Exit match_args_resign(const Command *self, const char *text, RefereeTerms *terms) {
    int *const fields[] = {&terms->resign_value, &terms->resign_count};
    if (numbers_parse(text, 2, 2, fields) && terms->resign_value && terms->resign_count)
        return EXIT_OK;
    return command_fail(self, "--resign: '%.60s' is not VALUE,MOVES like 800,4", text);
}

Exit match_args_draw(const Command *self, const char *text, RefereeTerms *terms) {
    int *const fields[] = {&terms->draw_value, &terms->draw_count, &terms->draw_from};
    if (numbers_parse(text, 2, 3, fields) && terms->draw_count)
        return EXIT_OK;
    return command_fail(self, "--draw: '%.60s' is not VALUE,MOVES or VALUE,MOVES,PLY like 10,8,80",
                        text);
}

int match_args_threads(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MATCH_THREADS_MAX ? MATCH_THREADS_MAX : (int)count;
}
