/* team_test.c: features of moves against what the board says after the move was made, and under the eight
 * images of the board; files of strengths with any bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/checksum.h"
#include "base/rng.h"
#include "games/bits.h"
#include "games/game_test.h"
#include "games/go/ladder.h"
#include "games/go/learned.h"

static struct by_go_around around;

/* --- random games --------------------------------------------------------------------------- */

typedef void check_fn(const struct by_rules *rules, const void *position);

static void wander(const char *settings, uint64_t seed, int plies, int every, check_fn *check)
{
    struct by_rules *rules = open_rules("go", settings);
    void *position = new_position(rules);
    by_move moves[BY_GO_POINTS_MAX + 1];
    struct by_rng rng;
    by_rng_init(&rng, seed, 0);
    by_go_around_fill(&around);
    memcpy(position, rules->start, rules->position_size);
    for (int i = 0; i < plies; i++) {
        if (rules->game->over(rules, position) || i % 120 == 119)
            memcpy(position, rules->start, rules->position_size);
        int count = rules->game->moves(rules, position, moves);
        int pick = (int)by_rng_below(&rng, (uint32_t)(count > 1 ? count - 1 : count));
        rules->game->play(rules, position, moves[pick], NULL);
        if (i % every == 0 && !rules->game->over(rules, position))
            check(rules, position);
    }
    free(position);
    by_rules_close(rules);
}

/* --- after the move -------------------------------------------------------------------------- */

static int liberties_at(const struct by_rules *rules, const void *position, int point)
{
    return by_go_shape_of(rules)->kind->liberties(rules, position, point);
}

/* The chains beside a point before and after the stone: what was left one liberty, or two. */
static void check_theirs(const struct by_rules *rules, const struct by_go_scene *scene,
                         const void *after, int move, const struct by_go_team *team)
{
    int near[4], count = by_go_neighbours(scene->size, move, near);
    bool one = false, two = false;
    for (int i = 0; i < count; i++) {
        struct by_go_view view;
        by_go_shape_of(rules)->kind->look(rules, after, &view);
        if (scene->view.cell[near[i]] != !scene->view.head.side ||
            view.cell[near[i]] == BY_GO_EMPTY)
            continue;
        int left = liberties_at(rules, after, near[i]);
        int before = scene->string[scene->string_of[near[i]]].liberties;
        one |= left == 1 && before == 2;
        two |= left == 2 && before == 3;
    }
    if (team->value[BY_TEAM_CAPTURE])
        return; /* what was taken gives liberties to others as well */
    assert_int_equal(one, team->value[BY_TEAM_CHASE] != 0);
    assert_int_equal(two, team->value[BY_TEAM_PRESS]);
}

static void check_move(const struct by_rules *rules, const void *position,
                       const struct by_go_scene *scene, by_move move)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_head *head = position;
    struct by_go_team team;
    void *after = new_position(rules);
    memcpy(after, position, rules->position_size);
    rules->game->play(rules, after, move, NULL);
    by_go_team_of(scene, &around, move, &team);
    int side = head->side;
    int taken = ((const struct by_go_head *)after)->captures[side] - head->captures[side];
    assert_int_equal(team.value[BY_TEAM_PASSING] != 0, move == shape->points);
    if (move < shape->points) {
        bool self = taken == 0 && liberties_at(rules, after, move) == 1;
        assert_int_equal(team.value[BY_TEAM_CAPTURE] != 0, taken != 0);
        assert_int_equal(team.value[BY_TEAM_SELF] != 0, self);
        assert_int_equal(team.value[BY_TEAM_EYE], shape->kind->eye(rules, position, move, side));
        check_theirs(rules, scene, after, move, &team);
    }
    for (int g = 0; g < BY_TEAM_GROUPS; g++)
        assert_in_range(team.value[g], 0, by_go_group_values[g] - 1);
    free(after);
}

static void check_position(const struct by_rules *rules, const void *position)
{
    struct by_go_scene scene;
    by_move moves[BY_GO_POINTS_MAX + 1];
    by_go_scene_look(rules, position, &scene);
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++)
        check_move(rules, position, &scene, moves[i]);
}

static void features_are_what_the_move_does(void **state)
{
    (void)state;
    wander("size=5", 1, 600, 2, check_position);
    wander("size=9", 2, 400, 4, check_position);
    wander("size=7 board=array", 3, 200, 4, check_position);
}

/* --- images ------------------------------------------------------------------------------------ */

/* A ladder that is not read to its end may be caught in one image and not in another: which side is tried first
 * is not the same in both. */
static bool is_read_to_its_end(const struct by_go_scene *scene)
{
    for (int i = 0; i < scene->size * scene->size; i++)
        if (scene->view.cell[i] != BY_GO_EMPTY &&
            by_go_read_ladder_within(scene->size, scene->view.cell, i, 40) == BY_GO_TOO_LONG)
            return false;
    return true;
}

static int images_seen;

static void check_images(const struct by_rules *rules, const void *position)
{
    struct by_go_scene scene, image_scene;
    by_move moves[BY_GO_POINTS_MAX + 1];
    void *image = new_position(rules);
    int count = rules->game->moves(rules, position, moves);
    by_go_scene_look(rules, position, &scene);
    for (int s = 1; s < 8; s++) {
        rules->game->transform(rules, position, s, image);
        by_go_scene_look(rules, image, &image_scene);
        if (!is_read_to_its_end(&scene) || !is_read_to_its_end(&image_scene))
            continue;
        images_seen++;
        for (int i = 0; i < count; i++) {
            struct by_go_team here, there;
            by_go_team_of(&scene, &around, moves[i], &here);
            by_go_team_of(&image_scene, &around, rules->game->transform_move(rules, moves[i], s),
                          &there);
            assert_memory_equal(here.value, there.value, sizeof here.value);
            assert_memory_equal(here.key, there.key, sizeof here.key);
        }
    }
    free(image);
}

static void images_have_the_same_features_and_patterns(void **state)
{
    (void)state;
    wander("size=9", 4, 300, 10, check_images);
    wander("size=13", 5, 200, 40, check_images);
    assert_true(images_seen > 100);
}

/* --- strengths ---------------------------------------------------------------------------------- */

/* All moves at once give what each gives by itself: its values, and the largest pattern that is known. */
static int beyond_the_first;

static void check_strengths(const struct by_rules *rules, const void *position)
{
    const struct by_go_model *model = by_go_own_model();
    by_move moves[BY_GO_POINTS_MAX + 1];
    float strength[BY_GO_POINTS_MAX + 1];
    int count = rules->game->moves(rules, position, moves);
    struct by_go_scene scene;
    assert_non_null(model);
    by_go_scene_look(rules, position, &scene);
    by_go_model_strengths(model, rules, position, moves, count, strength);
    for (int i = 0; i < count; i++) {
        struct by_go_team team;
        int level = -1;
        by_go_team_of(&scene, &model->around, moves[i], &team);
        const struct by_go_strengths_of *set = &model->set[by_go_set_of(scene.size)];
        double product = team.key[0] ? by_go_model_pattern(model, &scene, moves[i], &level) : 1;
        for (int g = 0; g < BY_TEAM_GROUPS; g++)
            product *= (double)set->value[g][team.value[g]];
        assert_float_equal(strength[i] / (float)product, 1, 0.0001);
        beyond_the_first += level > 0;
    }
}

static void strengths_are_products(void **state)
{
    (void)state;
    wander("size=9", 6, 150, 10, check_strengths);
    wander("size=13", 7, 60, 20, check_strengths);
    assert_true(beyond_the_first > 100);
}

/* --- files ------------------------------------------------------------------------------------- */

static void make_file(uint8_t **bytes, size_t *size)
{
    static uint32_t key[3] = {1, 77, 4000000000U};
    static int16_t strength[3] = {-1024, 0, 2048};
    static int16_t value[BY_TEAM_GROUPS * BY_GO_GROUP_VALUES_MAX], others[sizeof value / 2];
    struct by_move_strengths set[BY_GO_SETS] = {
        {.value = value, .count = 3, .key = key, .pattern = strength}, {.value = others}};
    value[by_go_group_values[BY_TEAM_PASSING] + 1] = 3000; /* the group behind it: CAPTURE */
    assert_int_equal(by_go_learned_write(set, bytes, size, NULL), BY_OK);
}

static void files_come_back(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct by_go_model *model = NULL;
    make_file(&bytes, &size);
    assert_int_equal(by_go_model_read(bytes, size, "x", &model, NULL), BY_OK);
    assert_float_equal(model->set[0].value[BY_TEAM_CAPTURE][1], 18.7216, 0.001);
    assert_float_equal(model->set[1].value[BY_TEAM_CAPTURE][1], 1, 0);
    int known = 0;
    for (uint32_t i = 0; i <= model->set[0].mask; i++)
        known += model->set[0].known[i].key != 0;
    assert_int_equal(known, 3);
    by_go_model_close(model);
    for (size_t i = 0; i < size; i++) {
        struct by_error err = {.status = BY_OK};
        bytes[i] ^= 0x10;
        assert_int_equal(by_go_model_read(bytes, size, "x", &model, &err), BY_BAD_INPUT);
        assert_true(strlen(err.text) > 10);
        bytes[i] ^= 0x10;
        assert_int_equal(by_go_model_read(bytes, i, "x", &model, &err), BY_BAD_INPUT);
        assert_null(model);
    }
    free(bytes);
}

/* Bytes by chance behind a sum that is right: read or refused, never more. */
static void any_bytes_are_read_or_refused(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct by_rng rng;
    int read = 0;
    make_file(&bytes, &size);
    by_rng_init(&rng, 6, 0);
    for (int i = 0; i < 2000; i++) {
        struct by_go_model *model = NULL;
        bytes[16 + by_rng_below(&rng, (uint32_t)size - 16)] = (uint8_t)by_rng_below(&rng, 256);
        by_bits_store(by_crc32(0, bytes + 16, size - 16), 4, bytes + 12);
        read += by_go_model_read(bytes, size, "x", &model, NULL) == BY_OK;
        by_go_model_close(model);
    }
    assert_in_range(read, 1, 1999);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_what_the_move_does),
        cmocka_unit_test(images_have_the_same_features_and_patterns),
        cmocka_unit_test(strengths_are_products),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(any_bytes_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
