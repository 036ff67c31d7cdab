/* The register of games, made from games.def, and what every game gets for free. */
#include "games/game.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const by_asked_size[] = {"size", NULL};

#define BY_GAME(name) extern const struct by_game by_game_##name;
#include "games/games.def"
#undef BY_GAME

static const struct by_game *const register_of_games[] = {
#define BY_GAME(name) &by_game_##name,
#include "games/games.def"
#undef BY_GAME
    NULL,
};

const struct by_game *by_game_at(int index)
{
    int count = (int)(sizeof register_of_games / sizeof register_of_games[0]) - 1;
    return index >= 0 && index < count ? register_of_games[index] : NULL;
}

static const struct by_alias *find_alias(const struct by_game *game, const char *name)
{
    for (const struct by_alias *a = game->aliases; a && a->name; a++)
        if (by_same_text(a->name, name))
            return a;
    return NULL;
}

const struct by_game *by_game_find(const char *name, const struct by_alias **alias)
{
    for (int i = 0; by_game_at(i); i++) {
        const struct by_game *game = by_game_at(i);
        const struct by_alias *a = find_alias(game, name);
        if (!a && !by_same_text(game->name, name))
            continue;
        if (alias)
            *alias = a;
        return game;
    }
    return NULL;
}

bool by_rules_of(const struct by_rules *rules, const char *name)
{
    return strcmp(rules->game->name, name) == 0;
}

bool by_rules_aliased(const struct by_rules *rules)
{
    return strcmp(rules->name, rules->game->name) != 0;
}

void by_game_names(struct by_text *out)
{
    for (int i = 0; by_game_at(i); i++) {
        const struct by_game *game = by_game_at(i);
        by_text_format(out, "%s%s", i > 0 ? "|" : "", game->name);
        for (const struct by_alias *a = game->aliases; a && a->name; a++)
            by_text_format(out, "|%s", a->name);
    }
}

static bool has_options(const struct by_game *g)
{
    for (const char *const *t = g->tunable; *t; t++) {
        int i = 0, count = by_options_count(g->options);
        while (i < count && strcmp(g->options[i].name, *t) != 0)
            i++;
        if (i == count)
            return false;
    }
    return true;
}

static void check_own_search(const struct by_game *g)
{
    assert(!g->own_search == !g->own_open && !g->own_search == !g->own_close);
    assert(!g->own_next == !g->own_insert && (!g->own_next || g->own_search));
    assert(!g->own_search == !g->own_forget && (!g->own_unit || g->own_eval));
    (void)g;
}

/* Slots that stand together or not at all. */
static void check_knowledge(const struct by_game *g)
{
    assert(!g->tunable || (g->tunable[0] && has_options(g)));
    assert(!g->forced_win || !g->has_margin);
    assert(!g->threats || (g->check_proof && !g->has_margin));
    assert(!g->opening == !g->opening_rule);
    assert(!g->count == !g->chain && (!g->count || (g->judge && g->resume)));
    (void)g;
}

static void check_game(const struct by_game *g)
{
    assert(g->name && g->title && g->summary && g->move_help);
    assert(g->setup && g->start && g->read && g->write && g->draw);
    assert(g->read_move && g->write_move);
    assert(g->side && g->over && g->result && g->moves && g->play);
    assert(g->key && g->pack && g->unpack);
    assert(!g->transform == !g->transform_move);
    check_knowledge(g);
    check_own_search(g);
    for (const struct by_eval *e = g->evals; e && e->name; e++)
        assert(e->help && e->value && e->win > 0);
    for (const struct by_policy *p = g->policies; p && p->name; p++)
        assert(p->help && p->run);
    (void)g;
}

void by_games_check(void)
{
    for (int i = 0; by_game_at(i); i++)
        check_game(by_game_at(i));
}

/* --- moves ---------------------------------------------------------------- */

bool by_move_legal(const struct by_rules *rules, const void *position, by_move move,
                   by_move *scratch)
{
    if (rules->game->over(rules, position))
        return false;
    int count = rules->game->moves(rules, position, scratch);
    for (int i = 0; i < count; i++)
        if (scratch[i] == move)
            return true;
    return false;
}

/* "; legal: a1 a2 a3 ..." as far as a few words go. */
static void name_some_moves(const struct by_rules *rules, const void *position,
                            const by_move *moves, int count, struct by_text *out)
{
    enum { SHOWN = 8 };
    for (int i = 0; i < count && i < SHOWN; i++) {
        by_text_add(out, i > 0 ? " " : "");
        rules->game->write_move(rules, position, moves[i], out);
    }
    if (count > SHOWN)
        by_text_format(out, " and %d more", count - SHOWN);
}

static enum by_status refuse_move(const struct by_rules *rules, const void *position,
                                  const char *text, by_move *scratch, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    by_quote(text, quoted);
    int count = rules->game->moves(rules, position, scratch);
    struct by_text list = by_text_over(names, sizeof names);
    name_some_moves(rules, position, scratch, count, &list);
    return by_fail(err, BY_BAD_INPUT, "the move '%s' is not legal here; legal: %s", quoted, names);
}

enum by_status by_move_read(const struct by_rules *rules, const void *position, const char *text,
                            by_move *out, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    if (rules->game->over(rules, position))
        return by_fail(err, BY_BAD_INPUT, "the move '%s' comes after the end of the game",
                       by_quote(text, quoted));
    by_move move;
    enum by_status status = rules->game->read_move(rules, position, text, &move, err);
    if (status != BY_OK)
        return status;
    size_t bytes = (size_t)rules->max_moves * sizeof(by_move);
    by_move *scratch = malloc(bytes);
    if (!scratch)
        return by_fail_memory(err, bytes);
    if (by_move_legal(rules, position, move, scratch))
        *out = move;
    else
        status = refuse_move(rules, position, text, scratch, err);
    free(scratch);
    return status;
}

/* --- canonical form ------------------------------------------------------- */

/* The two packs, rounded up so that the position behind them is aligned. */
static size_t packs_size(const struct by_rules *rules)
{
    return (2 * rules->pack_size + 15) & ~(size_t)15;
}

size_t by_canonical_scratch(const struct by_rules *rules)
{
    return packs_size(rules) + rules->position_size;
}

static bool pack_less(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size)
{
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order < 0 || (order == 0 && a_size < b_size);
}

int by_canonical(const struct by_rules *rules, const void *position, void *out, uint8_t *scratch)
{
    const struct by_game *game = rules->game;
    uint8_t *best_pack = scratch, *pack = scratch + rules->pack_size;
    void *image = scratch + packs_size(rules);
    int best = 0;
    size_t best_size = game->pack(rules, position, best_pack);
    memcpy(out, position, rules->position_size);
    for (int s = 1; s < rules->symmetry_count; s++) {
        game->transform(rules, position, s, image);
        size_t size = game->pack(rules, image, pack);
        if (!pack_less(pack, size, best_pack, best_size))
            continue;
        memcpy(best_pack, pack, size);
        memcpy(out, image, rules->position_size);
        best_size = size;
        best = s;
    }
    return best;
}

/* --- knowledge ------------------------------------------------------------ */

const struct by_eval *by_eval_find(const struct by_rules *rules, const char *name)
{
    for (const struct by_eval *e = rules->game->evals; e && e->name; e++)
        if (!name || by_same_before_colon(e->name, name))
            return e;
    return NULL;
}

void by_eval_names(const struct by_rules *rules, struct by_text *out)
{
    for (const struct by_eval *e = rules->game->evals; e && e->name; e++)
        by_text_format(out, "%s%s", e == rules->game->evals ? "" : "|", e->name);
}
