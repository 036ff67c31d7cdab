/* game.h: the contract between games and everything else.
 *
 * A game is one constant struct by_game: facts and functions. games.def lists the
 * games, one line each; registration (by_games_check, run by the tests and by every
 * by_rules_open) asserts that each mandatory slot is filled.
 *
 * A game with its options chosen is a struct by_rules, immutable after setup. A
 * position is plain bytes of rules->position_size: no pointers inside, copied with
 * memcpy, compared through `pack`. Positions given to a slot come from `start`,
 * `read`, `unpack`, `transform` or `play` of the same rules, and lie at multiples of 16 bytes.
 *
 * Threads: every slot except setup and close may be called from any number of threads
 * at once on distinct positions (those of a search's own state: one at a time). No slot blocks,
 * prints or keeps state elsewhere. No slot allocates except setup, threats, own_open and own_search.
 *
 * Players are 0 (first, X) and 1 (second, O). Results are seen by player 0.
 *
 * Nature may play along: a coin, a die. What it can do are moves like others, in `moves`, `play`,
 * perft and records; the slot `chance` says where it is nature that moves, and how likely each of
 * its moves is. chance.h draws them. */
#ifndef BY_GAMES_GAME_H
#define BY_GAMES_GAME_H

#include "base/options.h"
#include "base/rng.h"

/* No position may have more plies before the end of the game than this: recursive
 * searches rely on it. */
#define BY_LENGTH_MAX 10000

/* No sum of nature's weights may be larger: means over them stay exact in whole numbers. */
#define BY_CHANCE_MAX 1000000

struct by_game;
struct by_board;
struct by_linear;
struct by_move_model;

struct by_rules {
    const struct by_game *game; /* `setup` may replace it by a variant compiled for one size */
    const char *name;           /* what the user asked for: the game's name or an alias */
    struct by_values values;    /* the checked options */

    /* Filled by setup. */
    int width, height;    /* the board; 0 where there is none */
    char label[24];       /* short, for bench lines: "8x8", "heap7" */
    size_t position_size; /* bytes of a position; by_rules_open rounds it up to a multiple of 16 */
    size_t pack_size;     /* most bytes `pack` writes */
    int action_count;     /* moves are 0..action_count-1 */
    int max_moves;        /* most legal moves in any position */
    int max_length;       /* most plies in a game, at most BY_LENGTH_MAX */
    int symmetry_count;   /* images under `transform`, the identity included; at least 1 */
    int score_scale;      /* results are in units of 1/score_scale (2 for half points) */
    int komi;             /* what results give the second player beforehand, in these units */
    bool has_chance;      /* nature moves in some positions: the game has `chance` */
    void *data;           /* the game's own constants; freed by `close`, or by free() without one */

    void *start; /* the start position; filled by by_rules_open after setup */
};

/* What `undo` needs to know beyond the move. Filled by `play`. */
struct by_undo {
    uint64_t word[2];
};

/* A term of an evaluation, for people who ask why: what one thing on the board adds to its value.
 * The names are few and constant; terms that differ in place or owner alone share one. */
struct by_term {
    const char *name;     /* a few words: "corner", "open line" */
    int side;             /* whose it is: 0, 1, or -1 where it is nobody's */
    int32_t value;        /* what it adds, for the side to move */
    const int16_t *cells; /* where, as struct by_cells counts them; NULL: nowhere */
    int cell_count;
};
typedef void by_term_fn(void *context, const struct by_term *term);
typedef void by_terms_fn(const struct by_rules *rules, const void *position, by_term_fn *emit,
                         void *context);

/* A static evaluation for depth-limited search (LOG): the value of an unfinished
 * position for the side to move, strictly between -win and win. A finished game counts +-win
 * there, with the margin on top where the game has one: a won game beats every hope.
 *
 * `terms` takes the value apart: the values of all terms add up to it, to the last unit (what is
 * rounded or cut off is a term of its own). Optional. Nothing hot calls it: it may look at the
 * board square by square, and had better not use what `value` uses. */
struct by_eval {
    const char *name;
    const char *help;
    int32_t win;
    int32_t (*value)(const struct by_rules *rules, const void *position);
    by_terms_fn *terms;

    /* For people (games/value.h), all optional. What it counts, one of it: "disc", "point"; NULL: it
     * is known by its name. So many of its units are one of these; 0: one. */
    const char *counts;
    int32_t unit;
    int32_t odds;   /* so many of its units are odds of e to one that the side to move wins; 0: it
                       is not known */
    int32_t nearly; /* estimates from here on say that the game is as good as won; 0: none does */
    bool (*counting)(const struct by_rules *rules); /* whether the two hold; NULL: always */
};

/* One ply of a playout: the action and who played it. */
struct by_ply {
    by_move action;
    int32_t side;
};

/* What a playout leaves behind. The caller owns the buffers and sets `plies` (room for
 * rules->max_length entries, or NULL: not recorded), `owner` (one entry per board
 * point, +1 first player, -1 second, 0 neither; or NULL; only games with ownership fill it), and
 * `thinker` (1 + the player who thinks at the root of the search, for policies that treat him and
 * his opponent differently; 0: not stated, then it is the side to move where the playout starts). */
struct by_playout {
    struct by_ply *plies;
    int8_t *owner;
    by_move *scratch; /* room for rules->max_moves moves, for the playout's own use */
    uint64_t *work;   /* one entry for each of the game's `phases`, or NULL: nobody counts. The
                         steps of the uniform playout are added; others need not count */
    int thinker;
    int length;     /* plies played */
    int32_t result; /* for player 0, as `result` gives it */
};

/* What many playouts from one position leave behind: sums, to which each call adds. The caller
 * owns the buffers, for the playouts' own use. */
struct by_totals {
    void *position;   /* room for a position */
    by_move *scratch; /* room for rules->max_moves moves */
    int thinker;      /* as in struct by_playout */
    int64_t wins[2];  /* of player 0 and of player 1 */
    int64_t draws;
    int64_t results; /* for player 0, as `result` gives them: the margins where there are any */
    int64_t plies;
};

/* A way to play a game to its end. One call runs the whole playout: `position` is the
 * start and is left at the final position. Called on search threads, each with its own
 * generator; the generator alone decides. A policy with `early` may decide the game before
 * its end: it writes down the plies it played and the result it decided on.
 *
 * `many` is optional: `count` playouts in one call, for games that can play several boards at
 * once, or that need not keep a whole position up to date when nobody will look at it. Each is
 * as likely as with `run`, but the generator may be used otherwise. by_playouts calls it. `batch` says
 * how many it plays beside each other, of which few cost less than as many alone; 0: one by one. */
struct by_policy {
    const char *name;
    const char *help;
    void (*run)(const struct by_rules *rules, void *position, struct by_rng *rng,
                struct by_playout *out);
    bool early;
    void (*many)(const struct by_rules *rules, const void *position, int64_t count,
                 struct by_rng *rng, struct by_totals *totals);
    int batch;
};

/* A win that the side to move can force: what is asked, and what was found. */
#define BY_FORCED_MOVES 64                        /* the winner's */
#define BY_FORCED_MAX   (2 * BY_FORCED_MOVES - 1) /* plies of a line */
struct by_forced {
    int most_moves;     /* the winner's moves, at most; 1 to BY_FORCED_MOVES */
    int64_t most_nodes; /* positions to look at, at most */
    int64_t nodes;      /* how many were looked at */
    int length;         /* plies; odd: the last one wins */
    by_move line[BY_FORCED_MAX];
};

/* A proof that the side to move wins: a tree in which every node is an answer of the winner, to a move
 * of his opponent or, at the root, to nothing. It says what to do against every legal reply: the
 * nodes below an answer name some of them, and one that names none is for all others. */
#define BY_ANY_MOVE (BY_NO_MOVE - 1)
struct by_win_node {
    by_move reply;  /* BY_NO_MOVE at the root; BY_ANY_MOVE: whatever no brother names */
    by_move answer; /* what the winner plays then */
    int32_t child,
        next; /* the first reply to the answer, the next brother: behind this one; 0: none */
};
struct by_win_tree {
    struct by_win_node *node; /* the root first; owned */
    int count, room;
    int most; /* nodes that it may have */
};

/* A win by threats: what is asked, and what was found; see the slot `threats`. */
enum by_threats_found { BY_THREATS_OPEN, BY_THREATS_WIN, BY_THREATS_NONE };
enum by_threats_kind {
    BY_THREATS_FOURS,  /* the most urgent ones */
    BY_THREATS_THREES, /* those a step before, too */
    BY_THREATS_QUIET   /* and moves behind which such a win would be next */
};
struct by_threats {
    /* asked */
    enum by_threats_kind kind;
    uint64_t most_nodes;                         /* moves to make, at most */
    size_t memory;                               /* bytes for positions met before */
    bool (*tell)(void *context, uint64_t nodes); /* every few milliseconds; false: stop. Or NULL */
    void *context;

    /* found */
    enum by_threats_found found; /* BY_THREATS_NONE: there is no win by such threats, for certain */
    enum by_threats_kind won_by; /* what a win takes */
    uint64_t nodes;
    struct by_win_tree proof; /* of a win; `most` is set by who asks, who also frees it */
};

#define BY_OPENING_MOVES 16 /* of an opening that a game brings along */

/* How a position is judged that nobody plays on from: see the slot `judge`. */
struct by_judging {
    uint64_t seed; /* of the playouts */
    int playouts;
    bool
        brief; /* enough when it is known not to be settled; the rest of the verdict is rough then */
};

/* What it is worth when both sides stop now. Points are cells of the board, row by row from the
 * bottom; where a stone can be placed on one, its action is the point. */
#define BY_JUDGED_MAX 625
struct by_verdict {
    int points;
    double owner[BY_JUDGED_MAX]; /* the first player's share of the point less the other's, -1..1 */
    bool dead[BY_JUDGED_MAX];    /* a stone that will be taken */
    bool seki[BY_JUDGED_MAX];    /* a stone of which playouts do not know */
    bool own_eye[BY_JUDGED_MAX]; /* an eye of the side to move, which it had better not fill */
    bool cleans_up[BY_JUDGED_MAX]; /* beside a dead stone of its opponent */
    int dead_stones[2];            /* of each player */
    bool open[BY_JUDGED_MAX];      /* a point left to fight about */
    bool settled;                  /* there is none */
    bool offered;                  /* the opponent has passed: another pass ends the game */
    bool filling_costs;            /* a stone in one's own territory loses a point */
    by_move pass;
    int32_t counted;    /* the result without the dead stones, as `result` gives it */
    int32_t passed;     /* the same when all stones are left on the board */
    double lead;        /* points that the first player leads by, as the owners have it */
    double least, most; /* the same when all open points become the other player's, or his own */
};

/* What each player is counted when both agree that the game is over: see the slot `count`. */
#define BY_COUNT_PARTS 2
struct by_counted {
    struct {
        const char *name; /* "stones", "territory" */
        int points[2];
    } part[BY_COUNT_PARTS];
    int points[2];               /* of each player, all parts; rules->komi comes on top */
    int32_t result;              /* as `result` gives it */
    int8_t owner[BY_JUDGED_MAX]; /* whose a point is: 1, -1, or 0 for nobody's */
};

/* What a network that has learned the game says of a position: see the slot `opinion`. */
struct by_opinion {
    float *prior; /* asked: room for a number for each move, or NULL: their shares, 1 in all */
    float *owner; /* asked: room for BY_JUDGED_MAX, or NULL: as in struct by_verdict */
    float chance; /* that the side to move wins, 0 to 1 */
    float lead;   /* points that it is ahead by */
};

/* A fact that `show` adds for one game: a whole number, one for each player, or a text (NULL: there
 * is none now). */
struct by_fact {
    const char *name;
    bool is_number;
    int64_t number;
    const int64_t *each; /* of two players, or NULL */
    const char *text;
};
typedef void by_fact_fn(void *context, const struct by_fact *fact);

struct by_holding {
    const char *what; /* "discs" */
    int64_t each[2];
};

/* What a game knows of a move, of cells or of something else, besides evaluations: see the slot
 * `explain`. A remark is a row of a table, its figures are the columns; rows of one table follow
 * each other and have the same figures. */
struct by_figure {
    const char *name;
    double value;     /* NAN: there is none here */
    const char *text; /* words instead of a number, or NULL */
    bool on_board;    /* to be drawn on a board of its own, on the cells of its rows */
};
struct by_remark {
    const char *table;    /* "moves", "chains" */
    const char *what;     /* what it is about where neither a move nor cells say it; or NULL */
    by_move move;         /* legal; or BY_NO_MOVE */
    int side;             /* whose it is: 0, 1, or -1 */
    const int16_t *cells; /* NULL: nowhere, or where the move goes */
    int cell_count;
    const struct by_figure *figures;
    int figure_count;
};
typedef void by_remark_fn(void *context, const struct by_remark *remark);
typedef void by_explain_fn(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                           void *context);

/* A game's own search: what is asked, and what was found. Values are for the side to move: as `result`
 * counts where the value is proven, else in the units of the evaluation `own_eval`. */
struct by_own_search {
    /* asked */
    bool exact;        /* nothing but a proven value will do; else the best by depth and limits */
    bool sure;         /* nothing may be left out on the way to a depth */
    int depth;         /* plies to look ahead, at most; 0: to the end of the game */
    int32_t low, high; /* exact: the window. A value of `low` or less is known to be no more, one of
                          `high` or more to be no less, one between them exactly */
    uint64_t most_nodes; /* positions to enter, at most; 0: any number */
    /* Called every few milliseconds, and whenever a depth is done, with what is found so far; false:
     * stop. May be NULL. Always on the thread that asked. */
    bool (*tell)(void *context, const struct by_own_search *so_far);
    void *context;
    struct by_move_stat *moves; /* room for rules->max_moves entries, or NULL */

    /* For those who learn what the evaluation should say; NULL: nobody does. Told is one of `leaves` of the positions
     * that it is asked about, with what a look further ahead from there says, as `value` and `proven` below have
     * it. With one thread only. A search that keeps its leaves to itself never calls it. */
    void (*leaf)(void *context, const void *position, int32_t value, bool proven);
    int leaves;

    /* found */
    uint64_t nodes; /* how many were entered */
    bool proven;    /* `value` is the game's result, within what the window says */
    bool complete;  /* it came to its end: no limit but the depth stopped it */
    int reached;    /* the deepest depth that was searched out, in plies; 0: none was */
    int sureness;   /* per cent: 100 when nothing was left out on the way to that depth, less where
                       branches were passed over because they were unlikely to matter */
    int32_t value;
    by_move move; /* one that keeps the value; with a proven value of `low` or less any
                              legal one. BY_NO_MOVE: none was found */
    int pv_count; /* what is expected: `move` first; 0: nothing is known */
    by_move pv[BY_PV_MAX];
    int move_count; /* entries of `moves`: root moves, in any order, with their bounds */
};

/* What protocols and records that were made for Go (GTP, SGF, GoGui, Gomocup) want to know of a
 * game. None of it is needed: a game without any is spoken of by its own name, and its moves are
 * written as it writes them. */
enum by_trait {
    BY_TRAIT_OWNERS = 1,      /* points have owners at the end: komi, dead stones, handicap */
    BY_TRAIT_PLACES = 2,      /* a position is the stones that were placed, in any order: in Go and
                                 NoGo, too, where a part of a position leaves no chain without air */
    BY_TRAIT_FORCED_PASS = 4, /* who cannot move passes, and has not lost */
    BY_TRAIT_DROPS = 8,  /* a move is a column, in which a stone falls: who names a square names
                                 where it comes to lie */
    BY_TRAIT_STEPS = 16, /* a move's text is two squares of a letter and a digit each: who has a
                                 mouse clicks on both */
    BY_TRAIT_FIVES = 32, /* five in a row wins on a board of points, by the option `rule`, which
                                 is freestyle, exact or renju */
};

/* Another name for a game with some settings fixed: tictactoe is mnk with 3,3,3. */
struct by_alias {
    const char *name;
    const char *title;
    const char *settings; /* "m=3 n=3 k=3", the grammar of specs without the name */
};

struct by_game {
    /* === Facts. All mandatory but aliases, options, samples, tunable, sides, stars, margin,
     * phases, traits, player === */
    const char *name;
    const char *title;
    const char *summary;            /* one line: how it is played and won */
    const char *move_help;          /* one line: what a move looks like */
    const struct by_alias *aliases; /* ended by a NULL name, or NULL */
    const struct by_option
        *options; /* ended by a NULL name, or NULL; boards have a SIZE option "size" */
    const char *const *samples; /* settings ("size=4x4") that the conformance tests try besides
                                        the default; ended by NULL, or NULL */
    const char *const *tunable; /* options on which evaluations and playouts depend, and not the
                                        rules: a search may have its own, as in
                                        `eval=NAME:option=value,option=value`; the first also
                                        without its name. Ended by NULL, or NULL */
    const char *sides[2];       /* what the players are called: "Black", "White"; NULL: X and O */
    bool stars;                 /* its boards have star points, as Go's have */
    bool has_margin;            /* `result` is a margin; otherwise it is 1, 0 or -1 */
    const char *margin; /* what it counts, one of it: "disc"; NULL: a number that nobody wins
                                        by, as at the leaves of a tree */
    bool drawless;      /* `result` is never 0: somebody always wins */
    bool normal_play;   /* who cannot move loses, and nothing else ends the game (NOGO calls it
                                        normal form). It then has `hand_over`, which never refuses, and
                                        is offered the playouts `mobility` and `mobility-full` */
    const char *const *phases; /* what a playout's work is counted in, ended by NULL; or NULL: it is
                                        not counted. See by_playout.work */
    unsigned traits;           /* of enum by_trait, for protocols */
    const char *const *asked;  /* options that people are asked for before a game, in this order;
                                        ended by NULL, or NULL */
    const char *player;        /* the best player of it: a spec without limits; NULL: "alphabeta" */
    const struct by_board *board; /* games on a grid have one: board.h fills slots of theirs */

    /* === Rules: mandatory but for what says that it is optional =========================== */

    /* Fills the "Filled by setup" part of `rules` from rules->values. `position` is the
     * start position the user gave, or NULL; games whose sizes depend on it (heaps, rows,
     * trees) look at it here, the others leave it to `read`. On failure it must have freed
     * what it allocated. Called once, by by_rules_open. */
    enum by_status (*setup)(struct by_rules *rules, const char *position, struct by_error *err);
    void (*close)(
        struct by_rules *rules); /* optional: frees rules->data; by_rules_close calls it */
    void (*start)(const struct by_rules *rules, void *position);

    /* `moves` and `play` are called only while the game is not over; `result`
     * only when it is. `moves` writes at most rules->max_moves moves in an order that
     * depends on the position alone, and at least one. `play` takes a legal move and always
     * gives the turn to the other player, also with the last move: a game in which somebody
     * must pass has a move for it. Only nature's moves leave the turn where it is: `side` says, also
     * while nature is to move, which player comes next. `undo` in `play` may be NULL; `undo`, the
     * slot, is optional: without it searches copy. */
    int (*side)(const struct by_rules *rules, const void *position);
    bool (*over)(const struct by_rules *rules, const void *position);
    int32_t (*result)(const struct by_rules *rules, const void *position);
    int (*moves)(const struct by_rules *rules, const void *position, by_move *out);
    void (*play)(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo);
    void (*undo)(const struct by_rules *rules, void *position, by_move move,
                 const struct by_undo *undo);

    /* How likely nature is to make `move`, one of `moves`, as a weight of 1 or more; the sum of them
     * all when `move` is BY_NO_MOVE, at most BY_CHANCE_MAX; 0: a player is to move. Called only while
     * the game is not over. Optional; AMAF takes equal actions for equal moves, so nature's had better
     * have numbers of their own. */
    int32_t (*chance)(const struct by_rules *rules, const void *position, by_move move);

    /* Counts lines of play faster than by `moves` and `play`, optional: adds to nodes[i] the
     * positions i + 1 plies below this one, i < depth, and to ended[i] the games that are over
     * exactly i plies below it. Called by perft for a few plies at a time. */
    void (*tally)(const struct by_rules *rules, const void *position, int depth, uint64_t *nodes,
                  uint64_t *ended);

    /* Identity. Equal positions (same future, same side to move) have equal keys and equal
     * packs, whatever way led to them; different positions have different packs. The key is
     * kept incrementally by play and undo. `unpack` gets bytes from files and other
     * machines: it checks them. */
    uint64_t (*key)(const struct by_rules *rules, const void *position);
    size_t (*pack)(const struct by_rules *rules, const void *position, uint8_t *out);
    enum by_status (*unpack)(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                             void *position, struct by_error *err);

    /* Rules that look back (superko), optional. The key of what may not come back, after `move`, or
     * as it is now when `move` is BY_NO_MOVE; 0: it may. A move is not legal on a line of play when
     * its key is that of an earlier position; games/line.h sees to it. */
    uint64_t (*repeat_key)(const struct by_rules *rules, const void *position, by_move move);

    /* Takes back an agreement that the game is over (two passes in Go): the same player goes on.
     * Optional; leaves a position that is over for another reason as it is. */
    void (*resume)(const struct by_rules *rules, void *position);

    /* Gives the turn to the other side without a move, where somebody else decides whose turn it is:
     * handicap stones, a protocol that asks for any colour. False: no game can stand like this, and
     * the position is as it was. Optional. */
    bool (*hand_over)(const struct by_rules *rules, void *position);

    /* Symmetry, optional, both or neither: image `s` (0 = identity) of a position and of a
     * move. Images have equal values and are legal positions. */
    void (*transform)(const struct by_rules *rules, const void *position, int s, void *out);
    by_move (*transform_move)(const struct by_rules *rules, by_move move, int s);

    /* === Text: positions and moves as people, files and pictures have them ================ */

    /* `read` gets user input: it refuses anything malformed, and positions in which
     * the game could not go on sensibly, with a sentence. `write` must give what `read`
     * takes back. `draw` makes lines for a person, each ended by a newline, plain ASCII. */
    enum by_status (*read)(const struct by_rules *rules, const char *text, void *position,
                           struct by_error *err);
    void (*write)(const struct by_rules *rules, const void *position, struct by_text *out);
    void (*draw)(const struct by_rules *rules, const void *position, struct by_text *out);

    /* Move text, in either case. `read_move` only has to understand the words: the caller
     * (by_move_read) checks that the move is legal. */
    enum by_status (*read_move)(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err);
    void (*write_move)(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out);

    /* The board as data; `last` is the move that led here, or BY_NO_MOVE. Optional; games on a grid
     * have it. */
    void (*cells)(const struct by_rules *rules, const void *position, by_move last,
                  struct by_cells *out);

    /* The sizes of the heaps, or the stones of the row one after the other, of a game that is played
     * with those and has no cells: at most `most` are written. Returns how many there are. Optional. */
    int (*heaps)(const struct by_rules *rules, const void *position, int32_t *out, int most);

    /* What each side has that players look at beside the board: discs, prisoners. Optional. */
    void (*holding)(const struct by_rules *rules, const void *position, struct by_holding *out);

    /* What `show` adds for this game, optional. */
    void (*facts)(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                  void *context);

    /* === Knowledge: all of it optional ==================================================== */

    const struct by_eval *evals;            /* the first is the default; ended by a NULL name */
    const struct by_policy *policies;       /* besides the generic ones, which every game has */
    const struct by_linear *linear;         /* evaluations whose weights can be learned: linear.h */
    const struct by_move_model *move_model; /* strengths that can be learned: move_model.h */

    /* How strong each of some legal moves is, at least 0 and not all 0: a move is thought to be
     * the right one in proportion to it (a Bradley-Terry model). Optional. */
    void (*strengths)(const struct by_rules *rules, const void *position, const by_move *moves,
                      int count, float *out);

    /* What a network is shown of a position that is not over: `plane_count` bytes for each of width * height
     * points, 64 for one, all planes of a point together, as the side to move sees it. A plane has one value
     * where it is not 0. What it answers is a number for each action, point by point and at last the pass.
     * Optional, both or neither; only for games whose actions are these. */
    int plane_count;
    void (*planes)(const struct by_rules *rules, const void *position, uint8_t *out);

    /* What a network thinks of a position that is not over, and of some legal moves of it. `scratch` has
     * room for opinion_bytes(rules) at a multiple of 64; 0: these rules know none, and `opinion` is not called.
     * Optional, both or neither. */
    size_t (*opinion_bytes)(const struct by_rules *rules);
    void (*opinion)(const struct by_rules *rules, const void *position, const by_move *moves,
                    int count, void *scratch, struct by_opinion *out);

    /* The moves worth a look, best first, for a search that looks at a few only: at most `most`
     * legal ones, at least one. Others may be missing even where there is room. A move that wins
     * at once comes first; where all others lose at once, those that do not come before them.
     * Depends on the position alone. Optional. */
    int (*rank)(const struct by_rules *rules, const void *position, int most, by_move *out);

    /* The legal moves near what has been played, in the order of `moves`, for a search that does not
     * look elsewhere (GOM 2.3): at least one, also where nothing has been played. Optional. */
    int (*active)(const struct by_rules *rules, const void *position, by_move *out);

    /* The moves that matter where few do: legal ones, among which is one that is as good as any, for
     * certain (in Gomoku what makes five, or else what stops one). A proof need not look at others.
     * Returns how many; 0: it cannot say, any move may be the best. Optional. */
    int (*urgent)(const struct by_rules *rules, const void *position, by_move *out);

    /* Looks for a win that the side to move can force by threats alone, each of which leaves the
     * opponent one answer (fours in Gomoku). True: it is a win for certain, and `line` is one way
     * to it, in which the opponent's other answers lose sooner. False: none was found, and
     * `line` says nothing. Optional; not for games with margins. */
    bool (*forced_win)(const struct by_rules *rules, const void *position, struct by_forced *f);

    /* The same with more time and other threats, which may leave the opponent several answers: fours,
     * and threes in Gomoku; with a proof. The position is not over. Fails when there is not enough
     * memory, or no room for the proof. `check_proof` looks whether a proof holds: it tries every
     * legal reply at every node, `nodes` moves in all, and knows the rules alone; a proof that does
     * not hold is a failure with a sentence that says where. Optional, the first with the second only. */
    enum by_status (*threats)(const struct by_rules *rules, const void *position,
                              struct by_threats *t, struct by_error *err);
    enum by_status (*check_proof)(const struct by_rules *rules, const void *position,
                                  const struct by_win_tree *proof, uint64_t *nodes,
                                  struct by_error *err);

    /* Judges a position as it is when both sides stop: for games that end when the players agree.
     * Who has the turn is as in the position, passes or not. False: there is not enough memory.
     * Optional; players pass, clean up and give up by it (players/manners.h). */
    bool (*judge)(const struct by_rules *rules, const void *position, const struct by_judging *how,
                  struct by_verdict *out);

    /* Counts a position in which both sides have stopped, for players who agree on what is dead and
     * what is seki (each a flag for every point, as in struct by_verdict). `chain` tells which stones
     * live and die together with the one on a point: how many, and where; 0 where there is none, and
     * past the board. Optional, with `judge` and `resume` or not at all. */
    void (*count)(const struct by_rules *rules, const void *position, const bool *dead,
                  const bool *seki, struct by_counted *out);
    int (*chain)(const struct by_rules *rules, const void *position, int point, int16_t *out);

    /* The exact result of a position, seen by the side to move, found by theory rather than by
     * search; optional. False: theory says nothing about this position. A result that it knows
     * it also knows after some move that keeps it: best play can be followed to the end. */
    bool (*theory)(const struct by_rules *rules, const void *position, int32_t *value);

    /* A search of the game's own, optional, all four or none; alphabeta and solve use it. `own_open`
     * makes its state: tables of about `memory` bytes (0: its own choice), so many threads. A state
     * left NULL with BY_OK says that these rules are beyond it. A state serves one question at a time,
     * and remembers from one to the next; `own_forget` makes it as if newly opened: with one thread
     * the answers then depend on the questions alone.
     *
     * `own_search` looks at a position that is not over. True: a move was found, and the value is
     * what was asked for. False: only `nodes` means something; a question that is beyond it, or
     * one for an exact value that was stopped, is answered so.
     *
     * `own_eval` names the evaluation that it uses where it does not see the end: alphabeta asks it
     * when that evaluation is in use. NULL: there is none, and it is asked for exact values only.
     * So many of its units (`own_unit`) are one of the result's; 0: they are nothing of the kind, and
     * a value that is not proven is told in the evaluation's own. */
    enum by_status (*own_open)(const struct by_rules *rules, size_t memory, int threads,
                               void **state, struct by_error *err);
    void (*own_close)(void *state);
    void (*own_forget)(void *state);
    bool (*own_search)(void *state, const void *position, struct by_own_search *search);
    const char *own_eval;
    int own_unit;

    /* What such a state knows for certain, for files; optional, both or neither. `own_next` gives the
     * entries one after the other, beginning with *cursor 0, false at the end; no first word is 0.
     * `own_insert` gets entries from files: false when it can see that this is none. */
    bool (*own_next)(const void *state, size_t *cursor, uint64_t entry[2]);
    bool (*own_insert)(void *state, const uint64_t entry[2]);

    /* Openings that are worth the same to both sides, as the opening rule `opening_rule` of its players
     * asks for (in Gomoku swap2): the moves of the index-th, at most BY_OPENING_MOVES, all legal from
     * the start of these rules; 0: there is no such opening. Optional, both or neither. */
    const char *opening_rule;
    int (*opening)(const struct by_rules *rules, int index, by_move *out);

    /* What the game knows of a position that is not over before anybody searches it: figures of
     * moves, points, chains, heaps, from which its evaluations, playouts and strengths are made.
     * Optional; `banyan explain` shows it. Evaluations explain themselves (struct by_eval). */
    by_explain_fn *explain;

    /* Why a person might make a legal move, in a few words: "puts 2 stones in atari"; nothing where
     * there is nothing to say. What is taken, won or stopped at once others see without it. Optional;
     * hints show it. */
    void (*reason)(const struct by_rules *rules, const void *position, by_move move,
                   struct by_text *out);

    /* Plies of a whole game between good players that have to be thought about, for sharing time.
     * Optional; without it three quarters of the board, or the longest game. */
    int (*likely_length)(const struct by_rules *rules);

    /* What was learned for these rules and this build has not, in one sentence that says what is done
     * without it; NULL: nothing is missing. Optional; the command line passes it on. */
    const char *(*lacks)(const struct by_rules *rules);
};

/* --- the register --------------------------------------------------------- */

/* The games in the order of games.def; NULL past the end. */
const struct by_game *by_game_at(int index);

/* By name or alias, in either case. `alias` (may be NULL) is set to the alias that
 * matched, or to NULL. NULL when there is none. */
const struct by_game *by_game_find(const char *name, const struct by_alias **alias);

/* Whether these are rules of the game called `name`: for tables that list games, as protocols and
 * formats have them. Elsewhere a slot says what a game is like. */
bool by_rules_of(const struct by_rules *rules, const char *name);

static inline bool by_rules_have(const struct by_rules *rules, enum by_trait trait)
{
    return (rules->game->traits & (unsigned)trait) != 0;
}

/* Whether the rules were opened by an alias, which has its settings in its name. */
bool by_rules_aliased(const struct by_rules *rules);

/* All names and aliases, separated by '|'. */
void by_game_names(struct by_text *out);

/* For `asked` of games on a board: the size. */
extern const char *const by_asked_size[];

/* Asserts that every mandatory slot of every game is filled. */
void by_games_check(void);

/* --- what every game gets for free ---------------------------------------- */

/* True when `move` is among the legal moves. `scratch` has room for max_moves. */
bool by_move_legal(const struct by_rules *rules, const void *position, by_move move,
                   by_move *scratch);

/* Reads a legal move; an illegal one is refused with some legal ones named, and `*out` stays as
 * it is. Allocates. */
enum by_status by_move_read(const struct by_rules *rules, const void *position, const char *text,
                            by_move *out, struct by_error *err);

/* The image of a position with the smallest pack: the same for all its symmetric images.
 * `out` receives the position; returns the symmetry that leads to it. Allocates nothing:
 * `scratch` has room for 2 * rules->pack_size bytes and one position. */
int by_canonical(const struct by_rules *rules, const void *position, void *out, uint8_t *scratch);
size_t by_canonical_scratch(const struct by_rules *rules);

/* The evaluation or policy called `name` (NULL: the default); NULL when there is none. What stands
 * behind a colon is not looked at: it is for by_rules_knowing. */
const struct by_eval *by_eval_find(const struct by_rules *rules, const char *name);
const struct by_policy *by_policy_find(const struct by_rules *rules, const char *name);

/* The policies that a table has, its own first and then those that every game has: "uniform"
 * (every legal move of a player equally likely, to the end) and "cointoss", and with normal_play
 * "mobility" and "mobility-full". NULL past the end. */
const struct by_policy *by_policy_at(const struct by_game *game, int index);

/* The same game from the same start, for a search with knowledge of its own: `argument` is what
 * stood behind the colon. Moves are the same; a position goes from one to the other through its
 * pack. To be closed by by_rules_close. */
enum by_status by_rules_knowing(const struct by_rules *rules, const char *argument,
                                struct by_rules **out, struct by_error *err);

/* A position of one of them as one of the other: it may hold what knowledge says about it. */
enum by_status by_rules_carry(const struct by_rules *from, const void *position,
                              const struct by_rules *to, void *out, struct by_error *err);

/* The settings that somebody made, each in one way of writing it ("size=7x7 komi=0"); an alias made
 * some. */
void by_rules_write_settings(const struct by_rules *rules, struct by_text *out);

/* The game's name and what settings it takes to open it so again: "go size=7x7 komi=0", "tictactoe". */
void by_rules_write_spec(const struct by_rules *rules, struct by_text *out);

/* The names, separated by '|', for messages and help. */
void by_eval_names(const struct by_rules *rules, struct by_text *out);
void by_policy_names(const struct by_rules *rules, struct by_text *out);

/* Adds a playout to the sums. */
static inline void by_totals_add(struct by_totals *totals, int32_t result, int plies)
{
    totals->wins[0] += result > 0;
    totals->wins[1] += result < 0;
    totals->draws += result == 0;
    totals->results += result;
    totals->plies += plies;
}

/* `count` playouts from one position, which stays as it is: by the policy's `many`, or by its
 * `run` again and again. */
void by_playouts(const struct by_rules *rules, const struct by_policy *policy, const void *position,
                 int64_t count, struct by_rng *rng, struct by_totals *totals);

/* The generic uniform playout, over `moves`; nature's moves are as likely as the game says. */
void by_playout_uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                        struct by_playout *out);

/* The best a - b, or a - b - a' + b', among equals uniformly (NOGO 3.5), for games of normal play:
 * a and b are the moves that a move takes from the opponent and from the player, a' and b' the
 * same two counts if the opponent made it, 0 where he may not. Over `moves`, `play` and `hand_over`,
 * on copies of these bounds, which rules of such a game must keep to. */
#define BY_NORMAL_MOVES_MAX 5000 /* of rules->max_moves */
#define BY_NORMAL_BYTES_MAX 4096 /* of rules->position_size */
void by_playout_mobility(const struct by_rules *rules, void *position, struct by_rng *rng,
                         struct by_playout *out);
void by_playout_mobility_full(const struct by_rules *rules, void *position, struct by_rng *rng,
                              struct by_playout *out);

/* No playout at all: a winner at random, never a draw; the margin, if there is one, is the
 * smallest. A game that is over keeps its result. */
void by_playout_cointoss(const struct by_rules *rules, void *position, struct by_rng *rng,
                         struct by_playout *out);

#endif
