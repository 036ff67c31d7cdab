/* line.h: a start position and the moves since, with every position passed.
 *
 * Searches think about a line, not a bare position: rules that look back (superko,
 * repetition) are checked at the root and along the tree path through the keys.
 * by_line_moves is the one place that says what may be played now. The functions are
 * in banyan.h. */
#ifndef BY_GAMES_LINE_H
#define BY_GAMES_LINE_H

#include "games/game.h"

struct by_line {
    const struct by_rules *rules;
    int count;                /* moves played */
    int room;                 /* moves there is room for */
    by_move *moves;           /* moves[0..count) */
    uint64_t *keys;           /* keys[i] is the key after i moves: count + 1 entries */
    uint64_t *repeats;        /* likewise the game's repeat_key, 0 where it has none */
    unsigned char *positions; /* the position after i moves at i * rules->position_size */
};

/* The position after the last move; after `ply` moves. Valid until a move is played on the line:
 * it may move as it grows. */
const void *by_line_position(const struct by_line *line);
const void *by_line_position_at(const struct by_line *line, int ply);

/* True when these rules look back (superko is on): searches that share positions between lines of
 * play cannot follow them. */
bool by_looks_back(const struct by_rules *rules);

/* Begins anew at `position`, of the same rules: no moves, nothing before it. */
void by_line_begin(struct by_line *line, const void *position);

/* Lets a game go on that was ended by agreement (two passes in Go), as records of servers do; what
 * was on the board before still counts. Nothing happens in a game that is not over, or over for
 * good. */
void by_line_resume(struct by_line *line);

/* The same line by rules of the same game that know something else (by_rules_knowing): where it begins, which
 * need not be where the rules do, and its moves, with the ends from which it went on. To be closed, also when
 * it failed. */
enum by_status by_line_retrace(const struct by_rules *rules, const struct by_line *line,
                               struct by_line **out, struct by_error *err);

/* True when `move`, legal by its position, would bring back an earlier one against the rules. */
bool by_line_repeats(const struct by_line *line, by_move move);

/* Plays a list of moves separated by blanks and commas. On failure the line stands
 * before the first bad move, and the sentence names its number. */
enum by_status by_line_play_list(struct by_line *line, const char *moves, struct by_error *err);

#endif
