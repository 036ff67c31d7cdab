/* timing.h: how long a move may take when a whole game is played on a clock.
 *
 * Pure functions of struct by_game_clock (banyan.h). The promise: a player that never thinks
 * beyond `hard`, and loses at most `lag` seconds a move elsewhere, does not lose on time, however
 * long the game gets within its rules. It can be kept when the clock holds the lag of all moves
 * that may come; a clock that does not is shared out for a game of twice the likely length. */
#ifndef BY_SEARCH_TIMING_H
#define BY_SEARCH_TIMING_H

#include "games/game.h"

/* The shortest think, and what `lag` is when the clock does not say. Seconds. */
#define BY_CLOCK_LEAST 0.001
#define BY_CLOCK_LAG   0.01

/* Aim at soft, never think past hard. 0 < soft <= hard. */
struct by_time_share {
    double soft, hard;
};

/* Moves that the player to move still has to make, this one included: as a guess, and at most. */
struct by_moves_left {
    int likely, most;
};

/* Whether there is a clock: something in it is not zero. A clock that ran out below zero is one. */
bool by_clock_runs(const struct by_game_clock *clock);

/* After `plies` moves of a game. */
struct by_moves_left by_moves_left(const struct by_rules *rules, int plies);

/* What it shows so many seconds later, while a move is thought about. It never shows nothing: who has
 * run out of time has less than none, and is to move at once. */
void by_clock_tick(struct by_game_clock *clock, double seconds);

/* Takes the time of a move off; `given` is the clock at the start of the game: periods, increments and
 * time for a number of moves come from it. False: the time was over, by more than `margin`. */
bool by_clock_charge(struct by_game_clock *clock, const struct by_game_clock *given, double used,
                     double margin);

/* What a move costs beyond its thinking, where a program is spoken to, in a clock of that kind: a part
 * of what there is for one move, between 4 and 50 ms. */
double by_clock_lag(const struct by_game_clock *clock);

/* What is negative or not a number in the clock counts as zero. */
struct by_time_share by_time_share(const struct by_game_clock *clock, struct by_moves_left moves);

/* Reads "left=60 increment=1"; also period=, periods= or stones=, moves=, lag=. */
enum by_status by_clock_read(const char *text, struct by_game_clock *out, struct by_error *err);

#endif
