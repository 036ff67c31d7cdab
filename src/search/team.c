/* team.c: see team.h. */
#include "base/clock.h"
#include "base/rng.h"
#include "base/version.h"
#include "search/team_own.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EARLY_S    0.003 /* members end so much before the leader, to be heard in time ... */
#define PARTS      10    /* reports in a short time ... */
#define LEAST_S    0.005 /* ... but not more often */
#define SENTENCE   512
#define EARLY_PART 0.05 /* ... but no larger part of the time earlier */

/* The job is the process's (base/ranks.h), and so are these: numbers of searchers and orders, of which
 * no two are equal; whether there is a think that others work for; who tells people. */
static _Atomic int64_t last_number;
static atomic_bool busy;
static void (*_Atomic say)(const char *sentence);

void by_team_set_say(void (*teller)(const char *sentence))
{
    atomic_store(&say, teller);
}

/* --- opening and closing -------------------------------------------------------------------- */

static enum by_status open_members(struct by_team *team, struct by_error *err)
{
    size_t others = (size_t)team->count - 1, moves = (size_t)team->rules->max_moves;
    team->members = calloc(others, sizeof *team->members);
    if (!team->members)
        return by_fail_memory(err, others * sizeof *team->members);
    for (size_t i = 0; i < others; i++) {
        team->members[i].report.votes = calloc(moves, sizeof(struct by_vote));
        if (!team->members[i].report.votes)
            return by_fail_memory(err, moves * sizeof(struct by_vote));
    }
    return BY_OK;
}

enum by_status by_team_lead(const struct by_rules *rules, const char *spec, struct by_team **out,
                            struct by_error *err)
{
    *out = NULL;
    if (by_ranks_rank() != 0 || by_ranks_size() < 2)
        return BY_OK;
    struct by_team *team = calloc(1, sizeof *team);
    if (!team)
        return by_fail_memory(err, sizeof *team);
    team->count = by_ranks_size();
    team->rules = rules;
    team->searcher = atomic_fetch_add(&last_number, 1) + 1;
    team->spec = malloc(strlen(spec) + 1);
    enum by_status status =
        team->spec ? open_members(team, err) : by_fail_memory(err, strlen(spec) + 1);
    if (status != BY_OK) {
        by_team_close(team);
        return status;
    }
    strcpy(team->spec, spec);
    *out = team;
    return BY_OK;
}

/* A word and a number. */
static void send_short(int to, const char *word, int64_t number)
{
    char text[64];
    int length = snprintf(text, sizeof text, "%s%c%" PRId64, word, 0, number);
    (void)by_ranks_send(to, BY_CHANNEL_SEARCH, text, (size_t)length + 1);
}

void by_team_close(struct by_team *team)
{
    if (!team)
        return;
    for (int i = 1; team->members && i < team->count; i++) {
        if (!team->members[i - 1].lost && team->serial > 0)
            send_short(i, "close", team->searcher);
        free(team->members[i - 1].report.votes);
    }
    free(team->members);
    free(team->spec);
    free(team);
}

bool by_team_leads(const struct by_team *team)
{
    return team && team->count > 0;
}

void by_team_reset(struct by_team *team, uint64_t seed)
{
    team->game++;
    team->seed = seed;
}

void by_team_set_line(struct by_team *team, const struct by_line *line)
{
    team->line = line;
}

/* --- those who are lost ---------------------------------------------------------------------- */

/* A rank that is alive, and of no use here. */
static void do_without(struct by_team *team, int rank, const char *why)
{
    char sentence[SENTENCE];
    struct by_member *member = &team->members[rank - 1];
    if (member->lost)
        return;
    member->lost = true;
    team->has_lost = true;
    (void)snprintf(sentence, sizeof sentence, "rank %d %.400s: the search goes on without it", rank,
                   why);
    void (*teller)(const char *) = atomic_load(&say);
    if (teller)
        teller(sentence);
}

static void give_up(struct by_team *team, int rank, const char *why)
{
    if (!team->members[rank - 1].lost)
        by_ranks_give_up(rank);
    do_without(team, rank, why);
}

/* Reports may come more seldom than a short lease wants: who beats meanwhile is alive. */
static void check_leases(struct by_team *team, double now)
{
    for (int i = 1; i < team->count; i++) {
        struct by_member *member = &team->members[i - 1];
        double silent = member->owes ? now - member->since : 0;
        if (silent > BY_TEAM_LEASE_S || (silent > by_ranks_lease() && by_ranks_lost(i)))
            give_up(team, i, "has been silent for too long");
    }
}

/* --- orders ---------------------------------------------------------------------------------- */

/* Where the line began, where that is not as rules of these settings begin. */
static void write_start(const struct by_line *line, struct by_buffer *out)
{
    const struct by_rules *rules = line->rules;
    struct by_text measure = by_text_over(NULL, 0);
    rules->game->write(rules, by_line_position_at(line, 0), &measure);
    char *text = malloc(measure.length + 1);
    out->failed |= !text;
    if (!text)
        return;
    struct by_text whole = by_text_over(text, measure.length + 1);
    rules->game->write(rules, by_line_position_at(line, 0), &whole);
    by_buffer_add(out, text);
    free(text);
}

static void write_rules(const struct by_rules *rules, struct by_buffer *out)
{
    char text[BY_SPEC_LENGTH_MAX + 1];
    struct by_text spec = by_text_over(text, sizeof text);
    by_rules_write_spec(rules, &spec);
    out->failed |= spec.length >= sizeof text;
    by_buffer_add(out, text);
}

static void write_moves(const struct by_line *line, struct by_buffer *out)
{
    for (int i = 0; i < line->count; i++)
        by_buffer_format(out, "%d ", (int)line->moves[i]);
}

static uint64_t share_of(uint64_t all, int index, int size)
{
    uint64_t share = all / (uint64_t)size + ((uint64_t)index < all % (uint64_t)size ? 1 : 0);
    return share;
}

/* Who has no share of a limit that there is has nothing to do. */
static bool order_one(struct by_team *team, int rank, struct by_order *order,
                      struct by_buffer *message)
{
    struct by_member *member = &team->members[rank - 1];
    order->seed = by_seed_derive(team->seed, (uint64_t)rank);
    message->length = 0;
    by_order_write(order, message);
    if (message->failed || message->length > BY_TEAM_BYTES) {
        do_without(team, rank, "cannot be told of so long a game");
        return false;
    }
    if (!by_ranks_send(rank, BY_CHANNEL_SEARCH, message->data, message->length)) {
        give_up(team, rank, "is gone");
        return false;
    }
    double now = by_clock_now();
    member->since = member->owes ? member->since : now;
    member->owes = true;
    return true;
}

static void order_all(struct by_team *team, struct by_order *order, uint64_t sims, uint64_t nodes)
{
    struct by_buffer message;
    by_buffer_open(&message, 4 * BY_TEAM_BYTES);
    int index = 0, size = team->size;
    for (int i = 1; i < team->count; i++) {
        struct by_member *member = &team->members[i - 1];
        if (member->lost)
            continue;
        index++;
        order->simulations = share_of(sims, index, size);
        order->nodes = share_of(nodes, index, size);
        if ((sims > 0 && order->simulations == 0) || (nodes > 0 && order->nodes == 0))
            continue;
        member->asked = order_one(team, i, order, &message);
    }
    by_buffer_close(&message);
}

/* Members answer for this think from now on; what they said of others is forgotten. */
static void begin_members(struct by_team *team)
{
    team->serial = atomic_fetch_add(&last_number, 1) + 1;
    team->has_lost = false;
    (void)by_team_listen(team, by_clock_now());
    team->size = 1;
    for (int i = 1; i < team->count; i++) {
        struct by_member *member = &team->members[i - 1];
        struct by_vote *votes = member->report.votes;
        member->report = (struct by_report){.votes = votes};
        member->asked = false;
        team->size += !member->lost;
    }
}

static int64_t microseconds_for(double seconds)
{
    double early = seconds * EARLY_PART < EARLY_S ? seconds * EARLY_PART : EARLY_S;
    double microseconds = (seconds - early) * 1e6;
    return seconds <= 0          ? 0
           : microseconds < 1000 ? 1000
           : microseconds > 1e15 ? 0
                                 : (int64_t)microseconds;
}

/* Short moves want to hear of each other too. */
static double every_of(double seconds)
{
    double usual = 1.0 / BY_TEAM_HZ, part = seconds / PARTS;
    return seconds <= 0 || part > usual ? usual : part < LEAST_S ? LEAST_S : part;
}

void by_team_begin(struct by_team *team, uint64_t *simulations, uint64_t *nodes, int depth,
                   double seconds)
{
    if (atomic_exchange(&busy, true))
        return;
    struct by_buffer rules, start, moves;
    char build[BY_BUILD_SIZE];
    team->thinks = true;
    begin_members(team);
    by_buffer_open(&rules, BY_TEAM_BYTES);
    by_buffer_open(&start, BY_TEAM_BYTES);
    by_buffer_open(&moves, BY_TEAM_BYTES);
    write_rules(team->rules, &rules);
    write_start(team->line, &start);
    write_moves(team->line, &moves);
    team->every = every_of(seconds);
    team->next = by_clock_now() + team->every;
    struct by_order order = {.searcher = team->searcher,
                             .serial = team->serial,
                             .game = team->game,
                             .depth = depth,
                             .microseconds = microseconds_for(seconds),
                             .every = (int64_t)(team->every * 1e6),
                             .key = team->line->keys[team->line->count],
                             .build = by_build(build),
                             .rules = by_buffer_text(&rules),
                             .start = by_buffer_text(&start),
                             .search = team->spec,
                             .moves = by_buffer_text(&moves)};
    order_all(team, &order, *simulations, *nodes);
    *simulations = share_of(*simulations, 0, team->size);
    *nodes = share_of(*nodes, 0, team->size);
    by_buffer_close(&rules);
    by_buffer_close(&start);
    by_buffer_close(&moves);
}

void by_team_end(struct by_team *team)
{
    if (!by_team_leads(team) || !team->thinks)
        return;
    if (by_team_waiting(team) > 0)
        by_team_stop(team);
    team->thinks = false;
    atomic_store(&busy, false);
}

void by_team_stop(struct by_team *team)
{
    for (int i = 1; i < team->count; i++) {
        const struct by_member *member = &team->members[i - 1];
        if (member->asked && !member->lost && !member->report.done)
            send_short(i, "stop", team->serial);
    }
}

/* --- what comes back ------------------------------------------------------------------------- */

static bool take_report(struct by_team *team, struct by_member *member, struct by_fields *fields)
{
    int64_t serial = 0;
    struct by_report report = {.votes =
                                   calloc((size_t)team->rules->max_moves, sizeof *report.votes)};
    if (!report.votes)
        return false;
    bool good = by_report_read(fields, team->rules->max_moves, team->rules->action_count, &serial,
                               &report) &&
                serial == team->serial && member->asked;
    if (good) {
        struct by_vote *before = member->report.votes;
        member->report = report;
        report.votes = before;
        member->owes = !member->report.done;
    }
    free(report.votes);
    return good;
}

static bool take(struct by_team *team, int from, struct by_fields fields, double now)
{
    struct by_member *member = &team->members[from - 1];
    const char *word, *serial, *why;
    member->since = now;
    if (member->lost || !by_field_next(&fields, &word))
        return false;
    if (strcmp(word, "report") == 0)
        return take_report(team, member, &fields);
    if (strcmp(word, "failed") == 0 && by_field_next(&fields, &serial) &&
        by_field_next(&fields, &why)) {
        char said[SENTENCE];
        (void)snprintf(said, sizeof said, "cannot follow (%.380s)", why);
        do_without(team, from, said);
    }
    return false;
}

/* The inbox changes places with what was last read. */
static bool listen_as_member(struct by_team *team)
{
    by_mutex_lock(team->lock);
    bool news = team->is_new;
    if (news) {
        struct by_report before = team->others;
        team->others = team->inbox;
        team->inbox = before;
        team->is_new = false;
    }
    by_mutex_unlock(team->lock);
    return news;
}

bool by_team_listen(struct by_team *team, double now)
{
    bool news = false;
    int from;
    unsigned char *bytes;
    size_t size;
    if (!by_team_leads(team))
        return listen_as_member(team);
    if (!team->thinks)
        return false;
    while (by_ranks_take(BY_CHANNEL_SEARCH, &from, &bytes, &size)) {
        const struct by_fields fields = {(const char *)bytes, (const char *)bytes + size};
        if (from > 0 && from < team->count && take(team, from, fields, now))
            news = true;
        free(bytes);
    }
    check_leases(team, now);
    return news;
}

int by_team_waiting(const struct by_team *team)
{
    int waiting = 0;
    for (int i = 1; team->thinks && i < team->count; i++) {
        const struct by_member *member = &team->members[i - 1];
        waiting += member->asked && !member->lost && !member->report.done;
    }
    return waiting;
}

int by_team_size(const struct by_team *team)
{
    int size = 1;
    for (int i = 1; by_team_leads(team) && team->thinks && i < team->count; i++)
        size += team->members[i - 1].asked && !team->members[i - 1].lost;
    return size;
}

bool by_team_has_lost(const struct by_team *team)
{
    return team->has_lost;
}

const struct by_report *by_team_report(const struct by_team *team, int index)
{
    return by_team_leads(team) && index >= 0 && index < team->count - 1
               ? &team->members[index].report
               : NULL;
}

const struct by_report *by_team_others(const struct by_team *team, int index)
{
    return by_team_leads(team) ? by_team_report(team, index) : index == 0 ? &team->others : NULL;
}

/* --- reports ---------------------------------------------------------------------- */

bool by_team_is_due(const struct by_team *team, double now)
{
    return now >= team->next;
}

/* All less what this member has said. Votes of both are for the same moves, in any order. */
static void subtract(struct by_vote *votes, int count, const struct by_report *from, int *place)
{
    for (int i = 0; i < count; i++)
        place[votes[i].move] = i;
    for (int i = 0; i < from->count; i++) {
        const struct by_vote *vote = &from->votes[i];
        struct by_vote *to = &votes[place[vote->move]];
        if (to->move != vote->move || to->visits < vote->visits || to->parts < vote->parts)
            continue;
        to->visits -= vote->visits;
        to->parts -= vote->parts;
    }
}

static void send_report(struct by_team *team, int to, const struct by_report *report)
{
    struct by_buffer message;
    by_buffer_open(&message, BY_TEAM_BYTES);
    by_report_write(team->serial, report, &message);
    if (!message.failed)
        (void)by_ranks_send(to, BY_CHANNEL_SEARCH, message.data, message.length);
    by_buffer_close(&message);
}

void by_team_tell(struct by_team *team, const struct by_report *report, double now)
{
    send_report(team, 0, report);
    team->next = now + team->every;
}

void by_team_share(struct by_team *team, const struct by_report *all, double now)
{
    size_t bytes = (size_t)all->count * sizeof *all->votes;
    struct by_report part = *all;
    int *place = calloc((size_t)team->rules->action_count, sizeof *place);
    part.votes = malloc(bytes + 1);
    for (int i = 1; place && part.votes && i < team->count; i++) {
        const struct by_member *member = &team->members[i - 1];
        if (!member->asked || member->lost || member->report.done)
            continue;
        memcpy(part.votes, all->votes, bytes);
        subtract(part.votes, part.count, &member->report, place);
        send_report(team, i, &part);
    }
    free(part.votes);
    free(place);
    team->next = now + team->every;
}
