/* moves.c: strengths of the features of moves, from games. */
#include "cli/learn/moves.h"

#include "base/clock.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "learn/moves.h"
#include "report/learned.h"

#include <stdlib.h>

struct lesson {
    struct by_record_file *file;
    int files, at; /* the one that is read */
    struct by_record record;
    const struct by_move_model *model;
    struct by_progress progress;
    struct by_learned_moves report;
    struct by_moves_round *round;
    bool bad_file; /* cli->error is about file `at` */
};

/* --- games ------------------------------------------------------------------------------- */

static int open_files(struct by_cli *cli, struct lesson *l)
{
    int status = BY_EXIT_OK, count = cli->argument_count - 1;
    l->file = calloc((size_t)count + 1, sizeof *l->file);
    if (!l->file) {
        (void)by_fail_memory(&cli->error, sizeof *l->file);
        return by_cli_report(cli);
    }
    while (status == BY_EXIT_OK && l->files < count) {
        status = by_record_file_open(cli, cli->arguments[l->files + 1], NULL, &l->file[l->files]);
        l->files++;
    }
    return status;
}

/* The next game of the file, if it has one more. */
static enum by_status next_of_file(struct lesson *l, bool *found, struct by_error *err)
{
    struct by_record_request whole = {.ply = -1};
    enum by_status status = by_record_next(&l->file[l->at].source, &l->record, found, err);
    if (status == BY_OK && *found && !l->record.line)
        status = by_record_play(&l->record, &whole, err);
    l->bad_file = status != BY_OK;
    return status;
}

static void rewind_files(struct lesson *l)
{
    l->at = 0;
    l->report.games = l->report.dropped = 0;
    for (int i = 0; i < l->files; i++)
        l->file[i].source.at = 0, l->file[i].source.games = 0;
}

static enum by_status next(void *context, bool first, const struct by_line **out,
                           struct by_error *err)
{
    struct lesson *l = context;
    if (first)
        rewind_files(l);
    *out = NULL;
    while (l->at < l->files && !*out) {
        bool found = false;
        enum by_status status = next_of_file(l, &found, err);
        if (status != BY_OK)
            return status;
        bool ours = found && l->record.line->rules->game->move_model == l->model;
        l->report.games += ours;
        l->report.dropped += found && !ours;
        l->at += !found;
        *out = ours ? l->record.line : NULL;
    }
    return BY_OK;
}

/* --- the lesson --------------------------------------------------------------------------- */

static void on_round(void *context, const struct by_moves_round *round)
{
    struct lesson *l = context;
    l->round[l->report.rounds++] = *round;
    atomic_store(&l->progress.done, l->report.rounds);
    by_progress_note(&l->progress, "round %d: %.2f %%", round->round, 100 * round->held.top_one);
}

static int sets_of(const struct by_move_model *model)
{
    int count = 0;
    while (model->sets[count])
        count++;
    return count;
}

static int learn(struct by_cli *cli, struct lesson *l, uint64_t seed, uint8_t **bytes)
{
    const struct by_moves_plan plan = {.model = l->model,
                                       .every = (int)by_cli_int(cli, "every"),
                                       .rounds = (int)by_cli_int(cli, "rounds"),
                                       .patterns = (int)by_cli_int(cli, "patterns"),
                                       .seen = (int)by_cli_int(cli, "seen"),
                                       .belief = 1,
                                       .hold_out = by_cli_real(cli, "hold-out"),
                                       .seed = seed,
                                       .memory = (size_t)by_cli_int(cli, "memory") << 20};
    const struct by_moves_games games = {l, next};
    int total = plan.rounds * sets_of(l->model);
    l->round = calloc((size_t)total, sizeof *l->round);
    if (!l->round) {
        (void)by_fail_memory(&cli->error, (size_t)total * sizeof *l->round);
        return by_cli_report(cli);
    }
    by_progress_open(&l->progress, "learning");
    atomic_store(&l->progress.total, total);
    enum by_status status = by_moves_learn(&plan, &games, by_interrupt_flag(), on_round, l, bytes,
                                           &l->report.bytes, &cli->error);
    by_progress_close(&l->progress);
    if (status != BY_OK)
        return l->bad_file
                   ? by_record_file_report(cli, &l->file[l->at], l->file[l->at].source.games + 1)
                   : by_cli_report(cli);
    if (!*bytes)
        return by_cli_failed(cli, "stopped before all was learned: nothing was written; the same "
                                  "command begins again");
    return l->report.games > 0
               ? BY_EXIT_OK
               : by_cli_refuse(cli, "there are no games of this kind in the files to learn from");
}

/* What was made is read again before it replaces anything. */
static int save(struct by_cli *cli, const struct lesson *l, const uint8_t *bytes, const char *out)
{
    size_t size = l->report.bytes;
    if (l->model->check(bytes, size, "just made", &cli->error) != BY_OK)
        return by_cli_report(cli);
    return by_cli_write(cli, out, (const char *)bytes, size);
}

static int say(struct by_cli *cli, struct lesson *l)
{
    struct by_buffer text;
    l->report.round = l->round;
    if (by_cli_flag(cli, "json")) {
        by_report_learned_moves(by_cli_json(cli), &l->report);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_learned_moves(&text, &l->report);
    return by_cli_print(cli, &text);
}

static void close_lesson(struct lesson *l)
{
    for (int i = 0; i < l->files; i++)
        by_record_file_close(&l->file[i]);
    by_record_close(&l->record);
    free(l->file);
    free(l->round);
}

int by_cli_learn_moves(struct by_cli *cli, uint64_t seed, const char *out)
{
    struct lesson l = {.model = cli->rules->game->move_model, .report = {.file = out}};
    uint8_t *bytes = NULL;
    double begun = by_clock_now();
    if (cli->argument_count < 2)
        return by_cli_refuse(cli, "the strengths of moves are learned from games: name files of "
                                  "records");
    int status = open_files(cli, &l);
    if (status == BY_EXIT_OK)
        status = learn(cli, &l, seed, &bytes);
    if (status == BY_EXIT_OK)
        status = save(cli, &l, bytes, out);
    l.report.seconds = by_clock_now() - begun;
    if (status == BY_EXIT_OK)
        status = say(cli, &l);
    close_lesson(&l);
    free(bytes);
    return status;
}
