/* recorded.h: the tree that a search went through, as a recorder has it (search/textbook). */
#ifndef BY_REPORT_RECORDED_H
#define BY_REPORT_RECORDED_H

#include "report/pieces.h"
#include "search/textbook/recorder.h"

struct by_recorded {
    const struct by_recorder *recorder;
    const struct by_recorder_counts *counts;
    const char *search; /* "minimax", "alphabeta" */
    const char *order;  /* NULL: the search has none, and no windows */
    bool moves;         /* nodes have the moves that lead there */
};

/* Value, counts and the line of best play, as members of the object that is open. */
void by_report_recorded(struct by_json *json, const struct by_recorded *recorded);

/* One node, an object: there may be a million of them. */
void by_report_recorded_node(struct by_json *json, const struct by_recorded *recorded, int32_t id);

#endif
