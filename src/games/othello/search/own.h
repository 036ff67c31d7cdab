/* own.h: Othello's own search as the slots of game.h have it. For 4x4, 6x6 and 8x8; larger boards are
 * beyond it. */
#ifndef BY_OTHELLO_OWN_H
#define BY_OTHELLO_OWN_H

#include "games/game.h"
#include "games/othello/pattern_eval.h"

enum by_status by_othello_own_open(const struct by_rules *rules, size_t memory, int threads,
                                   void **state, struct by_error *err);
void by_othello_own_close(void *state);
void by_othello_own_forget(void *state);
bool by_othello_own_search(void *state, const void *position, struct by_own_search *search);
bool by_othello_own_next(const void *state, size_t *cursor, uint64_t entry[2]);
bool by_othello_own_insert(void *state, const uint64_t entry[2]);

#define BY_OTHELLO_OWN                                                                             \
    .own_open = by_othello_own_open, .own_close = by_othello_own_close,                            \
    .own_forget = by_othello_own_forget, .own_search = by_othello_own_search,                      \
    .own_eval = "learned", .own_unit = BY_OTHELLO_DISC, .own_next = by_othello_own_next,           \
    .own_insert = by_othello_own_insert

#endif
