/* store_game.c: one game of a store, on the board. */
#include "cli/arena/store.h"
#include "cli/interrupt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool by_is_store(const char *path)
{
    static const char magic[] = "SQLite format 3";
    char head[sizeof magic] = "";
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false; /* nothing is read from a pipe that somebody else wants to read */
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t got = fread(head, 1, sizeof magic, file);
    fclose(file);
    return got == sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}

struct search {
    struct by_cli *cli;
    struct by_store *store;
    int64_t match, number; /* which; match 0: the first that has such a game */
    struct by_stored_game *out;
    bool found;
    enum by_status status;
};

static bool take_game(void *context, const struct by_played *game)
{
    struct search *s = context;
    if (game->number + 1 != s->number)
        return true;
    s->found = true;
    s->status = by_line_play_list(s->cli->line, game->moves, &s->cli->error);
    s->out->a_first = game->a_first;
    s->out->played = by_played_copy(game);
    return false;
}

static enum by_status open_board(struct search *s, const struct by_store_match *match)
{
    struct by_cli *cli = s->cli;
    char named[BY_SPEC_LENGTH_MAX + 2];
    struct by_spec spec;
    struct by_text text = by_text_over(named, sizeof named);
    by_cli_game_close(cli);
    by_text_format(&text, "rules %s", match->settings);
    enum by_status status = by_spec_read(named, &spec, &cli->error);
    if (status == BY_OK)
        status = by_rules_open(match->game, spec.settings, spec.count,
                               *match->position ? match->position : NULL, &cli->rules, &cli->error);
    return status == BY_OK ? by_line_open(cli->rules, &cli->line, &cli->error) : status;
}

static bool look_at(void *context, const struct by_store_match *match)
{
    struct search *s = context;
    if (s->match && match->id != s->match)
        return true;
    s->status = open_board(s, match);
    if (s->status == BY_OK)
        s->status = by_store_games(s->store, match->id, NULL, take_game, s, &s->cli->error) == BY_OK
                        ? s->status
                        : BY_FAILED;
    if (s->found) {
        snprintf(s->out->a, sizeof s->out->a, "%s", match->a);
        snprintf(s->out->b, sizeof s->out->b, "%s", match->b);
    }
    return s->status == BY_OK && !s->found;
}

int by_stored_game_open(struct by_cli *cli, const char *path, int64_t match, int64_t number,
                        struct by_stored_game *out)
{
    char quoted[BY_QUOTE_SIZE];
    struct search s = {.cli = cli, .match = match, .number = number, .out = out};
    *out = (struct by_stored_game){0};
    if (by_store_open(path, BY_STORE_READ, by_interrupt_flag(), &s.store, &cli->error) != BY_OK)
        return by_cli_report(cli);
    by_store_on_problem(s.store, by_said_elsewhere, NULL);
    enum by_status status = by_store_matches(s.store, look_at, &s, &cli->error);
    by_store_close(s.store);
    if (status != BY_OK || s.status != BY_OK)
        return by_cli_report(cli);
    if (s.found && out->played)
        return BY_EXIT_OK;
    if (match)
        return by_cli_refuse(cli, "there is no game %" PRId64 " of match %" PRId64 " in %s", number,
                             match, by_quote(path, quoted));
    return by_cli_refuse(cli, "there is no game %" PRId64 " in %s", number, by_quote(path, quoted));
}

void by_stored_game_close(struct by_stored_game *game)
{
    free(game->played);
    *game = (struct by_stored_game){0};
}
