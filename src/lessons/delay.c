/* delay.c: a won game that is put off, for ever if there is room: minimax is content with any move
 * that wins, and so is the next one. What mends it is to count plies (LOG, the slide on strange behaviour).
 *
 * Two places to see it. In tic-tac-toe a win can be put off for a while only: the board fills up. In
 * a corridor without an end the same rule never wins at all. X stands in it and takes one step back or
 * forward; one step beyond the last cell is the goal; O waits. */
#include "base/draw/svg.h"
#include "games/line.h"
#include "lessons/board.h"
#include "lessons/lesson.h"
#include <string.h>

#define WIN          100
#define CELLS        9  /* of the corridor */
#define DEPTH_MAX    15 /* plies: what the corridor has room for */
#define TURNS_MAX    60
#define POSITION_MAX 128 /* bytes; tic-tac-toe needs far less */
#define BOARD        ".O./.X./XO. X"

/* How to choose among moves of equal value. */
enum rule { FIRST, FEWEST, RULES };
static const char *const rule_name[] = {"first", "fewest"};

/* A value, and the plies it takes to come true. */
struct worth {
    int value, plies;
};

/* Whether the side to move takes `a` where it has `b`: under the rule of the fewest plies the winner
 * hurries and the loser holds out. */
static bool prefers(enum rule rule, int side, struct worth a, struct worth b)
{
    int sign = side == 0 ? 1 : -1;
    if (a.value != b.value || rule == FIRST)
        return sign * a.value > sign * b.value;
    return sign * a.value > 0 ? a.plies < b.plies : a.plies > b.plies;
}

/* --- tic-tac-toe ---------------------------------------------------------------------------- */

struct game {
    const struct by_rules *rules;
    enum rule rule;
};

static struct worth best_move(const struct game *game, const void *position, by_move *out);

static struct worth value_of(const struct game *game, const void *position)
{
    by_move ignored;
    const struct by_rules *rules = game->rules;
    if (rules->game->over(rules, position))
        return (struct worth){WIN * rules->game->result(rules, position), 0};
    return best_move(game, position, &ignored);
}

static struct worth best_move(const struct game *game, const void *position, by_move *out)
{
    const struct by_rules *rules = game->rules;
    _Alignas(16) unsigned char next[POSITION_MAX];
    by_move moves[BY_TICTACTOE_CELLS];
    struct worth best = {0, 0};
    int side = rules->game->side(rules, position);
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        struct worth worth = value_of(game, next);
        worth.plies++;
        if (i > 0 && !prefers(game->rule, side, worth, best))
            continue;
        best = worth;
        *out = moves[i];
    }
    return best;
}

/* One game, both sides by the same rule. */
struct played {
    int count;
    char name[BY_TICTACTOE_CELLS][8];
    int value; /* where it began */
    char cells[BY_TICTACTOE_CELLS];
};

static void play_game(const struct by_rules *rules, enum rule rule, struct played *out)
{
    const struct game game = {rules, rule};
    _Alignas(16) unsigned char position[POSITION_MAX];
    memcpy(position, rules->start, rules->position_size);
    out->count = 0;
    out->value = value_of(&game, position).value;
    while (!rules->game->over(rules, position)) {
        by_move move;
        (void)best_move(&game, position, &move);
        struct by_text text = by_text_over(out->name[out->count++], sizeof out->name[0]);
        rules->game->write_move(rules, position, move, &text);
        rules->game->play(rules, position, move, NULL);
    }
    by_tictactoe_cells(rules, position, out->cells);
}

/* --- the corridor ----------------------------------------------------------------------------- */

/* X is on cell `at`, from 1; CELLS + 1 is the goal. O's only move changes nothing. */
static struct worth look(enum rule rule, int at, int side, int depth);

/* What a step of X is worth with so many plies left for it and what follows. */
static struct worth step_to(enum rule rule, int to, int depth)
{
    struct worth worth = {WIN, 0};
    if (to <= CELLS)
        worth = look(rule, to, 1, depth - 1);
    worth.plies++;
    return worth;
}

static struct worth look(enum rule rule, int at, int side, int depth)
{
    if (depth == 0)
        return (struct worth){0, 0};
    if (side == 1) {
        struct worth worth = look(rule, at, 0, depth - 1);
        worth.plies++;
        return worth;
    }
    struct worth forward = step_to(rule, at + 1, depth);
    if (at == 1)
        return forward;
    struct worth back = step_to(rule, at - 1, depth);
    return prefers(rule, 0, forward, back) ? forward : back; /* back is the first move */
}

/* A walk, turn by turn. */
struct walk {
    int count;
    int at[TURNS_MAX + 1]; /* before each turn, and at the end */
    struct worth back[TURNS_MAX], forward[TURNS_MAX];
    bool won;
    int farthest; /* steps from the goal */
};

static void walk_on(enum rule rule, int depth, int turns, struct walk *out)
{
    int at = CELLS;
    *out = (struct walk){.at = {at}, .farthest = 1};
    while (out->count < turns && !out->won) {
        int i = out->count++;
        out->forward[i] = step_to(rule, at + 1, depth);
        out->back[i] = at > 1 ? step_to(rule, at - 1, depth) : (struct worth){-WIN, 0};
        at += prefers(rule, 0, out->forward[i], out->back[i]) ? 1 : -1;
        out->at[i + 1] = at;
        out->won = at > CELLS;
        out->farthest = CELLS + 1 - at > out->farthest ? CELLS + 1 - at : out->farthest;
    }
}

/* --- words -------------------------------------------------------------------------------------- */

struct delay {
    struct by_sink *sink;
    const struct by_rules *rules;
    struct played played[RULES];
    struct walk walk[RULES];
    int depth, turns;
};

static void draw_cells(const struct delay *d, struct by_buffer *out)
{
    char cells[BY_TICTACTOE_CELLS];
    by_tictactoe_cells(d->rules, d->rules->start, cells);
    for (int row = BY_TICTACTOE_SIDE - 1; row >= 0; row--)
        by_buffer_format(out, "  %d %c %c %c\n", row + 1, cells[3 * row], cells[3 * row + 1],
                         cells[3 * row + 2]);
    by_buffer_add(out, "    a b c\n");
}

static void draw_corridor(int at, struct by_buffer *out)
{
    by_buffer_add(out, "  |");
    for (int cell = 1; cell <= CELLS + 1; cell++)
        by_buffer_format(out, " %c", cell == at ? 'X' : cell > CELLS ? '*' : '.');
}

static void write_games(const struct delay *d, struct by_buffer *out)
{
    static const char *const words[] = {"the first of equal moves", "the fewest plies"};
    for (int rule = 0; rule < RULES; rule++) {
        const struct played *played = &d->played[rule];
        by_buffer_format(out, "  %-25s", words[rule]);
        for (int i = 0; i < played->count; i++)
            by_buffer_format(out, " %s", played->name[i]);
        by_buffer_format(out, "   %d %s\n", played->count, played->count == 1 ? "ply" : "plies");
    }
}

static void write_turn(const struct walk *walk, int i, struct by_buffer *out)
{
    by_buffer_format(out, "  %2d.", i + 1);
    draw_corridor(walk->at[i], out);
    by_buffer_format(out, "   back %4d, forward %4d: %s\n", walk->back[i].value,
                     walk->forward[i].value, walk->at[i + 1] < walk->at[i] ? "back" : "forward");
}

static void write_walk(const struct delay *d, struct by_buffer *out)
{
    const struct walk *walk = &d->walk[FIRST];
    by_buffer_format(out, "\nMinimax, %d plies deep, the first of equal moves:\n\n", d->depth);
    for (int i = 0; i < walk->count; i++)
        write_turn(walk, i, out);
    if (!walk->won)
        by_buffer_format(
            out,
            "\nAfter %d turns it has not won. Each time it sees that it can still win\n"
            "after a step back, and takes the first of two moves that are worth the\n"
            "same; where it would come too far, it turns round. The places come again\n"
            "and again: it goes on like this for ever.\n",
            walk->count);
    else
        by_buffer_add(out, "\nIt does not look far enough to see another way, and wins.\n");
}

/* The deeper it looks the farther away it can afford to be. After so many turns it has been at some
 * place twice, and there it does the same again: "never" is no guess. */
static void write_depths(struct by_buffer *out)
{
    by_buffer_format(out, "\n  %-7s %-26s %s\n", "depth", "first of equal moves", "fewest plies");
    for (int depth = 1; depth <= DEPTH_MAX; depth += 2) {
        struct walk first, fewest;
        char words[40];
        struct by_text text = by_text_over(words, sizeof words);
        walk_on(FIRST, depth, TURNS_MAX, &first);
        walk_on(FEWEST, depth, TURNS_MAX, &fewest);
        if (first.won)
            by_text_format(&text, "wins in %d", 2 * first.count - 1);
        else
            by_text_format(&text, "never: up to %d steps off", first.farthest);
        by_buffer_format(out, "  %-7d %-26s wins in %d\n", depth, words, 2 * fewest.count - 1);
    }
}

static void write_text(const struct delay *d)
{
    struct by_buffer *out = &d->sink->text;
    by_buffer_add(out,
                  "Minimax takes a move of the largest value. When several moves win, all of them\n"
                  "are worth the same, +100, and the first one will do, even if another wins on\n"
                  "the spot. Here X is to move:\n\n");
    draw_cells(d, out);
    by_buffer_add(out, "\nBoth sides by minimax to the end, with two rules for equal moves:\n\n");
    write_games(d, out);
    by_buffer_add(
        out, "\nIn tic-tac-toe this does little harm: the board fills up, and a win put off is\n"
             "still a win. Elsewhere nothing fills up. X stands in a corridor, one step before\n"
             "the goal *, and steps back or forward; O only waits:\n");
    write_walk(d, out);
    write_depths(out);
    by_buffer_add(out,
                  "\nLooking deeper makes it worse. What helps is to count plies: of two wins the\n"
                  "one in fewer plies, of two losses the one in more. That is `tie=fastest`:\n\n"
                  "  banyan think tictactoe --position \"" BOARD "\" \\\n"
                  "      --player \"minimax depth=7 tie=first\"\n"
                  "  banyan think tictactoe --position \"" BOARD "\" \\\n"
                  "      --player \"minimax depth=7 tie=fastest\"\n");
}

static void write_steps(const struct delay *d)
{
    for (int rule = 0; rule < RULES; rule++) {
        const struct walk *walk = &d->walk[rule];
        for (int i = 0; i <= walk->count; i++) {
            struct by_buffer *out = by_sink_step(d->sink);
            if (out == NULL)
                return;
            draw_corridor(walk->at[i], out);
            by_buffer_format(out, "\n\n%s, %s %d\n",
                             rule == FIRST ? "the first of equal moves" : "the fewest plies",
                             i == 0 ? "before turn" : "after turn", i == 0 ? 1 : i);
        }
    }
}

/* --- SVG ------------------------------------------------------------------------------------------ */

#define SIDE  120.0
#define PLACE 34.0
#define LINE  30.0
#define LEFT  250.0

static void draw_line(struct by_svg *svg, const struct walk *walk, int turn, double y)
{
    for (int cell = 1; cell <= CELLS + 1; cell++)
        by_svg_rect(svg, LEFT + cell * PLACE, y, PLACE - 3, LINE - 6,
                    cell > CELLS ? "gold edge" : "panel edge");
    by_svg_circle(svg, LEFT + walk->at[turn] * PLACE + (PLACE - 3) / 2, y + (LINE - 6) / 2, 8,
                  "first");
}

static void draw_svg(const struct delay *d)
{
    struct by_svg svg;
    char cells[BY_TICTACTOE_CELLS];
    const struct walk *walk = &d->walk[FIRST];
    int lines = walk->count < 12 ? walk->count + 1 : 13;
    by_svg_begin(
        &svg, &d->sink->svg, LEFT + (CELLS + 3) * PLACE + 2 * BY_SVG_MARGIN,
        BY_SVG_TOP + 40 + lines * LINE + 3 * LINE, "A won game that is never won",
        "Minimax takes the first of equal moves: X steps back and forward before the goal.");
    by_svg_move(&svg, BY_SVG_MARGIN, BY_SVG_TOP);
    by_tictactoe_cells(d->rules, d->rules->start, cells);
    by_tictactoe_svg(&svg, cells, -1, SIDE);
    for (int rule = 0; rule < RULES; rule++)
        by_svg_text(&svg, 0, SIDE + 26 + 22 * rule, "text small", "%s: %d %s", rule_name[rule],
                    d->played[rule].count, d->played[rule].count == 1 ? "ply" : "plies");
    for (int i = 0; i < lines; i++) {
        by_svg_text(&svg, LEFT, i * LINE + 17, "text small faint", "%d", i);
        draw_line(&svg, walk, i, i * LINE);
    }
    by_svg_text(&svg, LEFT, lines * LINE + 24, "text small", "and so on; with the fewest plies:");
    draw_line(&svg, &d->walk[FEWEST], 1, lines * LINE + 40);
    by_svg_back(&svg);
    by_svg_end(&svg);
}

/* --- the lesson -------------------------------------------------------------------------------------- */

static void report_rule(const struct delay *d, enum rule rule)
{
    struct by_json *figures = &d->sink->figures;
    const struct walk *walk = &d->walk[rule];
    by_json_object(figures, rule_name[rule]);
    by_json_int(figures, "value", d->played[rule].value);
    by_json_array(figures, "moves");
    for (int i = 0; i < d->played[rule].count; i++)
        by_json_text(figures, NULL, d->played[rule].name[i]);
    by_json_end_array(figures);
    by_json_flag(figures, "won", walk->won);
    by_json_int(figures, "turns", walk->count);
    by_json_array(figures, "places");
    for (int i = 0; i <= walk->count; i++)
        by_json_int(figures, NULL, walk->at[i]);
    by_json_end_array(figures);
    by_json_end_object(figures);
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    struct delay d = {.sink = sink,
                      .depth = by_lesson_int(values, "depth"),
                      .turns = by_lesson_int(values, "turns")};
    struct by_rules *rules = NULL;
    enum by_status status = by_rules_open("tictactoe", NULL, 0, BOARD, &rules, err);
    if (status != BY_OK)
        return status;
    d.rules = rules;
    by_json_text(&sink->figures, "position", BOARD);
    by_json_int(&sink->figures, "depth", d.depth);
    for (int rule = 0; rule < RULES; rule++) {
        play_game(rules, (enum rule)rule, &d.played[rule]);
        walk_on((enum rule)rule, d.depth, d.turns, &d.walk[rule]);
        report_rule(&d, (enum rule)rule);
    }
    write_text(&d);
    write_steps(&d);
    if (by_sink_wants(sink, BY_WANT_SVG))
        draw_svg(&d);
    by_rules_close(rules);
    return BY_OK;
}

static const struct by_option options[] = {
    {.name = "depth",
     .type = BY_OPTION_INT,
     .fallback = "5",
     .low = 1,
     .high = DEPTH_MAX,
     .help = "plies that minimax looks ahead in the corridor"},
    {.name = "turns",
     .type = BY_OPTION_INT,
     .fallback = "8",
     .low = 1,
     .high = TURNS_MAX,
     .help = "turns of X that are shown"},
    {.name = NULL},
};

const struct by_lesson by_lesson_delay = {
    .name = "delay",
    .title = "A won game that is never won",
    .summary = "minimax puts a win off, and the fewest plies mend it",
    .options = options,
    .run = run,
};
