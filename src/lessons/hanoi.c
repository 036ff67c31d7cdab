/* hanoi.c: the Tower of Hanoi (Edouard Lucas; LOG): recursion that plans backwards. */
#include "base/draw/treedraw.h"
#include "lessons/lesson.h"

#define N_MAX     20
#define DRAWN_MAX 10 /* taller towers are written as numbers: they would not fit a screen */
#define FILM_MAX  4  /* up to here the SVG shows every position */
#define TREE_MAX  5  /* up to here the tree of calls is drawn */
#define SHOW_MAX  100000
#define PEGS      3

struct move {
    int disc, from, to;
    int depth; /* of the call that makes it: the largest disc moves at depth 0 */
};

/* A lesson in progress: the pegs as they stand, and what is said about every move. */
struct hanoi {
    int n;
    int height[PEGS];
    int disc[PEGS][N_MAX]; /* from the bottom; 1 is the smallest */
    uint64_t moves;
    uint64_t listed, show;
    struct by_sink *sink;
    struct by_svg svg;
    bool film;                /* every position goes into the SVG */
    struct by_treedraw calls; /* those that move a disc */
    struct move open[N_MAX];  /* the calls under way, by depth */
};

static const char peg_name[] = "ABC";

static uint64_t total(int n)
{
    return (UINT64_C(1) << n) - 1;
}

static void set_up(struct hanoi *hanoi)
{
    for (int peg = 0; peg < PEGS; peg++)
        hanoi->height[peg] = 0;
    for (int disc = hanoi->n; disc >= 1; disc--)
        hanoi->disc[0][hanoi->height[0]++] = disc;
    hanoi->moves = 0;
}

/* Puts the `count` smallest discs, which stand on `from`, on `to` at once: for the pictures of
 * the three stages. */
static void carry(struct hanoi *hanoi, int count, int from, int to)
{
    int base = hanoi->height[from] - count;
    for (int i = 0; i < count; i++)
        hanoi->disc[to][hanoi->height[to]++] = hanoi->disc[from][base + i];
    hanoi->height[from] = base;
}

/* --- the tree of calls ---------------------------------------------------------------------- */

static uint64_t calls_of(int n)
{
    return 2 * total(n) + 1; /* and n + 1 levels: the last ones have nothing to do */
}

/* The call moves its disc between its two inner calls: so the moves are numbered from left to right. */
static void plant(struct hanoi *hanoi, int parent, int disc, int from, int to, int *number)
{
    int spare = PEGS - from - to;
    int at = disc > 0 ? by_treedraw_add(&hanoi->calls, parent, "soft edge") : -1;
    if (at < 0)
        return;
    plant(hanoi, at, disc - 1, from, spare, number);
    by_treedraw_label(&hanoi->calls, at, "move(%d, %c, %c)\n%d. disc %d: %c to %c", disc,
                      peg_name[from], peg_name[to], ++*number, disc, peg_name[from], peg_name[to]);
    plant(hanoi, at, disc - 1, spare, to, number);
}

static enum by_status plant_calls(struct hanoi *hanoi, struct by_error *err)
{
    int number = 0;
    if (hanoi->n > TREE_MAX)
        return BY_OK;
    enum by_status status = by_treedraw_open(&hanoi->calls, 1 << TREE_MAX, err);
    if (status == BY_OK)
        plant(hanoi, -1, hanoi->n, 0, 2, &number);
    return status;
}

static void write_calls(const struct hanoi *hanoi)
{
    struct by_buffer *out = &hanoi->sink->text;
    char count[BY_COMMAS_SIZE];
    if (hanoi->calls.count == 0)
        return;
    by_buffer_format(
        out,
        "\nThe tree of the calls. Each comes between its first call and its second when\n"
        "it moves its disc: so the moves are numbered from the top branch to the lowest.\n"
        "With the calls for no disc at all, which do nothing, there are %s.\n\n",
        by_commas(calls_of(hanoi->n), count));
    by_treedraw_outline(&hanoi->calls, "", "", out);
}

/* --- characters ------------------------------------------------------------------------------ */

static void put_level(const struct by_sink *sink, int n, int disc, struct by_buffer *out)
{
    by_buffer_repeat(out, ' ', n - disc + 1);
    if (disc == 0) {
        by_buffer_char(out, '|');
    } else {
        by_buffer_add(out, by_mark(sink, BY_MARK_NEW));
        by_buffer_repeat(out, '=', 2 * disc + 1);
        by_buffer_add(out, by_mark(sink, BY_MARK_PLAIN));
    }
    by_buffer_repeat(out, ' ', n - disc + 1);
}

static void draw_towers(const struct hanoi *hanoi, struct by_buffer *out)
{
    int n = hanoi->n;
    for (int level = n; level >= 0; level--) {
        by_buffer_add(out, "  ");
        for (int peg = 0; peg < PEGS; peg++) {
            bool there = level < hanoi->height[peg];
            put_level(hanoi->sink, n, there ? hanoi->disc[peg][level] : 0, out);
        }
        by_buffer_char(out, '\n');
    }
    by_buffer_add(out, "  ");
    by_buffer_repeat(out, '-', PEGS * (2 * n + 3));
    by_buffer_add(out, "\n  ");
    for (int peg = 0; peg < PEGS; peg++)
        by_buffer_format(out, "%*s%c%*s", n + 1, "", peg_name[peg], n + 1, "");
    by_buffer_char(out, '\n');
}

static void list_towers(const struct hanoi *hanoi, struct by_buffer *out)
{
    for (int peg = 0; peg < PEGS; peg++) {
        by_buffer_format(out, "  %c:", peg_name[peg]);
        for (int level = 0; level < hanoi->height[peg]; level++)
            by_buffer_format(out, " %d", hanoi->disc[peg][level]);
        by_buffer_char(out, '\n');
    }
}

static void draw(const struct hanoi *hanoi, struct by_buffer *out)
{
    if (hanoi->n <= DRAWN_MAX)
        draw_towers(hanoi, out);
    else
        list_towers(hanoi, out);
}

static void draw_stages(struct hanoi *hanoi, struct by_buffer *out)
{
    static const int from[] = {0, 0, 1}, to[] = {1, 2, 2};
    static const char *const what[] = {"move the smaller discs out of the way, onto B",
                                       "move the largest from A to C",
                                       "move the smaller discs from B onto it"};
    set_up(hanoi);
    draw(hanoi, out);
    for (int i = 0; i < 3; i++) {
        by_buffer_format(out, "\n%d. %s:\n", i + 1, what[i]);
        carry(hanoi, i == 1 ? 1 : hanoi->n - 1, from[i], to[i]);
        draw(hanoi, out);
    }
}

static void write_step(struct hanoi *hanoi, const struct move *move)
{
    char count[BY_COMMAS_SIZE], all[BY_COMMAS_SIZE];
    struct by_buffer *out = by_sink_step(hanoi->sink);
    if (out == NULL)
        return;
    draw(hanoi, out);
    if (move == NULL)
        by_buffer_add(out, "\nthe start\n");
    else
        by_buffer_format(out, "\nmove %s of %s: disc %d from %c to %c\n",
                         by_commas(hanoi->moves, count), by_commas(total(hanoi->n), all),
                         move->disc, peg_name[move->from], peg_name[move->to]);
}

/* --- a moving picture --------------------------------------------------------------------------- */

static void put_peg(struct by_json *frame, const struct hanoi *hanoi, int peg)
{
    by_json_array(frame, NULL);
    for (int level = 0; level < hanoi->height[peg]; level++)
        by_json_int(frame, NULL, hanoi->disc[peg][level]);
    by_json_end_array(frame);
}

/* The pegs from the bottom up, and the calls that are open: [disc, from, to] each, the innermost last. */
static void write_frame(struct hanoi *hanoi, const struct move *move)
{
    struct by_json *frame = by_sink_frame(hanoi->sink);
    if (frame == NULL)
        return;
    by_json_array(frame, "pegs");
    for (int peg = 0; peg < PEGS; peg++)
        put_peg(frame, hanoi, peg);
    by_json_end_array(frame);
    by_json_array(frame, "calls");
    for (int i = 0; move != NULL && i <= move->depth; i++) {
        const struct move *call = &hanoi->open[i];
        by_json_array(frame, NULL);
        by_json_int(frame, NULL, call->disc);
        by_json_text(frame, NULL, (char[]){peg_name[call->from], 0});
        by_json_text(frame, NULL, (char[]){peg_name[call->to], 0});
        by_json_end_array(frame);
    }
    by_json_end_array(frame);
    by_json_end_object(frame);
}

/* --- SVG --------------------------------------------------------------------------------------- */

#define CARD_WIDTH  216.0
#define CARD_HEIGHT 150.0
#define CARD_GAP    16.0

static void draw_card(struct hanoi *hanoi, int index, const char *caption)
{
    static const char *const areas[] = {"first", "second", "good", "bad"};
    struct by_svg *svg = &hanoi->svg;
    double thick = hanoi->n < 6 ? 15 : 90.0 / hanoi->n;
    int column = index % 4, row = index / 4;
    by_svg_move(svg, BY_SVG_MARGIN + column * (CARD_WIDTH + CARD_GAP),
                BY_SVG_TOP + row * (CARD_HEIGHT + CARD_GAP));
    by_svg_round(svg, 0, 0, CARD_WIDTH, CARD_HEIGHT, 8, "panel");
    for (int peg = 0; peg < PEGS; peg++) {
        double x = 38 + 70.0 * peg, floor = CARD_HEIGHT - 32;
        by_svg_line(svg, x, 18, x, floor, "wall");
        for (int level = 0; level < hanoi->height[peg]; level++) {
            int disc = hanoi->disc[peg][level];
            double half = 7 + 24.0 * disc / hanoi->n;
            by_svg_round(svg, x - half, floor - thick * (level + 1), 2 * half, thick - 1.5, 3,
                         areas[disc % 4]);
        }
    }
    by_svg_line(svg, 6, CARD_HEIGHT - 32, CARD_WIDTH - 6, CARD_HEIGHT - 32, "wall");
    for (int peg = 0; peg < PEGS; peg++)
        by_svg_text(svg, 46 + 70.0 * peg, 24, "text small faint", "%c", peg_name[peg]);
    by_svg_text(svg, CARD_WIDTH / 2, CARD_HEIGHT - 12, "text small mid", "%s", caption);
    by_svg_back(svg);
}

static const struct by_treedraw_look look = {128, 40, 14, 34, NULL, NULL};

static void begin_svg(struct hanoi *hanoi)
{
    char below[160], count[BY_COMMAS_SIZE];
    int cards = hanoi->film ? 1 << hanoi->n : 4;
    int rows = (cards + 3) / 4, columns = cards < 4 ? cards : 4;
    double width = columns * (CARD_WIDTH + CARD_GAP) - CARD_GAP;
    double below_cards = BY_SVG_TOP + rows * (CARD_HEIGHT + CARD_GAP) + 14, height = below_cards;
    bool tree = hanoi->calls.count > 0;
    if (tree) {
        by_treedraw_lay(&hanoi->calls);
        double wide = by_treedraw_width(&hanoi->calls, &look);
        width = wide > width ? wide : width;
        height += by_treedraw_height(&hanoi->calls, &look) + BY_SVG_MARGIN;
    }
    struct by_text text = by_text_over(below, sizeof below);
    by_text_format(&text, hanoi->n == 1 ? "%d disc, %s move." : "%d discs, %s moves: 2^n - 1.",
                   hanoi->n, by_commas(total(hanoi->n), count));
    by_svg_begin(&hanoi->svg, &hanoi->sink->svg, width + 2 * BY_SVG_MARGIN, height,
                 "The Tower of Hanoi", below);
    if (tree)
        by_treedraw_svg(&hanoi->calls, &look, &hanoi->svg, BY_SVG_MARGIN, below_cards);
}

static void draw_svg_stages(struct hanoi *hanoi)
{
    char caption[64];
    struct by_text text = by_text_over(caption, sizeof caption);
    set_up(hanoi);
    draw_card(hanoi, 0, "the start");
    carry(hanoi, hanoi->n - 1, 0, 1);
    by_text_format(&text, "after %llu moves", (unsigned long long)total(hanoi->n - 1));
    draw_card(hanoi, 1, caption);
    carry(hanoi, 1, 0, 2);
    draw_card(hanoi, 2, "the largest disc moves, once");
    carry(hanoi, hanoi->n - 1, 1, 2);
    text = by_text_over(caption, sizeof caption);
    by_text_format(&text, "after %llu moves", (unsigned long long)total(hanoi->n));
    draw_card(hanoi, 3, caption);
}

/* --- the recursion -------------------------------------------------------------------------------- */

static void list_move(struct hanoi *hanoi, const struct move *move)
{
    struct by_json *figures = &hanoi->sink->figures;
    if (hanoi->listed == hanoi->show)
        return;
    hanoi->listed++;
    by_buffer_format(&hanoi->sink->text, "%8llu  %*sdisc %d: %c -> %c\n",
                     (unsigned long long)hanoi->moves, 2 * move->depth, "", move->disc,
                     peg_name[move->from], peg_name[move->to]);
    by_json_object(figures, NULL);
    by_json_int(figures, "disc", move->disc);
    by_json_text(figures, "from", (char[]){peg_name[move->from], 0});
    by_json_text(figures, "to", (char[]){peg_name[move->to], 0});
    by_json_end_object(figures);
}

static void make_move(struct hanoi *hanoi, const struct move *move)
{
    char caption[64];
    carry(hanoi, 1, move->from, move->to);
    hanoi->moves++;
    list_move(hanoi, move);
    write_step(hanoi, move);
    write_frame(hanoi, move);
    if (!hanoi->film)
        return;
    struct by_text text = by_text_over(caption, sizeof caption);
    by_text_format(&text, "%d. disc %d: %c to %c", (int)hanoi->moves, move->disc,
                   peg_name[move->from], peg_name[move->to]);
    draw_card(hanoi, (int)hanoi->moves, caption);
}

static void solve(struct hanoi *hanoi, int disc, int from, int to, int depth)
{
    if (disc == 0)
        return;
    int spare = PEGS - from - to;
    hanoi->open[depth] = (struct move){disc, from, to, depth};
    solve(hanoi, disc - 1, from, spare, depth + 1);
    make_move(hanoi, &(struct move){disc, from, to, depth});
    solve(hanoi, disc - 1, spare, to, depth + 1);
}

/* --- the lesson ------------------------------------------------------------------------------------ */

static void write_opening(struct hanoi *hanoi)
{
    struct by_buffer *out = &hanoi->sink->text;
    by_buffer_add(
        out, "A tower of discs stands on peg A, the largest at the bottom. It shall go to peg\n"
             "C, one disc at a time, and no disc may ever lie on a smaller one.\n\n"
             "Begin with the hardest part. The largest disc can only move when all others\n"
             "are out of its way, on B: a smaller problem of the same kind. Afterwards they\n"
             "have to follow: the same again. So there are three stages:\n\n");
    draw_stages(hanoi, out);
    by_buffer_add(out, "\n  move(n, from, to, spare):  if n > 0:\n"
                       "      move(n - 1, from, spare, to)\n"
                       "      disc n goes from `from` to `to`\n"
                       "      move(n - 1, spare, to, from)\n");
    by_buffer_add(out, hanoi->show > 0 ? "\nEvery move, indented by the depth of its call:\n" : "");
}

static void write_close(struct hanoi *hanoi)
{
    char count[BY_COMMAS_SIZE];
    struct by_buffer *out = &hanoi->sink->text;
    if (hanoi->listed < hanoi->moves && hanoi->show > 0)
        by_buffer_format(out, "     ...  and %s more (--show)\n",
                         by_commas(hanoi->moves - hanoi->listed, count));
    by_buffer_format(out,
                     "\n%d discs take %s moves: 2^n - 1, and no way is shorter. In the legend the\n"
                     "tower has 64 discs of gold; with a move every second it takes 585 billion\n"
                     "years. Recursion makes a plan short, not its execution.\n",
                     hanoi->n, by_commas(hanoi->moves, count));
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    struct hanoi hanoi = {.n = by_lesson_int(values, "n"), .sink = sink};
    bool svg = by_sink_wants(sink, BY_WANT_SVG);
    hanoi.show = (uint64_t)by_values_get(values, "show")->integer;
    hanoi.film = svg && hanoi.n <= FILM_MAX;
    enum by_status status = plant_calls(&hanoi, err);
    if (status != BY_OK)
        return status;
    write_opening(&hanoi);
    set_up(&hanoi);
    write_step(&hanoi, NULL);
    write_frame(&hanoi, NULL);
    if (svg)
        begin_svg(&hanoi);
    if (hanoi.film)
        draw_card(&hanoi, 0, "the start");
    by_json_int(&sink->figures, "n", hanoi.n);
    by_json_array(&sink->figures, "list");
    solve(&hanoi, hanoi.n, 0, 2, 0);
    by_json_end_array(&sink->figures);
    by_json_count(&sink->figures, "moves", hanoi.moves);
    by_json_count(&sink->figures, "calls", calls_of(hanoi.n));
    write_calls(&hanoi);
    write_close(&hanoi);
    if (svg && !hanoi.film)
        draw_svg_stages(&hanoi);
    if (svg)
        by_svg_end(&hanoi.svg);
    by_treedraw_close(&hanoi.calls);
    return BY_OK;
}

static const struct by_option options[] = {
    {.name = "n",
     .type = BY_OPTION_INT,
     .fallback = "3",
     .low = 1,
     .high = N_MAX,
     .help = "how many discs"},
    {.name = "show",
     .type = BY_OPTION_INT,
     .fallback = "31",
     .low = 0,
     .high = SHOW_MAX,
     .help = "how many moves are listed"},
    {.name = NULL},
};

const struct by_lesson by_lesson_hanoi = {
    .name = "hanoi",
    .title = "The Tower of Hanoi",
    .summary = "recursion that begins with the hardest part",
    .options = options,
    .run = run,
};
