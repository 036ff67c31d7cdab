/* learned.h: the strengths of features as they were learned from games (team.h says which features).
 *
 * There are two sets: for boards up to 11x11, and for larger ones. In a file, numbers are little-endian
 * whatever the machine:
 *
 *   8 bytes   "banyan" 0x1a 0x67
 *   u32       version of this layout and of the features: BY_GO_LEARNED_VERSION
 *   u32       CRC-32 of all bytes behind this one
 *   then for each set:
 *   u32       patterns
 *   i16       for each group in the order of teams.def, for each value: 1024 times the logarithm of its
 *             strength
 *   u32       for each pattern: its key; each larger than the one before
 *   i16       for each pattern: its strength, as above
 */
#ifndef BY_GAMES_GO_LEARNED_H
#define BY_GAMES_GO_LEARNED_H

#include "games/go/team.h"
#include "games/move_model.h"

#define BY_GO_LEARNED_VERSION 2
#define BY_GO_LEARNED_MAX     (1 << 20) /* bytes of a file */
#define BY_GO_SETS            2
#define BY_GO_LN_UNIT         1024

static inline int by_go_set_of(int size)
{
    return size > 11;
}

/* A pattern that is known. */
struct by_go_known {
    uint32_t key; /* 0: free */
    float strength;
};

/* One set for use: patterns in a table of a power of two. */
struct by_go_strengths_of {
    float value[BY_TEAM_GROUPS][BY_GO_GROUP_VALUES_MAX];
    uint32_t mask;
    struct by_go_known *known;
};
struct by_go_model {
    struct by_go_around around;
    struct by_go_strengths_of set[BY_GO_SETS];
};

/* The file of what a trainer found, in sets of so many patterns; from malloc. */
enum by_status by_go_learned_write(const struct by_move_strengths set[BY_GO_SETS], uint8_t **bytes,
                                   size_t *size, struct by_error *err);

/* Trusts nothing; `name` is what messages call the file. */
enum by_status by_go_model_read(const uint8_t *bytes, size_t size, const char *name,
                                struct by_go_model **out, struct by_error *err);
void by_go_model_close(struct by_go_model *model);

/* The same from a file. */
enum by_status by_go_model_load(const char *path, struct by_go_model **out, struct by_error *err);

/* What is part of the build, unpacked once for the whole process; NULL: the build has none, or no memory. */
const struct by_go_model *by_go_own_model(void);

/* That of the largest pattern around a point that is known, all smaller ones being so; 1 where none is, and
 * `*level` is then -1. */
float by_go_model_pattern(const struct by_go_model *model, const struct by_go_scene *scene,
                          by_move move, int *level);

/* The strengths of legal moves. */
void by_go_model_strengths(const struct by_go_model *model, const struct by_rules *rules,
                           const void *position, const by_move *moves, int count, float *out);

#endif
