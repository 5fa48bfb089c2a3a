#include "game/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void history_init(History *history) {
    *history = (History){0};
}

void history_release(History *history) {
    free(history->entries);
    history_init(history);
}

void history_clear(History *history) {
    history->count = 0;
}

Status history_reserve(History *history, size_t more, Error *error) {
    return ARRAY_RESERVE(history->entries, history->capacity, history->count + more, "a game",
                         error);
}

Status history_copy(History *history, const History *from, size_t more, Error *error) {
    assert(history != from);
    TRY(ARRAY_RESERVE(history->entries, history->capacity, from->count + more, "a game", error));
    if (from->count)
        memcpy(history->entries, from->entries, from->count * sizeof *from->entries);
    history->count = from->count;
    return STATUS_OK;
}

void history_push(History *history, Key board_key, uint64_t hands, uint32_t reversible,
                  bool is_check) {
    assert(history->count < history->capacity);
    const size_t i = history->count++;
    const uint32_t earlier = i >= 2 ? history->entries[i - 2].check_run : 0;
    history->entries[i] = (HistoryEntry){board_key, hands, reversible, is_check ? earlier + 1 : 0};
}

void history_pop(History *history) {
    assert(history->count > 0);
    history->count--;
}

// How many plies back the newest entry can recur.
static size_t reach(const History *history, size_t max_back) {
    const size_t newest = history->count - 1;
    const uint32_t reversible = history->entries[newest].reversible;
    size_t limit = newest < reversible ? newest : reversible;
    return limit < max_back ? limit : max_back;
}

Repetition history_repetition(const History *history, int wanted, size_t max_back) {
    assert(history->count > 0);
    const HistoryEntry *now = &history->entries[history->count - 1];
    Repetition found = {.occurrences = 1};
    const size_t limit = reach(history, max_back);
    // The same side is to move every second ply, and a position cannot recur after two.
    for (size_t back = 4; back <= limit && found.occurrences < wanted; back += 2) {
        const HistoryEntry *then = now - back;
        if (then->board_key != now->board_key || then->hands != now->hands)
            continue;
        found.occurrences++;
        // Of the `back` moves since then each side made half; the mover's last one led to now[-1].
        found.opponent_checked = now->check_run >= back / 2;
        found.mover_checked = now[-1].check_run >= back / 2;
    }
    return found;
}
