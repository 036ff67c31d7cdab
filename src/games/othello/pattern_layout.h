/* pattern_layout.h: where the patterns of patterns.def lie, and which of their weights are one.
 *
 * A pattern with n squares has 3^n places in its table: place p is the number p - (3^n - 1) / 2 in balanced
 * ternary, the first square having the lowest digit. An image of the board that leaves the squares of a
 * pattern together may exchange them: then two places are the same weight, and the higher one is the
 * mirror of the lower. What is learned and kept in files are the weights without mirrors, in the order of
 * their places, pattern after pattern. */
#ifndef BY_GAMES_OTHELLO_PATTERN_LAYOUT_H
#define BY_GAMES_OTHELLO_PATTERN_LAYOUT_H

#include "games/othello/pattern_eval.h"

#define BY_OTHELLO_INSTANCES_MAX 8

struct by_othello_shape_of {
    const char *name;
    int squares, instances;
    int places; /* 3^squares */
    int first;  /* place 0 in the tables of a phase */
    int lane;   /* of the first instance */
    uint8_t square[BY_OTHELLO_INSTANCES_MAX][BY_OTHELLO_SQUARES_MAX];
    uint8_t exchange
        [BY_OTHELLO_SQUARES_MAX]; /* where each square goes in the image, itself without one */
};

struct by_othello_layout {
    struct by_othello_shape_of pattern[BY_OTHELLO_PATTERNS];
    int places;  /* of all patterns */
    int weights; /* of one phase: places without mirrors, and two for the parity of empty squares */
    uint32_t sum; /* of all that decides which weight is which: files say what they were made for */
    int32_t place[]; /* the lowest of those that are the same weight */
};

/* From malloc; NULL: there is no memory. */
struct by_othello_layout *by_othello_layout_open(void);

/* The lowest place that is the same weight, and the place of square `square` of a pattern. */
static inline int by_othello_power(int square)
{
    int power = 1;
    while (square-- > 0)
        power *= 3;
    return power;
}

#endif
