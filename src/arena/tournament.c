/* tournament.c: see tournament.h. */
#include "arena/tournament.h"
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE 0.95

struct play {
    const struct by_tournament *t;
    const struct by_tournament_setup *setup;
    const atomic_bool *stop;
    by_tournament_progress *progress;
    void *context;
    struct by_tournament_result *out;
    int room;     /* for meetings */
    int done;     /* games of the meetings before the present one */
    int met;      /* meetings before it */
    int *byes;    /* of each player */
    bool lacking; /* a meeting is not complete */
};

static bool stopped(const struct play *play)
{
    bool unknown = play->setup->look && play->t->format == BY_SWISS && play->lacking;
    return unknown || (play->stop && atomic_load(play->stop));
}

/* --- what was played ---------------------------------------------------------------- */

void by_tournament_between(const struct by_tournament_result *result, int i, int j, int out[3])
{
    memset(out, 0, 3 * sizeof *out);
    for (int k = 0; k < result->meeting_count; k++) {
        const struct by_meeting *m = &result->meetings[k];
        if (m->a == i && m->b == j) {
            out[0] += m->losses;
            out[1] += m->draws;
            out[2] += m->wins;
        } else if (m->a == j && m->b == i) {
            out[0] += m->wins;
            out[1] += m->draws;
            out[2] += m->losses;
        }
    }
}

static bool have_met(const struct by_tournament_result *result, int i, int j)
{
    for (int k = 0; k < result->meeting_count; k++)
        if ((result->meetings[k].a == i && result->meetings[k].b == j) ||
            (result->meetings[k].a == j && result->meetings[k].b == i))
            return true;
    return false;
}

/* Of a's games, as many as went wrong for `side`. */
static int faults_of(const struct by_meeting *m, int side)
{
    int sum = m->endings[BY_END_TIME][side == 0 ? 0 : 2];
    for (int e = BY_END_FAULT; e < BY_ENDINGS_MAX; e++)
        sum += m->endings[e][side == 0 ? 0 : 2];
    return sum;
}

static void add_to(struct by_standing *s, const struct by_meeting *m, int side)
{
    int wins = side == 0 ? m->wins : m->losses, losses = side == 0 ? m->losses : m->wins;
    s->games += m->played;
    s->wins += wins;
    s->draws += m->draws;
    s->losses += losses;
    s->points += wins + m->draws / 2.0;
    s->faults += faults_of(m, side);
    s->pairing_points += by_pairing_points(wins, losses, m->played);
    s->moved += m->moved[side];
    s->spent += m->spent[side];
}

/* The tally of all games of a player, seen by him. */
static struct by_tally tally_of(const struct by_tournament_result *out, int player)
{
    struct by_tally sum = {{0}, {0}};
    for (int k = 0; k < out->meeting_count; k++) {
        const struct by_meeting *m = &out->meetings[k];
        struct by_tally turned = {{0}, {0}};
        for (int i = 0; i < 3; i++)
            turned.games[i] = m->tally.games[2 - i];
        for (int i = 0; i < 5; i++)
            turned.pairs[i] = m->tally.pairs[4 - i];
        if (m->a == player)
            by_tally_add(&sum, &m->tally);
        else if (m->b == player)
            by_tally_add(&sum, &turned);
    }
    return sum;
}

/* What ranks go by: a gauntlet's players have met the first one alone, and he them all. */
static double worth(const struct by_standing *s, bool gauntlet)
{
    return gauntlet ? s->rating.elo : s->points;
}

static int compare_elo(const void *left, const void *right)
{
    const struct by_standing *a = left, *b = right;
    if (a->rating.elo != b->rating.elo)
        return a->rating.elo > b->rating.elo ? -1 : 1;
    return (a->player > b->player) - (a->player < b->player);
}

static int compare(const void *left, const void *right)
{
    const struct by_standing *a = left, *b = right;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    return compare_elo(left, right);
}

/* Counts everything anew; without ratings in the middle of a tournament. */
static enum by_status stand(struct play *play, bool rate, struct by_error *err)
{
    struct by_tournament_result *out = play->out;
    int n = play->t->count;
    for (int i = 0; i < n; i++)
        out->standings[i] =
            (struct by_standing){.player = i, .points = play->byes[i] * (double)play->t->games};
    for (int k = 0; k < out->meeting_count; k++) {
        add_to(&out->standings[out->meetings[k].a], &out->meetings[k], 0);
        add_to(&out->standings[out->meetings[k].b], &out->meetings[k], 1);
    }
    bool gauntlet = play->t->format == BY_GAUNTLET,
         paired =
             play->t->colours == BY_COLOURS_ALTERNATE && by_openings_any(&play->setup->openings);
    for (int i = 0; i < n; i++) {
        const struct by_tally tally = tally_of(out, i);
        out->standings[i].score = by_tally_score(&tally, paired, CONFIDENCE);
    }
    enum by_status status = BY_OK;
    if (rate) {
        size_t room = (size_t)(out->meeting_count + 1);
        struct by_pairing *pairings = calloc(room, sizeof *pairings);
        struct by_rating *ratings = calloc((size_t)n, sizeof *ratings);
        status = pairings && ratings ? BY_OK : by_fail_memory(err, room * sizeof *pairings);
        for (int k = 0; k < out->meeting_count && status == BY_OK; k++) {
            const struct by_meeting *m = &out->meetings[k];
            pairings[k] = (struct by_pairing){m->a, m->b, m->wins, m->draws, m->losses, {0}};
            if (paired)
                memcpy(pairings[k].pairs, m->tally.pairs, sizeof pairings[k].pairs);
        }
        if (status == BY_OK)
            status = by_ratings(n, pairings, out->meeting_count, gauntlet ? 0 : BY_RATED_BY_MEAN,
                                CONFIDENCE, ratings, err);
        for (int i = 0; i < n && status == BY_OK; i++)
            out->standings[i].rating = ratings[i];
        free(pairings);
        free(ratings);
    }
    struct by_standing *s = out->standings;
    qsort(s, (size_t)n, sizeof *s, gauntlet ? compare_elo : compare);
    for (int i = 0; i < n; i++)
        s[i].rank =
            i > 0 && worth(&s[i], gauntlet) == worth(&s[i - 1], gauntlet) ? s[i - 1].rank : i + 1;
    return status;
}

/* --- one pairing ------------------------------------------------------------------------ */

struct news {
    struct play *play;
    const struct by_match_plan *plan;
    int round, a, b;
};

static void tell_all(const struct news *news, const struct by_match_result *so_far, bool ended)
{
    const struct play *play = news->play;
    struct by_tournament_news out = {play->done + so_far->played,
                                     play->out->games_planned,
                                     news->a,
                                     news->b,
                                     news->plan,
                                     so_far,
                                     ended,
                                     news};
    if (play->progress)
        play->progress(play->context, &out);
}

static void tell(void *context, const struct by_match_result *so_far)
{
    tell_all(context, so_far, false);
}

static void show(void *context, const struct by_watched *game)
{
    const struct news *news = context;
    const struct by_tournament_setup *setup = news->play->setup;
    setup->watch(setup->watch_context, news->play->met - 1, news->a, news->b, game);
}

static void keep_reasons(const struct by_match_result *result, int games, struct by_meeting *m)
{
    for (int k = games - 1; k >= 0; k--) {
        const struct by_match_outcome *game = &result->games[k];
        if (!game->game || !game->game->reason[0] || game->points == 1 ||
            (game->ending != BY_END_TIME && game->ending < BY_END_FAULT))
            continue;
        char *place = m->reason[game->points == 2 ? 1 : 0];
        struct by_text text = by_text_over(place, sizeof m->reason[0]);
        by_text_format(&text, "%s: %s", by_ending_name(game->ending), game->game->reason);
    }
}

static enum by_status add_meeting(struct play *play, const struct by_meeting *meeting,
                                  struct by_error *err)
{
    struct by_tournament_result *out = play->out;
    if (out->meeting_count == play->room) {
        size_t room = (size_t)(play->room ? 2 * play->room : 16);
        struct by_meeting *list = realloc(out->meetings, room * sizeof *list);
        if (!list)
            return by_fail_memory(err, room * sizeof *list);
        out->meetings = list;
        play->room = (int)room;
    }
    out->meetings[out->meeting_count++] = *meeting;
    return BY_OK;
}

/* Who is playing, for who writes games down. */
struct recording {
    const struct play *play;
    struct by_meeting meeting;
};

static enum by_status write_down(void *context, const struct by_played *played,
                                 const struct by_line *line, struct by_error *err)
{
    const struct recording *r = context;
    const struct by_tournament_setup *setup = r->play->setup;
    return setup->record(setup->record_context, r->play->t, &r->meeting, played, line, err);
}

/* Who meets twice (in a Swiss tournament) plays other games. */
struct by_match_plan by_tournament_plan(const struct by_tournament *t,
                                        const struct by_tournament_setup *setup, int round, int a,
                                        int b)
{
    return (struct by_match_plan){
        .rules = setup->rules,
        .a = t->players[a].spec,
        .b = t->players[b].spec,
        .games = t->games,
        .colours = t->colours,
        .openings = setup->openings,
        .trust = setup->trust,
        .terms = setup->terms,
        .sprt = setup->sprt,
        .concurrency = t->concurrency,
        .seed = round > 0 ? by_seed_derive(t->seed, (uint64_t)round) : t->seed,
        .keeper = t->store ? setup->keeper : NULL,
        .store = t->store,
        .forget = true,
        .look = setup->look,
    };
}

static struct by_meeting meeting_of(const struct news *news, const struct by_match_result *result)
{
    struct by_meeting meeting = {
        .round = news->round,
        .a = news->a,
        .b = news->b,
        .planned = by_match_games(news->plan),
        .played = result->played,
        .wins = result->a_wins,
        .draws = result->draws,
        .losses = result->b_wins,
        .tally = result->tally,
        .score = by_tally_score(&result->tally, by_match_paired(news->plan), CONFIDENCE)};
    memcpy(meeting.endings, result->endings, sizeof meeting.endings);
    memcpy(meeting.moved, result->moved, sizeof meeting.moved);
    memcpy(meeting.spent, result->spent, sizeof meeting.spent);
    memcpy(meeting.sims, result->sims, sizeof meeting.sims);
    memcpy(meeting.proven, result->proven, sizeof meeting.proven);
    if (result->games)
        keep_reasons(result, news->plan->games, &meeting);
    return meeting;
}

/* The games of two players. */
static enum by_status meet(struct play *play, int round, int a, int b, struct by_error *err)
{
    const struct by_tournament *t = play->t;
    struct by_shard shard = by_shard_from(&play->setup->shard, (int64_t)play->met++ * t->games);
    if (by_shard_games(&shard, t->games) == 0)
        return BY_OK; /* others play them all */
    struct recording recording = {play, {.round = round, .a = a, .b = b}};
    struct by_match_plan plan = by_tournament_plan(t, play->setup, round, a, b);
    struct news news = {play, &plan, round, a, b};
    struct by_match_result result;
    plan.shard = shard;
    plan.record = play->setup->record ? write_down : NULL;
    plan.record_context = &recording;
    plan.watch = play->setup->watch ? show : NULL;
    plan.watch_context = &news;
    enum by_status status = by_match(&plan, play->stop, tell, &news, &result, err);
    if (status == BY_OK)
        tell_all(&news, &result, true);
    struct by_meeting meeting = meeting_of(&news, &result);
    play->done += result.played;
    play->out->games_played += result.played;
    play->lacking = play->lacking || meeting.played < meeting.planned;
    by_match_close(&plan, &result);
    enum by_status added = add_meeting(play, &meeting, err);
    return status ? status : added;
}

enum by_status by_tournament_so_far(const struct by_tournament_news *told,
                                    struct by_tournament_result *out, struct by_error *err)
{
    const struct news *news = told->all;
    struct play copy = *news->play;
    size_t n = (size_t)copy.t->count, meetings = (size_t)copy.out->meeting_count;
    const struct by_meeting now = meeting_of(news, told->match);
    *out = *copy.out;
    out->standings = calloc(n, sizeof *out->standings);
    out->meetings = calloc(meetings + 1, sizeof *out->meetings);
    copy.out = out;
    if (!out->standings || !out->meetings)
        return by_fail_memory(err, n * sizeof *out->standings);
    if (meetings > 0)
        memcpy(out->meetings, news->play->out->meetings, meetings * sizeof *out->meetings);
    out->meetings[out->meeting_count++] = now;
    out->games_played += now.played;
    return stand(&copy, true, err);
}

/* --- formats ------------------------------------------------------------------------------ */

/* The circle: one player stays, the others go round; every round everybody plays once. */
static enum by_status play_round_robin(struct play *play, struct by_error *err)
{
    int n = play->t->count, even = n + n % 2;
    enum by_status status = BY_OK;
    for (int round = 0; round < even - 1; round++)
        for (int i = 0; i < even / 2 && status == BY_OK && !stopped(play); i++) {
            int a = i == 0 ? even - 1 : (round + i) % (even - 1);
            int b = (round + even - 1 - i) % (even - 1);
            if (a < n && b < n)
                status = meet(play, 0, a < b ? a : b, a < b ? b : a, err);
        }
    return status;
}

static enum by_status play_gauntlet(struct play *play, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 1; i < play->t->count && status == BY_OK && !stopped(play); i++)
        status = meet(play, 0, 0, i, err);
    return status;
}

/* The last in the table who has not rested yet rests when the number is odd. */
static int choose_bye(const struct play *play, const int *order)
{
    int fewest = 0;
    for (int i = 1; i < play->t->count; i++)
        if (play->byes[i] < play->byes[fewest])
            fewest = i;
    for (int k = play->t->count - 1; k >= 0; k--)
        if (play->byes[order[k]] == play->byes[fewest])
            return order[k];
    return -1;
}

/* From the top: each against the next he has not met, or against the next when he has met all. */
static enum by_status play_swiss_round(struct play *play, int round, struct by_error *err)
{
    int n = play->t->count, order[BY_TOURNAMENT_PLAYERS_MAX] = {0};
    bool used[BY_TOURNAMENT_PLAYERS_MAX] = {false};
    enum by_status status = stand(play, false, err);
    for (int i = 0; i < n; i++)
        order[i] = play->out->standings[i].player;
    int resting = n % 2 ? choose_bye(play, order) : -1;
    if (resting >= 0)
        used[resting] = true;
    for (int i = 0; i < n && status == BY_OK && !stopped(play); i++) {
        int a = order[i], next = -1, fresh = -1;
        for (int j = i + 1; j < n && !used[a]; j++) {
            if (used[order[j]])
                continue;
            next = next < 0 ? order[j] : next;
            if (fresh < 0 && !have_met(play->out, a, order[j]))
                fresh = order[j];
        }
        int b = fresh >= 0 ? fresh : next;
        if (used[a] || b < 0)
            continue;
        used[a] = used[b] = true;
        status = meet(play, round, a < b ? a : b, a < b ? b : a, err);
    }
    if (resting >= 0 && status == BY_OK && !stopped(play))
        play->byes[resting]++;
    return status;
}

static enum by_status play_swiss(struct play *play, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int round = 0; round < play->t->rounds && status == BY_OK && !stopped(play); round++)
        status = play_swiss_round(play, round, err);
    return status;
}

static int pairings_of(const struct by_tournament *t)
{
    if (t->format == BY_GAUNTLET)
        return t->count - 1;
    if (t->format == BY_SWISS)
        return t->rounds * (t->count / 2);
    return t->count * (t->count - 1) / 2;
}

/* --- all of it ------------------------------------------------------------------------------ */

enum by_status by_tournament_check(const struct by_tournament *tournament,
                                   const struct by_rules *rules, unsigned trust,
                                   struct by_error *err)
{
    const struct by_player_terms terms = {.trust = trust};
    for (int i = 0; i < tournament->count; i++) {
        struct by_player *player = NULL;
        struct by_error inner = {0};
        enum by_status status =
            by_player_open(rules, tournament->players[i].spec, &terms, &player, &inner);
        if (status != BY_OK)
            return by_fail(err, status, "line %d: %s", tournament->players[i].line, inner.text);
        by_player_close(player);
    }
    return BY_OK;
}

static enum by_status check_part(const struct by_tournament *tournament,
                                 const struct by_tournament_result *out, struct by_error *err)
{
    if (by_shard_any(&out->shard) && tournament->format == BY_SWISS)
        return by_fail(
            err, BY_BAD_INPUT,
            "a Swiss tournament cannot be played in parts: who meets whom depends on all "
            "games before");
    if (out->games_planned < 1)
        return by_fail(err, BY_BAD_INPUT, "part %d of %d has no games: the tournament has %d",
                       out->shard.part, out->shard.of, pairings_of(tournament) * tournament->games);
    return BY_OK;
}

enum by_status by_tournament_play(const struct by_tournament *tournament,
                                  const struct by_tournament_setup *setup, const atomic_bool *stop,
                                  by_tournament_progress *progress, void *context,
                                  struct by_tournament_result *out, struct by_error *err)
{
    int byes[BY_TOURNAMENT_PLAYERS_MAX] = {0};
    int64_t games = (int64_t)pairings_of(tournament) * tournament->games;
    *out = (struct by_tournament_result){
        .shard = setup->shard, .games_planned = (int)by_shard_games(&setup->shard, games)};
    struct play play = {tournament, setup, stop, progress, context, out, 0, 0, 0, byes, false};
    enum by_status fits = check_part(tournament, out, err);
    if (fits)
        return fits;
    size_t bytes = (size_t)tournament->count * sizeof *out->standings;
    out->standings = calloc(1, bytes);
    if (!out->standings)
        return by_fail_memory(err, bytes);
    enum by_status status = tournament->format == BY_SWISS      ? play_swiss(&play, err)
                            : tournament->format == BY_GAUNTLET ? play_gauntlet(&play, err)
                                                                : play_round_robin(&play, err);
    out->complete = status == BY_OK && out->games_played >= out->games_planned;
    enum by_status stood = stand(&play, true, status ? NULL : err);
    return status ? status : stood;
}

void by_tournament_result_close(struct by_tournament_result *result)
{
    free(result->meetings);
    free(result->standings);
    *result = (struct by_tournament_result){0};
}
