/* manners.c: see manners.h. */
#include "players/manners.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/num.h"
#include "base/text.h"
#include "search/timing.h"
#include <stdlib.h>
#include <string.h>

/* Giving up: so often in a row below the threshold, judged by so many simulations. */
#define HOPELESS_MOVES  3
#define HOPELESS_SIMS   200
#define RESIGN_OF_JUDGE 0.05

/* A search that expects so much doubts what the judge finds lost. */
#define UNSURE 0.15

/* Chances to win that differ by less are taken for one in a game that is clear: to the judge, and to the
 * search, which gives one side no more than that. */
#define ALIKE 0.1

/* Visits without which nothing is known of a move: so many, and one of so many more of the search's. */
#define VISITS_LEAST 5
#define VISITS_PART  200

/* Playouts before a move; they stop much sooner where the board is open. */
#define PLAYOUTS 100

/* --- options ------------------------------------------------------------------------ */

const struct by_option by_manners_options[] = {
    {"resign", BY_OPTION_REAL, NULL, 0, 50, NULL, "gives up below this chance to win, in percent"},
    {"manners", BY_OPTION_FLAG, "on", 0, 0, NULL, "passes and gives up as players do"},
    {"book", BY_OPTION_TEXT, "off", 1, 4095, NULL, "an opening book: on, off, or a file"},
    {.name = NULL},
};

static bool is_option(const char *name)
{
    for (const struct by_option *option = by_manners_options; option->name; option++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

bool by_manners_reads_file(const struct by_setting *setting)
{
    return by_same_text(setting->name, "book") && !by_same_text(setting->value, "on") &&
           !by_same_text(setting->value, "off");
}

static enum by_status load_book(const struct by_rules *rules, const char *path,
                                struct by_book **out, struct by_error *err)
{
    char *text = NULL, quoted[BY_QUOTE_SIZE];
    size_t size = 0;
    enum by_status status = by_file_load(path, BY_BOOK_BYTES_MAX, &text, &size, err);
    if (status == BY_OK)
        status = by_book_read(text, size, path, out, err);
    free(text);
    if (status == BY_OK && !by_book_is_for(*out, rules))
        return by_fail(err, BY_BAD_INPUT, "the book '%s' is for another game, board or rules",
                       by_quote(path, quoted));
    return status;
}

/* The program's own book is no condition: a player sits at boards of many sizes. */
static enum by_status open_book(const struct by_rules *rules, const char *which,
                                struct by_book **out, struct by_error *err)
{
    *out = NULL;
    if (!rules || by_same_text(which, "off"))
        return BY_OK;
    if (!by_same_text(which, "on"))
        return load_book(rules, which, out, err);
    enum by_status status = by_book_find(rules, out, err);
    if (status == BY_OK && *out && !by_book_is_for(*out, rules)) {
        by_book_close(*out);
        *out = NULL;
    }
    return status;
}

void by_manners_close(struct by_manners *manners)
{
    by_book_close(manners->book);
    manners->book = NULL;
}

enum by_status by_manners_take(const struct by_rules *rules, struct by_spec *spec,
                               struct by_manners *out, struct by_error *err)
{
    struct by_setting mine[BY_SPEC_PAIRS_MAX];
    struct by_values values;
    int count = 0, kept = 0;
    for (int i = 0; i < spec->count; i++) {
        const struct by_setting setting = spec->settings[i];
        if (is_option(setting.name))
            mine[count++] = setting;
        else
            spec->settings[kept++] = setting;
    }
    spec->count = kept;
    enum by_status status =
        by_values_open("a player", by_manners_options, mine, count, &values, err);
    if (status != BY_OK)
        return status;
    const struct by_value *resign = by_values_get(&values, "resign");
    *out = (struct by_manners){.off = !by_values_get(&values, "manners")->flag,
                               .resign = resign->set ? resign->real / 100 : -1};
    status = open_book(rules, by_values_get(&values, "book")->text, &out->book, err);
    by_values_close(&values);
    return status;
}

void by_manners_reset(struct by_manners *manners, uint64_t seed)
{
    manners->seed = seed;
    manners->hopeless[0] = manners->hopeless[1] = 0;
    manners->resigned = manners->by_book = false;
}

double by_manners_resign(const struct by_manners *manners, const struct by_game *game)
{
    if (manners->resign >= 0)
        return manners->resign;
    return game->judge ? RESIGN_OF_JUDGE : 0;
}

/* --- giving up ---------------------------------------------------------------------- */

/* How the game stands for the side to move, as far as the judge knows. */
struct standing {
    bool won, lost;      /* whoever gets the open points */
    bool passed_unasked; /* a pass was clear, and the search was not asked */
    bool goes_on;        /* after the move that was found: else there is nothing to give up */
};

double by_chance_of(const struct by_rules *rules, const struct by_decision *decision, double value)
{
    if (decision->scale == BY_SCALE_PROBABILITY)
        return value < 0 ? 0 : value > 1 ? 1 : value;
    if (decision->proven)
        return value > 0 ? 1 : value < 0 ? 0 : 0.5;
    /* Evaluations have units of their own, and a win may be ten of them or ten million: the chance
     * grows with the number of digits. Good for colours on a board, not for betting. */
    const struct by_eval *eval = by_eval_find(rules, NULL);
    double size = value < 0 ? -value : value, most = eval ? eval->win : 1;
    double share = by_ln(1 + (size < most ? size : most)) / by_ln(1 + most);
    return value < 0 ? 0.5 - share / 2 : 0.5 + share / 2;
}

/* Whether the search has no hope, or the judge has none and the search little. */
static bool is_hopeless(const struct by_manners *manners, const struct by_line *line,
                        const struct by_decision *decision, const struct standing *standing)
{
    double threshold = by_manners_resign(manners, line->rules->game);
    if (threshold <= 0 || standing->won)
        return false;
    if (standing->passed_unasked)
        return standing->lost;
    if (decision->bound == BY_BOUND_NONE ||
        (decision->work.simulations != 0 && decision->work.simulations < HOPELESS_SIMS))
        return false;
    double chance = by_chance_of(line->rules, decision, decision->value);
    return chance < threshold || (standing->lost && chance < UNSURE);
}

static bool gives_up(struct by_manners *manners, const struct by_line *line,
                     const struct by_decision *decision, const struct standing *standing)
{
    int *hopeless = &manners->hopeless[by_line_side(line)];
    *hopeless = is_hopeless(manners, line, decision, standing) ? *hopeless + 1 : 0;
    return standing->goes_on && *hopeless >= HOPELESS_MOVES;
}

/* --- passing ------------------------------------------------------------------------ */

static bool judge(const struct by_manners *manners, const struct by_line *line, bool brief,
                  struct by_verdict *out)
{
    const struct by_judging how = {.seed = by_seed_derive(manners->seed, line->keys[line->count]),
                                   .playouts = PLAYOUTS,
                                   .brief = brief};
    return line->rules->game->judge(line->rules, by_line_position(line), &how, out);
}

static struct standing standing_of(const struct by_verdict *verdict, int side)
{
    bool first_wins = verdict->least > 0, second_wins = verdict->most < 0;
    return (struct standing){.won = side == 0 ? first_wins : second_wins,
                             .lost = side == 0 ? second_wins : first_wins,
                             .goes_on = true};
}

/* Whether a pass wins when the opponent's pass is answered by it: by the stones as they stand, where nobody
 * takes dead ones off, and without them, too. */
static bool pass_wins(const struct by_verdict *verdict, int side, const struct by_turn *turn)
{
    int32_t passed = side == 0 ? verdict->passed : -verdict->passed;
    int32_t counted = side == 0 ? verdict->counted : -verdict->counted;
    return verdict->offered && counted > 0 && (turn->agrees || passed > 0);
}

/* Whether a pass is the move for the side to move: nothing is left to be gained, and two passes win, or
 * the game is lost either way, or a draw either way. Filling one's own area costs nothing where areas are
 * counted, so there one rather plays on than trust that the other side sees which stones are dead. */
static bool wants_pass(const struct by_verdict *verdict, int side, const struct by_turn *turn)
{
    int32_t passed = side == 0 ? verdict->passed : -verdict->passed;
    int32_t counted = side == 0 ? verdict->counted : -verdict->counted;
    if (turn->clean_up)
        return verdict->dead_stones[1 - side] == 0 && (verdict->settled || passed > 0);
    return verdict->settled && (turn->agrees || passed > 0 || counted < 0 || passed == counted ||
                                verdict->filling_costs);
}

/* The best move that is no pass and fills no eye of our own; the pass when there is none. In a
 * clean-up, first those that take the liberties of dead stones. */
static by_move best_but_pass(const struct by_verdict *verdict, const struct by_decision *decision,
                             bool clean_up)
{
    for (int i = 0; i < decision->move_count; i++) {
        by_move move = decision->moves[i].move;
        if (move != verdict->pass && !verdict->own_eye[move] &&
            (!clean_up || verdict->cleans_up[move]))
            return move;
    }
    return clean_up ? best_but_pass(verdict, decision, false) : verdict->pass;
}

/* Makes `move` the decision's. What the search expects is not said of another move than its own. */
static void take_instead(struct by_decision *decision, by_move move)
{
    int i = 0;
    if (decision->move == move)
        return;
    while (i < decision->move_count && decision->moves[i].move != move)
        i++;
    if (i < decision->move_count) {
        struct by_move_stat chosen = decision->moves[i];
        memmove(decision->moves + 1, decision->moves, (size_t)i * sizeof chosen);
        decision->moves[0] = chosen;
    }
    decision->move = decision->pv[0] = move;
    decision->pv_count = 1;
}

/* Whether the search is as sure as the judge, who sees no threats: a group that is his by all playouts may
 * need a move at once. */
static bool is_clear(const struct by_rules *rules, const struct by_verdict *verdict,
                     const struct standing *standing, const struct by_decision *decision)
{
    if (verdict->settled || decision->bound == BY_BOUND_NONE)
        return false;
    double chance = by_chance_of(rules, decision, decision->value);
    return (standing->won && chance > 1 - ALIKE) || (standing->lost && chance < ALIKE);
}

/* In a game that is clear every move looks alike to a search: its own where that goes to an open point, else the
 * best one that does and wins about as often, so that nothing is left when the players pass. Where the other way
 * would be a pass, or the opponent passed and so threatens nothing, one that the search did not look at will do if a
 * stone too many costs nothing. BY_NO_MOVE: there is none. */
static by_move open_move(const struct by_verdict *verdict, const struct by_decision *decision)
{
    const uint64_t least = VISITS_LEAST + decision->work.simulations / VISITS_PART;
    bool idle = !verdict->filling_costs && (verdict->offered || decision->move == verdict->pass);
    for (int i = 0; i < decision->move_count; i++) {
        const struct by_move_stat *stat = &decision->moves[i];
        bool good = i == 0 || (stat->visits == 0 && idle) ||
                    (stat->visits >= (idle ? 1 : least) && stat->value > decision->value - ALIKE);
        if (good && stat->move != verdict->pass && verdict->open[stat->move] &&
            !verdict->own_eye[stat->move])
            return stat->move;
    }
    return BY_NO_MOVE;
}

/* The search's move, or the one that manners want instead. */
static void mind(const struct by_rules *rules, const struct by_verdict *verdict, int side,
                 const struct by_turn *turn, struct by_decision *decision)
{
    const struct standing standing = standing_of(verdict, side);
    bool clear = is_clear(rules, verdict, &standing, decision);
    by_move open = clear ? open_move(verdict, decision) : BY_NO_MOVE;
    int32_t end = turn->agrees ? verdict->counted : verdict->passed;
    bool loses = side == 0 ? end <= 0 : end >= 0;
    bool ends =
        !turn->clean_up && open == BY_NO_MOVE && standing.won && pass_wins(verdict, side, turn);
    if (ends || wants_pass(verdict, side, turn))
        take_instead(decision, verdict->pass);
    else if (turn->clean_up)
        take_instead(decision, best_but_pass(verdict, decision, true));
    else if (open != BY_NO_MOVE)
        take_instead(decision, open);
    else if (decision->move == verdict->pass && (loses || verdict->offered))
        take_instead(decision, best_but_pass(verdict, decision, false));
}

/* A decision nobody had to think about. */
static void move_at_once(by_move move, double begun, struct by_decision *decision)
{
    struct by_move_stat *stats = decision->moves;
    *decision = (struct by_decision){.move = move, .moves = stats, .move_count = 1};
    stats[0] = (struct by_move_stat){.move = move};
    decision->pv[0] = move;
    decision->pv_count = 1;
    decision->complete = true;
    decision->work.seconds = by_clock_now() - begun;
}

/* --- the move ----------------------------------------------------------------------- */

/* What is left of the limits after the judge. */
static struct by_limits limits_after(const struct by_limits *limits, double seconds)
{
    struct by_limits left = limits ? *limits : (struct by_limits){0};
    if (left.seconds > 0)
        left.seconds =
            left.seconds > seconds + BY_CLOCK_LEAST ? left.seconds - seconds : BY_CLOCK_LEAST;
    if (by_clock_runs(&left.clock))
        by_clock_tick(&left.clock, seconds);
    return left;
}

/* The line as it would be had the other side not passed; NULL without memory. */
static struct by_line *unpassed(const struct by_line *line, struct by_error *err)
{
    const struct by_rules *rules = line->rules;
    struct by_line *fresh = NULL;
    void *position = malloc(rules->position_size);
    if (!position || by_line_open(rules, &fresh, err) != BY_OK) {
        free(position);
        return NULL;
    }
    memcpy(position, by_line_position(line), rules->position_size);
    rules->game->resume(rules, position);
    by_line_begin(fresh, position);
    free(position);
    return fresh;
}

/* To a search a pass after a pass ends the game with every stone alive. Where dead stones are agreed on, and
 * while the board is open, it thinks as if nobody had passed; and once more where that move would repeat a
 * position of the real game. */
static enum by_status think_unpassed(struct by_searcher *searcher, const struct by_line *line,
                                     const struct by_limits *limits, const struct by_turn *turn,
                                     struct by_decision *decision, struct by_error *err)
{
    struct by_line *fresh = unpassed(line, err);
    if (!fresh)
        return by_fail_memory(err, line->rules->position_size);
    enum by_status status = by_searcher_think(searcher, fresh, limits, turn->events, decision, err);
    by_line_close(fresh);
    if (status == BY_OK && decision->move != BY_NO_MOVE && by_line_repeats(line, decision->move))
        status = by_searcher_think(searcher, line, limits, turn->events, decision, err);
    return status;
}

/* Where the game has a judge: asks it first, and the search unless the pass is clear. */
static enum by_status move_judged(const struct by_manners *manners, struct by_searcher *searcher,
                                  const struct by_line *line, const struct by_turn *turn,
                                  struct by_decision *decision, struct standing *standing,
                                  struct by_error *err)
{
    struct by_verdict verdict;
    int side = by_line_side(line);
    double begun = by_clock_now();
    enum by_status status = BY_OK;
    if (!judge(manners, line, !turn->clean_up, &verdict))
        return by_fail_memory(err, line->rules->position_size);
    *standing = standing_of(&verdict, side);
    standing->passed_unasked =
        !turn->watched && verdict.settled && wants_pass(&verdict, side, turn);
    if (standing->passed_unasked) {
        move_at_once(verdict.pass, begun, decision);
    } else {
        const struct by_limits left = limits_after(turn->limits, by_clock_now() - begun);
        bool unpassed = verdict.offered && (turn->agrees || !verdict.settled);
        status = unpassed && line->rules->game->resume
                     ? think_unpassed(searcher, line, &left, turn, decision, err)
                     : by_searcher_think(searcher, line, &left, turn->events, decision, err);
        if (status == BY_OK)
            mind(line->rules, &verdict, side, turn, decision);
    }
    standing->goes_on = !turn->clean_up && !(verdict.offered && decision->move == verdict.pass);
    return status;
}

/* Takes a move of the book instead of the search's: what is said of the value is then said of that one. */
static void take_from_book(struct by_decision *decision, by_move move)
{
    const struct by_move_stat *first = decision->moves;
    if (decision->move == move)
        return;
    take_instead(decision, move);
    if (decision->move_count > 0 && first->move == move) {
        decision->value = first->value;
        decision->bound = first->bound;
        decision->proven = decision->proven && first->bound == BY_BOUND_EXACT;
    }
}

/* A move of the book; false: it has none. Who watches wants to see the search all the same. */
static bool move_by_book(const struct by_manners *manners, struct by_searcher *searcher,
                         const struct by_line *line, const struct by_turn *turn,
                         struct by_decision *decision, enum by_status *status, struct by_error *err)
{
    double begun = by_clock_now();
    by_move move = manners->book ? by_book_choose(manners->book, line, manners->seed) : BY_NO_MOVE;
    if (move == BY_NO_MOVE)
        return false;
    *status = BY_OK;
    if (turn->watched)
        *status = by_searcher_think(searcher, line, turn->limits, turn->events, decision, err);
    else
        move_at_once(move, begun, decision);
    if (*status == BY_OK && turn->watched)
        take_from_book(decision, move);
    return true;
}

enum by_status by_manners_move(struct by_manners *manners, struct by_searcher *searcher,
                               const struct by_line *line, const struct by_turn *turn,
                               struct by_decision *decision, struct by_error *err)
{
    bool bare = turn->bare || manners->off || by_line_over(line);
    struct standing standing = {.goes_on = true};
    manners->resigned = false;
    enum by_status status = BY_OK;
    manners->by_book = !bare && move_by_book(manners, searcher, line, turn, decision, &status, err);
    if (manners->by_book)
        return status;
    status = bare || !line->rules->game->judge
                 ? by_searcher_think(searcher, line, turn->limits, turn->events, decision, err)
                 : move_judged(manners, searcher, line, turn, decision, &standing, err);
    if (status != BY_OK || bare || turn->aside || !gives_up(manners, line, decision, &standing))
        return status;
    manners->resigned = true;
    decision->move = BY_NO_MOVE;
    return BY_OK;
}
