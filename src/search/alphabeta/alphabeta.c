/* alphabeta: the search by that name. plain=on is the textbook's (textbook/alphabeta.c), otherwise
 * it is that of real programs (deepening.h). */
#include "search/alphabeta/deepening.h"
#include "search/textbook/exact.h"
#include <stdlib.h>

static int64_t child(struct by_exact *exact, int depth, int64_t alpha, int64_t beta)
{
    return -by_alphabeta(exact, depth, -beta, -alpha);
}

/* One of the two. */
struct alphabeta {
    struct by_exact *plain;
    struct by_deepening *deepening;
};

/* Options that only one of the two forms has. */
static const char *const plain_only[] = {"order", "seen", "tie", NULL};
static const char *const deepening_only[] = {"table",      "symmetry", "pvs", "killers", "history",
                                             "aspiration", "threads",  "own", NULL};

static enum by_status refuse(const struct by_values *values, const char *const *names,
                             const char *form, struct by_error *err)
{
    for (; *names; names++)
        if (by_values_get(values, *names)->given)
            return by_fail(err, BY_BAD_INPUT, "%s= is for alphabeta with plain=%s", *names, form);
    return BY_OK;
}

/* Both ask the game for something that not every game has. */
static enum by_status check_slots(const struct by_rules *rules, const struct by_values *values,
                                  struct by_error *err)
{
    if (by_values_get(values, "width")->set && !rules->game->rank)
        return by_fail(err, BY_BAD_INPUT,
                       "width= needs a game that says which moves are best, which %s does not",
                       rules->name);
    if (by_values_get(values, "forced")->flag && !rules->game->forced_win)
        return by_fail(err, BY_BAD_INPUT,
                       "forced=on needs a game that can look for a forced win, which %s cannot",
                       rules->name);
    if (by_values_get(values, "reach")->given && !by_values_get(values, "forced")->flag)
        return by_fail(err, BY_BAD_INPUT, "reach= says how far forced=on looks ahead");
    return BY_OK;
}

void by_alphabeta_slots(const struct by_values *values, struct by_walk *walk)
{
    const struct by_value *width = by_values_get(values, "width");
    walk->width = width->set ? (int)width->integer : 0;
    walk->forced =
        by_values_get(values, "forced")->flag ? (int)by_values_get(values, "reach")->integer : 0;
}

static enum by_status create_plain(const struct by_rules *rules, const struct by_values *values,
                                   struct by_exact **out, struct by_error *err)
{
    enum by_order order = (enum by_order)by_values_get(values, "order")->choice;
    if (order == BY_ORDER_STATIC && !by_exact_eval(rules, values))
        return by_fail(err, BY_BAD_INPUT,
                       "order=static sorts by an evaluation, and there is none here; order takes "
                       "game|best|worst|random");
    void *state;
    enum by_status status = by_exact_create(rules, values, child, &state, err);
    if (status != BY_OK)
        return status;
    *out = state;
    (*out)->prunes = true;
    (*out)->order = order;
    (*out)->tie = (enum by_tie)by_values_get(values, "tie")->choice;
    by_alphabeta_slots(values, &(*out)->walk);
    return BY_OK;
}

static enum by_status create(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err)
{
    bool plain = by_values_get(values, "plain")->flag;
    enum by_status status =
        refuse(values, plain ? deepening_only : plain_only, plain ? "off" : "on", err);
    if (status == BY_OK)
        status = check_slots(rules, values, err);
    if (status != BY_OK)
        return status;
    if (!plain && by_values_get(values, "symmetry")->flag &&
        by_values_get(values, "table")->integer == 0)
        return by_fail(err, BY_BAD_INPUT,
                       "symmetry=on is for the table: it does nothing with table=0");
    struct alphabeta *a = calloc(1, sizeof *a);
    if (!a)
        return by_fail_memory(err, sizeof *a);
    status = plain ? create_plain(rules, values, &a->plain, err)
                   : by_deepening_open(rules, values, &a->deepening, err);
    if (status != BY_OK) {
        free(a);
        return status;
    }
    *state = a;
    return BY_OK;
}

static void destroy(void *state)
{
    struct alphabeta *a = state;
    if (a->plain)
        by_exact_destroy(a->plain);
    else
        by_deepening_close(a->deepening);
    free(a);
}

static void reset(void *state, uint64_t seed)
{
    struct alphabeta *a = state;
    if (a->plain)
        by_exact_reset(a->plain, seed);
    else
        by_deepening_reset(a->deepening);
}

static enum by_status think(void *state, const struct by_job *job, struct by_decision *decision,
                            struct by_error *err)
{
    struct alphabeta *a = state;
    return a->plain ? by_exact_think(a->plain, job, decision, err)
                    : by_deepening_think(a->deepening, job, decision, err);
}

static int line(const void *state, by_move move, by_move *out)
{
    const struct alphabeta *a = state;
    return a->plain ? by_exact_line(a->plain, move, out)
                    : by_deepening_line(a->deepening, move, out);
}

/* clang-format off */
static const struct by_option options[] = {
    BY_EXACT_OPTIONS,
    {.name = "plain", .type = BY_OPTION_FLAG, .fallback = "off",
     .help = "the textbook algorithm: a window, no table, no deepening at a given depth"},
    {.name = "order", .type = BY_OPTION_CHOICE, .choices = BY_CHOICES(by_order_words),
     .fallback = "game",
     .help = "plain=on: moves as the game lists them; truly best or worst first (known by "
             "searching first, to show what order is worth); random; by the evaluation"},
    {.name = "tie", .type = BY_OPTION_CHOICE, .choices = BY_CHOICES(by_tie_words),
     .fallback = "first",
     .help = "plain=on, among equal moves: the first, any (which takes a window wider by one), or the "
             "one that wins soonest (or loses latest)"},
    BY_EXACT_SEEN_OPTION,
    {.name = "width", .type = BY_OPTION_INT, .low = 1, .high = BY_LENGTH_MAX,
     .help = "how many moves of a position are looked at, the best by what the game knows; "
             "without it: all"},
    {.name = "forced", .type = BY_OPTION_FLAG, .fallback = "off",
     .help = "look everywhere for a win by threats that leave one answer each (fours in Gomoku)"},
    {.name = "reach", .type = BY_OPTION_INT, .fallback = "16", .low = 1,
     .high = BY_FORCED_MOVES, .help = "how many moves such a win may take"},
    {.name = "table", .type = BY_OPTION_BYTES, .fallback = "16M", .low = 0, .high = 0x1p40,
     .help = "memory for positions met before; 0: none"},
    {.name = "symmetry", .type = BY_OPTION_FLAG, .fallback = "off",
     .help = "take symmetric positions for one"},
    {.name = "pvs", .type = BY_OPTION_FLAG, .fallback = "on",
     .help = "principal variation search: empty windows for all moves but the first"},
    {.name = "killers", .type = BY_OPTION_FLAG, .fallback = "on",
     .help = "moves that made a cut at the same ply come early"},
    {.name = "history", .type = BY_OPTION_FLAG, .fallback = "on",
     .help = "moves that made cuts often come early"},
    {.name = "aspiration", .type = BY_OPTION_FLAG, .fallback = "on",
     .help = "begin each depth with a narrow window about the last one's value"},
    {.name = "threads", .type = BY_OPTION_INT, .fallback = "1", .low = 1,
     .high = BY_DEEPENING_THREADS_MAX, .help = "threads that search together"},
    {.name = "own", .type = BY_OPTION_FLAG, .fallback = "on",
     .help = "leave it to the game's own search, where it has one for this evaluation"},
    {0},
};
/* clang-format on */

const struct by_search by_search_alphabeta = {
    .name = "alphabeta",
    .title = "Alpha-beta",
    .summary = "minimax's value without looking at moves that cannot matter",
    .options = options,
    .traced = true,
    .windows = true,
    .fallback = {.seconds = 1},
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .think = think,
    .line = line,
};
