// Packed positions: round trips over random games, known bytes, and refusal of all bytes that no
// position packs to.
#include "positions.h"

#include "game/packed.h"

static void assert_round_trip(const Position *pos) {
    PackedPosition packed, again;
    Position back;
    char text[POS_TEXT_MAX], same[POS_TEXT_MAX];
    pos_pack(pos, &packed);
    assert_ok(pos_unpack(&back, &packed, error));
    assert_ok(pos_check(&back, error));
    assert_true(pos_key(&back) == pos_key(pos));
    // The move number is not packed, everything else is.
    assert_true(back.ply == (GAME_IS_CHESS ? (unsigned)pos_side(pos) : 0));
    back.ply = pos->ply;
    pos_format(pos, text);
    pos_format(&back, same);
    assert_string_equal(text, same);
    pos_pack(&back, &again);
    assert_memory_equal(&packed, &again, sizeof packed);
}

static void visit(Position *pos, Rng *rng) {
    (void)rng;
    assert_round_trip(pos);
}

static void test_random_games(void **state) {
    (void)state;
    random_play(7, 50000, visit);
}

static void test_equals_text(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 11);
    for (int i = 0; i < 200; i++) {
        Position pos = random_start(&rng), back;
        PackedPosition packed;
        pos_pack(&pos, &packed);
        assert_ok(pos_unpack(&back, &packed, error));
        back.ply = pos.ply;
        // A text reads as the same value, in every field.
        assert_memory_equal(&back, &pos, sizeof pos);
    }
}

// Bytes are accepted only if a position packs to them; returns whether they were accepted.
static bool is_accepted(const PackedPosition *packed) {
    Position pos;
    PackedPosition again;
    Error why = {""};
    if (pos_unpack(&pos, packed, &why) != STATUS_OK) {
        assert_true(why.text[0] != '\0');
        assert_int_equal(pos_unpack(&pos, packed, NULL), STATUS_BAD_INPUT);
        return false;
    }
    char text[POS_TEXT_MAX];
    pos_format(&pos, text);
    assert_ok(pos_check(&pos, error));
    const Position parsed = position_of(str_of(text));
    assert_true(pos_key(&parsed) == pos_key(&pos));
    pos_pack(&pos, &again);
    assert_memory_equal(packed, &again, sizeof again);
    return true;
}

static void test_random_bytes(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 3);
    for (int i = 0; i < 200000; i++) {
        PackedPosition packed;
        for (size_t at = 0; at < sizeof packed.bytes; at++)
            packed.bytes[at] = (uint8_t)rng_next(&rng) & (uint8_t)rng_next(&rng);
        assert_false(is_accepted(&packed));
    }
}

static long flips_accepted;

static void visit_flips(Position *pos, Rng *rng) {
    PackedPosition packed;
    pos_pack(pos, &packed);
    const PackedPosition good = packed;
    for (unsigned bit = 0; bit < PACKED_BYTES * 8; bit++) {
        packed.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        flips_accepted += is_accepted(&packed);
        packed.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (int i = 0; i < 64; i++) { // two at once
        const unsigned one = rng_below(rng, PACKED_BYTES * 8),
                       two = rng_below(rng, PACKED_BYTES * 8);
        packed.bytes[one / 8] ^= (uint8_t)(1u << one % 8);
        packed.bytes[two / 8] ^= (uint8_t)(1u << two % 8);
        flips_accepted += is_accepted(&packed);
        packed = good;
    }
    // Truncated at any byte.
    for (size_t length = 0; length < PACKED_BYTES; length++) {
        PackedPosition cut = {{0}};
        memcpy(cut.bytes, good.bytes, length);
        if (memcmp(&cut, &good, sizeof cut) != 0)
            (void)is_accepted(&cut);
    }
}

static void test_flipped_bits(void **state) {
    (void)state;
    random_play(5, 400, visit_flips);
    // Many are other positions: the colour of a piece, the side to move.
    assert_true(flips_accepted > 1000);
}

static void bytes_of(const char *hex, PackedPosition *packed) {
    assert_int_equal(strlen(hex), 2 * PACKED_BYTES);
    for (size_t i = 0; i < PACKED_BYTES; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        packed->bytes[i] = (uint8_t)byte;
    }
}

typedef struct Known {
    const char *text, *hex;
} Known;

// Written by hand from the tables in doc/formats.md, not by this program.
static const Known SHOGI_KNOWN[] = {
    {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
     "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c"},
    {"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
     "2381510a86f515e900473c3ed5010020c52758530004cb48123fc3f99024ebbc"},
    // A handicap: lance and rook are in the box.
    {"lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
     "59241261583f13f1b39c12e17825c223115e89f09c12e15825e2631925c2907e"},
};
static const Known CHESS_KNOWN[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "ffff00000000ffff275336721111111199999999afdbbefa0000000000000000"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 3 1",
     "100000180000001096e100000000000000000000000000000114030000000000"},
};

static void check_known(const Known *known, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(known[i].text));
        PackedPosition expected, packed;
        bytes_of(known[i].hex, &expected);
        pos_pack(&pos, &packed);
        assert_memory_equal(&packed, &expected, sizeof packed);
    }
}

static void test_known_bytes(void **state) {
    (void)state;
    if (GAME_IS_SHOGI)
        check_known(SHOGI_KNOWN, ARRAY_LEN(SHOGI_KNOWN));
    else if (GAME_IS_CHESS)
        check_known(CHESS_KNOWN, ARRAY_LEN(CHESS_KNOWN));
}

// Positions with a special last bit, or with all pieces in a special place.
static const char *const SHOGI_RARE[] = {
    "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1",
    "4k4/9/9/9/9/9/9/9/9 b - 1",
    "9/9/9/9/9/9/9/9/4K4 w - 1",
    "9/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1",
    "4k4/9/9/9/9/9/9/9/K8 b G3g 1",
    "k8/9/9/9/9/9/9/9/8K w 2r2b4g4s4n4l18p 1",
};
static const char *const MINISHOGI_RARE[] = {
    "4k/5/5/5/5 b 2R2B2G2S2P 1", "4k/5/5/5/5 b 2r2b2g2s2p 1", "4k/5/5/5/5 b - 1",
    "5/5/5/5/K4 w 2R2B2G2S2p 1", "k4/5/5/5/4K b - 1",
};
static const char *const CHESS_RARE[] = {
    "4k3/8/8/8/8/8/8/4K3 b - - 32767 1",
    "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
    "1r2k2r/8/8/8/8/8/8/R1R1K1RR b Cb - 7 1",
};

static void check_rare(const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(texts[i]));
        assert_round_trip(&pos);
    }
}

static void test_rare(void **state) {
    (void)state;
    if (GAME_IS_CHESS)
        check_rare(CHESS_RARE, ARRAY_LEN(CHESS_RARE));
    else if (GAME_IS_MINISHOGI)
        check_rare(MINISHOGI_RARE, ARRAY_LEN(MINISHOGI_RARE));
    else
        check_rare(SHOGI_RARE, ARRAY_LEN(SHOGI_RARE));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games), cmocka_unit_test(test_equals_text),
        cmocka_unit_test(test_random_bytes), cmocka_unit_test(test_flipped_bits),
        cmocka_unit_test(test_known_bytes),  cmocka_unit_test(test_rare),
    };
    return cmocka_run_group_tests_name("packed " GAME_NAME, tests, NULL, NULL);
}
