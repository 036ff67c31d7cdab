/* banyan.h: play and search games from your own program.
 *
 * Four things, opened and closed in this order:
 *   rules     a game with its options chosen ("breakthrough" on 6x6)
 *   line      a start position and the moves played since
 *   searcher  an algorithm made from a spec string ("alphabeta plain=on depth=6")
 *   decision  what a search found: a move, its value, the line it expects
 *
 * Every function that can fail returns a status and fills a by_error with one
 * clear sentence; the library never prints, exits or aborts on input. Rules are
 * immutable once opened and may be shared by threads. A line, a searcher and a
 * decision belong to one thread at a time, except by_searcher_stop, which any
 * thread (or a signal handler) may call.
 *
 * examples/first.c is a complete program. Link with -lbanyan -lm -lpthread. */
#ifndef BANYAN_BANYAN_H
#define BANYAN_BANYAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* all else in the shared library is hidden */
#endif

/* The version of the library, such as "0.1.0". */
const char *by_version(void);

/* --- errors ------------------------------------------------------------- */

enum by_status {
    BY_OK = 0,
    BY_BAD_INPUT, /* the caller's words or numbers are wrong */
    BY_NO_MEMORY, /* an allocation failed, or a stated limit was reached */
    BY_FAILED,    /* the system refused (a file, a thread) */
};

struct by_error {
    enum by_status status;
    char text[512]; /* one sentence, no newline at the end */
};

/* --- games -------------------------------------------------------------- */

/* A move is its action index: dense, from 0 to the rules' action count. */
typedef int32_t by_move;
#define BY_NO_MOVE ((by_move)-1)

/* One `name=value` of a game's or a search's options. */
struct by_setting {
    const char *name;
    const char *value;
};

struct by_rules;
struct by_line;

/* Opens `game` with `count` settings. `position` is a position text to start
 * from, or NULL for the game's own start. `*out` is freed by by_rules_close. */
enum by_status by_rules_open(const char *game, const struct by_setting *settings, int count,
                             const char *position, struct by_rules **out, struct by_error *err);
void by_rules_close(struct by_rules *rules);

/* The most legal moves a position of these rules can have; the number of actions. */
int by_rules_max_moves(const struct by_rules *rules);
int by_rules_action_count(const struct by_rules *rules);

/* A line at the rules' start position. The rules must outlive it. */
enum by_status by_line_open(const struct by_rules *rules, struct by_line **out,
                            struct by_error *err);
void by_line_close(struct by_line *line);

/* Plays a move given as text ("b2"), or as an action index. Illegal moves are
 * refused and leave the line as it was. */
enum by_status by_line_play_text(struct by_line *line, const char *move, struct by_error *err);
enum by_status by_line_play(struct by_line *line, by_move move, struct by_error *err);

/* Takes the last move back; false when there is none. */
bool by_line_undo(struct by_line *line);

/* The legal moves of the current position; `out` has room for
 * by_rules_max_moves() entries. Returns how many there are: 0 when the game is over. */
int by_line_moves(const struct by_line *line, by_move *out);

bool by_line_over(const struct by_line *line);
int by_line_side(const struct by_line *line); /* 0: the first player is to move, 1: the second */

/* Games with chance: whether nature is to move (a coin falls) and no player, and what it does then:
 * one of the legal moves, drawn from the seed and the number of moves before; BY_NO_MOVE when nature
 * is not to move. Play it like any other. by_line_side says who comes after nature. */
bool by_line_nature(const struct by_line *line);
enum by_status by_line_draw_nature(const struct by_line *line, uint64_t seed, by_move *out,
                                   struct by_error *err);

/* How a finished game ended, seen by the first player: > 0 won, 0 drawn, < 0 lost;
 * the margin where the game has one, else 1, 0, -1. */
int32_t by_line_result(const struct by_line *line);

/* Text, written like snprintf: at most `size` bytes with the final zero;
 * returns the length the whole text has. */
size_t by_line_text(const struct by_line *line, char *buffer, size_t size);
size_t by_line_draw(const struct by_line *line, char *buffer, size_t size);
size_t by_line_move_text(const struct by_line *line, by_move move, char *buffer, size_t size);

/* --- search ------------------------------------------------------------- */

/* The clock of a whole game, as it stands before the move; all zero: none. Seconds.
 *
 * Once main time is over (left = 0) there may be overtime. Japanese: a move made within
 * `period` leaves that period whole, and there are `periods` of them, the present one
 * included. Canadian (stones > 0): `stones` moves are to be made in `period`; in overtime
 * both say what is left of the present one. */
struct by_game_clock {
    double left;      /* main time */
    double increment; /* added after every move */
    double period;    /* overtime; 0: there is none */
    int periods;
    int stones;
    int moves_to_go; /* moves to be made in `left`, before more is added; 0: the whole game */
    double lag;      /* what a move may lose elsewhere; 0: 10 ms */
};

/* What a search may spend. 0 means no such limit; any combination is allowed.
 * They join the limits in the spec: the smaller one holds. */
struct by_limits {
    uint64_t simulations;
    uint64_t nodes;
    int depth;
    double seconds;
    size_t memory;
    struct by_game_clock clock; /* the search chooses how much of it to use */
};

enum by_scale {
    BY_SCALE_SCORE,       /* a score: game result, or the evaluation's units */
    BY_SCALE_PROBABILITY, /* the chance that the side to move wins, 0..1 */
};

/* What is known of a value: nothing, the value itself, one side of it, or what simulations
 * make of it. */
enum by_bound {
    BY_BOUND_NONE,
    BY_BOUND_EXACT,
    BY_BOUND_UPPER,
    BY_BOUND_LOWER,
    BY_BOUND_ESTIMATE,
};

/* One root move as the search sees it. `visits` counts nodes below it (exact
 * searches) or simulations through it. `value` is seen by the side to move. */
struct by_move_stat {
    by_move move;
    enum by_bound bound;
    uint64_t visits;
    double value;
};

struct by_work {
    uint64_t nodes;            /* positions entered */
    uint64_t last_depth_nodes; /* of them: at the last depth searched out, by a search that deepens
                                * (of several threads: by the one that answers); 0: none was */
    uint64_t leaves;           /* of them: finished games and positions at the depth limit */
    uint64_t simulations;      /* playouts finished */
    double seconds;
    size_t tree_bytes;    /* memory the search's own tree or table holds */
    uint64_t tree_blocks; /* in so many pieces: nodes, and tallies that lie outside them; a table
                           * is one */
    uint64_t states;      /* with seen=: different states searched, at all depths together */
    uint64_t saved;       /* with seen=: states met again, which were not searched again */
};

#define BY_PV_MAX 64

/* The answer of a search, seen by the side to move at the root. `move` is
 * BY_NO_MOVE only when the game is over, or when nature is to move: then `value` is the mean over
 * what it can do, weighted by how likely that is. In a game with chance a score is what a game
 * brings on average, and the line of play ends where nature moves next. `complete` says that the search came
 * to its end: it was neither stopped nor cut short by a limit other than depth.
 * `proven` says that the value is the game's true result. */
struct by_decision {
    by_move move;
    enum by_scale scale;
    enum by_bound bound; /* BY_BOUND_NONE: the search has no opinion (random) */
    bool complete;
    bool proven;
    int depth;        /* the deepest completed iteration or the depth asked for */
    const char *eval; /* scores are in this evaluation's units, a finished game counting its win and
                         the margin on top; NULL: they are results, or hopes of such */
    double value;
    int pv_count;
    by_move pv[BY_PV_MAX];
    int move_count;
    struct by_move_stat *moves; /* one entry per legal root move, best first */
    struct by_work work;
};

/* One step of a search, for those who want to watch it think. */
enum by_step_kind {
    BY_STEP_ENTER, /* a position is entered with window (alpha, beta) */
    BY_STEP_LEAVE, /* it is left with `value`, for `reason` */

    /* The four steps of Monte Carlo tree search. */
    BY_STEP_SELECT,   /* a move is taken among `choices`, by their values */
    BY_STEP_EXPAND,   /* the position gets a node of its own */
    BY_STEP_SIMULATE, /* the game was played out from `ply`: `share` of a win for X */
    BY_STEP_BACKUP,   /* and that was added to all moves that led there */
};
enum by_step_reason {
    BY_REASON_NONE,
    BY_REASON_FINISHED, /* the game is over here */
    BY_REASON_HORIZON,  /* the depth limit: evaluated, not searched */
    BY_REASON_SEARCHED, /* every move was looked at */
    BY_REASON_CUT,      /* value >= beta: the opponent will not allow this position */
    BY_REASON_KNOWN,    /* the table has it from an earlier visit */
    BY_REASON_STOPPED,  /* the search was interrupted here; the value means nothing */

    /* Why a move was taken (SELECT). */
    BY_REASON_LARGEST, /* it has the largest value */
    BY_REASON_UNTRIED, /* moves without a visit come first */
    BY_REASON_RANDOM,  /* chance decided (epsilon) */
    BY_REASON_DRAWN,   /* drawn, the larger the value the likelier */

    BY_REASON_SEEN,   /* met before in this search (seen=): evaluated, not searched again */
    BY_REASON_FORCED, /* the side to move wins by threats that leave one answer each (LEAVE) */
    BY_REASON_CHANCE, /* nature moves here: the mean of what may come (LEAVE), or drawn (SELECT) */
    BY_REASON_TURN,   /* it is its turn: all moves get as many games (SELECT) */
};
/* A move among others, with the numbers of the formula that chooses: visits and points of its
 * own, of all simulations in which its player played it here or later (AMAF: those of its own are
 * among them), its prior, and what they make. An infinite value is that of a move not tried yet. A proven result stands for the formula's value:
 * 0.5 for a draw, infinite for a win or a loss. */
struct by_choice {
    by_move move;
    bool taken;
    bool proven;
    int result; /* when proven: 1 won, 0 drawn, -1 lost by who moves */
    double visits, points;
    double amaf_visits, amaf_points;
    double weight; /* of AMAF's mean, 0..1 */
    double prior;
    double exploit; /* the formula's mean: the value without what c and prior bring */
    double explore; /* how much of the value is for exploration: what c brings */
    double value;
};

struct by_step {
    enum by_step_kind kind;
    enum by_step_reason reason;
    int ply;      /* distance from the root */
    by_move move; /* the move that led here; BY_NO_MOVE at the root */
    int side;     /* who is to move here: 0 or 1 */
    bool
        maximise; /* minimax: this is a MAX node, values are the root player's; else: the mover's */
    int64_t alpha, beta;
    int64_t value;
    int64_t
        unit; /* what 1 is in alpha, beta and value: more than 1 in games with chance, for means */
    const char *eval;                /* in whose units these are, as in by_decision */
    int depth;                       /* ENTER at the root: plies to look ahead; 0: to the end */
    int skipped;                     /* on a cut: moves never looked at */
    double share;                    /* SIMULATE, BACKUP */
    double points[2];                /* SIMULATE, BACKUP: what X and O get for it */
    double visits;                   /* SELECT: N of the formula; SIMULATE, BACKUP: games */
    int length;                      /* SIMULATE: moves played, where it was one game */
    const by_move *played;           /* SIMULATE: these moves, from where the tree was left; NULL:
                                        not known. Valid during the call */
    const struct by_choice *choices; /* SELECT; EXPAND: the new moves, without numbers but for
                                        prior. Valid during the call */
    int choice_count;
    const void *position;
};

/* Who listens. Either function may be NULL. They are called on the searching
 * thread and must not call back into the searcher, except by_searcher_stop and by_searcher_line. */
struct by_events {
    void *context;
    void (*progress)(void *context, const struct by_decision *so_far);
    void (*trace)(void *context, const struct by_step *step);
};

struct by_searcher;

/* Makes a searcher from a spec string: a name, then key=value pairs. */
enum by_status by_searcher_open(const struct by_rules *rules, const char *spec, uint64_t seed,
                                struct by_searcher **out, struct by_error *err);
void by_searcher_close(struct by_searcher *searcher);

/* Forgets everything learned so far and takes a new seed: the next game depends
 * on the seed alone. Also clears a stop. */
void by_searcher_reset(struct by_searcher *searcher, uint64_t seed);

/* Thinks about the line's current position. `limits` and `events` may be NULL.
 * The decision must have been opened with the same rules. */
enum by_status by_searcher_think(struct by_searcher *searcher, const struct by_line *line,
                                 const struct by_limits *limits, const struct by_events *events,
                                 struct by_decision *decision, struct by_error *err);

/* The line of play that the last think expects behind one of its root moves, that move first; `out`
 * has room for BY_PV_MAX moves. Returns how many there are: 0 when nothing is known of it. From the
 * thread of the think, in its events or after it. */
int by_searcher_line(const struct by_searcher *searcher, by_move move, by_move *out);

/* Makes a think in progress, or the next one, return soon with the best so far. */
void by_searcher_stop(struct by_searcher *searcher);

enum by_status by_decision_open(const struct by_rules *rules, struct by_decision *decision,
                                struct by_error *err);
void by_decision_close(struct by_decision *decision);

/* --- bandits -------------------------------------------------------------- */

/* Arms that pay by chance, and a player who does not know their means. */
struct by_bandit_game {
    const double *means; /* of `arms` arms, 2 to 64 */
    int arms;
    bool gaussian;    /* payments are normal with `deviation`; else 1 with chance mean, or 0 */
    double deviation; /* above 0 */
    int64_t m;        /* explore then commit, m rounds for every arm; 0: UCB with `alpha` above 2 */
    double alpha;
    int64_t rounds; /* 1 to 1e9 */
    uint64_t seed;
};

/* Plays one game and gives its regret: what the best arm would have paid on average in as many
 * rounds, less what was collected. */
enum by_status by_bandit_regret(const struct by_bandit_game *game, double *regret,
                                struct by_error *err);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
