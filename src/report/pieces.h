/* json.h: JSON values for the commands, over jansson.
 *
 * Each function returns a new reference, or NULL without memory: json_pack and the setters
 * of jansson pass a NULL on, and by_json_print reports it. */
#ifndef BY_CLI_JSON_H
#define BY_CLI_JSON_H

#include "base/json.h"
#include "cli/cli.h"
#include <jansson.h>

/* Until every command writes by base/json.h. */
#define by_json_print by_jansson_print
#define by_json_text by_jansson_text
#define by_json_count by_jansson_count
#define by_json_number by_jansson_number
#define by_json_seconds by_jansson_seconds
#define by_json_score by_jansson_score
#define by_json_position by_jansson_position
#define by_json_move by_jansson_move
#define by_json_moves by_jansson_moves
#define by_json_sequence by_jansson_sequence
#define by_json_fact by_jansson_fact
#define by_json_options by_jansson_options

/* Writes the value and a newline to cli->out and drops the reference. Returns an exit status. */
int by_json_print(struct by_cli *cli, json_t *value);

json_t *by_json_text(const char *text); /* NULL gives null */
json_t *by_json_count(uint64_t count);

/* A number that is an integer in JSON when it is whole, null when it is not finite. */
json_t *by_json_number(double value);

json_t *by_json_seconds(double seconds); /* to the microsecond */

/* A result in the game's units. */
json_t *by_json_score(const struct by_rules *rules, int32_t score);

json_t *by_json_position(const struct by_rules *rules, const void *position);
json_t *by_json_move(const struct by_rules *rules, const void *position, by_move move);

/* Alternatives in one position; one line of play. */
json_t *by_json_moves(const struct by_rules *rules, const void *position, const by_move *moves,
                      int count);
json_t *by_json_sequence(const struct by_rules *rules, const void *position, const by_move *moves,
                         int count);

/* Adds a fact to the object `context`: a by_fact_fn. */
void by_json_fact(void *context, const struct by_fact *fact);

/* A table of options, for `games` and `searches`. */
json_t *by_json_options(const struct by_option *options);

#endif
