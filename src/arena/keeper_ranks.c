/* keeper_ranks.c: rank 0's keeper of a match that all ranks play (message.h has the conversation,
 * rank_player.c the other side).
 *
 * Numbers come from the plan's own keeper, below this one, and finished games go to it. Between the
 * two this one knows of every number who has it. A rank that is lost (base/ranks.h) has none any more:
 * its numbers go to others, and whichever game of a number arrives first counts.
 *
 * Threads: `fetch` takes numbers from the keeper below, which may wait for other processes; `talk`
 * speaks with the ranks; those who play call next and give. What they share is under the lock, which
 * nobody holds while a game is given to the keeper below. */
#include "arena/keeper.h"
#include "arena/message.h"
#include "base/clock.h"
#include "base/ranks.h"
#include "base/thread.h"
#include "base/version.h"
#include <stdlib.h>
#include <string.h>

#define POLL     0.2 /* seconds between looks at the flags, for those who wait for games of others */
#define LOOK     0.05 /* seconds between looks at the leases */
#define LAST     0.5  /* seconds for what is on its way when the match is stopped */
#define REST_MIN 0.0002
#define REST_MAX 0.02

/* A rank, as this match sees it. */
struct member {
    bool invited, failed; /* has the plan; does not play */
    bool recalled;        /* was asked to give back what it has not begun */
    bool ended;           /* has said DONE */
    int wanted;           /* numbers that it asked for and did not get */
    int out;              /* numbers that it has */
    char host[BY_RANKS_HOST];
};

struct crew {
    struct by_keeper base;
    struct by_keeper_job job;
    struct by_keeper *below;
    struct by_buffer plan; /* the message */
    uint64_t match;
    char build[BY_BUILD_SIZE];

    struct by_mutex lock; /* for what stands below, but the flags */
    struct by_condition change;
    struct member *members;   /* of each rank; not of rank 0 */
    int *pool, first, pooled; /* numbers that nobody has, in a ring with room for every game */
    int reserve;              /* numbers to have there */
    int *holder;              /* of each number: the rank that has it; 0: none, or this one */
    bool *done;               /* of each number: its game has arrived */
    int out, wanted;          /* of all members */
    int idle;                 /* threads here that wait for a number */
    bool exhausted;           /* the keeper below has no more */
    double look;              /* when the leases are looked at next; of the thread that talks */
    atomic_bool closing;
    struct by_thread fetching, talking;
};

/* --- numbers ---------------------------------------------------------------------------------------- */

/* A number for `rank`; false: there is none now. */
static bool draw(struct crew *crew, int rank, int *number)
{
    while (crew->pooled > 0) {
        int n = crew->pool[crew->first];
        crew->first = (crew->first + 1) % crew->job.plan->games;
        crew->pooled--;
        if (crew->done[n])
            continue; /* a rank that was given up came back with it */
        crew->holder[n] = rank;
        if (rank > 0) {
            crew->members[rank].out++;
            crew->out++;
        }
        *number = n;
        return true;
    }
    return false;
}

static void add(struct crew *crew, int number)
{
    int games = crew->job.plan->games;
    if (crew->pooled < games) /* each is there once */
        crew->pool[(crew->first + crew->pooled++) % games] = number;
}

/* The number is nobody's any more. True: it was this rank's. */
static bool take_from(struct crew *crew, int rank, int number)
{
    if (crew->holder[number] != rank)
        return false;
    crew->holder[number] = 0;
    crew->members[rank].out--;
    crew->out--;
    return true;
}

static void put_back(struct crew *crew, int rank, int number)
{
    if (take_from(crew, rank, number) && !crew->done[number])
        add(crew, number);
}

static void put_back_all(struct crew *crew, int rank)
{
    for (int n = 0; n < crew->job.plan->games && crew->members[rank].out > 0; n++)
        put_back(crew, rank, n);
}

static void fetch(void *context)
{
    struct crew *crew = context;
    bool found = true;
    while (found) {
        int number;
        found = crew->below->kind->next(crew->below, &number);
        by_mutex_lock(&crew->lock);
        if (found)
            add(crew, number);
        else
            crew->exhausted = true;
        by_condition_wake_all(&crew->change);
        while (crew->pooled >= crew->reserve && !by_keeper_over(&crew->job) &&
               !atomic_load(&crew->closing))
            (void)by_condition_wait_until(&crew->change, &crew->lock, by_clock_now() + POLL);
        found &= !atomic_load(&crew->closing);
        by_mutex_unlock(&crew->lock);
    }
}

/* --- those who play here ------------------------------------------------------------------------------ */

static bool next(struct by_keeper *base, int *number)
{
    struct crew *crew = (struct crew *)base;
    bool found = false;
    by_mutex_lock(&crew->lock);
    crew->idle++;
    while (!found && !by_keeper_over(&crew->job)) {
        found = draw(crew, 0, number);
        by_condition_wake_all(&crew->change); /* there is room, or nothing to do */
        if (!found && crew->exhausted && crew->out == 0)
            break;
        if (!found)
            (void)by_condition_wait_until(&crew->change, &crew->lock, by_clock_now() + POLL);
    }
    crew->idle--;
    by_mutex_unlock(&crew->lock);
    return found;
}

/* A finished game counts once. */
static bool is_new(struct crew *crew, int number)
{
    by_mutex_lock(&crew->lock);
    bool fresh = !crew->done[number];
    crew->done[number] = true;
    by_mutex_unlock(&crew->lock);
    return fresh;
}

static void give(struct by_keeper *base, const struct by_played *played)
{
    struct crew *crew = (struct crew *)base;
    struct by_played stamped = *played;
    stamped.version = crew->build;
    stamped.host = by_ranks_host();
    stamped.finished = by_clock_date();
    if (is_new(crew, (int)played->number))
        crew->below->kind->give(crew->below, &stamped);
}

/* Takes no lock, as it may be called from where a game arrives. */
static void halt(struct by_keeper *base)
{
    struct crew *crew = (struct crew *)base;
    crew->below->kind->halt(crew->below);
    by_condition_wake_all(&crew->change);
}

/* --- what ranks say --------------------------------------------------------------------------------- */

static void take_ask(struct crew *crew, int from, struct by_message *message)
{
    struct member *member = &crew->members[from];
    const char *host;
    int count = by_message_ask(message, &host);
    struct by_text text = by_text_over(member->host, sizeof member->host);
    by_text_add(&text, host);
    if (member->failed)
        return;
    member->wanted += count;
    crew->wanted += count;
}

static void take_back(struct crew *crew, int from, struct by_message *message)
{
    int numbers[BY_MESSAGE_NUMBERS_MAX];
    int count = by_message_numbers(message, numbers);
    for (int i = 0; i < count; i++)
        if (numbers[i] < crew->job.plan->games)
            put_back(crew, from, numbers[i]);
    crew->members[from].recalled = false;
}

/* The rank gets no more games, and others those that it has. */
static void do_without(struct crew *crew, int rank)
{
    struct member *member = &crew->members[rank];
    crew->wanted -= member->wanted;
    member->wanted = 0;
    member->failed = true;
    put_back_all(crew, rank);
}

static void take_failure(struct crew *crew, int from, struct by_message *message)
{
    bool again;
    const char *sentence = by_message_failure(message, &again);
    do_without(crew, from);
    if (!again)
        by_ranks_note("%s", sentence);
}

/* A game of this match that another rank has played; its number may have been given to a third
 * meanwhile. */
static void take_game(struct crew *crew, int from, struct by_played *played)
{
    int number = (int)played->number;
    played->rank = from;
    if (is_new(crew, number)) {
        if (crew->job.fresh)
            atomic_fetch_add(crew->job.fresh, 1);
        crew->below->kind->give(crew->below, played);
    }
    by_mutex_lock(&crew->lock);
    if (crew->holder[number] > 0)
        (void)take_from(crew, crew->holder[number], number);
    by_condition_wake_all(&crew->change);
    by_mutex_unlock(&crew->lock);
}

static bool is_of_match(const struct crew *crew, const struct by_played *played)
{
    const struct by_match_plan *plan = crew->job.plan;
    return played->number < plan->games && by_shard_has(&plan->shard, played->number);
}

static void take_games(struct crew *crew, int from, struct by_message *message)
{
    struct by_played played;
    bool sound = true;
    while (sound && by_message_more(message)) {
        sound = by_message_game(message, &played) && is_of_match(crew, &played);
        if (sound)
            take_game(crew, from, &played);
    }
    if (sound)
        return;
    by_ranks_note("rank %d has sent what is no game of this match: it gets no more", from);
    by_mutex_lock(&crew->lock);
    do_without(crew, from);
    by_condition_wake_all(&crew->change);
    by_mutex_unlock(&crew->lock);
}

static void take_message(struct crew *crew, int from, struct by_message *message)
{
    if (message->kind == BY_MESSAGE_GAMES) {
        take_games(crew, from, message);
        return;
    }
    by_mutex_lock(&crew->lock);
    if (message->kind == BY_MESSAGE_ASK)
        take_ask(crew, from, message);
    else if (message->kind == BY_MESSAGE_BACK)
        take_back(crew, from, message);
    else if (message->kind == BY_MESSAGE_FAILED)
        take_failure(crew, from, message);
    else if (message->kind == BY_MESSAGE_DONE)
        crew->members[from].ended = true;
    by_condition_wake_all(&crew->change);
    by_mutex_unlock(&crew->lock);
}

/* All that has come; messages about other matches are late. */
static bool take_all(struct crew *crew)
{
    int from;
    unsigned char *bytes;
    size_t size;
    bool any = false;
    while (by_ranks_take(BY_CHANNEL_GAMES, &from, &bytes, &size)) {
        struct by_message message;
        any = true;
        if (from > 0 && by_message_read(bytes, size, &message) && message.match == crew->match)
            take_message(crew, from, &message);
        free(bytes);
    }
    return any;
}

/* --- what ranks are told --------------------------------------------------------------------------------- */

static bool send_bare(const struct crew *crew, int to, enum by_message_kind kind)
{
    struct by_buffer out;
    by_message_begin(&out, kind, crew->match);
    bool sent = !out.failed && by_ranks_send(to, BY_CHANNEL_GAMES, out.data, out.length);
    by_buffer_close(&out);
    return sent;
}

static bool send_numbers(const struct crew *crew, int to, const int *numbers, int count)
{
    struct by_buffer out;
    by_message_begin(&out, BY_MESSAGE_NUMBERS, crew->match);
    by_message_put_numbers(&out, numbers, count);
    bool sent = !out.failed && by_ranks_send(to, BY_CHANNEL_GAMES, out.data, out.length);
    by_buffer_close(&out);
    return sent;
}

/* Near the end nobody gets a game ahead, which another could begin at once. */
static bool near_end(const struct crew *crew)
{
    return crew->exhausted && crew->pooled < by_ranks_size() * crew->job.plan->concurrency;
}

static bool hand_out_to(struct crew *crew, int rank)
{
    struct member *member = &crew->members[rank];
    int numbers[BY_MESSAGE_NUMBERS_MAX], count = 0, most = member->wanted;
    int threads = crew->job.plan->concurrency;
    if (near_end(crew) && most > threads - member->out)
        most = threads - member->out;
    if (most > BY_MESSAGE_NUMBERS_MAX)
        most = BY_MESSAGE_NUMBERS_MAX;
    if (most <= 0 || member->failed || by_ranks_lost(rank))
        return false;
    while (count < most && draw(crew, rank, &numbers[count]))
        count++;
    if (count == 0)
        return false;
    if (!send_numbers(crew, rank, numbers, count)) {
        for (int i = 0; i < count; i++)
            put_back(crew, rank, numbers[i]);
        return false;
    }
    member->wanted -= count;
    crew->wanted -= count;
    return true;
}

/* Somebody has nothing to do, and others have games that they have not begun. */
static void recall(struct crew *crew)
{
    int most = 0, threads = crew->job.plan->concurrency;
    bool hungry = crew->idle > 0;
    for (int rank = 1; rank < by_ranks_size(); rank++) {
        const struct member *member = &crew->members[rank];
        hungry |= member->wanted > 0 && member->out == 0 && !by_ranks_lost(rank);
        if (member->out > threads && !member->recalled &&
            (most == 0 || member->out > crew->members[most].out))
            most = rank;
    }
    if (hungry && most > 0)
        crew->members[most].recalled = send_bare(crew, most, BY_MESSAGE_RECALL);
}

static bool hand_out(struct crew *crew)
{
    bool any = false;
    by_mutex_lock(&crew->lock);
    for (int rank = 1; rank < by_ranks_size() && crew->wanted > 0 && crew->pooled > 0; rank++)
        any |= hand_out_to(crew, rank);
    if (crew->exhausted && crew->pooled == 0 && crew->out > 0)
        recall(crew);
    if (any)
        by_condition_wake_all(&crew->change);
    by_mutex_unlock(&crew->lock);
    return any;
}

/* Those who are new, or were lost, hear of the match; those who are lost lose their numbers. */
static void look_round(struct crew *crew)
{
    if (by_clock_now() < crew->look)
        return;
    crew->look = by_clock_now() + LOOK;
    by_mutex_lock(&crew->lock);
    for (int rank = 1; rank < by_ranks_size(); rank++) {
        struct member *member = &crew->members[rank];
        bool lost = by_ranks_lost(rank);
        if (!lost && !member->invited)
            member->invited =
                by_ranks_send(rank, BY_CHANNEL_GAMES, crew->plan.data, crew->plan.length);
        if (!lost || member->out == 0)
            continue;
        by_ranks_note("nothing was heard of rank %d%s%s for %g s: its games go to others", rank,
                      *member->host ? " on " : "", member->host, by_ranks_lease());
        put_back_all(crew, rank);
        member->recalled = false;
        by_condition_wake_all(&crew->change);
    }
    by_mutex_unlock(&crew->lock);
}

static void rest(struct crew *crew, double *pause)
{
    *pause = *pause <= 0 ? REST_MIN : *pause * 1.5 < REST_MAX ? *pause * 1.5 : REST_MAX;
    by_mutex_lock(&crew->lock);
    if (!atomic_load(&crew->closing))
        (void)by_condition_wait_until(&crew->change, &crew->lock, by_clock_now() + *pause);
    by_mutex_unlock(&crew->lock);
}

/* Stopped games are not waited for; finished ones that are on their way are. */
static void end_all(struct crew *crew)
{
    double until = by_clock_now() + (by_keeper_over(&crew->job) ? LAST : 0), pause = 0;
    int missing = 0;
    for (int rank = 1; rank < by_ranks_size(); rank++)
        if (crew->members[rank].invited)
            (void)send_bare(crew, rank, BY_MESSAGE_END);
    do {
        (void)take_all(crew);
        missing = 0;
        for (int rank = 1; rank < by_ranks_size(); rank++)
            missing +=
                crew->members[rank].invited && !crew->members[rank].ended && !by_ranks_lost(rank);
        if (missing)
            by_ranks_rest(&pause);
    } while (missing && by_clock_now() < until);
}

/* Leases are looked at when all that has come was taken: what waits in the queue was not silent. */
static void talk(void *context)
{
    struct crew *crew = context;
    double pause = 0;
    while (!atomic_load(&crew->closing) && !by_keeper_over(&crew->job)) {
        bool any = take_all(crew);
        look_round(crew);
        any |= hand_out(crew);
        if (any)
            pause = 0;
        else
            rest(crew, &pause);
    }
    end_all(crew);
}

/* --- opening and closing ---------------------------------------------------------------------------------- */

static void free_crew(struct crew *crew)
{
    by_buffer_close(&crew->plan);
    free(crew->members);
    free(crew->pool);
    free(crew->holder);
    free(crew->done);
    free(crew);
}

static enum by_status close(struct by_keeper *base, struct by_error *err)
{
    struct crew *crew = (struct crew *)base;
    by_mutex_lock(&crew->lock);
    atomic_store(&crew->closing, true);
    by_condition_wake_all(&crew->change);
    by_mutex_unlock(&crew->lock);
    by_thread_join(&crew->talking);
    by_thread_join(&crew->fetching);
    enum by_status status = crew->below->kind->close(crew->below, err);
    by_monitor_close(&crew->lock, &crew->change);
    free_crew(crew);
    return status;
}

static const struct by_keeper_kind kind = {next, give, halt, close};

static enum by_status make(const struct by_keeper_job *job, struct crew **out, struct by_error *err)
{
    size_t games = (size_t)job->plan->games, ranks = (size_t)by_ranks_size();
    struct crew *crew = *out = calloc(1, sizeof *crew);
    if (!crew)
        return by_fail_memory(err, sizeof *crew);
    crew->base.kind = &kind;
    crew->job = *job;
    crew->match = by_ranks_ticket();
    (void)by_build(crew->build);
    crew->reserve = 4 * by_ranks_size() * job->plan->concurrency;
    crew->members = calloc(ranks, sizeof *crew->members);
    crew->pool = calloc(games, sizeof *crew->pool);
    crew->holder = calloc(games, sizeof *crew->holder);
    crew->done = calloc(games, sizeof *crew->done);
    if (!crew->members || !crew->pool || !crew->holder || !crew->done)
        return by_fail_memory(err, games * sizeof *crew->pool);
    by_message_begin(&crew->plan, BY_MESSAGE_PLAN, crew->match);
    return by_message_put_plan(&crew->plan, job->plan, job->who, crew->build, err);
}

/* The keeper below, and the threads. */
static enum by_status start(struct crew *crew, struct by_error *err)
{
    const struct by_match_plan *plan = crew->job.plan;
    by_keeper_open_fn *open = plan->keeper ? plan->keeper : by_keeper_memory;
    crew->job.ahead = crew->reserve;
    enum by_status status = open(&crew->job, &crew->below, err);
    if (status)
        return status;
    bool fetching = by_thread_start(&crew->fetching, 0, fetch, crew);
    if (fetching && by_thread_start(&crew->talking, 0, talk, crew))
        return BY_OK;
    atomic_store(&crew->closing, true);
    atomic_store(crew->job.halt, true);
    halt(&crew->base);
    if (fetching)
        by_thread_join(&crew->fetching);
    (void)crew->below->kind->close(crew->below, NULL);
    return by_fail(err, BY_FAILED, "the system refused a thread that speaks with other ranks");
}

static bool searches_on_all_ranks(const struct by_keeper_job *job)
{
    return job->who &&
           (strstr(job->who[0].spec, " ranks=on") || strstr(job->who[1].spec, " ranks=on"));
}

enum by_status by_keeper_ranks(const struct by_keeper_job *job, struct by_keeper **out,
                               struct by_error *err)
{
    *out = NULL;
    if (searches_on_all_ranks(job))
        return (job->plan->keeper ? job->plan->keeper : by_keeper_memory)(job, out, err);
    struct crew *crew;
    enum by_status status = make(job, &crew, err);
    if (!status && !by_monitor_open(&crew->lock, &crew->change))
        status = by_fail(err, BY_FAILED, "the system refused a lock");
    else if (!status) {
        status = start(crew, err);
        if (status)
            by_monitor_close(&crew->lock, &crew->change);
    }
    if (!status)
        *out = &crew->base;
    else if (crew)
        free_crew(crew);
    return status;
}
