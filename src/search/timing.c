/* timing.c: see timing.h. */
#include "search/timing.h"
#include "base/spec.h"
#include <stdio.h>
#include <string.h>

/* A difficult move may take this many times its share, and this part of what is left. */
#define STRETCH  5
#define PART_MAX 0.4

/* Early moves get more than an equal share: searches end early when nothing can change any more,
 * which is so at the end of most games, and what is saved there cannot be spent. With equal shares
 * mcts used 56 % of five seconds in Othello and 76 % in NoGo 7x7. */
#define FRONT 1.8

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static int smaller_int(int a, int b)
{
    return a < b ? a : b;
}

/* --- how long the game will be -------------------------------------------------- */

/* Plies that have to be thought about. Go ends when three quarters of the board are full; three
 * quarters is also a guess for games that say nothing. */
static int likely_length(const struct by_rules *rules)
{
    int cells = rules->width * rules->height;
    int length = cells > 0 ? cells * 3 / 4 : rules->max_length;
    if (rules->game->likely_length)
        length = rules->game->likely_length(rules);
    return smaller_int(length, rules->max_length);
}

/* A game that lasts longer than most is not over at once: a fifth of the usual length still
 * lies ahead. */
struct by_moves_left by_moves_left(const struct by_rules *rules, int plies)
{
    int usual = likely_length(rules);
    int left = usual - plies > usual / 5 ? usual - plies : usual / 5;
    struct by_moves_left moves = {(left + 1) / 2, (rules->max_length - plies + 1) / 2};
    moves.most = moves.most > 1 ? moves.most : 1;
    moves.likely = moves.likely > 1 ? smaller_int(moves.likely, moves.most) : 1;
    return moves;
}

/* --- sharing time --------------------------------------------------------------- */

static struct by_time_share limited(double soft, double hard)
{
    hard = larger(hard, BY_CLOCK_LEAST);
    return (struct by_time_share){larger(smaller(soft, hard), BY_CLOCK_LEAST), hard};
}

/* What a move may take of `pool` when `moves` share it, and each but the last brings
 * `increment`. The least that every later move will cost stays untouched: if this move takes all
 * the rest, the next one finds at least the same again, with one move less to come. */
static struct by_time_share share_pool(double pool, double increment, struct by_moves_left moves,
                                       double lag)
{
    double cost = larger(lag + BY_CLOCK_LEAST - increment, 0);
    double usable = pool - lag - (moves.most - 1) * cost;
    if (usable < BY_CLOCK_LEAST / 2) { /* not for a rounding error */
        int fewer = smaller_int(moves.most, 2 * moves.likely);
        usable = smaller(pool - lag - (fewer - 1) * cost, (pool - lag) / 2);
    }
    double share = (usable + increment * (moves.likely - 1)) / moves.likely;
    return limited(FRONT * share,
                   smaller(STRETCH * share, usable * larger(PART_MAX, 1.0 / moves.most)));
}

/* A move in overtime. In a Canadian period so many stones share what is left of it; a Japanese
 * period is there again for every move, and what is not used of it is lost. */
static struct by_time_share share_overtime(const struct by_game_clock *clock)
{
    if (clock->stones > 0)
        return share_pool(clock->period, 0, (struct by_moves_left){clock->stones, clock->stones},
                          clock->lag);
    return limited(clock->period - clock->lag, clock->period - clock->lag);
}

/* Main time with overtime behind it need not last: no move gets less than it would get there,
 * and one may run over into it. */
static struct by_time_share share_main(const struct by_game_clock *clock,
                                       struct by_moves_left moves)
{
    struct by_time_share later = share_overtime(clock);
    double soft = larger(clock->left / moves.likely, later.soft);
    return limited(soft, smaller(STRETCH * soft, PART_MAX * clock->left + later.soft));
}

/* Numbers that can be computed with. */
static double sane(double seconds)
{
    return seconds > 0 ? smaller(seconds, 1e9) : 0;
}

static struct by_game_clock sane_clock(const struct by_game_clock *clock)
{
    return (struct by_game_clock){
        .left = sane(clock->left),
        .increment = sane(clock->increment),
        .period = sane(clock->period),
        .periods = clock->periods,
        .stones = clock->stones > 0 ? smaller_int(clock->stones, 1000000) : 0,
        .moves_to_go = clock->moves_to_go,
        .lag = clock->lag > 0 ? sane(clock->lag) : BY_CLOCK_LAG,
    };
}

bool by_clock_runs(const struct by_game_clock *clock)
{
    return clock->left != 0 || clock->increment > 0 || clock->period > 0;
}

void by_clock_tick(struct by_game_clock *clock, double seconds)
{
    if (clock->left > 0)
        clock->left = clock->left > seconds ? clock->left - seconds : -1;
    else
        clock->period = clock->period > seconds ? clock->period - seconds : 0;
    if (!by_clock_runs(clock))
        clock->left = -1;
}

/* Takes `used` seconds of overtime off; false: that was too much. */
static bool charge_overtime(struct by_game_clock *clock, const struct by_game_clock *given,
                            double used, double margin)
{
    if (given->stones > 0) {
        clock->period -= used;
        if (clock->period < -margin)
            return false;
        if (--clock->stones <= 0) {
            clock->stones = given->stones;
            clock->period = given->period;
        }
        return true;
    }
    while (used > given->period && clock->periods > 1) {
        used -= given->period;
        clock->periods--;
    }
    return used <= given->period + margin;
}

bool by_clock_charge(struct by_game_clock *clock, const struct by_game_clock *given, double used,
                     double margin)
{
    double left = larger(clock->left, 0);
    if (used > left && given->period > 0) {
        clock->left = 0;
        return charge_overtime(clock, given, used - left, margin);
    }
    if (left - used < -margin)
        return false;
    clock->left = larger(left - used, 0) + given->increment;
    if (given->moves_to_go > 0 && --clock->moves_to_go == 0) {
        clock->moves_to_go = given->moves_to_go;
        clock->left += given->left;
    }
    return true;
}

double by_clock_lag(const struct by_game_clock *clock)
{
    /* An absolute clock pays for every move that may come: a hundredth of a minute's game. */
    double each = clock->left > 0 ? clock->left / 1000 : 1e9;
    if (clock->period > 0) {
        double move = clock->period / (clock->stones > 0 ? clock->stones : 1) / 10;
        each = clock->left <= 0 || move < each ? move : each;
    }
    return larger(smaller(each, 0.05), 0.004);
}

struct by_time_share by_time_share(const struct by_game_clock *clock, struct by_moves_left moves)
{
    const struct by_game_clock sound = sane_clock(clock);
    if (sound.moves_to_go > 0)
        moves.likely = moves.most = smaller_int(moves.most, sound.moves_to_go);
    else if (sound.period > sound.lag + BY_CLOCK_LEAST && sound.left > 0)
        return share_main(&sound, moves);
    else if (sound.period > 0 && sound.left <= 0)
        return share_overtime(&sound);
    return share_pool(sound.left, sound.increment, moves, sound.lag);
}

/* --- from text -------------------------------------------------------------------- */

static const struct by_option clock_options[] = {
    {"left", BY_OPTION_TIME, NULL, 0, 1e6, NULL, "main time left"},
    {"increment", BY_OPTION_TIME, NULL, 0, 1e6, NULL, "added after every move"},
    {"period", BY_OPTION_TIME, NULL, 0, 1e6, NULL, "one period of overtime"},
    {"periods", BY_OPTION_INT, NULL, 1, 1000, NULL, "how many, each for one move (Japanese)"},
    {"stones", BY_OPTION_INT, NULL, 1, 1000, NULL, "moves to make in a period (Canadian)"},
    {"moves", BY_OPTION_INT, NULL, 1, 1000, NULL, "moves to make in the main time left"},
    {"lag", BY_OPTION_TIME, NULL, 0.001, 60, NULL, "what a move may lose elsewhere"},
    {.name = NULL},
};

static struct by_game_clock clock_of(const struct by_values *values)
{
    return (struct by_game_clock){
        .left = by_values_get(values, "left")->real,
        .increment = by_values_get(values, "increment")->real,
        .period = by_values_get(values, "period")->real,
        .periods = (int)by_values_get(values, "periods")->integer,
        .stones = (int)by_values_get(values, "stones")->integer,
        .moves_to_go = (int)by_values_get(values, "moves")->integer,
        .lag = by_values_get(values, "lag")->real,
    };
}

static enum by_status check_clock(const struct by_game_clock *clock, struct by_error *err)
{
    if (clock->left <= 0 && clock->period <= 0)
        return by_fail(err, BY_BAD_INPUT,
                       "the clock needs left= or period= above zero, as in "
                       "\"left=60 increment=1\" or \"period=30 periods=3\"");
    if (clock->periods > 0 && clock->stones > 0)
        return by_fail(err, BY_BAD_INPUT,
                       "the clock takes periods= (Japanese) or stones= (Canadian), not both");
    if ((clock->periods > 0 || clock->stones > 0) && clock->period <= 0)
        return by_fail(err, BY_BAD_INPUT, "the clock has %s= and needs period=",
                       clock->periods > 0 ? "periods" : "stones");
    if (clock->moves_to_go > 0 && clock->period > 0)
        return by_fail(err, BY_BAD_INPUT, "the clock takes moves= or overtime (period=), not both");
    return BY_OK;
}

enum by_status by_clock_read(const char *text, struct by_game_clock *out, struct by_error *err)
{
    char named[BY_SPEC_LENGTH_MAX + 2]; /* a spec begins with a name */
    struct by_spec spec;
    struct by_values values;
    *out = (struct by_game_clock){0};
    (void)snprintf(named, sizeof named, "clock %s", text);
    enum by_status status = by_spec_read(named, &spec, err);
    if (status == BY_OK)
        status =
            by_values_open("the clock", clock_options, spec.settings, spec.count, &values, err);
    if (status != BY_OK)
        return status;
    *out = clock_of(&values);
    by_values_close(&values);
    return check_clock(out, err);
}
