/* match.c: the calling thread opens everything, starts the workers and then watches the
 * stop flag; each worker takes the next game number until there is none.
 *
 * Threads: a worker's line, decision and players are its own while it runs (by_player_stop
 * is the one call made from outside). game[k] is written by the worker that plays game k,
 * under the lock; so are the totals and the first error. */
#include "arena/match.h"
#include "base/stats.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMES_MAX       10000000
#define CONCURRENCY_MAX 256

/* Openings drawn for one pair before giving up on it. Where one in a hundred random lines
 * lasts long enough, all of these fail with probability e^-100. */
#define OPENING_TRIES 10000

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

    atomic_bool halt; /* a worker failed: the others end too */
    atomic_int next;  /* the next game number */

    pthread_mutex_t lock; /* for what stands below, and *out */
    pthread_cond_t ended; /* a worker has ended */
    int running;
    enum by_status status;
    struct by_error error;
};

struct worker {
    struct match *match;
    pthread_t thread;
    struct by_player *player[2]; /* a, b */
    struct by_line *line;
    struct by_decision decision;
    by_move *moves; /* room for rules->max_moves */

    /* How the present game ended, when not by its rules. */
    enum by_match_end ended;
    enum by_fault fault;
    int loser; /* 0 or 1 */
    char why[sizeof((struct by_error *)0)->text];
};

static uint64_t seed_for(const struct by_match_plan *plan, int number, enum purpose purpose)
{
    return by_seed_derive(by_seed_derive(plan->seed, (uint64_t)number), (uint64_t)purpose);
}

static bool halted(const struct match *match)
{
    return atomic_load(&match->halt) || (match->stop && atomic_load(match->stop));
}

/* --- results --------------------------------------------------------------- */

static void rate(struct by_match_result *result)
{
    double points = result->a_wins + result->draws / 2.0;
    bool any = result->played > 0;
    struct by_interval interval = {0, 1};
    if (any)
        interval = by_wilson(points, result->played, CONFIDENCE);
    result->score = any ? points / result->played : 0.5;
    result->low = interval.low;
    result->high = interval.high;
}

static void count_game(struct by_match_result *result, const struct by_match_game *game)
{
    result->played++;
    if (game->result == 0)
        result->draws++;
    else if ((game->result > 0) == game->a_first)
        result->a_wins++;
    else
        result->b_wins++;
    rate(result);
}

static uint64_t hash_moves(const by_move *moves, int count)
{
    uint64_t hash = by_mix64((uint64_t)count);
    for (int i = 0; i < count; i++)
        hash = by_mix64((hash ^ (uint32_t)moves[i]) + 0x9e3779b97f4a7c15U);
    return hash;
}

/* An order in which only equal move lists are equal: the lists decide where hashes agree. */
static int compare_games(const void *left, const void *right)
{
    const struct by_match_game *a = *(const struct by_match_game *const *)left;
    const struct by_match_game *b = *(const struct by_match_game *const *)right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return memcmp(a->moves, b->moves, (size_t)a->count * sizeof *a->moves);
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

/* --- one game -------------------------------------------------------------- */

static void rewind_line(struct by_line *line)
{
    while (by_line_undo(line))
        ;
}

/* Plays the opening's random moves from the start; the game may end within them. */
static enum by_status draw_opening(struct worker *worker, struct by_rng *rng, struct by_error *err)
{
    struct by_line *line = worker->line;
    rewind_line(line);
    for (int ply = 0; ply < worker->match->plan->opening_plies && !by_line_over(line); ply++) {
        int count = by_line_moves(line, worker->moves);
        by_move move = worker->moves[by_rng_below(rng, (uint32_t)count)];
        enum by_status status = by_line_play(line, move, err);
        if (status)
            return status;
    }
    return BY_OK;
}

/* Draws openings until one leaves the game unfinished. A halt ends this too: then the line
 * stands anywhere and nothing may be played on it. */
static enum by_status find_opening(struct worker *worker, int pair, struct by_error *err)
{
    const struct match *match = worker->match;
    struct by_rng rng;
    by_rng_init(&rng, seed_for(match->plan, pair, FOR_OPENING), 0);
    for (int try = 0; try < OPENING_TRIES && !halted(match); try++) {
        enum by_status status = draw_opening(worker, &rng, err);
        if (status || !by_line_over(worker->line))
            return status;
    }
    if (halted(match))
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "no opening of %d random plies leaves the game unfinished (%d tried); ask for "
                   "fewer plies",
                   match->plan->opening_plies, OPENING_TRIES);
}

/* The player whose turn it is has lost, whatever stands on the board. */
static void forfeit(struct worker *worker, enum by_match_end ended, enum by_fault fault,
                    const char *why)
{
    struct by_text text = by_text_over(worker->why, sizeof worker->why);
    worker->ended = ended;
    worker->fault = fault;
    worker->loser = by_line_side(worker->line);
    by_text_add(&text, why);
}

/* One move. A move that a player was hurried into must not count, so the flag is read after it. */
static enum by_status play_move(struct worker *worker, struct by_player *player,
                                struct by_error *err)
{
    struct by_error error = {0};
    enum by_status status =
        by_player_move(player, worker->line, NULL, NULL, &worker->decision, &error);
    if (halted(worker->match))
        return BY_OK;
    if (!status && worker->decision.move != BY_NO_MOVE)
        return by_line_play(worker->line, worker->decision.move, err);
    if (!status && by_player_resigned(player))
        forfeit(worker, BY_ENDED_BY_RESIGNING, BY_FAULT_NONE, "");
    else if (by_player_fault(player))
        forfeit(worker, BY_ENDED_BY_FAULT, by_player_fault(player), error.text);
    else if (status)
        *err = error;
    else
        status = by_fail(err, BY_FAILED, "a player gave no move");
    return worker->ended ? BY_OK : status;
}

/* Lets the players move to the end of the game, or until the match is halted. */
static enum by_status play_out(struct worker *worker, bool a_first, struct by_error *err)
{
    struct by_line *line = worker->line;
    enum by_status status = BY_OK;
    worker->ended = BY_ENDED_BY_RULES;
    worker->fault = BY_FAULT_NONE;
    worker->why[0] = '\0';
    while (!status && !worker->ended && !halted(worker->match) && !by_line_over(line)) {
        bool a_moves = (by_line_side(line) == 0) == a_first;
        status = play_move(worker, worker->player[a_moves ? 0 : 1], err);
    }
    return status;
}

/* Stores the finished game of the worker's line as game `number`. */
static enum by_status keep_game(struct worker *worker, int number, struct by_error *err)
{
    struct match *match = worker->match;
    const struct by_line *line = worker->line;
    size_t bytes = (size_t)line->count * sizeof *line->moves;
    by_move *moves = malloc(bytes + 1); /* a game may be lost before its first move */
    if (!moves)
        return by_fail_memory(err, bytes);
    memcpy(moves, line->moves, bytes);
    char *why = worker->why[0] ? strdup(worker->why) : NULL;

    pthread_mutex_lock(&match->lock);
    struct by_match_game *game = &match->out->games[number];
    game->finished = true;
    game->a_first = number % 2 == 0;
    game->opening_count = match->plan->opening_plies;
    game->count = line->count;
    game->moves = moves;
    game->result = worker->ended ? (worker->loser == 0 ? -1 : 1) : by_line_result(line);
    game->ended = worker->ended;
    game->fault = worker->fault;
    game->why = why;
    game->hash = hash_moves(moves, line->count);
    count_game(match->out, game);
    if (match->progress)
        match->progress(match->context, match->out);
    pthread_mutex_unlock(&match->lock);
    return BY_OK;
}

static enum by_status play_game(struct worker *worker, int number, struct by_error *err)
{
    const struct by_match_plan *plan = worker->match->plan;
    by_player_reset(worker->player[0], seed_for(plan, number, FOR_A));
    by_player_reset(worker->player[1], seed_for(plan, number, FOR_B));
    enum by_status status = find_opening(worker, number / 2, err);
    if (status || by_line_over(worker->line))
        return status;
    status = play_out(worker, number % 2 == 0, err);
    if (!status && (worker->ended || by_line_over(worker->line)))
        status = keep_game(worker, number, err);
    return status;
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
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct match *match = worker->match;
    while (!halted(match)) {
        int number = atomic_fetch_add(&match->next, 1);
        if (number >= match->plan->games)
            break;
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
    enum by_status status = by_player_open(plan->rules, plan->a, 0, NULL, &worker->player[0], err);
    if (!status)
        status = by_player_open(plan->rules, plan->b, 0, NULL, &worker->player[1], err);
    if (!status)
        status = by_line_open(plan->rules, &worker->line, err);
    if (!status)
        status = by_decision_open(plan->rules, &worker->decision, err);
    if (status)
        return status;
    size_t bytes = (size_t)by_rules_max_moves(plan->rules) * sizeof *worker->moves;
    worker->moves = malloc(bytes);
    return worker->moves ? BY_OK : by_fail_memory(err, bytes);
}

static void close_worker(struct worker *worker)
{
    for (int i = 0; i < 2; i++)
        if (worker->player[i])
            by_player_close(worker->player[i]);
    if (worker->line)
        by_line_close(worker->line);
    by_decision_close(&worker->decision);
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
        for (int i = 0; i < started && halted(match); i++)
            for (int j = 0; j < 2; j++)
                by_player_stop(workers[i].player[j]);
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
    if (plan->opening_plies < 0 || plan->opening_plies > plan->rules->max_length)
        return by_fail(err, BY_BAD_INPUT, "openings of %s have 0 to %d random plies, not %d",
                       plan->rules->name, plan->rules->max_length, plan->opening_plies);
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
    if (by_line_over(workers[0].line))
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

static enum by_status run(struct match *match, struct worker *workers, int count,
                          struct by_error *err)
{
    enum by_status status = open_locks(match, err);
    if (status)
        return status;
    int started = start_workers(match, workers, count);
    watch(match, workers, started, count - started);
    pthread_mutex_destroy(&match->lock);
    pthread_cond_destroy(&match->ended);
    if (match->status && err)
        *err = match->error;
    return match->status;
}

/* Fills out->games and plays; the workers are closed in any case. */
static enum by_status open_and_run(struct match *match, struct by_error *err)
{
    const struct by_match_plan *plan = match->plan;
    int count = plan->concurrency < plan->games ? plan->concurrency : plan->games;
    struct worker *workers = calloc((size_t)count, sizeof *workers);
    if (!workers)
        return by_fail_memory(err, (size_t)count * sizeof *workers);
    enum by_status status = open_workers(match, workers, count, err);
    if (!status)
        status = run(match, workers, count, err);
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
    rate(out);
    enum by_status status = check_plan(plan, err);
    if (status)
        return status;
    out->games = calloc((size_t)plan->games, sizeof *out->games);
    if (!out->games)
        return by_fail_memory(err, (size_t)plan->games * sizeof *out->games);
    struct match match = {
        .plan = plan, .stop = stop, .progress = progress, .context = context, .out = out};
    status = open_and_run(&match, err);
    return status ? status : count_distinct(plan, out, err);
}

void by_match_close(const struct by_match_plan *plan, struct by_match_result *result)
{
    for (int i = 0; result->games && i < plan->games; i++) {
        free(result->games[i].moves);
        free(result->games[i].why);
    }
    free(result->games);
    *result = (struct by_match_result){0};
}
