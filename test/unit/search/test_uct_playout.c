// UCT with playouts: the formulas, the draws of moves, the results, and what holds in the tree.
#include "tree_testing.h"

#include "search/uct/uct_playout.h"
#include "search/uct/uct_playtree.h"

static Rig playout_rig(void) {
    Rig rig;
    rig_open_policy(&rig, POLICY_PLAYOUT);
    return rig;
}

// ---- formulas ----

static double rate_of(double value) {
    return 1 / (1 + exp(-value / (GAME_IS_SHOGI ? 862.0 : GAME_IS_MINISHOGI ? 455.0 : 82.0)));
}

static double ucb1_tuned(double rate, double n, double log_all, double c) {
    const double variance = rate * (1 - rate) + sqrt(2 * log_all / n);
    return rate + c * sqrt(log_all / n * (variance < 0.25 ? variance : 0.25));
}

static void test_formulas(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < 10000; i++) {
        const double rate = rng_unit(&rng), n = 1 + rng_below(&rng, i % 2 ? 10 : 100000);
        const double log_all = log(n + rng_below(&rng, 100000)), c = 2 * rng_unit(&rng);
        const float bound = playtree_bound((float)rate, (float)n, (float)log_all, (float)c);
        assert_true(fabs((double)bound - ucb1_tuned(rate, n, log_all, c)) < 1e-5);
    }
    // Both sides of the minimum.
    assert_true(fabs((double)playtree_bound(0.5f, 1, 4, 1) - 1.5) < 1e-6);
    assert_true(fabs((double)playtree_bound(0, 2000, 10, 1) - sqrt(0.005 * 0.1)) < 1e-6);
    // 1 + 0.9 + 0.81; all where nothing is discounted.
    assert_true(fabs((double)playtree_weight(3, 0.9f) - 2.71) < 1e-5);
    assert_true(playtree_weight(3, 1) == 3 && playtree_weight(0, 0.5f) == 0);
    // The mean alone, half and half, nearly the best child alone.
    assert_true(playtree_mix(0.4f, 0.9f, 0, 50) == 0.4f);
    assert_true(fabs((double)playtree_mix(0.4f, 0.8f, 50, 50) - 0.6) < 1e-6);
    assert_true(fabs((double)playtree_mix(0.4f, 0.8f, 1e6f, 50) - 0.8) < 1e-4);
    assert_true(playtree_mix(0.4f, 0.8f, 1, 0) == 0.8f && playtree_mix(0.4f, 0.8f, 0, 0) == 0.4f);
}

static void test_win_rates(void **state) {
    (void)state;
    for (int value = -3000; value <= 3000; value += 7) {
        const float rate = playout_rate_of((float)value);
        assert_true(fabs((double)rate - rate_of(value)) < 1e-6);
        if (rate > 0.001f && rate < 0.999f)
            assert_true(fabs((double)playout_value_of(rate) - value) < 1);
    }
    assert_true(playout_value_of(1) < EVAL_LIMIT);
    assert_true(fabsf(playout_value_of(1) + playout_value_of(0)) < 1);
    assert_true(playout_value_of(0.5f) == 0);
}

static void test_results(void **state) {
    (void)state;
    UctSettings settings = {.band = 100};
    assert_true(playout_result(&settings, 101, 0) == 1);
    assert_true(playout_result(&settings, -101, 0) == -1);
    for (int value = -100; value <= 100; value += 50)
        assert_true(playout_result(&settings, value, 0.25f) == 0.25f);
    settings.result = RESULT_CURVE;
    assert_true(playout_result(&settings, 0, 0.25f) == 0);
    assert_true(fabs((double)playout_result(&settings, 300, 0) - (2 * rate_of(300) - 1)) < 1e-6);
}

// ---- draws ----

static ScoreHistory *new_history(void) {
    ScoreHistory *history = calloc(1, sizeof *history);
    assert_non_null(history);
    return history;
}

// Every move is drawn as often as its whole score says, although most losses are never computed.
static void test_roulette(void **state) {
    (void)state;
    enum { DRAWS = 100000 };
    GameLine line = line_of(a_position());
    ScoreHistory *history = new_history();
    Move moves[MOVE_MAX];
    const int count = gen_useful(&line.now, moves);
    for (int i = 0; i < 50; i++)
        score_history_add(history, pos_side(&line.now), moves[count / 2], true);
    const ScoreContext context = {&line.now, history, MOVE_NONE};
    for (float temperature = 60; temperature < 1000; temperature *= 4) {
        int drawn[MOVE_MAX] = {0};
        double weights[MOVE_MAX], sum = 0;
        for (int i = 0; i < count; i++)
            sum += weights[i] = exp(score_move(&context, moves[i]) / (double)temperature);
        Rng rng;
        rng_init(&rng, 7);
        for (int i = 0; i < DRAWS; i++)
            drawn[playout_draw(&context, moves, count, temperature, &rng)]++;
        for (int i = 0; i < count; i++) {
            const double expected = DRAWS * weights[i] / sum;
            assert_true(fabs(drawn[i] - expected) < 5 * sqrt(expected) + 5);
        }
    }
    free(history);
    line_release(&line);
}

static double mean_score(const ScoreContext *context, const Move *moves, int count, int best_of) {
    const UctSettings settings = {.temperature = 100, .best_of = best_of};
    Rng rng;
    rng_init(&rng, 3);
    double sum = 0;
    for (int i = 0; i < 2000; i++)
        sum += score_move(context, playout_choose(context, moves, count, &settings, &rng));
    return sum / 2000;
}

static void test_best_of(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    ScoreHistory *history = new_history();
    Move moves[MOVE_MAX];
    const int count = gen_useful(&line.now, moves);
    const ScoreContext context = {&line.now, history, MOVE_NONE};
    const double one = mean_score(&context, moves, count, 1);
    const double three = mean_score(&context, moves, count, 3);
    int best = INT32_MIN;
    for (int i = 0; i < count; i++)
        best = score_move(&context, moves[i]) > best ? score_move(&context, moves[i]) : best;
    assert_true(one < three && three < best);
    assert_true(fabs(mean_score(&context, moves, count, 64) - best) < 15);
    free(history);
    line_release(&line);
}

static void check_scores(Position *pos, Rng *rng) {
    static ScoreHistory history; // all zero
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    const Move last = count ? moves[rng_below(rng, (uint32_t)count)] : MOVE_NONE;
    const ScoreContext context = {pos, &history, last};
    for (int i = 0; i < count; i++) {
        const int loss = score_loss(pos, moves[i]);
        assert_true(loss <= 0);
        assert_int_equal(score_move(&context, moves[i]), score_bound(&context, moves[i]) + loss);
        if (!pos_is_tactical(pos, moves[i]))
            assert_int_equal(loss, pos_exchange(pos, moves[i]));
    }
}

static void test_scores(void **state) {
    (void)state;
    random_play(5, 400, check_scores);
}

static void test_history(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    ScoreHistory *history = new_history();
    Move moves[MOVE_MAX];
    gen_useful(&line.now, moves);
    const Color side = pos_side(&line.now);
    const ScoreContext context = {&line.now, history, MOVE_NONE};
    const int before = score_move(&context, moves[0]), other = score_move(&context, moves[1]);
    for (int i = 0; i < 1000; i++)
        score_history_add(history, side, moves[0], true);
    const int won = score_move(&context, moves[0]);
    assert_in_range(won - before, 100, 150);
    score_history_age(history);
    assert_in_range(score_move(&context, moves[0]) - before, 50, 75);
    for (int i = 0; i < 1000; i++)
        score_history_add(history, side, moves[0], false);
    assert_in_range(before - score_move(&context, moves[0]), 100, 150);
    // Nothing else has changed.
    assert_int_equal(score_move(&context, moves[1]), other);
    for (int i = 0; i < 1000; i++)
        score_history_add(history, color_other(side), moves[1], true);
    assert_int_equal(score_move(&context, moves[1]), other);
    score_history_clear(history);
    assert_int_equal(score_move(&context, moves[0]), before);
    free(history);
    line_release(&line);
}

// ---- what holds in the tree ----

static void check_selection(const Visit *visit, void *context) {
    const TreeSearch *search = context;
    const UctSettings *settings = uct_settings(search);
    if (!visit->children)
        return;
    _Alignas(SIMD_ALIGN) float chosen[MOVE_MAX + SIMD_LANES];
    search->policy->fill_selection(search, visit->node, visit->children, chosen);
    double all = 0, best = -HUGE_VAL, found = -HUGE_VAL;
    for (int i = 0; i < visit->children->count; i++)
        all += edge_visits((Edge){(Block *)(uintptr_t)visit->children, i});
    for (int i = 0; i < visit->children->count; i++) {
        const Edge child = {(Block *)(uintptr_t)visit->children, i};
        if (edge_is_solved(child)) {
            assert_true(chosen[i] == 0);
            continue;
        }
        const double bound =
            ucb1_tuned(rate_of((double)edge_value(child)), fmax(edge_visits(child), 1),
                       log(fmax(all, 1)), settings->ucb_c);
        best = fmax(best, bound);
        if (chosen[i] > 0)
            found = bound;
    }
    assert_true(found == best || fabs(found - best) < 1e-4);
}

// The node has what its children have, and the results of samples that went no further. Its value
// is that of the best child, mixed with the mean.
static void check_values(const Visit *visit, void *context) {
    const TreeSearch *search = context;
    const UctSettings *settings = uct_settings(search);
    const Edge node = visit->node;
    const double visits = edge_visits(node), mean = (double)edge_mean(node);
    assert_true(fabs(mean) <= 1 + 1e-6);
    if (visits == 0 && !value_is_proven(edge_value(node)))
        assert_true(edge_value(node) == block_static_values(node.block)[node.child]);
    if (!visit->children || value_is_proven(edge_value(node)))
        return;
    double sum = visits * mean, stayed = visits, best = -HUGE_VAL, best_visits = 0;
    for (int i = 0; i < visit->children->count; i++) {
        const Edge child = {(Block *)(uintptr_t)visit->children, i};
        sum += (double)edge_visits(child) * (double)edge_mean(child);
        stayed -= (double)edge_visits(child);
        if (edge_visits(child) && (double)edge_value(child) > best) {
            best = (double)edge_value(child);
            best_visits = edge_visits(child);
        }
    }
    assert_true(fabs(sum) < stayed + 1e-3 * visits);
    if (best_visits == 0 || fabs(best) >= VALUE_DECIDED || edge_link(node) == LINK_CLOSED)
        return;
    const double plain = (1 - mean) / 2;
    const double share = best_visits / (best_visits + settings->ucb_mixing);
    const double rate = share * rate_of(best) + (1 - share) * plain;
    assert_true(fabs(rate_of(-(double)edge_value(node)) - fmin(fmax(rate, 1e-4), 1 - 1e-4)) < 1e-4);
}

static void check_limits(const Visit *visit, void *context) {
    const UctSettings *settings = uct_settings(context);
    if (!visit->children)
        return;
    assert_true(visit->ply < settings->ucb_depth);
    if (visit->ply)
        assert_true(edge_visits(visit->node) > (uint32_t)settings->ucb_threshold);
}

static void test_tree(void **state) {
    (void)state;
    static const int DEPTHS[] = {1, 2, 5, 5}, THRESHOLDS[] = {1, 1, 20, 1};
    GameLine line = line_of(a_position());
    for (size_t i = 0; i < ARRAY_LEN(DEPTHS); i++) {
        Rig rig = playout_rig();
        rig.uct.ucb_depth = DEPTHS[i];
        rig.uct.ucb_threshold = THRESHOLDS[i];
        rig.uct.ucb_c = i % 2 ? 1 : 0.2;
        rig.uct.prior = 0;
        rig_ready(&rig);
        const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 40000});
        assert_true(pos_is_legal(&line.now, result.best));
        check_tree(&rig, &line);
        walk_nodes(rig.search, &line, check_selection, rig.search);
        walk_nodes(rig.search, &line, check_values, rig.search);
        walk_nodes(rig.search, &line, check_limits, rig.search);
        rig_close(&rig);
    }
    line_release(&line);
}

// The most visited move is played, unless a win is proven.
static void test_decision(void **state) {
    (void)state;
    Rig rig = playout_rig();
    rig_ready(&rig);
    GameLine line = line_of(a_position());
    const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 30000});
    const Edge best = tree_find_child(&rig.search->tree, tree_root(&rig.search->tree), result.best);
    for (int i = 0; i < best.block->count; i++)
        assert_true(edge_visits((Edge){best.block, i}) <= edge_visits(best));
    rig_close(&rig);
    line_release(&line);
}

// ---- certain results ----

static void test_mates(void **state) {
    (void)state;
    Rig rig = playout_rig();
    rig_ready(&rig);
    GameLine one = line_of(GAME_IS_SHOGI       ? "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
                           : GAME_IS_MINISHOGI ? "sfen 2k2/5/2P2/5/2K2 b G 1"
                                               : "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    const SearchResult mate = rig_go(&rig, &one, (SearchLimits){.nodes = 100000});
    assert_int_equal(mate.value, value_win_in(1));
    GameLine three = line_of(GAME_IS_SHOGI       ? "sfen 7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1"
                             : GAME_IS_MINISHOGI ? "sfen G3k/2g1p/rB1rs/PK3/2S+b1 w - 20"
                                                 : "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    const SearchResult longer = rig_go(&rig, &three, (SearchLimits){.nodes = 3000000});
    assert_int_equal(longer.value, value_win_in(3));
    assert_true(longer.nodes < 3000000); // a certain win ends the search
    check_tree(&rig, &three);
    rig_close(&rig);
    line_release(&one);
    line_release(&three);
}

static void test_no_choice(void **state) {
    (void)state;
    Rig rig = playout_rig();
    rig_ready(&rig);
    GameLine mated = line_of(GAME_IS_SHOGI       ? "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"
                             : GAME_IS_MINISHOGI ? "sfen 2k2/2G2/2P2/5/2K2 w - 1"
                                                 : "fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    const SearchResult over = rig_go(&rig, &mated, (SearchLimits){.nodes = 1000});
    assert_int_equal(over.best, MOVE_NONE);
    assert_int_equal(over.value, value_loss_in(0));
    Move moves[MOVE_MAX];
    GameLine line = line_of(a_position());
    gen_useful(&line.now, moves);
    const SearchResult only =
        rig_go(&rig, &line, (SearchLimits){.nodes = 3000, .moves = moves, .move_count = 1});
    assert_int_equal(only.best, moves[0]);
    rig_close(&rig);
    line_release(&line);
    line_release(&mated);
}

// ---- the table's move ----

static void test_table_move(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    Move moves[MOVE_MAX];
    const int count = gen_useful(&line.now, moves);
    Rig rig = playout_rig();
    rig.uct.table_bonus = 10;
    rig_ready(&rig);
    assert_ok(tt_init(&rig.setup.shared->table, 1, error));
    for (int i = 0; i < count; i += 5) {
        rig.kind->new_game(&rig.search->base);
        tt_store(&rig.setup.shared->table, pos_key(&line.now), 0,
                 (TtEntry){.move = moves[i], .depth = 9, .bound = BOUND_EXACT});
        rig_go(&rig, &line, (SearchLimits){.nodes = 3000});
        const Edge root = tree_root(&rig.search->tree);
        const Edge stored = tree_find_child(&rig.search->tree, root, moves[i]);
        assert_true(edge_is_solved(stored) || edge_visits(stored) + 1 == edge_visits(root));
    }
    rig_close(&rig);
    line_release(&line);
}

// ---- one seed, one tree ----

static void turn_options(UctSettings *uct, unsigned turn) {
    static const double DISCOUNTS[] = {1, 0.99, 0.5};
    uct->discount = DISCOUNTS[turn % 3];
    uct->best_of = turn % 4 == 3 ? 3 : 1;
    uct->prior = turn % 2 ? 0 : 8;
    uct->provisional = (int)(turn / 2 % 2);
    uct->result = (int)(turn / 3 % 2);
    uct->ucb_depth = turn % 5 == 4 ? 0 : 5;
    uct->ucb_threshold = turn % 3 ? 1 : 4;
    uct->length = (int)(turn * 3 % 20);
}

static uint64_t hash_of(const GameLine *line, unsigned turn, uint64_t seed) {
    Rig rig = playout_rig();
    turn_options(&rig.uct, turn);
    rig.setup.seed = seed;
    rig.setup.hash_mb = 1;
    rig_ready(&rig);
    rig_go(&rig, line, (SearchLimits){.nodes = 20000});
    const uint64_t hash = check_tree(&rig, line).hash;
    rig_new_game(&rig);
    rig_go(&rig, line, (SearchLimits){.nodes = 20000});
    assert_true(check_tree(&rig, line).hash == hash);
    rig_close(&rig);
    return hash;
}

static void test_replay(void **state) {
    (void)state;
    GameLine line = line_of(a_position());
    for (unsigned turn = 1; turn < 13; turn++) {
        const uint64_t hash = hash_of(&line, turn, 1);
        assert_true(hash_of(&line, turn, 1) == hash);
        assert_true(turn % 20 == 0 || hash_of(&line, turn, 2) != hash);
    }
    line_release(&line);
}

// A game on one tree, which keeps its means when a child becomes the root.
static void test_reuse(void **state) {
    (void)state;
    Rig rig = playout_rig();
    rig_ready(&rig);
    GameLine line = line_of("startpos");
    for (int move = 0; move < 16; move++) {
        const SearchResult result = rig_go(&rig, &line, (SearchLimits){.nodes = 20000});
        if (result.best == MOVE_NONE)
            break;
        check_tree(&rig, &line);
        assert_ok(line_push(&line, result.best, error));
    }
    rig_close(&rig);
    line_release(&line);
}

// ---- any setting ----

static Rig random_rig;

// Every number at one of its limits or somewhere between.
static void randomise(Rng *rng, UctSettings *uct) {
    enum { LEAF_MATE_NODES = 100, LINE_MATE_NODES = 10000 };
    const OptionTable *table = SEARCH_UCT.options;
    for (size_t i = 0; i < table->count; i++) {
        const OptionSpec *spec = &table->specs[i];
        if (spec->kind != OPTION_SPIN && spec->kind != OPTION_REAL)
            continue;
        const uint32_t which = rng_below(rng, 4);
        const double number = which == 0   ? spec->min
                              : which == 1 ? spec->max
                                           : spec->min + floor((spec->max - spec->min) * 0.3);
        if (which == 3)
            assert_ok(option_set(table, uct, str_of(spec->name), str_of(spec->fallback), error));
        else
            assert_ok(option_set_number(table, uct, spec->name, number, error));
    }
    uct->provisional = (int)rng_below(rng, 2);
    uct->result = (int)rng_below(rng, 2);
    uct->tree.tree_info = true;
    // A hundred million nodes of df-pn for every position say nothing about playouts.
    if (uct->tree.leaf_mate_nodes > LEAF_MATE_NODES)
        uct->tree.leaf_mate_nodes = LEAF_MATE_NODES;
    if (uct->tree.line_mate_nodes > LINE_MATE_NODES)
        uct->tree.line_mate_nodes = LINE_MATE_NODES;
}

static void visit_any_setting(Position *pos, Rng *rng) {
    if (rng_below(rng, 6) || !pos_has_legal(pos))
        return;
    randomise(rng, &random_rig.uct);
    random_rig.setup.hash_mb = 1;
    rig_ready(&random_rig);
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, pos, error));
    const SearchResult result = rig_go(&random_rig, &line, (SearchLimits){.nodes = 3000});
    assert_true(pos_is_legal(pos, result.best) || result.is_declared);
    check_tree(&random_rig, &line);
    line_release(&line);
}

static void ignore_info(void *context, const SearchInfo *info) {
    (void)context, (void)info;
}

static void test_any_setting(void **state) {
    (void)state;
    random_rig = playout_rig();
    random_rig.report = (SearchReport){ignore_info, NULL};
    random_play(6, testing_count("YURAGI_SOFTMAX_PLIES", 400), visit_any_setting);
    rig_close(&random_rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formulas),    cmocka_unit_test(test_win_rates),
        cmocka_unit_test(test_results),     cmocka_unit_test(test_roulette),
        cmocka_unit_test(test_best_of),     cmocka_unit_test(test_scores),
        cmocka_unit_test(test_history),     cmocka_unit_test(test_tree),
        cmocka_unit_test(test_decision),    cmocka_unit_test(test_mates),
        cmocka_unit_test(test_no_choice),   cmocka_unit_test(test_table_move),
        cmocka_unit_test(test_replay),      cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_any_setting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
