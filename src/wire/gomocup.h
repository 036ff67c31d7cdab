/* gomocup.h: the words of the Gomocup protocol, for both sides.
 *
 * Source: the protocol's description at plastovicka.github.io/protocl2en.htm. A point is "x,y",
 * both from 0, x from the left and y from the top. A board is a list of "x,y,who" between BOARD
 * and DONE, in the order in which the stones were placed. What begins with MESSAGE, DEBUG, ERROR
 * or UNKNOWN is said to a person; all else is an answer. */
#ifndef BY_WIRE_GOMOCUP_H
#define BY_WIRE_GOMOCUP_H

#include "games/game.h"

/* The game that is played where no other is named, and whether these rules are of a kind that the
 * protocol was made for (BY_TRAIT_FIVES). */
#define BY_GOMOCUP_GAME "gomoku"
bool by_gomocup_fits(const struct by_rules *rules);

/* Whose a stone is in the lines of BOARD. */
enum by_gomocup_who { BY_GOMOCUP_OWN = 1, BY_GOMOCUP_OTHER = 2, BY_GOMOCUP_WINNING = 3 };

/* The bits of INFO rule. */
enum by_gomocup_rule {
    BY_GOMOCUP_EXACT = 1,
    BY_GOMOCUP_CONTINUOUS = 2,
    BY_GOMOCUP_RENJU = 4,
};

/* Moves of Gomoku. Reading understands the words only: the caller checks that the move is
 * legal. Blanks may stand around the numbers. */
void by_gomocup_write_move(const struct by_rules *rules, by_move move, struct by_text *out);
enum by_status by_gomocup_read_move(const struct by_rules *rules, const char *text, by_move *out,
                                    struct by_error *err);

/* One line of BOARD. */
enum by_status by_gomocup_read_stone(const struct by_rules *rules, const char *text, by_move *out,
                                     enum by_gomocup_who *who, struct by_error *err);

/* The game's option `rule` as INFO rule has it, and back: "freestyle", "exact", "renju"; NULL
 * for rules that are none of Gomoku's. BY_GOMOCUP_CONTINUOUS is about matches, not about rules. */
int by_gomocup_rule_of(const struct by_rules *rules);
const char *by_gomocup_rule_name(int64_t bits);

/* What a line of an engine is for. */
enum by_gomocup_kind {
    BY_GOMOCUP_ANSWER,
    BY_GOMOCUP_MESSAGE, /* MESSAGE or DEBUG: for a person */
    BY_GOMOCUP_ERROR,   /* ERROR: it cannot do that */
    BY_GOMOCUP_UNKNOWN, /* UNKNOWN: it does not know the command */
};
enum by_gomocup_kind by_gomocup_kind_of(const char *line);

#endif
