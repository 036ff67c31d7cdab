/* store.c: see store.h. */
#include "report/store.h"
#include "arena/match.h"
#include <inttypes.h>
#include <string.h>

#define CONFIDENCE 0.95

static const char *winner_of(const struct by_played *game)
{
    return game->points == 2 ? "a" : game->points == 1 ? "draw" : "b";
}

/* What a file holds, on one line: a line of its own would be taken for one of ours. */
static void put_words(struct by_buffer *out, const char *before, const char *words)
{
    by_buffer_add(out, before);
    size_t start = out->length;
    by_buffer_add(out, words);
    if (!out->failed)
        by_make_printable(out->data + start, out->length - start, "");
}

/* --- matches ------------------------------------------------------------------------ */

static void report_known(struct by_json *json, const char *name, const char *text)
{
    by_json_text(json, name, text ? text : "");
}

void by_report_stored_match(struct by_json *json, const struct by_store_match *match)
{
    by_json_int(json, "id", match->id);
    by_json_text(json, "game", match->game);
    by_json_text(json, "settings", match->settings);
    by_json_text(json, "position", match->position);
    by_json_text(json, "a", match->a);
    by_json_text(json, "b", match->b);
    by_json_text(json, "openings", match->openings);
    by_json_text(json, "terms", match->terms);
    by_json_text(json, "seed", match->seed);
    report_known(json, "a_name", match->a_name);
    report_known(json, "b_name", match->b_name);
    report_known(json, "a_who", match->a_who);
    report_known(json, "b_who", match->b_who);
    by_json_text(json, "version", match->version);
    by_json_real(json, "created", match->created);
}

static int64_t left_out(const struct by_stored *stored)
{
    int64_t all = 0;
    for (int i = 0; i < stored->count; i++)
        all += stored->matches[i]->games;
    return all - by_tally_games(&stored->tally);
}

void by_report_stored_count(struct by_json *json, const struct by_stored *stored)
{
    by_json_int(json, "games", by_tally_games(&stored->tally));
    by_json_int(json, "left_out", left_out(stored));
}

static struct by_score score_of(const struct by_stored *stored)
{
    const struct by_store_match *match = stored->matches[0];
    bool paired = *match->openings && by_match_terms_alternate(match->terms);
    return by_tally_score(&stored->tally, paired, CONFIDENCE);
}

static void report_pool(struct by_json *json, const struct by_stored *stored)
{
    by_json_array(json, "ids");
    for (int i = 0; i < stored->count; i++)
        by_json_int(json, NULL, stored->matches[i]->id);
    by_json_end_array(json);
    by_json_array(json, "seeds");
    for (int i = 0; i < stored->count; i++)
        by_json_text(json, NULL, stored->matches[i]->seed);
    by_json_end_array(json);
}

void by_report_stored(struct by_json *json, const struct by_stored *stored)
{
    struct by_score score = score_of(stored);
    const struct by_tally *tally = &stored->tally;
    by_json_object(json, NULL);
    by_report_stored_match(json, stored->matches[0]);
    if (stored->count > 1)
        report_pool(json, stored);
    by_report_stored_count(json, stored);
    by_json_int(json, "wins", tally->games[2]);
    by_json_int(json, "draws", tally->games[1]);
    by_json_int(json, "losses", tally->games[0]);
    if (score.games == 0) {
        by_json_null(json, "score");
        by_json_null(json, "interval");
    } else {
        by_json_real(json, "score", score.score);
        by_json_range(json, "interval", score.interval.low, score.interval.high);
    }
    by_json_end_object(json);
}

/* "1, 4, 9 and 3 more" */
static void put_some(struct by_buffer *out, const struct by_stored *stored, bool seeds)
{
    enum { SHOWN = 8 };
    for (int i = 0; i < stored->count && i < SHOWN; i++) {
        by_buffer_add(out, i ? ", " : "");
        if (seeds)
            put_words(out, "", stored->matches[i]->seed);
        else
            by_buffer_format(out, "%" PRId64, stored->matches[i]->id);
    }
    if (stored->count > SHOWN)
        by_buffer_format(out, " and %d more", stored->count - SHOWN);
}

/* What was played: the line above the players. */
static void put_terms(struct by_buffer *out, const struct by_stored *stored)
{
    const struct by_store_match *match = stored->matches[0];
    put_some(out, stored, false);
    put_words(out, "  ", match->game);
    if (*match->settings)
        put_words(out, " ", match->settings);
    by_buffer_add(out, stored->count > 1 ? ", seeds " : ", seed ");
    put_some(out, stored, true);
    if (*match->openings)
        put_words(out, ", openings ", match->openings);
    if (*match->terms)
        put_words(out, ",", match->terms);
}

/* "   a mine: mcts sims=100 [banyan 0.1.0+3f2a91c07d11]" */
static void put_player(struct by_buffer *out, const char *before, const char *spec,
                       const char *name, const char *who)
{
    by_buffer_add(out, before);
    if (name && by_is_name_for(name, spec)) {
        put_words(out, "", name);
        by_buffer_add(out, ": ");
    }
    put_words(out, "", spec);
    if (who && *who) {
        put_words(out, " [", who);
        by_buffer_char(out, ']');
    }
}

void by_put_stored(struct by_buffer *out, const struct by_stored *stored)
{
    struct by_score score = score_of(stored);
    const struct by_store_match *match = stored->matches[0];
    const long *games = stored->tally.games;
    put_terms(out, stored);
    put_player(out, "\n   a ", match->a, match->a_name, match->a_who);
    put_player(out, "\n   b ", match->b, match->b_name, match->b_who);
    by_buffer_format(out, "\n   %ld game%s: %ld won by a, %ld drawn, %ld won by b", score.games,
                     score.games == 1 ? "" : "s", games[2], games[1], games[0]);
    if (score.games > 0)
        by_buffer_format(out, "; score %.1f %%, 95 %% interval %.1f to %.1f %%", 100 * score.score,
                         100 * score.interval.low, 100 * score.interval.high);
    if (left_out(stored) > 0)
        by_buffer_format(out, "; %" PRId64 " more left out", left_out(stored));
    by_buffer_char(out, '\n');
}

/* --- games -------------------------------------------------------------------------- */

static void report_ints(struct by_json *json, const char *name, int64_t a, int64_t b)
{
    by_json_array(json, name);
    by_json_int(json, NULL, a);
    by_json_int(json, NULL, b);
    by_json_end_array(json);
}

void by_report_stored_game(struct by_json *json, const char *name, const struct by_played *game)
{
    char score[BY_PLAYED_SCORE], hash[BY_PLAYED_HASH];
    by_json_object(json, name);
    by_json_int(json, "number", game->number + 1);
    by_json_text(json, "first", game->a_first ? "a" : "b");
    by_json_int(json, "opening", game->opening);
    by_json_int(json, "plies", game->plies);
    by_json_text(json, "moves", game->moves);
    by_json_text(json, "times", game->times);
    by_json_int(json, "points", game->points);
    by_json_text(json, "score", by_played_score(game, score));
    by_json_text(json, "ended", game->ended);
    by_json_text(json, "reason", game->reason);
    report_ints(json, "moved", game->moved[0], game->moved[1]);
    by_json_range(json, "seconds", game->spent[0], game->spent[1]);
    by_json_range(json, "longest", game->longest[0], game->longest[1]);
    report_ints(json, "sims", game->sims[0], game->sims[1]);
    report_ints(json, "proven", game->proven[0], game->proven[1]);
    by_json_text(json, "hash", by_played_hash(game, hash));
    by_json_text(json, "version", game->version);
    by_json_text(json, "host", game->host);
    by_json_int(json, "rank", game->rank);
    by_json_real(json, "finished", game->finished);
    by_json_end_object(json);
}

void by_put_stored_game(struct by_buffer *out, const struct by_played *game, bool whole)
{
    by_buffer_format(out, "   %" PRId64 " %s", game->number + 1, game->a_first ? "a" : "b");
    put_words(out, " ", game->moves);
    by_buffer_format(out, " %s", winner_of(game));
    if (strcmp(game->ended, "rules") != 0)
        put_words(out, " ", game->ended);
    if (strcmp(game->ended, "rules") != 0 && *game->reason)
        put_words(out, ": ", game->reason);
    by_buffer_char(out, '\n');
    if (!whole)
        return;
    put_words(out, "     times in ms: ", game->times);
    put_words(out, "\n     by version ", game->version);
    put_words(out, " on ", game->host);
    if (game->rank > 0)
        by_buffer_format(out, " (rank %d)", game->rank);
    by_buffer_char(out, '\n');
}

/* --- tables ------------------------------------------------------------------------- */

/* RFC 4180: quotes around what has a comma, a quote or the end of a line in it; quotes doubled. */
static void put_field(struct by_buffer *out, const char *text)
{
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (quoted)
        by_buffer_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            by_buffer_char(out, '"');
        by_buffer_char(out, *text);
    }
    if (quoted)
        by_buffer_char(out, '"');
}

static void put_fields(struct by_buffer *out, const char *const *texts, int count)
{
    for (int i = 0; i < count; i++) {
        by_buffer_char(out, ',');
        put_field(out, texts[i]);
    }
}

/* What both tables say of a match, behind its number. */
#define MATCH_COLUMNS "game,settings,seed,a,b,a_name,b_name,a_who,b_who,openings,terms"

static void put_match_fields(struct by_buffer *out, const struct by_store_match *match,
                             const char *seeds)
{
    const char *const texts[] = {match->game,
                                 match->settings,
                                 seeds,
                                 match->a,
                                 match->b,
                                 match->a_name ? match->a_name : "",
                                 match->b_name ? match->b_name : "",
                                 match->a_who ? match->a_who : "",
                                 match->b_who ? match->b_who : "",
                                 match->openings,
                                 match->terms};
    put_fields(out, texts, sizeof texts / sizeof *texts);
}

void by_put_stored_head(struct by_buffer *out)
{
    by_buffer_add(out, "match," MATCH_COLUMNS ",games,wins,draws,losses,score,low,high,left_out\n");
}

void by_put_stored_line(struct by_buffer *out, const struct by_stored *stored)
{
    struct by_score score = score_of(stored);
    const long *games = stored->tally.games;
    struct by_buffer seeds;
    by_buffer_open(&seeds, BY_REPORT_LIMIT);
    for (int i = 0; i < stored->count; i++) {
        by_buffer_add(&seeds, i ? " " : "");
        by_buffer_add(&seeds, stored->matches[i]->seed);
        by_buffer_format(out, "%s%" PRId64, i ? " " : "", stored->matches[i]->id);
    }
    put_match_fields(out, stored->matches[0], by_buffer_text(&seeds));
    by_buffer_close(&seeds);
    by_buffer_format(out, ",%ld,%ld,%ld,%ld,", score.games, games[2], games[1], games[0]);
    if (score.games > 0)
        by_buffer_format(out, "%.6f,%.6f,%.6f", score.score, score.interval.low,
                         score.interval.high);
    else
        by_buffer_add(out, ",,");
    by_buffer_format(out, ",%" PRId64 "\n", left_out(stored));
}

void by_put_stored_columns(struct by_buffer *out)
{
    by_buffer_add(out, "match," MATCH_COLUMNS ",number,first,winner,ended,score,plies,opening,"
                       "a_moves,b_moves,a_seconds,b_seconds,a_longest,b_longest,a_sims,b_sims,"
                       "a_proven,b_proven,moves\n");
}

void by_put_stored_row(struct by_buffer *out, const struct by_store_match *match,
                       const struct by_played *game)
{
    char score[BY_PLAYED_SCORE];
    by_buffer_format(out, "%" PRId64, match->id);
    put_match_fields(out, match, match->seed);
    by_buffer_format(out, ",%" PRId64 ",%s,%s,", game->number + 1, game->a_first ? "a" : "b",
                     winner_of(game));
    put_field(out, game->ended);
    by_buffer_char(out, ',');
    by_buffer_add(out, by_played_score(game, score));
    by_buffer_format(out, ",%d,%d,%d,%d,%.6f,%.6f,%.6f,%.6f,%" PRId64 ",%" PRId64 ",%d,%d,",
                     game->plies, game->opening, game->moved[0], game->moved[1], game->spent[0],
                     game->spent[1], game->longest[0], game->longest[1], game->sims[0],
                     game->sims[1], game->proven[0], game->proven[1]);
    put_field(out, game->moves);
    by_buffer_char(out, '\n');
}
