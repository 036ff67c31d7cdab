/* net_record.h: a position that networks learn from, as the bytes that learn/samples.py unpacks.
 *
 * A position is kept as networks are shown it (the slot `planes`), with what they should have answered: the
 * search's visits or the move that was played, who won, by how much, and who owned each point in the end.
 * Numbers are little-endian:
 *
 *   for each plane: u8 its value where it is not 0, and a bit for each point, the lowest first, in whole bytes
 *   u8        for each action: its share of the visits, 255 in all or nearly; all 0: nobody knows
 *   i8        for each point: 1 the side to move owns it in the end, -1 the other side, 0 nobody, 2 not known
 *   f32       1 the side to move won, 0 it lost, 0.5 a draw; not a number: not known
 *   f32       the chance that the search saw; likewise
 *   f32       points by which the side to move won; likewise */
#ifndef BY_LEARN_NET_RECORD_H
#define BY_LEARN_NET_RECORD_H

#include "games/line.h"

/* What a game came to, for the first player. */
struct by_net_ending {
    float won;  /* 1, 0.5 or 0; not a number: nobody knows */
    bool known; /* whose the points are, and the lead */
    int8_t owner[BY_JUDGED_MAX];
    float lead;
};

/* Refuses games without planes or a count. */
enum by_status by_net_record_check(const struct by_rules *rules, struct by_error *err);

size_t by_net_record_size(const struct by_rules *rules);

/* All of a record but the ending. `policy`: the shares of all actions; `planes`: room for them; `chance`: what
 * the side to move saw, or not a number. */
void by_net_record_begin(const struct by_rules *rules, const void *position, const uint8_t *policy,
                         float chance, uint8_t *planes, uint8_t *out);

/* The rest of it, for the side that was to move there. */
void by_net_record_end(const struct by_rules *rules, int side, const struct by_net_ending *ending,
                       uint8_t *out);

/* What the rules count on the board as it is, all stones alive. */
void by_net_ending_count(const struct by_rules *rules, const void *position,
                         struct by_net_ending *out);

#endif
