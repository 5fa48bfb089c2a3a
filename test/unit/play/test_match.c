// Pairings, openings, the configs of engines, and games that count.
#include "positions.h"

#include "play/external_engine.h"
#include "play/match.h"

// ---- Pairing ----

static void test_pairs_exchange_colours(void **state) {
    (void)state;
    const Pairing pairing = {TOURNAMENT_PAIR, 2, 3};
    assert_int_equal(pairing_games(&pairing), 6);
    for (int64_t i = 0; i < 6; i++) {
        const PairingGame game = pairing_game(&pairing, i);
        assert_int_equal(game.round, i / 2);
        assert_int_equal(game.players[FIRST], i % 2);
        assert_int_equal(game.players[SECOND], 1 - i % 2);
    }
}

static void check_tournament(Tournament tournament, int engines, int encounters) {
    const Pairing pairing = {tournament, engines, 2};
    assert_int_equal(pairing_encounters(&pairing), encounters);
    int met[PAIRING_ENGINES_MAX][PAIRING_ENGINES_MAX] = {{0}};
    for (int64_t i = 0; i < pairing_games(&pairing); i++) {
        const PairingGame game = pairing_game(&pairing, i);
        assert_int_not_equal(game.players[FIRST], game.players[SECOND]);
        met[game.players[FIRST]][game.players[SECOND]]++;
        assert_int_equal(game.round, i / (2 * encounters));
    }
    for (int a = 0; a < engines; a++)
        for (int b = 0; b < engines; b++) {
            const bool is_wanted = a != b && (tournament == TOURNAMENT_ROUND_ROBIN || !a || !b);
            assert_int_equal(met[a][b], is_wanted ? 2 : 0);
        }
}

static void test_tournaments(void **state) {
    (void)state;
    check_tournament(TOURNAMENT_ROUND_ROBIN, 2, 1);
    check_tournament(TOURNAMENT_ROUND_ROBIN, 5, 10);
    check_tournament(TOURNAMENT_ROUND_ROBIN, PAIRING_ENGINES_MAX, PAIRING_ENCOUNTERS_MAX);
    check_tournament(TOURNAMENT_GAUNTLET, 5, 4);
}

// ---- Openings ----

static void test_opening_forms(void **state) {
    (void)state;
    GameLine line, again;
    line_init(&line);
    line_init(&again);
    Rng rng;
    rng_init(&rng, 7);
    assert_ok(opening_random(&line, 9, &rng, error));
    assert_int_equal(line.count, 9);
    rng_init(&rng, 7);
    assert_ok(opening_random(&again, 9, &rng, error));
    assert_true(pos_key(&line.now) == pos_key(&again.now));

    char text[POS_TEXT_MAX], row[POS_TEXT_MAX + 64];
    pos_format(&line.now, text);
    const char *const forms[] = {"%s", "%s\tanything", "%s id \"x\";",
                                 GAME_IS_CHESS ? "fen %s" : "sfen %s"};
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        const char *const at = strstr(forms[i], "%s");
        StrBuf out = strbuf_init(row, sizeof row);
        strbuf_format(&out, "%.*s%s%s", (int)(at - forms[i]), forms[i], text, at + 2);
        assert_ok(opening_parse(&again, str_of(row), error));
        assert_true(pos_key(&again.now) == pos_key(&line.now));
    }
    Error why;
    assert_int_not_equal(opening_parse(&again, str_of("nothing"), &why), STATUS_OK);
    assert_int_not_equal(opening_parse(&again, str_of(""), &why), STATUS_OK);
    line_release(&line);
    line_release(&again);
}

// ---- Contestants ----

static void test_engine_configs(void **state) {
    (void)state;
    EngineConfig one;
    assert_ok(engine_config_parse(&one, 1, "nodes=5 Ts=1", "name='a b' tc=60+0.5 depth=3", error));
    assert_string_equal(one.name, "a b");
    assert_int_equal(one.time.main_ms, 60000);
    assert_int_equal(one.time.increment_ms, 500);
    assert_int_equal(one.config.limits.nodes, 5);
    assert_int_equal(one.config.limits.depth, 3);
    assert_false(one.is_external || one.ponders);
    engine_config_release(&one);

    assert_ok(engine_config_parse(&one, 2, "",
                                  "cmd=\"/a b/c\" arg=-x proto=uci movetime=7 ponder=true "
                                  "option.'Skill Level'=3",
                                  error));
    assert_string_equal(one.name, "engine2");
    assert_string_equal(one.argv[0], "/a b/c");
    assert_string_equal(one.argv[1], "-x");
    assert_null(one.argv[2]);
    assert_int_equal(one.protocol, PROTOCOL_UCI);
    assert_true(one.ponders);
    assert_int_equal(one.config.setting_count, 1);
    assert_true(str_eq(one.config.settings[0].name, "Skill Level"));
    engine_config_release(&one);

    const char *const refused[] = {"",
                                   "nodes",
                                   "nodes=0",
                                   "nodes=x",
                                   "tc=x",
                                   "tc=1.2345",
                                   "tc=1.",
                                   "tc=1+",
                                   "nodes=1 arg=x",
                                   "movetime=5 tc=3",
                                   "tc=1+1 byoyomi=5",
                                   "nodes=1 name=",
                                   "nodes=1 proto=xboard",
                                   "nodes=1 ponder=yes",
                                   "=3",
                                   "nodes='1"};
    for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
        Error why;
        assert_int_equal(engine_config_parse(&one, 1, "", refused[i], &why), STATUS_BAD_INPUT);
    }
}

static void test_info(void **state) {
    (void)state;
    MoveReply reply = {0};
    external_engine_read_info(PROTOCOL_USI, str_of("depth 7 nodes 12 score cp -31 pv x cp 99"),
                              &reply);
    assert_true(reply.has_value && reply.value == -31 && reply.depth == 7 && reply.nodes == 12);
    external_engine_read_info(PROTOCOL_USI, str_of("multipv 2 depth 9 score cp 5"), &reply);
    assert_int_equal(reply.depth, 7);
    external_engine_read_info(PROTOCOL_USI, str_of("score mate 5"), &reply);
    assert_int_equal(reply.value, value_win_in(5));
    external_engine_read_info(PROTOCOL_UCI, str_of("score mate 3"), &reply);
    assert_int_equal(reply.value, value_win_in(5));
    external_engine_read_info(PROTOCOL_UCI, str_of("score mate -3"), &reply);
    assert_int_equal(reply.value, value_loss_in(6));
    external_engine_read_info(PROTOCOL_USI, str_of("score mate -"), &reply);
    assert_int_equal(reply.value, value_loss_in(0));
    external_engine_read_info(PROTOCOL_USI, str_of("depth score cp mate nodes"), &reply);
}

// ---- A match ----

static void test_restored_games_count(void **state) {
    (void)state;
    EngineConfig engines[2];
    for (int i = 0; i < 2; i++)
        assert_ok(engine_config_parse(&engines[i], i + 1, "nodes=5 Hash=1", "", error));
    const MatchConfig plan = {.engines = engines,
                              .pairing = {TOURNAMENT_PAIR, 2, 2},
                              .random_plies = 4,
                              .game = {.rules = {RULES_DEFAULT.entering_king, 30}},
                              .threads = 2};
    Match match;
    assert_ok(match_init(&match, &plan, error));
    match_restore(&match, 0, 2, FINISH_TIME, SECOND);
    match_restore(&match, 1, 1, FINISH_RULES, FIRST);
    assert_int_equal(match.faults[1].time, 1);
    assert_int_equal(match.standings[0].tally.pairs[3], 1);
    assert_int_equal(match.standings[0].results[FIRST][2], 1);
    assert_int_equal(match.standings[0].results[SECOND][1], 1);
    SearchControl stop;
    control_init(&stop);
    assert_ok(match_run(&match, &(MatchReport){0}, &stop, error));
    assert_int_equal(match.finished, 4);
    assert_int_equal(score_games(&match.standings[0].tally), 4);
    assert_int_equal(score_pairs(&match.standings[0].tally), 2);
    assert_int_equal(match_repeats(&match), 1); // equal players play the pair twice alike
    match_release(&match);
    for (int i = 0; i < 2; i++)
        engine_config_release(&engines[i]);
}

// The verdict of the SPRT stays, whatever is counted after it.
static void test_verdict_is_latched(void **state) {
    (void)state;
    EngineConfig engines[2];
    for (int i = 0; i < 2; i++)
        assert_ok(engine_config_parse(&engines[i], i + 1, "nodes=5 Hash=1", "", error));
    const Sprt sprt = {0, 50, 0.05, 0.05, SPRT_LOGISTIC};
    const MatchConfig config = {.engines = engines,
                                .pairing = {TOURNAMENT_PAIR, 2, 200},
                                .game = {.rules = {RULES_DEFAULT.entering_king, 30}},
                                .sprt = &sprt,
                                .threads = 2};
    for (int is_won = 0; is_won <= 1; is_won++) {
        const SprtState expected = is_won ? SPRT_H1_ACCEPTED : SPRT_H0_ACCEPTED;
        Match match;
        assert_ok(match_init(&match, &config, error));
        assert_int_equal(match.sprt.state, SPRT_UNDECIDED);
        // FIRST is the first engine in games of even number. It wins or loses all games until the
        // test has decided, and then the opposite happens.
        for (int64_t number = 0; number < 300; number++) {
            const bool is_first_half = number < 100;
            const bool wins = is_first_half == is_won;
            match_restore(&match, number, (number % 2 == 0) == wins ? 2 : 0, FINISH_RULES, FIRST);
            if (number >= 100)
                assert_int_equal(match.sprt.state, expected);
        }
        assert_int_equal(match.sprt.state, expected);
        assert_int_equal(sprt_judge(&sprt, &match.standings[0].tally).state,
                         is_won ? SPRT_H0_ACCEPTED : SPRT_H1_ACCEPTED);
        // A match that is decided plays nothing.
        SearchControl stop;
        control_init(&stop);
        assert_ok(match_run(&match, &(MatchReport){0}, &stop, error));
        assert_int_equal(match.finished, 300);
        match_release(&match);
    }
    for (int i = 0; i < 2; i++)
        engine_config_release(&engines[i]);
}

// The games of a match end with the one that decides.
static void test_decided_match_ends(void **state) {
    (void)state;
    EngineConfig engines[2];
    assert_ok(engine_config_parse(&engines[0], 1, "nodes=1 Hash=1", "", error));
    assert_ok(engine_config_parse(&engines[1], 2, "nodes=2000 Hash=1", "", error));
    const Sprt sprt = {0, 200, 0.05, 0.05, SPRT_LOGISTIC};
    const MatchConfig config = {.engines = engines,
                                .pairing = {TOURNAMENT_PAIR, 2, 200},
                                .random_plies = 4,
                                .game = {.rules = {RULES_DEFAULT.entering_king, 200},
                                         .adjudication = {.resign_value = 500, .resign_plies = 2}},
                                .sprt = &sprt,
                                .threads = 3};
    Match match;
    SearchControl stop;
    control_init(&stop);
    assert_ok(match_init(&match, &config, error));
    assert_ok(match_run(&match, &(MatchReport){0}, &stop, error));
    assert_int_equal(match.sprt.state, SPRT_H0_ACCEPTED);
    assert_true(match.finished < match.games);
    assert_true(sprt_judge(&sprt, &match.standings[0].tally).llr == match.sprt.llr);
    match_release(&match);
    for (int i = 0; i < 2; i++)
        engine_config_release(&engines[i]);
}

typedef struct StopAfterOne {
    SearchControl stop;
    int count;
} StopAfterOne;

static Status take_one(void *context, const Match *match, const PairingGame *pairing,
                       const Game *game, Error *error) {
    StopAfterOne *stop_after_one = context;
    (void)match, (void)pairing, (void)error;
    assert_true(game_has_result(game));
    stop_after_one->count++;
    control_stop(&stop_after_one->stop);
    return STATUS_OK;
}

// Games in progress when the match is stopped are dropped: they do not count.
static void test_late_games_are_dropped(void **state) {
    (void)state;
    EngineConfig engines[2];
    for (int i = 0; i < 2; i++)
        assert_ok(engine_config_parse(&engines[i], i + 1, "nodes=50 Hash=1", "", error));
    const MatchConfig config = {.engines = engines,
                                .pairing = {TOURNAMENT_PAIR, 2, 50},
                                .random_plies = 4,
                                .game = {.rules = {RULES_DEFAULT.entering_king, 60}},
                                .threads = 4};
    for (int round = 0; round < 5; round++) {
        Match match;
        StopAfterOne after_one = {0};
        control_init(&after_one.stop);
        assert_ok(match_init(&match, &config, error));
        assert_ok(match_run(&match, &(MatchReport){take_one, &after_one}, &after_one.stop, error));
        assert_int_equal(after_one.count, 1);
        assert_int_equal(match.finished, 1);
        assert_int_equal(score_games(&match.standings[0].tally), 1);
        match_release(&match);
    }
    for (int i = 0; i < 2; i++)
        engine_config_release(&engines[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_exchange_colours),
        cmocka_unit_test(test_tournaments),
        cmocka_unit_test(test_opening_forms),
        cmocka_unit_test(test_engine_configs),
        cmocka_unit_test(test_info),
        cmocka_unit_test(test_restored_games_count),
        cmocka_unit_test(test_verdict_is_latched),
        cmocka_unit_test(test_decided_match_ends),
        cmocka_unit_test(test_late_games_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
