
#include "base/clock.h"
#include "base/spec.h"
#include "players/program.h"
#include "players/resolve.h"
#include <stdlib.h>
#include <string.h>

/* One of three. */
struct by_player {
    struct by_human human;        /* used when there is neither of the others */
    struct by_searcher *searcher; /* owned */
    struct by_manners manners;    /* the search's */
    struct by_program *program;   /* owned */
    char spec[];                  /* as given */
};

const char *by_fault_name(enum by_fault fault)
{
    static const char *const names[] = {
#define BY_FAULT(id, name) name,
#include "players/faults.def"
#undef BY_FAULT
    };
    return names[fault];
}

/* --- opening ---------------------------------------------------------------------------- */

static enum by_status seat_human(struct by_player *player, const struct by_spec *spec,
                                 const struct by_human *human, struct by_error *err)
{
    if (spec->count > 0)
        return by_fail(err, BY_BAD_INPUT, "the player human has no options");
    if (!human)
        return by_fail(err, BY_BAD_INPUT, "a person cannot play here: name a search instead");
    player->human = *human;
    return BY_OK;
}

static enum by_status fill(struct by_player *player, const struct by_rules *rules,
                           const struct by_player_terms *terms, struct by_error *err)
{
    struct by_resolved resolved;
    enum by_status status = by_player_resolve(rules, player->spec, terms->trust, &resolved, err);
    if (status != BY_OK)
        return status;
    struct by_spec *spec = &resolved.spec;
    if (resolved.protocol && terms->later)
        return by_program_make(rules, resolved.protocol, spec->settings, spec->count,
                               &player->program, err);
    if (resolved.protocol)
        return by_program_open(rules, resolved.protocol, spec->settings, spec->count,
                               &player->program, err);
    if (!resolved.search)
        return seat_human(player, spec, terms->human, err);
    status = by_manners_take(rules, spec, &player->manners, err);
    by_manners_reset(&player->manners, terms->seed);
    if (status == BY_OK)
        status = by_searcher_make(rules, spec, terms->seed, &player->searcher, err);
    return status;
}

const char *by_player_default(const struct by_game *game)
{
    return game->player ? game->player : "alphabeta";
}

const char *by_player_for(const struct by_rules *rules)
{
    return rules->has_chance && !rules->game->player ? "minimax" : by_player_default(rules->game);
}

enum by_status by_player_open(const struct by_rules *rules, const char *spec,
                              const struct by_player_terms *terms, struct by_player **out,
                              struct by_error *err)
{
    size_t size = sizeof(struct by_player) + strlen(spec) + 1;
    struct by_player *player = calloc(1, size);
    *out = NULL;
    if (!player)
        return by_fail_memory(err, size);
    strcpy(player->spec, spec);
    enum by_status status = fill(player, rules, terms, err);
    if (status == BY_OK)
        *out = player;
    else
        by_player_close(player);
    return status;
}

void by_player_close(struct by_player *player)
{
    if (!player)
        return;
    if (player->searcher)
        by_searcher_close(player->searcher);
    by_manners_close(&player->manners);
    by_program_close(player->program);
    free(player);
}

void by_player_reset(struct by_player *player, uint64_t seed)
{
    if (player->searcher)
        by_searcher_reset(player->searcher, seed);
    by_manners_reset(&player->manners, seed);
    if (player->program)
        by_program_reset(player->program);
}

void by_player_announce(struct by_player *player, int64_t number, int side)
{
    if (player->program)
        by_program_announce(player->program, number, side);
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

enum by_status by_player_turn(struct by_player *player, const struct by_line *line,
                              const struct by_turn *turn, struct by_decision *decision,
                              struct by_error *err)
{
    if (player->program)
        return by_program_move(player->program, line, turn->limits, decision, err);
    if (!player->searcher)
        return ask_human(player, line, decision, err);
    return by_manners_move(&player->manners, player->searcher, line, turn, decision, err);
}

enum by_status by_player_move(struct by_player *player, const struct by_line *line,
                              const struct by_limits *limits, const struct by_events *events,
                              struct by_decision *decision, struct by_error *err)
{
    const struct by_turn turn = {.limits = limits, .events = events};
    return by_player_turn(player, line, &turn, decision, err);
}

double by_player_resign(const struct by_player *player, const struct by_game *game)
{
    return player->searcher ? by_manners_resign(&player->manners, game) : 0;
}

void by_player_set_resign(struct by_player *player, double chance)
{
    player->manners.resign = chance;
}

/* A person is interrupted by whoever asks them: nothing to do here. */
void by_player_stop(struct by_player *player)
{
    if (player->searcher)
        by_searcher_stop(player->searcher);
    if (player->program)
        by_program_stop(player->program);
}

enum by_fault by_player_fault(const struct by_player *player)
{
    return player->program ? player->program->fault : BY_FAULT_NONE;
}

bool by_player_resigned(const struct by_player *player)
{
    return player->program ? player->program->resigned : player->manners.resigned;
}

bool by_player_used_book(const struct by_player *player)
{
    return player->manners.by_book;
}

double by_player_margin(const struct by_player *player, double otherwise)
{
    return player->program ? by_program_seconds(player->program, "margin") : otherwise;
}

bool by_player_is_human(const struct by_player *player)
{
    return !player->searcher && !player->program;
}

const char *by_player_spec(const struct by_player *player)
{
    return player->spec;
}

struct by_searcher *by_player_searcher(struct by_player *player)
{
    return player->searcher;
}

struct by_program *by_player_program(struct by_player *player)
{
    return player->program;
}
