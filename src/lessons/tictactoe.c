/* tictactoe.c: what every move of a position is worth, by minimax to the end (LOG).
 *
 * X is MAX and O is MIN; a finished game counts 100 for X, -100 for O, 0 for a draw, as in the
 * lecture. Among moves of equal value the winner takes the shortest way and the loser the
 * longest: otherwise a program that wins in any case may put it off for ever. */
#include "base/draw/treedraw.h"
#include "games/line.h"
#include "lessons/board.h"
#include "lessons/lesson.h"
#include <string.h>

#define WIN          100
#define POSITION_MAX 128 /* bytes; tic-tac-toe needs far less */
#define TREE_MAX     40  /* positions of a tree that is drawn: up to three free points */
#define DRAWN_FREE   3

struct worth {
    int value; /* 100, 0, -100 for X */
    int plies; /* to the end */
    uint64_t positions, games, won[2], drawn;
};

struct move_worth {
    by_move move;
    char name[8];
    struct worth worth;
};

struct tictactoe {
    struct by_sink *sink;
    const struct by_rules *rules;
    const void *root;
    int side;
    bool over;
    int count;
    struct move_worth move[BY_TICTACTOE_CELLS];
    struct worth all;
    struct by_treedraw tree;
    char cells[TREE_MAX][BY_TICTACTOE_CELLS]; /* of the nodes of the tree */
    int fresh[TREE_MAX];
};

/* --- minimax ------------------------------------------------------------------------------- */

static struct worth finished(int result)
{
    struct worth worth = {.value = result * WIN, .positions = 1, .games = 1};
    if (result == 0)
        worth.drawn = 1;
    else
        worth.won[result < 0] = 1;
    return worth;
}

/* Whether the side to move prefers `a`: by value, then quick wins and slow losses. */
static bool prefers(int side, const struct worth *a, const struct worth *b)
{
    int sign = side == 0 ? 1 : -1;
    if (a->value != b->value)
        return sign * a->value > sign * b->value;
    return sign * a->value > 0 ? a->plies < b->plies : a->plies > b->plies;
}

static void add_counts(struct worth *sum, const struct worth *part)
{
    sum->positions += part->positions;
    sum->games += part->games;
    sum->drawn += part->drawn;
    sum->won[0] += part->won[0];
    sum->won[1] += part->won[1];
}

static struct worth minimax(const struct by_rules *rules, const void *position)
{
    _Alignas(16) unsigned char next[POSITION_MAX];
    by_move moves[BY_TICTACTOE_CELLS];
    if (rules->game->over(rules, position))
        return finished(rules->game->result(rules, position));
    int side = rules->game->side(rules, position);
    int count = rules->game->moves(rules, position, moves);
    struct worth best = {.positions = 1};
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        struct worth worth = minimax(rules, next);
        worth.plies++;
        if (i == 0 || prefers(side, &worth, &best)) {
            best.value = worth.value;
            best.plies = worth.plies;
        }
        add_counts(&best, &worth);
    }
    return best;
}

static void name_move(const struct by_rules *rules, const void *position, by_move move, char *name,
                      size_t size)
{
    struct by_text text = by_text_over(name, size);
    rules->game->write_move(rules, position, move, &text);
}

static void value_moves(struct tictactoe *game)
{
    const struct by_rules *rules = game->rules;
    _Alignas(16) unsigned char next[POSITION_MAX];
    by_move moves[BY_TICTACTOE_CELLS];
    game->all = minimax(rules, game->root);
    game->count = game->over ? 0 : rules->game->moves(rules, game->root, moves);
    for (int i = 0; i < game->count; i++) {
        struct move_worth *move = &game->move[i];
        move->move = moves[i];
        name_move(rules, game->root, moves[i], move->name, sizeof move->name);
        memcpy(next, game->root, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        move->worth = minimax(rules, next);
        move->worth.plies++;
    }
}

static bool is_best(const struct tictactoe *game, const struct move_worth *move)
{
    return move->worth.value == game->all.value && move->worth.plies == game->all.plies;
}

/* --- the tree ---------------------------------------------------------------------------------- */

/* The words of a node, and the picture that the SVG shows instead. */
static void label(struct tictactoe *game, int at, const void *position, by_move played, int value)
{
    const struct by_rules *rules = game->rules;
    char name[8], number[BY_SIGNED_SIZE];
    const char *who = rules->game->side(rules, position) == 0 ? "MAX" : "MIN";
    if (rules->game->over(rules, position))
        who = "end";
    by_tictactoe_cells(rules, position, game->cells[at]);
    by_treedraw_label(&game->tree, at, "%s %s", who, by_signed(value, number));
    game->fresh[at] = played == BY_NO_MOVE ? -1 : played;
    if (played == BY_NO_MOVE)
        return;
    name_move(rules, position, played, name, sizeof name);
    by_treedraw_edge(&game->tree, at, "%s", name);
}

static void plant(struct tictactoe *game, const void *position, int parent, by_move played,
                  bool strong)
{
    const struct by_rules *rules = game->rules;
    _Alignas(16) unsigned char next[POSITION_MAX];
    by_move moves[BY_TICTACTOE_CELLS];
    struct worth worth = minimax(rules, position);
    int at = by_treedraw_add(&game->tree, parent, "panel edge");
    if (at < 0)
        return;
    game->tree.node[at].strong = strong;
    label(game, at, position, played, worth.value);
    bool over = rules->game->over(rules, position), found = false;
    int count = over ? 0 : rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        struct worth below = minimax(rules, next);
        bool best =
            strong && !found && below.value == worth.value && below.plies + 1 == worth.plies;
        found = found || best;
        plant(game, next, at, moves[i], best);
    }
}

/* --- characters ----------------------------------------------------------------------------------- */

/* What stands in a cell: a stone, a value, or nothing yet. */
static void put_cell(const struct tictactoe *game, char stone, int cell, struct by_buffer *out)
{
    char value[BY_SIGNED_SIZE];
    for (int i = 0; i < game->count; i++) {
        const struct move_worth *move = &game->move[i];
        if (move->move != cell)
            continue;
        bool best = is_best(game, move);
        by_buffer_format(out, "%s%5s%s ", best ? by_mark(game->sink, BY_MARK_GOOD) : "",
                         by_signed(move->worth.value, value),
                         best ? by_mark(game->sink, BY_MARK_PLAIN) : "");
        return;
    }
    by_buffer_format(out, "   %c  ", stone);
}

static void draw_board(const struct tictactoe *game, struct by_buffer *out)
{
    char cells[BY_TICTACTOE_CELLS];
    by_tictactoe_cells(game->rules, game->root, cells);
    for (int row = BY_TICTACTOE_SIDE - 1; row >= 0; row--) {
        by_buffer_format(out, "  %d ", row + 1);
        for (int column = 0; column < BY_TICTACTOE_SIDE; column++) {
            int cell = row * BY_TICTACTOE_SIDE + column;
            by_buffer_add(out, column > 0 ? "|" : "");
            put_cell(game, cells[cell], cell, out);
        }
        by_buffer_add(out, row > 0 ? "\n    ------+------+------\n" : "\n       a      b      c\n");
    }
}

static void write_move(const struct tictactoe *game, const char *name, const struct worth *worth,
                       bool best, struct by_buffer *out)
{
    char games[BY_COMMAS_SIZE], x[BY_COMMAS_SIZE], o[BY_COMMAS_SIZE], drawn[BY_COMMAS_SIZE];
    char value[BY_SIGNED_SIZE];
    by_buffer_format(out, "  %s%-5s %6s%s %8d %12s %10s %10s %10s\n",
                     best ? by_mark(game->sink, BY_MARK_GOOD) : "", name,
                     by_signed(worth->value, value), best ? by_mark(game->sink, BY_MARK_PLAIN) : "",
                     worth->plies, by_commas(worth->games, games), by_commas(worth->won[0], x),
                     by_commas(worth->won[1], o), by_commas(worth->drawn, drawn));
}

static void write_moves(const struct tictactoe *game, struct by_buffer *out)
{
    by_buffer_format(out, "\n  %-5s %6s %8s %12s %10s %10s %10s\n", "move", "value", "ends in",
                     "games", "X wins", "O wins", "draws");
    for (int i = 0; i < game->count; i++)
        write_move(game, game->move[i].name, &game->move[i].worth, is_best(game, &game->move[i]),
                   out);
    write_move(game, "all", &game->all, false, out);
}

static void write_verdict(const struct tictactoe *game, struct by_buffer *out)
{
    char count[BY_COMMAS_SIZE];
    const char *verdict = game->all.value > 0   ? "X wins"
                          : game->all.value < 0 ? "O wins"
                                                : "it is a draw";
    by_buffer_format(out,
                     "\nWith best play %s after %d plies. Minimax went through all games to\n"
                     "know that: %s positions.\n",
                     verdict, game->all.plies, by_commas(game->all.positions, count));
}

static void write_text(struct tictactoe *game)
{
    struct by_buffer *out = &game->sink->text;
    by_buffer_add(
        out, "X wants the largest value, O the smallest: X is MAX, O is MIN. A game that X has\n"
             "won counts +100, one that O has won -100, a draw 0. Going back from the ends,\n"
             "each position takes the best value of its moves for the side to move: that is\n"
             "what a move here leads to when both play on without mistakes.\n\n");
    draw_board(game, out);
    if (game->over) {
        by_buffer_format(out, "\nThe game is over: %s.\n",
                         game->all.value > 0   ? "X has won"
                         : game->all.value < 0 ? "O has won"
                                               : "a draw");
        return;
    }
    by_buffer_format(out, "\n%c to move.\n", "XO"[game->side]);
    write_moves(game, out);
    write_verdict(game, out);
    if (game->tree.count > 0) {
        by_buffer_add(
            out, "\nThe whole tree from here, the best play first found marked by colour:\n\n");
        by_treedraw_outline(&game->tree, by_mark(game->sink, BY_MARK_GOOD),
                            by_mark(game->sink, BY_MARK_PLAIN), out);
    }
}

/* One move after the other gets its value. */
static void write_steps(struct tictactoe *game)
{
    char value[BY_SIGNED_SIZE];
    int count = game->count;
    for (int shown = 0; shown <= count; shown++) {
        struct by_buffer *out = by_sink_step(game->sink);
        if (out == NULL)
            return;
        game->count = shown;
        draw_board(game, out);
        if (shown > 0) {
            const struct move_worth *move = &game->move[shown - 1];
            by_buffer_format(out, "\n%s leads to %s: minimax played out all %llu games after it\n",
                             move->name, by_signed(move->worth.value, value),
                             (unsigned long long)move->worth.games);
        } else {
            by_buffer_add(out, "\nthe position\n");
        }
        game->count = count;
    }
}

/* --- SVG --------------------------------------------------------------------------------------------- */

#define SIDE 300.0
#define MINI 54.0

static void draw_values(struct by_svg *svg, const struct tictactoe *game)
{
    const double cell = SIDE / BY_TICTACTOE_SIDE;
    char value[BY_SIGNED_SIZE];
    for (int i = 0; i < game->count; i++) {
        const struct move_worth *move = &game->move[i];
        double x = by_tictactoe_x(move->move, SIDE), y = by_tictactoe_y(move->move, SIDE);
        const char *ink = move->worth.value > 0   ? "text large mid bold first-ink"
                          : move->worth.value < 0 ? "text large mid bold second-ink"
                                                  : "text large mid faint";
        if (is_best(game, move))
            by_svg_rect(svg, x, y, cell, cell, "soft");
        by_svg_text(svg, x + cell / 2, y + cell / 2 + 2, ink, "%s",
                    by_signed(move->worth.value, value));
        by_svg_text(svg, x + cell / 2, y + cell / 2 + 22, "text small mid faint", "ends in %d",
                    move->worth.plies);
    }
}

static void draw_table(struct by_svg *svg, const struct tictactoe *game)
{
    static const char *const heads[] = {"value", "games below", "X wins", "O wins", "draws"};
    char text[BY_COMMAS_SIZE], value[BY_SIGNED_SIZE];
    by_svg_text(svg, 0, 0, "text small faint", "move");
    for (int k = 0; k < 5; k++)
        by_svg_text(svg, 84 + 84.0 * k, 0, "text small faint end", "%s", heads[k]);
    for (int i = 0; i <= game->count; i++) {
        const struct worth *worth = i < game->count ? &game->move[i].worth : &game->all;
        double y = 26.0 * (i + 1);
        uint64_t counts[] = {worth->games, worth->won[0], worth->won[1], worth->drawn};
        if (i < game->count && is_best(game, &game->move[i]))
            by_svg_round(svg, -8, y - 17, 440, 24, 5, "soft");
        by_svg_text(svg, 0, y, "text bold", "%s", i < game->count ? game->move[i].name : "all");
        by_svg_text(svg, 84, y, "text mono small end", "%s", by_signed(worth->value, value));
        for (int k = 0; k < 4; k++)
            by_svg_text(svg, 168 + 84.0 * k, y, "text mono small end", "%s",
                        by_commas(counts[k], text));
    }
}

static void paint_node(void *context, struct by_svg *svg, int index)
{
    const struct tictactoe *game = context;
    by_svg_rect(svg, 0, 0, MINI, MINI, "paper");
    by_tictactoe_svg(svg, game->cells[index], game->fresh[index], MINI);
    by_svg_text(svg, MINI / 2, MINI + 15, "text small mid bold", "%s",
                game->tree.node[index].label);
}

static void draw_svg(struct tictactoe *game)
{
    struct by_svg svg;
    char cells[BY_TICTACTOE_CELLS], below[160];
    struct by_treedraw_look look = {MINI, MINI + 20, 34, 44, paint_node, game};
    double tree_width = 0, tree_height = 0, width = 880;
    if (game->tree.count > 0) {
        by_treedraw_lay(&game->tree);
        tree_width = by_treedraw_width(&game->tree, &look);
        tree_height = by_treedraw_height(&game->tree, &look) + 40;
        width = tree_width + 2 * BY_SVG_MARGIN > width ? tree_width + 2 * BY_SVG_MARGIN : width;
    }
    struct by_text text = by_text_over(below, sizeof below);
    by_text_format(&text, "%s; X is MAX, O is MIN; +100: X wins, 0: a draw, -100: O wins.",
                   game->over        ? "The game is over"
                   : game->side == 0 ? "X to move"
                                     : "O to move");
    by_svg_begin(&svg, &game->sink->svg, width, BY_SVG_TOP + SIDE + 40 + tree_height,
                 "Tic-tac-toe: the value of every move", below);
    by_svg_move(&svg, BY_SVG_MARGIN, BY_SVG_TOP + 6);
    draw_values(&svg, game);
    by_tictactoe_cells(game->rules, game->root, cells);
    by_tictactoe_svg(&svg, cells, -1, SIDE);
    by_svg_back(&svg);
    by_svg_move(&svg, BY_SVG_MARGIN + SIDE + 60, BY_SVG_TOP + 24);
    draw_table(&svg, game);
    by_svg_back(&svg);
    if (game->tree.count > 0)
        by_treedraw_svg(&game->tree, &look, &svg, (width - tree_width) / 2, BY_SVG_TOP + SIDE + 40);
    by_svg_end(&svg);
}

/* --- the lesson -------------------------------------------------------------------------------------- */

static void put_worth(struct by_json *figures, const struct worth *worth)
{
    by_json_int(figures, "value", worth->value);
    by_json_int(figures, "plies", worth->plies);
    by_json_count(figures, "positions", worth->positions);
    by_json_count(figures, "games", worth->games);
    by_json_count(figures, "x", worth->won[0]);
    by_json_count(figures, "o", worth->won[1]);
    by_json_count(figures, "draws", worth->drawn);
}

static void write_figures(const struct tictactoe *game)
{
    struct by_json *figures = &game->sink->figures;
    char position[32];
    struct by_text text = by_text_over(position, sizeof position);
    game->rules->game->write(game->rules, game->root, &text);
    by_json_text(figures, "position", position);
    put_worth(figures, &game->all);
    by_json_array(figures, "moves");
    for (int i = 0; i < game->count; i++) {
        by_json_object(figures, NULL);
        by_json_text(figures, "move", game->move[i].name);
        put_worth(figures, &game->move[i].worth);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
}

static enum by_status teach(struct tictactoe *game, struct by_error *err)
{
    value_moves(game);
    if (game->count > 0 && game->count <= DRAWN_FREE) {
        enum by_status status = by_treedraw_open(&game->tree, TREE_MAX, err);
        if (status != BY_OK)
            return status;
        plant(game, game->root, -1, BY_NO_MOVE, true);
    }
    write_text(game);
    write_steps(game);
    write_figures(game);
    if (by_sink_wants(game->sink, BY_WANT_SVG))
        draw_svg(game);
    by_treedraw_close(&game->tree);
    return BY_OK;
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    const struct by_value *position = by_values_get(values, "position");
    const struct by_value *moves = by_values_get(values, "moves");
    struct tictactoe game = {.sink = sink};
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    enum by_status status =
        by_rules_open("tictactoe", NULL, 0, position->set ? position->text : NULL, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    if (status == BY_OK && moves->set)
        status = by_line_play_list(line, moves->text, err);
    if (status == BY_OK) {
        game.rules = rules;
        game.root = by_line_position(line);
        game.side = by_line_side(line);
        game.over = by_line_over(line);
        status = teach(&game, err);
    }
    if (line != NULL)
        by_line_close(line);
    if (rules != NULL)
        by_rules_close(rules);
    return status;
}

static const struct by_option options[] = {
    {.name = "position",
     .type = BY_OPTION_TEXT,
     .high = 100,
     .help = "the position, such as \"X.O/.X./..O X\"; default: the empty board"},
    {.name = "moves",
     .type = BY_OPTION_TEXT,
     .high = 100,
     .help = "moves played from there first, such as \"b2 a1\""},
    {.name = NULL},
};

const struct by_lesson by_lesson_tictactoe = {
    .name = "tictactoe",
    .title = "Tic-tac-toe: the value of every move",
    .summary = "minimax to the end of the game, from any position",
    .options = options,
    .run = run,
};
