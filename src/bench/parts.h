/* parts.h: what the parts of the bench share. */
#ifndef BY_BENCH_PARTS_H
#define BY_BENCH_PARTS_H

#include "bench/bench.h"

static inline bool by_bench_stopped(const struct by_bench *bench)
{
    return bench->stop && atomic_load_explicit(bench->stop, memory_order_relaxed);
}

static inline bool by_bench_asks(const struct by_bench *bench, const char *name)
{
    return by_bench_wants(bench->filter, name);
}

static inline void by_bench_tell(const struct by_bench *bench, const char *name, double value,
                                 const char *unit)
{
    bench->figure(bench->context,
                  &(struct by_bench_figure){.name = name, .value = value, .unit = unit});
}

/* Opens game number `index` with its default options, under the name its lines use: the alias with
 * the same rules where there is one (tictactoe for mnk). */
enum by_status by_bench_game(int index, struct by_rules **out, struct by_error *err);

/* What is measured of a game besides its default settings (games.def): the next settings whose
 * playouts are, from *at = 0 on, NULL at the end; and the depth that its perft is known by elsewhere,
 * 0: none. */
const char *by_bench_settings(const struct by_game *game, int *at);
int by_bench_perft_depth(const struct by_game *game);

/* A game whose playouts are measured as its board grows, and the power of the size that a document
 * says they grow with. */
struct by_bench_growth {
    const char *game, *settings;
    double published;
    const char *source;
};
const struct by_bench_growth *by_bench_growth(int index); /* NULL past the end */

/* Moves, playouts, searches and players of every game. */
enum by_status by_bench_speed(const struct by_bench *how, struct by_error *err);

/* Those below leave out what cannot be measured, as when there is too little memory. */

/* Positions that each form of alpha-beta looks at to the same depth, and what a second thread
 * brings. */
void by_bench_ladder(const struct by_bench *bench);

/* What playouts cost as the board grows, in steps and in time, and the power of the size that they
 * grow with. */
void by_bench_cost(const struct by_bench *bench);

/* Simulations per second of Monte Carlo search, and where their time goes. */
void by_bench_mcts(const struct by_bench *bench);

/* How often the networks of this build answer, by the best kernel of this machine and in plain C; nothing in a
 * build without networks. */
void by_bench_nets(const struct by_bench *bench);

/* How far shallow searches of games' own are off deep ones; only when asked for by name. */
void by_bench_deviation(const struct by_bench *bench);

#endif
