/* first.c: the one thought at the beginning, which shows that all of it works and how fast it is. */
#include "games/line.h"
#include "players/player.h"
#include "report/pieces.h"
#include "search/search.h"
#include "server/server.h"

#include <stdio.h>

static void note(const struct by_rules *rules, const struct by_line *line,
                 const struct by_decision *decision, struct by_first *out)
{
    const struct by_work *work = &decision->work;
    uint64_t done = work->simulations ? work->simulations : work->nodes;
    (void)snprintf(out->game, sizeof out->game, "%s", rules->name);
    char move[BY_MOVE_BUFFER];
    (void)snprintf(out->move, sizeof out->move, "%s",
                   by_move_string(rules, by_line_position(line), decision->move, move));
    out->per_second = work->seconds > 0 ? (double)done / work->seconds : 0;
    out->unit = work->simulations ? "simulations" : "positions";
}

static enum by_status think(const struct by_rules *rules, struct by_line *line,
                            struct by_player *player, double seconds, struct by_first *out,
                            struct by_error *err)
{
    const struct by_limits limits = {.seconds = seconds};
    struct by_decision decision;
    enum by_status status = by_decision_open(rules, &decision, err);
    if (status != BY_OK)
        return status;
    status = by_player_move(player, line, &limits, NULL, &decision, err);
    if (status == BY_OK)
        note(rules, line, &decision, out);
    by_decision_close(&decision);
    return status;
}

enum by_status by_server_think(struct by_server *server, const char *game, double seconds,
                               struct by_first *out, struct by_error *err)
{
    const struct by_player_terms terms = {.seed = 1, .trust = BY_TRUST_NONE};
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    struct by_player *player = NULL;
    enum by_status status = by_rules_open(game, NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    if (status == BY_OK)
        status = by_player_open(rules, by_player_for(rules), &terms, &player, err);
    if (status == BY_OK)
        status = think(rules, line, player, seconds, out, err);
    if (status == BY_OK)
        by_server_told(server, out);
    by_player_close(player);
    by_line_close(line);
    by_rules_close(rules);
    return status;
}
