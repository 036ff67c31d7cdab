/* conformance_test.c: one suite that every game passes. It takes the games from the
 * register, opens each with its default settings and with each of its samples, and checks
 * every promise of games/game.h on positions of random games (garbage has
 * conformance_garbage_test.c). A new game is covered by its line in games.def. */
#include "conformance.h"

#define POSITIONS 1500 /* visited per subject and test in the short form */

/* --- facts and moves --------------------------------------------------------- */

static void check_facts(struct subject *s)
{
    const struct by_rules *r = s->rules;
    HOLDS(s, r->label[0] != '\0' && memchr(r->label, '\0', sizeof r->label) != NULL);
    HOLDS(s, r->position_size > 0 && r->pack_size > 0 && r->start != NULL);
    HOLDS(s, r->action_count >= 1 && r->max_moves >= 1 && r->max_moves <= r->action_count);
    HOLDS(s, r->max_length >= 0 && r->max_length <= BY_LENGTH_MAX);
    HOLDS(s, r->symmetry_count >= 1 && r->score_scale >= 1);
    HOLDS(s, r->game->summary[0] != '\0' && strchr(r->game->summary, '\n') == NULL);
    HOLDS(s, r->game->move_help[0] != '\0' && strchr(r->game->move_help, '\n') == NULL);
    r->game->start(r, s->a);
    expect_same(s, s->a, r->start);
}

static void every_game_fills_its_slots(void **state)
{
    (void)state;
    by_games_check();
    each_subject(check_facts);
}

static void visit_end(struct subject *s)
{
    const struct by_rules *r = s->rules;
    int side = r->game->side(r, s->position);
    HOLDS(s, side == 0 || side == 1);
    if (!r->game->over(r, s->position))
        return;
    int32_t result = r->game->result(r, s->position);
    HOLDS(s, r->game->has_margin || (result >= -1 && result <= 1));
    HOLDS(s, !r->game->drawless || result != 0);
}

static void visit_moves(struct subject *s)
{
    const struct by_rules *r = s->rules;
    visit_end(s);
    if (r->game->over(r, s->position))
        return;
    int count = moves_into(s, s->position, s->moves);
    memset(s->mark, 0, (size_t)r->action_count);
    for (int i = 0; i < count; i++) {
        HOLDS(s, s->moves[i] >= 0 && s->moves[i] < r->action_count);
        s->move = s->moves[i];
        HOLDS(s, s->mark[s->moves[i]]++ == 0);
    }
    s->move = BY_NO_MOVE;
    memcpy(s->a, s->position, r->position_size);
    HOLDS(s, moves_into(s, s->a, s->other) == count);
    HOLDS(s, memcmp(s->moves, s->other, (size_t)count * sizeof *s->moves) == 0);
    HOLDS(s, memcmp(s->a, s->position, r->position_size) == 0);
}

static void check_moves(struct subject *s)
{
    walk(s, effort(POSITIONS), visit_moves);
}

static void moves_are_distinct_bounded_and_in_a_fixed_order(void **state)
{
    (void)state;
    each_subject(check_moves);
}

static void visit_undo(struct subject *s)
{
    const struct by_rules *r = s->rules;
    if (r->game->over(r, s->position))
        return;
    int count = moves_into(s, s->position, s->moves);
    for (int i = 0; i < count; i++) {
        struct by_undo undo = {{0, 0}};
        s->move = s->moves[i];
        memcpy(s->a, s->position, r->position_size);
        memcpy(s->b, s->position, r->position_size);
        r->game->play(r, s->a, s->moves[i], &undo);
        r->game->play(r, s->b, s->moves[i], NULL);
        expect_same(s, s->a, s->b);
        if (r->game->undo == NULL)
            continue;
        r->game->undo(r, s->a, s->moves[i], &undo);
        HOLDS(s, memcmp(s->a, s->position, r->position_size) == 0);
    }
}

static void check_undo(struct subject *s)
{
    walk(s, effort(POSITIONS), visit_undo);
}

static void undo_restores_every_byte(void **state)
{
    (void)state;
    each_subject(check_undo);
}

/* --- whose turn it is ---------------------------------------------------------- */

/* Players alternate. Nature's moves have weights of 1 or more, which make up their sum, and leave the
 * turn where it is. */
static void visit_turns(struct subject *s)
{
    const struct by_rules *r = s->rules;
    if (r->game->over(r, s->position))
        return;
    int side = r->game->side(r, s->position), count = moves_into(s, s->position, s->moves);
    int64_t sum = 0, total = 0;
    if (r->game->chance != NULL)
        total = r->game->chance(r, s->position, BY_NO_MOVE);
    HOLDS(s, total >= 0 && total <= BY_CHANCE_MAX && (total == 0 || r->has_chance));
    for (int i = 0; i < count; i++) {
        s->move = s->moves[i];
        int64_t weight = r->game->chance ? r->game->chance(r, s->position, s->moves[i]) : 0;
        HOLDS(s, total > 0 ? weight >= 1 : weight == 0);
        sum += weight;
        memcpy(s->a, s->position, r->position_size);
        r->game->play(r, s->a, s->moves[i], NULL);
        HOLDS(s, r->game->side(r, s->a) == (total > 0 ? side : 1 - side));
    }
    HOLDS(s, sum == total);
    s->compared += total > 0;
}

static void check_turns(struct subject *s)
{
    walk(s, effort(POSITIONS), visit_turns);
    HOLDS(s, (s->compared > 0) == s->rules->has_chance);
}

static void players_alternate_and_nature_leaves_the_turn(void **state)
{
    (void)state;
    each_subject(check_turns);
}

/* --- text -------------------------------------------------------------------- */

static void change_case(char *text, char from, char to)
{
    for (; *text != '\0'; text++)
        if (*text >= from && *text <= from + ('z' - 'a'))
            *text = (char)(*text - from + to);
}

static void expect_reads_as(struct subject *s, const char *text, by_move move)
{
    by_move read = BY_NO_MOVE;
    HOLDS(s, s->rules->game->read_move(s->rules, s->position, text, &read, NULL) == BY_OK);
    HOLDS(s, read == move);
}

/* Records and protocols take a move for one word: no blanks, nothing that begins a comment, and not
 * what means something else there. */
static bool is_one_word(const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (*c <= ' ' || *c > '~' || *c == '#' || *c == ',')
            return false;
    return !by_same_text(text, "resign");
}

static void visit_move_text(struct subject *s)
{
    const struct by_rules *r = s->rules;
    if (r->game->over(r, s->position))
        return;
    int count = moves_into(s, s->position, s->moves);
    for (int i = 0; i < count; i++) {
        struct by_text text = by_text_over(s->text_a, TEXT_SIZE);
        s->move = s->moves[i];
        r->game->write_move(r, s->position, s->moves[i], &text);
        HOLDS(s, text.length > 0 && text.length < 64);
        HOLDS(s, is_one_word(s->text_a));
        expect_reads_as(s, s->text_a, s->moves[i]);
        change_case(s->text_a, 'A', 'a');
        expect_reads_as(s, s->text_a, s->moves[i]);
        change_case(s->text_a, 'a', 'A');
        expect_reads_as(s, s->text_a, s->moves[i]);
    }
}

static void check_move_text(struct subject *s)
{
    walk(s, effort(POSITIONS), visit_move_text);
}

static void moves_read_back_in_either_case(void **state)
{
    (void)state;
    each_subject(check_move_text);
}

/* The key of what is read is made from scratch: it must be the one kept by play. */
static void visit_text(struct subject *s)
{
    write_into(s, s->position, s->text_a);
    HOLDS(s, s->rules->game->read(s->rules, s->text_a, s->b, NULL) == BY_OK);
    expect_same(s, s->position, s->b);
}

static void visit_draw(struct subject *s)
{
    struct by_text text = by_text_over(s->text_a, TEXT_SIZE);
    s->rules->game->draw(s->rules, s->position, &text);
    HOLDS(s, text.length > 1 && text.length < TEXT_SIZE && s->text_a[text.length - 1] == '\n');
    for (size_t i = 0; i < text.length; i++)
        HOLDS(s, s->text_a[i] == '\n' || (s->text_a[i] >= ' ' && s->text_a[i] <= '~'));
}

static void check_text(struct subject *s)
{
    walk(s, effort(POSITIONS), visit_text);
    walk(s, POSITIONS, visit_draw);
}

static void positions_read_back_from_text(void **state)
{
    (void)state;
    each_subject(check_text);
}

/* A position the user gives as the start opens rules of its own. */
static void visit_reopen(struct subject *s)
{
    struct by_rules *again = NULL;
    struct by_error err = {BY_OK, ""};
    write_into(s, s->position, s->text_a);
    by_rules_open(s->game->name, s->spec.settings, s->spec.count, s->text_a, &again, &err);
    if (again == NULL) {
        fail_msg("%s [%s] from '%s': %s", s->game->name, s->settings, s->text_a, err.text);
        return;
    }
    struct by_text text = by_text_over(s->text_b, TEXT_SIZE);
    again->game->write(again, again->start, &text);
    HOLDS(s, strcmp(s->text_a, s->text_b) == 0);
    by_rules_close(again);
}

static void check_reopen(struct subject *s)
{
    walk(s, effort(POSITIONS / 6), visit_reopen);
}

static void any_position_can_be_the_start(void **state)
{
    (void)state;
    each_subject(check_reopen);
}

/* --- packs and keys ---------------------------------------------------------- */

/* `bytes` lies in memory of exactly its size, so that reading past it is seen. */
static void try_unpack(struct subject *s, const uint8_t *bytes, size_t size)
{
    const struct by_rules *r = s->rules;
    struct by_error err = {BY_OK, ""};
    uint8_t *exact = room(size);
    memcpy(exact, bytes, size);
    memset(s->a, 0x5a, r->position_size);
    if (r->game->unpack(r, exact, size, s->a, &err) == BY_OK) {
        HOLDS(s, pack_into(s, s->a, s->pack_b) == size);
        HOLDS(s, memcmp(exact, s->pack_b, size) == 0);
        expect_sound(s, s->a, s->b);
    } else {
        HOLDS(s, err.status != BY_OK && err.text[0] != '\0');
    }
    free(exact);
}

static void visit_pack(struct subject *s)
{
    const struct by_rules *r = s->rules;
    uint8_t *bytes = room(r->pack_size + GUARD);
    size_t size = pack_into(s, s->position, bytes);
    memset(s->b, 0x5a, r->position_size);
    HOLDS(s, r->game->unpack(r, bytes, size, s->b, NULL) == BY_OK);
    expect_same(s, s->position, s->b);
    size_t cut = by_rng_below(&s->rng, (uint32_t)size);
    try_unpack(s, bytes, cut);
    try_unpack(s, bytes, size + 1);
    for (int i = 0; i < 8; i++) {
        bytes[by_rng_below(&s->rng, (uint32_t)size)] ^= (uint8_t)(1U << by_rng_below(&s->rng, 8));
        try_unpack(s, bytes, size);
    }
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)by_rng_next(&s->rng);
    try_unpack(s, bytes, size);
    free(bytes);
}

static void check_pack(struct subject *s)
{
    walk(s, effort(POSITIONS), visit_pack);
}

static void packs_lead_back_and_bad_bytes_are_refused(void **state)
{
    (void)state;
    each_subject(check_pack);
}

/* Positions of several games compared in pairs: same text, same pack and same key go together. */
enum { KEPT = 200 };

struct snapshot {
    char *text;
    uint64_t key;
    size_t size;
    uint8_t *pack;
};

static void keep(struct subject *s, struct snapshot *out)
{
    out->text = room(strlen(write_into(s, s->position, s->text_a)) + 1);
    memcpy(out->text, s->text_a, strlen(s->text_a) + 1);
    out->key = s->rules->game->key(s->rules, s->position);
    out->pack = room(s->rules->pack_size + GUARD);
    out->size = pack_into(s, s->position, out->pack);
}

static void compare(struct subject *s, const struct snapshot *x, const struct snapshot *y)
{
    bool same = strcmp(x->text, y->text) == 0;
    HOLDS(s, same == (x->size == y->size && memcmp(x->pack, y->pack, x->size) == 0));
    HOLDS(s, same == (x->key == y->key));
}

static void check_identity(struct subject *s)
{
    const struct by_rules *r = s->rules;
    struct snapshot kept[KEPT];
    for (int i = 0; i < KEPT; i++) {
        if (i == 0 || r->game->over(r, s->position)) {
            memcpy(s->position, r->start, r->position_size);
        } else {
            int count = moves_into(s, s->position, s->moves);
            by_move move = s->moves[by_rng_below(&s->rng, (uint32_t)count)];
            r->game->play(r, s->position, move, NULL);
        }
        keep(s, &kept[i]);
    }
    for (int i = 0; i < KEPT; i++)
        for (int j = 0; j < i; j++)
            compare(s, &kept[i], &kept[j]);
    for (int i = 0; i < KEPT; i++) {
        free(kept[i].text);
        free(kept[i].pack);
    }
}

static void text_pack_and_key_tell_the_same_positions_apart(void **state)
{
    (void)state;
    each_subject(check_identity);
}

/* --- symmetry ---------------------------------------------------------------- */

/* The moves of the image (at s->a) are the images of the moves, and playing commutes. */
static void expect_moves_map(struct subject *s, int image)
{
    const struct by_rules *r = s->rules;
    unsigned char *after = room(r->position_size), *mapped = room(r->position_size);
    int count = moves_into(s, s->position, s->moves);
    HOLDS(s, moves_into(s, s->a, s->other) == count);
    memset(s->mark, 0, (size_t)r->action_count);
    for (int i = 0; i < count; i++)
        s->mark[s->other[i]] = 1;
    for (int i = 0; i < count; i++) {
        s->move = s->moves[i];
        by_move to = r->game->transform_move(r, s->moves[i], image);
        bool is_legal_in_the_image = to >= 0 && to < r->action_count && s->mark[to]-- == 1;
        HOLDS(s, is_legal_in_the_image);
        memcpy(after, s->position, r->position_size);
        r->game->play(r, after, s->moves[i], NULL);
        r->game->transform(r, after, image, mapped);
        memcpy(after, s->a, r->position_size);
        r->game->play(r, after, to, NULL);
        expect_same(s, mapped, after);
    }
    s->move = BY_NO_MOVE;
    free(after);
    free(mapped);
}

static void expect_canonical(struct subject *s, const void *image, const void *canonical)
{
    uint8_t *scratch = room(by_canonical_scratch(s->rules));
    unsigned char *own = room(s->rules->position_size);
    unsigned char *again = room(s->rules->position_size);
    int to = by_canonical(s->rules, image, own, scratch);
    HOLDS(s, to >= 0 && to < s->rules->symmetry_count);
    expect_same(s, own, canonical);
    s->rules->game->transform(s->rules, image, to, again);
    expect_same(s, own, again);
    free(scratch);
    free(own);
    free(again);
}

static void visit_symmetry(struct subject *s)
{
    const struct by_rules *r = s->rules;
    uint8_t *scratch = room(by_canonical_scratch(r));
    unsigned char *canonical = room(r->position_size);
    (void)by_canonical(r, s->position, canonical, scratch);
    for (int image = 0; image < r->symmetry_count; image++) {
        s->image = image;
        r->game->transform(r, s->position, image, s->a);
        if (image == 0)
            expect_same(s, s->position, s->a);
        expect_sound(s, s->a, s->b);
        HOLDS(s, r->game->side(r, s->a) == r->game->side(r, s->position));
        HOLDS(s, r->game->over(r, s->a) == r->game->over(r, s->position));
        expect_canonical(s, s->a, canonical);
        if (!r->game->over(r, s->position))
            expect_moves_map(s, image);
        else
            HOLDS(s, r->game->result(r, s->a) == r->game->result(r, s->position));
    }
    free(scratch);
    free(canonical);
}

static void check_symmetry(struct subject *s)
{
    HOLDS(s, (s->rules->game->transform == NULL) == (s->rules->game->transform_move == NULL));
    if (s->rules->game->transform != NULL)
        walk(s, effort(POSITIONS / 6), visit_symmetry);
    else
        HOLDS(s, s->rules->symmetry_count == 1);
}

static void symmetric_images_play_alike_and_share_one_canonical_form(void **state)
{
    (void)state;
    each_subject(check_symmetry);
}

/* --- knowledge --------------------------------------------------------------- */

static void visit_evals(struct subject *s)
{
    const struct by_rules *r = s->rules;
    if (r->game->over(r, s->position))
        return;
    for (const struct by_eval *e = r->game->evals; e != NULL && e->name != NULL; e++) {
        int32_t value = e->value(r, s->position);
        HOLDS(s, value > -e->win && value < e->win);
        HOLDS(s, e->value(r, s->position) == value);
    }
}

static void check_evals(struct subject *s)
{
    walk(s, effort(POSITIONS), visit_evals);
}

static void evaluations_stay_between_loss_and_win(void **state)
{
    (void)state;
    each_subject(check_evals);
}

/* Who wins is either said by the rules or, where the policy may decide early, a win by one. */
static void expect_result(struct subject *s, const struct by_policy *policy, const void *position,
                          int32_t result)
{
    const struct by_rules *r = s->rules;
    if (r->game->over(r, position))
        HOLDS(s, r->game->result(r, position) == result);
    else
        HOLDS(s, policy->early && (result == 1 || result == -1));
}

static void replay(struct subject *s, const struct by_policy *policy,
                   const struct by_playout *playout)
{
    const struct by_rules *r = s->rules;
    memcpy(s->b, s->position, r->position_size);
    for (int i = 0; i < playout->length; i++) {
        HOLDS(s, playout->plies[i].side == r->game->side(r, s->b));
        HOLDS(s, by_move_legal(r, s->b, playout->plies[i].action, s->other));
        r->game->play(r, s->b, playout->plies[i].action, NULL);
    }
    expect_result(s, policy, s->b, playout->result);
}

/* The generator alone decides: the same one gives the same playout, recorded or not. */
static void run_policy(struct subject *s, const struct by_policy *policy, struct by_ply *plies)
{
    const struct by_rules *r = s->rules;
    struct by_rng rng = s->rng;
    struct by_playout playout = {.plies = plies, .scratch = s->moves, .length = -1};
    struct by_playout silent = {.scratch = s->moves, .length = -1};
    memcpy(s->a, s->position, r->position_size);
    policy->run(r, s->a, &s->rng, &playout);
    HOLDS(s, playout.length >= 0 && playout.length <= r->max_length);
    expect_result(s, policy, s->a, playout.result);
    replay(s, policy, &playout);
    expect_same(s, s->a, s->b);
    memcpy(s->b, s->position, r->position_size);
    policy->run(r, s->b, &rng, &silent);
    HOLDS(s, silent.length == playout.length && silent.result == playout.result);
    expect_same(s, s->a, s->b);
}

static void visit_policies(struct subject *s)
{
    const struct by_rules *r = s->rules;
    struct by_ply *plies = room((size_t)r->max_length * sizeof *plies);
    const struct by_policy *policy;
    HOLDS(s, by_policy_find(r, NULL) != NULL && by_policy_find(r, "uniform") != NULL);
    HOLDS(s, by_policy_find(r, "cointoss") != NULL);
    for (int i = 0; (policy = by_policy_at(r->game, i)) != NULL; i++) {
        HOLDS(s, by_policy_find(r, policy->name) == policy);
        run_policy(s, policy, plies);
    }
    free(plies);
}

static void check_policies(struct subject *s)
{
    walk(s, effort(POSITIONS / 2), visit_policies);
}

static void playouts_end_the_game_as_recorded(void **state)
{
    (void)state;
    each_subject(check_policies);
}

/* Plain negamax over copies. False when `budget` positions were not enough. */
static bool negamax(struct subject *s, const void *position, int *budget, int32_t *value)
{
    const struct by_rules *r = s->rules;
    if (r->game->over(r, position)) {
        int32_t result = r->game->result(r, position);
        *value = r->game->side(r, position) == 0 ? result : -result;
        return true;
    }
    unsigned char *next = room(r->position_size);
    by_move *moves = room(((size_t)r->max_moves + GUARD) * sizeof *moves);
    int count = moves_into(s, position, moves);
    int side = r->game->side(r, position);
    bool done = (*budget -= count) >= 0;
    *value = INT32_MIN;
    for (int i = 0; done && i < count; i++) {
        int32_t reply;
        memcpy(next, position, r->position_size);
        r->game->play(r, next, moves[i], NULL);
        done = negamax(s, next, budget, &reply);
        if (done && r->game->side(r, next) != side)
            reply = -reply;
        if (done && reply > *value)
            *value = reply;
    }
    free(next);
    free(moves);
    return done;
}

/* Some move leads to a position whose result is known too, and is the same. */
static bool stays_known(struct subject *s, int32_t known)
{
    const struct by_rules *r = s->rules;
    int32_t after;
    int count = moves_into(s, s->position, s->moves);
    for (int i = 0; i < count; i++) {
        memcpy(s->a, s->position, r->position_size);
        r->game->play(r, s->a, s->moves[i], NULL);
        if (r->game->theory(r, s->a, &after) && after == -known)
            return true;
    }
    return false;
}

static void visit_theory(struct subject *s)
{
    int budget = 3000;
    int32_t known, searched;
    if (!s->rules->game->theory(s->rules, s->position, &known)) {
        HOLDS(s, !s->rules->game->over(s->rules, s->position));
        return;
    }
    HOLDS(s, s->rules->game->over(s->rules, s->position) || stays_known(s, known));
    if (negamax(s, s->position, &budget, &searched)) {
        HOLDS(s, known == searched);
        s->compared++;
    }
}

static void check_theory(struct subject *s)
{
    if (s->rules->game->theory == NULL)
        return;
    walk(s, effort(POSITIONS / 3), visit_theory);
    HOLDS(s, s->compared > 0);
}

static void theory_agrees_with_plain_negamax(void **state)
{
    (void)state;
    each_subject(check_theory);
}

/* --- the game's own exact search --------------------------------------------------- */

/* Exact within the window, on the right side of it outside; the move keeps the value. */
static void expect_proven(struct subject *s, void *own, int32_t value, int32_t low, int32_t high)
{
    const struct by_rules *r = s->rules;
    struct by_own_search search = {.exact = true, .low = low, .high = high};
    int budget = 3000;
    int32_t after = 0;
    if (!r->game->own_search(own, s->position, &search))
        return;
    HOLDS(s, search.proven);
    if (value <= low || value >= high) {
        HOLDS(s, value <= low ? search.value >= value && search.value <= low
                              : search.value <= value && search.value >= high);
        return;
    }
    HOLDS(s, search.value == value);
    memcpy(s->a, s->position, r->position_size);
    r->game->play(r, s->a, search.move, NULL);
    HOLDS(s, !negamax(s, s->a, &budget, &after) || after == -value);
    s->compared++;
}

static void visit_own_search(struct subject *s)
{
    const struct by_game *game = s->rules->game;
    int budget = 3000;
    int32_t value;
    void *own = NULL;
    if (game->over(s->rules, s->position) || !negamax(s, s->position, &budget, &value))
        return;
    s->solved++;
    HOLDS(s, game->own_open(s->rules, 1 << 16, 1, &own, NULL) == BY_OK);
    if (own == NULL)
        return;
    expect_proven(s, own, value, -INT32_MAX, INT32_MAX);
    expect_proven(s, own, value, value - 1, value + 1);
    expect_proven(s, own, value, value, INT32_MAX);
    game->own_forget(own);
    expect_proven(s, own, value, -INT32_MAX, value);
    game->own_close(own);
}

static void check_own_search(struct subject *s)
{
    if (s->rules->game->own_search == NULL)
        return;
    void *own = NULL;
    HOLDS(s, s->rules->game->own_open(s->rules, 1 << 16, 1, &own, NULL) == BY_OK);
    if (own == NULL) /* these rules are beyond it */
        return;
    s->rules->game->own_close(own);
    walk(s, effort(POSITIONS / 3), visit_own_search);
    HOLDS(s, s->compared > 0 || s->solved == 0); /* large boards are never full enough */
}

static void a_games_own_search_agrees_with_plain_negamax(void **state)
{
    (void)state;
    each_subject(check_own_search);
}

/* --- the board as data, and whose turn it is --------------------------------------- */

/* The text of a board is its cells, row by row from the top. */
static void visit_cells(struct subject *s)
{
    const struct by_rules *r = s->rules;
    struct by_cells cells;
    const char *text = write_into(s, s->position, s->text_a);
    memset(&cells, 0x5a, sizeof cells);
    r->game->cells(r, s->position, BY_NO_MOVE, &cells);
    HOLDS(s, cells.width == r->width && cells.height == r->height);
    HOLDS(s, cells.side == r->game->side(r, s->position));
    for (int row = 0; row < cells.height; row++, text++)
        for (int x = 0; x < cells.width; x++, text++) {
            int y = cells.from_top ? row : cells.height - 1 - row;
            HOLDS(s, *text == cells.cell[y * cells.width + x]);
            HOLDS(s, !(cells.mark[y * cells.width + x] & (BY_MARK_LAST | BY_MARK_FROM)));
        }
}

/* Where a stone came to stand is marked, and nothing else as the last move. */
static void visit_last(struct subject *s)
{
    const struct by_rules *r = s->rules;
    struct by_cells before, after;
    if (r->game->over(r, s->position))
        return;
    int count = moves_into(s, s->position, s->moves);
    by_move move = s->moves[by_rng_below(&s->rng, (uint32_t)count)];
    memcpy(s->a, s->position, r->position_size);
    r->game->play(r, s->a, move, NULL);
    s->move = move;
    r->game->cells(r, s->position, BY_NO_MOVE, &before);
    r->game->cells(r, s->a, move, &after);
    int marked = 0, changed = 0;
    for (int i = 0; i < after.width * after.height; i++) {
        bool last = after.mark[i] & BY_MARK_LAST;
        marked += last;
        changed += before.cell[i] != after.cell[i];
        HOLDS(s, !last || (after.cell[i] == "XO"[before.side] && after.cell[i] != before.cell[i]));
        HOLDS(s, !(after.mark[i] & BY_MARK_FROM) || after.cell[i] == '.');
        HOLDS(s, !(after.mark[i] & BY_MARK_BARRED) || after.cell[i] == '.');
    }
    HOLDS(s, (marked > 0) == (changed > 0));
}

static void check_cells(struct subject *s)
{
    HOLDS(s, (s->rules->game->cells != NULL) == (s->rules->width > 0));
    if (s->rules->game->cells == NULL)
        return;
    walk(s, effort(POSITIONS / 3), visit_cells);
    walk(s, effort(POSITIONS / 3), visit_last);
}

static void cells_are_what_the_text_says(void **state)
{
    (void)state;
    each_subject(check_cells);
}

/* The other side to move on the same board, or nothing at all. */
static void visit_hand_over(struct subject *s)
{
    const struct by_rules *r = s->rules;
    struct by_cells before, after;
    memcpy(s->a, s->position, r->position_size);
    bool given = r->game->hand_over(r, s->a);
    if (!given) {
        HOLDS(s, memcmp(s->a, s->position, r->position_size) == 0);
        return;
    }
    HOLDS(s, r->game->side(r, s->a) != r->game->side(r, s->position));
    if (r->game->cells) {
        r->game->cells(r, s->position, BY_NO_MOVE, &before);
        r->game->cells(r, s->a, BY_NO_MOVE, &after);
        HOLDS(s, memcmp(before.cell, after.cell, sizeof after.cell) == 0);
    }
    expect_sound(s, s->a, s->b);
}

/* Who cannot move has lost, and nobody else. */
static void visit_normal_play(struct subject *s)
{
    const struct by_rules *r = s->rules;
    memcpy(s->a, s->position, r->position_size);
    HOLDS(s, r->game->hand_over(r, s->a));
    bool over = r->game->over(r, s->position);
    HOLDS(s,
          !over || (r->game->result(r, s->position) > 0) == (r->game->side(r, s->position) == 1));
    HOLDS(s, over || r->game->moves(r, s->position, s->moves) > 0);
}

static void check_normal_play(struct subject *s)
{
    if (s->rules->game->normal_play)
        walk(s, effort(POSITIONS / 3), visit_normal_play);
}

static void who_cannot_move_loses_in_normal_play(void **state)
{
    (void)state;
    each_subject(check_normal_play);
}

static void check_hand_over(struct subject *s)
{
    if (s->rules->game->hand_over != NULL)
        walk(s, effort(POSITIONS / 3), visit_hand_over);
}

static void a_turn_is_handed_over_or_nothing_changes(void **state)
{
    (void)state;
    each_subject(check_hand_over);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_fills_its_slots),
        cmocka_unit_test(moves_are_distinct_bounded_and_in_a_fixed_order),
        cmocka_unit_test(undo_restores_every_byte),
        cmocka_unit_test(players_alternate_and_nature_leaves_the_turn),
        cmocka_unit_test(moves_read_back_in_either_case),
        cmocka_unit_test(positions_read_back_from_text),
        cmocka_unit_test(any_position_can_be_the_start),
        cmocka_unit_test(packs_lead_back_and_bad_bytes_are_refused),
        cmocka_unit_test(text_pack_and_key_tell_the_same_positions_apart),
        cmocka_unit_test(symmetric_images_play_alike_and_share_one_canonical_form),
        cmocka_unit_test(evaluations_stay_between_loss_and_win),
        cmocka_unit_test(playouts_end_the_game_as_recorded),
        cmocka_unit_test(theory_agrees_with_plain_negamax),
        cmocka_unit_test(a_games_own_search_agrees_with_plain_negamax),
        cmocka_unit_test(cells_are_what_the_text_says),
        cmocka_unit_test(a_turn_is_handed_over_or_nothing_changes),
        cmocka_unit_test(who_cannot_move_loses_in_normal_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
