/* counted.h: the end of a game that players agree on (players/agreement.h), in words and as JSON. */
#ifndef BY_REPORT_COUNTED_H
#define BY_REPORT_COUNTED_H

#include "players/agreement.h"
#include "report/pieces.h"

/* "Black 42, White 20 + 7.5: Black wins by 14.5 points."; `parts`: and below it what the points are
 * made of. */
void by_put_counted(struct by_buffer *out, const struct by_rules *rules,
                    const struct by_counted *count, bool parts);

/* The board with dead stones as small letters; `whole`: and whose the other points are, '#' the first
 * player's and '=' the second's. */
void by_put_agreed_board(struct by_buffer *out, const struct by_agreement *agreement, bool whole);

/* "Dead: White d4 (3 stones), Black j9." or "No stones are dead.", and what is in seki. */
void by_put_dead(struct by_buffer *out, const struct by_agreement *agreement);

/* {"points", "komi", "dead", ...}; each of the players "X" and "O". */
void by_report_counted(struct by_json *json, const char *name,
                       const struct by_agreement *agreement);

#endif
