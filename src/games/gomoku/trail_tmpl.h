/* trail_tmpl.h: stones for a search: put down with a note of what changed, and taken back by it; a part
 * of board_tmpl.h.
 *
 * Such a stone renews what searches ask for alone: the patterns of the empty points, the sets of
 * threats and the sum of `points`. Patterns of stones and the sums over them are out of date until it
 * is taken back, and so must all be before anybody else looks at the position.
 *
 * What a stone changes in a line depends on the line as far as ten points away and on who plays, and
 * the same few lines come again and again: the changes of each are worked out once and kept in a
 * table by the whole of what they depend on. */

#define TRAIL_MOST (2 * BY_GOMOKU_DIRECTIONS * 2 * BY_GOMOKU_REACH)
#define TRAIL_FROM offsetof(struct gomoku, active)
struct trail {
    int count;
    uint16_t place[TRAIL_MOST]; /* in the patterns, as bytes */
    uint8_t was[TRAIL_MOST];
    _Alignas(64) unsigned char rest[sizeof(struct gomoku) - TRAIL_FROM];
};

#define LINE_SPAN (4 * BY_GOMOKU_REACH + 1) /* points that matter */

/* What a stone changes in one line: two numbers for each point, the lower one for the first player,
 * and the pattern that he has there then. */
struct by_line_changes {
    _Alignas(64) uint64_t key; /* the line, all bits turned over: 0 is none */
    uint8_t count, place[4 * BY_GOMOKU_REACH], pattern[4 * BY_GOMOKU_REACH];
};
#define LINES_KEPT 4096

/* --- a line ------------------------------------------------------------------------------- */

/* LINE_SPAN bits about the stone; what is before the first is `beyond`. */
static inline uint64_t window_of(uint64_t line, int at, uint64_t beyond)
{
    int from = at - BY_GOMOKU_REACH; /* a line begins with REACH bits of border */
    line = from >= 0 ? line >> from : line << -from | (beyond & ((UINT64_C(1) << -from) - 1));
    return line & ((UINT64_C(1) << LINE_SPAN) - 1);
}

/* The pattern that a stone on bit i + REACH of a window would make. */
static inline uint8_t pattern_in(const struct by_gomoku_tables *tables, int player, uint64_t own,
                                 uint64_t blocked, int i)
{
    return tables->pattern[player][shapes_at(tables, own, blocked, i)];
}

static void work_out_changes(const struct by_gomoku_tables *tables, uint64_t mine, uint64_t theirs,
                             uint64_t border, int mover, struct by_line_changes *out)
{
    const uint64_t stone = UINT64_C(1) << (2 * BY_GOMOKU_REACH);
    uint64_t taken = mine | theirs | border | stone;
    out->count = 0;
    for (int i = 0; i <= 2 * BY_GOMOKU_REACH; i++) {
        if (taken >> (i + BY_GOMOKU_REACH) & 1)
            continue;
        for (int other = 0; other < 2; other++) {
            uint64_t own = other ? theirs : mine, blocked = (other ? mine : theirs) | border;
            int player = mover ^ other;
            uint8_t was = pattern_in(tables, player, own, blocked, i);
            own |= other ? 0 : stone;
            blocked |= other ? stone : 0;
            uint8_t fresh = pattern_in(tables, player, own, blocked, i);
            if (fresh == was)
                continue;
            out->place[out->count] = (uint8_t)(2 * i + player);
            out->pattern[out->count++] = fresh;
        }
    }
}

/* What a stone of `player` on a point changes along one direction. */
static inline const struct by_line_changes *changes_at(const struct by_gomoku_shape *shape,
                                                       const struct gomoku *gomoku, int action,
                                                       int d, int player,
                                                       struct by_line_changes *kept)
{
    struct by_gomoku_place place = shape->place[d][action];
    uint64_t mine = window_of(gomoku->lines.of[player][d][place.line], place.at, 0);
    uint64_t theirs = window_of(gomoku->lines.of[!player][d][place.line], place.at, 0);
    uint64_t border = window_of(shape->border[d][place.line], place.at, UINT64_MAX);
    uint64_t key = ~(mine | theirs << LINE_SPAN | border << (2 * LINE_SPAN) |
                     (uint64_t)player << (3 * LINE_SPAN));
    struct by_line_changes *found =
        &kept[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 52 & (LINES_KEPT - 1)];
    if (found->key != key) {
        work_out_changes(&shape->tables, mine, theirs, border, player, found);
        found->key = key;
    }
    return found;
}

/* --- stones ------------------------------------------------------------------------------- */

static inline void change_pattern(const struct by_gomoku_shape *shape, struct gomoku *gomoku,
                                  int at, int player, int d, uint8_t fresh)
{
    uint8_t *pattern = gomoku->pattern[at][player];
    int best = best_of(pattern);
    int64_t worth = shape->worth[by_gomoku_code(pattern)];
    pattern[d] = fresh;
    int now = best_of(pattern);
    gomoku->points[player] += shape->worth[by_gomoku_code(pattern)] - worth;
    if (now == best || (now < BY_GOMOKU_THREE && best < BY_GOMOKU_THREE))
        return;
    if (best >= BY_GOMOKU_THREE)
        put_in(&gomoku->threat[player][BY_GOMOKU_FIVE - best], at, false);
    if (now >= BY_GOMOKU_THREE)
        put_in(&gomoku->threat[player][BY_GOMOKU_FIVE - now], at, true);
}

/* The point is no longer an empty one. */
static inline void leave_sums(const struct by_gomoku_shape *shape, struct gomoku *gomoku,
                              int action, int player)
{
    const uint8_t *pattern = gomoku->pattern[action][player];
    int best = best_of(pattern);
    if (best >= BY_GOMOKU_THREE)
        put_in(&gomoku->threat[player][BY_GOMOKU_FIVE - best], action, false);
    gomoku->points[player] -= shape->worth[by_gomoku_code(pattern)];
}

static void put_noting(const struct by_gomoku_shape *shape, struct gomoku *gomoku, int action,
                       int player, struct trail *trail, struct by_line_changes *kept)
{
    memcpy(trail->rest, (const unsigned char *)gomoku + TRAIL_FROM, sizeof trail->rest);
    leave_sums(shape, gomoku, action, 0);
    leave_sums(shape, gomoku, action, 1);
    gomoku->cell[shape->spot[action]] = (uint8_t)(STONE + player);
    int noted = 0;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        const struct by_line_changes *c = changes_at(shape, gomoku, action, d, player, kept);
        int first = action - BY_GOMOKU_REACH * shape->step[d];
        for (int i = 0; i < c->count; i++) {
            int at = first + (c->place[i] >> 1) * shape->step[d], whose = c->place[i] & 1;
            trail->place[noted] = (uint16_t)((2 * at + whose) * BY_GOMOKU_DIRECTIONS + d);
            trail->was[noted++] = gomoku->pattern[at][whose][d];
            change_pattern(shape, gomoku, at, whose, d, c->pattern[i]);
        }
    }
    trail->count = noted;
    toggle_lines(shape, &gomoku->lines, action, player);
    gomoku->key ^= shape->key[player][shape->spot[action]];
    gomoku->stones++;
}

static void put_back(const struct by_gomoku_shape *shape, struct gomoku *gomoku, int action,
                     int player, const struct trail *trail)
{
    uint8_t *pattern = &gomoku->pattern[0][0][0];
    for (int i = trail->count - 1; i >= 0; i--)
        pattern[trail->place[i]] = trail->was[i];
    memcpy((unsigned char *)gomoku + TRAIL_FROM, trail->rest, sizeof trail->rest);
    gomoku->cell[shape->spot[action]] = EMPTY;
    toggle_lines(shape, &gomoku->lines, action, player);
    gomoku->key ^= shape->key[player][shape->spot[action]];
    gomoku->stones--;
}
