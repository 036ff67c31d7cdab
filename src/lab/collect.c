/* collect.c: what a store knows of the cells (result.h). */
#include "arena/store/keeper.h"
#include "arena/store/results.h"
#include "base/buffer.h"
#include "lab/keep.h"
#include "lab/match.h"
#include "players/resolve.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE 0.95

const char *by_lab_state_name(enum by_lab_state state)
{
    static const char *const names[] = {"not run", "left out", "partial", "done"};
    return names[state];
}

uint64_t by_lab_sum_text(uint64_t sum, const char *text)
{
    for (const char *c = text; *c; c++)
        sum = (sum ^ (unsigned char)*c) * 0x100000001b3U;
    return sum;
}

uint64_t by_lab_sum_game(uint64_t sum, const struct by_played *game)
{
    char head[96], score[BY_PLAYED_SCORE];
    struct by_text text = by_text_over(head, sizeof head);
    by_text_format(&text, "%lld %d %d %s ", (long long)game->number, game->a_first, game->points,
                   by_played_score(game, score));
    sum = by_lab_sum_text(sum ? sum : BY_LAB_SUM, head);
    sum = by_lab_sum_text(sum, game->moves);
    return by_lab_sum_text(sum, "\n");
}

/* --- games -------------------------------------------------------------------------------- */

struct counting {
    struct by_lab_result *result;
    int64_t plies;
    int pending; /* the number of the last game whose pair may follow; -1: none */
    int pending_points;
};

static void keep_text(char *out, size_t size, const char *text)
{
    struct by_text copy = by_text_over(out, size);
    by_text_add(&copy, text);
}

/* Games come in the order of their numbers: the other one of a pair is the one before. */
static bool count_game(void *context, const struct by_played *game)
{
    struct counting *counting = context;
    struct by_lab_result *result = counting->result;
    if (game->number >= result->cell.games)
        return false;
    result->played++;
    result->won += game->points == 2;
    result->drawn += game->points == 1;
    result->lost += game->points == 0;
    by_tally_game(&result->tally, game->points);
    if (game->number % 2 == 1 && counting->pending == game->number - 1)
        by_tally_pair(&result->tally, game->points + counting->pending_points);
    counting->pending = (int)game->number;
    counting->pending_points = game->points;
    for (int i = 0; i < 2; i++) {
        result->seconds[i] += game->spent[i];
        result->moves[i] += game->moved[i];
        result->sims[i] += game->sims[i];
    }
    counting->plies += game->plies;
    result->checksum = by_lab_sum_game(result->checksum, game);
    result->finished = fmax(result->finished, game->finished);
    if (result->played == 1) {
        keep_text(result->version, sizeof result->version, game->version);
        keep_text(result->host, sizeof result->host, game->host);
    }
    return true;
}

/* A share of the games in per cent. */
static void give_share(struct by_lab_result *result, const char *name, int count)
{
    struct by_interval interval = by_wilson(count, result->played, CONFIDENCE);
    by_lab_give_mean(&result->numbers, name, 100.0 * count / result->played, 100 * interval.low,
                     100 * interval.high, result->played);
}

static void give_numbers(struct by_lab_result *result, int64_t plies)
{
    static const char *const seconds[2] = {"seconds-a", "seconds-b"};
    static const char *const sims[2] = {"sims-a", "sims-b"};
    struct by_score score = by_tally_score(&result->tally, result->paired, CONFIDENCE);
    by_lab_give_mean(&result->numbers, "score", 100 * score.score, 100 * score.interval.low,
                     100 * score.interval.high, result->played);
    give_share(result, "won", result->won);
    give_share(result, "drawn", result->drawn);
    give_share(result, "lost", result->lost);
    for (int i = 0; i < 2; i++)
        if (result->moves[i] > 0)
            by_lab_give(&result->numbers, seconds[i],
                        result->seconds[i] / (double)result->moves[i]);
    for (int i = 0; i < 2; i++)
        if (result->sims[i] > 0)
            by_lab_give(&result->numbers, sims[i],
                        (double)result->sims[i] / (double)result->moves[i]);
    by_lab_give(&result->numbers, "plies", (double)plies / result->played);
}

static enum by_status describe(const struct by_match_plan *plan, struct by_match_words *words,
                               struct by_identity who[2], struct by_store_match *out,
                               struct by_error *err)
{
    const char *const specs[2] = {plan->a, plan->b};
    for (int i = 0; i < 2; i++) {
        struct by_resolved resolved;
        struct by_text text = by_text_over(who[i].spec, sizeof who[i].spec);
        enum by_status status =
            by_player_resolve(plan->rules, specs[i], plan->trust, &resolved, err);
        who[i].who[0] = 0;
        if (status == BY_OK)
            status = by_spec_canonical(&resolved, &text, err);
        if (status != BY_OK)
            return status;
    }
    return by_keeper_describe(plan, who, words, out, err);
}

enum by_status by_lab_find_match(struct by_store *store, const struct by_match_plan *plan,
                                 int64_t *id, struct by_error *err)
{
    struct room {
        struct by_match_words words;
        struct by_identity who[2];
    } *room = malloc(sizeof *room);
    struct by_store_match match;
    if (!room)
        return by_fail_memory(err, sizeof *room);
    enum by_status status = describe(plan, &room->words, room->who, &match, err);
    if (status == BY_OK)
        status = by_store_find(store, &match, id, err);
    free(room);
    return status;
}

static enum by_status collect_games(struct by_store *store, const struct by_lab_opened *opened,
                                    struct by_lab_result *result, struct by_error *err)
{
    struct by_match_plan plan;
    struct counting counting = {.result = result, .pending = -1};
    enum by_status status = by_lab_match_plan(&result->cell, opened, &plan, err);
    result->match = true;
    if (status == BY_OK) {
        result->paired = by_match_paired(&plan);
        status = by_lab_find_match(store, &plan, &result->match_id, err);
    }
    if (status == BY_OK && result->match_id)
        status = by_store_games(store, result->match_id, NULL, count_game, &counting, err);
    by_lab_match_plan_close(&plan);
    if (result->played > 0)
        give_numbers(result, counting.plies);
    result->spent = result->seconds[0] + result->seconds[1];
    if (result->played > 0)
        result->state = result->played < result->cell.games ? BY_LAB_PARTIAL : BY_LAB_DONE;
    return status;
}

/* --- results of measures ---------------------------------------------------------------------- */

void by_lab_key(const struct by_lab_cell *cell, struct by_buffer *out)
{
    by_buffer_format(out, "cell %s\ngame %s\na %s\nb %s\nmeasure %s\ngames %d\nseed %llu",
                     cell->label, cell->game, cell->a, cell->b, cell->measure, cell->games,
                     (unsigned long long)cell->seed);
}

struct looking {
    const char *key;
    struct by_lab_result *result;
    enum by_status status;
    struct by_error *err;
};

static bool look_at(void *context, const struct by_store_result *stored)
{
    struct looking *looking = context;
    struct by_lab_result *result = looking->result;
    if (strcmp(stored->key, looking->key) != 0)
        return true;
    looking->status = by_lab_numbers_read(stored->text, &result->numbers, looking->err);
    result->state = BY_LAB_DONE;
    result->spent = stored->seconds;
    result->checksum = stored->timed ? 0 : by_lab_sum_text(BY_LAB_SUM, stored->text);
    keep_text(result->version, sizeof result->version, stored->version);
    keep_text(result->host, sizeof result->host, stored->host);
    result->finished = stored->finished;
    return false;
}

static enum by_status collect_numbers(struct by_store *store, struct by_lab_result *result,
                                      struct by_error *err)
{
    struct by_buffer key;
    struct looking looking = {.result = result, .err = err};
    by_buffer_open(&key, BY_LAB_BYTES_MAX);
    by_lab_key(&result->cell, &key);
    looking.key = by_buffer_text(&key);
    enum by_status status =
        by_store_results(store, result->cell.experiment->name, look_at, &looking, err);
    by_buffer_close(&key);
    return status != BY_OK ? status : looking.status;
}

/* --- cells ---------------------------------------------------------------------------------------- */

enum by_status by_lab_collect_cell(struct by_store *store,
                                   const struct by_lab_experiment *experiment, int number,
                                   enum by_lab_scale scale, uint64_t seed,
                                   struct by_lab_result *out, struct by_error *err)
{
    struct by_lab_opened opened = {0};
    *out = (struct by_lab_result){.state = BY_LAB_NOT_RUN};
    enum by_status status = by_lab_cell_open(experiment, number, scale, seed, &out->cell, err);
    if (status == BY_OK)
        status = by_lab_left_out(&out->cell, out->why, err);
    if (status != BY_OK)
        return status;
    if (*out->why) {
        out->state = BY_LAB_LEFT_OUT;
        return BY_OK;
    }
    (void)snprintf(out->match_seed, sizeof out->match_seed, "%llu",
                   (unsigned long long)out->cell.seed);
    status = by_lab_measure_open(&out->cell, &opened, err);
    if (status == BY_OK) {
        out->match = opened.measure->games;
        if (store && out->match)
            status = collect_games(store, &opened, out, err);
        else if (store)
            status = collect_numbers(store, out, err);
    }
    by_lab_measure_close(&opened);
    return status;
}

void by_lab_result_close(struct by_lab_result *result)
{
    by_lab_cell_close(&result->cell);
    by_lab_numbers_close(&result->numbers);
}

enum by_status by_lab_collect(struct by_store *store, const struct by_lab_experiment *experiment,
                              enum by_lab_scale scale, uint64_t seed, struct by_lab_results *out,
                              struct by_error *err)
{
    *out = (struct by_lab_results){.experiment = experiment, .scale = scale, .seed = seed};
    out->list = calloc((size_t)experiment->cells, sizeof *out->list);
    if (!out->list)
        return by_fail_memory(err, (size_t)experiment->cells * sizeof *out->list);
    enum by_status status = BY_OK;
    while (out->count < experiment->cells && status == BY_OK) {
        int i = out->count++;
        status = by_lab_collect_cell(store, experiment, i, scale, seed, &out->list[i], err);
        out->finished = fmax(out->finished, out->list[i].finished);
    }
    return status;
}

void by_lab_results_close(struct by_lab_results *results)
{
    for (int i = 0; i < results->count; i++)
        by_lab_result_close(&results->list[i]);
    free(results->list);
    *results = (struct by_lab_results){0};
}

const struct by_lab_number *by_lab_main(const struct by_lab_result *result)
{
    return result->numbers.count > 0 ? &result->numbers.list[0] : NULL;
}

/* --- runs ----------------------------------------------------------------------------------------- */

#define RUN "run " /* a key: "run quick 1" */

enum by_status by_lab_note_run(struct by_store *store, const char *experiment,
                               enum by_lab_scale scale, uint64_t seed, const char *version,
                               double when, struct by_error *err)
{
    char key[64];
    struct by_text text = by_text_over(key, sizeof key);
    by_text_format(&text, RUN "%s %llu", by_lab_scale_name(scale), (unsigned long long)seed);
    const struct by_store_result result = {.owner = experiment,
                                           .key = key,
                                           .text = "",
                                           .timed = true,
                                           .version = version,
                                           .host = "",
                                           .finished = when};
    return by_store_put_result(store, &result, true, err);
}

struct last {
    struct by_lab_last *out;
    bool *found;
};

static bool look_at_run(void *context, const struct by_store_result *stored)
{
    struct last *last = context;
    struct by_lab_last one = {.when = stored->finished};
    char word[16];
    if (strncmp(stored->key, RUN, strlen(RUN)) != 0)
        return true;
    const char *scale = stored->key + strlen(RUN), *blank = strchr(scale, ' ');
    struct by_text text = by_text_over(word, sizeof word);
    by_text_format(&text, "%.*s", (int)strcspn(scale, " "), scale);
    if (!blank || !by_lab_scale_find(word, &one.scale) || !blank[1] ||
        blank[1 + strspn(blank + 1, "0123456789")])
        return true;
    one.seed = strtoull(blank + 1, NULL, 10);
    if (!*last->found || one.when >= last->out->when)
        *last->out = one;
    *last->found = true;
    return true;
}

enum by_status by_lab_last(struct by_store *store, const char *experiment, struct by_lab_last *out,
                           bool *found, struct by_error *err)
{
    struct last last = {out, found};
    *found = false;
    return by_store_results(store, experiment, look_at_run, &last, err);
}
