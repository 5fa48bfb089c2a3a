// Training records of other programs: known bytes, round trips over random games, and refusals.
#include "positions.h"

#include "record/teacher.h"

static void bytes_of(const char *hex, uint8_t *bytes, size_t count) {
    assert_int_equal(strlen(hex), 2 * count);
    for (size_t i = 0; i < count; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        bytes[i] = (uint8_t)byte;
    }
}

static Sample sample_of(const Position *pos, Move move, int value, int result) {
    Sample sample = {.value = (int16_t)value,
                     .move = (uint16_t)move,
                     .ply = (uint16_t)pos_ply(pos),
                     .result = (int8_t)result};
    pos_pack(pos, &sample.position);
    return sample;
}

static void visit(Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    uint8_t psv[PSV_BYTES], hcpe[HCPE_BYTES], again[HCPE_BYTES];
    for (int i = -1; i < count; i += 1 + (int)rng_below(rng, 8)) {
        const int value = (int)rng_below(rng, 65536) - 32768, result = (int)rng_below(rng, 3) - 1;
        const Sample sample = sample_of(pos, i < 0 ? (Move)MOVE_NONE : moves[i], value, result);
        Sample back;
        assert_ok(sample_to_psv(&sample, psv, error));
        assert_ok(sample_from_psv(&back, psv, error));
        assert_memory_equal(&back, &sample, sizeof sample);
        assert_ok(sample_to_hcpe(&sample, hcpe, error));
        assert_ok(sample_from_hcpe(&back, hcpe, error));
        back.ply = sample.ply;
        assert_memory_equal(&back, &sample, sizeof sample);
        assert_ok(sample_to_hcpe(&back, again, error));
        assert_memory_equal(hcpe, again, sizeof hcpe);
    }
}

static void test_random_games(void **state) {
    (void)state;
    random_play(13, 10000, visit);
}

// Positions, moves and results written by hand from the tables in doc/formats.md, not by this
// program.
static const struct {
    const char *text, *move;
    int value, result;
    const char *hex;
} HCPE_KNOWN[] = {
    {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "7g7f", 100, 1,
     "58a449210cd757217e8e4d212caf427814c2ab109e4d212cd75f213e8e49210c"
     "64003b1e0100"},
    {"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", "G*4h", -2, 1,
     "2381490986eb1565014b3cbee40200a0c417b84a0004c744113fc3f9912467bd"
     "feffa22b0200"}, // from 80 + 7, to 34
    {"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", "6f9i+", 0, 0,
     "2381490986eb1565014b3cbee40200a0c417b84a0004c744113fc3f9912467bd"
     "000050590000"},
    {"lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "", 0, -1,
     "59240a61b8be0af1736c0a617915c2a3105e85f06c0a61b914e2e39814c2905e"
     "000000000100"},
};

static void test_known_hcpe(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(HCPE_KNOWN); i++) {
        const Position pos = position_of(str_of(HCPE_KNOWN[i].text));
        Move move = MOVE_NONE;
        if (*HCPE_KNOWN[i].move)
            assert_ok(move_parse(&pos, str_of(HCPE_KNOWN[i].move), &move, error));
        const Sample sample = sample_of(&pos, move, HCPE_KNOWN[i].value, HCPE_KNOWN[i].result);
        uint8_t bytes[HCPE_BYTES], expected[HCPE_BYTES];
        bytes_of(HCPE_KNOWN[i].hex, expected, HCPE_BYTES);
        assert_ok(sample_to_hcpe(&sample, bytes, error));
        assert_memory_equal(bytes, expected, HCPE_BYTES);
        Sample back;
        assert_ok(sample_from_hcpe(&back, expected, error));
        assert_memory_equal(&back, &sample, sizeof sample);
    }
}

static void refuse_psv(Sample sample, const char *word) {
    Error why = {""};
    Sample back;
    uint8_t bytes[PSV_BYTES];
    memcpy(bytes, &sample, sizeof bytes);
    assert_int_equal(sample_from_psv(&back, bytes, &why), STATUS_BAD_INPUT);
    assert_non_null(strstr(why.text, word));
    assert_int_equal(sample_to_psv(&sample, bytes, &why), STATUS_BAD_INPUT);
    assert_int_equal(sample_to_hcpe(&sample, bytes, &why), STATUS_BAD_INPUT);
}

static void test_refused(void **state) {
    (void)state;
    Position pos;
    pos_start(&pos);
    const Sample good = sample_of(&pos, move_make(60, 59), 0, 0);
    Sample bad = good;
    bad.result = 2;
    refuse_psv(bad, "result is 2");
    bad = good;
    bad.move = (uint16_t)move_make(60, 58);
    refuse_psv(bad, "not legal");
    bad = good;
    bad.position.bytes[0] ^= 0xfe;
    refuse_psv(bad, "king");

    uint8_t bytes[HCPE_BYTES], changed[HCPE_BYTES];
    Sample back;
    Error why;
    assert_ok(sample_to_hcpe(&good, bytes, error));
    const struct {
        int at;
        uint8_t value;
        const char *word;
    } faults[] = {{36, 3, "result is 3"},
                  {35, 0x80 | 0x1e, "highest bit"},
                  {35, 0x2a, "not legal"}, // a drop
                  {35, 0x7e, "not legal"}, // a promotion of nothing
                  {0, 0xfe, "king"}};
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        memcpy(changed, bytes, sizeof bytes);
        changed[faults[i].at] = faults[i].value;
        assert_int_equal(sample_from_hcpe(&back, changed, &why), STATUS_BAD_INPUT);
        assert_non_null(strstr(why.text, faults[i].word));
    }
}

// Variants of other writers.
static void test_tolerated(void **state) {
    (void)state;
    Sample back;
    // Our order in hand is gold before rook; older YaneuraOu wrote bishops and rooks before golds.
    const Position pos = position_of(str_of("4k4/9/9/9/9/9/9/9/4K4 b R2B3G4S4N4L18Prg 1"));
    const Sample sample = sample_of(&pos, MOVE_NONE, 0, 0);
    Sample other = sample;
    // The last twelve bits are SECOND's gold (0111, 1) and rook (11111, 0, 1).
    unsigned tail = (unsigned)(sample.position.bytes[30] | sample.position.bytes[31] << 8);
    assert_int_equal(tail >> 4, 0x17 | 0x5f << 5);
    tail = (tail & 15) | (0x5fu | 0x17u << 7) << 4;
    other.position.bytes[30] = (uint8_t)tail;
    other.position.bytes[31] = (uint8_t)(tail >> 8);
    other.flags = 77;
    uint8_t bytes[PSV_BYTES];
    const uint16_t moves[] = {0, 1 << 7 | 1, 2 << 7 | 2, 3 << 7 | 3};
    for (size_t i = 0; i < ARRAY_LEN(moves); i++) {
        other.move = moves[i];
        memcpy(bytes, &other, sizeof bytes);
        assert_ok(sample_from_psv(&back, bytes, error));
        assert_memory_equal(&back, &sample, sizeof sample);
    }
    Position refused;
    assert_int_equal(pos_unpack(&refused, &other.position, NULL), STATUS_BAD_INPUT);
}

static void test_random_bytes(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 17);
    for (int i = 0; i < 100000; i++) {
        uint8_t bytes[PSV_BYTES];
        Sample sample;
        Error why = {""};
        for (size_t at = 0; at < sizeof bytes; at++)
            bytes[at] = (uint8_t)rng_next(&rng) & (uint8_t)rng_next(&rng);
        assert_int_equal(sample_from_psv(&sample, bytes, &why), STATUS_BAD_INPUT);
        assert_int_equal(sample_from_hcpe(&sample, bytes, &why), STATUS_BAD_INPUT);
        assert_true(why.text[0] != '\0');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games), cmocka_unit_test(test_known_hcpe),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_tolerated),
        cmocka_unit_test(test_random_bytes),
    };
    return cmocka_run_group_tests_name("teacher", tests, NULL, NULL);
}
