/* match.c: the calling thread opens everything, starts the workers and then watches the
 * stop flag; each worker takes the next game number until there is none.
 *
 * Threads: a worker's seats are its own while it runs (by_player_stop is the one call made from
 * outside). *out is written where games arrive (keeper.h), one at a time, under the lock; so is
 * the first error. */
#include "arena/match.h"
#include "arena/keeper.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMES_MAX       10000000
#define CONCURRENCY_MAX 256

/* How often the calling thread looks at the stop flag. */
#define WATCH_NANOSECONDS 20000000L

/* Recursive searches go as deep as a game is long; the system's default may be small. */
#define STACK_BYTES ((size_t)16 << 20)

#define CONFIDENCE  0.95

/* What the seeds of one game number are for. */
enum purpose { FOR_A, FOR_B, FOR_OPENING };

struct match {
    const struct by_match_plan *plan;
    const atomic_bool *stop;
    by_match_progress *progress;
    void *context;
    struct by_match_result *out;
    struct by_keeper *keeper;
    struct by_line *reader; /* for games that come back from the store as text */

    atomic_bool halt; /* a worker failed, or the test has its verdict */
    atomic_int fresh;

    pthread_mutex_t lock; /* for what stands below, and *out */
    pthread_cond_t ended; /* a worker has ended */
    int running;
    enum by_status status;
    struct by_error error;
};

struct worker {
    struct match *match;
    pthread_t thread;
    struct by_seats seats;
    by_move *moves; /* room for rules->max_moves */
};

static uint64_t seed_for(const struct by_match_plan *plan, int number, enum purpose purpose)
{
    return by_seed_derive(by_seed_derive(plan->seed, (uint64_t)number), (uint64_t)purpose);
}

static bool halted(const void *context)
{
    const struct match *match = context;
    return atomic_load(&match->halt) || (match->stop && atomic_load(match->stop)) ||
           by_keeper_halted(match->keeper);
}

/* --- results --------------------------------------------------------------- */

/* Games are judged in their order: as far as they are finished without a gap. */
static void judge(struct match *match)
{
    struct by_match_result *out = match->out;
    const struct by_sprt *test = match->plan->sprt;
    while (test && out->verdict == BY_SPRT_OPEN && out->judged_games < match->plan->games &&
           out->games[out->judged_games].finished) {
        const struct by_match_game *game = &out->games[out->judged_games++];
        bool pair = out->judged_games % 2 == 0;
        by_tally_game(&out->judged, game->points);
        if (pair)
            by_tally_pair(&out->judged, game->points + game[-1].points);
        if (pair || !test->pairs) {
            out->llr = by_sprt_llr(test, &out->judged);
            out->verdict = by_sprt_judge(test, &out->judged);
        }
    }
    if (out->verdict != BY_SPRT_OPEN) {
        atomic_store(&match->halt, true);
        by_keeper_halt(match->keeper);
    }
}

/* Adds game `number`, which stands in its place, to the sums. */
static void count_game(struct by_match_result *out, int number)
{
    const struct by_match_game *game = &out->games[number];
    const struct by_match_game *other = &out->games[number ^ 1];
    out->played++;
    out->a_wins += game->points == 2;
    out->draws += game->points == 1;
    out->b_wins += game->points == 0;
    out->as[game->a_first ? 0 : 1][game->points]++;
    out->endings[game->ending][game->points]++;
    by_tally_game(&out->tally, game->points);
    if (other->finished)
        by_tally_pair(&out->tally, game->points + other->points);
}

static void add_times(struct by_match_result *out, const int *moved, const double *spent,
                      const double *longest)
{
    for (int i = 0; i < 2; i++) {
        out->moved[i] += moved[i];
        out->spent[i] += spent[i];
        out->longest[i] = longest[i] > out->longest[i] ? longest[i] : out->longest[i];
    }
}

static void take_played(struct match *match, const struct by_played *played,
                        struct by_match_game *game)
{
    *game = (struct by_match_game){
        .a_first = played->a_first,
        .scored = played->scored,
        .points = (uint8_t)played->points,
        .ending = (uint8_t)played->ending,
        .opening_count = played->opening,
        .count = played->count,
        .result = played->result,
        .hash = played->hash,
    };
    add_times(match->out, played->moved, played->spent, played->longest);
    for (int i = 0; i < 2; i++)
        match->out->sims[i] += played->sims[i];
}

static void take_stored(struct match *match, const struct by_store_game *stored,
                        struct by_match_game *game)
{
    double score = 0;
    *game = (struct by_match_game){
        .a_first = stored->a_first,
        .points = (uint8_t)(stored->points & 3),
        .ending = (uint8_t)by_ending_find(stored->ended),
        .opening_count = stored->opening,
        .count = stored->plies,
        .hash = strtoull(stored->hash, NULL, 16),
    };
    game->points = game->points > 2 ? 1 : game->points;
    game->scored = by_read_real(stored->score, -1e9, 1e9, &score);
    int scale = match->plan->rules->score_scale;
    score *= scale ? scale : 1;
    game->result = (int32_t)(score < 0 ? score - 0.5 : score + 0.5);
    add_times(match->out, stored->moved, stored->seconds, stored->longest);
    for (int i = 0; i < 2; i++)
        match->out->sims[i] += (uint64_t)stored->sims[i];
}

/* Reasons are few, or few are enough. */
#define REASONS_MAX 1000

static void keep_reason(const struct by_match_result *out, struct by_match_game *game,
                        const char *reason)
{
    const int *rules = out->endings[BY_END_RULES];
    if (*reason && out->played - rules[0] - rules[1] - rules[2] < REASONS_MAX)
        game->reason = strdup(reason);
    if (game->reason)
        by_make_printable(game->reason, strlen(game->reason), "");
}

static enum by_status keep_moves(struct by_match_game *game, const by_move *moves,
                                 struct by_error *err)
{
    size_t bytes = (size_t)game->count * sizeof *moves;
    game->moves = malloc(bytes + 1);
    if (!game->moves)
        return by_fail_memory(err, bytes);
    memcpy(game->moves, moves, bytes);
    return BY_OK;
}

static enum by_status reread(struct match *match, const struct by_store_game *stored,
                             struct by_match_game *game, struct by_error *err)
{
    struct by_line *line = match->reader;
    while (by_line_undo(line))
        ;
    if (by_line_play_list(line, stored->moves, NULL) != BY_OK || line->count != game->count)
        return by_fail(err, BY_FAILED,
                       "game %lld in the store %s cannot be played by these rules: 'banyan store "
                       "check' says more",
                       (long long)stored->number + 1, match->plan->store);
    return keep_moves(game, line->moves, err);
}

static enum by_status arrived(void *context, const struct by_arrival *arrival, struct by_error *err)
{
    struct match *match = context;
    struct by_match_result *out = match->out;
    int64_t number = arrival->played ? arrival->played->number : arrival->stored->number;
    struct by_match_game game;
    enum by_status status = BY_OK;
    pthread_mutex_lock(&match->lock);
    if (number < 0 || out->games[number].finished) {
        pthread_mutex_unlock(&match->lock);
        return BY_OK;
    }
    if (arrival->played)
        take_played(match, arrival->played, &game);
    else
        take_stored(match, arrival->stored, &game);
    if (!match->plan->forget)
        status = arrival->played ? keep_moves(&game, arrival->played->moves, err)
                                 : reread(match, arrival->stored, &game, err);
    if (!status) {
        keep_reason(out, &game,
                    arrival->played ? arrival->played->reason : arrival->stored->reason);
        game.finished = true;
        out->games[number] = game;
        count_game(out, (int)number);
        if (match->keeper)
            judge(match);
        if (match->progress)
            match->progress(match->context, out);
    }
    pthread_mutex_unlock(&match->lock);
    return status;
}

static void waiting(void *context, const char *whom)
{
    struct match *match = context;
    struct by_match_result *out = match->out;
    if (!match->progress)
        return;
    pthread_mutex_lock(&match->lock);
    struct by_text text = by_text_over(out->waiting, sizeof out->waiting);
    by_text_add(&text, whom);
    match->progress(match->context, out);
    out->waiting[0] = 0;
    pthread_mutex_unlock(&match->lock);
}

/* An order in which only equal move lists are equal, as surely as 64 bits and a length tell. */
static int compare_games(const void *left, const void *right)
{
    const struct by_match_game *a = *(const struct by_match_game *const *)left;
    const struct by_match_game *b = *(const struct by_match_game *const *)right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->count > b->count) - (a->count < b->count);
}

static enum by_status count_distinct(const struct by_match_plan *plan,
                                     struct by_match_result *result, struct by_error *err)
{
    size_t bytes = ((size_t)result->played + 1) * sizeof(struct by_match_game *);
    const struct by_match_game **order = malloc(bytes);
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
    pthread_mutex_lock(&match->lock);
    if (!match->status) {
        match->status = status;
        match->error = *error;
    }
    pthread_mutex_unlock(&match->lock);
    atomic_store(&match->halt, true);
    by_keeper_halt(match->keeper);
}

static enum by_status play_game(struct worker *worker, int number, struct by_error *err)
{
    struct match *match = worker->match;
    const struct by_match_plan *plan = match->plan;
    struct by_seats *seats = &worker->seats;
    struct by_played played;
    bool finished = false;
    by_player_reset(seats->player[0], seed_for(plan, number, FOR_A));
    by_player_reset(seats->player[1], seed_for(plan, number, FOR_B));
    enum by_status status = by_openings_play(&plan->openings, seats->line, number / 2,
                                             seed_for(plan, number / 2, FOR_OPENING), worker->moves,
                                             halted, match, err);
    if (status || by_line_over(seats->line))
        return status;
    status = by_referee_play(seats, number % 2 == 0, &played, &finished, err);
    if (status || !finished)
        return status;
    played.number = number;
    if (plan->record)
        status = plan->record(plan->record_context, &played, seats->line, err);
    if (status) {
        by_played_close(&played);
        return status;
    }
    atomic_fetch_add(&match->fresh, 1);
    by_keeper_give(match->keeper, &played, seats->line);
    return BY_OK;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct match *match = worker->match;
    int number;
    while (!halted(match) && by_keeper_next(match->keeper, &number)) {
        struct by_error error = {0};
        enum by_status status = play_game(worker, number, &error);
        if (status)
            report(match, status, &error);
    }
    pthread_mutex_lock(&match->lock);
    match->running--;
    pthread_cond_signal(&match->ended);
    pthread_mutex_unlock(&match->lock);
    return NULL;
}

static enum by_status open_worker(struct worker *worker, struct match *match, struct by_error *err)
{
    const struct by_match_plan *plan = match->plan;
    worker->match = match;
    enum by_status status =
        by_seats_open(&worker->seats, plan->rules, &plan->terms, plan->a, plan->b, err);
    if (status)
        return status;
    worker->seats.halted = halted;
    worker->seats.context = match;
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
    pthread_attr_t attributes;
    bool sized = pthread_attr_init(&attributes) == 0;
    if (sized)
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int started = 0;
    match->running = count;
    while (started < count && pthread_create(&workers[started].thread, sized ? &attributes : NULL,
                                             work, &workers[started]) == 0)
        started++;
    if (sized)
        pthread_attr_destroy(&attributes);
    if (started < count) {
        struct by_error error = {0};
        by_fail(&error, BY_FAILED, "the system refused to start thread %d of %d", started + 1,
                count);
        report(match, BY_FAILED, &error);
    }
    return started;
}

static struct timespec watch_deadline(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += WATCH_NANOSECONDS;
    if (at.tv_nsec >= 1000000000L) {
        at.tv_nsec -= 1000000000L;
        at.tv_sec++;
    }
    return at;
}

/* Waits until every worker has ended. While the match is halted, thinking players are stopped
 * again and again: one stop may fall between a worker's look at the flag and its reset. */
static void watch(struct match *match, struct worker *workers, int started, int missing)
{
    pthread_mutex_lock(&match->lock);
    match->running -= missing;
    while (match->running > 0) {
        struct timespec deadline = watch_deadline();
        pthread_cond_timedwait(&match->ended, &match->lock, &deadline);
        if (!halted(match))
            continue;
        by_keeper_halt(match->keeper);
        for (int i = 0; i < started; i++)
            for (int j = 0; j < 2; j++)
                by_player_stop(workers[i].seats.player[j]);
    }
    pthread_mutex_unlock(&match->lock);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
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
        enum by_status status = open_worker(&workers[i], match, err);
        if (status)
            return status;
    }
    if (by_line_over(workers[0].seats.line))
        return by_fail(err, BY_BAD_INPUT, "the game is over at the start position");
    return BY_OK;
}

static enum by_status open_locks(struct match *match, struct by_error *err)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return by_fail(err, BY_FAILED, "the system refused a condition variable");
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    bool opened = pthread_cond_init(&match->ended, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    if (!opened)
        return by_fail(err, BY_FAILED, "the system refused a condition variable");
    if (pthread_mutex_init(&match->lock, NULL) == 0)
        return BY_OK;
    pthread_cond_destroy(&match->ended);
    return by_fail(err, BY_FAILED, "the system refused a lock");
}

/* Plays what the store has not: the workers' part and the keeper's. */
static enum by_status run(struct match *match, struct worker *workers, int count,
                          struct by_error *err)
{
    struct by_keeper *keeper = NULL;
    const struct by_keeper_events events = {arrived, waiting, match};
    enum by_status status = by_keeper_open(match->plan, match->stop, &events, &keeper, err);
    if (status)
        return status;
    pthread_mutex_lock(&match->lock);
    match->keeper = keeper;
    judge(match);
    pthread_mutex_unlock(&match->lock);
    int started = start_workers(match, workers, count);
    watch(match, workers, started, count - started);
    status = by_keeper_close(keeper, err);
    match->out->fresh = atomic_load(&match->fresh);
    if (match->status && err)
        *err = match->error;
    return match->status ? match->status : status;
}

static enum by_status open_and_run(struct match *match, struct by_error *err)
{
    const struct by_match_plan *plan = match->plan;
    int count = plan->concurrency < plan->games ? plan->concurrency : plan->games;
    struct worker *workers = calloc((size_t)count, sizeof *workers);
    if (!workers)
        return by_fail_memory(err, (size_t)count * sizeof *workers);
    enum by_status status = by_line_open(plan->rules, &match->reader, err);
    if (!status)
        status = open_workers(match, workers, count, err);
    if (!status)
        status = open_locks(match, err);
    if (!status) {
        status = run(match, workers, count, err);
        pthread_mutex_destroy(&match->lock);
        pthread_cond_destroy(&match->ended);
    }
    for (int i = 0; i < count; i++)
        close_worker(&workers[i]);
    free(workers);
    if (match->reader)
        by_line_close(match->reader);
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
    status = open_and_run(&match, err);
    out->score = by_tally_score(&out->tally, by_openings_any(&plan->openings), CONFIDENCE);
    return status ? status : count_distinct(plan, out, err);
}

void by_match_close(const struct by_match_plan *plan, struct by_match_result *result)
{
    for (int i = 0; result->games && i < plan->games; i++) {
        free(result->games[i].moves);
        free(result->games[i].reason);
    }
    free(result->games);
    *result = (struct by_match_result){0};
}
