/* planes_test.c: what networks are shown of a position of Go, plane by plane, against a naive reading of the
 * position's text, on all boards; ladders on diagrams. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/planes.h"
#include "games/grid.h"

#define PLANES_MAX (BY_GO_POINTS_MAX * BY_GO_PLANES)

/* --- a position, read from its text ---------------------------------------------------------- */

struct naive {
    int size;
    char cell[BY_GO_POINTS_MAX]; /* 'X', 'O', '.' */
    char side;
    int ko; /* -1: there is none */
    bool passed;
    int captures[2];
    int last, before; /* -1: a pass, or nobody knows; these are not in the text */
    double komi;
    bool territory;
};

static int point_of(const char *name, int size)
{
    int x = name[0] - 'a';
    return (atoi(name + 1) - 1) * size + (x > 8 ? x - 1 : x); /* without i */
}

static void read_naively(const struct by_rules *rules, const void *position, struct naive *n)
{
    char buffer[TEXT_SIZE], *word = buffer;
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->write(rules, position, &text);
    for (int y = n->size - 1; y >= 0; y--, word++)
        for (int x = 0; x < n->size; x++)
            n->cell[y * n->size + x] = *word++;
    n->side = *word;
    const char *ko = strstr(word, "ko="), *captures = strstr(word, "captures=");
    n->ko = ko ? point_of(ko + 3, n->size) : -1;
    n->passed = strstr(word, "passes=") != NULL;
    n->captures[0] = n->captures[1] = 0;
    if (captures)
        assert_int_equal(sscanf(captures, "captures=%d,%d", &n->captures[0], &n->captures[1]), 2);
}

/* --- chains ----------------------------------------------------------------------------------- */

static char at(const struct naive *n, int x, int y)
{
    return x < 0 || y < 0 || x >= n->size || y >= n->size ? '#' : n->cell[y * n->size + x];
}

/* Marks the chain from (x, y) on; returns how many of its liberties were not marked before. */
static int flood(const struct naive *n, int x, int y, char colour, bool *seen)
{
    if (at(n, x, y) == '#' || seen[y * n->size + x])
        return 0;
    if (at(n, x, y) == '.')
        return seen[y * n->size + x] = true;
    if (at(n, x, y) != colour)
        return 0;
    seen[y * n->size + x] = true;
    return flood(n, x + 1, y, colour, seen) + flood(n, x - 1, y, colour, seen) +
           flood(n, x, y + 1, colour, seen) + flood(n, x, y - 1, colour, seen);
}

static int liberties_at(const struct naive *n, int point)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    return flood(n, point % n->size, point / n->size, n->cell[point], seen);
}

/* Puts the stone down: it takes nothing and has one liberty or none. */
static bool is_self_atari(const struct naive *n, int point, char colour)
{
    static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
    struct naive next = *n;
    next.cell[point] = colour;
    for (int i = 0; i < 4; i++) {
        int x = point % n->size + dx[i], y = point / n->size + dy[i];
        char there = at(&next, x, y);
        if (there != '#' && there != '.' && there != colour &&
            liberties_at(&next, y * n->size + x) == 0)
            return false;
    }
    return liberties_at(&next, point) <= 1;
}

/* --- the planes, naively ---------------------------------------------------------------------- */

static int komi_naively(const struct naive *n)
{
    double white = n->komi; /* points that White has on top */
    if (n->territory)
        white += n->captures[1] - n->captures[0];
    double value = 64 + 4 * (n->side == 'O' ? white : -white);
    return (int)(value < 0 ? 0 : value > 127 ? 127 : value);
}

/* One byte; but for ladders. */
static int plane_naively(const struct naive *n, int plane, int point)
{
    char other = n->side == 'X' ? 'O' : 'X', cell = n->cell[point];
    int own = BY_GO_PLANE_OWN_LIBERTIES, theirs = BY_GO_PLANE_THEIR_LIBERTIES;
    if (plane >= own && plane < own + 3)
        return 64 * (cell == n->side && liberties_at(n, point) == plane - own + 1);
    if (plane >= theirs && plane < theirs + 3)
        return 64 * (cell == other && liberties_at(n, point) == plane - theirs + 1);
    switch (plane) {
    case BY_GO_PLANE_BOARD:
        return 64;
    case BY_GO_PLANE_OWN:
        return 64 * (cell == n->side);
    case BY_GO_PLANE_THEIRS:
        return 64 * (cell == other);
    case BY_GO_PLANE_KO:
        return 64 * (point == n->ko);
    case BY_GO_PLANE_LAST:
        return 64 * (point == n->last);
    case BY_GO_PLANE_BEFORE:
        return 64 * (point == n->before);
    case BY_GO_PLANE_PASSED:
        return 64 * n->passed;
    case BY_GO_PLANE_KOMI:
        return komi_naively(n);
    case BY_GO_PLANE_SELF_ATARI:
        return 64 * (cell == '.' && is_self_atari(n, point, n->side));
    case BY_GO_PLANE_THEIRS_ATARI:
        return 64 * (cell == '.' && is_self_atari(n, point, other));
    case BY_GO_PLANE_FIRST:
        return 64 * (n->side == 'X');
    default:
        return 0;
    }
}

static bool is_ladder(int plane)
{
    return plane == BY_GO_PLANE_OWN_CAUGHT || plane == BY_GO_PLANE_THEIRS_CAUGHT;
}

/* Caught are only stones of that side in chains of at most two liberties, and whole chains. */
static bool may_be_caught(const struct naive *n, const uint8_t *planes, int plane, int point)
{
    char other = n->side == 'X' ? 'O' : 'X', cell = n->cell[point];
    int caught = planes[point * BY_GO_PLANES + plane];
    for (int i = 0; i < n->size * n->size && cell != '.'; i++) {
        bool seen[BY_GO_POINTS_MAX] = {false};
        if (n->cell[i] != cell || planes[i * BY_GO_PLANES + plane] == caught)
            continue;
        (void)flood(n, i % n->size, i / n->size, cell, seen);
        if (seen[point])
            return false;
    }
    return caught == 0 ||
           (caught == 64 && cell == (plane == BY_GO_PLANE_OWN_CAUGHT ? n->side : other) &&
            liberties_at(n, point) <= 2);
}

static void compare(const struct by_rules *rules, const void *position, const struct naive *n,
                    const uint8_t *planes)
{
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->write(rules, position, &text);
    for (int point = 0; point < n->size * n->size; point++)
        for (int plane = 0; plane < BY_GO_PLANES; plane++) {
            int value = planes[point * BY_GO_PLANES + plane];
            if (is_ladder(plane) ? !may_be_caught(n, planes, plane, point)
                                 : value != plane_naively(n, plane, point))
                fail_msg("%s: plane %d at point %d is %d: %s", rules->label, plane, point, value,
                         buffer);
        }
}

/* --- random games on all boards ----------------------------------------------------------------- */

enum { FAST, UNIONFIND, HALFWAY, ARRAY, BOARDS };
static const char *const board_names[BOARDS] = {"fast", "unionfind", "halfway", "array"};

struct game {
    struct by_rules *rules[BOARDS];
    void *at[BOARDS];
    struct naive naive;
    struct by_rng rng;
};

static void open_game(struct game *g, int size, double komi, bool territory)
{
    g->naive = (struct naive){
        .size = size, .komi = komi, .territory = territory, .last = -1, .before = -1};
    for (int i = 0; i < BOARDS; i++) {
        char settings[96];
        (void)snprintf(settings, sizeof settings, "size=%d board=%s komi=%.1f scoring=%s", size,
                       board_names[i], komi, territory ? "territory" : "area");
        g->rules[i] = open_rules("go", settings);
        g->at[i] = new_position(g->rules[i]);
        memcpy(g->at[i], g->rules[i]->start, g->rules[i]->position_size);
    }
}

static void close_game(struct game *g)
{
    for (int i = 0; i < BOARDS; i++) {
        free(g->at[i]);
        by_rules_close(g->rules[i]);
    }
}

/* On every board; what is behind the last point stays as it was. */
static void compare_boards(struct game *g)
{
    static uint8_t planes[PLANES_MAX + 64], others[PLANES_MAX];
    size_t bytes = (size_t)(g->naive.size * g->naive.size) * BY_GO_PLANES;
    read_naively(g->rules[FAST], g->at[FAST], &g->naive);
    memset(planes, 0xa5, sizeof planes);
    by_go_planes(g->rules[FAST], g->at[FAST], planes);
    assert_int_equal(planes[bytes], 0xa5);
    compare(g->rules[FAST], g->at[FAST], &g->naive, planes);
    for (int i = FAST + 1; i < BOARDS; i++) {
        memset(others, 0x5a, sizeof others);
        g->rules[i]->game->planes(g->rules[i], g->at[i], others);
        assert_memory_equal(planes, others, bytes);
    }
}

/* All planes but those of ladders, which are read in an order and not always to their end. */
static void compare_images(const struct game *g)
{
    static uint8_t planes[PLANES_MAX], images[PLANES_MAX];
    const struct by_rules *rules = g->rules[FAST];
    void *image = new_position(rules);
    by_go_planes(rules, g->at[FAST], planes);
    for (int s = 1; s < rules->symmetry_count; s++) {
        rules->game->transform(rules, g->at[FAST], s, image);
        by_go_planes(rules, image, images);
        for (int point = 0; point < g->naive.size * g->naive.size; point++) {
            int x = point % g->naive.size, y = point / g->naive.size;
            by_grid_image(g->naive.size, g->naive.size, s, &x, &y);
            for (int plane = 0; plane < BY_GO_PLANES; plane++)
                if (!is_ladder(plane))
                    assert_int_equal(images[(y * g->naive.size + x) * BY_GO_PLANES + plane],
                                     planes[point * BY_GO_PLANES + plane]);
        }
    }
    free(image);
}

/* Passes are rare, so that games get somewhere. */
static void play_on(struct game *g)
{
    by_move moves[BY_GO_POINTS_MAX + 1];
    const struct by_rules *rules = g->rules[FAST];
    int count = rules->game->moves(rules, g->at[FAST], moves);
    by_move move = moves[by_rng_below(&g->rng, (uint32_t)count)];
    if (by_rng_below(&g->rng, 8) > 0)
        move = moves[by_rng_below(&g->rng, (uint32_t)(count > 1 ? count - 1 : 1))];
    for (int i = 0; i < BOARDS; i++)
        g->rules[i]->game->play(g->rules[i], g->at[i], move, NULL);
    g->naive.before = g->naive.last;
    g->naive.last = move == g->naive.size * g->naive.size ? -1 : move;
}

/* Returns how many positions were compared. */
static int compare_game(struct game *g, int most)
{
    int seen = 0;
    for (; seen < most && !g->rules[FAST]->game->over(g->rules[FAST], g->at[FAST]); seen++) {
        compare_boards(g);
        if (by_rng_below(&g->rng, 4) == 0)
            compare_images(g);
        play_on(g);
    }
    return seen;
}

static void planes_are_what_the_position_says(void **state)
{
    (void)state;
    static const int sizes[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 5, 7, 9, 19, 6, 4, 25};
    static const double komis[] = {0.5, 7.5, -3.5, 6, 16, -16, 15.5, 100, -1000, 0};
    struct game g;
    int goal = long_or(100000, 3000), seen = 0;
    by_rng_init(&g.rng, 31, 0);
    for (int game = 0; seen < goal; game++) {
        int size = sizes[game % 18];
        open_game(&g, size, komis[game % 10], game / 10 % 2 == 1);
        seen += compare_game(&g, size > 11 ? 150 : 400);
        close_game(&g);
    }
}

/* --- what a text alone says ---------------------------------------------------------------------- */

static void a_position_from_text_has_no_last_move(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("go", "size=4 komi=2 scoring=territory");
    uint8_t planes[16 * BY_GO_PLANES];
    static const char *const texts[] = {".XO./XO.O/.XO./.... X ko=c3 ply=12 captures=1,0",
                                        "..../.X../..../.... O passes=1 ply=2 captures=3,9"};
    for (int i = 0; i < 2; i++) {
        void *position = read_text(rules, texts[i]);
        struct naive n = {.size = 4, .komi = 2, .territory = true, .last = -1, .before = -1};
        read_naively(rules, position, &n);
        by_go_planes(rules, position, planes);
        compare(rules, position, &n, planes);
        assert_int_equal(planes[10 * BY_GO_PLANES + BY_GO_PLANE_KO], i == 0 ? 64 : 0);
        assert_int_equal(planes[BY_GO_PLANE_PASSED], i == 0 ? 0 : 64);
        /* Black, a prisoner ahead and two points of komi behind; White, six and two ahead */
        assert_int_equal(planes[BY_GO_PLANE_KOMI], i == 0 ? 64 + 4 * (1 - 2) : 64 + 4 * (6 + 2));
        free(position);
    }
    by_rules_close(rules);
}

static int komi_plane(const char *komi, bool white)
{
    char settings[64];
    uint8_t planes[25 * BY_GO_PLANES];
    (void)snprintf(settings, sizeof settings, "size=5 komi=%s", komi);
    struct by_rules *rules = open_rules("go", settings);
    void *position = read_text(rules, white ? "...../...../..X../...../..... O"
                                            : "...../...../...../...../..... X");
    by_go_planes(rules, position, planes);
    for (int i = 1; i < 25; i++)
        assert_int_equal(planes[i * BY_GO_PLANES + BY_GO_PLANE_KOMI], planes[BY_GO_PLANE_KOMI]);
    free(position);
    by_rules_close(rules);
    return planes[BY_GO_PLANE_KOMI];
}

static void komi_is_four_a_point_and_is_clipped(void **state)
{
    (void)state;
    assert_int_equal(komi_plane("7.5", false), 34);
    assert_int_equal(komi_plane("7.5", true), 94);
    assert_int_equal(komi_plane("0", false), 64);
    assert_int_equal(komi_plane("-0.5", false), 66);
    assert_int_equal(komi_plane("-0.5", true), 62);
    assert_int_equal(komi_plane("15.5", true), 126);
    assert_int_equal(komi_plane("16", true), 127);
    assert_int_equal(komi_plane("15.5", false), 2);
    assert_int_equal(komi_plane("16", false), 0);
    assert_int_equal(komi_plane("16.5", false), 0);
    assert_int_equal(komi_plane("1000", true), 127);
    assert_int_equal(komi_plane("-1000", true), 0);
    assert_int_equal(komi_plane("-1000", false), 127);
}

/* --- ladders --------------------------------------------------------------------------------------- */

/* Exactly these points are caught in the planes of this plane, here and in all images. */
static void expect_caught(const char *text, enum by_go_plane plane, const char *points)
{
    struct by_rules *rules = open_rules("go", "size=9");
    void *position = read_text(rules, text), *image = new_position(rules);
    for (int s = 0; s < rules->symmetry_count; s++) {
        uint8_t planes[81 * BY_GO_PLANES];
        bool caught[81] = {false};
        for (const char *name = points; *name; name += 2) {
            int point = point_of(name, 9), x = point % 9, y = point / 9;
            by_grid_image(9, 9, s, &x, &y);
            caught[y * 9 + x] = true;
        }
        rules->game->transform(rules, position, s, image);
        by_go_planes(rules, image, planes);
        for (int i = 0; i < 81; i++)
            if (planes[i * BY_GO_PLANES + (int)plane] != 64 * caught[i])
                fail_msg("image %d, point %d: %s", s, i, text);
    }
    free(image);
    free(position);
    by_rules_close(rules);
}

static void stones_in_a_ladder_are_caught(void **state)
{
    (void)state;
    /* O on c7 has two liberties and the way to the edge before it: caught, whoever looks */
    const char *works = "........./..XX...../.XO....../.X......./........./........./........./"
                        "........./......... X";
    const char *works_for_white = "........./..XX...../.XO....../.X......./........./........./"
                                  "........./........./......... O";
    expect_caught(works, BY_GO_PLANE_THEIRS_CAUGHT, "c7");
    expect_caught(works, BY_GO_PLANE_OWN_CAUGHT, "");
    expect_caught(works_for_white, BY_GO_PLANE_OWN_CAUGHT, "c7");
    expect_caught(works_for_white, BY_GO_PLANE_THEIRS_CAUGHT, "");
}

static void a_broken_ladder_catches_nothing(void **state)
{
    (void)state;
    /* g3 is on its way */
    const char *broken = "........./..XX...../.XO....../.X......./........./........./......O../"
                         "........./......... X";
    expect_caught(broken, BY_GO_PLANE_THEIRS_CAUGHT, "");
    expect_caught(broken, BY_GO_PLANE_OWN_CAUGHT, "");
    /* on the other side of the board it is not */
    const char *aside = "........./..XX...../.XO....../.X......./........./........./........./"
                        "........./..O...... X";
    expect_caught(aside, BY_GO_PLANE_THEIRS_CAUGHT, "c7");
}

static void a_chain_in_atari_is_caught_if_running_is_of_no_use(void **state)
{
    (void)state;
    /* its last liberty leads nowhere */
    expect_caught("........./..XX...../.XOX...../.X.X...../..X....../........./........./........./"
                  "......... O",
                  BY_GO_PLANE_OWN_CAUGHT, "c7");
    /* one side is open: it runs */
    expect_caught("........./........./..XX...../..XO...../...X...../........./........./........./"
                  "......... O",
                  BY_GO_PLANE_OWN_CAUGHT, "");
    /* it takes b7 and b6 by their last liberty and is free */
    expect_caught("........./.OXX...../OXOX...../OX.X...../.OX....../........./........./........./"
                  "......... O",
                  BY_GO_PLANE_OWN_CAUGHT, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_what_the_position_says),
        cmocka_unit_test(a_position_from_text_has_no_last_move),
        cmocka_unit_test(komi_is_four_a_point_and_is_clipped),
        cmocka_unit_test(stones_in_a_ladder_are_caught),
        cmocka_unit_test(a_broken_ladder_catches_nothing),
        cmocka_unit_test(a_chain_in_atari_is_caught_if_running_is_of_no_use),
    };
    return cmocka_run_group_tests_name("go planes", tests, NULL, NULL);
}
