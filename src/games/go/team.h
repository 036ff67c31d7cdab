/* team.h: moves as teams of features, for a Bradley-Terry model that is learned (GO 2.2.1; R. Coulom,
 * Computing Elo ratings of move patterns in the game of Go, 2007).
 *
 * A team has one value of each group of teams.def, and the largest pattern around its point that is known.
 * Patterns are nested, each a level: the eight points around; the same with the liberties (one, two, more)
 * of the chains beside the point; then all points up to a distance of 4, 5, 6, 7, 8, 9, 10, 12, where
 * distance is dx + dy + max(dx, dy). Own stones, the opponent's and the edge are told apart; a turned or
 * mirrored pattern is the same one. A pattern is known by a key of 32 bits: two may share one, at a chance
 * that does not matter. What was played often was so in its smaller forms too: the largest known is found from the
 * smallest on, up to the first that is not known.
 *
 * A scene is a position looked at once for all of its moves: chains, liberties, ladders. */
#ifndef BY_GAMES_GO_TEAM_H
#define BY_GAMES_GO_TEAM_H

#include "games/go/go.h"

enum by_go_group {
#define BY_GO_GROUP(name, values, words, what) BY_TEAM_##name,
#include "games/go/teams.def"
#undef BY_GO_GROUP
    BY_TEAM_GROUPS
};

/* How many values each has. */
extern const int by_go_group_values[BY_TEAM_GROUPS];
#define BY_GO_GROUP_VALUES_MAX 17

#define BY_GO_LEVELS           10
#define BY_GO_AROUND_MAX       112 /* points of the largest pattern, at least */
#define BY_GO_LIBERTIES_KNOWN  4

struct by_go_string {
    int16_t liberty[BY_GO_LIBERTIES_KNOWN];
    uint8_t liberties; /* at most BY_GO_LIBERTIES_KNOWN */
    bool caught;       /* one liberty: even if its owner moves; two: if the opponent does */
    int16_t stones;
};

/* The board with so many points of nothing around it, as the side to move sees it. */
#define BY_GO_REACH  8
#define BY_GO_GROUND (BY_GO_SIZE_MAX + 2 * BY_GO_REACH)
enum { BY_GROUND_EMPTY, BY_GROUND_OWN, BY_GROUND_THEIRS, BY_GROUND_OFF };

static inline int by_go_ground_of(int x, int y)
{
    return (y + BY_GO_REACH) * BY_GO_GROUND + x + BY_GO_REACH;
}

struct by_go_scene {
    struct by_go_view view;
    uint8_t ground[BY_GO_GROUND * BY_GO_GROUND];
    int size, count;
    int16_t string_of[BY_GO_POINTS_MAX]; /* where there are stones */
    struct by_go_string string[BY_GO_POINTS_MAX];
};

struct by_go_team {
    uint8_t value[BY_TEAM_GROUPS];
    uint32_t key[BY_GO_LEVELS]; /* never 0; all 0 for a pass */
};

/* The points around, in the order of their distance, and what each adds to the key as the eight images
 * of the board have it: nothing where it is empty. */
struct by_go_around {
    int end[BY_GO_LEVELS]; /* of each level's points */
    int8_t dx[BY_GO_AROUND_MAX], dy[BY_GO_AROUND_MAX];
    int16_t step[BY_GO_AROUND_MAX]; /* on the ground */
    uint32_t key[BY_GO_AROUND_MAX][4][8];
    uint32_t mark[4][2][8]; /* a neighbour's chain has one liberty, or two */
};
void by_go_around_fill(struct by_go_around *around);

void by_go_scene_look(const struct by_rules *rules, const void *position, struct by_go_scene *out);

/* The values alone; false: the move is a pass, around which there are no patterns. */
bool by_go_team_values(const struct by_go_scene *scene, by_move move, uint8_t *value);

/* The patterns around a point, level by level, each from the one before: `grow` gives the key of the next. */
struct by_go_pattern {
    int point, level;
    const uint8_t *at;
    uint32_t sum[8];
};
void by_go_pattern_begin(const struct by_go_scene *scene, by_move move,
                         struct by_go_pattern *pattern);
uint32_t by_go_pattern_grow(const struct by_go_scene *scene, const struct by_go_around *around,
                            struct by_go_pattern *pattern);

/* The team of a legal move, with all its patterns. */
void by_go_team_of(const struct by_go_scene *scene, const struct by_go_around *around, by_move move,
                   struct by_go_team *out);

#endif
