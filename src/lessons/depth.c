/* depth.c: minimax to a depth in tic-tac-toe (LOG): where the end is too far away, F = X - O counts
 * the lines that are still open to X less those open to O. */
#include "base/draw/treedraw.h"
#include "games/line.h"
#include "lessons/board.h"
#include "lessons/lesson.h"
#include <string.h>

#define WIN          100
#define DEPTH_MAX    4
#define POSITION_MAX 128 /* bytes; tic-tac-toe needs far less */
#define SCRATCH      512
#define TREE_MAX     48 /* nodes that are drawn; more are only counted */
#define EXAMPLES     2

/* The lecture's: 6 lines against 5, and 4 against 6. */
static const char *const example_text[EXAMPLES] = {".O./.../X.. X", ".X./.O./... X"};

struct lines {
    int open[2]; /* to X, to O */
};

struct move_worth {
    by_move move;
    char name[8];
    int value;
    int alike; /* moves that are the same but for turning or mirroring, itself included */
};

struct depth {
    struct by_sink *sink;
    const struct by_rules *rules;
    const struct by_eval *eval;
    int depth;
    const void *root;
    uint64_t positions, leaves; /* looked at, apart from symmetry */
    int value;
    int count;
    struct move_worth move[BY_TICTACTOE_CELLS];
    struct by_treedraw tree;
    char cells[TREE_MAX][BY_TICTACTOE_CELLS];
    int fresh[TREE_MAX];
};

/* --- F ---------------------------------------------------------------------------------- */

static void count_term(void *context, const struct by_term *term)
{
    struct lines *lines = context;
    lines->open[term->side]++;
}

/* The evaluation of the game names its terms: the open lines. */
static struct lines lines_of(const struct depth *d, const void *position)
{
    struct lines lines = {{0, 0}};
    d->eval->terms(d->rules, position, count_term, &lines);
    return lines;
}

static int static_value(const struct depth *d, const void *position)
{
    struct lines lines = lines_of(d, position);
    return lines.open[0] - lines.open[1];
}

/* --- minimax ------------------------------------------------------------------------------ */

static void play(const struct depth *d, const void *position, by_move move, void *out)
{
    memcpy(out, position, d->rules->position_size);
    d->rules->game->play(d->rules, out, move, NULL);
}

/* The move's smallest image says which moves are alike. */
static void image_of(const struct depth *d, const void *position, by_move move, void *out)
{
    _Alignas(16) unsigned char next[POSITION_MAX];
    _Alignas(16) uint8_t scratch[SCRATCH];
    play(d, position, move, next);
    (void)by_canonical(d->rules, next, out, scratch);
}

/* The different moves of a position, the first of those that are alike; `alike` counts them. */
static int different_moves(const struct depth *d, const void *position, by_move *out, int *alike)
{
    _Alignas(16) unsigned char image[BY_TICTACTOE_CELLS][POSITION_MAX];
    by_move moves[BY_TICTACTOE_CELLS];
    int count = d->rules->game->moves(d->rules, position, moves), kept = 0;
    for (int i = 0; i < count; i++) {
        int same = 0;
        image_of(d, position, moves[i], image[kept]);
        while (same < kept && d->rules->game->key(d->rules, image[same]) !=
                                  d->rules->game->key(d->rules, image[kept]))
            same++;
        if (same == kept) {
            out[kept] = moves[i];
            alike[kept++] = 0;
        }
        alike[same]++;
    }
    return kept;
}

static int finished_value(const struct depth *d, const void *position)
{
    return WIN * d->rules->game->result(d->rules, position);
}

static int minimax(struct depth *d, const void *position, int depth)
{
    _Alignas(16) unsigned char next[POSITION_MAX];
    by_move moves[BY_TICTACTOE_CELLS];
    int alike[BY_TICTACTOE_CELLS], best = 0;
    d->positions++;
    bool over = d->rules->game->over(d->rules, position);
    if (over || depth == 0) {
        d->leaves++;
        return over ? finished_value(d, position) : static_value(d, position);
    }
    int side = d->rules->game->side(d->rules, position);
    int count = different_moves(d, position, moves, alike);
    for (int i = 0; i < count; i++) {
        play(d, position, moves[i], next);
        int value = minimax(d, next, depth - 1);
        best = i == 0 || (side == 0 ? value > best : value < best) ? value : best;
    }
    return best;
}

static void name_move(const struct depth *d, const void *position, by_move move, char name[8])
{
    struct by_text text = by_text_over(name, 8);
    d->rules->game->write_move(d->rules, position, move, &text);
}

static void value_moves(struct depth *d)
{
    _Alignas(16) unsigned char next[POSITION_MAX];
    by_move moves[BY_TICTACTOE_CELLS];
    int alike[BY_TICTACTOE_CELLS];
    d->value = minimax(d, d->root, d->depth);
    uint64_t positions = d->positions, leaves = d->leaves;
    d->count = different_moves(d, d->root, moves, alike);
    for (int i = 0; i < d->count; i++) {
        struct move_worth *move = &d->move[i];
        play(d, d->root, moves[i], next);
        *move = (struct move_worth){
            .move = moves[i], .value = minimax(d, next, d->depth - 1), .alike = alike[i]};
        name_move(d, d->root, moves[i], move->name);
    }
    d->positions = positions;
    d->leaves = leaves;
}

static const struct move_worth *best_of(const struct depth *d)
{
    for (int i = 0; i < d->count; i++)
        if (d->move[i].value == d->value)
            return &d->move[i];
    return &d->move[0];
}

/* --- the tree ------------------------------------------------------------------------------ */

static void label(struct depth *d, int at, const void *position, int depth, int value)
{
    char number[BY_SIGNED_SIZE];
    bool over = d->rules->game->over(d->rules, position);
    struct lines lines = lines_of(d, position);
    by_tictactoe_cells(d->rules, position, d->cells[at]);
    by_signed(value, number);
    if (over)
        by_treedraw_label(&d->tree, at, "end %s", number);
    else if (depth == 0)
        by_treedraw_label(&d->tree, at, "%d - %d = %s", lines.open[0], lines.open[1], number);
    else
        by_treedraw_label(&d->tree, at, "%s %s",
                          d->rules->game->side(d->rules, position) == 0 ? "MAX" : "MIN", number);
}

/* `strong`: on the line of play that is expected. */
static void plant(struct depth *d, const void *position, int parent, by_move played, int depth,
                  bool strong)
{
    _Alignas(16) unsigned char next[POSITION_MAX];
    by_move moves[BY_TICTACTOE_CELLS];
    int alike[BY_TICTACTOE_CELLS];
    char name[8];
    int at = by_treedraw_add(&d->tree, parent, "panel edge");
    if (at < 0)
        return;
    int value = minimax(d, position, depth);
    d->tree.node[at].strong = strong;
    d->fresh[at] = played;
    label(d, at, position, depth, value);
    if (played != BY_NO_MOVE) {
        name_move(d, position, played, name);
        by_treedraw_edge(&d->tree, at, "%s", name);
    }
    bool ends = depth == 0 || d->rules->game->over(d->rules, position);
    int count = ends ? 0 : different_moves(d, position, moves, alike);
    for (int i = 0; i < count; i++) {
        play(d, position, moves[i], next);
        bool best = strong && minimax(d, next, depth - 1) == value;
        strong = strong && !best; /* the first of equal ones */
        plant(d, next, at, moves[i], depth - 1, best);
    }
}

static enum by_status plant_tree(struct depth *d, struct by_error *err)
{
    uint64_t positions = d->positions, leaves = d->leaves;
    if (positions > TREE_MAX)
        return BY_OK;
    enum by_status status = by_treedraw_open(&d->tree, TREE_MAX, err);
    if (status == BY_OK)
        plant(d, d->root, -1, BY_NO_MOVE, d->depth, true);
    d->positions = positions;
    d->leaves = leaves;
    return status;
}

/* --- words ---------------------------------------------------------------------------------- */

/* An example as position, and what F makes of it. */
struct example {
    _Alignas(16) unsigned char position[POSITION_MAX];
    char cells[BY_TICTACTOE_CELLS];
    struct lines lines;
};

static void draw_examples(const struct example *example, struct by_buffer *out)
{
    for (int row = BY_TICTACTOE_SIDE - 1; row >= 0; row--) {
        for (int i = 0; i < EXAMPLES; i++) {
            const char *c = example[i].cells + BY_TICTACTOE_SIDE * row;
            by_buffer_format(out, "  %c | %c | %c%*s", c[0], c[1], c[2], i + 1 < EXAMPLES ? 22 : 0,
                             "");
        }
        by_buffer_char(out, '\n');
    }
    for (int i = 0; i < EXAMPLES; i++) {
        const int *open = example[i].lines.open;
        by_buffer_format(out, "  F = %d - %d = %-*d", open[0], open[1], i + 1 < EXAMPLES ? 19 : 0,
                         open[0] - open[1]);
    }
    by_buffer_char(out, '\n');
}

static void write_moves(const struct depth *d, struct by_buffer *out)
{
    char value[BY_SIGNED_SIZE];
    by_buffer_format(out, "\n  %-5s %6s   %s\n", "move", "value", "alike");
    for (int i = 0; i < d->count; i++)
        by_buffer_format(out, "  %s%-5s %6s%s   %d\n",
                         &d->move[i] == best_of(d) ? by_mark(d->sink, BY_MARK_GOOD) : "",
                         d->move[i].name, by_signed(d->move[i].value, value),
                         &d->move[i] == best_of(d) ? by_mark(d->sink, BY_MARK_PLAIN) : "",
                         d->move[i].alike);
}

static void write_text(const struct depth *d, const struct example *example)
{
    struct by_buffer *out = &d->sink->text;
    char value[BY_SIGNED_SIZE], count[BY_COMMAS_SIZE];
    by_buffer_add(
        out, "Most games are too long to be searched to the end. So minimax stops at a depth\n"
             "and asks a static evaluation instead. The lecture's for tic-tac-toe:\n\n"
             "  F(board) = X(board) - O(board)\n\n"
             "X(board) is how many of the eight lines X can still complete, those without an\n"
             "O; O(board) the same for O. A finished game counts +100 or -100. Two examples:\n\n");
    draw_examples(example, out);
    by_buffer_format(
        out,
        "\nNow %c moves and looks %d %s ahead. Moves that are the same but for turning\n"
        "and mirroring the board are looked at once:\n",
        "XO"[d->rules->game->side(d->rules, d->root)], d -> depth,
        d -> depth == 1 ? "ply" : "plies");
    write_moves(d, out);
    by_buffer_format(out,
                     "\nThe best is %s, worth %s, after %s positions, %s of them leaves. That\n"
                     "is an opinion, not a result: `banyan lesson tictactoe` goes to the end.\n",
                     best_of(d)->name, by_signed(d->value, value), by_commas(d->positions, count),
                     by_commas(d->leaves, (char[BY_COMMAS_SIZE]){0}));
    if (d->tree.count == 0)
        return;
    by_buffer_add(out, "\nThe tree, leaves with their F:\n\n");
    by_treedraw_outline(&d->tree, by_mark(d->sink, BY_MARK_GOOD), by_mark(d->sink, BY_MARK_PLAIN),
                        out);
}

/* Every move gets its value. */
static void write_steps(const struct depth *d)
{
    char value[BY_SIGNED_SIZE], cells[BY_TICTACTOE_CELLS];
    for (int i = 0; i <= d->count; i++) {
        struct by_buffer *out = by_sink_step(d->sink);
        if (out == NULL)
            return;
        by_tictactoe_cells(d->rules, d->root, cells);
        if (i < d->count)
            cells[d->move[i].move] = "XO"[d->rules->game->side(d->rules, d->root)];
        for (int row = BY_TICTACTOE_SIDE - 1; row >= 0; row--)
            by_buffer_format(out, "  %c %c %c\n", cells[3 * row], cells[3 * row + 1],
                             cells[3 * row + 2]);
        if (i < d->count)
            by_buffer_format(out, "\n%s is worth %s, %d plies ahead\n", d->move[i].name,
                             by_signed(d->move[i].value, value), d->depth);
        else
            by_buffer_format(out, "\n%s is the best\n", best_of(d)->name);
    }
}

/* --- SVG --------------------------------------------------------------------------------------- */

#define SIDE 108.0
#define MINI 54.0
#define NODE 70.0

static void paint_node(void *context, struct by_svg *svg, int index)
{
    const struct depth *d = context;
    by_svg_move(svg, (NODE - MINI) / 2, 0);
    by_svg_rect(svg, 0, 0, MINI, MINI, "paper");
    by_tictactoe_svg(svg, d->cells[index], d->fresh[index], MINI);
    by_svg_text(svg, MINI / 2, MINI + 15, "text small mid bold", "%s", d->tree.node[index].label);
    by_svg_back(svg);
}

static void draw_example(struct by_svg *svg, const struct example *example, double x)
{
    int x_lines = example->lines.open[0], o_lines = example->lines.open[1];
    by_svg_move(svg, x, BY_SVG_TOP);
    by_tictactoe_svg(svg, example->cells, -1, SIDE);
    by_svg_text(svg, SIDE + 20, 30, "text", "X can complete %d lines", x_lines);
    by_svg_text(svg, SIDE + 20, 54, "text", "O can complete %d", o_lines);
    by_svg_text(svg, SIDE + 20, 84, "text bold", "F = %d - %d = %d", x_lines, o_lines,
                x_lines - o_lines);
    by_svg_back(svg);
}

static void draw_svg(struct depth *d, const struct example *example)
{
    struct by_svg svg;
    char below[160];
    struct by_treedraw_look look = {NODE, MINI + 20, 12, 44, paint_node, d};
    double width = 760, height = 0;
    struct by_text text = by_text_over(below, sizeof below);
    by_text_format(&text,
                   "F = X - O counts the lines that are still open. %d plies ahead %s is best.",
                   d->depth, best_of(d)->name);
    if (d->tree.count > 0) {
        by_treedraw_lay(&d->tree);
        double wide = by_treedraw_width(&d->tree, &look) + 2 * BY_SVG_MARGIN;
        width = wide > width ? wide : width;
        height = by_treedraw_height(&d->tree, &look);
    }
    by_svg_begin(&svg, &d->sink->svg, width, BY_SVG_TOP + SIDE + 50 + height,
                 "Tic-tac-toe to a depth", below);
    for (int i = 0; i < EXAMPLES; i++)
        draw_example(&svg, &example[i], BY_SVG_MARGIN + 360.0 * i);
    if (d->tree.count > 0)
        by_treedraw_svg(&d->tree, &look, &svg, BY_SVG_MARGIN, BY_SVG_TOP + SIDE + 30);
    by_svg_end(&svg);
}

/* --- the lesson --------------------------------------------------------------------------------- */

static void write_figures(const struct depth *d, const struct example *example)
{
    struct by_json *figures = &d->sink->figures;
    by_json_int(figures, "depth", d->depth);
    by_json_int(figures, "value", d->value);
    by_json_text(figures, "best", best_of(d)->name);
    by_json_count(figures, "positions", d->positions);
    by_json_count(figures, "leaves", d->leaves);
    by_json_array(figures, "moves");
    for (int i = 0; i < d->count; i++) {
        by_json_object(figures, NULL);
        by_json_text(figures, "move", d->move[i].name);
        by_json_int(figures, "value", d->move[i].value);
        by_json_int(figures, "alike", d->move[i].alike);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
    by_json_array(figures, "examples");
    for (int i = 0; i < EXAMPLES; i++) {
        by_json_object(figures, NULL);
        by_json_text(figures, "position", example_text[i]);
        by_json_int(figures, "x", example[i].lines.open[0]);
        by_json_int(figures, "o", example[i].lines.open[1]);
        by_json_int(figures, "f", example[i].lines.open[0] - example[i].lines.open[1]);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
}

static enum by_status read_examples(const struct depth *d, struct example *out,
                                    struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < EXAMPLES && status == BY_OK; i++) {
        status = d->rules->game->read(d->rules, example_text[i], out[i].position, err);
        if (status != BY_OK)
            break;
        by_tictactoe_cells(d->rules, out[i].position, out[i].cells);
        out[i].lines = lines_of(d, out[i].position);
    }
    return status;
}

static enum by_status teach(struct depth *d, struct by_error *err)
{
    struct example example[EXAMPLES];
    enum by_status status = read_examples(d, example, err);
    if (status == BY_OK && d->rules->game->over(d->rules, d->root))
        status = by_fail(err, BY_BAD_INPUT, "the game is over: there is nothing to look ahead to");
    if (status != BY_OK)
        return status;
    value_moves(d);
    status = plant_tree(d, err);
    if (status == BY_OK) {
        write_text(d, example);
        write_steps(d);
        write_figures(d, example);
        if (by_sink_wants(d->sink, BY_WANT_SVG))
            draw_svg(d, example);
    }
    by_treedraw_close(&d->tree);
    return status;
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    const struct by_value *moves = by_values_get(values, "moves");
    struct depth d = {.sink = sink, .depth = by_lesson_int(values, "depth")};
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    enum by_status status = by_rules_open("tictactoe", NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    if (status == BY_OK && moves->set)
        status = by_line_play_list(line, moves->text, err);
    if (status == BY_OK) {
        d.rules = rules;
        d.eval = by_eval_find(rules, NULL);
        d.root = by_line_position(line);
        status = teach(&d, err);
    }
    if (line != NULL)
        by_line_close(line);
    if (rules != NULL)
        by_rules_close(rules);
    return status;
}

static const struct by_option options[] = {
    {.name = "depth",
     .type = BY_OPTION_INT,
     .fallback = "2",
     .low = 1,
     .high = DEPTH_MAX,
     .help = "plies to look ahead"},
    {.name = "moves",
     .type = BY_OPTION_TEXT,
     .high = 100,
     .help = "moves played first, such as \"b2 a1\""},
    {.name = NULL},
};

const struct by_lesson by_lesson_depth = {
    .name = "depth",
    .title = "Tic-tac-toe to a depth",
    .summary = "minimax stops before the end and asks F = X - O",
    .options = options,
    .run = run,
};
