/* go.h: what the files of Go share.
 *
 * There are four boards behind the one game. The fast one (board.h) is the game; the others are
 * the thesis' own steps towards it, for experiments and as oracles of the tests: the array and the
 * one half-way from it (array.c, its chapter 3), and union-find with sets of candidate moves
 * (unionfind.c, its chapter 4). Every position begins with the same head; what is not hot (text,
 * packs, symmetry, scoring) sees a position through a struct by_go_view, which every board can be
 * turned into and made from.
 *
 * Points are action indices y * size + x, from the bottom left; pass is the last action. */
#ifndef BY_GAMES_GO_GO_H
#define BY_GAMES_GO_GO_H

#include "games/game.h"

struct by_go_model; /* learned.h */
struct by_net;

#define BY_GO_SIZE_MIN   2
#define BY_GO_SIZE_MAX   25
#define BY_GO_POINTS_MAX (BY_GO_SIZE_MAX * BY_GO_SIZE_MAX)
#define BY_GO_NO_POINT   (-1)

enum by_go_colour { BY_GO_BLACK, BY_GO_WHITE, BY_GO_EMPTY, BY_GO_OFF };

/* What every position begins with. */
struct by_go_head {
    uint64_t stones_key;  /* Zobrist key of the stones alone */
    int32_t captures[2];  /* stones each player has taken */
    int32_t lead;         /* black stones on the board less white ones */
    int16_t ko;           /* the point the side to move may not take back, or BY_GO_NO_POINT */
    uint16_t ply;         /* moves made, passes included */
    uint8_t side;         /* who is to move */
    uint8_t passes;       /* in a row, at most 2 */
    uint8_t key_is_stale; /* after a playout, which does not keep the key up to date */
    uint16_t last;        /* the point of the last move, plus 1; 0: a pass, or nobody knows. Moves
                             are judged by it (strength.c); it is no part of the position's
                             identity, and neither key, pack nor text has it */
    uint16_t before;      /* the same of the move before that */
};

/* A position as a plain array. The key is not in it. */
struct by_go_view {
    struct by_go_head head;
    uint8_t cell[BY_GO_POINTS_MAX]; /* enum by_go_colour */
};

/* One of the boards. `make` fills all of a position; the head's stones_key and lead are its to
 * work out. `liberties` counts those of the chain at a stone; `eye` tells whether a playout
 * leaves an empty point alone because it is an eye of `colour`: all neighbours are its stones,
 * and of the diagonal points the opponent has at most one, at the edge none. `taken_key` is the
 * key of the stones that the side to move would take by playing at `point`. `features` are those
 * of a legal move: strength.h. */
struct by_go_kind {
    void (*look)(const struct by_rules *rules, const void *position, struct by_go_view *out);
    void (*make)(const struct by_rules *rules, const struct by_go_view *view, void *position);
    int (*liberties)(const struct by_rules *rules, const void *position, int point);
    bool (*eye)(const struct by_rules *rules, const void *position, int point, int colour);
    uint64_t (*taken_key)(const struct by_rules *rules, const void *position, int point);
    unsigned (*features)(const struct by_rules *rules, const void *position, by_move move);
};

/* What a playout's work is counted in (by_playout.work). */
enum by_go_phase {
#define BY_GO_PHASE(name, text) BY_GO_##name,
#include "games/go/phases.def"
#undef BY_GO_PHASE
    BY_GO_PHASES
};

static inline void by_go_count(uint64_t *work, enum by_go_phase phase, int steps)
{
    if (work)
        work[phase] += (uint64_t)steps;
}

struct by_go_candidates_kind; /* candidates.h */

enum by_go_scoring { BY_GO_AREA, BY_GO_TERRITORY };

/* Which positions of the game may not come back: any, or with the same side to move. */
enum by_go_superko { BY_GO_SUPERKO_OFF, BY_GO_SUPERKO_POSITIONAL, BY_GO_SUPERKO_SITUATIONAL };

/* rules->data: constants of a game with its options chosen. */
struct by_go_shape {
    const struct by_go_kind *kind;
    const struct by_go_candidates_kind *candidates; /* where the board keeps a set of moves */
    int size, points;                               /* points = size * size */
    int komi;                                       /* in half points */
    enum by_go_superko superko;
    enum by_go_scoring scoring;
    int handicap;
    const struct by_go_model *model; /* strengths that were learned; NULL: those set by hand */
    struct by_go_model *read;        /* from a file: to be closed with the rules */
    const struct by_net *net;        /* a network's opinion; NULL: there is none */
    struct by_net *net_read;         /* from a file: to be closed with the rules */
    uint64_t stone_key[2][BY_GO_POINTS_MAX];
    uint64_t patterns[2][1024]; /* a bit for each 3x3 surrounding, for each colour: pattern3x3.h */
};

static inline const struct by_go_shape *by_go_shape_of(const struct by_rules *rules)
{
    return rules->data;
}

static inline int by_go_cap(const struct by_go_shape *shape)
{
    return 3 * shape->points;
}

static inline bool by_go_is_over(const struct by_go_shape *shape, const struct by_go_head *head)
{
    return head->passes == 2 || head->ply >= by_go_cap(shape);
}

/* The neighbours of a point, by index; returns how many. */
int by_go_neighbours(int size, int point, int out[4]);

/* The stones_key and the lead of a view. */
uint64_t by_go_stones_key(const struct by_go_shape *shape, const struct by_go_view *view);
int by_go_lead(const struct by_go_shape *shape, const struct by_go_view *view);

/* --- in score.c ------------------------------------------------------------- */

/* Who owns each point when all stones on the board live: +1 black, -1 white, 0 neither. */
void by_go_owners(const struct by_go_shape *shape, const struct by_go_view *view, int8_t *out);

/* The result of a finished game in half points, komi included, for black. */
int32_t by_go_result(const struct by_rules *rules, const void *position);

/* The result of a playout that has come to its end, and who owns what where it is asked. */
void by_go_finish(const struct by_rules *rules, const void *position, struct by_playout *out);

/* --- in count.c -------------------------------------------------------------- */

/* The points connected with `start` that look like it, stones or empty ones; they become `seen`. */
int by_go_connected(int size, const uint8_t *cell, int start, bool *seen, int16_t *chain);

/* The rules' own count of a board without the dead stones, which are prisoners then. Where territory
 * is counted, points that only stones in seki surround are nobody's. */
void by_go_count_board(const struct by_go_shape *shape, const struct by_go_view *view,
                       const bool *dead, const bool *seki, struct by_counted *out);

/* Slots. */
void by_go_count_up(const struct by_rules *rules, const void *position, const bool *dead,
                    const bool *seki, struct by_counted *out);
int by_go_chain(const struct by_rules *rules, const void *position, int point, int16_t *out);

/* --- in judge.c -------------------------------------------------------------- */

bool by_go_judge(const struct by_rules *rules, const void *position, const struct by_judging *how,
                 struct by_verdict *out);

/* --- in explain.c ------------------------------------------------------------ */

by_terms_fn by_go_area_terms;
by_explain_fn by_go_explain;
void by_go_reason(const struct by_rules *rules, const void *position, by_move move,
                  struct by_text *out);

/* --- in strength.c ---------------------------------------------------------- */

void by_go_strengths(const struct by_rules *rules, const void *position, const by_move *moves,
                     int count, float *out);

/* --- in opinion.c ----------------------------------------------------------- */

/* The network that is part of the build, for boards of all sizes; NULL: it has none. */
const struct by_net *by_go_own_net(void);
enum by_status by_go_net_load(const char *path, struct by_net **out, struct by_error *err);
size_t by_go_opinion_bytes(const struct by_rules *rules);
void by_go_opinion(const struct by_rules *rules, const void *position, const by_move *moves,
                   int count, void *scratch, struct by_opinion *out);
const char *by_go_lacks(const struct by_rules *rules); /* the slot `lacks` */

/* --- slots that all boards share, in go.c and text.c ------------------------ */

enum by_status by_go_setup(struct by_rules *rules, const char *position, struct by_error *err);
void by_go_close(struct by_rules *rules);
void by_go_start(const struct by_rules *rules, void *position);
int by_go_side(const struct by_rules *rules, const void *position);
bool by_go_over(const struct by_rules *rules, const void *position);
uint64_t by_go_key(const struct by_rules *rules, const void *position);
uint64_t by_go_repeat_key(const struct by_rules *rules, const void *position, by_move move);
void by_go_resume(const struct by_rules *rules, void *position);
bool by_go_hand_over(const struct by_rules *rules, void *position);
void by_go_transform(const struct by_rules *rules, const void *position, int s, void *out);
by_move by_go_transform_move(const struct by_rules *rules, by_move move, int s);
void by_go_holding(const struct by_rules *rules, const void *position, struct by_holding *out);
void by_go_facts(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                 void *context);

enum by_status by_go_read(const struct by_rules *rules, const char *text, void *position,
                          struct by_error *err);
void by_go_write(const struct by_rules *rules, const void *position, struct by_text *out);
void by_go_draw(const struct by_rules *rules, const void *position, struct by_text *out);
void by_go_cells(const struct by_rules *rules, const void *position, by_move last,
                 struct by_cells *out);
enum by_status by_go_read_move(const struct by_rules *rules, const void *position, const char *text,
                               by_move *out, struct by_error *err);
void by_go_write_move(const struct by_rules *rules, const void *position, by_move move,
                      struct by_text *out);
size_t by_go_pack(const struct by_rules *rules, const void *position, uint8_t *out);
enum by_status by_go_unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                            void *position, struct by_error *err);

extern const struct by_option by_go_options[];
extern const char *const by_go_tunable[];
extern const struct by_move_model by_go_move_model; /* learned_fit.c */
extern const char *const by_go_samples[];
extern const char *const by_go_asked[];
extern const struct by_eval by_go_evals[];
extern const char *const by_go_phases[];

/* The entries of a table of Go but for the board's own: moves, play, policies. Part by part. */
#define BY_GO_FACTS                                                                                \
    .name = "go", .title = "Go",                                                                   \
    .summary = "surround territory and capture what has no liberties; the larger area wins",       \
    .move_help = "a point, as in d4 (the letter i is left out), or pass",                          \
    .traits = BY_TRAIT_OWNERS | BY_TRAIT_PLACES, .options = by_go_options,                         \
    .samples = by_go_samples, .tunable = by_go_tunable, .asked = by_go_asked,                      \
    .sides = {"Black", "White"}, .stars = true, .has_margin = true, .margin = "point",             \
    .phases = by_go_phases
#define BY_GO_RULES                                                                                \
    .setup = by_go_setup, .close = by_go_close, .start = by_go_start, .side = by_go_side,          \
    .over = by_go_over, .result = by_go_result, .key = by_go_key, .pack = by_go_pack,              \
    .unpack = by_go_unpack, .repeat_key = by_go_repeat_key, .resume = by_go_resume,                \
    .hand_over = by_go_hand_over, .transform = by_go_transform,                                    \
    .transform_move = by_go_transform_move
#define BY_GO_TEXT                                                                                 \
    .read = by_go_read, .write = by_go_write, .draw = by_go_draw, .read_move = by_go_read_move,    \
    .write_move = by_go_write_move, .cells = by_go_cells, .facts = by_go_facts,                    \
    .holding = by_go_holding
#define BY_GO_KNOWLEDGE                                                                            \
    .evals = by_go_evals, .strengths = by_go_strengths, .move_model = &by_go_move_model,           \
    .plane_count = BY_GO_PLANES, .planes = by_go_planes, .opinion_bytes = by_go_opinion_bytes,     \
    .opinion = by_go_opinion, .lacks = by_go_lacks, .judge = by_go_judge, .count = by_go_count_up, \
    .chain = by_go_chain, .explain = by_go_explain, .reason = by_go_reason
#define BY_GO_TABLE(best) BY_GO_FACTS, .player = (best), BY_GO_RULES, BY_GO_TEXT, BY_GO_KNOWLEDGE
#define BY_GO_FAST_PLAYER                                                                          \
    "mcts selection=puct c=0.6 reduction=0.12 net=on mix=1 "                                       \
    "playout=tactical:strengths=learned,net=learned reuse=on"
#define BY_GO_SLOW_PLAYER "mcts rave=on c=0" /* they have no tactical playouts */

#define BY_GO_UNIFORM                                                                              \
    .name = "uniform",                                                                             \
    .help = "every legal move that fills no own eye equally likely, to the end of the game"

/* --- the boards ------------------------------------------------------------- */

/* The table, the kind and the bytes of a position for a board of this size. */
extern const struct by_game by_go_fast_7, by_go_fast_9, by_go_fast_13, by_go_fast_19, by_game_go;
const struct by_game *by_go_fast_table(int size);
size_t by_go_fast_bytes(int size);
extern const struct by_go_kind by_go_fast_kind;

/* The fast board for any size once more, with the work of its uniform playouts counted. */
extern const struct by_game by_go_fast_counted;

extern const struct by_game by_go_array_table, by_go_halfway_table;
size_t by_go_array_bytes(int size);
extern const struct by_go_kind by_go_array_kind;

extern const struct by_game by_go_unionfind_table;
size_t by_go_unionfind_bytes(int size, const struct by_go_candidates_kind *candidates);
extern const struct by_go_kind by_go_unionfind_kind;

#endif
