/* arena_games.c: the games of a contest, and its reports. */
#include "arena/store/keeper.h"
#include "players/resolve.h"
#include "report/store.h"
#include "report/tournament.h"
#include "server/arena.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMES_MOST 100 /* of one answer */

static struct by_arena *arena_of(const struct by_contest *c)
{
    return by_api_arena(by_server_api(c->server));
}

/* --- where its games are ------------------------------------------------------------------------- */

static enum by_status canonical(const struct by_match_plan *plan, const char *text,
                                struct by_identity *out, struct by_error *err)
{
    struct by_resolved *resolved = malloc(sizeof *resolved);
    struct by_text spec = by_text_over(out->spec, sizeof out->spec);
    if (!resolved)
        return by_fail_memory(err, sizeof *resolved);
    enum by_status status = by_player_resolve(plan->rules, text, plan->trust, resolved, err);
    if (status == BY_OK)
        status = by_spec_canonical(resolved, &spec, err);
    free(resolved);
    return status;
}

/* A match as the store knows it, with the texts it points to. */
struct found {
    struct by_match_words words;
    struct by_identity who[2];
    struct by_store_match match;
};

/* The match of a meeting in the store, for free(); its id is 0 where that has none of its games. */
static enum by_status find_match(const struct by_contest *c, const struct by_meeting *meeting,
                                 struct by_store *store, struct found **out, struct by_error *err)
{
    const struct by_match_plan plan =
        by_tournament_plan(&c->tournament, &c->how, meeting->round, meeting->a, meeting->b);
    struct found *found = *out = calloc(1, sizeof *found);
    int64_t id = 0;
    enum by_status status = found ? BY_OK : by_fail_memory(err, sizeof *found);
    if (status == BY_OK)
        status = canonical(&plan, plan.a, &found->who[0], err);
    if (status == BY_OK)
        status = canonical(&plan, plan.b, &found->who[1], err);
    if (status == BY_OK)
        status = by_keeper_describe(&plan, found->who, &found->words, &found->match, err);
    if (status == BY_OK)
        status = by_store_find(store, &found->match, &id, err);
    if (status == BY_OK)
        found->match.id = id;
    return status;
}

/* --- the list -------------------------------------------------------------------------------------- */

struct listing {
    struct by_json *json;
    const struct by_contest *contest;
    const struct by_meeting *meeting;
    int place; /* of the meeting */
};

/* Who won: a player's number from 0; null: nobody. */
static void report_winner(struct by_json *json, const struct by_meeting *meeting, int points)
{
    if (points == 1)
        by_json_null(json, "winner");
    else
        by_json_int(json, "winner", points == 2 ? meeting->a : meeting->b);
}

static void report_head(const struct listing *listing, const struct by_played *game)
{
    struct by_json *json = listing->json;
    const struct by_meeting *m = listing->meeting;
    by_json_int(json, "game",
                (int64_t)listing->place * listing->contest->tournament.games + game->number + 1);
    by_json_int(json, "first", game->a_first ? m->a : m->b);
    by_json_int(json, "second", game->a_first ? m->b : m->a);
    report_winner(json, m, game->points);
    if (game->scored)
        by_json_number(json, "score", game->score);
    else
        by_json_null(json, "score");
    by_json_int(json, "plies", game->plies);
    by_json_text(json, "ended", game->ended);
    by_json_text(json, "reason", game->reason);
}

static bool list_one(void *context, const struct by_played *game)
{
    struct listing *listing = context;
    by_json_object(listing->json, NULL);
    report_head(listing, game);
    by_json_end_object(listing->json);
    return true;
}

/* The last meeting first, and of each the highest numbers. */
static enum by_status list(struct by_json *json, struct by_contest *c,
                           const struct by_tournament_result *result, int64_t from, int64_t most,
                           struct by_error *err)
{
    struct by_arena *arena = arena_of(c);
    struct by_store *store = by_arena_reader(arena);
    enum by_status status = BY_OK;
    for (int k = result->meeting_count - 1; k >= 0 && most > 0 && status == BY_OK; k--) {
        const struct by_meeting *m = &result->meetings[k];
        struct listing listing = {json, c, m, k};
        struct found *found;
        int64_t here = m->played - from;
        if (here <= 0) {
            from -= m->played;
            continue;
        }
        here = here < most ? here : most;
        status = find_match(c, m, store, &found, err);
        if (status == BY_OK && found->match.id > 0)
            status = by_store_last_games(store, found->match.id, from, (int)here, list_one,
                                         &listing, err);
        free(found);
        most -= here;
        from = 0;
    }
    by_arena_reader_done(arena);
    return status;
}

static enum by_status number_of(const struct by_request *request, const char *name, int64_t most,
                                int64_t *out, struct by_error *err)
{
    char text[24];
    if (by_request_value(request, name, text, sizeof text) && !by_read_int(text, 0, most, out))
        return by_fail(err, BY_BAD_INPUT, "%s must be a whole number, 0 to %" PRId64, name, most);
    return BY_OK;
}

enum by_status by_answer_contest_games(struct by_server *server, const struct by_request *request,
                                       struct by_answer *answer, struct by_error *err)
{
    struct by_contest *c;
    struct by_tournament_result result = {0};
    struct by_json json;
    int64_t from = 0, count = GAMES_MOST;
    enum by_status status = by_arena_find(server, request, answer, &c, err);
    if (status != BY_OK)
        return status;
    status = number_of(request, "from", BY_CONTEST_GAMES, &from, err);
    if (status == BY_OK)
        status = number_of(request, "count", GAMES_MOST, &count, err);
    if (status == BY_OK)
        status = by_contest_result(c, &result, err);
    if (status == BY_OK) {
        by_json_open(&json, &answer->body, BY_JSON_LINE);
        by_json_object(&json, NULL);
        by_json_int(&json, "total", result.games_played);
        by_json_int(&json, "from", from);
        by_json_array(&json, "games");
        status = list(&json, c, &result, from, count, err);
        by_json_end_array(&json);
        by_json_end_object(&json);
    }
    by_tournament_result_close(&result);
    by_arena_release(c);
    return status;
}

/* --- one game ------------------------------------------------------------------------------------------ */

struct finding {
    struct by_played *game;
};

static bool copy_one(void *context, const struct by_played *game)
{
    struct finding *finding = context;
    finding->game = by_played_copy(game);
    return false;
}

/* The game of that number: one that is being played, with its moves so far. */
static bool find_running(struct by_contest *c, int64_t game, struct by_contest_seat *out)
{
    bool found = false;
    by_mutex_lock(&c->lock);
    for (int i = 0; i < c->tournament.concurrency && !found; i++) {
        const struct by_contest_seat *seat = &c->seats[i];
        size_t bytes = (size_t)seat->count * sizeof *seat->moves;
        found =
            seat->busy && (int64_t)seat->meeting * c->tournament.games + seat->number + 1 == game;
        if (!found)
            continue;
        *out = *seat;
        out->moves = malloc(bytes + 1);
        if (out->moves)
            memcpy(out->moves, seat->moves, bytes);
        found = out->moves != NULL;
    }
    by_mutex_unlock(&c->lock);
    return found;
}

static enum by_status report_running(struct by_json *json, const struct by_contest *c,
                                     const struct by_contest_seat *seat, int64_t game,
                                     struct by_error *err)
{
    struct by_line *line = NULL;
    enum by_status status = by_line_open(c->told.rules, &line, err);
    for (int i = 0; i < seat->count && status == BY_OK; i++)
        status = by_line_play(line, seat->moves[i], err);
    if (status == BY_OK) {
        by_json_object(json, NULL);
        by_json_int(json, "game", game);
        by_json_text(json, "state", "running");
        by_json_int(json, "first", seat->a_first ? seat->a : seat->b);
        by_json_int(json, "second", seat->a_first ? seat->b : seat->a);
        by_report_table(json, "position", line);
        by_json_end_object(json);
    }
    by_line_close(line);
    return status;
}

static enum by_status report_finished(struct listing *listing, const struct by_played *game,
                                      struct by_error *err)
{
    struct by_line *line = NULL;
    enum by_status status = by_line_open(listing->contest->told.rules, &line, err);
    if (status == BY_OK)
        status = by_line_play_list(line, game->moves, err);
    if (status == BY_OK) {
        by_json_object(listing->json, NULL);
        report_head(listing, game);
        by_json_text(listing->json, "state", "finished");
        by_report_stored_game(listing->json, "stored", game);
        by_report_table(listing->json, "position", line);
        by_json_end_object(listing->json);
    }
    by_line_close(line);
    return status;
}

static enum by_status find_finished(struct by_contest *c, const struct by_meeting *meeting,
                                    int64_t number, struct finding *finding, struct by_error *err)
{
    struct by_arena *arena = arena_of(c);
    struct by_store *store = by_arena_reader(arena);
    struct found *found;
    enum by_status status = find_match(c, meeting, store, &found, err);
    if (status == BY_OK && found->match.id > 0)
        status = by_store_game(store, found->match.id, number, copy_one, finding, err);
    free(found);
    by_arena_reader_done(arena);
    return status;
}

static enum by_status answer_finished(struct by_contest *c, int64_t game, struct by_answer *answer,
                                      struct by_error *err)
{
    struct by_tournament_result result;
    struct finding finding = {NULL};
    struct by_json json;
    int meeting = (int)((game - 1) / c->tournament.games);
    enum by_status status = by_contest_result(c, &result, err);
    bool met = status == BY_OK && meeting < result.meeting_count;
    if (met)
        status = find_finished(c, &result.meetings[meeting], (game - 1) % c->tournament.games,
                               &finding, err);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    if (status == BY_OK && finding.game) {
        struct listing listing = {&json, c, &result.meetings[meeting], meeting};
        status = report_finished(&listing, finding.game, err);
    } else if (status == BY_OK) { /* not played yet, given up, or on its way to the disk */
        by_json_object(&json, NULL);
        by_json_int(&json, "game", game);
        by_json_text(&json, "state", "waiting");
        by_json_end_object(&json);
    }
    free(finding.game);
    by_tournament_result_close(&result);
    return status;
}

enum by_status by_answer_contest_game(struct by_server *server, const struct by_request *request,
                                      struct by_answer *answer, struct by_error *err)
{
    struct by_contest *c;
    struct by_contest_seat seat;
    struct by_json json;
    int64_t game = 0;
    enum by_status status = by_arena_find(server, request, answer, &c, err);
    if (status != BY_OK)
        return status;
    if (!by_read_int(request->word[1], 1, c->planned, &game))
        status =
            by_answer_refuse(answer, err, 404, "its games have the numbers 1 to %d", c->planned);
    else if (find_running(c, game, &seat)) {
        by_json_open(&json, &answer->body, BY_JSON_LINE);
        status = report_running(&json, c, &seat, game, err);
        free(seat.moves);
    } else {
        status = answer_finished(c, game, answer, err);
    }
    by_arena_release(c);
    return status;
}

/* --- reports --------------------------------------------------------------------------------------------- */

struct rows {
    struct by_buffer *out;
    const struct by_store_match *match;
};

static bool put_row(void *context, const struct by_played *game)
{
    struct rows *rows = context;
    by_put_stored_row(rows->out, rows->match, game);
    return !rows->out->failed;
}

/* A table of all its games, as `banyan store games --format csv` has it, with the names that its players have
 * here. */
static enum by_status put_games(struct by_contest *c, const struct by_tournament_result *result,
                                struct by_buffer *out, struct by_error *err)
{
    struct by_arena *arena = arena_of(c);
    struct by_store *store = by_arena_reader(arena);
    enum by_status status = BY_OK;
    by_put_stored_columns(out);
    for (int k = 0; k < result->meeting_count && status == BY_OK; k++) {
        struct found *found;
        status = find_match(c, &result->meetings[k], store, &found, err);
        struct rows rows = {out, found ? &found->match : NULL};
        if (status == BY_OK) {
            found->match.a_name = c->tournament.players[result->meetings[k].a].name;
            found->match.b_name = c->tournament.players[result->meetings[k].b].name;
        }
        if (status == BY_OK && found->match.id > 0)
            status = by_store_games(store, found->match.id, NULL, put_row, &rows, err);
        free(found);
    }
    by_arena_reader_done(arena);
    return status;
}

static enum by_status put_report(struct by_contest *c, const char *name, struct by_buffer *out,
                                 struct by_answer *answer, struct by_error *err)
{
    struct by_tournament_result result;
    struct by_tournament_report report = {&c->tournament, c->told.rules, &result, by_origin_now()};
    by_tournament_writer *writer = by_tournament_writer_of(name);
    bool games = strcmp(name, "games.csv") == 0;
    if (!writer)
        return by_answer_refuse(answer, err, 404,
                                "a report ends in .html, .svg, .csv, .md, .txt or .json; there are "
                                "report.pairings.csv and games.csv, too");
    enum by_status status = by_contest_result(c, &result, err);
    if (status == BY_OK && games)
        status = put_games(c, &result, out, err);
    else if (status == BY_OK)
        writer(&report, out);
    by_tournament_result_close(&result);
    return status == BY_OK && out->failed ? by_fail_memory(err, out->limit) : status;
}

enum by_status by_answer_contest_report(struct by_server *server, const struct by_request *request,
                                        struct by_answer *answer, struct by_error *err)
{
    struct by_contest *c;
    struct by_buffer out;
    struct by_json json;
    enum by_status status = by_arena_find(server, request, answer, &c, err);
    if (status != BY_OK)
        return status;
    by_buffer_open(&out, BY_CONTEST_BYTES);
    status = put_report(c, request->word[1], &out, answer, err);
    if (status == BY_OK) {
        by_json_open(&json, &answer->body, BY_JSON_LINE);
        by_json_object(&json, NULL);
        by_json_text(&json, "name", request->word[1]);
        by_json_text(&json, "text", by_buffer_text(&out));
        by_json_end_object(&json);
    }
    by_buffer_close(&out);
    by_arena_release(c);
    return status;
}
