/* gtp_engine.h: what the commands of GTP share. Only protocols/gtp*.c include it.
 *
 * A command is one line in gtp_commands.def and one function. It writes its answer into gtp->text,
 * or refuses with by_gtp_fail; those that answer bit by bit say so with gtp->answered. */
#ifndef BY_PROTOCOLS_GTP_ENGINE_H
#define BY_PROTOCOLS_GTP_ENGINE_H

#include "protocols/gtp.h"
#include "protocols/input.h"
#include "wire/gtp.h"

struct by_gtp {
    struct by_session *session;
    struct by_input *input;
    struct by_gtp_command command; /* the one that is being answered */
    double came;                   /* when it came */
    int out;
    int broken; /* errno of an answer that could not be written; 0: all were */
    bool quit;

    struct by_buffer text; /* the answer */
    bool failed;           /* it is a refusal */
    bool answered;         /* it has been sent already */
    struct by_error error;

    struct by_game_clock whole; /* the clock at the start of the game; all zero: none */
    double late;                /* seconds by which searches ended late, on a busy machine */
    bool by_square;             /* moves of Breakthrough go square by square, for GoGui */
    char from[8], to[8];        /* half a move: where from, where to; "": not said yet */

    struct by_verdict verdict;
    char line[BY_INPUT_LINE_MAX + 1];
};

typedef void by_gtp_function(struct by_gtp *gtp);

/* One command: its name, how many arguments it takes (most -1: any number), what they are. */
struct by_gtp_entry {
    const char *name;
    int least, most;
    const char *usage;
    by_gtp_function *run;
};
const struct by_gtp_entry *by_gtp_entry_at(int index); /* NULL past the end */

#define BY_GTP(name, function, least, most, usage) by_gtp_function by_gtp_run_##function;
#include "protocols/gtp_commands.def"
#undef BY_GTP

/* --- answers (gtp.c) ---------------------------------------------------------------- */

void by_gtp_say(struct by_gtp *gtp, const char *format, ...) __attribute__((format(printf, 2, 3)));
void by_gtp_fail(struct by_gtp *gtp, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The sentence in gtp->error behind GTP's own word for it. */
void by_gtp_fail_because(struct by_gtp *gtp, const char *what);

/* Sends bytes at once, for answers that come bit by bit. */
void by_gtp_send(struct by_gtp *gtp, const char *text, size_t size);

/* Arguments. They refuse and return false where the argument is not what they expect. */
bool by_gtp_colour_at(struct by_gtp *gtp, int index, int *side);
bool by_gtp_int_at(struct by_gtp *gtp, int index, int64_t low, int64_t high, int64_t *out);
bool by_gtp_real_at(struct by_gtp *gtp, int index, double low, double high, double *out);

/* All arguments from `index` on, joined by blanks. */
void by_gtp_join(const struct by_gtp *gtp, int index, struct by_text *out);

bool by_gtp_is(const struct by_gtp *gtp, enum by_trait trait);

/* --- the board (gtp_board.c) -------------------------------------------------------- */

#define BY_GTP_MOVE_MAX 31
const char *by_gtp_move_text(const struct by_gtp *gtp, by_move move, char out[BY_GTP_MOVE_MAX + 1]);

/* A new game: clocks are full. */
void by_gtp_begin(struct by_gtp *gtp);

/* The name of a point, from its index in the position's text: rows from the top. */
void by_gtp_say_point(struct by_gtp *gtp, int x, int row);

/* Plays a move given as text; refuses and returns false where it may not be played. */
bool by_gtp_play_text(struct by_gtp *gtp, int side, const char *text);

/* The same, and where moves of Breakthrough go square by square, half a move (gtp_gogui.c). */
bool by_gtp_play_squares(struct by_gtp *gtp, int side, const char *text);

/* --- games that end by agreement (gtp_score.c) --------------------------------------- */

/* Fills gtp->verdict, where the game has a judge. False, with a refusal: there is not enough
 * memory. */
bool by_gtp_judge(struct by_gtp *gtp, int playouts);
bool by_gtp_has_judge(const struct by_gtp *gtp);

/* --- thinking (gtp_think.c, gtp_analyze.c) --------------------------------------------- */

struct by_gtp_order {
    int side;
    bool only_tell;                 /* reg_genmove: the move is not played */
    bool cleanup;                   /* kgs-genmove_cleanup: dead stones are to be taken */
    const struct by_events *events; /* or NULL */
};

/* Chooses a move of that side, plays it, and writes it to `out` ("D4", "pass", "resign"). False:
 * refused. */
bool by_gtp_genmove(struct by_gtp *gtp, const struct by_gtp_order *order,
                    char out[BY_GTP_MOVE_MAX + 1]);

/* The same, or half of a move (gtp_gogui.c). */
bool by_gtp_genmove_squares(struct by_gtp *gtp, const struct by_gtp_order *order,
                            char out[BY_GTP_MOVE_MAX + 1]);

#endif
