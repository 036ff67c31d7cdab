/* answers_fuzz.c: any bytes as the answers of another program. The first line says which protocol it
 * speaks and what is played ("gtp" "go size=5x5" on two lines); the rest is all it will ever say. Whatever
 * comes is a legal move, or the program's fault and told in a sentence. */
#include "fuzz.h"
#include "players/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVES_MAX 4

static void play(struct by_player *player, struct by_line *line)
{
    struct by_decision decision = {.moves = NULL};
    struct by_error err = {.status = BY_OK};
    bool on = by_decision_open(line->rules, &decision, &err) == BY_OK;
    for (int i = 0; on && i < MOVES_MAX && !by_line_over(line); i++) {
        on = by_player_move(player, line, NULL, NULL, &decision, &err) == BY_OK;
        if (!on) {
            by_fuzz_sentence(&err);
            by_fuzz_demand(by_player_fault(player) != BY_FAULT_NONE, "it is the program's fault");
        } else if (by_player_resigned(player)) {
            on = false;
        } else {
            by_fuzz_demand(by_line_play(line, decision.move, &err) == BY_OK, "its move is legal");
        }
    }
    by_decision_close(&decision);
}

/* A player whose program says what is in the file, and ends. */
static struct by_player *seat(const struct by_rules *rules, const char *protocol, const char *path)
{
    char spec[BY_FUZZ_PATH + 200];
    struct by_player *player = NULL;
    struct by_error err = {.status = BY_OK};
    (void)snprintf(spec, sizeof spec,
                   "%s cmd=\"exec cat %s\" start=2s command=2s move=2s stop=10ms", protocol, path);
    if (by_player_open(rules, spec, &(struct by_player_terms){.seed = 1, .trust = BY_TRUST_ALL},
                       &player, &err) != BY_OK)
        by_fuzz_sentence(&err);
    return player;
}

static void listen(const struct by_rules *rules, const char *protocol, const char *answers,
                   size_t size)
{
    char path[BY_FUZZ_PATH];
    struct by_line *line = NULL;
    by_fuzz_file(path, "answers", answers, size);
    struct by_player *player = seat(rules, protocol, path);
    if (player && by_line_open(rules, &line, NULL) == BY_OK)
        play(player, line);
    by_line_close(line);
    by_player_close(player);
    by_fuzz_remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *protocol = by_fuzz_text(data, size);
    char *game = by_fuzz_split(protocol), *answers = by_fuzz_split(game);
    size_t head = (size_t)(answers - protocol);
    by_fuzz_tame(game);
    struct by_rules *rules = by_protocol_find(protocol) ? by_fuzz_rules(game, NULL) : NULL;
    if (rules)
        listen(rules, protocol, (const char *)data + head, size - head);
    by_rules_close(rules);
    free(protocol);
    return 0;
}
