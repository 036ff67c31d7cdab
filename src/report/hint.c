/* hint.c: see hint.h. */
#include "report/hint.h"

#include "report/value.h"
#include <stdlib.h>
#include <string.h>

#define CANDIDATES 5 /* moves that are looked at beside each other */

/* --- what moves are worth ------------------------------------------------------------- */

struct thinker {
    struct by_player *player;
    const struct by_line *line;
    struct by_line *next; /* the line after a move */
    struct by_decision root, after;
    double seconds;          /* for each of the other moves */
    const atomic_bool *stop; /* NULL: nobody will */
    struct by_error *err;
};

static bool is_stopped(const struct thinker *t)
{
    return t->stop && atomic_load(t->stop);
}

/* What orders moves: certain wins, the nearest first and those of unknown length last, before hopes, and
 * those before certain losses. */
static double order_of(const struct by_worth *worth)
{
    const double certain = 1e12,
                 far = 1e6; /* beyond what evaluations count, and any game's length */
    double value = worth->scale == BY_SCALE_PROBABILITY ? worth->value - 0.5 : worth->value;
    if (!worth->decided || (value >= 0 && value <= 0))
        return value;
    if (value > 0)
        return certain + value - (worth->plies > 0 ? worth->plies : far);
    return -certain + value + worth->plies;
}

/* What the other side sees so, seen by this one. */
static struct by_worth turned(struct by_worth worth)
{
    static const enum by_bound other[] = {[BY_BOUND_NONE] = BY_BOUND_NONE,
                                          [BY_BOUND_EXACT] = BY_BOUND_EXACT,
                                          [BY_BOUND_LOWER] = BY_BOUND_UPPER,
                                          [BY_BOUND_UPPER] = BY_BOUND_LOWER,
                                          [BY_BOUND_ESTIMATE] = BY_BOUND_ESTIMATE};
    worth.side = !worth.side;
    worth.value = worth.scale == BY_SCALE_PROBABILITY ? 1 - worth.value : -worth.value;
    worth.bound = other[worth.bound];
    worth.plies += worth.plies > 0;
    return worth;
}

static struct by_worth finished(const struct by_line *line, int side)
{
    int32_t result = by_line_result(line);
    return (struct by_worth){.rules = line->rules,
                             .side = side,
                             .bound = BY_BOUND_EXACT,
                             .decided = true,
                             .plies = result != 0,
                             .value = side == 0 ? result : -result};
}

static enum by_status think(struct thinker *t, const struct by_line *line, double seconds,
                            struct by_decision *out)
{
    const struct by_limits limits = {.seconds = seconds};
    const struct by_turn turn = {.limits = &limits, .watched = true, .aside = true};
    return by_player_turn(t->player, line, &turn, out, t->err);
}

/* The move on a line of its own; false where it cannot be looked at. */
static bool play(struct thinker *t, by_move move)
{
    by_line_begin(t->next, by_line_position(t->line));
    return by_line_play(t->next, move, t->err) == BY_OK;
}

/* What a move of the root is worth. What the search has of its moves does not compare: the best was looked at
 * long and the others hardly, some only until they were known to be worse. So each is looked at behind it,
 * for the same time, unless it is certain. */
static struct by_worth worth_of(struct thinker *t, const struct by_move_stat *stat)
{
    struct by_worth known = stat->move == t->root.move ? by_worth_of(t->line, &t->root)
                                                       : by_worth_of_move(t->line, &t->root, stat);
    bool certain = known.decided && known.bound == BY_BOUND_EXACT;
    if (certain || is_stopped(t) || !play(t, stat->move) || by_line_nature(t->next))
        return known;
    if (by_line_over(t->next))
        return finished(t->next, by_line_side(t->line));
    if (think(t, t->next, t->seconds, &t->after) != BY_OK || t->after.bound == BY_BOUND_NONE)
        return known;
    return turned(by_worth_of(t->next, &t->after));
}

/* Puts a move where it belongs among those that there are. */
static void insert(struct by_hints *out, struct by_hint hint)
{
    int at = out->count;
    while (at > 0 && order_of(&hint.worth) > order_of(&out->hint[at - 1].worth))
        at--;
    if (at == BY_HINTS_MAX)
        return;
    int end = out->count < BY_HINTS_MAX ? out->count++ : BY_HINTS_MAX - 1;
    memmove(&out->hint[at + 1], &out->hint[at], (size_t)(end - at) * sizeof hint);
    out->hint[at] = hint;
}

/* The search's own best comes first. What a search that was stopped says of another move does not compare. */
static void collect(struct thinker *t, struct by_hints *out)
{
    for (int i = 0; i < t->root.move_count && i < CANDIDATES; i++) {
        const struct by_move_stat *stat = &t->root.moves[i];
        struct by_hint hint = {.move = stat->move, .worth = worth_of(t, stat)};
        if (i > 0 && is_stopped(t))
            return;
        struct by_text why = by_text_over(hint.why, sizeof hint.why);
        by_write_reason(t->line, stat->move, &why);
        insert(out, hint);
    }
}

enum by_status by_hints_find(struct by_player *player, const struct by_line *line, double seconds,
                             const atomic_bool *stop, struct by_hints *out, struct by_error *err)
{
    struct thinker t = {.player = player,
                        .line = line,
                        .seconds = seconds / 2 / CANDIDATES,
                        .stop = stop,
                        .err = err};
    out->count = 0;
    enum by_status status = by_decision_open(line->rules, &t.root, err);
    if (status == BY_OK)
        status = by_decision_open(line->rules, &t.after, err);
    if (status == BY_OK)
        status = by_line_open(line->rules, &t.next, err);
    if (status == BY_OK)
        status = think(&t, line, seconds / 2, &t.root);
    if (status == BY_OK)
        collect(&t, out);
    by_decision_close(&t.root);
    by_decision_close(&t.after);
    if (t.next)
        by_line_close(t.next);
    return status;
}

/* --- why -------------------------------------------------------------------------------- */

/* Positions to try moves on, beside the one that is asked about. */
struct trial {
    const struct by_rules *rules;
    const void *position;
    void *after, *then; /* our move; and the answer */
    by_move *moves, *answers;
};

static bool open_trial(struct trial *t, const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    *t = (struct trial){.rules = rules, .position = by_line_position(line)};
    t->after = aligned_alloc(16, rules->position_size);
    t->then = aligned_alloc(16, rules->position_size);
    t->moves = calloc((size_t)rules->max_moves, sizeof *t->moves);
    t->answers = calloc((size_t)rules->max_moves, sizeof *t->answers);
    return t->after && t->then && t->moves && t->answers;
}

static void close_trial(struct trial *t)
{
    free(t->after);
    free(t->then);
    free(t->moves);
    free(t->answers);
}

/* Whether `move` in `from` ends the game with a win for `side`. */
static bool wins(const struct trial *t, const void *from, by_move move, int side, void *to)
{
    const struct by_game *game = t->rules->game;
    memcpy(to, from, t->rules->position_size);
    game->play(t->rules, to, move, NULL);
    if (!game->over(t->rules, to))
        return false;
    int32_t result = game->result(t->rules, to);
    return side == 0 ? result > 0 : result < 0;
}

/* The answer with which the opponent wins at once after `move`; BY_NO_MOVE: there is none. Where
 * `only` is a move, none but that one is looked at. */
static by_move answer_that_wins(struct trial *t, by_move move, by_move only)
{
    const struct by_game *game = t->rules->game;
    int side = game->side(t->rules, t->position);
    if (wins(t, t->position, move, side, t->after) || game->over(t->rules, t->after) ||
        game->side(t->rules, t->after) == side ||
        (game->chance && game->chance(t->rules, t->after, BY_NO_MOVE) > 0))
        return BY_NO_MOVE;
    int count = game->moves(t->rules, t->after, t->answers);
    for (int i = 0; i < count; i++)
        if ((only == BY_NO_MOVE || t->answers[i] == only) &&
            wins(t, t->after, t->answers[i], !side, t->then))
            return t->answers[i];
    return BY_NO_MOVE;
}

/* What the opponent would win with at once if we did something else than `move`: with the same answer
 * to two other moves, so that neither is to blame. */
static by_move stopped_by(struct trial *t, by_move move)
{
    int count = t->rules->game->moves(t->rules, t->position, t->moves), asked = 0;
    by_move threat = BY_NO_MOVE;
    for (int i = 0; i < count && asked < 2; i++) {
        if (t->moves[i] == move || t->moves[i] == threat)
            continue;
        by_move found = answer_that_wins(t, t->moves[i], threat);
        if (found == BY_NO_MOVE)
            return BY_NO_MOVE;
        threat = found;
        asked++;
    }
    return asked == 2 && answer_that_wins(t, move, threat) == BY_NO_MOVE ? threat : BY_NO_MOVE;
}

static void add_words(struct by_text *out, const char *words)
{
    if (*words)
        by_text_format(out, "%s%s", out->length > 0 ? "; " : "", words);
}

/* What the game's first evaluation counts more of after the move: the term that gains most. */
struct gains {
    int count, sign;
    struct {
        const char *name;
        int64_t sum;
    } term[16];
};

static void add_term(void *context, const struct by_term *term)
{
    struct gains *g = context;
    int i = 0;
    while (i < g->count && strcmp(g->term[i].name, term->name) != 0)
        i++;
    if (i == 16)
        return;
    if (i == g->count)
        g->term[g->count++].name = term->name;
    g->term[i].sum += g->sign * (int64_t)term->value;
}

/* Where who cannot move loses: what a move takes from either side. */
static int moves_of(const struct trial *t, const void *position, int side)
{
    const struct by_game *game = t->rules->game;
    memcpy(t->then, position, t->rules->position_size);
    if (game->side(t->rules, t->then) != side)
        (void)game->hand_over(t->rules, t->then);
    return game->over(t->rules, t->then) ? 0 : game->moves(t->rules, t->then, t->answers);
}

static void write_mobility(struct trial *t, by_move move, struct by_text *out)
{
    const struct by_game *game = t->rules->game;
    int side = game->side(t->rules, t->position);
    memcpy(t->after, t->position, t->rules->position_size);
    game->play(t->rules, t->after, move, NULL);
    int theirs = moves_of(t, t->position, !side) - moves_of(t, t->after, !side);
    int own = moves_of(t, t->position, side) - moves_of(t, t->after, side);
    by_text_format(out, "takes %d move%s from %s and %d from %s", theirs, theirs == 1 ? "" : "s",
                   by_player_name(t->rules, !side), own, by_player_name(t->rules, side));
}

/* Pieces that change hands: "takes 2 of White's", "turns 3 of White's". */
static void write_taken(struct trial *t, by_move move, struct by_text *out)
{
    const struct by_game *game = t->rules->game;
    struct by_cells before, after;
    int side = game->side(t->rules, t->position), own = 0, lost = 0;
    char mine = side == 0 ? 'X' : 'O', theirs = side == 0 ? 'O' : 'X';
    if (!game->cells)
        return;
    memcpy(t->after, t->position, t->rules->position_size);
    game->play(t->rules, t->after, move, NULL);
    game->cells(t->rules, t->position, BY_NO_MOVE, &before);
    game->cells(t->rules, t->after, move, &after);
    for (int i = 0; i < before.width * before.height; i++) {
        own += (after.cell[i] == mine) - (before.cell[i] == mine);
        lost += (before.cell[i] == theirs) - (after.cell[i] == theirs);
    }
    if (lost > 0)
        by_text_format(out, "%s %d of %s's", own > lost ? "turns" : "takes", lost,
                       by_player_name(t->rules, !side));
}

static void write_gain(struct trial *t, by_move move, struct by_text *out)
{
    const struct by_game *game = t->rules->game;
    const struct by_eval *eval = game->evals;
    struct gains gains = {.sign = -1};
    int best = -1;
    memcpy(t->after, t->position, t->rules->position_size);
    game->play(t->rules, t->after, move, NULL);
    if (!eval || !eval->terms || game->over(t->rules, t->after))
        return;
    int side = game->side(t->rules, t->position);
    eval->terms(t->rules, t->position, add_term, &gains);
    gains.sign = game->side(t->rules, t->after) == side ? 1 : -1;
    eval->terms(t->rules, t->after, add_term, &gains);
    for (int i = 0; i < gains.count; i++)
        if (gains.term[i].sum > 0 && (best < 0 || gains.term[i].sum > gains.term[best].sum))
            best = i;
    if (best >= 0)
        by_text_format(out, "%s: %+lld by %s", gains.term[best].name,
                       (long long)gains.term[best].sum, eval->name);
}

/* Where there is nothing to see at once. */
static void write_other(struct trial *t, by_move move, struct by_text *out)
{
    const struct by_game *game = t->rules->game;
    int32_t value;
    memcpy(t->after, t->position, t->rules->position_size);
    game->play(t->rules, t->after, move, NULL);
    if (game->theory && !game->over(t->rules, t->after) && game->theory(t->rules, t->after, &value))
        by_text_add(out, "known by theory");
    else if (game->normal_play)
        write_mobility(t, move, out);
    else
        write_gain(t, move, out);
}

void by_write_reason(const struct by_line *line, by_move move, struct by_text *out)
{
    const struct by_rules *rules = line->rules;
    struct trial t;
    char words[BY_HINT_WHY] = "", name[BY_MOVE_BUFFER];
    struct by_text text = by_text_over(words, sizeof words);
    if (open_trial(&t, line)) {
        by_move stopped = stopped_by(&t, move);
        if (wins(&t, t.position, move, by_line_side(line), t.after))
            add_words(out, "wins at once");
        else if (stopped != BY_NO_MOVE)
            by_text_format(out, "stops %s", by_move_string(rules, t.position, stopped, name));
        write_taken(&t, move, &text);
        add_words(out, words);
        text = by_text_over(words, sizeof words);
        by_text_add(&text, "");
        if (rules->game->reason)
            rules->game->reason(rules, t.position, move, &text);
        if (out->length == 0 && text.length == 0)
            write_other(&t, move, &text);
        add_words(out, words);
    }
    close_trial(&t);
}

/* --- words ------------------------------------------------------------------------------- */

void by_put_hints(struct by_buffer *out, const struct by_line *line, const struct by_hints *hints)
{
    char move[BY_MOVE_BUFFER], worth[BY_WORTH_BUFFER];
    for (int i = 0; i < hints->count; i++) {
        const struct by_hint *hint = &hints->hint[i];
        by_buffer_format(out, "  %-7s %-24s %s\n",
                         by_move_string(line->rules, by_line_position(line), hint->move, move),
                         by_worth_string(&hint->worth, worth), hint->why);
    }
}

void by_report_hints(struct by_json *json, const char *name, const struct by_line *line,
                     const struct by_hints *hints)
{
    char worth[BY_WORTH_BUFFER];
    by_json_array(json, name);
    for (int i = 0; i < hints->count; i++) {
        const struct by_hint *hint = &hints->hint[i];
        by_json_object(json, NULL);
        by_report_move(json, "move", line->rules, by_line_position(line), hint->move);
        by_json_real(json, "value", by_worth_number(&hint->worth));
        by_json_text(json, "words", by_worth_string(&hint->worth, worth));
        by_json_text(json, "why", hint->why);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}
