#include "search/mcts/settings.h"
#include "base/num.h"
#include <math.h>
#include <string.h>

#define LEAST_BYTES (64 << 10)
/* The mean of the visits that trust= gives a move: from a weak one's to the strongest one's. */
#define TRUST_LEAST 0.1F
#define TRUST_SPAN  0.6F
#define MOST_BYTES  0x1p36 /* 64G, what links reach (tree.h) */

/* --- the options ------------------------------------------------------------------------------ */

static const char *const selections[] = {
#define BY_SELECTION(id, name, letters) name,
#include "search/mcts/selections.def"
#undef BY_SELECTION
};
#define SELECTIONS ((int)(sizeof selections / sizeof selections[0]))

/* Lists of names, for BY_CHOICES. */
static const char selection_help[] = ""
#define BY_SELECTION(id, name, letters) "|" name
#include "search/mcts/selections.def"
#undef BY_SELECTION
                                     ", or your own: \"expr: w/n + c*sqrt(ln(N)/n)\" takes the "
                                     "largest value, \"draw: ...\" draws in proportion";
static const char schedule_words[] = ""
#define BY_SCHEDULE(id, name, letters) "|" name
#include "search/mcts/schedules.def"
#undef BY_SCHEDULE
    ;
static const char sigma_words[] = ""
#define BY_SIGMA(id, name, letters) "|" name
#include "search/mcts/sigmas.def"
#undef BY_SIGMA
    ;
static const char final_words[] = ""
#define BY_FINAL(id, name) "|" name
#include "search/mcts/finals.def"
#undef BY_FINAL
    ;

const struct by_option by_mcts_options[] = {
    {"sims", BY_OPTION_INT, NULL, 1, 1e15, NULL,
     "simulations a move, at most (10000 when there is no limit at all)"},
    {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "time for a move"},
    {"nodes", BY_OPTION_INT, NULL, 1, 1e15, NULL, "stop when the tree has so many nodes"},
    {"depth", BY_OPTION_INT, NULL, 1, BY_LENGTH_MAX, NULL, "the tree grows no deeper than this"},
    {"memory", BY_OPTION_BYTES, "256M", LEAST_BYTES, MOST_BYTES, NULL,
     "memory for all trees together"},
    {"full", BY_OPTION_CHOICE, "prune", 0, 0, "prune|stop",
     "a tree without room loses its least visited nodes, or stops growing"},
    {"playout", BY_OPTION_NAME, "uniform", 0, 0, "playout", "how games are played out"},
    {"net", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "a network says how strong the moves of a new node are and, by mix=, who wins there (Go: "
     "playout=tactical:net=learned); every move gets a node on its first visit then, unless z= is "
     "given"},
    {"mix", BY_OPTION_REAL, "0.5", 0, 1, NULL,
     "net=on: its share in the outcome of a simulation; the playout has the rest, and with 1 "
     "nothing is "
     "played out"},
    {"moves", BY_OPTION_CHOICE, "all", 0, 0, "all|active|ranked",
     "the moves of a node: all, those near what has been played, or those that the game thinks "
     "best "
     "(Gomoku)"},
    {"width", BY_OPTION_INT, "40", 1, 10000, NULL, "moves=ranked: how many moves a node has"},
    {"forced", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "a win by threats (Gomoku: by fours) counts as proven, and where few moves matter nodes have "
     "no "
     "others"},
    {"reach", BY_OPTION_INT, "16", 1, BY_FORCED_MOVES, NULL,
     "forced=on: own moves of such a win, at most"},
    {"selection", BY_OPTION_TEXT, "uct", 1, 1000, NULL, BY_CHOICES(selection_help)},
    {"c", BY_OPTION_REAL, "0.4", 0, 1000, NULL, "weight of exploration"},
    {"rave", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "mix in what moves were worth here or later (AMAF)"},
    {"k", BY_OPTION_REAL, "500", 1e-6, 1e9, NULL, "visits at which AMAF and mean weigh the same"},
    {"schedule", BY_OPTION_CHOICE, "hyperbolic", 0, 0, BY_CHOICES(schedule_words),
     "how AMAF's weight falls: k/(k+n), sqrt(k/(3n+k)), or least mean square error"},
    {"b", BY_OPTION_REAL, "0.1", 0, 10, NULL, "schedule=mse: the bias of AMAF"},
    {"amaf", BY_OPTION_CHOICE, "state", 0, 0, "state|global",
     "AMAF of each state, or one table for the whole search"},
    {"epsilon", BY_OPTION_REAL, "0", 0, 1, NULL, "how often a move is taken at random"},
    {"prior", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "add how strong the game thinks a move is, over n+1"},
    {"trust", BY_OPTION_REAL, "0", 0, 1e6, NULL,
     "visits that a move begins with, won as far as the game thinks it strong"},
    {"widening", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "look at the 1 + ln n / ln mu strongest moves only"},
    {"mu", BY_OPTION_REAL, "1.4", 1.0001, 1000, NULL, "how slowly widening widens"},
    {"fpu", BY_OPTION_REAL, NULL, -1000, 1000, NULL,
     "value of a move without a visit; default: infinite, with puct 0.5"},
    {"reduction", BY_OPTION_REAL, NULL, 0, 1000, NULL,
     "selection=puct: a move without a visit is worth the mean of the others less this times the "
     "root of the "
     "sum of their priors"},
    {"total", BY_OPTION_CHOICE, "parent", 0, 0, "parent|root",
     "whose visits N is in the formula: the parent's, or the root's (OTH)"},
    {"omc", BY_OPTION_CHOICE, "sample", 0, 0, "sample|max",
     "selection=omc: draw in proportion to fairness, or take the largest"},
    {"sigma", BY_OPTION_CHOICE, "printed", 0, 0, BY_CHOICES(sigma_words),
     "selection=omc: deviation of the results seen, of one win and one loss more, or of their "
     "mean"},
    {"draw", BY_OPTION_CHOICE, "0.5", 0, 0, "0.5|0", "what a draw is worth"},
    {"expand", BY_OPTION_CHOICE, "all", 0, 0, "all|one",
     "moves without a visit are judged like the others, or come first at random"},
    {"iteration", BY_OPTION_CHOICE, "simulation", 0, 0, "simulation|oth",
     "oth: making a node is an iteration of its own, without a game"},
    {"z", BY_OPTION_INT, "1", 0, 10000, NULL,
     "a move gets a node on the visit after its z-th; 0: on its first, so that every simulation "
     "goes "
     "down to the end of the game in the tree and nothing is played out"},
    {"reuse", BY_OPTION_FLAG, "off", 0, 0, NULL, "keep the tree between moves"},
    {"dag", BY_OPTION_FLAG, "off", 0, 0, NULL, "equal positions share a node (one thread)"},
    {"dynkomi", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "games with komi: count playouts with a komi of their own, so that games that are as good as "
     "won or "
     "lost stay open"},
    {"final", BY_OPTION_CHOICE, "visits", 0, 0, BY_CHOICES(final_words),
     "the move to play: with most visits, or the best mean, UCB1 or lower bound"},
    {"tie", BY_OPTION_CHOICE, "mean", 0, 0, "mean|random",
     "among equal moves to play: the one with the better mean, or any of them"},
    {"proofs", BY_OPTION_FLAG, "on", 0, 0, NULL,
     "keep results that are certain, and look one move ahead; off: plain MCTS, to the last "
     "simulation"},
    {"early", BY_OPTION_CHOICE, "auto", 0, 0, "auto|on|off",
     "stop when no other move can catch up (auto: not under sims=, nor with proofs=off)"},
    {"threads", BY_OPTION_INT, "1", 1, 64, NULL, "threads on one tree"},
    {"roots", BY_OPTION_INT, "1", 1, 64, NULL, "trees, each on a thread, that vote"},
    {"ranks", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "under mpirun: a search on every rank, whose root moves are added up; limits but time and "
     "memory are shared out"},
    {"leaves", BY_OPTION_INT, "1", 1, 64, NULL,
     "playouts from each leaf, on all processors or by the batch; each is a simulation"},
    {.name = NULL},
};

/* --- what they come to -------------------------------------------------------------------------- */

static bool flag(const struct by_values *values, const char *name)
{
    return by_values_get(values, name)->flag;
}

static int choice(const struct by_values *values, const char *name)
{
    return by_values_get(values, name)->choice;
}

static int whole(const struct by_values *values, const char *name)
{
    return (int)by_values_get(values, name)->integer;
}

static double real(const struct by_values *values, const char *name)
{
    return by_values_get(values, name)->real;
}

static enum by_status unknown_selection(const char *text, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[128] = "expr|draw", hint[64];
    struct by_text list = by_text_over(names + strlen(names), sizeof names - strlen(names));
    for (int i = 0; i < SELECTIONS; i++)
        by_text_format(&list, "|%s", selections[i]);
    struct by_text near = by_text_over(hint, sizeof hint);
    by_suggest(&near, text, names);
    return by_fail(err, BY_BAD_INPUT, "selection=%s is unknown%s: it is %s", by_quote(text, quoted),
                   hint, BY_CHOICES(selection_help));
}

const char *by_mcts_own(const char *selection, bool *draws)
{
    *draws = strncmp(selection, BY_MCTS_DRAW, strlen(BY_MCTS_DRAW)) == 0;
    bool own = *draws || strncmp(selection, BY_MCTS_EXPR, strlen(BY_MCTS_EXPR)) == 0;
    _Static_assert(sizeof BY_MCTS_DRAW == sizeof BY_MCTS_EXPR, "one length for both");
    return own ? selection + strlen(BY_MCTS_EXPR) : NULL;
}

static enum by_status read_selection(const char *text, struct by_expr **expr, struct by_rule *rule,
                                     struct by_error *err)
{
    const char *own = by_mcts_own(text, &rule->draws);
    if (own) {
        struct by_error why = {.status = BY_OK};
        rule->selection = BY_SELECT_EXPR;
        enum by_status status = by_expr_open(own, expr, &why);
        rule->expr = *expr;
        return status == BY_OK ? BY_OK : by_fail(err, status, "selection: %.490s", why.text);
    }
    for (int i = 0; i < SELECTIONS; i++) {
        if (!by_same_text(text, selections[i]))
            continue;
        rule->selection = (enum by_selection)i;
        return BY_OK;
    }
    return unknown_selection(text, err);
}

/* The value of a move without a visit: infinite, so that each is seen once, unless the formula
 * has one (AMAF, a prior, the user's own). UCB1 has none with AMAF either. */
static void read_first_play(const struct by_values *values, struct by_rule *rule)
{
    const struct by_value *fpu = by_values_get(values, "fpu");
    bool own =
        (rule->rave && rule->selection != BY_SELECT_UCB1) || rule->selection == BY_SELECT_EXPR;
    const struct by_value *reduction = by_values_get(values, "reduction");
    rule->reduces = reduction->set;
    rule->reduction = (float)reduction->real;
    rule->fpu = fpu->set ? (float)fpu->real : rule->selection == BY_SELECT_PUCT ? 0.5F : INFINITY;
    rule->untried_first = choice(values, "expand") == 1 ||
                          (!own && isinf(rule->fpu) && !rule->prior && rule->trust <= 0);
}

static enum by_status read_rule(const struct by_values *values, struct by_expr **expr,
                                struct by_rule *rule, struct by_error *err)
{
    const char *selection = by_values_get(values, "selection")->text;
    enum by_status status = read_selection(selection, expr, rule, err);
    rule->schedule = (enum by_schedule)choice(values, "schedule");
    rule->sigma = (enum by_sigma)choice(values, "sigma");
    rule->rave = flag(values, "rave");
    rule->prior = flag(values, "prior");
    if (rule->selection == BY_SELECT_OMC)
        rule->draws = choice(values, "omc") == 0;
    rule->c = (float)real(values, "c");
    rule->k = (float)real(values, "k");
    rule->b = (float)real(values, "b");
    rule->trust = (float)real(values, "trust");
    rule->least = TRUST_LEAST;
    rule->span = TRUST_SPAN;
    rule->epsilon = real(values, "epsilon");
    rule->widening = flag(values, "widening") ? by_ln(real(values, "mu")) : 0;
    read_first_play(values, rule);
    if (status == BY_OK && rule->selection == BY_SELECT_EXPR &&
        (by_expr_uses(*expr) & BY_EXPR_AMAF))
        rule->rave = true;
    return status;
}

/* Which moves nodes have, and what is proven by looking at threats. */
static enum by_status check_moves(const struct by_rules *rules, const struct by_values *values,
                                  struct by_error *err)
{
    const struct by_game *game = rules->game;
    bool forced = flag(values, "forced");
    if (choice(values, "moves") == BY_LIST_ACTIVE && (!game->active || game->repeat_key))
        return by_fail(err, BY_BAD_INPUT, "moves=active: the game %s has no active moves",
                       rules->name);
    if (choice(values, "moves") == BY_LIST_RANKED && (!game->rank || game->repeat_key))
        return by_fail(err, BY_BAD_INPUT, "moves=ranked: the game %s does not rank its moves",
                       rules->name);
    if (by_values_get(values, "width")->given && choice(values, "moves") != BY_LIST_RANKED)
        return by_fail(err, BY_BAD_INPUT, "width= says how many moves moves=ranked takes");
    if (forced && (!game->forced_win || game->repeat_key))
        return by_fail(err, BY_BAD_INPUT,
                       "forced=on needs a game that can look for a forced win, which %s cannot",
                       rules->name);
    if (forced && !flag(values, "proofs"))
        return by_fail(err, BY_BAD_INPUT, "forced=on needs proofs=on: its wins are proofs");
    if (by_values_get(values, "reach")->given && !forced)
        return by_fail(err, BY_BAD_INPUT, "reach= says how far forced=on looks ahead");
    return BY_OK;
}

static enum by_status check_komi(const struct by_rules *rules, const struct by_values *values,
                                 struct by_error *err)
{
    if (!flag(values, "dynkomi"))
        return BY_OK;
    if (!by_values_find(&rules->values, "komi"))
        return by_fail(err, BY_BAD_INPUT, "dynkomi=on needs a game with komi, which %s has not",
                       rules->name);
    if (whole(values, "leaves") > 1 || whole(values, "roots") > 1 || flag(values, "ranks"))
        return by_fail(err, BY_BAD_INPUT,
                       "dynkomi=on goes with threads=, and not with leaves=, roots= or ranks=");
    return BY_OK;
}

static enum by_status check_net(const struct by_rules *rules, const struct by_values *values,
                                struct by_error *err)
{
    if (!flag(values, "net"))
        return by_values_get(values, "mix")->given
                   ? by_fail(err, BY_BAD_INPUT, "mix= says what share net=on has")
                   : BY_OK;
    if (!rules->game->opinion)
        return by_fail(err, BY_BAD_INPUT,
                       "net=on needs a game that networks have learned, which %s is not",
                       rules->name);
    if (rules->game->opinion_bytes(rules) == 0 &&
        !(rules->game->lacks && rules->game->lacks(rules)))
        return by_fail(
            err, BY_BAD_INPUT,
            "net=on needs a network, and there is none: playout=NAME:net=learned takes the one "
            "of this build, playout=NAME:net=FILE another");
    if (whole(values, "leaves") > 1 || flag(values, "dag") || flag(values, "dynkomi") ||
        choice(values, "iteration") == 1 || choice(values, "draw") == 1)
        return by_fail(
            err, BY_BAD_INPUT,
            "net=on does not go with leaves=, dag=on, dynkomi=on, iteration=oth or draw=0");
    return BY_OK;
}

/* What is thought of moves before they are visited. */
static enum by_status check_strengths(const struct by_rules *rules, const struct by_rule *rule,
                                      struct by_error *err)
{
    if ((rule->widening > 0 || rule->prior || rule->trust > 0) && !rules->game->strengths)
        return by_fail(err, BY_BAD_INPUT,
                       "%s needs the strength of moves, which the game %s does not have",
                       rule->widening > 0 ? "widening=on"
                       : rule->prior      ? "prior=on"
                                          : "trust=",
                       rules->name);
    if (rule->trust > 0 && rule->selection != BY_SELECT_UCT && rule->selection != BY_SELECT_RATIO)
        return by_fail(err, BY_BAD_INPUT, "trust= goes with selection uct and ratio");
    if (rule->reduces && rule->selection != BY_SELECT_PUCT)
        return by_fail(err, BY_BAD_INPUT, "reduction= goes with selection=puct");
    if (rule->reduces && rule->rave)
        return by_fail(err, BY_BAD_INPUT,
                       "reduction= says nothing with rave=on: AMAF values moves without a visit");
    if (rule->trust > 0 && rule->prior)
        return by_fail(err, BY_BAD_INPUT,
                       "prior=on and trust= are two ways to use the strength of moves: choose one");
    return BY_OK;
}

static enum by_status check(const struct by_rules *rules, const struct by_values *values,
                            const struct by_rule *rule, struct by_error *err)
{
    int together = (whole(values, "threads") > 1) + (whole(values, "roots") > 1) +
                   (whole(values, "leaves") > 1);
    if (by_thread_allow(whole(values, "threads"), err) != BY_OK)
        return BY_BAD_INPUT;
    if (rules->action_count > BY_TREE_MOVES)
        return by_fail(err, BY_BAD_INPUT, "mcts takes games of at most %d different moves, not %d",
                       BY_TREE_MOVES, rules->action_count);
    if (together > 1)
        return by_fail(err, BY_BAD_INPUT,
                       "threads=, roots= and leaves= are three ways to use several threads: choose "
                       "one of them");
    if (flag(values, "dag") && whole(values, "threads") > 1)
        return by_fail(err, BY_BAD_INPUT, "dag=on takes one thread, not threads=%d",
                       whole(values, "threads"));
    if (rule->rave && (rule->selection == BY_SELECT_OMC || rule->selection == BY_SELECT_TUNED))
        return by_fail(err, BY_BAD_INPUT, "rave=on goes with selection ratio, ucb1, uct and puct");
    if (rule->rave && by_values_get(values, "fpu")->given && rule->selection != BY_SELECT_EXPR &&
        rule->selection != BY_SELECT_UCB1)
        return by_fail(
            err, BY_BAD_INPUT,
            "fpu= says nothing with rave=on: AMAF values moves without a visit, but with "
            "selection=ucb1");
    if (!flag(values, "proofs") && choice(values, "early") == 1)
        return by_fail(
            err, BY_BAD_INPUT,
            "early=on needs proofs=on: with proofs=off a search ends at its limits alone");
    if (check_moves(rules, values, err) != BY_OK || check_komi(rules, values, err) != BY_OK ||
        check_net(rules, values, err) != BY_OK)
        return BY_BAD_INPUT;
    if (choice(values, "iteration") == 1 && whole(values, "z") == 0)
        return by_fail(
            err, BY_BAD_INPUT,
            "iteration=oth with z=0 would make nodes only and play no game: z is 1 or more");
    return check_strengths(rules, rule, err);
}

static struct by_core_options read_core(const struct by_rules *rules,
                                        const struct by_values *values, const struct by_rule *rule)
{
    bool net = flag(values, "net") && rules->game->opinion_bytes(rules) > 0;
    return (struct by_core_options){
        .z = net && !by_values_get(values, "z")->given ? 0 : whole(values, "z"),
        .draw_halves = choice(values, "draw") == 0 ? 1 : 0,
        .leaves = whole(values, "leaves"),
        .threads = whole(values, "threads"),
        .proofs = flag(values, "proofs") && !rules->has_chance,
        .listing = (enum by_listing)choice(values, "moves"),
        .width = whole(values, "width"),
        .forced = flag(values, "forced") && !rules->has_chance,
        .reach = whole(values, "reach"),
        .total_root = choice(values, "total") == 1,
        .expansion_only = choice(values, "iteration") == 1,
        .prune = choice(values, "full") == 0,
        .dag = flag(values, "dag"),
        .dynkomi = flag(values, "dynkomi"),
        .net = net,
        .mix = real(values, "mix"),
        .amaf = !rule->rave                   ? BY_AMAF_OFF
                : choice(values, "amaf") == 0 ? BY_AMAF_STATE
                                              : BY_AMAF_GLOBAL,
        .policy = by_policy_find(rules, by_values_get(values, "playout")->text)};
}

/* auto is on under a time limit alone. Without proofs nothing but the limits ends a search. */
static enum by_early read_early(const struct by_values *values)
{
    static const enum by_early meant[] = {BY_EARLY_TIMED, BY_EARLY_ON, BY_EARLY_OFF};
    return flag(values, "proofs") ? meant[choice(values, "early")] : BY_EARLY_OFF;
}

enum by_status by_mcts_read(const struct by_rules *rules, const struct by_values *values,
                            struct by_mcts_settings *out, struct by_error *err)
{
    *out = (struct by_mcts_settings){.roots = whole(values, "roots"),
                                     .memory = (size_t)by_values_get(values, "memory")->integer,
                                     .reuse = flag(values, "reuse"),
                                     .early = read_early(values),
                                     .final = (enum by_final)choice(values, "final"),
                                     .tie_first = choice(values, "tie") == 1};
    enum by_status status = read_rule(values, &out->expr, &out->rule, err);
    if (status == BY_OK)
        status = check(rules, values, &out->rule, err);
    if (status == BY_OK)
        out->core = read_core(rules, values, &out->rule);
    return status;
}
