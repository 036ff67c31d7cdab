/* board_tmpl.h: the fast board for sides up to SIDE. A file that defines SIDE and TABLE and
 * includes this is a whole board: its table of functions is called TABLE. */
#include "games/gomoku/renju_tmpl.h"
#include "games/gomoku/trail_tmpl.h"

/* --- the rules ------------------------------------------------------------------- */

static void start(const struct by_rules *rules, void *position)
{
    clear_cells(rules, position);
    work_out(rules, position);
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct gomoku *)position)->side;
}

static bool is_full(const struct by_rules *rules, const struct gomoku *gomoku)
{
    return gomoku->stones == rules->width * rules->height;
}

/* Only X in Renju can have points left and no move: it is a draw then. */
static bool over(const struct by_rules *rules, const void *position)
{
    const struct gomoku *gomoku = position;
    return gomoku->winner != NOBODY || is_full(rules, gomoku) || is_stuck(rules, gomoku);
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    const struct gomoku *gomoku = position;
    (void)rules;
    return gomoku->winner == NOBODY ? 0 : gomoku->winner == 0 ? 1 : -1;
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    const struct gomoku *gomoku = position;
    int count = 0, cells = rules->width * rules->height;
    for (int action = 0; action < cells; action++) {
        out[count] = action;
        count += gomoku->cell[shape->spot[action]] == EMPTY;
    }
    return has_forbidden(shape, gomoku) ? keep_allowed(shape, gomoku, out, count) : count;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo; /* nothing but the move is needed */
    struct gomoku *gomoku = position;
    if (wins_at(gomoku, move, gomoku->side))
        gomoku->winner = gomoku->side;
    change_cell(rules, gomoku, move, gomoku->side, STONE + gomoku->side);
    gomoku->side ^= 1;
}

static void take_back(const struct by_rules *rules, void *position, by_move move,
                      const struct by_undo *undo)
{
    (void)undo;
    struct gomoku *gomoku = position;
    gomoku->side ^= 1;
    gomoku->winner = NOBODY;
    change_cell(rules, gomoku, move, gomoku->side, EMPTY);
}

/* --- to and from cells ------------------------------------------------------------- */

static void look(const struct by_rules *rules, const void *position, struct by_board_view *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    const struct gomoku *gomoku = position;
    by_board_clear(rules, out);
    out->side = gomoku->side;
    for (int i = 0; i < rules->width * rules->height; i++) {
        int cell = gomoku->cell[shape->spot[i]];
        if (cell != EMPTY)
            by_board_add(out, i, cell - STONE);
    }
}

static void make(const struct by_rules *rules, const struct by_board_view *view, void *position)
{
    const struct by_gomoku_shape *shape = rules->data;
    struct gomoku *gomoku = position;
    clear_cells(rules, gomoku);
    for (int i = 0; i < rules->width * rules->height; i++) {
        int player = by_board_owner(view, i);
        if (player < 0)
            continue;
        gomoku->cell[shape->spot[i]] = (uint8_t)(STONE + player);
        gomoku->stones++;
    }
    work_out(rules, gomoku);
    gomoku->side = view->side;
    gomoku->key = by_board_key(rules, view);
    gomoku->winner = find_winner(rules, gomoku);
}

/* --- identity and symmetry --------------------------------------------------------- */

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct gomoku *)position)->key;
}

static struct set image_of(const struct by_gomoku_shape *shape, const struct set *set, int s)
{
    struct set image = {{0}};
    for (int i = 0; i < WORDS; i++)
        for (uint64_t word = set->word[i]; word; word &= word - 1)
            put_in(&image, shape->image[s][64 * i + by_bits_first(word)], true);
    return image;
}

/* One point with what is known of it; a stone takes its key along. */
static void move_point(const struct by_gomoku_shape *shape, const struct gomoku *from, int action,
                       int s, struct gomoku *to)
{
    int image = shape->image[s][action], cell = from->cell[shape->spot[action]];
    to->cell[shape->spot[image]] = (uint8_t)cell;
    to->near[image] = from->near[action];
    for (int player = 0; player < 2; player++)
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
            to->pattern[image][player][shape->turn[s][d]] = from->pattern[action][player][d];
    if (cell == EMPTY)
        return;
    toggle_lines(shape, &to->lines, image, cell - STONE);
    to->key ^= shape->key[cell - STONE][shape->spot[action]];
    to->key ^= shape->key[cell - STONE][shape->spot[image]];
}

/* Patterns look the same from both ends of a line, so they only change their places: that is ten
 * times as fast as to work them out. */
static void transform(const struct by_rules *rules, const void *position, int s, void *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    const struct gomoku *from = position;
    struct gomoku *to = out;
    memcpy(to, from, sizeof *to);
    memset(&to->lines, 0, sizeof to->lines);
    for (int action = 0; action < rules->width * rules->height; action++)
        move_point(shape, from, action, s, to);
    to->active = image_of(shape, &from->active, s);
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < 4; i++)
            to->threat[player][i] = image_of(shape, &from->threat[player][i], s);
}

/* --- knowledge --------------------------------------------------------------------- */

static enum by_gomoku_pattern view_pattern(const struct by_rules *rules, const void *position,
                                           int player, int direction, by_move at)
{
    (void)rules;
    const struct gomoku *gomoku = position;
    return (enum by_gomoku_pattern)gomoku->pattern[at][player][direction];
}

static int view_active(const struct by_rules *rules, const void *position, by_move *out)
{
    (void)rules;
    return list_of(&((const struct gomoku *)position)->active, out);
}

static const struct by_gomoku_board on_lines = {
    {BY_GOMOKU_BOARD, .position_size = sizeof(struct gomoku), .look = look, .make = make},
    SIDE,
    view_pattern,
    view_active,
};

static int32_t patterns_value(const struct by_rules *rules, const void *position)
{
    (void)rules;
    const struct gomoku *gomoku = position;
    return by_gomoku_cut_value(gomoku->total[gomoku->side] - gomoku->total[!gomoku->side]);
}

static struct by_gomoku_threats threats_of(const struct gomoku *gomoku)
{
    int me = gomoku->side;
    return (struct by_gomoku_threats){
        gomoku->weight[me], gomoku->weight[!me], size_of(&gomoku->threat[me][0]),
        size_of(&gomoku->threat[!me][0]), size_of(&gomoku->threat[me][1]) > 0};
}

static int32_t threats_value(const struct by_rules *rules, const void *position)
{
    (void)rules;
    struct by_gomoku_threats threats = threats_of(position);
    return by_gomoku_threats_value(&threats);
}

static int32_t learned_value(const struct by_rules *rules, const void *position)
{
    const struct gomoku *gomoku = position;
    struct by_gomoku_threats threats = threats_of(position);
    return by_gomoku_learned_value(rules, &threats, gomoku->learned[gomoku->side],
                                   gomoku->learned[!gomoku->side]);
}

static int32_t points_value(const struct by_rules *rules, const void *position)
{
    (void)rules;
    const struct gomoku *gomoku = position;
    struct by_gomoku_threats threats = threats_of(position);
    return by_gomoku_points_value(&threats, gomoku->points[gomoku->side],
                                  gomoku->points[!gomoku->side]);
}

static const struct by_eval evals[] = {
    {.name = "points",
     .help = "what each empty point could become, and who is first to make five or an open four",
     .win = BY_GOMOKU_EVAL_WIN,
     .value = points_value,
     .terms = by_gomoku_points_terms,
     .odds = BY_GOMOKU_POINTS_ODDS,
     .nearly = BY_GOMOKU_FOUR_NEXT / 2},
    {.name = "threats",
     .help = "rows that can grow, and who is first to make five or an open four",
     .win = BY_GOMOKU_EVAL_WIN,
     .value = threats_value,
     .terms = by_gomoku_threats_terms,
     .odds = BY_GOMOKU_THREATS_ODDS,
     .nearly = BY_GOMOKU_FOUR_NEXT / 2},
    {.name = "patterns",
     .help = "scores of own stones minus those of the opponent's (GOM table 1)",
     .win = BY_GOMOKU_EVAL_WIN,
     .value = patterns_value,
     .terms = by_gomoku_patterns_terms},
    {.name = "learned",
     .help =
         "weights of all points by their patterns, fitted to games, and who is first to make five",
     .win = BY_GOMOKU_EVAL_WIN,
     .value = learned_value,
     .terms = by_gomoku_learned_terms,
     .odds = BY_GOMOKU_ODDS,
     .nearly = BY_GOMOKU_FOUR_NEXT / 2},
    {0},
};

#include "games/gomoku/playout_tmpl.h"

#include "games/gomoku/fours_tmpl.h"

#include "games/gomoku/quiet_tmpl.h"

#include "games/gomoku/search/search_tmpl.h"

const struct by_game TABLE = {
    /* facts */
    BY_GOMOKU_FACTS,
    .player = "alphabeta",
    .board = &on_lines.board,

    /* rules */
    BY_GOMOKU_RULES,
    .start = start,
    .side = side,
    .over = over,
    .result = result,
    .moves = moves,
    .play = play,
    .undo = take_back,
    .key = key,
    .transform = transform,

    /* text */
    BY_GOMOKU_TEXT,

    /* knowledge */
    BY_GOMOKU_KNOWLEDGE,
    .evals = evals,
    .policies = policies,
    .rank = rank,
    .urgent = urgent,
    .forced_win = forced_win,
    .threats = threats,
    .own_open = by_gomoku_own_open,
    .own_close = by_gomoku_own_close,
    .own_forget = by_gomoku_own_forget,
    .own_search = own_search,
    .own_eval = "points",
};
