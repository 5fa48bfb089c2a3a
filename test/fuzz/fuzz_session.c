// Any lines from a GUI: no line breaks a session, and every `go` has exactly one answer.
//
// The search is the one-ply search, so that there is no waiting. Commands that would make the
// machine slow or touch its files (memory, threads, weights, deep perft) are left out.
#include "fuzz.h"
#include "protocol/session.h"

static bool has(Str line, const char *word) {
    return memmem(line.at, line.len, word, strlen(word)) != NULL;
}

// Option names ignore spaces and case, so they are compared without.
static bool is_left_out(Str line) {
    static const char *const WORDS[] = {"hash",  "threads", "evalfile",           "namesearchvalue",
                                        "perft", "quit",    "minimumthinkingtime"};
    char text[1024];
    size_t length = 0;
    for (size_t i = 0; i < line.len && length < sizeof text; i++)
        if (line.at[i] > ' ')
            text[length++] = (char)(line.at[i] | 0x20);
    for (size_t i = 0; i < ARRAY_LEN(WORDS); i++)
        if (has((Str){text, length}, WORDS[i]))
            return true;
    return false;
}

static int count_answers(const char *said) {
    int count = 0;
    for (Str rest = str_of(said); rest.len;) {
        const Str line = str_until(&rest, '\n');
        count += has((Str){line.at, line.len < 9 ? line.len : 9}, "bestmove") ||
                 has((Str){line.at, line.len < 9 ? line.len : 9}, "checkmate");
        for (size_t i = 0; i < line.len; i++)
            fuzz_require(line.at[i] >= ' ' && line.at[i] <= '~', NULL, "what is said is ASCII");
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *said = NULL;
    size_t said_size = 0;
    FILE *out = open_memstream(&said, &said_size);
    Session *session = NULL;
    Error error;
    fuzz_require(out && session_new(&session, out, &error) == STATUS_OK, NULL, "a session begins");
    session_execute(session, str_of("setoption name Search value first"));
    session_execute(session, str_of("setoption name Hash value 1"));
    int asked = 0;
    Str rest = fuzz_text(data, size);
    while (rest.len) {
        const Str line = str_until(&rest, '\n');
        if (is_left_out(line))
            continue;
        Str words = line;
        asked += str_eq(str_word(&words), "go");
        fuzz_require(session_execute(session, line), NULL, "only quit ends a session");
    }
    session_finish(session);
    session_free(session);
    fclose(out);
    fuzz_require(count_answers(said) == asked, NULL, "every go has its one answer");
    free(said);
    return 0;
}
