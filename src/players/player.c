#include "players/player.h"

#include "base/clock.h"
#include "base/spec.h"
#include <stdlib.h>
#include <string.h>

struct by_player {
    struct by_human human;        /* used when `searcher` is NULL */
    struct by_searcher *searcher; /* owned */
    char spec[];                  /* as given */
};

static enum by_status refuse_name(const char *name, struct by_error *err)
{
    char names[512], hint[96], quoted[BY_QUOTE_SIZE];
    struct by_text list = by_text_over(names, sizeof names);
    by_search_names(&list);
    by_text_add(&list, "|human");
    struct by_text suggestion = by_text_over(hint, sizeof hint);
    by_suggest(&suggestion, name, names);
    return by_fail(err, BY_BAD_INPUT, "there is no player called '%s'%s (players: %s)",
                   by_quote(name, quoted), hint, names);
}

/* A spec is read twice: here for its name, in the search room for its options. */
static enum by_status check_spec(const char *text, const struct by_human *human, bool *is_human,
                                 struct by_error *err)
{
    struct by_spec spec;
    enum by_status status = by_spec_read(text, &spec, err);
    if (status != BY_OK)
        return status;
    *is_human = by_same_text(spec.name, "human");
    if (!*is_human)
        return by_search_find(spec.name) ? BY_OK : refuse_name(spec.name, err);
    if (spec.count > 0)
        return by_fail(err, BY_BAD_INPUT, "the player human has no options");
    if (!human)
        return by_fail(err, BY_BAD_INPUT, "a person cannot play here: name a search instead");
    return BY_OK;
}

enum by_status by_player_open(const struct by_rules *rules, const char *spec, uint64_t seed,
                              const struct by_human *human, struct by_player **out,
                              struct by_error *err)
{
    bool is_human = false;
    *out = NULL;
    enum by_status status = check_spec(spec, human, &is_human, err);
    if (status != BY_OK)
        return status;
    size_t size = sizeof(struct by_player) + strlen(spec) + 1;
    struct by_player *player = calloc(1, size);
    if (!player)
        return by_fail_memory(err, size);
    strcpy(player->spec, spec);
    if (is_human)
        player->human = *human;
    else
        status = by_searcher_open(rules, spec, seed, &player->searcher, err);
    if (status != BY_OK) {
        free(player);
        return status;
    }
    *out = player;
    return BY_OK;
}

void by_player_close(struct by_player *player)
{
    if (!player)
        return;
    if (player->searcher)
        by_searcher_close(player->searcher);
    free(player);
}

void by_player_reset(struct by_player *player, uint64_t seed)
{
    if (player->searcher)
        by_searcher_reset(player->searcher, seed);
}

/* A person gives a move and no opinion: everything else in the decision says so. */
static enum by_status ask_human(struct by_player *player, const struct by_line *line,
                                struct by_decision *decision, struct by_error *err)
{
    double begun = by_clock_now();
    struct by_move_stat *moves = decision->moves;
    *decision = (struct by_decision){.move = BY_NO_MOVE, .moves = moves};
    enum by_status status = player->human.ask(player->human.context, line, &decision->move, err);
    decision->work.seconds = by_clock_now() - begun;
    decision->complete = decision->move != BY_NO_MOVE;
    return status;
}

enum by_status by_player_move(struct by_player *player, const struct by_line *line,
                              const struct by_limits *limits, const struct by_events *events,
                              struct by_decision *decision, struct by_error *err)
{
    if (!player->searcher)
        return ask_human(player, line, decision, err);
    return by_searcher_think(player->searcher, line, limits, events, decision, err);
}

/* A person is interrupted by whoever asks them: nothing to do here. */
void by_player_stop(struct by_player *player)
{
    if (player->searcher)
        by_searcher_stop(player->searcher);
}

bool by_player_is_human(const struct by_player *player)
{
    return !player->searcher;
}

const char *by_player_spec(const struct by_player *player)
{
    return player->spec;
}

struct by_searcher *by_player_searcher(struct by_player *player)
{
    return player->searcher;
}
