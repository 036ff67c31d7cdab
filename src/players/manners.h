/* manners.h: how a player of ours behaves at the board, whatever its search is and whoever asks for
 * its move: a match, `think`, a person, another program.
 *
 * A search thinks about moves; that two players agree that a game is over, and that one gives it up,
 * is no matter of rules. Where a game can judge its positions (the slot `judge`), a player
 *
 *   passes     when nothing is left to be gained: the board is settled, and passing wins, or the game
 *              is lost or a draw either way, or a stone more would cost a point
 *   answers    a pass by a pass on such a board only; and where the win is clear, another pass wins, and its
 *              search found nothing to be gained. While the board is open it thinks as if nobody had passed
 *   plays on   when its search would pass and two passes would lose: the search's next best move
 *              that fills no eye of its own
 *   cleans up  when it is told to: dead stones are taken before it passes
 *   agrees     when it is told that dead stones will be agreed on: it passes on a settled board
 *
 * In every game it gives up after three moves in a row with less than `resign` chances to win, each
 * judged by 200 simulations or more, or by a search that counts none. So it does where the judge sees that the
 * game is lost, whoever gets the points that are still open, and the search gives it less than 15 %; or where it
 * passes in such a game and the opponent plays on. Three options of a player's spec, beside those of its search:
 *
 *   resign=PERCENT   gives up below this; 0: never. 5 where a game has a judge (Go), else 0
 *   manners=off      plays what the search says, to the end
 *   book=on|FILE     plays the moves of an opening book (book.h) where it has some: the program's own, if
 *                    there is one for this game and board, or a file's
 *
 * The judge's chance comes from the player's seed and the position: a player that was just reset
 * gives the same move for the same spec, seed and position. Within a game the search's random numbers
 * run on from move to move. */
#ifndef BY_PLAYERS_MANNERS_H
#define BY_PLAYERS_MANNERS_H

#include "base/spec.h"
#include "players/book.h"
#include "search/search.h"

/* What is asked of a player on its turn. */
struct by_turn {
    const struct by_limits *limits; /* or NULL */
    const struct by_events *events; /* or NULL */
    bool bare;                      /* what the search says: for those who want to see it think */
    bool watched;                   /* the search is asked also where a pass is clear: somebody
                                       wants to look at what it found */
    bool clean_up;                  /* dead stones are to be taken before anybody passes */
    bool agrees;                    /* after two passes the players agree on what is dead
                                       (agreement.h): nobody has to take it */
    bool aside;                     /* the move is not going to be played: nobody gives up by it */
};

struct by_manners {
    bool off;
    double resign; /* a chance to win; below 0: the game's usual */
    uint64_t seed;
    int hopeless[2];      /* moves in a row without hope, of each side: one player may play both */
    bool resigned;        /* by the last move */
    bool by_book;         /* the last move is one of the book */
    struct by_book *book; /* owned; NULL: none */
};

/* The options, as a table. */
extern const struct by_option by_manners_options[];

/* Takes the options of manners out of a spec, and leaves those of the search in it. `rules` NULL: they are
 * only looked at, and no book is opened. To be closed. */
enum by_status by_manners_take(const struct by_rules *rules, struct by_spec *spec,
                               struct by_manners *out, struct by_error *err);
void by_manners_close(struct by_manners *manners);

/* Whether a setting of these makes a player read a file. */
bool by_manners_reads_file(const struct by_setting *setting);

/* A new game begins. */
void by_manners_reset(struct by_manners *manners, uint64_t seed);

/* The chance below which it gives up in that game. */
double by_manners_resign(const struct by_manners *manners, const struct by_game *game);

/* Lets the search think, and says what is played. BY_NO_MOVE: it gives up. A pass that needs no
 * thinking, and a move from the book, is a decision without an opinion (BY_BOUND_NONE). */
enum by_status by_manners_move(struct by_manners *manners, struct by_searcher *searcher,
                               const struct by_line *line, const struct by_turn *turn,
                               struct by_decision *decision, struct by_error *err);

/* The chance to win that a value of a decision stands for. */
double by_chance_of(const struct by_rules *rules, const struct by_decision *decision, double value);

#endif
