/* words.h: lists, plans and results of the laboratory as text and JSON: bytes in a buffer. */
#ifndef BY_LAB_WORDS_H
#define BY_LAB_WORDS_H

#include "lab/judge.h"
#include "lab/run.h"
#include "report/pieces.h"

/* "12 s", "3.4 min", "2.1 h", "3.0 d"; "?" where nobody knows. */
#define BY_LAB_DURATION 24
const char *by_lab_duration(double seconds, char buffer[BY_LAB_DURATION]);

/* An experiment in the list: what it costs on one core at each scale, and what a store has of it. */
struct by_lab_listed {
    const struct by_lab_experiment *experiment;
    double seconds[BY_LAB_SCALES];
    int cells[BY_LAB_SCALES]; /* that are not left out */
    bool ran;
    struct by_lab_last last;
    int done, wanted;              /* cells of the last run */
    char result[80];               /* its first cell's number, in a few words; "" */
    enum by_claim_finding finding; /* what it came to */
    int number[BY_VERDICTS];       /* how many figures have each verdict */
};
enum by_status by_lab_list_one(const struct by_lab_experiment *experiment, struct by_store *store,
                               struct by_lab_listed *out, struct by_error *err);
void by_put_lab_list(struct by_buffer *out, const struct by_lab_listed *list, int count);
void by_report_lab_listed(struct by_json *json, const struct by_lab_listed *one);
void by_report_lab_list(struct by_json *json, const char *name, const struct by_lab_listed *list,
                        int count);

/* What will be run and what it will cost on so many cores; `whole`: cell by cell. */
void by_put_lab_plan(struct by_buffer *out, const struct by_lab_order *order,
                     const struct by_lab_plan *plan, bool whole);
void by_report_lab_plan(struct by_json *json, const struct by_lab_order *order,
                        const struct by_lab_plan *plan);

/* Results of one experiment, a line a cell: without judging them. */
void by_put_lab_results(struct by_buffer *out, const struct by_lab_results *results,
                        const bool *chosen);
void by_report_lab_results(struct by_json *json, const char *name,
                           const struct by_lab_results *results, const bool *chosen);

/* One cell, as members of the object that is open. */
void by_report_lab_result(struct by_json *json, const struct by_lab_result *result);

/* 16 hexadecimal digits. */
#define BY_LAB_CHECKSUM 17
const char *by_lab_checksum(uint64_t sum, char buffer[BY_LAB_CHECKSUM]);

#endif
