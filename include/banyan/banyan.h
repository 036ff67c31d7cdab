/* banyan.h: play and search games from your own program.
 *
 * Four things, opened and closed in this order:
 *   rules     a game with its options chosen ("breakthrough" on 6x6)
 *   line      a start position and the moves played since
 *   searcher  an algorithm made from a spec string ("alphabeta plain=on depth=6")
 *   decision  what a search found: a move, its value, the line it expects
 * Besides there are lists of all games and searches with their options, and records: games in files.
 *
 * Every function that can fail returns a status and fills a by_error with one
 * clear sentence; the library never prints, exits or aborts on input. Rules are
 * immutable once opened and may be shared by threads. A line, a searcher and a
 * decision belong to one thread at a time, except by_searcher_stop, which any
 * thread (or a signal handler) may call.
 *
 * examples/first.c is a complete program; lists.c, board.c, watch.c and records.c beside it show the
 * rest. Link with -lbanyan -lm -lpthread. python/banyan.py is all of this for Python. */
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

/* The version of this interface. It counts up whenever a function or a struct below changes so that
 * a program made for an earlier one cannot go on; what is only added leaves it. A program that may
 * meet another library than it was compiled with compares BY_ABI with by_abi(). */
#define BY_ABI 1
int by_abi(void);

/* Bytes that the library has for a struct of this header, by its name ("by_decision"); 0: it has none
 * of that name. For languages that write the structs down once more. */
size_t by_struct_size(const char *name);

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

/* --- what there is ------------------------------------------------------ */

/* An entry of a list. All texts are constants of the library. */
struct by_listed {
    const char *name;
    const char *title;
    const char *summary; /* one line */
    const char
        *settings; /* of another name for a game: what it fixes ("m=3 n=3 k=3"); NULL: nothing */
};

/* An option of a game or of a search. Its type is one of flag (on|off), int, real (both in [low,
 * high]), choice (one of `choices`, separated by '|'), text, size (WIDTHxHEIGHT), time (2s, 200ms),
 * bytes (64M), and name: one of the game's evaluations or playouts, as `choices` says. */
struct by_listed_option {
    const char *name;
    const char *type;
    const char *fallback; /* what it is when nobody says; NULL: nothing */
    double low, high;
    const char *choices; /* or NULL */
    const char *help;
};

/* Entry `index`, from 0; false past the end, or when there is no game or search of that name. Games
 * are followed by their other names. */
bool by_list_games(int index, struct by_listed *out);
bool by_list_game_options(const char *game, int index, struct by_listed_option *out);
bool by_list_evaluations(const char *game, int index, struct by_listed *out);
bool by_list_playouts(const char *game, int index, struct by_listed *out);
bool by_list_searches(int index, struct by_listed *out);
bool by_list_search_options(const char *search, int index, struct by_listed_option *out);
bool by_list_formats(int index, struct by_listed *out); /* of records */

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

/* The name by which the rules were opened; the board's sides, both 0 where there is no board. */
const char *by_rules_name(const struct by_rules *rules);
void by_rules_board(const struct by_rules *rules, int *width, int *height);

/* The settings that were made, "size=7x7 komi=0"; written like by_line_text below. */
size_t by_rules_settings(const struct by_rules *rules, char *buffer, size_t size);

/* A line at the rules' start position. The rules must outlive it. */
enum by_status by_line_open(const struct by_rules *rules, struct by_line **out,
                            struct by_error *err);
void by_line_close(struct by_line *line);

/* Another line with the same start and the same moves. */
enum by_status by_line_copy(const struct by_line *line, struct by_line **out, struct by_error *err);

/* Moves played, and one of them, by its number from 0. */
int by_line_count(const struct by_line *line);
by_move by_line_move(const struct by_line *line, int ply);

/* Reads a move that may be played now; on failure a sentence, and `*out` stays as it is. */
enum by_status by_line_read(const struct by_line *line, const char *text, by_move *out,
                            struct by_error *err);

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

/* The board as data, for those who draw it: a page, a picture, a protocol. Cell y * width + x is
 * column x (from a) of row y (from row 1). */
#define BY_CELLS_MAX 625
enum by_cell_mark {
    BY_MARK_LAST = 1,   /* where the last move went */
    BY_MARK_FROM = 2,   /* where it came from */
    BY_MARK_BARRED = 4, /* empty, and closed to the side to move by a rule: ko, forbidden points */
};
struct by_cells {
    int width, height;
    int side;                   /* who is to move */
    bool skip_i;                /* the columns' letters leave out i */
    bool from_top;              /* row 1 is the upper one */
    char cell[BY_CELLS_MAX];    /* 'X', 'O' or '.' */
    uint8_t mark[BY_CELLS_MAX]; /* of enum by_cell_mark */
};

/* The board of the current position; false: the game has none. */
bool by_line_cells(const struct by_line *line, struct by_cells *out);

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

    BY_REASON_NETWORK, /* a network said who wins here, and by mix= the playout, if there was one (SIMULATE) */
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

/* Takes back a stop that no think has noticed: it came too late for the last one, and is not meant
 * for the next. */
void by_searcher_unstop(struct by_searcher *searcher);

enum by_status by_decision_open(const struct by_rules *rules, struct by_decision *decision,
                                struct by_error *err);
void by_decision_close(struct by_decision *decision);

/* --- records -------------------------------------------------------------- */

/* Games in a text or a file, one after the other. */
struct by_records;

/* `format` is one of by_list_formats ("sgf"); NULL: by the ending of the file's name, or by what the
 * text looks like. The text is copied. `*out` is freed by by_records_close. */
enum by_status by_records_open(const char *text, size_t size, const char *format,
                               struct by_records **out, struct by_error *err);
enum by_status by_records_load(const char *path, const char *format, struct by_records **out,
                               struct by_error *err);
void by_records_close(struct by_records *records);

/* Goes to the next game and plays it through; false in `*found` behind the last one. */
enum by_status by_records_next(struct by_records *records, bool *found, struct by_error *err);

/* The game: its rules and its line of play (NULL before the first by_records_next and behind the last
 * game). They are the records' and go with the next by_records_next, unless they are taken: then they
 * are the caller's, to be closed by by_line_close and by_rules_close, in this order. */
const struct by_rules *by_records_rules(const struct by_records *records);
const struct by_line *by_records_line(const struct by_records *records);
bool by_records_take(struct by_records *records, struct by_rules **rules, struct by_line **line);

/* What the record says of the game besides: "first", "second" (the players), "result", "date",
 * "event", "comment", ...: by_records_info_name has all the names, NULL past the end. NULL: nothing.
 * Gone with the next by_records_next. */
const char *by_records_info(const struct by_records *records, const char *name);
const char *by_records_info_name(int index);

/* A line of play as a text in a format; `info` are `count` of the names above with what they shall
 * say. `*text`, of `*size` bytes and a zero, is freed by by_free. */
enum by_status by_line_record(const struct by_line *line, const char *format,
                              const struct by_setting *info, int count, char **text, size_t *size,
                              struct by_error *err);
void by_free(void *memory);

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
