/* position.h: a position and what may be done in it; a game record that it comes from. */
#ifndef BY_REPORT_POSITION_H
#define BY_REPORT_POSITION_H

#include "record/record.h"
#include "report/pieces.h"

/* The last position of a line, as members of the object that is open: position, to_move, legal,
 * over, winner, score (null while the game goes on), and the game's facts. */
void by_report_state(struct by_json *json, const struct by_line *line);

/* What a record says of its game ("info"), and where its way could have gone on otherwise ("branches"). */
void by_report_info(struct by_json *json, const struct by_record *record);
void by_report_branches(struct by_json *json, const struct by_record *record);

/* A game of a file. */
struct by_record_report {
    const char *path;
    const struct by_record *record;
    const struct by_line *line; /* its moves as far as they are shown */
    int number;                 /* of the game in the file, from 1 */
    int games;                  /* in the file; -1: what follows the game is not readable */
};
void by_report_record(struct by_json *json, const char *name,
                      const struct by_record_report *report);

#endif
