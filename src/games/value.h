/* value.h: one way to write a value, wherever people see one.
 *
 * A value says whose it is and what: "Black +4 discs", "White wins by 11 discs", "X wins in 5 plies",
 * "Black 53.1 %", "O +12 by advance", "even", "draw". Searches count a finished game so high that it
 * beats every hope; such numbers never reach people, and none is written with an exponent.
 *
 * What a value counts is a fact of the game (`sides`, `margin`) and of the evaluation (`unit`, `counts`).
 * Distances are in plies, moves of either player. */
#ifndef BY_GAMES_VALUE_H
#define BY_GAMES_VALUE_H

#include "games/game.h"

/* What a value is. All zero but for `rules`: nothing is known. */
struct by_worth {
    const struct by_rules *rules;
    int side; /* who sees it so */
    enum by_scale scale;
    enum by_bound bound;
    const struct by_eval *eval; /* of a score: in whose units it is; NULL: in those of results */
    bool decided;               /* it is the game's result, not a hope */
    int plies;                  /* to the end, where the game is decided; 0: not known */
    bool headed;                /* who the evaluation is has been said: it is left out */
    double value;
};

/* "Black", "White"; "X", "O" where the game has no names for its players. */
const char *by_player_name(const struct by_rules *rules, int side);

/* In full, as above: a loss is said to be the other player's win. Values between two players who are
 * as well off are "even"; results are "draw". A bound says "or more", "or less", as the one who is
 * named sees it. */
#define BY_WORTH_BUFFER 96
void by_worth_write(const struct by_worth *worth, struct by_text *out);
const char *by_worth_string(const struct by_worth *worth, char buffer[BY_WORTH_BUFFER]);

/* For columns and windows whose head says who sees it: "+4", "wins", "loses in 5 plies", "53.1 %",
 * "<= -3"; "-" where nothing is known. */
void by_worth_brief(const struct by_worth *worth, struct by_text *out);
const char *by_worth_brief_string(const struct by_worth *worth, char buffer[BY_WORTH_BUFFER]);

/* The same number for programs: results and hopes in the units that people count in, finished games
 * as the search has them. */
double by_worth_number(const struct by_worth *worth);

/* As a number among others, in windows, trees and traces: "4", "-2.5", "win", "-win-4" (a loss by 4),
 * "win-16" (the end of a window). */
void by_worth_sum(const struct by_worth *worth, struct by_text *out);

/* Whether an evaluation counts the things called so, here; how many of its units are one of them. */
bool by_eval_counts(const struct by_rules *rules, const struct by_eval *eval, const char *what);
double by_eval_unit(const struct by_rules *rules, const struct by_eval *eval);

/* A number without an exponent, with at most so many decimals, none of them a zero at the end. */
void by_write_number(double value, int decimals, struct by_text *out);

#endif
