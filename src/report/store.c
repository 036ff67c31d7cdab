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
    by_json_text(json, "version", match->version);
    by_json_real(json, "created", match->created);
}

static int64_t left_out(const struct by_store_match *match, const struct by_tally *tally)
{
    return match->games - by_tally_games(tally);
}

void by_report_stored_count(struct by_json *json, const struct by_store_match *match,
                            const struct by_tally *tally)
{
    by_json_int(json, "games", by_tally_games(tally));
    by_json_int(json, "left_out", left_out(match, tally));
}

static bool is_paired(const struct by_store_match *match)
{
    return *match->openings && by_match_terms_alternate(match->terms);
}

void by_report_stored_sum(struct by_json *json, const struct by_store_match *match,
                          const struct by_tally *tally)
{
    struct by_score score = by_tally_score(tally, is_paired(match), CONFIDENCE);
    by_json_int(json, "wins", tally->games[2]);
    by_json_int(json, "draws", tally->games[1]);
    by_json_int(json, "losses", tally->games[0]);
    if (score.games == 0) {
        by_json_null(json, "score");
        by_json_null(json, "interval");
        return;
    }
    by_json_real(json, "score", score.score);
    by_json_range(json, "interval", score.interval.low, score.interval.high);
}

void by_put_stored_match(struct by_buffer *out, const struct by_store_match *match,
                         const struct by_tally *tally)
{
    struct by_score score = by_tally_score(tally, is_paired(match), CONFIDENCE);
    by_buffer_format(out, "%" PRId64, match->id);
    put_words(out, "  ", match->game);
    if (*match->settings)
        put_words(out, " ", match->settings);
    put_words(out, ", seed ", match->seed);
    if (*match->openings)
        put_words(out, ", openings ", match->openings);
    if (*match->terms)
        put_words(out, ",", match->terms);
    put_words(out, "\n   a ", match->a);
    put_words(out, "\n   b ", match->b);
    by_buffer_char(out, '\n');
    by_buffer_format(out, "   %ld games: %ld won by a, %ld drawn, %ld won by b", score.games,
                     tally->games[2], tally->games[1], tally->games[0]);
    if (score.games > 0)
        by_buffer_format(out, "; score %.1f %%, 95 %% interval %.1f to %.1f %%", 100 * score.score,
                         100 * score.interval.low, 100 * score.interval.high);
    if (left_out(match, tally) > 0)
        by_buffer_format(out, "; %" PRId64 " more left out", left_out(match, tally));
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
    by_buffer_char(out, '\n');
}

/* --- tables ------------------------------------------------------------------------- */

void by_put_stored_columns(struct by_buffer *out)
{
    by_buffer_add(out, "match,number,first,winner,ended,score,plies,opening,a_moves,b_moves,"
                       "a_seconds,b_seconds,a_longest,b_longest,a_sims,b_sims,moves\n");
}

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

void by_put_stored_row(struct by_buffer *out, int64_t match, const struct by_played *game)
{
    char score[BY_PLAYED_SCORE];
    by_buffer_format(out, "%" PRId64 ",%" PRId64 ",%s,%s,", match, game->number + 1,
                     game->a_first ? "a" : "b", winner_of(game));
    put_field(out, game->ended);
    by_buffer_char(out, ',');
    by_buffer_add(out, by_played_score(game, score));
    by_buffer_format(out, ",%d,%d,%d,%d,%.6f,%.6f,%.6f,%.6f,%" PRId64 ",%" PRId64 ",", game->plies,
                     game->opening, game->moved[0], game->moved[1], game->spent[0], game->spent[1],
                     game->longest[0], game->longest[1], game->sims[0], game->sims[1]);
    put_field(out, game->moves);
    by_buffer_char(out, '\n');
}
