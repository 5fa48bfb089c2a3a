#include "dfpn_table.h"

#include "base/pages.h"

enum { PATH_SHARE = 16 }; // one part in so many is for disproofs that depend on the path

bool dfpn_table_init(DfpnTable *table, int size_mb) {
    const size_t bytes = (size_t)size_mb << 20;
    DfpnEntry *entries = pages_new(bytes);
    if (!entries)
        return false;
    const size_t path_bytes = bytes / PATH_SHARE;
    const size_t entry_count = (bytes - path_bytes) / sizeof *entries;
    *table = (DfpnTable){.entries = entries,
                         .paths = (PathEntry *)(entries + entry_count),
                         .count = entry_count - TABLE_WINDOW,
                         .path_count = path_bytes / sizeof(PathEntry),
                         .bytes = bytes,
                         .generation = 1};
    return true;
}

void dfpn_table_release(DfpnTable *table) {
    pages_free(table->entries, table->bytes);
}

void dfpn_table_empty(DfpnTable *table) {
    if (++table->generation == 0) {
        pages_clear(table->entries, table->bytes);
        table->generation = 1;
    }
}

static size_t index_of(Key key, size_t count) {
    return (size_t)((unsigned __int128)key * count >> 64);
}

bool dfpn_table_probe(const DfpnTable *table, Key board_key, Hand hand, MateValue *value) {
    const DfpnEntry *window = &table->entries[index_of(board_key, table->count)];
    const DfpnEntry *found = NULL;
    for (const DfpnEntry *entry = window; entry < window + TABLE_WINDOW; entry++) {
        if (entry->board_key != board_key || entry->generation != table->generation)
            continue;
        const bool is_proof = !entry->proof && hand_covers(hand, entry->hand);
        const bool is_disproof = !entry->disproof && hand_covers(entry->hand, hand);
        if (is_proof || is_disproof) {
            found = entry;
            break;
        }
        if (entry->hand == hand)
            found = entry;
    }
    if (!found)
        return false;
    *value = (MateValue){found->proof, found->disproof, found->plies, PLY_NONE};
    return true;
}

// A proof or a disproof makes others unnecessary.
static bool is_replaced(const DfpnEntry *entry, Hand hand, const MateValue *value) {
    return entry->hand == hand || (!value->proof && hand_covers(entry->hand, hand)) ||
           (!value->disproof && hand_covers(hand, entry->hand));
}

void dfpn_table_store(DfpnTable *table, Key board_key, Hand hand, const MateValue *value,
                      int64_t work) {
    DfpnEntry *window = &table->entries[index_of(board_key, table->count)];
    DfpnEntry *chosen = NULL, *least = window;
    uint32_t work_before = 0;
    for (DfpnEntry *entry = window; entry < window + TABLE_WINDOW; entry++) {
        if (entry->generation == table->generation) {
            if (entry->board_key == board_key && is_replaced(entry, hand, value)) {
                if (entry->hand == hand)
                    work_before = entry->work;
                entry->generation = 0;
                chosen = entry;
            } else if (least->generation == table->generation && entry->work < least->work) {
                least = entry;
            }
        } else {
            least = entry;
        }
    }
    const int64_t sum = (int64_t)work_before + work;
    *(chosen ? chosen : least) = (DfpnEntry){.board_key = board_key,
                                             .hand = hand,
                                             .proof = value->proof,
                                             .disproof = value->disproof,
                                             .work = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX,
                                             .plies = value->plies,
                                             .generation = table->generation};
}

bool dfpn_table_probe_path(const DfpnTable *table, Key path_key, MateValue *value) {
    const PathEntry *entry = &table->paths[index_of(path_key, table->path_count)];
    if (entry->path_key != path_key || entry->generation != table->generation)
        return false;
    *value = (MateValue){NUMBER_MAX, 0, 0, entry->ply};
    return true;
}

void dfpn_table_store_path(DfpnTable *table, Key path_key, int16_t ply) {
    table->paths[index_of(path_key, table->path_count)] =
        (PathEntry){.path_key = path_key, .ply = ply, .generation = table->generation};
}
