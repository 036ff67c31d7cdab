/* result.h: results of games in the words of SGF and of GGF.
 *
 * What records say about the result is kept as SGF writes it: "B+12", "W+R" (resignation), "W+T"
 * (time), "B+F" (forfeit), "B+" (a win, no more is known), "0" or "Draw", "Void", "?". GGF has the
 * margin of the first player, and behind it ":r", ":t" or ":l" (left the game) for the same three reasons, or
 * ":s" (agreed): "+12.000", "-64.000:t", "?". */
#ifndef BY_RECORD_RESULT_H
#define BY_RECORD_RESULT_H

#include "record/record.h"

/* Writes in SGF's words what `text` says in those of GGF; "?" where it is not understood. */
void by_result_from_ggf(const char *text, struct by_text *out);

/* Writes in GGF's words what `text` says in those of SGF. A win for a reason counts `most`: what GGF's
 * server gives for it. False, and nothing is written, where GGF has no words for it: a win by
 * nobody knows how much, a game that is void or not understood. */
bool by_result_to_ggf(const char *text, int most, struct by_text *out);

/* Writes the result of a finished game, as the game gives it, in the words of SGF: "B+12", "W+", "0". */
void by_result_write(const struct by_rules *rules, int32_t result, struct by_text *out);

#endif
