/* playout_tmpl.h: the playouts of the fast board; the last part of board_tmpl.h.
 *
 * In a uniform playout of a free game the players fill the empty points in random order. So the
 * order is drawn first, a good number of plies at once, and only then is asked when the game was
 * over: every point gets the time of its stone, a row of five points is complete at the largest of
 * its five times, and the game ends at the smallest time of all rows of one colour. Over whole
 * arrays that is a few vector instructions for 32 rows, and no branch depends on the game.
 * Stones that were there before have time 0, points of the other player and the border NEVER. */

#include "base/num.h"

#if SIDE * SIDE < 255
typedef uint8_t moment;
#else
typedef uint16_t moment;
#endif
#define NEVER ((moment) ~(moment)0)

/* Rows are looked at from their first point: in front of the first cell is one row of border for
 * the point before, behind the last are five for the points after. */
#define FRONT 32
#define TIMES (FRONT + ROOM + 64 + 5 * (STRIDE + 1))

struct times {
    moment of[2][TIMES];
};

/* --- when somebody has five -------------------------------------------------------- */

static inline moment later(moment a, moment b)
{
    return a > b ? a : b;
}

static inline moment earlier(moment a, moment b)
{
    return a < b ? a : b;
}

/* The time at which the row from `t` on is complete. Where five must be exact, a stone before or
 * behind the row must not be there by then: all bits are set unless it is so. */
static inline moment completed(const moment *t, int step, bool exact)
{
    moment a = later(t[0], t[step]), b = later(t[2 * step], t[3 * step]);
    moment done = later(later(a, b), t[4 * step]);
    if (exact)
        done |= (moment)((done < earlier(t[-step], t[5 * step])) - 1);
    return done;
}

/* One plain loop with a minimum: both compilers make vectors of it. Border is looked at up to a whole
 * number of vectors, so that nothing is left over. */
static inline moment first_five_of(const moment *t, int spots, bool exact)
{
    moment first = NEVER;
    unsigned end = ((unsigned)spots + 63) & ~63U;
    for (unsigned i = 0; i < end; i++) {
        moment a = completed(t + i, 1, exact), b = completed(t + i, STRIDE, exact);
        moment c = completed(t + i, STRIDE + 1, exact), d = completed(t + i, STRIDE - 1, exact);
        first = earlier(first, earlier(earlier(a, b), earlier(c, d)));
    }
    return first;
}

static moment first_five(const struct times *times, int spots, bool exact)
{
    moment first[2];
    for (int player = 0; player < 2; player++)
        first[player] = exact ? first_five_of(times->of[player] + FRONT, spots, true)
                              : first_five_of(times->of[player] + FRONT, spots, false);
    return earlier(first[0], first[1]);
}

/* --- the order --------------------------------------------------------------------- */

struct order {
    moment
        spot[CELLS]; /* the points; the first `drawn` are in the order in which they are played */
    int count, drawn;
    int first; /* who plays the first of them */
};

/* Two places at once from 32 random bits: the first among `left` points, the second among those
 * behind. The product's high part is the first, its low part is as random as before and gives the
 * second; `*low` tells whether the bits must be refused (Lemire 2019; Brackett-Rozinsky and Lemire
 * 2024). */
static inline void split_bits(uint32_t bits, uint32_t left, uint32_t place[2], uint32_t *low)
{
    uint64_t product = (uint64_t)bits * left;
    place[0] = (uint32_t)(product >> 32);
    product = (uint64_t)(uint32_t)product * (left - 1);
    place[1] = (uint32_t)(product >> 32);
    *low = (uint32_t)product;
}

static inline void draw_places(struct by_rng *rng, uint32_t bits, uint32_t left, uint32_t place[2])
{
    uint32_t low, product = left * (left - 1);
    split_bits(bits, left, place, &low);
    if (__builtin_expect(low < product, 0)) {
        uint32_t threshold = -product % product;
        while (low < threshold)
            split_bits((uint32_t)(by_rng_next(rng) >> 32), left, place, &low);
    }
}

/* The next point of the order is the one `place` behind it: exchange them. */
static inline void take_point(struct order *order, struct times *times, uint32_t place)
{
    int i = order->drawn++;
    moment spot = order->spot[i + (int)place];
    order->spot[i + (int)place] = order->spot[i];
    order->spot[i] = spot;
    times->of[order->first ^ (i & 1)][FRONT + spot] = (moment)(i + 1);
}

static inline void draw_points(struct order *order, struct times *times, struct by_rng *rng,
                               int until)
{
    while (until - order->drawn >= 4) {
        uint64_t bits = by_rng_next(rng);
        uint32_t left = (uint32_t)(order->count - order->drawn), place[4];
        draw_places(rng, (uint32_t)(bits >> 32), left, place);
        draw_places(rng, (uint32_t)bits, left - 2, place + 2);
        for (int i = 0; i < 4; i++)
            take_point(order, times, place[i]);
    }
    while (order->drawn < until)
        take_point(order, times, by_rng_below(rng, (uint32_t)(order->count - order->drawn)));
}

/* --- a whole game ------------------------------------------------------------------ */

static void open_times(const struct gomoku *gomoku, struct times *times)
{
    memset(times, 0xff, sizeof *times);
    if (gomoku->stones == 0)
        return;
    for (int player = 0; player < 2; player++) {
        moment *of = times->of[player] + FRONT;
        for (int spot = 0; spot < ROOM; spot++)
            of[spot] = gomoku->cell[spot] == STONE + player ? 0 : NEVER;
    }
}

/* Lists the empty ones of eight cells; writes eight entries, of which the first are the ones.
 * `nth_bit` turns the set of empty cells into their numbers, all in one word. */
static inline int list_empty(const struct by_gomoku_shape *shape, const uint8_t *cell, int spot,
                             moment *out)
{
    uint64_t cells;
    memcpy(&cells, cell, sizeof cells);
    uint64_t taken = (cells | cells >> 1) & UINT64_C(0x0101010101010101);
    unsigned empty = (unsigned)(taken * UINT64_C(0x0102040810204080) >> 56) ^ 0xff;
    for (int i = 0; i < 8; i++)
        out[i] = (moment)(spot + shape->nth_bit[empty][i]);
    return by_bits_count(empty);
}

static void open_order(const struct by_rules *rules, const struct gomoku *gomoku,
                       struct order *order)
{
    int count = 0;
    for (int spot = 0; spot < rules->height * STRIDE; spot += 8)
        count += list_empty(rules->data, gomoku->cell + spot, spot, order->spot + count);
    order->count = count;
    order->drawn = 0;
    order->first = gomoku->side;
}

/* Leaves the first part of the position as after the first `length` plies of the order. */
static void finish(const struct by_gomoku_shape *shape, const struct order *order,
                   const struct times *times, int length, struct gomoku *gomoku)
{
    for (int i = 0; i < length; i++)
        gomoku->key ^= shape->key[order->first ^ (i & 1)][order->spot[i]];
    moment last = (moment)length;
    for (int spot = 0; spot < ROOM; spot++) {
        uint8_t x = times->of[0][FRONT + spot] <= last, o = times->of[1][FRONT + spot] <= last;
        gomoku->cell[spot] |= (uint8_t)(STONE * x | (STONE + 1) * o);
    }
    gomoku->stones += length;
    gomoku->side ^= length & 1;
}

static void record(const struct by_gomoku_shape *shape, const struct order *order, int length,
                   struct by_playout *out)
{
    for (int i = 0; out->plies && i < length; i++)
        out->plies[i] = (struct by_ply){shape->action[order->spot[i]], order->first ^ (i & 1)};
    out->length = length;
}

/* How many plies are drawn before the first look: most games are over when a little more than half
 * of the points are taken. Measured on 15x15: 128 plies, then 24 more at a time, are best. */
#define NEXT_LOOK 24

static int first_look(const struct by_rules *rules, const struct gomoku *gomoku)
{
    int plies = rules->width * rules->height / 2 + 16 - gomoku->stones;
    return plies > NEXT_LOOK ? plies : NEXT_LOOK;
}

/* Draws until somebody has five, or the board is full; returns when: NEVER, or the number of plies.
 * `look` is that of the start position. */
static moment play_order(const struct by_rules *rules, int look, struct order *order,
                         struct times *times, struct by_rng *rng)
{
    const struct by_gomoku_shape *shape = rules->data;
    bool exact = shape->rule == BY_GOMOKU_EXACT;
    moment end = NEVER;
    for (int until = look; end == NEVER && order->drawn < order->count; until += NEXT_LOOK) {
        draw_points(order, times, rng, until < order->count ? until : order->count);
        end = first_five(times, rules->height * STRIDE, exact);
    }
    return end;
}

static void play_out(const struct by_rules *rules, struct gomoku *gomoku, struct by_rng *rng,
                     struct by_playout *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    struct times times;
    struct order order;
    open_times(gomoku, &times);
    open_order(rules, gomoku, &order);
    moment end = play_order(rules, first_look(rules, gomoku), &order, &times, rng);
    int length = end == NEVER ? order.count : end;
    finish(shape, &order, &times, length, gomoku);
    if (end != NEVER)
        gomoku->winner = !gomoku->side;
    record(shape, &order, length, out);
}

/* Nobody looks at the final positions: only times and order begin anew each time. */
static void play_many(const struct by_rules *rules, const struct gomoku *gomoku, int64_t count,
                      struct by_rng *rng, struct by_totals *totals)
{
    struct times start_times, times;
    struct order start_order, order;
    struct by_rng own = *rng;
    open_times(gomoku, &start_times);
    open_order(rules, gomoku, &start_order);
    int look = first_look(rules, gomoku);
    for (int64_t i = 0; i < count; i++) {
        times = start_times;
        order = start_order;
        moment end = play_order(rules, look, &order, &times, &own);
        int last = gomoku->side ^ ((end - 1) & 1); /* who played ply `end` */
        int32_t won = last == 0 ? 1 : -1;
        by_totals_add(totals, end == NEVER ? 0 : won, end == NEVER ? order.count : end);
    }
    *rng = own;
}

/* --- playouts that look at every position -------------------------------------------- */

/* The action that the side to move plays; the game is not over. */
typedef by_move choose_fn(const struct by_rules *rules, const struct gomoku *gomoku,
                          struct by_rng *rng, by_move *scratch);

static void play_on(const struct by_rules *rules, struct gomoku *gomoku, struct by_rng *rng,
                    struct by_playout *out, choose_fn *choose)
{
    out->length = 0;
    while (!over(rules, gomoku)) {
        by_move move = choose(rules, gomoku, rng, out->scratch);
        if (out->plies)
            out->plies[out->length] = (struct by_ply){move, gomoku->side};
        out->length++;
        play(rules, gomoku, move, NULL);
    }
}

/* One of the points in `list`, equally likely, that the side to move may play on; BY_NO_MOVE when
 * there is none. A forbidden point is put aside and another one drawn. */
static by_move any_allowed(const struct by_rules *rules, const struct gomoku *gomoku,
                           struct by_rng *rng, by_move *list, int count)
{
    while (count > 0) {
        int i = (int)by_rng_below(rng, (uint32_t)count);
        if (is_allowed(rules->data, gomoku, list[i]))
            return list[i];
        list[i] = list[--count];
    }
    return BY_NO_MOVE;
}

static int empty_points(const struct by_rules *rules, const struct gomoku *gomoku, by_move *list)
{
    const struct by_gomoku_shape *shape = rules->data;
    int count = 0, cells = rules->width * rules->height;
    for (int action = 0; action < cells; action++) {
        if (gomoku->cell[shape->spot[action]] == EMPTY)
            list[count++] = action;
    }
    return count;
}

static by_move any_point(const struct by_rules *rules, const struct gomoku *gomoku,
                         struct by_rng *rng, by_move *scratch)
{
    int count = empty_points(rules, gomoku, scratch);
    return any_allowed(rules, gomoku, rng, scratch, count);
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    out->length = 0;
    if (shape->rule == BY_GOMOKU_RENJU)
        play_on(rules, position, rng, out, any_point);
    else if (!over(rules, position))
        play_out(rules, position, rng, out);
    out->result = result(rules, position);
}

static void uniform_many(const struct by_rules *rules, const void *position, int64_t count,
                         struct by_rng *rng, struct by_totals *totals)
{
    const struct by_gomoku_shape *shape = rules->data;
    if (shape->rule != BY_GOMOKU_RENJU && !over(rules, position)) {
        play_many(rules, position, count, rng, totals);
        return;
    }
    struct by_playout out = {.scratch = totals->scratch};
    for (int64_t i = 0; i < count; i++) {
        memcpy(totals->position, position, sizeof(struct gomoku));
        uniform(rules, totals->position, rng, &out);
        by_totals_add(totals, out.result, out.length);
    }
}

/* GOM 2.3: win; stop a win; make a four, an open one first; stop a four, an open one first.
 * BY_NO_MOVE where none of it can be done. */
static by_move forced_point(const struct by_rules *rules, const struct gomoku *gomoku,
                            struct by_rng *rng, by_move *scratch)
{
    const struct set *own = gomoku->threat[gomoku->side];
    const struct set *other = gomoku->threat[!gomoku->side];
    const struct set *wishes[] = {&own[0], &other[0], &own[1], &own[2], &other[1], &other[2]};
    by_move move = BY_NO_MOVE;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes && move == BY_NO_MOVE; i++)
        move = any_allowed(rules, gomoku, rng, scratch, list_of(wishes[i], scratch));
    return move;
}

/* Anything near the stones; anything at all where there are none. */
static by_move any_active(const struct by_rules *rules, const struct gomoku *gomoku,
                          struct by_rng *rng, by_move *scratch)
{
    int count = list_of(&gomoku->active, scratch);
    by_move move = any_allowed(rules, gomoku, rng, scratch, count);
    return move != BY_NO_MOVE ? move : any_point(rules, gomoku, rng, scratch);
}

static by_move forced_or_active(const struct by_rules *rules, const struct gomoku *gomoku,
                                struct by_rng *rng, by_move *scratch)
{
    by_move move = forced_point(rules, gomoku, rng, scratch);
    return move != BY_NO_MOVE ? move : any_active(rules, gomoku, rng, scratch);
}

/* Keeps the moves of the list that are worth most: attack plus defence (GOM 2.4). */
static int keep_best(const struct by_gomoku_shape *shape, const struct gomoku *gomoku,
                     by_move *list, int count)
{
    int64_t most = -1;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const uint8_t(*pattern)[BY_GOMOKU_DIRECTIONS] = gomoku->pattern[list[i]];
        int64_t worth = score_of(shape, pattern[0]) + score_of(shape, pattern[1]);
        kept = worth > most ? 0 : kept;
        most = worth > most ? worth : most;
        if (worth == most)
            list[kept++] = list[i];
    }
    return kept;
}

static by_move forced_or_best(const struct by_rules *rules, const struct gomoku *gomoku,
                              struct by_rng *rng, by_move *scratch)
{
    by_move move = forced_point(rules, gomoku, rng, scratch);
    if (move != BY_NO_MOVE)
        return move;
    int count = list_of(&gomoku->active, scratch);
    if (has_forbidden(rules->data, gomoku))
        count = keep_allowed(rules->data, gomoku, scratch, count);
    count = keep_best(rules->data, gomoku, scratch, count);
    move = any_allowed(rules, gomoku, rng, scratch, count);
    return move != BY_NO_MOVE ? move : any_point(rules, gomoku, rng, scratch);
}

static void forced(const struct by_rules *rules, void *position, struct by_rng *rng,
                   struct by_playout *out)
{
    play_on(rules, position, rng, out, forced_or_active);
    out->result = result(rules, position);
}

static void forced_best(const struct by_rules *rules, void *position, struct by_rng *rng,
                        struct by_playout *out)
{
    play_on(rules, position, rng, out, forced_or_best);
    out->result = result(rules, position);
}

/* --- playouts that are cut short ------------------------------------------------------- */

#define JUDGED_PLIES 12 /* at most */

/* What must be played: five; what stops one; an open four; what may stop one. BY_NO_MOVE: nothing. */
static by_move must_point(const struct by_rules *rules, const struct gomoku *gomoku,
                          struct by_rng *rng, by_move *scratch)
{
    const struct set *own = gomoku->threat[gomoku->side];
    const struct set *other = gomoku->threat[!gomoku->side];
    const struct set *wishes[] = {&own[0], &other[0], &own[1]};
    by_move move = BY_NO_MOVE;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes && move == BY_NO_MOVE; i++)
        move = any_allowed(rules, gomoku, rng, scratch, list_of(wishes[i], scratch));
    if (move != BY_NO_MOVE || size_of(&other[1]) == 0)
        return move;
    struct set stops = own[2];
    for (int i = 0; i < WORDS; i++)
        stops.word[i] |= other[1].word[i] | other[2].word[i];
    int count = keep_best(rules->data, gomoku, scratch, list_of(&stops, scratch));
    return any_allowed(rules, gomoku, rng, scratch, count);
}

/* The winner is drawn: as likely as the evaluation says. */
static int32_t drawn_result(const struct by_rules *rules, const struct gomoku *gomoku,
                            struct by_rng *rng)
{
    double value = (double)threats_value(rules, gomoku) / BY_GOMOKU_THREATS_ODDS;
    double most = 30, bounded = value > most ? most : value < -most ? -most : value;
    bool mover = by_rng_unit(rng) < 1 / (1 + by_exp(-bounded));
    return mover == (gomoku->side == 0) ? 1 : -1;
}

static void judged(const struct by_rules *rules, void *position, struct by_rng *rng,
                   struct by_playout *out)
{
    struct gomoku *gomoku = position;
    out->length = 0;
    while (!over(rules, gomoku)) {
        by_move move =
            out->length < JUDGED_PLIES ? must_point(rules, gomoku, rng, out->scratch) : BY_NO_MOVE;
        if (move == BY_NO_MOVE) {
            out->result = drawn_result(rules, gomoku, rng);
            return;
        }
        if (out->plies)
            out->plies[out->length] = (struct by_ply){move, gomoku->side};
        out->length++;
        play(rules, gomoku, move, NULL);
    }
    out->result = result(rules, gomoku);
}

static const struct by_policy policies[] = {
    {.name = "uniform",
     .help = "every legal move equally likely",
     .run = uniform,
     .many = uniform_many},
    {.name = "forced",
     .help = "win, stop a win, make a four, stop a four; else near the stones (GOM 2.3)",
     .run = forced},
    {.name = "forced-best",
     .help = "the same; else the active moves worth most by their patterns (GOM 2.4)",
     .run = forced_best},
    {.name = "judged",
     .help =
         "what is forced is played; then the evaluation `threats` says how likely each side wins",
     .run = judged,
     .early = true},
    {0},
};
