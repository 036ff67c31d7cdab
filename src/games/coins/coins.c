/* coins.c: two players throw coins by turns, and most heads win (GO 2.1.2 draws the tree of it).
 * There the player only throws; here he says how many coins he throws at once, and they count only
 * when all of them fall heads: more heads, less often. With coins=1 it is the thesis' game.
 *
 * A throw is two plies: the player's, after which the coins are in the air, and nature's. */
#include "base/text.h"
#include "base/zobrist.h"
#include "games/game.h"
#include <stdlib.h>
#include <string.h>

#define TURNS_MAX 50
#define COINS_MAX 8
#define PACK_SIZE 6
#define WIN       1000          /* beyond every lead: TURNS_MAX * COINS_MAX is 400 */
#define SALT      0x636f696e73U /* "coins" */

struct position {
    uint64_t key;
    int16_t heads[2];
    int16_t throws; /* that are over, of both players */
    int16_t air;    /* coins in the air: nature is to move; 0: none */
};

static int option(const struct by_rules *rules, const char *name)
{
    return (int)by_values_get(&rules->values, name)->integer;
}

static int coins_of(const struct by_rules *rules)
{
    return rules->action_count - 2;
}

static int throws_of(const struct by_rules *rules)
{
    return rules->max_length / 2;
}

/* Nature's two moves come behind the players' numbers of coins. */
static by_move heads_of(const struct by_rules *rules)
{
    return coins_of(rules);
}

static by_move tails_of(const struct by_rules *rules)
{
    return coins_of(rules) + 1;
}

static enum by_status setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position;
    (void)err;
    int turns = option(rules, "turns"), coins = option(rules, "coins");
    rules->position_size = sizeof(struct position);
    rules->pack_size = PACK_SIZE;
    rules->action_count = coins + 2;
    rules->max_moves = coins > 2 ? coins : 2;
    rules->max_length = 4 * turns;
    rules->has_chance = true;
    struct by_text label = by_text_over(rules->label, sizeof rules->label);
    by_text_format(&label, "%dx%d", turns, coins);
    return BY_OK;
}

/* --- rules ------------------------------------------------------------------ */

static void set_key(struct position *p)
{
    p->key = by_zobrist(SALT, (uint64_t)p->heads[0] << 32 | (uint64_t)p->heads[1] << 16 |
                                  (uint64_t)p->throws << 8 | (uint64_t)p->air);
}

static void start(const struct by_rules *rules, void *position)
{
    memset(position, 0, rules->position_size);
    set_key(position);
}

/* While coins are in the air, it is the other player who comes next. */
static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    const struct position *p = position;
    return (p->throws + (p->air > 0)) % 2;
}

static bool over(const struct by_rules *rules, const void *position)
{
    return ((const struct position *)position)->throws == throws_of(rules);
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    (void)rules;
    const struct position *p = position;
    return (p->heads[0] > p->heads[1]) - (p->heads[0] < p->heads[1]);
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct position *p = position;
    if (p->air > 0) {
        out[0] = heads_of(rules);
        out[1] = tails_of(rules);
        return 2;
    }
    for (int i = 0; i < coins_of(rules); i++)
        out[i] = i;
    return coins_of(rules);
}

/* All heads: once in 2^coins. */
static int32_t chance(const struct by_rules *rules, const void *position, by_move move)
{
    const struct position *p = position;
    if (p->air == 0)
        return 0;
    int32_t all = (int32_t)1 << p->air;
    return move == BY_NO_MOVE ? all : move == heads_of(rules) ? 1 : all - 1;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    struct position *p = position;
    if (undo != NULL)
        undo->word[0] = (uint64_t)p->air;
    if (p->air == 0) {
        p->air = (int16_t)(move + 1);
    } else {
        if (move == heads_of(rules))
            p->heads[p->throws % 2] = (int16_t)(p->heads[p->throws % 2] + p->air);
        p->throws++;
        p->air = 0;
    }
    set_key(p);
}

static void undo_move(const struct by_rules *rules, void *position, by_move move,
                      const struct by_undo *undo)
{
    struct position *p = position;
    p->air = (int16_t)undo->word[0];
    if (p->air > 0) {
        p->throws--;
        if (move == heads_of(rules))
            p->heads[p->throws % 2] = (int16_t)(p->heads[p->throws % 2] - p->air);
    }
    set_key(p);
}

/* --- identity ---------------------------------------------------------------- */

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->key;
}

static size_t pack(const struct by_rules *rules, const void *position, uint8_t *out)
{
    (void)rules;
    const struct position *p = position;
    for (int i = 0; i < 2; i++) {
        out[2 * i] = (uint8_t)(p->heads[i] & 255);
        out[2 * i + 1] = (uint8_t)(p->heads[i] >> 8);
    }
    out[4] = (uint8_t)p->throws;
    out[5] = (uint8_t)p->air;
    return PACK_SIZE;
}

/* Fills in a position that a game can come to. False: none does. */
static bool place(const struct by_rules *rules, const int64_t heads[2], int64_t throws, int64_t air,
                  struct position *p)
{
    int64_t most = throws_of(rules), coins = coins_of(rules);
    if (throws < 0 || throws > most || air < 0 || air > (throws < most ? coins : 0))
        return false;
    for (int i = 0; i < 2; i++)
        if (heads[i] < 0 || heads[i] > (throws + 1 - i) / 2 * coins)
            return false;
    memset(p, 0, rules->position_size);
    p->heads[0] = (int16_t)heads[0];
    p->heads[1] = (int16_t)heads[1];
    p->throws = (int16_t)throws;
    p->air = (int16_t)air;
    set_key(p);
    return true;
}

static enum by_status unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                             void *position, struct by_error *err)
{
    if (size == PACK_SIZE) {
        const int64_t heads[2] = {bytes[0] | bytes[1] << 8, bytes[2] | bytes[3] << 8};
        if (place(rules, heads, bytes[4], bytes[5], position))
            return BY_OK;
    }
    return by_fail(err, BY_BAD_INPUT, "these bytes are not a position of this game");
}

/* --- text ---------------------------------------------------------------------- */

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\r')
        s++;
    return s;
}

/* "2:1 6", and how many coins are in the air, if any: "2:1 6 3". */
static bool scan(const char *s, int64_t heads[2], int64_t *throws, int64_t *air)
{
    s = skip_blanks(s);
    if (!by_scan_int(&s, &heads[0]) || *s++ != ':' || !by_scan_int(&s, &heads[1]) ||
        skip_blanks(s) == s)
        return false;
    s = skip_blanks(s);
    if (!by_scan_int(&s, throws))
        return false;
    *air = 0;
    const char *more = skip_blanks(s);
    if (*more != '\0' && (more == s || !by_scan_int(&more, air) || *air == 0))
        return false;
    return *skip_blanks(more) == '\0';
}

static enum by_status read(const struct by_rules *rules, const char *text, void *position,
                           struct by_error *err)
{
    char quote[BY_QUOTE_SIZE];
    int64_t heads[2], throws, air;
    if (!scan(text, heads, &throws, &air))
        return by_fail(err, BY_BAD_INPUT,
                       "a position is the heads of X and O, the throws that are over and the coins "
                       "in the air, if any, as in '2:1 6' or '2:1 6 3', not '%s'",
                       by_quote(text, quote));
    if (!place(rules, heads, throws, air, position))
        return by_fail(err, BY_BAD_INPUT, "no game of %d throws with up to %d %s comes to '%s'",
                       throws_of(rules), coins_of(rules), coins_of(rules) == 1 ? "coin" : "coins",
                       by_quote(text, quote));
    return BY_OK;
}

static void write(const struct by_rules *rules, const void *position, struct by_text *out)
{
    (void)rules;
    const struct position *p = position;
    by_text_format(out, "%d:%d %d", p->heads[0], p->heads[1], p->throws);
    if (p->air > 0)
        by_text_format(out, " %d", p->air);
}

static void draw(const struct by_rules *rules, const void *position, struct by_text *out)
{
    const struct position *p = position;
    int thrower = p->throws % 2;
    for (int i = 0; i < 2; i++)
        by_text_format(out, "%c  %3d %s\n", "XO"[i], p -> heads[i],
                       p -> heads[i] == 1 ? "head" : "heads");
    if (over(rules, position))
        by_text_format(out, "all %d throws are over\n", p->throws);
    else if (p->air > 0)
        by_text_format(out, "throw %d of %d: %c's %d %s in the air\n", p->throws + 1,
                       throws_of(rules), "XO"[thrower], p -> air,
                       p -> air == 1 ? "coin is" : "coins are");
    else
        by_text_format(out, "throw %d of %d\n%c to move\n", p->throws + 1, throws_of(rules),
                       "XO"[thrower]);
}

static enum by_status read_move(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err)
{
    (void)position;
    char quote[BY_QUOTE_SIZE];
    int64_t coins;
    if (by_same_text(text, "heads"))
        *out = heads_of(rules);
    else if (by_same_text(text, "tails"))
        *out = tails_of(rules);
    else if (by_read_int(text, 1, coins_of(rules), &coins))
        *out = (by_move)(coins - 1);
    else
        return by_fail(err, BY_BAD_INPUT,
                       "a move is a number of coins, 1 to %d, and nature's is heads or tails, not "
                       "'%s'",
                       coins_of(rules), by_quote(text, quote));
    return BY_OK;
}

static void write_move(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out)
{
    (void)position;
    if (move < coins_of(rules))
        by_text_format(out, "%d", move + 1);
    else
        by_text_add(out, move == heads_of(rules) ? "heads" : "tails");
}

/* --- knowledge ------------------------------------------------------------------ */

static int32_t lead(const struct by_rules *rules, const void *position)
{
    const struct position *p = position;
    int32_t ahead = p->heads[0] - p->heads[1];
    return side(rules, position) == 0 ? ahead : -ahead;
}

/* Each player's heads. */
static void lead_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                       void *context)
{
    const struct position *p = position;
    int mover = side(rules, position);
    for (int i = 0; i < 2; i++)
        emit(context, &(struct by_term){.name = "heads",
                                        .side = i,
                                        .value = i == mover ? p->heads[i] : -p->heads[i]});
}

static const struct by_eval evals[] = {
    {.name = "lead",
     .help = "heads more than the opponent has",
     .win = WIN,
     .value = lead,
     .terms = lead_terms,
     .counts = "head"},
    {.name = NULL},
};

static const struct by_option options[] = {
    {.name = "turns",
     .type = BY_OPTION_INT,
     .fallback = "4",
     .low = 1,
     .high = TURNS_MAX,
     .help = "throws of each player"},
    {.name = "coins",
     .type = BY_OPTION_INT,
     .fallback = "3",
     .low = 1,
     .high = COINS_MAX,
     .help = "most coins of a throw; 1: there is nothing to decide"},
    {.name = NULL},
};

static const char *const asked[] = {"turns", NULL};
static const char *const samples[] = {"coins=1 turns=2", "coins=8 turns=50", "coins=2 turns=1",
                                      NULL};

const struct by_game by_game_coins = {
    /* facts */
    .name = "coins",
    .title = "Coins",
    .summary = "throw one or more coins by turns; they count if all fall heads; most heads win",
    .move_help = "1, 2, 3, ...: how many coins to throw; nature answers heads or tails",
    .options = options,
    .samples = samples,
    .asked = asked,
    .player = "minimax",

    /* rules */
    .setup = setup,
    .start = start,
    .side = side,
    .over = over,
    .result = result,
    .moves = moves,
    .play = play,
    .undo = undo_move,
    .chance = chance,
    .key = key,
    .pack = pack,
    .unpack = unpack,

    /* text */
    .read = read,
    .write = write,
    .draw = draw,
    .read_move = read_move,
    .write_move = write_move,

    /* knowledge */
    .evals = evals,
};
