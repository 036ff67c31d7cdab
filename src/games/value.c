/* value.c: see value.h. */
#include "games/value.h"
#include <string.h>

#define HOPE_DECIMALS 2
#define SMALLEST      0.01 /* a hope that is written */
#define MEAN_DECIMALS 6    /* of results: exercises are done by hand and compared */
#define NEAR_WIN      1000

const char *by_player_name(const struct by_rules *rules, int side)
{
    const char *name = rules->game->sides[side];
    return name ? name : side == 0 ? "X" : "O";
}

void by_write_number(double value, int decimals, struct by_text *out)
{
    char digits[340]; /* the largest double has 309 */
    struct by_text text = by_text_over(digits, sizeof digits);
    by_text_format(&text, "%.*f", decimals, value);
    size_t length = strlen(digits);
    if (decimals > 0) {
        while (digits[length - 1] == '0')
            length--;
        length -= digits[length - 1] == '.';
        digits[length] = '\0';
    }
    by_text_add(out, strcmp(digits, "-0") == 0 ? "0" : digits);
}

/* --- what a value is ------------------------------------------------------------------------- */

enum kind {
    UNKNOWN, /* nobody has an opinion */
    CHANCE,  /* of winning: `amount` is per cent */
    RESULT,  /* `sign` and, where the game has one, the margin `amount` */
    NUMBER,  /* a payoff, as in game trees: no one wins or loses by it */
    HOPE,    /* an evaluation, or a margin that is not certain */
    NEARLY,  /* as good as decided, as an evaluation has it: for `sign` */
    WINDOW, /* the end of a window so near to a win that no position is worth it: a win less `amount` */
};

struct meaning {
    enum kind kind;
    int sign;      /* for who sees it */
    double amount; /* its size */
    int decimals;
    const char *counts; /* what it counts: "disc"; NULL: nothing that has a name */
};

static double size_of(double value)
{
    return value < 0 ? -value : value;
}

static int sign_of(double value)
{
    return (value > 0) - (value < 0);
}

/* Whether the evaluation counts something that has a name. */
static bool counts(const struct by_rules *rules, const struct by_eval *eval)
{
    return eval->counts && (!eval->counting || eval->counting(rules));
}

bool by_eval_counts(const struct by_rules *rules, const struct by_eval *eval, const char *what)
{
    return what && counts(rules, eval) && strcmp(eval->counts, what) == 0;
}

double by_eval_unit(const struct by_rules *rules, const struct by_eval *eval)
{
    return eval->unit > 0 && counts(rules, eval) ? eval->unit : 1;
}

static double unit_of(const struct by_worth *w)
{
    return w->eval ? by_eval_unit(w->rules, w->eval) : w->rules->score_scale;
}

static bool is_win(const struct by_worth *w)
{
    return w->eval && size_of(w->value) >= w->eval->win;
}

/* The end of the game behind the value of an evaluation: a win, and the margin on top. */
static struct meaning finished(const struct by_worth *w)
{
    const struct by_game *game = w->rules->game;
    double margin = (size_of(w->value) - w->eval->win) / w->rules->score_scale;
    return (struct meaning){.kind = game->has_margin && !game->margin ? NUMBER : RESULT,
                            .sign = sign_of(w->value),
                            .amount = game->has_margin ? margin : 0,
                            .decimals = HOPE_DECIMALS,
                            .counts = game->margin};
}

static bool near_win(const struct by_worth *w)
{
    if (!w->eval || w->rules->has_chance)
        return false;
    double reach = w->eval->win < 2 * NEAR_WIN ? w->eval->win / 4 : NEAR_WIN;
    return size_of(w->value) > w->eval->win - reach;
}

static struct meaning estimate(const struct by_worth *w)
{
    if (is_win(w))
        return finished(w);
    struct meaning m = {.kind = HOPE,
                        .sign = sign_of(w->value),
                        .amount = size_of(w->value) / unit_of(w),
                        .decimals = HOPE_DECIMALS,
                        .counts = counts(w->rules, w->eval) ? w->eval->counts : NULL};
    if (w->eval->nearly > 0 && size_of(w->value) >= w->eval->nearly)
        m.kind = NEARLY;
    if (near_win(w)) {
        m.kind = WINDOW;
        m.amount = w->eval->win - size_of(w->value);
    }
    if (m.sign == 0 && w->decided)
        m.kind = RESULT;
    return m;
}

static struct meaning result(const struct by_worth *w)
{
    const struct by_game *game = w->rules->game;
    struct meaning m = {.kind = w->decided ? RESULT : HOPE,
                        .sign = sign_of(w->value),
                        .amount = size_of(w->value) / unit_of(w),
                        .decimals = w->decided ? MEAN_DECIMALS : HOPE_DECIMALS,
                        .counts = game->margin};
    if (game->has_margin && !game->margin) {
        m.kind = NUMBER;
        m.decimals = MEAN_DECIMALS;
    } else if (!game->has_margin && size_of(w->value) >= 1) {
        m.kind = RESULT;
        m.amount = 0;
    } else if (!game->has_margin && w->rules->has_chance) {
        m.kind = CHANCE;
        m.amount = 50 + 50 * w->value;
    }
    return m;
}

static struct meaning chance(const struct by_worth *w)
{
    struct meaning m = {.kind = CHANCE, .amount = 100 * w->value};
    if (w->decided) {
        m.kind = RESULT;
        m.sign = sign_of(w->value - 0.5);
        m.amount = 0;
    }
    return m;
}

/* At most a win, at least a loss: that says nothing. */
static bool says_nothing(const struct by_worth *w, const struct meaning *m)
{
    bool plain = m->kind == RESULT && !(m->amount > 0);
    return w->bound == BY_BOUND_NONE || (plain && w->bound == BY_BOUND_UPPER && m->sign > 0) ||
           (plain && w->bound == BY_BOUND_LOWER && m->sign < 0);
}

static struct meaning meaning_of(const struct by_worth *w)
{
    struct meaning m;
    if (w->scale == BY_SCALE_PROBABILITY)
        m = chance(w);
    else
        m = w->eval ? estimate(w) : result(w);
    if (m.kind == HOPE && m.amount < 0.5 * SMALLEST)
        m.sign = 0;
    if (says_nothing(w, &m))
        m.kind = UNKNOWN;
    return m;
}

double by_worth_number(const struct by_worth *worth)
{
    bool score = worth->scale == BY_SCALE_SCORE && !is_win(worth);
    return score ? worth->value / unit_of(worth) : worth->value;
}

/* --- in full ------------------------------------------------------------------------------------ */

static void add_amount(const struct meaning *m, struct by_text *out)
{
    by_write_number(m->amount, m->decimals, out);
    if (m->counts)
        by_text_format(out, " %s%s", m->counts, m->amount > 1 || m->amount < 1 ? "s" : "");
}

static void add_distance(const struct by_worth *w, struct by_text *out)
{
    if (w->plies > 0)
        by_text_format(out, " in %d %s", w->plies, w->plies == 1 ? "ply" : "plies");
}

/* A bound as the player sees it who is named: the other one sees it the other way round. */
static void add_bound(enum by_bound bound, bool turned, struct by_text *out)
{
    if (bound == BY_BOUND_UPPER || bound == BY_BOUND_LOWER)
        by_text_add(out, (bound == BY_BOUND_LOWER) != turned ? " or more" : " or less");
}

static void write_result(const struct by_worth *w, const struct meaning *m, struct by_text *out)
{
    int winner = m->sign > 0 ? w->side : 1 - w->side;
    if (m->sign == 0) {
        by_text_add(out, "draw");
        if (w->bound == BY_BOUND_UPPER || w->bound == BY_BOUND_LOWER)
            by_text_format(out, " or %s for %s", w->bound == BY_BOUND_LOWER ? "better" : "worse",
                           by_player_name(w->rules, w->side));
        return;
    }
    by_text_format(out, "%s wins", by_player_name(w->rules, winner));
    if (m->amount > 0) {
        by_text_add(out, " by ");
        add_amount(m, out);
        add_bound(w->bound, m->sign < 0, out);
    } else {
        add_distance(w, out);
    }
}

static void write_hope(const struct by_worth *w, const struct meaning *m, struct by_text *out)
{
    int ahead = m->sign >= 0 ? w->side : 1 - w->side;
    if (m->sign == 0 && w->bound != BY_BOUND_UPPER && w->bound != BY_BOUND_LOWER) {
        by_text_add(out, "even");
        return;
    }
    by_text_format(out, "%s +", by_player_name(w->rules, ahead));
    add_amount(m, out);
    if (!m->counts && w->eval && !w->headed)
        by_text_format(out, " by %s", w->eval->name);
    add_bound(w->bound, m->sign < 0, out);
}

void by_worth_write(const struct by_worth *worth, struct by_text *out)
{
    struct meaning m = meaning_of(worth);
    const char *name = by_player_name(worth->rules, worth->side);
    switch (m.kind) {
    case UNKNOWN:
        by_text_add(out, "not known");
        break;
    case CHANCE:
        by_text_format(out, "%s %.1f %%", name, m.amount);
        break;
    case RESULT:
        write_result(worth, &m, out);
        break;
    case NUMBER: /* as the first player has it, whoever moves: so trees are written */
        by_write_number(worth->side == 0 ? m.sign * m.amount : -m.sign * m.amount, m.decimals, out);
        by_text_format(out, " for %s", by_player_name(worth->rules, 0));
        add_bound(worth->bound, worth->side == 1, out);
        break;
    case HOPE:
        write_hope(worth, &m, out);
        break;
    case NEARLY:
        by_text_format(out, "%s is about to win",
                       by_player_name(worth->rules, m.sign > 0 ? worth->side : 1 - worth->side));
        break;
    case WINDOW:
        by_text_format(out, "nearly a %s for %s", m.sign > 0 ? "win" : "loss", name);
        break;
    }
}

/* --- in brief -------------------------------------------------------------------------------- */

static void brief_result(const struct by_worth *w, const struct meaning *m, struct by_text *out)
{
    static const char *const words[] = {"loses", "draw", "wins"};
    if (w->decided && !w->eval && m->amount > 0) { /* a column of margins: "+4" */
        by_text_char(out, m->sign > 0 ? '+' : '-');
        by_write_number(m->amount, m->decimals, out);
        return;
    }
    by_text_add(out, words[m->sign + 1]);
    if (m->amount > 0) {
        by_text_add(out, " by ");
        by_write_number(m->amount, m->decimals, out);
    } else if (m->sign != 0) {
        add_distance(w, out);
    }
}

void by_worth_brief(const struct by_worth *worth, struct by_text *out)
{
    struct meaning m = meaning_of(worth);
    bool sure = m.kind == RESULT && m.sign != 0 && !(m.amount > 0);
    if (m.kind != UNKNOWN && worth->bound == BY_BOUND_UPPER && !(sure && m.sign < 0))
        by_text_add(out, "<= ");
    if (m.kind != UNKNOWN && worth->bound == BY_BOUND_LOWER && !(sure && m.sign > 0))
        by_text_add(out, ">= ");
    switch (m.kind) {
    case UNKNOWN:
        by_text_char(out, '-');
        break;
    case CHANCE:
        by_text_format(out, "%.1f %%", m.amount);
        break;
    case RESULT:
        brief_result(worth, &m, out);
        break;
    case NUMBER:
        by_write_number(m.sign * m.amount, m.decimals, out);
        break;
    case HOPE:
        by_text_add(out, m.sign > 0 ? "+" : m.sign < 0 ? "-" : "");
        by_write_number(m.amount, m.decimals, out);
        break;
    case NEARLY:
        by_text_add(out, m.sign > 0 ? "nearly won" : "nearly lost");
        break;
    case WINDOW:
        by_text_add(out, m.sign > 0 ? "win - " : "loss + ");
        by_write_number(m.amount, m.decimals, out);
        break;
    }
}

void by_worth_sum(const struct by_worth *worth, struct by_text *out)
{
    struct meaning m = meaning_of(worth);
    if (worth->eval && (m.kind == WINDOW || is_win(worth))) {
        double rest = m.kind == WINDOW ? -m.amount : m.amount;
        by_text_add(out, m.sign > 0 ? "win" : "-win");
        if (rest * m.sign > 0)
            by_text_char(out, '+');
        if (size_of(rest) > 0)
            by_write_number(rest * m.sign, m.decimals, out);
        return;
    }
    if (m.kind == NEARLY) {
        by_text_add(out, m.sign > 0 ? "nearly win" : "nearly -win");
        return;
    }
    by_write_number(by_worth_number(worth), worth->eval ? HOPE_DECIMALS : MEAN_DECIMALS, out);
}

static const char *into(void (*write)(const struct by_worth *, struct by_text *),
                        const struct by_worth *worth, char buffer[BY_WORTH_BUFFER])
{
    struct by_text text = by_text_over(buffer, BY_WORTH_BUFFER);
    write(worth, &text);
    return buffer;
}

const char *by_worth_string(const struct by_worth *worth, char buffer[BY_WORTH_BUFFER])
{
    return into(by_worth_write, worth, buffer);
}

const char *by_worth_brief_string(const struct by_worth *worth, char buffer[BY_WORTH_BUFFER])
{
    return into(by_worth_brief, worth, buffer);
}
