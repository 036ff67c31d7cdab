/* zobrist.c: the key of a position, kept up to date by XOR (Zobrist 1970; LOG).
 *
 * The lesson's keys have 16 bits so that one can read them, or are made of numbers that somebody
 * gives, as a lecture has them. Beside them stand the program's own keys of the same positions, with
 * 64: they come from the game, by playing and taking back. */
#include "base/zobrist.h"
#include "games/line.h"
#include "lessons/board.h"
#include "lessons/lesson.h"

#define SALT  0x6c6573736f6eU /* "lesson" */
#define PLIES BY_TICTACTOE_CELLS

struct zobrist {
    struct by_sink *sink;
    const struct by_rules *rules;
    uint32_t number[BY_TICTACTOE_CELLS][2]; /* of a stone of X and of O on each cell */
    bool decimal;                           /* they are written so, else as four hex digits */
    int bits;                               /* of the largest */
    int listed;                             /* cells whose numbers were given */
    bool given[BY_TICTACTOE_CELLS];
    int count;
    by_move move[PLIES];
    char name[PLIES][4];
    char cells[PLIES + 1][BY_TICTACTOE_CELLS];
    uint32_t key[PLIES + 1];     /* after so many moves */
    uint64_t program[PLIES + 1]; /* the game's own */
    uint32_t back[PLIES + 1];    /* the same on the way back */
    uint64_t program_back[PLIES + 1];
};

static char stone_of(int ply)
{
    return ply % 2 == 0 ? 'X' : 'O';
}

/* --- playing ----------------------------------------------------------------------------- */

/* Of 16 bits, or of five decimals as those that were given. */
static void fill_numbers(struct zobrist *zobrist, uint64_t seed)
{
    for (int cell = 0; cell < BY_TICTACTOE_CELLS; cell++)
        for (int player = 0; player < 2; player++) {
            uint64_t word = by_zobrist(SALT ^ by_mix64(seed), (uint64_t)(2 * cell + player));
            zobrist->number[cell][player] =
                (uint32_t)(zobrist->decimal ? 10000 + word % 90000 : word >> 48);
        }
}

/* A key or number as the lesson writes them. Returns `buffer`. */
#define NUMBER_SIZE 16
static const char *written(const struct zobrist *zobrist, uint32_t number, char buffer[NUMBER_SIZE])
{
    struct by_text text = by_text_over(buffer, NUMBER_SIZE);
    by_text_format(&text, zobrist->decimal ? "%u" : "%04x", number);
    return buffer;
}

/* --- numbers of one's own ------------------------------------------------------------------- */

static void skip_blanks(const char **at)
{
    while (**at == ' ' || **at == '\t' || **at == '\r' || **at == '|' || **at == ';')
        (*at)++;
}

/* A cell as the board names it, "a3", or as the lecture does, row and column from the top left:
 * "1,1". -1: neither. */
static int scan_cell(const char **at)
{
    const char *c = *at;
    int column, row;
    if (c[0] >= 'a' && c[0] < 'a' + BY_TICTACTOE_SIDE && c[1] >= '1' && c[1] <= '3') {
        column = c[0] - 'a';
        row = c[1] - '1';
        *at += 2;
    } else if (c[0] >= '1' && c[0] <= '3' && c[1] == ',' && c[2] >= '1' && c[2] <= '3') {
        column = c[2] - '1';
        row = BY_TICTACTOE_SIDE - 1 - (c[0] - '1');
        *at += 3;
    } else {
        return -1;
    }
    return row * BY_TICTACTOE_SIDE + column;
}

static enum by_status read_line(struct zobrist *zobrist, int line, const char **at,
                                struct by_error *err)
{
    int64_t number;
    int cell = scan_cell(at);
    if (cell < 0)
        return by_fail(err, BY_BAD_INPUT,
                       "numbers, line %d: a cell comes first, such as a3, or 1,1 for the first row "
                       "from the top and its first column",
                       line);
    for (int player = 0; player < 2; player++) {
        skip_blanks(at);
        if (!by_scan_int(at, &number) || number < 0 || number > UINT32_MAX)
            return by_fail(
                err, BY_BAD_INPUT,
                "numbers, line %d: behind the cell come two whole numbers, of X and of O, "
                "from 0 to 4294967295",
                line);
        zobrist->number[cell][player] = (uint32_t)number;
    }
    skip_blanks(at);
    if (**at != '\n' && **at != '\0')
        return by_fail(err, BY_BAD_INPUT,
                       "numbers, line %d: there is more than a cell and two "
                       "numbers",
                       line);
    if (zobrist->given[cell])
        return by_fail(err, BY_BAD_INPUT, "numbers, line %d: the cell has its numbers already",
                       line);
    zobrist->given[cell] = true;
    zobrist->listed++;
    return BY_OK;
}

/* One cell a line; lines that begin with # are for people. Cells that are not there keep theirs. */
static enum by_status read_numbers(struct zobrist *zobrist, const char *text, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int line = 1; *text && status == BY_OK; line++) {
        skip_blanks(&text);
        if (*text == '#')
            while (*text && *text != '\n')
                text++;
        else if (*text && *text != '\n')
            status = read_line(zobrist, line, &text, err);
        text += *text == '\n';
    }
    return status;
}

static void measure_numbers(struct zobrist *zobrist)
{
    zobrist->bits = 16;
    for (int cell = 0; cell < BY_TICTACTOE_CELLS; cell++)
        for (int player = 0; player < 2; player++)
            while (zobrist->bits < 32 && zobrist->number[cell][player] >> zobrist->bits != 0)
                zobrist->bits += 4;
}

static uint32_t number_of(const struct zobrist *zobrist, int ply)
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
    char x[NUMBER_SIZE], o[NUMBER_SIZE];
    int wide = zobrist->decimal ? 10 : 4;
    by_buffer_format(out, "  cell  %*s   %*s\n", wide + 1, "X", wide, "O");
    for (int cell = 0; cell < BY_TICTACTOE_CELLS; cell++)
        by_buffer_format(out, "  %c%d     %*s   %*s\n", 'a' + cell % BY_TICTACTOE_SIDE,
                         cell / BY_TICTACTOE_SIDE + 1, wide,
                         written(zobrist, zobrist->number[cell][0], x), wide,
                         written(zobrist, zobrist->number[cell][1], o));
}

static void put_bits(struct by_buffer *out, const char *before, int count, uint32_t bits,
                     const char *what)
{
    by_buffer_format(out, "  %s", before);
    for (int i = count - 1; i >= 0; i--)
        by_buffer_format(out, "%s%d", i % 4 == 3 ? " " : "", bits >> i & 1);
    by_buffer_format(out, "   %s\n", what);
}

/* The last XOR on the way forth, bit by bit. */
static void write_bits(const struct zobrist *zobrist, struct by_buffer *out)
{
    char what[32], number[NUMBER_SIZE];
    int bits = zobrist->bits;
    int ply = zobrist->count - 1;
    struct by_text text = by_text_over(what, sizeof what);
    by_text_format(&text, "%s, %c on %s", written(zobrist, number_of(zobrist, ply), number),
                   stone_of(ply), zobrist->name[ply]);
    put_bits(out, "    ", bits, zobrist->key[ply], "the key before");
    put_bits(out, "XOR ", bits, number_of(zobrist, ply), what);
    put_bits(out, "  = ", bits, zobrist->key[ply + 1],
             bits == 16 ? "the key after: a bit is 1 where the two differ" : "the key after");
}

static void draw_boards(const struct zobrist *zobrist, int first, int last, struct by_buffer *out)
{
    for (int row = BY_TICTACTOE_SIDE - 1; row >= 0; row--) {
        for (int ply = first; ply <= last; ply++) {
            by_buffer_add(out, zobrist->decimal ? "      " : "    ");
            for (int column = 0; column < BY_TICTACTOE_SIDE; column++)
                by_buffer_format(out, " %c", zobrist->cells[ply][row * BY_TICTACTOE_SIDE + column]);
        }
        by_buffer_char(out, '\n');
    }
    for (int ply = first; ply <= last; ply++) {
        char key[NUMBER_SIZE];
        by_buffer_format(out, "%*s", zobrist->decimal ? 12 : 10,
                         written(zobrist, zobrist->key[ply], key));
    }
    by_buffer_char(out, '\n');
}

static void write_line(const struct zobrist *zobrist, int ply, bool back, struct by_buffer *out)
{
    uint32_t key = back ? zobrist->back[ply] : zobrist->key[ply + 1];
    uint64_t program = back ? zobrist->program_back[ply] : zobrist->program[ply + 1];
    char number[NUMBER_SIZE], after[NUMBER_SIZE];
    int wide = zobrist->decimal ? 10 : 4;
    by_buffer_format(out, "  %-9s %c %s   XOR %*s  =  %*s   %016llx\n", back ? "take back" : "play",
                     stone_of(ply), zobrist->name[ply], wide,
                     written(zobrist, number_of(zobrist, ply), number), wide,
                     written(zobrist, key, after), (unsigned long long)program);
}

static void write_walk(const struct zobrist *zobrist, struct by_buffer *out)
{
    char key[NUMBER_SIZE];
    int wide = zobrist->decimal ? 10 : 4;
    by_buffer_format(out, "  %-15s %*s  =  %*s   %016llx\n", "the start", wide + 5, "", wide,
                     written(zobrist, zobrist->key[0], key),
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
    if (zobrist->listed > 0 && zobrist->listed < BY_TICTACTOE_CELLS)
        by_buffer_format(out, "\n(%d cells as given, the others at random);\n", zobrist->listed);
    by_buffer_add(
        out, "\nthe key of a position is the XOR of the numbers of its stones. A move changes it\n"
             "by one XOR, whatever the size of the board:\n\n");
    int across = zobrist->decimal ? 5 : 6;
    for (int first = 0; first <= zobrist->count; first += across) {
        int last = first + across - 1 < zobrist->count ? first + across - 1 : zobrist->count;
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
        "share a key, with %d bits often, with 64 hardly ever.\n",
        came_back(zobrist) ? "are" : "DIFFER FROM", zobrist->bits);
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
            by_buffer_add(out, "  the start: no stones, key 0\n");
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
        char x[NUMBER_SIZE], o[NUMBER_SIZE];
        const char *classes = zobrist->decimal ? "text small mono mid" : "text mono mid";
        by_svg_text(svg, 84, y, classes, "%s", written(zobrist, zobrist->number[cell][0], x));
        by_svg_text(svg, 140, y, classes, "%s", written(zobrist, zobrist->number[cell][1], o));
    }
}

/* Between a board and the next: there and back by the same number. */
static void draw_link(struct by_svg *svg, const struct zobrist *zobrist, int ply)
{
    double left = MINI + 10, right = PITCH - 10, middle = (left + right) / 2;
    by_svg_text(svg, middle, 22, "text small mid", "%c %s", stone_of(ply), zobrist->name[ply]);
    by_svg_arrow(svg, left, 32, right, 32, "line good-line");
    char number[NUMBER_SIZE];
    by_svg_text(svg, middle, 48, "text small mono mid", "^ %s",
                written(zobrist, number_of(zobrist, ply), number));
    by_svg_arrow(svg, right, 58, left, 58, "line bad-line");
    by_svg_text(svg, middle, 74, "text small mid faint", "take back");
}

static void draw_position(struct by_svg *svg, const struct zobrist *zobrist, int ply)
{
    int fresh = ply > 0 ? zobrist->move[ply - 1] : -1;
    int column = ply % ACROSS, row = ply / ACROSS;
    by_svg_move(svg, column * PITCH, row * HEIGHT);
    by_tictactoe_svg(svg, zobrist->cells[ply], fresh, MINI);
    char key[NUMBER_SIZE];
    by_svg_text(svg, MINI / 2, MINI + 24, "text mono large bold mid", "%s",
                written(zobrist, zobrist->key[ply], key));
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
    uint64_t seed = 0;
    enum by_status status = by_lesson_seed(values, &seed, err);
    if (status == BY_OK)
        status = by_rules_open("tictactoe", NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    const struct by_value *numbers = by_values_get(values, "numbers");
    zobrist.decimal = numbers->set;
    fill_numbers(&zobrist, seed);
    if (status == BY_OK && numbers->set)
        status = read_numbers(&zobrist, numbers->text, err);
    measure_numbers(&zobrist);
    if (status == BY_OK) {
        zobrist.rules = rules;
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
    {.name = "numbers",
     .type = BY_OPTION_TEXT,
     .low = 1,
     .high = 4096,
     .help =
         "a file with numbers of one's own, one cell a line: a3 44532 72217, of X and of O; 1,1 "
         "is a3, too. Cells that are not there get numbers at random"},
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
