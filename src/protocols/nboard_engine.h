/* nboard_engine.h: what the commands of NBoard share. Only protocols/nboard*.c include it. */
#ifndef BY_PROTOCOLS_NBOARD_ENGINE_H
#define BY_PROTOCOLS_NBOARD_ENGINE_H

#include "protocols/input.h"
#include "protocols/nboard.h"
#include "wire/nboard.h"

#define BY_NBOARD_PLIES_MAX 128

struct by_nboard {
    struct by_session *session;
    struct by_input *input;
    int out;
    int broken; /* errno of an answer that could not be written; 0: all were */
    bool quit;
    int64_t depth;  /* of `set depth`; 0: not told */
    double whole;   /* the clock of the game, in seconds; 0: none */
    double used[2]; /* by each side, as the game's moves tell */
    double increment;

    const char *argument; /* behind the command's name */
    double came;          /* when the command came */
    struct by_error error;

    by_move said; /* to the last `go`; BY_NO_MOVE: the board has moved since */

    /* The search at hand. */
    double told; /* when the last line about it was written */
    int told_depth;

    /* Of both threads: lines are numbered as they come, and a ping stops the searches that lines
     * before it asked for. */
    struct by_mutex lock;
    uint64_t heard, taken, stop_at;

    char line[BY_INPUT_LINE_MAX + 1];
};

/* One line. */
void by_nboard_say(struct by_nboard *nboard, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether the search for the command at hand is to end at once. */
bool by_nboard_hurried(struct by_nboard *nboard);

/* nboard_think.c */
void by_nboard_run_go(struct by_nboard *nboard);
void by_nboard_run_hint(struct by_nboard *nboard);
void by_nboard_run_analyze(struct by_nboard *nboard);

#endif
