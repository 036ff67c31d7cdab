/* learned.h: the evaluation `learned`: every point of the board adds a weight that was fitted to games.
 *
 * A point has four patterns for each player, one a direction; in which order they come does not matter, so
 * there are 715 classes of points. A player's stones and the empty points, as if he had a stone there,
 * each add the weight of their class and those of their four lines: one weight when the player is to move,
 * another when his opponent is. The lines alone would do for what is rare; classes say where lines meet. The
 * sum is the logarithm of the odds that the side to move wins, in 1/BY_GOMOKU_ODDS. Nothing of it depends
 * on the size of the board. Empty points without own stones in reach add nothing.
 *
 * The four patterns are read as a number of four digits, the code of a point, and what it adds stands in a
 * table: both weights in one word, the lower half for a player to move, so that one addition keeps both
 * sums. Points whose patterns change are taken out and put in again (state_tmpl.h). */
#ifndef BY_GAMES_GOMOKU_LEARNED_H
#define BY_GAMES_GOMOKU_LEARNED_H

#include "games/gomoku/patterns.h"

#define BY_GOMOKU_ODDS    256   /* a logarithm of the odds of 1 */
#define BY_GOMOKU_CODES   10000 /* PATTERNS to the power of DIRECTIONS */
#define BY_GOMOKU_CLASSES 715

/* As they are learned and kept in files: for empty points and for stones each class, for a player to move
 * and for his opponent; the same for each pattern of a line; and one for every position. */
#define BY_GOMOKU_CLASS_WEIGHTS (2 * BY_GOMOKU_CLASSES * 2)
#define BY_GOMOKU_WEIGHTS       (BY_GOMOKU_CLASS_WEIGHTS + 2 * BY_GOMOKU_PATTERNS * 2 + 1)

/* What the sums alone may come to; the threats on top are more. */
#define BY_GOMOKU_LEARNED_MAX 1000000

/* The numbers of the evaluation `points`: what an empty point of each class is worth to the side to move, and to
 * its opponent. */
struct by_gomoku_points {
    int16_t of[BY_GOMOKU_CLASSES][2];
};

struct by_gomoku_weights {
    int64_t point[2][BY_GOMOKU_CODES]; /* of empty points, of stones */
    int32_t to_move;                   /* for every position */
    bool known;                        /* false: there are none, and all are 0 */
};

static inline int by_gomoku_code(const uint8_t pattern[BY_GOMOKU_DIRECTIONS])
{
    return (pattern[0] * 10 + pattern[1]) * 100 + pattern[2] * 10 + pattern[3];
}

/* The two sums of a word. */
static inline int32_t by_gomoku_to_move(int64_t sums)
{
    return (int32_t)(uint32_t)(uint64_t)sums;
}

static inline int32_t by_gomoku_waiting(int64_t sums)
{
    return (int32_t)((sums - by_gomoku_to_move(sums)) >> 32);
}

/* The value by the sums of the side to move and of its opponent. */
static inline int32_t by_gomoku_learned_sum(const struct by_gomoku_weights *weights, int64_t me,
                                            int64_t you)
{
    int64_t sum = (int64_t)by_gomoku_to_move(me) + by_gomoku_waiting(you) + weights->to_move;
    const int64_t most = BY_GOMOKU_LEARNED_MAX;
    return (int32_t)(sum > most ? most : sum < -most ? -most : sum);
}

/* The class of every code. */
void by_gomoku_fill_classes(int16_t classes[BY_GOMOKU_CODES]);

/* The weight of a class, among those that are learned. */
static inline int by_gomoku_weight_number(int class, bool stone, bool to_move)
{
    return ((stone ? BY_GOMOKU_CLASSES : 0) + class) * 2 + !to_move;
}

/* The same of a pattern of a line. */
static inline int by_gomoku_line_number(int pattern, bool stone, bool to_move)
{
    return BY_GOMOKU_CLASS_WEIGHTS + ((stone ? BY_GOMOKU_PATTERNS : 0) + pattern) * 2 + !to_move;
}

/* Is an empty point of this code out of reach of own stones? */
bool by_gomoku_code_is_bare(int code);

/* Are its digits in order, the largest first? One code of each class is such. */
bool by_gomoku_code_is_sorted(int code);

/* From weights as they are learned; from malloc, NULL: no memory. */
struct by_gomoku_weights *by_gomoku_weights_make(const int16_t *learned);

/* Reads a file; `name` is what messages call it. From malloc. Trusts nothing. */
enum by_status by_gomoku_weights_read(const uint8_t *bytes, size_t size, const char *name,
                                      struct by_gomoku_weights **out, struct by_error *err);

/* What the user named with `weights`: a file for `learned`, from malloc, or one for `points`; the other one stays
 * what it is, NULL and as given. Both do for BY_GOMOKU_OWN_WEIGHTS. */
#define BY_GOMOKU_OWN_WEIGHTS "own"
enum by_status by_gomoku_weights_open(const char *name, struct by_gomoku_weights **out,
                                      struct by_gomoku_points *points, struct by_error *err);

/* Those of the build, for all rules of the process and to its end; NULL: no memory. */
const struct by_gomoku_weights *by_gomoku_own_weights(void);

/* The slot `lacks`. */
const char *by_gomoku_lacks(const struct by_rules *rules);

/* The file for weights as they are learned; from malloc. And the other way. */
enum by_status by_gomoku_weights_write(const int16_t *learned, uint8_t **bytes, size_t *size,
                                       struct by_error *err);
enum by_status by_gomoku_weights_unpack(const uint8_t *bytes, size_t size, const char *name,
                                        int16_t *learned, struct by_error *err);

/* The sums of both players by looking at every point, for those boards that do not keep them. */
void by_gomoku_learned_look(const struct by_rules *rules, const void *position, int64_t sums[2]);

#endif
