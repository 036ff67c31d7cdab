/* gomocup_engine.h: what the commands of Gomocup share. Only protocols/gomocup*.c include it.
 *
 * A command is one line in gomocup_commands.def and one function. What the manager told us of the
 * board is a list of stones in the order in which they were placed, own and the opponent's; the
 * session's line is made to follow it before a search. So stones may be taken back anywhere, and
 * boards that no play could lead to are boards like others. */
#ifndef BY_PROTOCOLS_GOMOCUP_ENGINE_H
#define BY_PROTOCOLS_GOMOCUP_ENGINE_H

#include "base/spec.h"
#include "games/gomoku/patterns.h"
#include "protocols/gomocup.h"
#include "protocols/input.h"
#include "wire/gomocup.h"
#include <stdatomic.h>

struct by_gomocup_stone {
    by_move move;
    enum by_gomocup_who who;
};

struct by_gomocup_stones {
    int count;
    struct by_gomocup_stone stone[BY_GOMOKU_CELLS_MAX];
};

/* What INFO told us. Times in seconds, below 0: not told. */
struct by_gomocup_infos {
    double turn, match, left, increment;
    bool left_is_new; /* told since our last move */
    int64_t memory;   /* bytes; 0: no limit */
    int64_t hash;     /* bytes; 0: not told */
    int64_t threads;  /* 0: not told */
    int64_t depth, nodes;
    int64_t rule; /* bits of enum by_gomocup_rule */
    bool detail;  /* messages about every search are wanted */
};

/* Whose lines come in between a command and DONE. */
enum by_gomocup_list { BY_GOMOCUP_NO_LIST, BY_GOMOCUP_BOARD, BY_GOMOCUP_YXBOARD, BY_GOMOCUP_SWAP2 };

struct by_gomocup {
    struct by_session *session;
    struct by_input *input;
    const char *spec;                    /* as given, or NULL */
    const char *defaults;                /* added where it was not */
    char seated[BY_SPEC_LENGTH_MAX + 1]; /* the spec of the player that sits there */

    bool started; /* there was a START that was answered with OK */
    bool quit;
    struct by_gomocup_infos info;
    struct by_gomocup_stones stones;
    int played_rule; /* the bits of the rules that are played */

    unsigned openings; /* that we have chosen the stones of, by swap2 */

    enum by_gomocup_list list; /* being read */
    struct by_gomocup_stones listed;
    char list_error[BY_QUOTE_SIZE + 256]; /* the first; "": none */
    double list_came;

    const char *argument; /* behind the command's name */
    double came;          /* when the command came, or the answer before it was given */
    double answered;
    double due;  /* when the answer was meant to be given; 0: at no set time */
    double slip; /* how late answers have been: machines are shared */
    struct by_error error;

    /* Of both threads. Lines are numbered as they come: a stop is for the searches that lines up
     * to that number ask for. */
    struct by_mutex lock; /* of writing, and of those below */
    int out;
    int broken; /* errno of an answer that could not be written; 0: all were */
    uint64_t heard, taken;
    uint64_t stop_at;
    bool ending;

    char line[BY_INPUT_LINE_MAX + 1];
};

typedef void by_gomocup_function(struct by_gomocup *gomocup);

#define BY_GOMOCUP_COMMAND(name, function) by_gomocup_function by_gomocup_run_##function;
#include "protocols/gomocup_commands.def"
#undef BY_GOMOCUP_COMMAND

/* --- answers (gomocup.c) ---------------------------------------------------------------- */

/* One line each. `say` is the bare one; the others begin with the protocol's word for it. */
void by_gomocup_say(struct by_gomocup *gomocup, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void by_gomocup_error(struct by_gomocup *gomocup, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether the search for the command at hand is to end at once. */
bool by_gomocup_hurried(struct by_gomocup *gomocup);

/* --- the board (gomocup_board.c) --------------------------------------------------------- */

/* A new game on a board of this size, by the rules told last. */
bool by_gomocup_start(struct by_gomocup *gomocup, int64_t width, int64_t height);

/* Takes over rules told since then, where they may change: on an empty board. */
void by_gomocup_take_rule(struct by_gomocup *gomocup);

int by_gomocup_find(const struct by_gomocup_stones *stones, by_move move); /* -1: no stone there */
bool by_gomocup_put(struct by_gomocup *gomocup, const char *text, enum by_gomocup_who who);

/* Makes the session's line the board of the stones with us to move. False: the game is over, or
 * the rules have no such position. */
bool by_gomocup_follow(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones);

/* An empty point where there is one, near the last stone: for games that are over. */
by_move by_gomocup_any(const struct by_gomocup *gomocup, const struct by_gomocup_stones *stones);

/* --- time and means (gomocup_info.c) ------------------------------------------------------ */

void by_gomocup_forget_infos(struct by_gomocup_infos *info);

/* Seats the player that the infos ask for, if another one sits there. */
void by_gomocup_seat(struct by_gomocup *gomocup);

/* What the next move may take; `part` of it. */
struct by_limits by_gomocup_limits(const struct by_gomocup *gomocup, double part);

/* A move was made: the clock goes on. */
void by_gomocup_spend(struct by_gomocup *gomocup);

/* --- thinking (gomocup_think.c) ------------------------------------------------------------ */

/* Thinks about the session's line. False: it failed; gomocup->error says why. */
bool by_gomocup_think(struct by_gomocup *gomocup, double part);

/* The move that the last search found; where it had no time to tell moves apart and took one far
 * from all stones, the legal move worth most near them. */
by_move by_gomocup_sound(const struct by_session *session);

/* Chooses our move, plays it, and answers; `best`: how many moves to tell about besides. */
void by_gomocup_answer(struct by_gomocup *gomocup, int best);

/* --- swap2 (gomocup_swap.c) ---------------------------------------------------------------- */

void by_gomocup_swap2(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones);

#endif
