/* learned_fit.c: the features of moves as those see them who learn their strengths (games/move_model.h). */
#include "games/go/learned.h"

#include <stdlib.h>

_Static_assert(BY_TEAM_GROUPS <= BY_MOVE_GROUPS_MAX && BY_GO_LEVELS <= BY_MOVE_LEVELS_MAX,
               "a team has room for all features");

struct fit {
    struct by_go_around around;
    struct by_go_scene scene;
};

static int set_of(const struct by_rules *rules)
{
    return by_go_set_of(rules->width);
}

static void *open_fit(void)
{
    struct fit *fit = malloc(sizeof *fit);
    if (fit)
        by_go_around_fill(&fit->around);
    return fit;
}

static void look(void *state, const struct by_rules *rules, const void *position)
{
    struct fit *fit = state;
    by_go_scene_look(rules, position, &fit->scene);
}

static void team_of(const void *state, by_move move, struct by_move_team *out)
{
    const struct fit *fit = state;
    struct by_go_team team;
    by_go_team_of(&fit->scene, &fit->around, move, &team);
    for (int g = 0; g < BY_TEAM_GROUPS; g++)
        out->value[g] = team.value[g];
    for (int level = 0; level < BY_GO_LEVELS; level++)
        out->key[level] = team.key[level];
}

static enum by_status check(const uint8_t *bytes, size_t size, const char *name,
                            struct by_error *err)
{
    struct by_go_model *model = NULL;
    enum by_status status = by_go_model_read(bytes, size, name, &model, err);
    by_go_model_close(model);
    return status;
}

static const char *const sets[] = {"to 11x11", "larger", NULL};

const struct by_move_model by_go_move_model = {
    .groups = BY_TEAM_GROUPS,
    .values = by_go_group_values,
    .levels = BY_GO_LEVELS,
    .unit = BY_GO_LN_UNIT,
    .sets = sets,
    .set = set_of,
    .open = open_fit,
    .close = free,
    .look = look,
    .team = team_of,
    .pack = by_go_learned_write,
    .check = check,
};
