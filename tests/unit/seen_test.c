/* Tests of seen=: a state met before is not searched again, in every game, as a slow search that
 * remembers the texts of positions says. */
#include "search_help.h"

#define STATES_MAX 4000

/* Negamax or alpha-beta over the slots, with a list of what was met. */
struct slow {
    const struct by_rules *rules;
    const struct by_eval *eval;
    bool symmetry, prunes;
    uint64_t met[STATES_MAX];
    int states, saved;
};

static uint64_t hash_text(const struct by_rules *rules, const void *position)
{
    char text[8192];
    struct by_text out = by_text_over(text, sizeof text);
    rules->game->write(rules, position, &out);
    uint64_t hash = 5381;
    for (size_t i = 0; i < out.length; i++)
        hash = by_mix64(hash * 31 + (unsigned char)text[i]);
    return hash;
}

/* Of a state, or of the least of its images. */
static uint64_t name_of(const struct slow *s, const void *position)
{
    _Alignas(16) unsigned char image[HELP_POSITION_MAX];
    uint64_t least = hash_text(s->rules, position);
    for (int i = 1; s->symmetry && i < s->rules->symmetry_count; i++) {
        s->rules->game->transform(s->rules, position, i, image);
        uint64_t next = hash_text(s->rules, image);
        least = next < least ? next : least;
    }
    return least;
}

static bool met_before(struct slow *s, const void *position)
{
    uint64_t name = name_of(s, position);
    for (int i = 0; i < s->states; i++) {
        if (s->met[i] == name) {
            s->saved++;
            return true;
        }
    }
    assert_true(s->states < STATES_MAX);
    s->met[s->states++] = name;
    return false;
}

static int64_t slow_value(struct slow *s, const void *position, int depth, bool root, int64_t alpha,
                          int64_t beta)
{
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    by_move moves[HELP_MOVES_MAX];
    const struct by_rules *rules = s->rules;
    if (rules->game->over(rules, position))
        return final_value(rules, s->eval, position);
    bool again = depth > 0 && met_before(s, position);
    if (depth == 0 || (again && !root))
        return s->eval ? s->eval->value(rules, position) : 0;
    int count = rules->game->moves(rules, position, moves);
    int64_t best = -INT64_MAX / 4;
    for (int i = 0; i < count && !(s->prunes && best >= beta); i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int64_t value =
            -slow_value(s, next, depth - 1, false, -beta, alpha > best ? -alpha : -best);
        best = value > best ? value : best;
    }
    return best;
}

static void check(const struct by_line *line, const struct by_eval *eval, int depth, bool symmetry,
                  bool prunes)
{
    char spec[128];
    struct slow slow = {line->rules, eval, symmetry, prunes, {0}, 0, 0};
    (void)snprintf(spec, sizeof spec, "%s depth=%d eval=%s seen=%s",
                   prunes ? "alphabeta plain=on" : "negamax", depth, eval ? eval->name : "none",
                   symmetry ? "symmetry" : "on");
    int64_t value =
        slow_value(&slow, by_line_position(line), depth, true, -INT64_MAX / 4, INT64_MAX / 4);
    struct by_decision decision = think(line, spec, 1, NULL);
    if (decision.value != (double)value || decision.work.states != (uint64_t)slow.states ||
        decision.work.saved != (uint64_t)slow.saved)
        fail_msg("%s, %s: %g, %llu states, %llu saved, not %lld, %d, %d", line->rules->name, spec,
                 decision.value, (unsigned long long)decision.work.states,
                 (unsigned long long)decision.work.saved, (long long)value, slow.states,
                 slow.saved);
    by_decision_close(&decision);
}

static void check_game(const struct by_rules *rules, void *context)
{
    struct by_line *line = open_line(rules);
    struct by_rng rng;
    by_rng_init(&rng, 77, 0);
    int *checked = context;
    if (rules->max_length == 0 || by_line_over(line) || by_looks_back(rules)) {
        by_line_close(line);
        return;
    }
    for (int i = 0; i < long_or(40, 4); i++) {
        walk(line, (int)by_rng_below(&rng, 12), &rng);
        int depth = 1;
        while (depth < 6 && count_below(rules, by_line_position(line), depth + 1, 3000) < 3000)
            depth++;
        const struct by_eval *eval = i % 4 < 3 ? by_eval_find(rules, NULL) : NULL;
        check(line, eval, depth, i % 2 == 0, i % 3 == 0);
        (*checked)++;
    }
    by_line_close(line);
}

static void every_game_is_searched_as_slowly_said(void **state)
{
    (void)state;
    int checked = 0;
    for_every_certain_game(check_game, &checked);
    assert_true(checked > 100);
}

/* Othello's first four moves are images of one: with symmetry three of them are saved. */
static void images_are_one_state(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct by_line *line = open_line(rules);
    struct by_decision plain = think(line, "negamax depth=2 seen=on", 1, NULL);
    struct by_decision images = think(line, "negamax depth=2 seen=symmetry", 1, NULL);
    assert_int_equal(plain.work.states, 5);
    assert_int_equal(plain.work.saved, 0);
    assert_int_equal(images.work.states, 2);
    assert_int_equal(images.work.saved, 3);
    by_decision_close(&plain);
    by_decision_close(&images);
    by_line_close(line);
    by_rules_close(rules);
}

/* Estimates among the leaves: the end of the game is reached, and yet nothing is proven. */
static void a_search_with_guesses_ends_and_proves_nothing(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_line *line = open_line(rules);
    struct by_decision d = think(line, "negamax eval=none seen=on time=60s", 1, NULL);
    assert_true(d.complete);
    assert_false(d.proven);
    assert_int_equal(d.depth, 9);
    assert_true(d.work.saved > 0);
    by_decision_close(&d);
    d = think(line, "negamax time=60s", 1, NULL);
    assert_int_equal(d.work.states + d.work.saved, 0);
    by_decision_close(&d);
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_searched_as_slowly_said),
        cmocka_unit_test(images_are_one_state),
        cmocka_unit_test(a_search_with_guesses_ends_and_proves_nothing),
    };
    return cmocka_run_group_tests_name("seen", tests, NULL, NULL);
}
