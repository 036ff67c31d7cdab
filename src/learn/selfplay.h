/* selfplay.h: games to learn from that nobody has played yet.
 *
 * A game begins with random moves, between none and `random` of them, so that positions come about at every
 * stage of the game that no good player would have let happen: an evaluation is asked about those all the
 * time. Where a game knows moves near what has been played, they are among these; and of several beginnings
 * the one may be taken that the player finds most even, for what is decided at once teaches little. The rest
 * is played by one player against itself. What was random is not a sample.
 *
 * Where the evaluation stands for odds, a game ends when its player has proven a win, and a sample's value may
 * be in part what the player's search said of it, if it searched with this evaluation.
 *
 * Good players threaten when it wins. Who learns from their games alone believes that threats win, and a search,
 * which meets all the pointless ones, is misled. So moves that were not played may be tried, too: what the search
 * says of the position behind one is a sample like others. */
#ifndef BY_LEARN_SELFPLAY_H
#define BY_LEARN_SELFPLAY_H

#include "learn/samples.h"

struct by_selfplay {
    const char *player; /* a spec */
    int games;
    int random;    /* plies, at most */
    int balance;   /* beginnings to choose the most even one from; 0, 1: the first will do */
    double trust;  /* the search's share of a value, 0 to 1; what came of the game has the rest */
    double aside;  /* the chance that a position has another move tried, 0 to 1 */
    uint64_t seed; /* of all chance */
};

/* Adds so many games to the samples; `done` counts them. Stopped, it keeps those that were finished. */
enum by_status by_selfplay(struct by_samples *samples, const struct by_selfplay *plan,
                           const atomic_bool *stop, atomic_int *done, struct by_error *err);

/* Plays random moves on a line that stands at the start: at most `most`, and none that ends the game. `moves`
 * has room for rules->max_moves. */
enum by_status by_play_randomly(struct by_line *line, int most, struct by_rng *rng, by_move *moves,
                                struct by_error *err);

#endif
