/* store_sgf.c: the games of a store as records, one after the other. */
#include "cli/arena/store.h"
#include "report/game_record.h"

#include <inttypes.h>
#include <stdlib.h>

struct writing {
    struct by_cli *cli;
    struct by_store *store;
    int64_t only, number; /* 0: all */
    const struct by_store_match *match;
    struct by_rules *rules;
    struct by_line *line;
    int64_t written;
    enum by_status status;
};

static bool write_game(void *context, const struct by_played *game)
{
    struct writing *w = context;
    struct by_error *err = &w->cli->error;
    char *text = NULL;
    size_t size = 0;
    if (w->number && game->number + 1 != w->number)
        return true;
    while (by_line_undo(w->line)) {
    }
    w->status = by_line_play_list(w->line, game->moves, err);
    if (w->status == BY_OK)
        w->status = by_game_record(game, w->line, w->match->a, w->match->b, &text, &size, err);
    if (w->status == BY_OK)
        by_output_bytes(w->cli, text, size);
    free(text);
    w->written += w->status == BY_OK;
    return w->status == BY_OK;
}

static enum by_status open_rules(struct writing *w, struct by_error *err)
{
    char named[BY_SPEC_LENGTH_MAX + 2];
    struct by_spec spec;
    struct by_text text = by_text_over(named, sizeof named);
    by_text_format(&text, "rules %s", w->match->settings);
    enum by_status status = by_spec_read(named, &spec, err);
    if (status == BY_OK)
        status = by_rules_open(w->match->game, spec.settings, spec.count,
                               *w->match->position ? w->match->position : NULL, &w->rules, err);
    if (status == BY_OK)
        status = by_line_open(w->rules, &w->line, err);
    return status;
}

static bool write_match(void *context, const struct by_store_match *match)
{
    struct writing *w = context;
    if (w->only && match->id != w->only)
        return true;
    w->match = match;
    w->status = open_rules(w, &w->cli->error);
    if (w->status == BY_OK) {
        enum by_status status =
            by_store_games(w->store, match->id, NULL, write_game, w, &w->cli->error);
        w->status = w->status ? w->status : status;
    }
    by_line_close(w->line);
    if (w->rules)
        by_rules_close(w->rules);
    w->line = NULL;
    w->rules = NULL;
    return w->status == BY_OK;
}

int by_store_export_sgf(struct by_cli *cli, struct by_store *store, int64_t match, int64_t number)
{
    struct writing w = {.cli = cli, .store = store, .only = match, .number = number};
    enum by_status status = by_store_matches(store, write_match, &w, &cli->error);
    if (status != BY_OK || w.status != BY_OK)
        return by_cli_report(cli);
    return w.written > 0 ? BY_EXIT_OK : by_cli_refuse(cli, "there is no such game in the store");
}
