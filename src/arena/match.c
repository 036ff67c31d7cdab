/* match.c: the calling thread opens everything, starts the workers and then watches the
 * stop flag; each worker takes the next game number until there is none.
 *
 * Threads: a worker's seats are its own while it runs (by_player_stop is the one call made from
 * outside). *out is written where games arrive (keeper.h), one at a time, under the lock; so is
 * the first error. */
#include "arena/match.h"
#include "arena/keeper.h"
#include "base/clock.h"
#include "base/thread.h"
#include "players/resolve.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAMES_MAX       10000000
#define CONCURRENCY_MAX 256

#define WATCH           0.02 /* seconds between looks at the stop flag */

/* Recursive searches go as deep as a game is long; the system's default may be small. */
#define STACK_BYTES ((size_t)16 << 20)

#define CONFIDENCE  0.95

/* What the seeds of one game number are for. */
enum purpose { FOR_A, FOR_B, FOR_OPENING, FOR_NATURE };

struct match {
    const struct by_match_plan *plan;
    const atomic_bool *stop;
    by_match_progress *progress;
    void *context;
    struct by_match_result *out;
    char *spec[2];            /* what a and b stand for */
    struct by_keeper *keeper; /* NULL while it is being opened */

    atomic_bool halt; /* a worker or the keeper failed, or the test has its verdict */
    atomic_int fresh;

    struct by_mutex lock;      /* for what stands below, and *out */
    struct by_condition ended; /* a worker has ended */
    int running;
    enum by_status status;
    struct by_error error;
};

struct worker {
    struct match *match;
    struct by_thread thread;
    struct by_seats seats;
    by_move *moves; /* room for rules->max_moves */
    int seat, number;
};

static uint64_t seed_for(const struct by_match_plan *plan, int number, enum purpose purpose)
{
    return by_seed_derive(by_seed_derive(plan->seed, (uint64_t)number), (uint64_t)purpose);
}

/* --- colours ------------------------------------------------------------------ */

const char *by_colours_name(enum by_colours colours)
{
    static const char *const names[] = {
#define BY_COLOUR(id, name) name,
#include "arena/colours.def"
#undef BY_COLOUR
    };
    return names[colours];
}

const char by_colours_words[] = ""
#define BY_COLOUR(id, name) "|" name
#include "arena/colours.def"
#undef BY_COLOUR
    ;

static bool alternates(const struct by_match_plan *plan)
{
    return plan->colours == BY_COLOURS_ALTERNATE;
}

int by_match_games(const struct by_match_plan *plan)
{
    return (int)by_shard_games(&plan->shard, plan->games);
}

/* The two games of a pair are never in one part. */
bool by_match_paired(const struct by_match_plan *plan)
{
    return alternates(plan) && by_openings_any(&plan->openings) && !by_shard_any(&plan->shard);
}

/* A match with alternating colours is the one it was before there were others. */
#define COLOURS_TERM " colours="

void by_match_terms(const struct by_match_plan *plan, struct by_text *out)
{
    by_terms_write(&plan->terms, out);
    if (!alternates(plan))
        by_text_format(out, COLOURS_TERM "%s", by_colours_name(plan->colours));
}

bool by_match_terms_alternate(const char *terms)
{
    return strstr(terms, COLOURS_TERM) == NULL;
}

static bool a_begins(const struct by_match_plan *plan, int number)
{
    return alternates(plan) ? number % 2 == 0 : plan->colours == BY_COLOURS_A_FIRST;
}

static int opening_of(const struct by_match_plan *plan, int number)
{
    return alternates(plan) ? number / 2 : number;
}

/* --- stopping ------------------------------------------------------------------ */

static bool halted(const void *context)
{
    const struct match *match = context;
    return atomic_load(&match->halt) || (match->stop && atomic_load(match->stop));
}

static void halt(struct match *match)
{
    atomic_store(&match->halt, true);
    if (match->keeper)
        match->keeper->kind->halt(match->keeper);
}

/* --- results --------------------------------------------------------------- */

/* Games are judged in their order: as far as they are finished without a gap. */
static void judge(struct match *match)
{
    struct by_match_result *out = match->out;
    const struct by_sprt *test = match->plan->sprt;
    while (test && out->verdict == BY_SPRT_OPEN && out->judged_games < match->plan->games &&
           out->games[out->judged_games].finished) {
        const struct by_match_outcome *game = &out->games[out->judged_games++];
        bool pair = alternates(match->plan) && out->judged_games % 2 == 0;
        by_tally_game(&out->judged, game->points);
        if (pair)
            by_tally_pair(&out->judged, game->points + game[-1].points);
        if (pair || !test->pairs) {
            out->llr = by_sprt_llr(test, &out->judged);
            out->verdict = by_sprt_judge(test, &out->judged);
        }
    }
    if (out->verdict != BY_SPRT_OPEN)
        halt(match);
}

/* Adds a game, whose outcome stands in its place, to the sums. */
static void count_game(const struct by_match_plan *plan, struct by_match_result *out,
                       const struct by_played *played)
{
    const struct by_match_outcome *game = &out->games[played->number];
    const struct by_match_outcome *other = &out->games[played->number ^ 1];
    out->played++;
    out->a_wins += game->points == 2;
    out->draws += game->points == 1;
    out->b_wins += game->points == 0;
    out->as[played->a_first ? 0 : 1][game->points]++;
    out->endings[game->ending][game->points]++;
    by_tally_game(&out->tally, game->points);
    if (other->finished && alternates(plan))
        by_tally_pair(&out->tally, game->points + other->points);
    for (int i = 0; i < 2; i++) {
        out->moved[i] += played->moved[i];
        out->spent[i] += played->spent[i];
        out->longest[i] = fmax(out->longest[i], played->longest[i]);
        out->sims[i] += (uint64_t)played->sims[i];
        out->proven[i] += played->proven[i];
    }
}

/* Reasons are few, or few are enough. */
#define REASONS_MAX 1000

static bool wants_reason(const struct by_match_result *out, const char *reason)
{
    const int *rules = out->endings[BY_END_RULES];
    return *reason && out->played - rules[0] - rules[1] - rules[2] < REASONS_MAX;
}

/* A game that somebody will want to see. Reasons come from other programs and from files. */
static enum by_status keep_game(const struct match *match, const struct by_played *played,
                                struct by_match_outcome *outcome, struct by_error *err)
{
    struct by_played kept = *played;
    bool reason = wants_reason(match->out, played->reason);
    if (match->plan->forget && !reason)
        return BY_OK;
    if (match->plan->forget)
        kept.moves = kept.times = "";
    if (!reason)
        kept.reason = "";
    struct by_played *copy = by_played_copy(&kept);
    if (!copy)
        return by_fail_memory(err, sizeof *copy);
    if (reason) {
        by_make_printable((char *)copy->reason, strlen(copy->reason), ""); /* our own block */
    }
    outcome->game = copy;
    return BY_OK;
}

/* Writes a game down, with its moves played through on a line of its own. */
static enum by_status record(struct match *match, const struct by_played *played,
                             struct by_error *err)
{
    const struct by_match_plan *plan = match->plan;
    struct by_line *line = NULL;
    if (!plan->record)
        return BY_OK;
    enum by_status status = by_line_open(plan->rules, &line, err);
    if (status == BY_OK)
        status = by_line_play_list(line, played->moves, err);
    if (status == BY_OK)
        status = plan->record(plan->record_context, played, line, err);
    by_line_close(line);
    return status;
}

/* A game counts once, when it is kept. */
static enum by_status arrived(void *context, const struct by_played *played, struct by_error *err)
{
    struct match *match = context;
    struct by_match_result *out = match->out;
    struct by_match_outcome outcome = {.finished = true,
                                       .points = (uint8_t)played->points,
                                       .ending = (uint8_t)by_ending_find(played->ended),
                                       .plies = played->plies,
                                       .hash = played->hash};
    enum by_status status = BY_OK;
    by_mutex_lock(&match->lock);
    if (!out->games[played->number].finished) {
        status = keep_game(match, played, &outcome, err);
        if (!status)
            status = record(match, played, err);
        if (!status) {
            out->games[played->number] = outcome;
            count_game(match->plan, out, played);
            if (match->keeper)
                judge(match);
            if (match->progress)
                match->progress(match->context, out);
        }
    }
    by_mutex_unlock(&match->lock);
    return status;
}

static void waiting(void *context, const char *whom)
{
    struct match *match = context;
    struct by_match_result *out = match->out;
    if (!match->progress)
        return;
    by_mutex_lock(&match->lock);
    struct by_text text = by_text_over(out->waiting, sizeof out->waiting);
    by_text_add(&text, whom);
    match->progress(match->context, out);
    out->waiting[0] = 0;
    by_mutex_unlock(&match->lock);
}

/* An order in which only equal move lists are equal, as surely as 64 bits and a length tell. */
static int compare_games(const void *left, const void *right)
{
    const struct by_match_outcome *a = *(const struct by_match_outcome *const *)left;
    const struct by_match_outcome *b = *(const struct by_match_outcome *const *)right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->plies > b->plies) - (a->plies < b->plies);
}

static enum by_status count_distinct(const struct by_match_plan *plan,
                                     struct by_match_result *result, struct by_error *err)
{
    size_t bytes = ((size_t)result->played + 1) * sizeof(struct by_match_outcome *);
    const struct by_match_outcome **order = malloc(bytes);
    if (!order)
        return by_fail_memory(err, bytes);
    size_t count = 0;
    for (int i = 0; i < plan->games; i++)
        if (result->games[i].finished)
            order[count++] = &result->games[i];
    qsort(order, count, sizeof *order, compare_games);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_games(&order[i - 1], &order[i]) != 0)
            result->distinct++;
    free(order);
    return BY_OK;
}

/* --- workers --------------------------------------------------------------- */

/* The first failure is the one reported. */
static void report(struct match *match, enum by_status status, const struct by_error *error)
{
    by_mutex_lock(&match->lock);
    if (!match->status) {
        match->status = status;
        match->error = *error;
    }
    by_mutex_unlock(&match->lock);
    halt(match);
}

static void show(void *context, const struct by_line *line)
{
    const struct worker *worker = context;
    const struct by_match_plan *plan = worker->match->plan;
    const struct by_watched game = {worker->seat, worker->number, a_begins(plan, worker->number),
                                    line};
    if (plan->watch)
        plan->watch(plan->watch_context, &game);
}

static enum by_status play_game(struct worker *worker, int number, struct by_error *err)
{
    struct match *match = worker->match;
    const struct by_match_plan *plan = match->plan;
    struct by_seats *seats = &worker->seats;
    worker->number = number;
    struct by_played played;
    bool finished = false;
    by_player_reset(seats->player[0], seed_for(plan, number, FOR_A));
    by_player_reset(seats->player[1], seed_for(plan, number, FOR_B));
    for (int i = 0; i < 2; i++)
        by_player_announce(seats->player[i], number + 1,
                           (i == 0) == a_begins(plan, number) ? 0 : 1);
    int opening = opening_of(plan, number);
    seats->seed = seed_for(plan, opening, FOR_NATURE); /* games of one opening get the same luck */
    enum by_status status =
        by_openings_play(&plan->openings, seats->line, opening,
                         seed_for(plan, opening, FOR_OPENING), worker->moves, halted, match, err);
    if (status || by_line_over(seats->line))
        return status;
    status = by_referee_play(seats, a_begins(plan, number), &played, &finished, err);
    show(worker, NULL);
    if (status || !finished)
        return status;
    played.number = number;
    atomic_fetch_add(&match->fresh, 1);
    match->keeper->kind->give(match->keeper, &played);
    return BY_OK;
}

static void work(void *argument)
{
    struct worker *worker = argument;
    struct match *match = worker->match;
    int number;
    while (!halted(match) && match->keeper->kind->next(match->keeper, &number)) {
        struct by_error error = {0};
        enum by_status status = play_game(worker, number, &error);
        if (status)
            report(match, status, &error);
    }
    by_mutex_lock(&match->lock);
    match->running--;
    by_condition_wake(&match->ended);
    by_mutex_unlock(&match->lock);
}

static enum by_status open_worker(struct worker *worker, struct match *match, struct by_error *err)
{
    const struct by_match_plan *plan = match->plan;
    worker->match = match;
    enum by_status status = by_seats_open(&worker->seats, plan->rules, &plan->terms, match->spec[0],
                                          match->spec[1], plan->trust, err);
    if (status)
        return status;
    worker->seats.halted = halted;
    worker->seats.context = match;
    worker->seats.moved = plan->watch ? show : NULL;
    worker->seats.moved_context = worker;
    worker->seats.texts = by_keeper_of(plan) != by_keeper_memory || !plan->forget || plan->record;
    size_t bytes = (size_t)by_rules_max_moves(plan->rules) * sizeof *worker->moves;
    worker->moves = malloc(bytes);
    return worker->moves ? BY_OK : by_fail_memory(err, bytes);
}

static void close_worker(struct worker *worker)
{
    by_seats_close(&worker->seats);
    free(worker->moves);
}

/* Starts workers until all run or the system refuses one. Returns how many have started. */
static int start_workers(struct match *match, struct worker *workers, int count)
{
    int started = 0;
    match->running = count;
    while (started < count &&
           by_thread_start(&workers[started].thread, STACK_BYTES, work, &workers[started]))
        started++;
    if (started < count) {
        struct by_error error = {0};
        by_fail(&error, BY_FAILED, "the system refused to start thread %d of %d", started + 1,
                count);
        report(match, BY_FAILED, &error);
    }
    return started;
}

/* Waits until every worker has ended. While the match is halted, thinking players are stopped
 * again and again: one stop may fall between a worker's look at the flag and its reset. */
static void watch(struct match *match, struct worker *workers, int started, int missing)
{
    by_mutex_lock(&match->lock);
    match->running -= missing;
    while (match->running > 0) {
        (void)by_condition_wait_until(&match->ended, &match->lock, by_clock_now() + WATCH);
        if (!halted(match))
            continue;
        halt(match);
        for (int i = 0; i < started; i++)
            for (int j = 0; j < 2; j++)
                by_player_stop(workers[i].seats.player[j]);
    }
    by_mutex_unlock(&match->lock);
    for (int i = 0; i < started; i++)
        by_thread_join(&workers[i].thread);
}

/* --- the match ------------------------------------------------------------- */

static enum by_status check_plan(const struct by_match_plan *plan, struct by_error *err)
{
    if (plan->games < 1 || plan->games > GAMES_MAX)
        return by_fail(err, BY_BAD_INPUT, "a match has 1 to %d games, not %d", GAMES_MAX,
                       plan->games);
    if (plan->concurrency < 1 || plan->concurrency > CONCURRENCY_MAX)
        return by_fail(err, BY_BAD_INPUT, "a match runs on 1 to %d threads, not %d",
                       CONCURRENCY_MAX, plan->concurrency);
    if (plan->store && !plan->keeper)
        return by_fail(err, BY_BAD_INPUT, "games cannot be kept in a store here");
    if (plan->sprt && plan->sprt->pairs && !alternates(plan))
        return by_fail(err, BY_BAD_INPUT,
                       "a test of pairs needs openings that are played with both colours");
    if (plan->sprt && by_shard_any(&plan->shard))
        return by_fail(
            err, BY_BAD_INPUT,
            "a sequential test looks at all games in their order, and a part has not all: "
            "play the parts without it, merge their stores, and test the whole match "
            "there");
    if (by_match_games(plan) < 1)
        return by_fail(err, BY_BAD_INPUT, "part %d of %d has no games: the match has %d",
                       plan->shard.part, plan->shard.of, plan->games);
    int plies = plan->openings.plies;
    if (plies < 0 || plies > plan->rules->max_length)
        return by_fail(err, BY_BAD_INPUT, "openings of %s have 0 to %d random plies, not %d",
                       plan->rules->name, plan->rules->max_length, plies);
    return BY_OK;
}

/* All players are made here, so a spec that is wrong is refused before any game begins. */
static enum by_status open_workers(struct match *match, struct worker *workers, int count,
                                   struct by_error *err)
{
    for (int i = 0; i < count; i++) {
        workers[i].seat = i;
        enum by_status status = open_worker(&workers[i], match, err);
        if (status)
            return status;
    }
    if (count > 0 && by_line_over(workers[0].seats.line))
        return by_fail(err, BY_BAD_INPUT, "the game is over at the start position");
    return BY_OK;
}

/* Plays what the store has not: the workers' part and the keeper's. */
static enum by_status run(struct match *match, struct worker *workers, int count,
                          struct by_error *err)
{
    struct by_keeper *keeper = NULL;
    const struct by_keeper_job job = {.plan = match->plan,
                                      .stop = match->stop,
                                      .halt = &match->halt,
                                      .arrived = arrived,
                                      .waiting = waiting,
                                      .context = match,
                                      .who = match->out->who,
                                      .fresh = &match->fresh};
    enum by_status status = by_keeper_of(match->plan)(&job, &keeper, err);
    if (status)
        return status;
    by_mutex_lock(&match->lock);
    match->keeper = keeper;
    judge(match);
    by_mutex_unlock(&match->lock);
    int started = start_workers(match, workers, count);
    watch(match, workers, started, count - started);
    status = keeper->kind->close(keeper, err);
    match->out->fresh = atomic_load(&match->fresh);
    if (match->status && err)
        *err = match->error;
    return match->status ? match->status : status;
}

/* Names are looked up once: all games of a match are played by the same two. */
static enum by_status resolve(struct match *match, struct by_error *err)
{
    const char *const texts[2] = {match->plan->a, match->plan->b};
    for (int i = 0; i < 2; i++) {
        struct by_resolved resolved;
        enum by_status status =
            by_player_resolve(match->plan->rules, texts[i], match->plan->trust, &resolved, err);
        if (status)
            return status;
        match->spec[i] = strdup(resolved.text);
        if (!match->spec[i])
            return by_fail_memory(err, strlen(resolved.text) + 1);
        struct by_text spec = by_text_over(match->out->who[i].spec, sizeof match->out->who[i].spec);
        if (match->plan->look && by_spec_canonical(&resolved, &spec, err) != BY_OK)
            return BY_BAD_INPUT;
    }
    return BY_OK;
}

/* For those who keep the games. */
static enum by_status identify(struct match *match, const struct by_seats *seats,
                               struct by_error *err)
{
    bool kept = by_keeper_of(match->plan) != by_keeper_memory;
    enum by_status status = BY_OK;
    for (int i = 0; i < 2 && kept && !match->plan->look && !status; i++)
        status = by_player_identity(match->plan->rules, seats->player[i], &match->out->who[i], err);
    return status;
}

static enum by_status open_and_run(struct match *match, struct by_error *err)
{
    const struct by_match_plan *plan = match->plan;
    int games = by_match_games(plan);
    int count = plan->look ? 0 : plan->concurrency < games ? plan->concurrency : games;
    struct worker *workers = calloc((size_t)count + 1, sizeof *workers);
    if (!workers)
        return by_fail_memory(err, (size_t)count * sizeof *workers);
    enum by_status status = open_workers(match, workers, count, err);
    if (!status)
        status = identify(match, &workers[0].seats, err);
    if (!status && !by_monitor_open(&match->lock, &match->ended))
        status = by_fail(err, BY_FAILED, "the system refused a lock");
    if (!status) {
        status = run(match, workers, count, err);
        by_monitor_close(&match->lock, &match->ended);
    }
    for (int i = 0; i < count; i++)
        close_worker(&workers[i]);
    free(workers);
    return status;
}

enum by_status by_match(const struct by_match_plan *plan, const atomic_bool *stop,
                        by_match_progress *progress, void *context, struct by_match_result *out,
                        struct by_error *err)
{
    *out = (struct by_match_result){0};
    out->score = by_tally_score(&out->tally, false, CONFIDENCE);
    enum by_status status = check_plan(plan, err);
    if (status)
        return status;
    out->games = calloc((size_t)plan->games + 1, sizeof *out->games); /* the last one's pair, too */
    if (!out->games)
        return by_fail_memory(err, (size_t)plan->games * sizeof *out->games);
    struct match match = {
        .plan = plan, .stop = stop, .progress = progress, .context = context, .out = out};
    status = resolve(&match, err);
    if (!status)
        status = open_and_run(&match, err);
    free(match.spec[0]);
    free(match.spec[1]);
    out->score = by_tally_score(&out->tally, by_match_paired(plan), CONFIDENCE);
    return status ? status : count_distinct(plan, out, err);
}

void by_match_close(const struct by_match_plan *plan, struct by_match_result *result)
{
    for (int i = 0; result->games && i < plan->games; i++)
        free((void *)result->games[i].game);
    free(result->games);
    *result = (struct by_match_result){0};
}
