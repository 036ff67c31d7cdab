/* pieces.h: what all reports are put together from.
 *
 * A report takes results and gives bytes in a buffer. It prints nothing and knows no arguments:
 * the command line, the page and the laboratory call the same functions. JSON goes through
 * base/json.h; `name` is the key there, or NULL in an array. Without memory the buffer says
 * `failed`, and whoever opened it looks once, at the end. */
#ifndef BY_REPORT_PIECES_H
#define BY_REPORT_PIECES_H

#include "arena/shard.h"
#include "base/json.h"
#include "base/options.h"
#include "games/line.h"

/* For buffers whose content decides how much is enough. */
#define BY_REPORT_LIMIT ((size_t)1 << 36)

/* What may surround words that matter: escapes of a terminal, or "". */
struct by_marks {
    const char *strong, *plain;
    const char *first, *second; /* the players' stones; NULL: plain */
};

/* --- text ------------------------------------------------------------------------- */

/* Text of any length, from malloc; NULL without memory. */
char *by_position_string(const struct by_rules *rules, const void *position);
char *by_drawing_string(const struct by_rules *rules, const void *position);

#define BY_MOVE_BUFFER 256
const char *by_move_string(const struct by_rules *rules, const void *position, by_move move,
                           char buffer[BY_MOVE_BUFFER]);

/* "X" or "O"; "X", "O" or "draw", for a result seen by the first player. */
const char *by_side_name(int side);
const char *by_winner_name(int32_t result);

/* Who is to move at the end of a line: "X", "O" or "nature". */
const char *by_mover_name(const struct by_line *line);

/* "lost", "drawn" or "won", for a result seen by who asks: below 0, 0, above. */
const char *by_outcome_name(int result);

/* "exact", "upper", "lower", "estimate"; NULL: nothing is known. */
const char *by_bound_name(enum by_bound bound);

/* A result in the game's units: "3", "-2.5". */
#define BY_SCORE_BUFFER 32
const char *by_score_string(const struct by_rules *rules, int32_t score,
                            char buffer[BY_SCORE_BUFFER]);

/* A count that a person can read: "12.3 M". */
const char *by_short_number(double value, char buffer[BY_SCORE_BUFFER]);

/* Moves separated by blanks: alternatives in one position, or one line of play. */
void by_put_moves(struct by_buffer *out, const struct by_rules *rules, const void *position,
                  const by_move *moves, int count);
void by_put_sequence(struct by_buffer *out, const struct by_rules *rules, const void *position,
                     const by_move *moves, int count);

/* What a fact says: "none", "3", "Black 1, White 0". */
void by_put_fact(struct by_buffer *out, const struct by_rules *rules, const struct by_fact *fact);

/* --- JSON ------------------------------------------------------------------------- */

/* A result in the game's units. */
void by_report_score(struct by_json *json, const char *name, const struct by_rules *rules,
                     int32_t score);

void by_report_position(struct by_json *json, const char *name, const struct by_rules *rules,
                        const void *position);
void by_report_move(struct by_json *json, const char *name, const struct by_rules *rules,
                    const void *position, by_move move);

/* Alternatives in one position; one line of play. */
void by_report_moves(struct by_json *json, const char *name, const struct by_rules *rules,
                     const void *position, const by_move *moves, int count);
void by_report_sequence(struct by_json *json, const char *name, const struct by_rules *rules,
                        const void *position, const by_move *moves, int count);

/* Every fact that the game has of the position, as members of the object that is open. */
void by_report_facts(struct by_json *json, const struct by_rules *rules, const void *position);

/* A count that is null when nobody knows it: past `most`. */
void by_report_known(struct by_json *json, const char *name, uint64_t count, uint64_t most);

/* What an option is, as members of the object that is open. */
void by_report_option_members(struct by_json *json, const struct by_option *option);

/* A table of options, for lists of games, searches, lessons. */
void by_report_options(struct by_json *json, const char *name, const struct by_option *options);

/* Whether a spec as it was given is a name for the player `stands_for` ("": nobody knows), which
 * begins with another word. */
bool by_is_name_for(const char *spec, const char *stands_for);

/* "shard": which part of how many games was played. */
void by_report_shard(struct by_json *json, const struct by_shard *shard, int games);

/* Elo as it is printed, in whole numbers: none of them is "-0". */
static inline double by_whole_elo(double elo)
{
    return elo > -0.5 && elo < 0.5 ? 0.0 : elo;
}

#endif
