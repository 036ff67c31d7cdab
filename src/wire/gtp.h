/* gtp.h: the Go Text Protocol, version 2, as text, for both sides.
 *
 * Source: G. Farneback, Specification of the Go Text Protocol, version 2, draft 2, 2002.
 *
 *   command = [id] name [arguments] LF          answer = "=" [id] [" " text] LF LF   done
 *                                                      | "?" [id] [" " text] LF LF   refused
 *
 * Before a command is read, control characters but TAB and LF are dropped (CR with them), what
 * stands behind a '#' too, and a TAB is a blank; a line with nothing left on it gets no answer.
 *
 * Black is the first player (X, 0) in every game, white the second (O, 1). A move is one word, in
 * either case, written in upper case: the game's own text for it, which is a vertex of GTP where
 * moves are points. Games:
 *
 *   Go, NoGo, Gomoku, mnk   D4: columns skip the letter I, rows count from the bottom
 *   Othello                 D3: A1 is the top left corner, no letter is skipped; black's first
 *                           moves are C4, D3, E6 and F5 (so do gtp-rhino 0.16 and Quarry 0.2)
 *   where stones fall       D1: where the stone comes to lie, columns skip I; D alone is read, too
 *                           (Connect 4: BY_TRAIT_DROPS)
 *   all others              as they write their moves: E2E3 in Breakthrough, 7=3+4 in Nim. Dashes
 *                           that the game does not know are left out: E2-E3
 *
 * "pass" is a move where the game has one. "resign" is none: that is for the caller. */
#ifndef BY_WIRE_GTP_H
#define BY_WIRE_GTP_H

#include "base/buffer.h"
#include "games/game.h"

/* The longest line that is read; what comes behind is dropped. */
#define BY_GTP_LINE_MAX 65535

/* --- commands -------------------------------------------------------------- */

#define BY_GTP_ID_MAX        19
#define BY_GTP_ARGUMENTS_MAX 2048

struct by_gtp_command {
    char id[BY_GTP_ID_MAX + 1]; /* digits as they were sent; "": none */
    const char *name;           /* "" when there is only an id */
    int count;
    const char *arguments[BY_GTP_ARGUMENTS_MAX];
    bool cut; /* there were more arguments than that */
};

/* Takes a line apart, in place: the command points into it. False: there is no command on it, and
 * no answer is due. */
bool by_gtp_read_command(char *line, struct by_gtp_command *out);

/* GoGui's comment "# interrupt", which asks for the end of the present command; looks at a line as
 * it came. */
bool by_gtp_is_interrupt(const char *line);

/* --- answers --------------------------------------------------------------- */

/* Adds an answer with the id of the command ("": none). Empty lines in the text, which would end
 * the answer, are left out. */
void by_gtp_write_answer(struct by_buffer *out, const char *id, bool good, const char *text);

enum by_gtp_reading {
    BY_GTP_MORE,    /* nothing complete yet */
    BY_GTP_ANSWER,  /* an answer */
    BY_GTP_GARBAGE, /* a line where an answer should begin, or an id that is no number */
};

struct by_gtp_answer {
    bool good;
    char id[BY_GTP_ID_MAX + 1]; /* "": none */
    char *text;                 /* without CR and the blank behind the id; garbage: the line */
    size_t used;                /* bytes taken from the front */
};

/* Looks at what has come so far. What is complete is made into a text in place, control characters
 * dropped, ended by a zero. Empty lines before an answer are skipped. */
enum by_gtp_reading by_gtp_read_answer(char *data, size_t size, struct by_gtp_answer *out);

/* --- words ----------------------------------------------------------------- */

/* "b", "black", "w", "white", in either case. */
bool by_gtp_read_colour(const char *text, int *side);
const char *by_gtp_colour(int side); /* "black", "white" */

/* The game that the protocol was made for: it is played where no other is named. */
#define BY_GTP_GAME "go"

/* The names that list_games and set_game have for games, and gogui-rules_game_id (an upper case
 * letter, then lower case ones). All are made from the game's own: NoGo's title is its name in
 * other letters, the 4 of connect4 becomes "four". */
#define BY_GTP_NAME_MAX 63
struct by_gtp_game {
    const char *game; /* ours, for by_rules_open: of a game or of an alias */
    char name[BY_GTP_NAME_MAX + 1];
    char gogui[BY_GTP_NAME_MAX + 1];
};

/* All games in the order of games.def, each with its aliases behind it; false past the end. */
bool by_gtp_game_at(int index, struct by_gtp_game *out);

/* By our name, an alias of it, GTP's name or GoGui's, in either case; false: none. */
bool by_gtp_game_find(const char *name, struct by_gtp_game *out);

/* Moves. Reading understands the words only: the caller checks that the move is legal. */
void by_gtp_write_move(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out);
enum by_status by_gtp_read_move(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err);

/* Point (x, y), both from 0, as GTP has it on the board of these rules: y is the number of the row
 * less one, in Othello from the top, else from the bottom. */
void by_gtp_write_point(const struct by_rules *rules, int x, int y, struct by_text *out);

#endif
