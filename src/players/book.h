/* book.h: an opening book: positions near the start of a game, and what their moves are worth.
 *
 * A book is text, so that people can read it and no change of ours makes it useless:
 *
 *   banyan book 1
 *   othello 8x8
 *   # anything
 *   f5: d6=1 f4=-1
 *   f5 d6: c3=0 c4=0 d3=-3
 *
 * A line names a position by the moves that lead to it, from the start of the game with that board and
 * otherwise its usual options, and behind the colon moves that are worth thinking about, each with its value
 * for who plays it, in units of the game's result, or where its own search knows
 * nothing of those (Gomoku) of the evaluation, a win being 100000. The start itself has an empty name. Moves that are
 * not named are no good. Every move is checked as the book is read. Positions that are images of each
 * other, or that other moves lead to as well, are one. */
#ifndef BY_PLAYERS_BOOK_H
#define BY_PLAYERS_BOOK_H

#include "games/line.h"

#define BY_BOOK_BYTES_MAX ((size_t)16 << 20)

struct by_book;

struct by_book_move {
    by_move move;
    int32_t value; /* for the side to move */
};

/* Reads a book; `name` is what messages call it. */
enum by_status by_book_read(const char *text, size_t size, const char *name, struct by_book **out,
                            struct by_error *err);

/* The book that comes with the program for games of this name; `*out` NULL: there is none. */
enum by_status by_book_find(const struct by_rules *rules, struct by_book **out,
                            struct by_error *err);
void by_book_close(struct by_book *book);

/* Whether it speaks of this game on this board with its usual options. */
bool by_book_is_for(const struct by_book *book, const struct by_rules *rules);

/* The moves that it knows at the end of the line, the best first; `out` has room for max_moves. 0: the
 * position is not in it. The line's rules are those that it is for. */
int by_book_moves(struct by_book *book, const struct by_line *line, struct by_book_move *out);

/* The same with one chosen among the best by chance. BY_NO_MOVE: none. */
by_move by_book_choose(struct by_book *book, const struct by_line *line, uint64_t seed);

int by_book_positions(const struct by_book *book);
int by_book_plies(const struct by_book *book); /* of its longest line */
const struct by_rules *by_book_rules(const struct by_book *book);

#endif
