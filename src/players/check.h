/* check.h: does a program keep to its protocol? For who writes a program.
 *
 * The program is started and spoken to command by command: what the protocol demands, positions,
 * new games, moves taken back, other sizes, short clocks, and what no program likes to hear. Each
 * finding says what was sent, what was expected and what came. After a wrong answer all that is still
 * said is left behind, so that the next answer is the next question's. After a crash or a silence the
 * program is started again and the next part begins; a program that ended before it ever said
 * anything is not. */
#ifndef BY_PLAYERS_CHECK_H
#define BY_PLAYERS_CHECK_H

#include "base/buffer.h"
#include "players/program.h"

struct by_finding {
    const char *part;     /* "odd sizes" */
    const char *sent;     /* the commands since the last finding, joined by "; " */
    const char *expected; /* "a legal move" */
    const char *got;      /* what came, cut to a line */
    bool good;
};
typedef void by_finding_fn(void *context, const struct by_finding *finding);

/* `game` may be NULL: Go for gtp, Gomoku for gomocup, Othello for nboard. `stop` may be NULL; set by
 * anybody, it ends the check soon. Fails only when nothing could be checked, or not all because it
 * was stopped: then there is a sentence. `*wrong` counts the findings that are not good. */
enum by_status by_check(const struct by_protocol *protocol, const struct by_setting *settings,
                        int count, const char *game, const atomic_bool *stop, by_finding_fn *emit,
                        void *context, int *wrong, struct by_error *err);

/* --- between the files of the check -------------------------------------------------- */

#define BY_CHECK_TEXT 512

struct by_check {
    struct by_program *program; /* for its options and process only: it is never asked to move */
    const atomic_bool *stop;
    by_finding_fn *emit;
    void *context;
    int wrong;
    const char *part;
    const char *game;
    char sent[BY_CHECK_TEXT], got[BY_CHECK_TEXT];
    bool heard;   /* it has said something, at any time */
    bool gone;    /* it ended before it ever said anything: it is not started again */
    double first; /* until when the process that runs may take for its first word; 0: it was said */

    struct by_rules *rules; /* of the present part */
    struct by_line *line;
    by_move *moves; /* room for rules->max_moves */
};

/* Opens the game on a board of that size (0: the usual one); false: there is no such board. */
bool by_check_table(struct by_check *check, int width, int height);

/* Begins a part: the program runs, started again where it must be; false: it does not start, or
 * nobody wants to know any more. */
bool by_check_part(struct by_check *check, const char *part);

/* Sends a line, and notes it. */
void by_check_say(struct by_check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* As by_child_wait; the bell is by_check's `stop`. */
enum by_heard by_check_wait(struct by_check *check, size_t known, double deadline);

/* The next line within `seconds`; false, and a finding, when there is none. */
bool by_check_hear(struct by_check *check, const char *expected, double seconds, const char **line);

/* Reports what was found and forgets what was sent; returns `good`. */
bool by_check_note(struct by_check *check, bool good, const char *expected);

/* The finding that it is silent, gone or flooding, unless we were stopped; ends it. Returns false. */
bool by_check_deaf(struct by_check *check, enum by_heard heard, const char *expected);

/* It has been told to go: does it? */
void by_check_farewell(struct by_check *check);

/* A legal move of ours that is not the first one, so that games differ. */
by_move by_check_move(struct by_check *check);

/* --- in check_square.c: programs that swap or mirror coordinates ---------------------- */

/* Plays on check->line to a position in which no legal move has a legal image, swapped, mirrored or
 * turned; false: none was found, or moves are no squares. */
bool by_check_lopsided(struct by_check *check);

/* Where a square is that is written as GTP has it ("c4", no i), or that a move goes to; false: it is
 * none of the board. */
bool by_check_square(const struct by_check *check, const char *word, int *x, int *y);
bool by_check_place(const struct by_check *check, by_move move, int *x, int *y);

/* What is expected there: the legal moves, as the protocol writes them. */
typedef void by_check_writer(const struct by_check *check, by_move move, struct by_text *out);
void by_check_squares(struct by_check *check, by_check_writer *write, struct by_text *out);

/* Adds to an answer that is not legal of which legal move it is the image, if it is one. `from_above`: the
 * protocol counts rows from above, so that who swaps its two numbers mirrors the board at the other
 * diagonal. */
void by_check_image(struct by_check *check, int x, int y, bool from_above, struct by_text *out);

bool by_check_gtp(struct by_check *check);
bool by_check_gomocup(struct by_check *check);
bool by_check_nboard(struct by_check *check);

#endif
