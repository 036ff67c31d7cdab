/* pattern_eval.h: the evaluation `learned` of the 8x8 board: patterns whose weights were fitted to games.
 *
 * A pattern is a set of squares (patterns.def) with a weight for each way to fill them; its images under
 * the symmetries of the board share the weights, so the value of a position is that of its images. The
 * value is the sum over all instances, in 1/BY_OTHELLO_DISC of a disc, of the weights for the stage of the
 * game: the result that the side to move can hope for.
 *
 * How an instance is filled is a number in balanced ternary: 0 for an empty square, +1 for a disc of the
 * side to move, -1 for one of its opponent. Seen by the other side it is the number's negative, which is why
 * no colour is needed and one table serves both. All numbers of a position stand in one vector; a move
 * adds one vector for the new disc and twice one for each disc that turns. That is three instructions a
 * disc with AVX2, and plain C that any compiler turns into vectors elsewhere: the same whole numbers
 * everywhere.
 *
 * The value is not the negative of that of the same board with the other side to move: to be on move is
 * part of what the weights know. */
#ifndef BY_GAMES_OTHELLO_PATTERN_EVAL_H
#define BY_GAMES_OTHELLO_PATTERN_EVAL_H

#include "base/error.h"
#include <stdbool.h>
#include <stdint.h>

struct by_rules;

#define BY_OTHELLO_DISC      128 /* a disc's worth of value */
#define BY_OTHELLO_VALUE_MAX (64 * BY_OTHELLO_DISC)

/* The stages of the game, two plies each, by the number of empty squares. A position that somebody set up may
 * have fewer discs than any game. */
#define BY_OTHELLO_PHASES 30
static inline int by_othello_phase(int empties)
{
    return empties > 60 ? 0 : empties > 0 ? (60 - empties) / 2 : BY_OTHELLO_PHASES - 1;
}

enum by_othello_pattern {
#define BY_PATTERN(name, instances, squares, which) BY_OTHELLO_PATTERN_##name,
#include "games/othello/patterns.def"
#undef BY_PATTERN
    BY_OTHELLO_PATTERNS
};

/* Instances of all patterns, and lanes of the vector: a multiple of 16 has whole registers. */
#define BY_PATTERN(name, instances, squares, which) char name[instances];
struct by_othello_counted {
#include "games/othello/patterns.def"
};
#undef BY_PATTERN
enum { BY_OTHELLO_INSTANCES = sizeof(struct by_othello_counted) };
#define BY_OTHELLO_LANES       48

#define BY_OTHELLO_SQUARES_MAX 10 /* of a pattern: 3^10 ways to fill it fit into 16 bits */

struct by_othello_index {
    _Alignas(32) int16_t at[BY_OTHELLO_LANES];
};

/* The weights as they are used. `table` has for each phase the tables of all patterns, one behind the
 * other; `centre` says where in it the number 0 of each pattern stands. */
struct by_othello_weights {
    struct by_othello_index square[64]; /* what one disc of the side to move adds */
    int32_t centre[BY_OTHELLO_PATTERNS];
    int32_t size;                       /* of the tables of one phase */
    int16_t even[BY_OTHELLO_PHASES][2]; /* for every position, by the parity of empty squares */
    int16_t table[];
};

/* The weights that these rules have: of a file that the user named, or of the build. NULL: there
 * are none, or the board is not 8x8. Those of the build are unpacked when first asked for; then, and
 * later, any thread may ask. */
const struct by_othello_weights *by_othello_weights_of(const struct by_rules *rules);

/* From a board: the discs of the side to move and of its opponent. */
void by_othello_index_set(const struct by_othello_weights *weights, struct by_othello_index *out,
                          uint64_t me, uint64_t you);

/* After a move of mine that turns `turned`, seen by the opponent, whose turn it is then. `to` may be
 * `from`. To take a move back, keep what was before: copying three registers is the quickest way. */
static inline void by_othello_index_play(const struct by_othello_weights *weights,
                                         const struct by_othello_index *from,
                                         struct by_othello_index *to, int square, uint64_t turned)
{
    struct by_othello_index sum = {{0}};
    for (; turned; turned &= turned - 1) {
        const struct by_othello_index *disc = &weights->square[__builtin_ctzll(turned)];
        for (int i = 0; i < BY_OTHELLO_LANES; i++)
            sum.at[i] = (int16_t)(sum.at[i] + disc->at[i]);
    }
    const struct by_othello_index *disc = &weights->square[square];
    for (int i = 0; i < BY_OTHELLO_LANES; i++)
        to->at[i] = (int16_t) - (from->at[i] + 2 * sum.at[i] + disc->at[i]);
}

static inline void by_othello_index_pass(const struct by_othello_index *from,
                                         struct by_othello_index *to)
{
    for (int i = 0; i < BY_OTHELLO_LANES; i++)
        to->at[i] = (int16_t)-from->at[i];
}

static inline int32_t by_othello_index_sum(const int16_t *centre, const int16_t *at, int count)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += centre[at[i]];
    return sum;
}

/* The value for the side to move, at most BY_OTHELLO_VALUE_MAX either way. */
static inline int by_othello_index_value(const struct by_othello_weights *weights,
                                         const struct by_othello_index *index, int empties)
{
    int phase = by_othello_phase(empties);
    const int16_t *table = weights->table + (size_t)phase * (size_t)weights->size, *at = index->at;
    int32_t sum = weights->even[phase][empties % 2];
#define BY_PATTERN(name, instances, squares, which)                                                \
    sum +=                                                                                         \
        by_othello_index_sum(table + weights->centre[BY_OTHELLO_PATTERN_##name], at, instances);   \
    at += (instances);
#include "games/othello/patterns.def"
#undef BY_PATTERN
    (void)at;
    return sum > BY_OTHELLO_VALUE_MAX    ? BY_OTHELLO_VALUE_MAX
           : sum < -BY_OTHELLO_VALUE_MAX ? -BY_OTHELLO_VALUE_MAX
                                         : sum;
}

/* The same from a board. */
int by_othello_pattern_value(const struct by_othello_weights *weights, uint64_t me, uint64_t you);

#endif
