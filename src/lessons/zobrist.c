/* zobrist.c: the key of a position, kept up to date by XOR (Zobrist 1970; LOG).
 *
 * The lesson's keys have 16 bits so that one can read them. Beside them stand the program's own
 * keys of the same positions, with 64: they come from the game, by playing and taking back. */
#include "base/zobrist.h"
#include "games/line.h"
#include "lessons/board.h"
#include "lessons/lesson.h"

#define SALT  0x6c6573736f6eU /* "lesson" */
#define PLIES BY_TICTACTOE_CELLS

struct zobrist {
    struct by_sink *sink;
    const struct by_rules *rules;
    uint16_t number[BY_TICTACTOE_CELLS][2]; /* of a stone of X and of O on each cell */
    int count;
    by_move move[PLIES];
    char name[PLIES][4];
    char cells[PLIES + 1][BY_TICTACTOE_CELLS];
    uint16_t key[PLIES + 1];     /* after so many moves */
    uint64_t program[PLIES + 1]; /* the game's own */
    uint16_t back[PLIES + 1];    /* the same on the way back */
    uint64_t program_back[PLIES + 1];
};

static char stone_of(int ply)
{
    return ply % 2 == 0 ? 'X' : 'O';
}

/* --- playing ----------------------------------------------------------------------------- */

static void fill_numbers(struct zobrist *zobrist, uint64_t seed)
{
    for (int cell = 0; cell < BY_TICTACTOE_CELLS; cell++)
        for (int player = 0; player < 2; player++)
            zobrist->number[cell][player] =
                (uint16_t)(by_zobrist(SALT ^ by_mix64(seed), (uint64_t)(2 * cell + player)) >> 48);
}

static uint16_t number_of(const struct zobrist *zobrist, int ply)
{
    return zobrist->number[zobrist->move[ply]][ply % 2];
}

static void go_forth(struct zobrist *zobrist, const struct by_line *line)
{
    const struct by_rules *rules = zobrist->rules;
    zobrist->count = line->count;
    for (int ply = 0; ply <= line->count; ply++) {
        const void *position = by_line_position_at(line, ply);
        by_tictactoe_cells(rules, position, zobrist->cells[ply]);
        zobrist->program[ply] = rules->game->key(rules, position);
        if (ply == line->count)
            break;
        zobrist->move[ply] = line->moves[ply];
        struct by_text name = by_text_over(zobrist->name[ply], sizeof zobrist->name[ply]);
        rules->game->write_move(rules, position, line->moves[ply], &name);
        zobrist->key[ply + 1] = zobrist->key[ply] ^ number_of(zobrist, ply);
    }
}

static void go_back(struct zobrist *zobrist, struct by_line *line)
{
    zobrist->back[zobrist->count] = zobrist->key[zobrist->count];
    zobrist->program_back[zobrist->count] = zobrist->program[zobrist->count];
    for (int ply = zobrist->count - 1; ply >= 0; ply--) {
        by_line_undo(line);
        zobrist->back[ply] = zobrist->back[ply + 1] ^ number_of(zobrist, ply);
        zobrist->program_back[ply] = zobrist->rules->game->key(line->rules, by_line_position(line));
    }
}

static bool came_back(const struct zobrist *zobrist)
{
    bool same = true;
    for (int ply = 0; ply <= zobrist->count; ply++)
        same = same && zobrist->back[ply] == zobrist->key[ply] &&
               zobrist->program_back[ply] == zobrist->program[ply];
    return same;
}

/* --- characters ------------------------------------------------------------------------------ */

static void write_numbers(const struct zobrist *zobrist, struct by_buffer *out)
{
    by_buffer_add(out, "  cell      X      O\n");
    for (int cell = 0; cell < BY_TICTACTOE_CELLS; cell++)
        by_buffer_format(out, "  %c%d     %04x   %04x\n", 'a' + cell % BY_TICTACTOE_SIDE,
                         cell / BY_TICTACTOE_SIDE + 1, zobrist->number[cell][0],
                         zobrist->number[cell][1]);
}

static void put_bits(struct by_buffer *out, const char *before, uint16_t bits, const char *what)
{
    by_buffer_format(out, "  %s", before);
    for (int i = 15; i >= 0; i--)
        by_buffer_format(out, "%s%d", i % 4 == 3 ? " " : "", bits >> i & 1);
    by_buffer_format(out, "   %s\n", what);
}

/* The last XOR on the way forth, bit by bit. */
static void write_bits(const struct zobrist *zobrist, struct by_buffer *out)
{
    char what[32];
    int ply = zobrist->count - 1;
    struct by_text text = by_text_over(what, sizeof what);
    by_text_format(&text, "%04x, %c on %s", number_of(zobrist, ply), stone_of(ply),
                   zobrist->name[ply]);
    put_bits(out, "    ", zobrist->key[ply], "the key before");
    put_bits(out, "XOR ", number_of(zobrist, ply), what);
    put_bits(out, "  = ", zobrist->key[ply + 1], "the key after: a bit is 1 where the two differ");
}

static void draw_boards(const struct zobrist *zobrist, int first, int last, struct by_buffer *out)
{
    for (int row = BY_TICTACTOE_SIDE - 1; row >= 0; row--) {
        for (int ply = first; ply <= last; ply++) {
            by_buffer_add(out, "    ");
            for (int column = 0; column < BY_TICTACTOE_SIDE; column++)
                by_buffer_format(out, " %c", zobrist->cells[ply][row * BY_TICTACTOE_SIDE + column]);
        }
        by_buffer_char(out, '\n');
    }
    for (int ply = first; ply <= last; ply++)
        by_buffer_format(out, "      %04x", zobrist->key[ply]);
    by_buffer_char(out, '\n');
}

static void write_line(const struct zobrist *zobrist, int ply, bool back, struct by_buffer *out)
{
    uint16_t key = back ? zobrist->back[ply] : zobrist->key[ply + 1];
    uint64_t program = back ? zobrist->program_back[ply] : zobrist->program[ply + 1];
    by_buffer_format(out, "  %-9s %c %s   XOR %04x  =  %04x   %016llx\n",
                     back ? "take back" : "play", stone_of(ply), zobrist->name[ply],
                     number_of(zobrist, ply), key, (unsigned long long)program);
}

static void write_walk(const struct zobrist *zobrist, struct by_buffer *out)
{
    by_buffer_format(out, "  %-15s %9s  =  %04x   %016llx\n", "the start", "", zobrist->key[0],
                     (unsigned long long)zobrist->program[0]);
    for (int ply = 0; ply < zobrist->count; ply++)
        write_line(zobrist, ply, false, out);
    for (int ply = zobrist->count - 1; ply >= 0; ply--)
        write_line(zobrist, ply, true, out);
}

static void write_text(const struct zobrist *zobrist)
{
    struct by_buffer *out = &zobrist->sink->text;
    by_buffer_add(
        out, "A search meets the same position again and again, by different moves. To find it\n"
             "in a table it needs a number for the position, and quickly. Zobrist's idea: give\n"
             "every stone on every cell a random number, once and for all;\n\n");
    write_numbers(zobrist, out);
    by_buffer_add(
        out, "\nthe key of a position is the XOR of the numbers of its stones. A move changes it\n"
             "by one XOR, whatever the size of the board:\n\n");
    for (int first = 0; first <= zobrist->count; first += 6) {
        int last = first + 5 < zobrist->count ? first + 5 : zobrist->count;
        draw_boards(zobrist, first, last, out);
        by_buffer_char(out, '\n');
    }
    write_bits(zobrist, out);
    by_buffer_add(
        out, "\nA number XORed twice is gone, so taking a move back is the same XOR once more.\n"
             "On the right the program's own keys, of 64 bits:\n\n");
    write_walk(zobrist, out);
    by_buffer_format(
        out,
        "\nThe keys on the way back %s those on the way forth. Nor does the order of\n"
        "the moves matter, so that equal positions have equal keys; different ones may\n"
        "share a key, with 16 bits often, with 64 hardly ever.\n",
        came_back(zobrist) ? "are" : "DIFFER FROM");
}

static void write_steps(struct zobrist *zobrist)
{
    int count = zobrist->count;
    for (int step = 0; step <= 2 * count; step++) {
        struct by_buffer *out = by_sink_step(zobrist->sink);
        int ply = step <= count ? step : 2 * count - step;
        if (out == NULL)
            return;
        draw_boards(zobrist, ply, ply, out);
        by_buffer_char(out, '\n');
        if (step == 0)
            by_buffer_format(out, "  the start: no stones, key %04x\n", zobrist->key[0]);
        else if (step <= count)
            write_line(zobrist, ply - 1, false, out);
        else
            write_line(zobrist, ply, true, out);
    }
}

/* --- SVG ------------------------------------------------------------------------------------------ */

#define MINI   84.0
#define PITCH  184.0
#define HEIGHT 176.0
#define ACROSS 4

static void draw_numbers(struct by_svg *svg, const struct zobrist *zobrist)
{
    by_svg_round(svg, 0, 0, 176, 252, 8, "panel");
    by_svg_text(svg, 16, 24, "text small faint", "cell");
    by_svg_text(svg, 84, 24, "text bold mid first-ink", "X");
    by_svg_text(svg, 140, 24, "text bold mid second-ink", "O");
    for (int cell = 0; cell < BY_TICTACTOE_CELLS; cell++) {
        double y = 48 + 23.0 * cell;
        by_svg_text(svg, 16, y, "text", "%c%d", 'a' + cell % BY_TICTACTOE_SIDE,
                    cell / BY_TICTACTOE_SIDE + 1);
        by_svg_text(svg, 84, y, "text mono mid", "%04x", zobrist->number[cell][0]);
        by_svg_text(svg, 140, y, "text mono mid", "%04x", zobrist->number[cell][1]);
    }
}

/* Between a board and the next: there and back by the same number. */
static void draw_link(struct by_svg *svg, const struct zobrist *zobrist, int ply)
{
    double left = MINI + 10, right = PITCH - 10, middle = (left + right) / 2;
    by_svg_text(svg, middle, 22, "text small mid", "%c %s", stone_of(ply), zobrist->name[ply]);
    by_svg_arrow(svg, left, 32, right, 32, "line good-line");
    by_svg_text(svg, middle, 48, "text small mono mid", "^ %04x", number_of(zobrist, ply));
    by_svg_arrow(svg, right, 58, left, 58, "line bad-line");
    by_svg_text(svg, middle, 74, "text small mid faint", "take back");
}

static void draw_position(struct by_svg *svg, const struct zobrist *zobrist, int ply)
{
    int fresh = ply > 0 ? zobrist->move[ply - 1] : -1;
    int column = ply % ACROSS, row = ply / ACROSS;
    by_svg_move(svg, column * PITCH, row * HEIGHT);
    by_tictactoe_svg(svg, zobrist->cells[ply], fresh, MINI);
    by_svg_text(svg, MINI / 2, MINI + 24, "text mono large bold mid", "%04x", zobrist->key[ply]);
    by_svg_text(svg, MINI / 2, MINI + 42, "text small mono mid faint", "%016llx",
                (unsigned long long)zobrist->program[ply]);
    if (ply < zobrist->count)
        draw_link(svg, zobrist, ply);
    by_svg_back(svg);
}

static void draw_svg(const struct zobrist *zobrist)
{
    struct by_svg svg;
    int rows = zobrist->count / ACROSS + 1;
    double height = rows * HEIGHT > 270 ? rows * HEIGHT : 270;
    by_svg_begin(&svg, &zobrist->sink->svg, 2 * BY_SVG_MARGIN + 226 + ACROSS * PITCH,
                 BY_SVG_TOP + height + 16, "Zobrist keys: play, and take back",
                 "One XOR per move, forth and back; below each key the program's own, of 64 bits.");
    by_svg_move(&svg, BY_SVG_MARGIN, BY_SVG_TOP);
    draw_numbers(&svg, zobrist);
    by_svg_back(&svg);
    by_svg_move(&svg, BY_SVG_MARGIN + 236, BY_SVG_TOP + 8);
    for (int ply = 0; ply <= zobrist->count; ply++)
        draw_position(&svg, zobrist, ply);
    by_svg_back(&svg);
    by_svg_end(&svg);
}

/* --- the lesson -------------------------------------------------------------------------------------- */

static void put_step(struct by_json *figures, const struct zobrist *zobrist, int ply, bool back)
{
    char hex[24];
    uint64_t program = back ? zobrist->program_back[ply] : zobrist->program[ply + 1];
    struct by_text text = by_text_over(hex, sizeof hex);
    by_text_format(&text, "%016llx", (unsigned long long)program);
    by_json_object(figures, NULL);
    by_json_text(figures, "move", zobrist->name[ply]);
    by_json_text(figures, "side", ply % 2 == 0 ? "X" : "O");
    by_json_flag(figures, "back", back);
    by_json_int(figures, "number", number_of(zobrist, ply));
    by_json_int(figures, "key", back ? zobrist->back[ply] : zobrist->key[ply + 1]);
    by_json_text(figures, "program_key", hex);
    by_json_end_object(figures);
}

static void write_figures(const struct zobrist *zobrist)
{
    struct by_json *figures = &zobrist->sink->figures;
    by_json_array(figures, "numbers");
    for (int cell = 0; cell < BY_TICTACTOE_CELLS; cell++) {
        by_json_array(figures, NULL);
        by_json_int(figures, NULL, zobrist->number[cell][0]);
        by_json_int(figures, NULL, zobrist->number[cell][1]);
        by_json_end_array(figures);
    }
    by_json_end_array(figures);
    by_json_array(figures, "steps");
    for (int ply = 0; ply < zobrist->count; ply++)
        put_step(figures, zobrist, ply, false);
    for (int ply = zobrist->count - 1; ply >= 0; ply--)
        put_step(figures, zobrist, ply, true);
    by_json_end_array(figures);
    by_json_flag(figures, "returned", came_back(zobrist));
}

static enum by_status teach(struct zobrist *zobrist, struct by_line *line, const char *moves,
                            struct by_error *err)
{
    enum by_status status = by_line_play_list(line, moves, err);
    if (status != BY_OK)
        return status;
    if (line->count < 1)
        return by_fail(err, BY_BAD_INPUT, "the lesson zobrist wants at least one move");
    go_forth(zobrist, line);
    go_back(zobrist, line);
    write_text(zobrist);
    write_steps(zobrist);
    write_figures(zobrist);
    if (by_sink_wants(zobrist->sink, BY_WANT_SVG))
        draw_svg(zobrist);
    return BY_OK;
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    struct zobrist zobrist = {.sink = sink};
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    uint64_t seed;
    enum by_status status = by_lesson_seed(values, &seed, err);
    if (status == BY_OK)
        status = by_rules_open("tictactoe", NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    if (status == BY_OK) {
        zobrist.rules = rules;
        fill_numbers(&zobrist, seed);
        status = teach(&zobrist, line, by_values_get(values, "moves")->text, err);
    }
    if (line != NULL)
        by_line_close(line);
    if (rules != NULL)
        by_rules_close(rules);
    return status;
}

static const struct by_option options[] = {
    {.name = "moves",
     .type = BY_OPTION_TEXT,
     .fallback = "b2 a1 c3 a3 a2",
     .low = 1,
     .high = 100,
     .help = "the moves that are played and taken back"},
    BY_LESSON_SEED,
    {.name = NULL},
};

const struct by_lesson by_lesson_zobrist = {
    .name = "zobrist",
    .title = "Zobrist keys: a number for every position",
    .summary = "play and take back on a small board, and watch the key return",
    .options = options,
    .run = run,
};
