/* gtp_analyze.c: what a search thinks, while it thinks.
 *
 * lz-analyze (Leela Zero), analyze (Sabaki) and kata-analyze (KataGo) write one line at every
 * interval, for each move "info move D4 visits 12 winrate 5123 ... pv D4 C3". Leela Zero writes
 * chances in ten-thousandths, KataGo from 0 to 1, and scores with them. All are seen by the side
 * to move. Any line of input ends it. */
#include "protocols/gtp_engine.h"

#include "base/clock.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INTERVAL_CS  50
#define INTERVAL_MAX 360000
#define MOVES_SHOWN  20
#define FOREVER_S    1e6
#define PLAYOUTS     200
#define HURRIED_SIMS 200 /* when a line is waiting already */

struct analysis {
    struct by_gtp *gtp;
    bool kata, ownership;
    bool moves; /* it also makes a move: it goes on when lines come */
    int side;
    int64_t interval_cs, most;
    double told;
    double lead; /* points that the side to move leads by; Go */
    int32_t lines;
};

/* --- the line -------------------------------------------------------------------------------- */

static void put_pv(struct analysis *a, const struct by_decision *d, by_move move,
                   struct by_buffer *out)
{
    const struct by_session *session = a->gtp->session;
    const struct by_rules *rules = session->rules;
    by_move line[BY_PV_MAX];
    int count = by_session_line(session, d, move, line);
    void *position = malloc(rules->position_size);
    by_buffer_add(out, " pv");
    if (!position)
        return;
    memcpy(position, by_line_position(session->line), rules->position_size);
    for (int i = 0; i < count && !rules->game->over(rules, position); i++) {
        char word[BY_GTP_MOVE_MAX + 1];
        struct by_text text = by_text_over(word, sizeof word);
        by_gtp_write_move(rules, position, line[i], &text);
        by_buffer_format(out, " %s", word);
        rules->game->play(rules, position, line[i], NULL);
    }
    free(position);
}

/* The lower end of a 95 % interval, two successes and two failures added (Agresti, Coull 1998). */
static double lower_bound(double chance, uint64_t visits)
{
    double n = (double)visits + 4, p = (chance * (double)visits + 2) / n;
    double low = p - 1.96 * sqrt(p * (1 - p) / n);
    return low < 0 ? 0 : low < chance ? low : chance;
}

static void put_move(struct analysis *a, const struct by_decision *d,
                     const struct by_move_stat *stat, int order, struct by_buffer *out)
{
    char word[BY_GTP_MOVE_MAX + 1];
    double chance = by_chance_of(a->gtp->session->rules, d, stat->value),
           low = lower_bound(chance, stat->visits);
    by_buffer_format(out, "%sinfo move %s visits %llu", order > 0 ? " " : "",
                     by_gtp_move_text(a->gtp, stat->move, word), (unsigned long long)stat->visits);
    if (a->kata)
        by_buffer_format(out,
                         " utility %.6f winrate %.6f scoreMean %.3f scoreStdev 0.0 scoreLead %.3f "
                         "scoreSelfplay %.3f prior 0.0 lcb %.6f utilityLcb %.6f order %d",
                         2 * chance - 1, chance, a->lead, a->lead, a->lead, low, 2 * low - 1,
                         order);
    else
        by_buffer_format(out, " winrate %d prior 0 lcb %d order %d", (int)(10000 * chance + 0.5),
                         (int)(10000 * low + 0.5), order);
    put_pv(a, d, stat->move, out);
}

static int by_rank(const void *left, const void *right)
{
    const struct by_move_stat *a = left, *b = right;
    if (a->visits != b->visits)
        return a->visits > b->visits ? -1 : 1;
    return (a->move > b->move) - (a->move < b->move);
}

static void put_ownership(struct analysis *a, struct by_buffer *out)
{
    const struct by_gtp *gtp = a->gtp;
    int size = gtp->session->rules->width;
    by_buffer_add(out, " ownership");
    for (int y = size - 1; y >= 0; y--)
        for (int x = 0; x < size; x++)
            by_buffer_format(out, " %.3f",
                             (a->side == 0 ? 1 : -1) * gtp->verdict.owner[y * size + x]);
}

/* The chosen move first, the others by their visits; those nobody looked at are left out. */
static void send_line(struct analysis *a, const struct by_decision *d)
{
    struct by_buffer out;
    int shown = 0;
    struct by_move_stat *moves = calloc((size_t)d->move_count + 1, sizeof *moves);
    by_buffer_open(&out, 1U << 20);
    for (int i = 0; moves && i < d->move_count; i++)
        moves[i] = d->moves[i];
    if (moves)
        qsort(moves, (size_t)d->move_count, sizeof *moves, by_rank);
    for (int pass = 0; moves && pass < 2; pass++)
        for (int i = 0; i < d->move_count && shown < a->most; i++)
            if ((moves[i].move == d->move) == (pass == 0) && moves[i].bound != BY_BOUND_NONE)
                put_move(a, d, &moves[i], shown++, &out);
    if (shown > 0 && a->ownership && by_gtp_has_judge(a->gtp))
        put_ownership(a, &out);
    by_buffer_char(&out, '\n');
    if (shown > 0 && !out.failed)
        by_gtp_send(a->gtp, out.data, out.length);
    a->lines += shown > 0;
    by_buffer_close(&out);
    free(moves);
}

/* On the searching thread; a search tells twenty times a second. */
static void on_progress(void *context, const struct by_decision *so_far)
{
    struct analysis *a = context;
    double now = by_clock_now();
    if (now - a->told < (double)a->interval_cs / 100 - 0.005)
        return;
    a->told = now;
    send_line(a, so_far);
    if (a->gtp->broken)
        by_session_stop(a->gtp->session);
}

/* --- arguments --------------------------------------------------------------------------------- */

/* [COLOUR] [INTERVAL] [KEY VALUE ...]; keys that we do not know are left alone with their value,
 * those of avoid and allow with three. */
static bool read_arguments(struct analysis *a)
{
    struct by_gtp *gtp = a->gtp;
    const struct by_gtp_command *command = &gtp->command;
    int at = 0;
    int64_t number;
    if (at < command->count && by_gtp_read_colour(command->arguments[at], &a->side))
        at++;
    else
        a->side = by_line_side(gtp->session->line);
    if (at < command->count && by_read_int(command->arguments[at], 0, INTERVAL_MAX, &number)) {
        a->interval_cs = number;
        at++;
    }
    while (at + 1 < command->count) {
        const char *key = command->arguments[at++], *value = command->arguments[at++];
        if (by_same_text(key, "interval") && by_read_int(value, 0, INTERVAL_MAX, &number))
            a->interval_cs = number;
        else if (by_same_text(key, "maxmoves") && by_read_int(value, 1, 10000, &number))
            a->most = number;
        else if (by_same_text(key, "ownership"))
            a->ownership = by_same_text(value, "true");
        else if (by_same_text(key, "avoid") || by_same_text(key, "allow"))
            at += 2;
    }
    if (at >= command->count)
        return true;
    char quoted[BY_QUOTE_SIZE];
    by_gtp_fail(gtp,
                "syntax error: '%s' is neither a colour, an interval in hundredths of a "
                "second, nor a key with a value",
                by_quote(command->arguments[at], quoted));
    return false;
}

static void send_head(struct analysis *a)
{
    char head[BY_GTP_ID_MAX + 4];
    struct by_text text = by_text_over(head, sizeof head);
    by_text_format(&text, "=%s\n", a->gtp->command.id);
    by_gtp_send(a->gtp, head, text.length);
    a->gtp->answered = true;
}

/* Nothing changes on the board meanwhile: the lead is played out once. */
static void look_at_score(struct analysis *a)
{
    if (!a->kata || !by_gtp_has_judge(a->gtp) || !by_gtp_judge(a->gtp, PLAYOUTS))
        return;
    double lead = a->gtp->verdict.lead;
    a->lead = a->side == 0 ? lead : -lead;
}

/* --- commands ------------------------------------------------------------------------------------ */

static void watch(struct analysis *a)
{
    struct by_gtp *gtp = a->gtp;
    const struct by_events events = {.context = a, .progress = on_progress};
    struct by_limits limits = {.seconds = FOREVER_S};
    bool hurried = by_input_waiting(gtp->input);
    if (hurried)
        limits = (struct by_limits){.simulations = HURRIED_SIMS, .seconds = 0.1};
    if (by_session_think(gtp->session, &limits, &events, hurried, NULL) == BY_OK)
        send_line(a, &gtp->session->decision);
    while (!by_input_wait(gtp->input, 1)) {
        /* The search has nothing more to find: its last word holds until somebody speaks. */
    }
}

static void analyze(struct by_gtp *gtp, bool kata)
{
    struct analysis a = {.gtp = gtp, .kata = kata, .interval_cs = INTERVAL_CS, .most = MOVES_SHOWN};
    if (!read_arguments(&a))
        return;
    if (by_session_turn(gtp->session, a.side, &gtp->error) != BY_OK) {
        by_gtp_fail_because(gtp, "cannot analyze");
        return;
    }
    a.told = by_clock_now();
    send_head(&a);
    look_at_score(&a);
    watch(&a);
    by_gtp_send(gtp, "\n", 1);
    by_session_restore(gtp->session);
}

static void genmove_analyze(struct by_gtp *gtp, bool kata)
{
    struct analysis a = {
        .gtp = gtp, .kata = kata, .interval_cs = INTERVAL_CS, .most = MOVES_SHOWN, .moves = true};
    const struct by_events events = {.context = &a, .progress = on_progress};
    char move[BY_GTP_MOVE_MAX + 1], last[BY_GTP_MOVE_MAX + 16];
    if (!read_arguments(&a))
        return;
    struct by_gtp_order order = {.side = a.side, .events = &events};
    a.told = by_clock_now();
    look_at_score(&a);
    send_head(&a);
    if (!by_gtp_genmove(gtp, &order, move)) {
        by_gtp_send(gtp, "\n", 1); /* too late for a refusal */
        return;
    }
    struct by_text text = by_text_over(last, sizeof last);
    by_text_format(&text, "play %s\n\n", move);
    by_gtp_send(gtp, last, text.length);
}

void by_gtp_run_analyze(struct by_gtp *gtp)
{
    analyze(gtp, false);
}

void by_gtp_run_kata_analyze(struct by_gtp *gtp)
{
    analyze(gtp, true);
}

void by_gtp_run_genmove_analyze(struct by_gtp *gtp)
{
    genmove_analyze(gtp, false);
}

void by_gtp_run_kata_genmove_analyze(struct by_gtp *gtp)
{
    genmove_analyze(gtp, true);
}
