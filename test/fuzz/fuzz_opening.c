// Any text as a file of openings, and every line of it by itself. A file is accepted exactly if all
// its lines are; an opening has a legal move.
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "play/opening.h"

static void check_line(const GameLine *line) {
    const Position *pos = &line->now;
    Move moves[MOVE_MAX];
    fuzz_require(pos_check(pos, NULL) == STATUS_OK, pos, "an accepted position is sound");
    fuzz_require(gen_legal(pos, moves) > 0, pos, "there is something to play");
    Position again = line->start;
    for (size_t i = 0; i < line->count; i++) {
        fuzz_require(pos_is_legal(&again, line->moves[i]), &again, "a move of an opening is legal");
        Undo undo;
        pos_do(&again, line->moves[i], &undo);
    }
    fuzz_require(pos_key(&again) == pos_key(pos), pos, "the moves lead where the game is");
}

// How many openings there are, or -1 if one is wrong.
static int try_lines(Str text) {
    GameLine line;
    line_init(&line);
    int count = 0;
    while (text.len && count >= 0) {
        const Str row = str_trim(str_until(&text, '\n'));
        if (!row.len || *row.at == '#')
            continue;
        Error error;
        const Status status = opening_parse(&line, row, &error);
        if (status == STATUS_OK)
            check_line(&line);
        else
            fuzz_require_error(status, &error);
        count = status == STATUS_OK ? count + 1 : -1;
    }
    line_release(&line);
    return count;
}

// A file in memory, created once and overwritten by each input.
static const char *file_of(const uint8_t *data, size_t size) {
    static int file = -1;
    static char path[64];
    if (file < 0) {
        file = memfd_create("openings", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    fuzz_require(file >= 0 && ftruncate(file, 0) == 0 &&
                     pwrite(file, data, size, 0) == (ssize_t)size,
                 NULL, "a file in memory can be written");
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const int expected = try_lines(fuzz_text(data, size));
    Openings openings;
    Error error;
    const Status status = openings_open(&openings, file_of(data, size), &error);
    fuzz_require((status == STATUS_OK) == (expected > 0), NULL,
                 "a file is as good as its lines, and has some");
    if (status != STATUS_OK) {
        fuzz_require_error(status, &error);
        fuzz_require(!openings.text && !openings.lines && !openings.count, NULL,
                     "after a refusal there are no openings");
        return 0;
    }
    fuzz_require(openings.count == (size_t)expected, NULL, "every line is an opening");
    openings_shuffle(&openings, size);
    fuzz_require(openings.count == (size_t)expected, NULL, "none is lost by shuffling");
    openings_release(&openings);
    return 0;
}
