/* explain.c: what Go's evaluation counts, the features and strengths of moves (GO 2.2.1), what a network
 * says of them, and the liberties and ladders of chains. */
#include "games/go/ladder.h"
#include "games/go/learned.h"
#include "games/go/strength.h"

#include <stdlib.h>
#include <string.h>

static struct by_go_view view_of(const struct by_rules *rules, const void *position)
{
    struct by_go_view view = {0};
    by_go_shape_of(rules)->kind->look(rules, position, &view);
    return view;
}

/* --- the evaluation ------------------------------------------------------------------ */

void by_go_area_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                      void *context)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view = view_of(rules, position);
    int8_t owner[BY_GO_POINTS_MAX] = {0};
    int sign = view.head.side == BY_GO_BLACK ? 1 : -1;
    by_go_owners(shape, &view, owner);
    for (int i = 0; i < shape->points; i++) {
        const int16_t cell = (int16_t)i;
        const bool empty = view.cell[i] == BY_GO_EMPTY;
        if (owner[i] != 0)
            emit(context, &(struct by_term){.name = empty ? "surrounded point" : "stone",
                                            .side = owner[i] < 0,
                                            .value = 2 * owner[i] * sign,
                                            .cells = &cell,
                                            .cell_count = 1});
    }
    if (shape->komi != 0)
        emit(context,
             &(struct by_term){.name = "komi", .side = BY_GO_WHITE, .value = -shape->komi * sign});
}

/* --- moves ------------------------------------------------------------------------------ */

static const char *const feature_name[BY_GO_FEATURES] = {
    [BY_GO_PASS] = "pass",
    [BY_GO_TAKES] = "takes",
    [BY_GO_ATARI] = "atari",
    [BY_GO_SELF_ATARI] = "self-atari",
    [BY_GO_SECURES] = "secures",
    [BY_GO_FILLS_EYE] = "fills eye",
    [BY_GO_NEXT_TO_OWN] = "next to own",
    [BY_GO_NEXT_TO_THEIRS] = "next to theirs",
    [BY_GO_ALONE] = "alone",
    [BY_GO_DISTANCE_2] = "distance 2",
    [BY_GO_DISTANCE_3] = "distance 3",
    [BY_GO_DISTANCE_4] = "distance 4",
    [BY_GO_DISTANCE_5] = "distance 5",
    [BY_GO_DISTANCE_6] = "distance 6",
    [BY_GO_LINE_1] = "line 1",
    [BY_GO_LINE_2] = "line 2",
    [BY_GO_LINE_3] = "line 3",
};

/* "atari 3 x line 2 0.6", or "none": the product of nothing is 1. */
static void write_features(unsigned features, struct by_text *out)
{
    by_text_add(out, features == 0 ? "none" : "");
    for (const char *between = ""; features; features &= features - 1, between = " x ") {
        int i = __builtin_ctz(features);
        by_text_format(out, "%s%s %g", between, feature_name[i], (double)by_go_strength[i]);
    }
}

/* Word number `value`, from 1, of a list; where there is only one for many, with the number. */
static void write_word(const char *words, int value, bool many, struct by_text *out)
{
    for (int i = 1; !many && i < value; i++)
        words += strcspn(words, "|") + 1;
    by_text_format(out, "%.*s", (int)strcspn(words, "|"), words);
    if (many)
        by_text_format(out, " %d", value);
}

/* The same for strengths that were learned: "takes 30 x line 2 0.6 x 24 points around 1.3". */
static void write_team(const struct by_go_model *model, const struct by_go_scene *scene,
                       by_move move, struct by_text *out)
{
    static const char *const words[] = {
#define BY_GO_GROUP(name, values, words, what) words,
#include "games/go/teams.def"
#undef BY_GO_GROUP
    };
    uint8_t values[BY_TEAM_GROUPS];
    int level = -1;
    const char *between = "";
    bool placed = by_go_team_values(scene, move, values);
    for (int g = 0; g < BY_TEAM_GROUPS; g++) {
        int value = values[g], less = g == BY_TEAM_LAST || g == BY_TEAM_BEFORE;
        if (value == 0)
            continue;
        by_text_add(out, between);
        write_word(words[g], value + less, by_go_group_values[g] > 2 && !strchr(words[g], '|'),
                   out);
        by_text_format(out, " %.3g", (double)model->set[by_go_set_of(scene->size)].value[g][value]);
        between = " x ";
    }
    double pattern = placed ? (double)by_go_model_pattern(model, scene, move, &level) : 1;
    if (level >= 0)
        by_text_format(out, "%s%d points around %.3g", between, model->around.end[level], pattern);
}

static void tell_move(const struct by_rules *rules, const void *position,
                      const struct by_go_scene *scene, by_move move, double strength, double sum,
                      by_remark_fn *emit, void *context)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    char features[512];
    struct by_text text = by_text_over(features, sizeof features);
    const int16_t cell = (int16_t)move;
    if (shape->model)
        write_team(shape->model, scene, move, &text);
    else
        write_features(shape->kind->features(rules, position, move), &text);
    const struct by_figure figure[] = {
        {.name = "strength", .value = strength},
        {.name = "P", .value = strength / sum, .on_board = true},
        {.name = "features", .text = features},
    };
    emit(context, &(struct by_remark){.table = "moves",
                                      .move = move,
                                      .side = by_go_side(rules, position),
                                      .cells = move < shape->points ? &cell : NULL,
                                      .cell_count = move < shape->points,
                                      .figures = figure,
                                      .figure_count = 3});
}

static void tell_moves(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                       void *context)
{
    by_move moves[BY_GO_POINTS_MAX + 1];
    float strength[BY_GO_POINTS_MAX + 1];
    int count = rules->game->moves(rules, position, moves);
    double sum = 0;
    struct by_go_scene scene;
    by_go_scene_look(rules, position, &scene);
    by_go_strengths(rules, position, moves, count, strength);
    for (int i = 0; i < count; i++)
        sum += (double)strength[i];
    for (int i = 0; i < count; i++)
        tell_move(rules, position, &scene, moves[i], (double)strength[i], sum, emit, context);
}

/* --- the network ------------------------------------------------------------------------- */

static void tell_chance(int side, const struct by_opinion *opinion, by_remark_fn *emit,
                        void *context)
{
    const struct by_figure figure[] = {
        {.name = "wins", .value = (double)opinion->chance},
        {.name = "points ahead", .value = (double)opinion->lead},
    };
    emit(context, &(struct by_remark){.table = "network",
                                      .what = side == BY_GO_BLACK ? "Black" : "White",
                                      .move = BY_NO_MOVE,
                                      .side = side,
                                      .figures = figure,
                                      .figure_count = 2});
}

static void tell_prior(const struct by_rules *rules, const void *position, by_move move,
                       float prior, by_remark_fn *emit, void *context)
{
    const int16_t cell = (int16_t)move;
    bool placed = move < by_go_shape_of(rules)->points;
    const struct by_figure figure = {
        .name = "network's P", .value = (double)prior, .on_board = true};
    emit(context, &(struct by_remark){.table = "network's moves",
                                      .move = move,
                                      .side = by_go_side(rules, position),
                                      .cells = placed ? &cell : NULL,
                                      .cell_count = placed,
                                      .figures = &figure,
                                      .figure_count = 1});
}

/* What it says of the position and of the moves; nothing without a network, or without memory. */
static void tell_opinion(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                         void *context)
{
    by_move moves[BY_GO_POINTS_MAX + 1];
    float prior[BY_GO_POINTS_MAX + 1];
    struct by_opinion opinion = {.prior = prior};
    size_t bytes = by_go_opinion_bytes(rules);
    void *scratch = bytes > 0 ? aligned_alloc(64, bytes) : NULL;
    if (!scratch)
        return;
    int count = rules->game->moves(rules, position, moves);
    by_go_opinion(rules, position, moves, count, scratch, &opinion);
    free(scratch);
    tell_chance(by_go_side(rules, position), &opinion, emit, context);
    for (int i = 0; i < count; i++)
        tell_prior(rules, position, moves[i], prior[i], emit, context);
}

/* --- chains ------------------------------------------------------------------------------ */

/* What the one who is asked about in ladder.h does: the owner of one liberty, else his opponent. */
static const char *ladder_words(enum by_go_ladder ladder, int liberties)
{
    switch (ladder) {
    case BY_GO_ESCAPES:
        return liberties == 1 ? "escapes by running" : "no ladder";
    case BY_GO_CAUGHT:
        return liberties == 1 ? "caught, even running" : "caught in a ladder";
    case BY_GO_TOO_LONG:
        return "too long to read";
    case BY_GO_NO_LADDER:
        break;
    }
    return "";
}

static void tell_chain(const struct by_go_view *view, int size, const struct by_go_chain *chain,
                       by_remark_fn *emit, void *context)
{
    enum by_go_ladder ladder = by_go_read_ladder(size, view->cell, chain->stone[0]);
    const struct by_figure figure[] = {
        {.name = "stones", .value = chain->stone_count},
        {.name = "liberties", .value = chain->liberty_count, .on_board = true},
        {.name = "ladder", .text = ladder_words(ladder, chain->liberty_count)},
    };
    emit(context, &(struct by_remark){.table = "chains",
                                      .move = BY_NO_MOVE,
                                      .side = view->cell[chain->stone[0]],
                                      .cells = chain->stone,
                                      .cell_count = chain->stone_count,
                                      .figures = figure,
                                      .figure_count = 3});
}

void by_go_explain(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                   void *context)
{
    struct by_go_view view = view_of(rules, position);
    int size = by_go_shape_of(rules)->size;
    bool seen[BY_GO_POINTS_MAX] = {false};
    struct by_go_chain chain;
    tell_moves(rules, position, emit, context);
    tell_opinion(rules, position, emit, context);
    for (int i = 0; i < size * size; i++) {
        if (seen[i] || view.cell[i] == BY_GO_EMPTY)
            continue;
        by_go_chain_at(size, view.cell, i, &chain);
        for (int j = 0; j < chain.stone_count; j++)
            seen[chain.stone[j]] = true;
        tell_chain(&view, size, &chain, emit, context);
    }
}

/* --- why a move ---------------------------------------------------------------------------- */

/* Liberties of a chain besides `point`; 2 stands for more. */
static int other_liberties(int size, const uint8_t *cell, const int16_t *chain, int count,
                           int point)
{
    int first = BY_GO_NO_POINT;
    for (int i = 0; i < count; i++) {
        int near[4], nears = by_go_neighbours(size, chain[i], near);
        for (int j = 0; j < nears; j++) {
            if (cell[near[j]] != BY_GO_EMPTY || near[j] == point || near[j] == first)
                continue;
            if (first != BY_GO_NO_POINT)
                return 2;
            first = near[j];
        }
    }
    return first != BY_GO_NO_POINT;
}

/* What a stone there does to the chains beside it, in stones. */
struct touch {
    int in_atari, saved, joined;
};

static struct touch touch_at(const struct by_go_view *view, int size, int point)
{
    struct touch touch = {0};
    bool seen[BY_GO_POINTS_MAX] = {false};
    int16_t chain[BY_GO_POINTS_MAX];
    int near[4], nears = by_go_neighbours(size, point, near);
    for (int i = 0; i < nears; i++) {
        if (view->cell[near[i]] == BY_GO_EMPTY || seen[near[i]])
            continue;
        int count = by_go_connected(size, view->cell, near[i], seen, chain);
        int left = other_liberties(size, view->cell, chain, count, point);
        bool own = view->cell[near[i]] == view->head.side;
        touch.joined += own;
        touch.saved += own && left == 0 ? count : 0;
        touch.in_atari += !own && left == 1 ? count : 0;
    }
    return touch;
}

static void add_stones(struct by_text *out, const char *before, int count, const char *behind)
{
    if (count > 0)
        by_text_format(out, "%s%s %d stone%s%s", out->length > 0 ? ", " : "", before, count,
                       count == 1 ? "" : "s", behind);
}

void by_go_reason(const struct by_rules *rules, const void *position, by_move move,
                  struct by_text *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view = view_of(rules, position);
    if (move == shape->points) {
        by_text_add(out, "nothing is left to be gained");
        return;
    }
    struct touch touch = touch_at(&view, shape->size, move);
    unsigned features = shape->kind->features(rules, position, move);
    if (features & 1U << BY_GO_SECURES)
        add_stones(out, "saves", touch.saved, "");
    add_stones(out, "puts", touch.in_atari, " in atari");
    if (out->length == 0 && touch.joined > 1)
        by_text_add(out, "connects");
    else if (out->length == 0 && features & 1U << BY_GO_ALONE)
        by_text_add(out, "a part of the board that is still open");
    else if (out->length == 0)
        by_text_add(out, features & 1U << BY_GO_NEXT_TO_THEIRS ? "next to stones of the other side"
                         : touch.joined > 0                    ? "extends its own stones"
                                                               : "near the stones");
}
