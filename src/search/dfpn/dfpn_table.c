#include "dfpn_table.h"

#include "base/pages.h"
#include "base/rng.h"

enum {
    PATH_SHARE = 16, // one part in so many is for disproofs that depend on the path
    COUNT_FIRST = 1 << 13,
    PATH_COUNT_FIRST = 1 << 11,
    GROWTH = 8, // the table becomes so many times larger, and as large as the memory at last
};

static void shrink(DfpnTable *table) {
    table->count = COUNT_FIRST;
    table->path_count = PATH_COUNT_FIRST;
    table->used = 0;
}

bool dfpn_table_init(DfpnTable *table, int size_mb) {
    const size_t bytes = (size_t)size_mb << 20;
    DfpnEntry *entries = pages_new(bytes);
    if (!entries)
        return false;
    const size_t path_bytes = bytes / PATH_SHARE;
    const size_t entry_count = (bytes - path_bytes) / sizeof *entries;
    *table = (DfpnTable){.entries = entries,
                         .paths = (PathEntry *)(entries + entry_count),
                         .capacity = entry_count - TABLE_WINDOW,
                         .path_capacity = path_bytes / sizeof(PathEntry),
                         .bytes = bytes,
                         .generation = 1};
    shrink(table);
    return true;
}

void dfpn_table_release(DfpnTable *table) {
    pages_free(table->entries, table->bytes);
}

void dfpn_table_empty(DfpnTable *table) {
    shrink(table);
    table->path_salt = rng_mix(table->path_salt);
    if (++table->generation == 0) {
        pages_clear(table->entries, table->bytes);
        table->generation = 1;
    }
}

static size_t index_of(Key key, size_t count) {
    return (size_t)((unsigned __int128)key * count >> 64);
}

void dfpn_table_prefetch(const DfpnTable *table, Key board_key) {
    __builtin_prefetch(&table->entries[index_of(board_key, table->count)]);
}

// Whether the entry, of the same board, answers the question for this hand.
static bool is_answer(const DfpnEntry *entry, Hand hand, int plies) {
    if (!entry->proof)
        return entry->plies <= plies && hand_covers(hand, entry->hand);
    return !entry->disproof && entry->plies >= plies && hand_covers(entry->hand, hand);
}

static MateValue value_in(const DfpnEntry *entry) {
    return (MateValue){entry->proof, entry->disproof, entry->hand, entry->plies, PLY_NONE};
}

bool dfpn_table_probe(const DfpnTable *table, Key board_key, Hand hand, int plies,
                      MateValue *value) {
    const DfpnEntry *window = &table->entries[index_of(board_key, table->count)];
    const DfpnEntry *found = NULL;
    for (const DfpnEntry *entry = window; entry < window + TABLE_WINDOW; entry++) {
        if (entry->generation != table->generation)
            break;
        if (entry->board_key != board_key)
            continue;
        if (is_answer(entry, hand, plies)) {
            found = entry;
            break;
        }
        if (entry->hand == hand && entry->proof && entry->disproof)
            found = entry;
    }
    if (!found)
        return false;
    *value = value_in(found);
    return true;
}

// Moves an entry to its window in the larger table. One that finds no room is lost.
static void move_entry(DfpnTable *table, DfpnEntry *old) {
    const DfpnEntry moved = *old;
    old->generation = 0;
    DfpnEntry *window = &table->entries[index_of(moved.board_key, table->count)];
    for (DfpnEntry *entry = window; entry < window + TABLE_WINDOW; entry++)
        if (entry->generation != table->generation) {
            *entry = moved;
            table->used++;
            return;
        }
}

// The new window of an entry is behind the old one, except for a few of the first entries; so the
// last ones go first.
static void grow(DfpnTable *table) {
    const size_t count = table->count;
    const bool is_last = table->capacity / GROWTH < count;
    table->count = is_last ? table->capacity : count * GROWTH;
    table->path_count = is_last ? table->path_capacity : table->path_count * GROWTH;
    table->used = 0;
    for (size_t i = count + TABLE_WINDOW; i > 0; i--)
        if (table->entries[i - 1].generation == table->generation)
            move_entry(table, &table->entries[i - 1]);
}

// Whether the value, which is not path dependent, makes an entry of the same board unnecessary.
static bool is_replaced(const DfpnEntry *entry, Hand hand, const MateValue *value) {
    if (!value->proof)
        return entry->disproof && hand_covers(entry->hand, value->hand) &&
               (entry->proof || entry->plies >= value->plies);
    if (!value->disproof)
        return entry->proof && hand_covers(value->hand, entry->hand) &&
               (entry->disproof || entry->plies <= value->plies);
    return entry->proof && entry->disproof && entry->hand == hand;
}

void dfpn_table_store(DfpnTable *table, Key board_key, Hand hand, const MateValue *value,
                      int64_t work) {
    if (table->used > table->count / 2 && table->count < table->capacity)
        grow(table);
    DfpnEntry *window = &table->entries[index_of(board_key, table->count)];
    DfpnEntry *chosen = NULL, *least = window;
    int64_t sum = work;
    for (DfpnEntry *entry = window; entry < window + TABLE_WINDOW; entry++) {
        if (entry->generation != table->generation) {
            least = entry;
            table->used += !chosen;
            break;
        }
        if (entry->board_key == board_key && is_replaced(entry, hand, value)) {
            sum += entry->work;
            if (chosen) // this entry is free now, but not empty
                *chosen = (DfpnEntry){.proof = 1, .disproof = 1, .generation = table->generation};
            chosen = entry;
        } else if (entry->work < least->work) {
            least = entry;
        }
    }
    const bool is_solved = !value->proof || !value->disproof;
    *(chosen ? chosen : least) = (DfpnEntry){.board_key = board_key,
                                             .hand = is_solved ? value->hand : hand,
                                             .proof = value->proof,
                                             .disproof = value->disproof,
                                             .work = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX,
                                             .plies = value->plies,
                                             .generation = table->generation};
}

bool dfpn_table_probe_path(const DfpnTable *table, Key path_key, int plies, MateValue *value) {
    const PathEntry *entry = &table->paths[index_of(path_key, table->path_count)];
    if (entry->salted_key != (path_key ^ table->path_salt) || entry->plies < plies)
        return false;
    *value = (MateValue){NUMBER_MAX, 0, entry->hand, entry->plies, entry->ply};
    return true;
}

void dfpn_table_store_path(DfpnTable *table, Key path_key, const MateValue *value) {
    table->paths[index_of(path_key, table->path_count)] =
        (PathEntry){.salted_key = path_key ^ table->path_salt,
                    .hand = value->hand,
                    .plies = value->plies,
                    .ply = value->ply};
}
