/* bench.c: which lines there are, and all of them. */
#include "bench/parts.h"

#include <stdio.h>
#include <string.h>

/* --- choosing lines ---------------------------------------------------------------------- */

/* Whether a part of a filter means that of a line: the same words, or the line has an
 * alias of the game that the filter names. */
static bool means(const char *filter, size_t wanted, const char *name, size_t length)
{
    char word[64];
    if (wanted == length && strncmp(filter, name, length) == 0)
        return true;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), name);
    const struct by_game *game = by_game_find(word, NULL);
    return game && strlen(game->name) == wanted && strncmp(filter, game->name, wanted) == 0;
}

bool by_bench_wants(const char *filter, const char *name)
{
    while (filter && *filter) {
        size_t wanted = strcspn(filter, "/@ "), length = strcspn(name, "/@ ");
        if (!means(filter, wanted, name, length))
            return false;
        filter += wanted + (filter[wanted] != '\0');
        name += length + (name[length] != '\0');
    }
    return true;
}

/* --- games ---------------------------------------------------------------------------------- */

/* The alias that means the same rules: the same label and the same start. */
static const char *bench_name(const struct by_rules *rules)
{
    const struct by_alias *alias = rules->game->aliases;
    for (; alias && alias->name; alias++) {
        struct by_rules *other;
        if (by_rules_open(alias->name, NULL, 0, NULL, &other, NULL) != BY_OK)
            continue;
        bool same = strcmp(other->label, rules->label) == 0;
        by_rules_close(other);
        if (same)
            return alias->name;
    }
    return rules->name;
}

enum by_status by_bench_game(int index, struct by_rules **out, struct by_error *err)
{
    enum by_status status = by_rules_open(by_game_at(index)->name, NULL, 0, NULL, out, err);
    if (status == BY_OK)
        (*out)->name = bench_name(*out);
    return status;
}

static const struct {
    const char *game, *settings;
} playouts[] = {
#define BY_BENCH_PLAYOUTS(game, settings) {game, settings},
#define BY_BENCH_PERFT(game, depth)
#define BY_BENCH_GROWTH(game, settings, power, source)
#include "bench/games.def"
#undef BY_BENCH_PLAYOUTS
#undef BY_BENCH_PERFT
#undef BY_BENCH_GROWTH
};

static const struct {
    const char *game;
    int depth;
} perfts[] = {
#define BY_BENCH_PLAYOUTS(game, settings)
#define BY_BENCH_PERFT(game, depth) {game, depth},
#define BY_BENCH_GROWTH(game, settings, power, source)
#include "bench/games.def"
#undef BY_BENCH_PLAYOUTS
#undef BY_BENCH_PERFT
#undef BY_BENCH_GROWTH
};

static const struct by_bench_growth growths[] = {
#define BY_BENCH_PLAYOUTS(game, settings)
#define BY_BENCH_PERFT(game, depth)
#define BY_BENCH_GROWTH(game, settings, power, source) {game, settings, power, source},
#include "bench/games.def"
#undef BY_BENCH_PLAYOUTS
#undef BY_BENCH_PERFT
#undef BY_BENCH_GROWTH
};

const char *by_bench_settings(const struct by_game *game, int *at)
{
    int count = (int)(sizeof playouts / sizeof *playouts);
    while (*at < count && strcmp(playouts[*at].game, game->name) != 0)
        ++*at;
    return *at < count ? playouts[(*at)++].settings : NULL;
}

int by_bench_perft_depth(const struct by_game *game)
{
    for (size_t i = 0; i < sizeof perfts / sizeof *perfts; i++)
        if (strcmp(perfts[i].game, game->name) == 0)
            return perfts[i].depth;
    return 0;
}

const struct by_bench_growth *by_bench_growth(int index)
{
    return index < (int)(sizeof growths / sizeof *growths) ? growths + index : NULL;
}

/* --- all of it -------------------------------------------------------------------------------- */

enum by_status by_bench_run(const struct by_bench *bench, struct by_error *err)
{
    enum by_status status = by_bench_speed(bench, err);
    if (status != BY_OK)
        return status;
    by_bench_cost(bench);
    by_bench_ladder(bench);
    by_bench_mcts(bench);
    by_bench_nets(bench);
    by_bench_deviation(bench);
    return BY_OK;
}
