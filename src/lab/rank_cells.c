/* rank_cells.c: see rank_cells.h.
 *
 * Threads: the one that serves polls; a cell is computed in a thread of its own, which writes the
 * answer and then sets `finished`. */
#include "lab/rank_cells.h"
#include "base/clock.h"
#include "base/spec.h"
#include "base/thread.h"
#include "base/version.h"
#include "lab/keep.h"
#include <stdlib.h>
#include <string.h>

#define STACK    ((size_t)16 << 20)
#define WORD_MAX 255

/* --- as bytes ------------------------------------------------------------------------------------- */

void by_lab_task_write(struct by_buffer *out, uint64_t ticket, const char *build,
                       const struct by_lab_cell *cell)
{
    by_buffer_open(out, BY_RANKS_BYTES_MAX);
    by_bytes_put_u64(out, ticket);
    by_bytes_put_text(out, build);
    by_bytes_put_text(out, cell->experiment->name);
    by_bytes_put_text(out, cell->label);
    by_bytes_put_text(out, cell->game);
    by_bytes_put_text(out, cell->a);
    by_bytes_put_text(out, cell->b);
    by_bytes_put_text(out, cell->measure);
    by_bytes_put_int(out, cell->games);
    by_bytes_put_int(out, cell->scale);
    by_bytes_put_int(out, cell->timed);
    by_bytes_put_real(out, cell->cost);
    by_bytes_put_u64(out, cell->seed);
}

bool by_lab_task_read(const void *bytes, size_t size, struct by_lab_task *out)
{
    struct by_bytes in = by_bytes_over(bytes, size);
    *out = (struct by_lab_task){.ticket = by_bytes_u64(&in)};
    out->build = by_bytes_text(&in, WORD_MAX);
    out->experiment.name = out->experiment.path = by_bytes_text(&in, BY_LAB_BYTES_MAX);
    out->experiment.document = out->experiment.source = "";
    out->experiment.title = out->experiment.claim = "";
    struct by_lab_cell *cell = &out->cell;
    cell->label = by_bytes_text(&in, BY_SPEC_LENGTH_MAX);
    cell->game = by_bytes_text(&in, BY_SPEC_LENGTH_MAX);
    cell->a = by_bytes_text(&in, BY_SPEC_LENGTH_MAX);
    cell->b = by_bytes_text(&in, BY_SPEC_LENGTH_MAX);
    cell->measure = by_bytes_text(&in, BY_SPEC_LENGTH_MAX);
    cell->games = (int)by_bytes_int(&in, 0, BY_LAB_GAMES_MAX);
    cell->scale = (enum by_lab_scale)by_bytes_int(&in, 0, BY_LAB_SCALES - 1);
    cell->timed = by_bytes_int(&in, 0, 1) == 1;
    cell->cost = by_bytes_real(&in);
    cell->seed = by_bytes_u64(&in);
    out->row.name = out->row.title = "";
    cell->experiment = &out->experiment;
    cell->row = &out->row;
    return by_bytes_end(&in);
}

/* --- rank 0 ------------------------------------------------------------------------------------------ */

bool by_lab_task_send(int rank, uint64_t ticket, const struct by_lab_cell *cell)
{
    struct by_buffer out;
    char build[BY_BUILD_SIZE];
    by_lab_task_write(&out, ticket, by_build(build), cell);
    bool sent = !out.failed && by_ranks_send(rank, BY_CHANNEL_CELLS, out.data, out.length);
    by_buffer_close(&out);
    return sent;
}

bool by_lab_answer_take(struct by_lab_answer *out)
{
    size_t size;
    while (by_ranks_take(BY_CHANNEL_CELLS, &out->from, &out->bytes, &size)) {
        struct by_bytes in = by_bytes_over(out->bytes, size);
        out->ticket = by_bytes_u64(&in);
        out->done = by_bytes_int(&in, 0, 1) == 1;
        out->text = by_bytes_text(&in, BY_LAB_BYTES_MAX);
        out->host = by_bytes_text(&in, WORD_MAX);
        out->seconds = by_bytes_real(&in);
        if (by_bytes_end(&in) && out->seconds >= 0)
            return true;
        free(out->bytes);
    }
    return false;
}

/* --- the others ---------------------------------------------------------------------------------------- */

struct by_lab_hand {
    unsigned char *bytes; /* of the task */
    struct by_lab_task task;
    bool running;
    struct by_thread thread;
    atomic_bool stop, finished;
    enum by_status status;
    struct by_error error;
    struct by_buffer text;
    double seconds;
};

static void compute(void *context)
{
    struct by_lab_hand *hand = context;
    double begun = by_clock_now();
    hand->status = by_lab_measure_cell(&hand->task.cell, 1, &hand->stop, NULL, NULL, &hand->text,
                                       &hand->error);
    hand->seconds = by_clock_now() - begun;
    atomic_store(&hand->finished, true);
}

static void answer(struct by_lab_hand *hand)
{
    char sentence[sizeof hand->error.text + 128];
    struct by_text text = by_text_over(sentence, sizeof sentence);
    struct by_buffer out;
    by_text_format(&text, "rank %d on %s does not measure: %s", by_ranks_rank(), by_ranks_host(),
                   hand->error.text);
    by_buffer_open(&out, BY_RANKS_BYTES_MAX);
    by_bytes_put_u64(&out, hand->task.ticket);
    by_bytes_put_int(&out, hand->status == BY_OK);
    by_bytes_put_text(&out, hand->status == BY_OK ? by_buffer_text(&hand->text) : sentence);
    by_bytes_put_text(&out, by_ranks_host());
    by_bytes_put_real(&out, hand->seconds);
    if (!out.failed)
        (void)by_ranks_send(0, BY_CHANNEL_CELLS, out.data, out.length);
    by_buffer_close(&out);
}

static void end(struct by_lab_hand *hand)
{
    if (hand->running)
        by_thread_join(&hand->thread);
    hand->running = false;
    if (!atomic_load(&hand->stop))
        answer(hand);
    by_buffer_close(&hand->text);
    free(hand->bytes);
    hand->bytes = NULL;
}

static void begin(struct by_lab_hand *hand)
{
    char build[BY_BUILD_SIZE];
    const char *lacks = by_build_lacks();
    hand->error = (struct by_error){0};
    hand->status = BY_OK;
    hand->seconds = 0;
    atomic_store(&hand->finished, false);
    by_buffer_open(&hand->text, BY_LAB_BYTES_MAX);
    if (strcmp(by_build(build), hand->task.build) != 0)
        hand->status = by_fail(&hand->error, BY_FAILED, "its banyan is %s, and rank 0's is %s",
                               build, hand->task.build);
    else if (lacks)
        hand->status = by_fail(&hand->error, BY_FAILED,
                               "its banyan was built for a processor with %s, which this one has "
                               "not: build it with -Dportable=true",
                               lacks);
    if (!hand->status)
        hand->running = by_thread_start(&hand->thread, STACK, compute, hand);
    if (!hand->status && !hand->running)
        hand->status = by_fail(&hand->error, BY_FAILED, "the system refused a thread");
    if (hand->status)
        end(hand);
}

bool by_lab_hand_poll(void *context)
{
    struct by_lab_hand *hand = context;
    int from;
    size_t size;
    if (hand->running && atomic_load(&hand->finished))
        end(hand);
    if (hand->running || !by_ranks_take(BY_CHANNEL_CELLS, &from, &hand->bytes, &size))
        return false;
    if (from == 0 && by_lab_task_read(hand->bytes, size, &hand->task)) {
        hand->task.cell.experiment = &hand->task.experiment;
        begin(hand);
    } else {
        free(hand->bytes);
        hand->bytes = NULL;
    }
    return true;
}

struct by_lab_hand *by_lab_hand_open(void)
{
    return calloc(1, sizeof(struct by_lab_hand));
}

void by_lab_hand_close(struct by_lab_hand *hand)
{
    if (!hand)
        return;
    atomic_store(&hand->stop, true);
    if (hand->running)
        end(hand);
    free(hand);
}
