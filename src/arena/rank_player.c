/* rank_player.c: see rank_player.h.
 *
 * Threads: the one that serves takes messages and calls by_rank_player_poll; a match runs in a thread
 * of its own, with those that play in it. They share what stands under the lock. */
#include "arena/rank_player.h"
#include "arena/keeper.h"
#include "arena/message.h"
#include "base/clock.h"
#include "base/thread.h"
#include "base/version.h"
#include <stdlib.h>
#include <string.h>

#define POLL      0.2               /* seconds between looks at the flags */
#define AHEAD     0.05              /* seconds of games to have at hand; a game at least */
#define AHEAD_MAX 64                /* games for each thread */
#define HOLD      0.02              /* seconds between two messages with games */
#define HELD_MAX  ((size_t)1 << 18) /* bytes of games in one message, and one game more */
#define STACK     ((size_t)1 << 20)

struct by_rank_player {
    unsigned char *bytes; /* the message with the match; its texts stand there */
    struct by_message_plan told;
    uint64_t match;
    bool running;
    struct by_thread thread;
    atomic_bool stop, finished;
    enum by_status status;
    struct by_error error;
    char said[sizeof(struct by_error)]; /* the last reason not to play */

    struct by_mutex lock; /* for what stands below */
    struct by_condition change;
    int queue[BY_MESSAGE_NUMBERS_MAX], first, queued;
    int asked;             /* numbers asked for, and not come */
    int idle;              /* threads without a game */
    int games;             /* finished */
    double begun, waited;  /* when; seconds of all threads without a game */
    struct by_buffer held; /* GAMES that were not sent yet; not open while `holding` is 0 */
    int holding;
    double sent; /* when the last left */
};

/* The keeper of the match that runs. */
struct rank_keeper {
    struct by_keeper base;
    struct by_keeper_job job;
    struct by_rank_player *player;
    char build[BY_BUILD_SIZE];
};

static bool send(struct by_buffer *out)
{
    bool sent = !out->failed && by_ranks_send(0, BY_CHANNEL_GAMES, out->data, out->length);
    by_buffer_close(out);
    return sent;
}

/* --- numbers --------------------------------------------------------------------------------------- */

/* Games to have at hand for each thread: one, and of short ones as many as take a moment. Waiting does not make
 * them longer, or who waits for a busy rank 0 would send it more messages. */
static int games_ahead(const struct by_rank_player *player, int threads)
{
    if (player->games == 0)
        return 1;
    double each = ((by_clock_now() - player->begun) * threads - player->waited) / player->games;
    double ahead = AHEAD / (each > 1e-6 ? each : 1e-6);
    return ahead < 1 ? 1 : ahead > AHEAD_MAX ? AHEAD_MAX : (int)ahead;
}

/* Of short games, as many at a time as are half of those to have at hand. */
static void ask(struct by_rank_player *player, int threads)
{
    int ahead = games_ahead(player, threads), wanted = player->idle + threads * ahead;
    if (wanted > BY_MESSAGE_NUMBERS_MAX)
        wanted = BY_MESSAGE_NUMBERS_MAX;
    wanted -= player->queued + player->asked;
    if (wanted <= 0 || wanted < ahead / 2)
        return;
    struct by_buffer out;
    by_message_begin(&out, BY_MESSAGE_ASK, player->match);
    by_message_put_ask(&out, wanted, by_ranks_host());
    if (send(&out))
        player->asked += wanted;
}

/* Sends what is held; what cannot be sent is lost, and the match here ends: rank 0 is lost, or there is no
 * memory. */
static void send_held(struct by_rank_player *player)
{
    if (player->holding > 0 && !send(&player->held))
        atomic_store(&player->stop, true);
    player->holding = 0;
    player->sent = by_clock_now();
}

static bool next(struct by_keeper *base, int *number)
{
    struct rank_keeper *keeper = (struct rank_keeper *)base;
    struct by_rank_player *player = keeper->player;
    bool found = false;
    double begun = by_clock_now();
    by_mutex_lock(&player->lock);
    player->idle++;
    while (!found && !by_keeper_over(&keeper->job)) {
        found = player->queued > 0;
        if (found) {
            *number = player->queue[player->first];
            player->first = (player->first + 1) % BY_MESSAGE_NUMBERS_MAX;
            player->queued--;
            player->idle--;
            player->waited += by_clock_now() - begun;
        }
        ask(player, keeper->job.plan->concurrency);
        if (!found && player->holding > 0)
            send_held(player);
        if (!found)
            (void)by_condition_wait_until(&player->change, &player->lock, by_clock_now() + POLL);
    }
    player->idle -= !found;
    by_mutex_unlock(&player->lock);
    return found;
}

/* --- games ------------------------------------------------------------------------------------------ */

/* A game leaves at once, unless another left a moment ago: then it waits for those after it. Long games never
 * wait, and short ones do not cost rank 0 a message each. */
static void give(struct by_keeper *base, const struct by_played *played)
{
    struct rank_keeper *keeper = (struct rank_keeper *)base;
    struct by_rank_player *player = keeper->player;
    struct by_played stamped = *played;
    stamped.version = keeper->build;
    stamped.host = by_ranks_host();
    stamped.rank = by_ranks_rank();
    stamped.finished = by_clock_date();
    by_mutex_lock(&player->lock);
    player->games++;
    if (player->holding++ == 0)
        by_message_begin(&player->held, BY_MESSAGE_GAMES, player->match);
    by_message_put_game(&player->held, &stamped);
    if (by_clock_now() - player->sent >= HOLD || player->held.length > HELD_MAX)
        send_held(player);
    by_mutex_unlock(&player->lock);
}

static void halt(struct by_keeper *base)
{
    by_condition_wake_all(&((struct rank_keeper *)base)->player->change);
}

static enum by_status close(struct by_keeper *base, struct by_error *err)
{
    (void)err;
    struct by_rank_player *player = ((struct rank_keeper *)base)->player;
    by_mutex_lock(&player->lock);
    send_held(player);
    by_mutex_unlock(&player->lock);
    free(base);
    return BY_OK;
}

static const struct by_keeper_kind kind = {next, give, halt, close};

/* Players must be who they are on rank 0, or their games would be somebody else's. */
static enum by_status compare(const struct by_message_plan *told, const struct by_identity *who,
                              struct by_error *err)
{
    for (int i = 0; i < 2; i++) {
        bool same = strcmp(who[i].spec, told->spec[i]) == 0;
        char ours[BY_QUOTE_SIZE], theirs[BY_QUOTE_SIZE];
        if (same && strcmp(who[i].who, told->who[i]) == 0)
            continue;
        return by_fail(err, BY_FAILED, "player %c is \"%s\" here and \"%s\" on rank 0", 'a' + i,
                       by_quote(same ? who[i].who : who[i].spec, ours),
                       by_quote(same ? told->who[i] : told->spec[i], theirs));
    }
    return BY_OK;
}

static enum by_status open_keeper(const struct by_keeper_job *job, struct by_keeper **out,
                                  struct by_error *err)
{
    struct by_rank_player *player = job->plan->keeper_context;
    *out = NULL;
    enum by_status status = compare(&player->told, job->who, err);
    if (status)
        return status;
    struct rank_keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper)
        return by_fail_memory(err, sizeof *keeper);
    keeper->base.kind = &kind;
    keeper->job = *job;
    keeper->player = player;
    (void)by_build(keeper->build);
    player->begun = by_clock_now();
    player->waited = 0;
    *out = &keeper->base;
    return BY_OK;
}

/* --- a match ------------------------------------------------------------------------------------------ */

static void play(void *context)
{
    struct by_rank_player *player = context;
    struct by_match_result result;
    player->status =
        by_match(&player->told.plan, &player->stop, NULL, NULL, &result, &player->error);
    by_match_close(&player->told.plan, &result);
    atomic_store(&player->finished, true);
}

static void tell_failure(struct by_rank_player *player)
{
    char sentence[sizeof player->said];
    struct by_buffer out;
    struct by_text text = by_text_over(sentence, sizeof sentence);
    by_text_format(&text, "rank %d on %s does not play: %s", by_ranks_rank(), by_ranks_host(),
                   player->error.text);
    by_message_begin(&out, BY_MESSAGE_FAILED, player->match);
    by_message_put_failure(&out, sentence, strcmp(sentence, player->said) == 0);
    strcpy(player->said, sentence);
    (void)send(&out);
}

static void end(struct by_rank_player *player)
{
    struct by_buffer out;
    if (player->running)
        by_thread_join(&player->thread);
    player->running = false;
    by_message_plan_close(&player->told);
    free(player->bytes);
    player->bytes = NULL;
    if (player->status) {
        tell_failure(player);
    } else {
        by_message_begin(&out, BY_MESSAGE_DONE, player->match);
        (void)send(&out);
    }
}

static void stop(struct by_rank_player *player)
{
    atomic_store(&player->stop, true);
    by_condition_wake_all(&player->change);
}

/* Why this rank cannot play what the plan says; BY_OK: it can. */
static enum by_status read_plan(struct by_rank_player *player, struct by_message *message,
                                struct by_error *err)
{
    char build[BY_BUILD_SIZE];
    const char *lacks = by_build_lacks();
    enum by_status status = by_message_plan(message, &player->told, err);
    if (strcmp(by_build(build), player->told.build) != 0)
        return by_fail(err, BY_FAILED, "its banyan is %s, and rank 0's is %s", build,
                       player->told.build);
    if (lacks)
        return by_fail(err, BY_FAILED,
                       "its banyan was built for a processor with %s, which this one has not: "
                       "build it with -Dportable=true",
                       lacks);
    return status;
}

static void begin(struct by_rank_player *player, struct by_message *message)
{
    player->match = message->match;
    player->error = (struct by_error){0};
    player->first = player->queued = player->asked = player->idle = player->games = 0;
    atomic_store(&player->stop, false);
    atomic_store(&player->finished, false);
    player->status = read_plan(player, message, &player->error);
    player->told.plan.keeper = open_keeper;
    player->told.plan.keeper_context = player;
    if (!player->status)
        player->running = by_thread_start(&player->thread, STACK, play, player);
    if (!player->status && !player->running)
        player->status = by_fail(&player->error, BY_FAILED, "the system refused a thread");
    if (player->status)
        end(player);
}

/* --- messages ------------------------------------------------------------------------------------------- */

static void take_numbers(struct by_rank_player *player, struct by_message *message)
{
    int numbers[BY_MESSAGE_NUMBERS_MAX];
    int count = by_message_numbers(message, numbers);
    by_mutex_lock(&player->lock);
    for (int i = 0; i < count && player->queued < BY_MESSAGE_NUMBERS_MAX; i++)
        if (numbers[i] < player->told.plan.games)
            player->queue[(player->first + player->queued++) % BY_MESSAGE_NUMBERS_MAX] = numbers[i];
    player->asked -= count < player->asked ? (count > 0 ? count : 0) : player->asked;
    by_condition_wake_all(&player->change);
    by_mutex_unlock(&player->lock);
}

static void give_back(struct by_rank_player *player)
{
    int numbers[BY_MESSAGE_NUMBERS_MAX], count = 0;
    struct by_buffer out;
    by_mutex_lock(&player->lock);
    for (; player->queued > 0; player->queued--) {
        numbers[count++] = player->queue[player->first];
        player->first = (player->first + 1) % BY_MESSAGE_NUMBERS_MAX;
    }
    by_mutex_unlock(&player->lock);
    by_message_begin(&out, BY_MESSAGE_BACK, player->match);
    by_message_put_numbers(&out, numbers, count);
    (void)send(&out);
}

/* True: the bytes are the player's now. */
static bool take(struct by_rank_player *player, unsigned char *bytes, size_t size)
{
    struct by_message message;
    if (!by_message_read(bytes, size, &message))
        return false;
    if (message.kind == BY_MESSAGE_PLAN) {
        if (player->running) {
            stop(player);
            end(player);
        }
        player->bytes = bytes;
        begin(player, &message);
        return true;
    }
    if (!player->running || message.match != player->match)
        return false;
    if (message.kind == BY_MESSAGE_NUMBERS)
        take_numbers(player, &message);
    else if (message.kind == BY_MESSAGE_RECALL)
        give_back(player);
    else if (message.kind == BY_MESSAGE_END)
        stop(player);
    return false;
}

/* What was held for others that did not come. */
static void send_due(struct by_rank_player *player)
{
    by_mutex_lock(&player->lock);
    if (player->holding > 0 && by_clock_now() - player->sent >= HOLD)
        send_held(player);
    by_mutex_unlock(&player->lock);
}

bool by_rank_player_poll(void *context)
{
    struct by_rank_player *player = context;
    int from;
    unsigned char *bytes;
    size_t size;
    bool any = false;
    while (by_ranks_take(BY_CHANNEL_GAMES, &from, &bytes, &size)) {
        any = true;
        if (from != 0 || !take(player, bytes, size))
            free(bytes);
    }
    send_due(player);
    if (player->running && atomic_load(&player->finished))
        end(player);
    return any;
}

/* --- opening and closing ---------------------------------------------------------------------------------- */

struct by_rank_player *by_rank_player_open(void)
{
    struct by_rank_player *player = calloc(1, sizeof *player);
    if (player && by_monitor_open(&player->lock, &player->change))
        return player;
    free(player);
    return NULL;
}

void by_rank_player_close(struct by_rank_player *player)
{
    if (!player)
        return;
    if (player->running) {
        stop(player);
        end(player);
    }
    by_monitor_close(&player->lock, &player->change);
    free(player);
}
