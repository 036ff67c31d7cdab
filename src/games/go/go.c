/* go.c: options, identity and symmetry of Go, whatever the board. */
#include "games/go/go.h"

#include "base/zobrist.h"
#include "games/go/candidates.h"
#include "games/go/learned.h"
#include "games/go/pattern3x3.h"
#include "games/grid.h"
#include "nets/net.h"

#include <stdlib.h>
#include <string.h>

#define SALT         UINT64_C(0x676f)
#define HANDICAP_MAX 9
#define KOMI_MAX     1000

/* The features of a position that its key is made of: stones first, 2 * point + colour. */
enum {
    KEY_OF_NOTHING = 2 * BY_GO_POINTS_MAX,
    KEY_OF_SIDE,
    KEY_OF_PASSES,
    KEY_OF_KO = KEY_OF_PASSES + 3,
    KEY_OF_PLY = KEY_OF_KO + BY_GO_POINTS_MAX,
    KEY_OF_CAPTURES = 1 << 20, /* and twice that for the second player */
};

/* --- options ------------------------------------------------------------------ */

const struct by_option by_go_options[] = {
    {"size", BY_OPTION_SIZE, "9", BY_GO_SIZE_MIN, BY_GO_SIZE_MAX, NULL, "the board, a square"},
    {"komi", BY_OPTION_REAL, NULL, -KOMI_MAX, KOMI_MAX, NULL,
     "points for White, in halves; default: 7.5 from 9x9 up, 6.5 where territory is counted, else "
     "0.5; "
     "with handicap 0.5"},
    {"handicap", BY_OPTION_INT, "0", 0, HANDICAP_MAX, NULL,
     "stones of Black on the board at the start; White then begins"},
    {"scoring", BY_OPTION_CHOICE, "area", 0, 0, "area|territory|chinese|japanese",
     "stones and territory, or territory and prisoners; chinese is area, japanese territory"},
    {"superko", BY_OPTION_CHOICE, "off", 0, 0, "off|on|positional|situational",
     "no move may bring back a whole-board position of the game; situational: with the same side "
     "to move; on is positional"},
    {"board", BY_OPTION_CHOICE, "fast", 0, 0, "fast|unionfind|halfway|array",
     "the data structure: the fast one, or the thesis' steps to it, for experiments"},
    {"candidates", BY_OPTION_CHOICE, "map", 0, 0, "map|lazy|list",
     "the unionfind board's set of moves: list with a map of places, lazily checked, plain list"},
    {"strengths", BY_OPTION_TEXT, "set", 1, 1000, "set|learned",
     "of moves, for mcts' trust, widening, prior and puct: set by hand, learned from games (where "
     "the build has data/), or a file that `learn go` wrote"},
    {"net", BY_OPTION_TEXT, "none", 1, 1000, "none|learned",
     "a network's opinion of positions and moves, for mcts' net=on: none, the one that was learned "
     "(where the "
     "build has data/go.net), or a file that learn/go_net.py wrote"},
    {0},
};

const char *const by_go_samples[] = {"size=2",
                                     "size=3 superko=on",
                                     "size=5 scoring=territory",
                                     "size=7 handicap=4",
                                     "size=4 board=array",
                                     "size=4 board=halfway scoring=territory",
                                     "size=5 board=unionfind",
                                     "size=4 board=unionfind candidates=lazy",
                                     "size=3 board=unionfind candidates=list superko=on",
                                     "size=3 superko=situational",
                                     "size=6 strengths=learned",
                                     NULL};

const char *const by_go_tunable[] = {"strengths", "net", NULL};

const char *const by_go_asked[] = {"size", "handicap", "scoring", "komi", NULL};

const char *const by_go_phases[] = {
#define BY_GO_PHASE(name, text) text,
#include "games/go/phases.def"
#undef BY_GO_PHASE
    NULL,
};

static enum by_status read_komi(struct by_rules *rules, struct by_go_shape *shape,
                                struct by_error *err)
{
    const char *even = shape->scoring == BY_GO_TERRITORY ? "6.5" : "7.5";
    const char *usual = shape->size >= 9 && shape->handicap < 2 ? even : "0.5";
    enum by_status status = by_values_fall_back(&rules->values, "komi", usual, err);
    if (status != BY_OK)
        return status;
    const struct by_value *komi = by_values_get(&rules->values, "komi");
    shape->komi = (int)(2 * komi->real);
    if (shape->komi != 2 * komi->real)
        return by_fail(err, BY_BAD_INPUT, "a komi of %s is not a multiple of one half", komi->text);
    return BY_OK;
}

/* Where boards have room for handicap stones: the four corners from 7x7 up, the middle and the
 * sides on odd boards from 9x9 up, as GTP's fixed_handicap has it. */
static enum by_status check_handicap(const struct by_go_shape *shape, struct by_error *err)
{
    int most = shape->size < 7 ? 1 : shape->size % 2 == 0 || shape->size == 7 ? 4 : HANDICAP_MAX;
    if (shape->handicap <= most)
        return BY_OK;
    if (most == 1)
        return by_fail(err, BY_BAD_INPUT, "handicap stones need a board of 7x7 or more");
    return by_fail(err, BY_BAD_INPUT, "a %dx%d board takes at most %d handicap stones", shape->size,
                   shape->size, most);
}

/* The countries' names are kept as what they stand for: one game has one name. */
static enum by_status read_scoring(struct by_rules *rules, struct by_go_shape *shape,
                                   struct by_error *err)
{
    static const char *const names[] = {"area", "territory"};
    int choice = by_values_get(&rules->values, "scoring")->choice % 2;
    shape->scoring = (enum by_go_scoring)choice;
    return by_values_replace(&rules->values, "scoring", names[choice], err);
}

/* Likewise: what is on is positional. */
static enum by_status read_superko(struct by_rules *rules, struct by_go_shape *shape,
                                   struct by_error *err)
{
    static const struct {
        enum by_go_superko superko;
        const char *name;
    } kinds[] = {{BY_GO_SUPERKO_OFF, "off"},
                 {BY_GO_SUPERKO_POSITIONAL, "on"},
                 {BY_GO_SUPERKO_POSITIONAL, "on"},
                 {BY_GO_SUPERKO_SITUATIONAL, "situational"}};
    int choice = by_values_get(&rules->values, "superko")->choice;
    shape->superko = kinds[choice].superko;
    return by_values_replace(&rules->values, "superko", kinds[choice].name, err);
}

static enum by_status read_options(struct by_rules *rules, struct by_go_shape *shape,
                                   struct by_error *err)
{
    const struct by_value *size = by_values_get(&rules->values, "size");
    if (size->width != size->height)
        return by_fail(err, BY_BAD_INPUT, "a Go board is a square, not %dx%d", size->width,
                       size->height);
    shape->size = size->width;
    shape->points = size->width * size->width;
    shape->handicap = (int)by_values_get(&rules->values, "handicap")->integer;
    enum by_status status = check_handicap(shape, err);
    if (status == BY_OK)
        status = read_scoring(rules, shape, err);
    if (status == BY_OK)
        status = read_superko(rules, shape, err);
    return status == BY_OK ? read_komi(rules, shape, err) : status;
}

/* As the option `board` has them. */
enum { FAST, UNIONFIND, HALFWAY, ARRAY };

static const struct by_game *table_of(int board, int size)
{
    switch (board) {
    case UNIONFIND:
        return &by_go_unionfind_table;
    case HALFWAY:
        return &by_go_halfway_table;
    case ARRAY:
        return &by_go_array_table;
    default:
        return by_go_fast_table(size);
    }
}

static void choose_board(struct by_rules *rules, struct by_go_shape *shape)
{
    static const struct by_go_candidates_kind *const kinds[] = {
        &by_go_candidates_map, &by_go_candidates_lazy, &by_go_candidates_list};
    static const char *const marks[] = {"", "-unionfind", "-halfway", "-array"};
    static const char *const set_marks[] = {"", "-lazy", "-list"};
    int board = by_values_get(&rules->values, "board")->choice, size = shape->size;
    int set = by_values_get(&rules->values, "candidates")->choice;
    shape->candidates = kinds[set];
    shape->kind = board == FAST        ? &by_go_fast_kind
                  : board == UNIONFIND ? &by_go_unionfind_kind
                                       : &by_go_array_kind;
    rules->game = table_of(board, size);
    rules->position_size = board == FAST        ? by_go_fast_bytes(size)
                           : board == UNIONFIND ? by_go_unionfind_bytes(size, shape->candidates)
                                                : by_go_array_bytes(size);
    struct by_text label = by_text_over(rules->label, sizeof rules->label);
    by_text_format(&label, "%dx%d%s%s", size, size, marks[board],
                   board == UNIONFIND ? set_marks[set] : "");
}

static enum by_status read_strengths(const struct by_rules *rules, struct by_go_shape *shape,
                                     struct by_error *err)
{
    const char *text = by_values_get(&rules->values, "strengths")->text;
    if (by_same_text(text, "set"))
        return BY_OK;
    if (by_same_text(text, "learned")) {
        shape->model = by_go_own_model();
        return BY_OK;
    }
    enum by_status status = by_go_model_load(text, &shape->read, err);
    shape->model = shape->read;
    return status;
}

static enum by_status read_net(const struct by_rules *rules, struct by_go_shape *shape,
                               struct by_error *err)
{
    const char *text = by_values_get(&rules->values, "net")->text;
    if (by_same_text(text, "none"))
        return BY_OK;
    if (by_same_text(text, "learned")) {
        shape->net = by_go_own_net();
        return BY_OK;
    }
    enum by_status status = by_go_net_load(text, &shape->net_read, err);
    shape->net = shape->net_read;
    return status;
}

void by_go_close(struct by_rules *rules)
{
    struct by_go_shape *shape = rules->data;
    by_go_model_close(shape->read);
    by_net_close(shape->net_read);
    free(shape);
}

enum by_status by_go_setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position;
    struct by_go_shape *shape = calloc(1, sizeof *shape);
    if (!shape)
        return by_fail_memory(err, sizeof *shape);
    enum by_status status = read_options(rules, shape, err);
    if (status == BY_OK)
        status = read_strengths(rules, shape, err);
    if (status == BY_OK)
        status = read_net(rules, shape, err);
    if (status != BY_OK) {
        by_go_model_close(shape->read);
        free(shape);
        return status;
    }
    for (int i = 0; i < 2 * BY_GO_POINTS_MAX; i++)
        shape->stone_key[i & 1][i / 2] = by_zobrist(SALT, (uint64_t)i);
    by_go_pattern3x3_fill(shape->patterns);
    rules->data = shape;
    choose_board(rules, shape);
    rules->width = rules->height = shape->size;
    rules->pack_size = 5 + 4 + ((size_t)shape->points + 3) / 4;
    rules->action_count = rules->max_moves = shape->points + 1;
    rules->max_length = by_go_cap(shape);
    rules->symmetry_count = 8;
    rules->score_scale = 2;
    rules->komi = shape->komi;
    return BY_OK;
}

/* --- the start ------------------------------------------------------------------ */

/* Where stone number i (from 0) of `count` goes: corners in the order of GTP's fixed_handicap,
 * the middle last when the number is odd and 5 or more, else sides. */
static int handicap_point(int size, int count, int i)
{
    int low = size >= 13 ? 3 : 2, high = size - 1 - low, half = size / 2;
    const int spot[HANDICAP_MAX][2] = {{low, low},  {high, high}, {high, low},
                                       {low, high}, {low, half},  {high, half},
                                       {half, low}, {half, high}, {half, half}};
    if (count % 2 == 1 && count >= 5 && i == count - 1)
        i = HANDICAP_MAX - 1;
    return spot[i][1] * size + spot[i][0];
}

void by_go_start(const struct by_rules *rules, void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view = {.head = {.ko = BY_GO_NO_POINT}};
    memset(view.cell, BY_GO_EMPTY, sizeof view.cell);
    if (shape->handicap >= 2) {
        for (int i = 0; i < shape->handicap; i++)
            view.cell[handicap_point(shape->size, shape->handicap, i)] = BY_GO_BLACK;
        view.head.side = 1;
    }
    shape->kind->make(rules, &view, position);
}

/* --- the head -------------------------------------------------------------------- */

int by_go_side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct by_go_head *)position)->side;
}

bool by_go_over(const struct by_rules *rules, const void *position)
{
    return by_go_is_over(by_go_shape_of(rules), position);
}

int by_go_neighbours(int size, int point, int out[4])
{
    int count = 0, x = point % size, y = point / size;
    if (y < size - 1)
        out[count++] = point + size;
    if (x < size - 1)
        out[count++] = point + 1;
    if (y > 0)
        out[count++] = point - size;
    if (x > 0)
        out[count++] = point - 1;
    return count;
}

uint64_t by_go_stones_key(const struct by_go_shape *shape, const struct by_go_view *view)
{
    uint64_t key = 0;
    for (int i = 0; i < shape->points; i++)
        if (view->cell[i] != BY_GO_EMPTY)
            key ^= shape->stone_key[view->cell[i]][i];
    return key;
}

int by_go_lead(const struct by_go_shape *shape, const struct by_go_view *view)
{
    int lead = 0;
    for (int i = 0; i < shape->points; i++)
        lead += (view->cell[i] == BY_GO_BLACK) - (view->cell[i] == BY_GO_WHITE);
    return lead;
}

static uint64_t stones_key(const struct by_rules *rules, const void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_head *head = position;
    if (!head->key_is_stale)
        return head->stones_key;
    struct by_go_view view;
    shape->kind->look(rules, position, &view);
    return by_go_stones_key(shape, &view);
}

/* The stones, and all else the future depends on: how far the end is, and prisoners where they
 * count. */
uint64_t by_go_key(const struct by_rules *rules, const void *position)
{
    const struct by_go_head *head = position;
    uint64_t key = stones_key(rules, position);
    key ^= by_zobrist(SALT, KEY_OF_PLY + (uint64_t)head->ply);
    key ^= by_zobrist(SALT, KEY_OF_PASSES + (uint64_t)head->passes);
    if (head->side)
        key ^= by_zobrist(SALT, KEY_OF_SIDE);
    if (head->ko != BY_GO_NO_POINT)
        key ^= by_zobrist(SALT, KEY_OF_KO + (uint64_t)head->ko);
    if (by_go_shape_of(rules)->scoring == BY_GO_TERRITORY)
        for (uint64_t i = 0; i < 2; i++)
            key ^= by_zobrist(SALT, KEY_OF_CAPTURES * (i + 1) + (uint64_t)head->captures[i]);
    return key;
}

uint64_t by_go_repeat_key(const struct by_rules *rules, const void *position, by_move move)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_head *head = position;
    if (!shape->superko || move == shape->points) /* nobody is forbidden to pass */
        return 0;
    bool second_to_move = (move == BY_NO_MOVE) == (head->side == 1);
    uint64_t key = stones_key(rules, position) ^ by_zobrist(SALT, KEY_OF_NOTHING);
    if (shape->superko == BY_GO_SUPERKO_SITUATIONAL && second_to_move)
        key ^= by_zobrist(SALT, KEY_OF_SIDE);
    if (move == BY_NO_MOVE)
        return key;
    return key ^ shape->stone_key[head->side][move] ^ shape->kind->taken_key(rules, position, move);
}

/* --- symmetry --------------------------------------------------------------------- */

static int image_of(int size, int point, int s)
{
    int x = point % size, y = point / size;
    by_grid_image(size, size, s, &x, &y);
    return y * size + x;
}

by_move by_go_transform_move(const struct by_rules *rules, by_move move, int s)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    return move == shape->points ? move : image_of(shape->size, move, s);
}

void by_go_resume(const struct by_rules *rules, void *position)
{
    (void)rules;
    ((struct by_go_head *)position)->passes = 0;
}

/* Ko, passes and the count of moves belong to the side that had the turn. */
bool by_go_hand_over(const struct by_rules *rules, void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    shape->kind->look(rules, position, &view);
    view.head = (struct by_go_head){.side = !view.head.side,
                                    .ko = BY_GO_NO_POINT,
                                    .captures = {view.head.captures[0], view.head.captures[1]}};
    shape->kind->make(rules, &view, position);
    return true;
}

void by_go_transform(const struct by_rules *rules, const void *position, int s, void *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view, image;
    shape->kind->look(rules, position, &view);
    image.head = view.head;
    if (view.head.ko != BY_GO_NO_POINT)
        image.head.ko = (int16_t)image_of(shape->size, view.head.ko, s);
    if (view.head.last)
        image.head.last = (uint16_t)(image_of(shape->size, view.head.last - 1, s) + 1);
    if (view.head.before)
        image.head.before = (uint16_t)(image_of(shape->size, view.head.before - 1, s) + 1);
    memset(image.cell, BY_GO_EMPTY, sizeof image.cell);
    for (int i = 0; i < shape->points; i++)
        image.cell[image_of(shape->size, i, s)] = view.cell[i];
    shape->kind->make(rules, &image, out);
}

/* --- facts -------------------------------------------------------------------------- */

void by_go_holding(const struct by_rules *rules, const void *position, struct by_holding *out)
{
    const struct by_go_head *head = position;
    (void)rules;
    *out = (struct by_holding){.what = "captures", .each = {head->captures[0], head->captures[1]}};
}

void by_go_facts(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                 void *context)
{
    const struct by_go_head *head = position;
    char text[16];
    struct by_text ko = by_text_over(text, sizeof text);
    int size = rules->width;
    if (head->ko != BY_GO_NO_POINT)
        by_grid_write_point(head->ko % size, head->ko / size, true, &ko);
    emit(context,
         &(struct by_fact){.name = "ko", .text = head->ko == BY_GO_NO_POINT ? NULL : text});
    int64_t captures[2] = {head->captures[0], head->captures[1]};
    emit(context, &(struct by_fact){.name = "captures", .each = captures});
}
