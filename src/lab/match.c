/* match.c: the measure `match`: games between a and b. */
#include "lab/match.h"
#include "base/file.h"
#include <stdlib.h>
#include <string.h>

#define OPENINGS_BYTES_MAX ((size_t)64 << 20)

static const struct by_option options[] = {
    {"openings", BY_OPTION_TEXT, NULL, 0, 4000, NULL,
     "how each pair of games begins: random:PLIES, or a file"},
    {"colours", BY_OPTION_CHOICE, "alternate", 0, 0, BY_CHOICES(by_colours_words),
     "who is the first player"},
    {"time", BY_OPTION_TEXT, NULL, 1, 400, NULL, "time for a move, or the clock of a game"},
    {"margin", BY_OPTION_TIME, "50ms", 0, 3600, NULL, "by how much a time may be exceeded"},
    {"adjudicate", BY_OPTION_TEXT, NULL, 0, 400, NULL, "when games are decided before their end"},
    {.name = NULL},
};

static enum by_status read_file(const char *path, const struct by_rules *rules,
                                struct by_openings *out, struct by_error *err)
{
    char *text = NULL;
    size_t size = 0;
    enum by_status status = by_file_load(path, OPENINGS_BYTES_MAX, &text, &size, err);
    if (status == BY_OK)
        status = by_openings_read(rules, path, text, size, out, err);
    free(text);
    return status;
}

static enum by_status read_openings(const char *text, const struct by_rules *rules,
                                    struct by_openings *out, struct by_error *err)
{
    static const char prefix[] = "random:";
    char quoted[BY_QUOTE_SIZE];
    int64_t plies;
    if (!text)
        return BY_OK;
    if (by_openings_are_rule(rules, text))
        return by_openings_by_rule(rules, out, err);
    if (strncmp(text, prefix, strlen(prefix)) != 0)
        return read_file(text, rules, out, err);
    if (!by_read_int(text + strlen(prefix), 0, BY_OPENING_PLIES_MAX, &plies))
        return by_fail(err, BY_BAD_INPUT,
                       "openings are random:PLIES with PLIES from 0 to %d, or a file, not '%s'",
                       BY_OPENING_PLIES_MAX, by_quote(text, quoted));
    out->plies = (int)plies;
    return BY_OK;
}

static enum by_status read_terms(const struct by_values *values, struct by_terms *out,
                                 struct by_error *err)
{
    const char *time = by_values_get(values, "time")->text;
    const char *decide = by_values_get(values, "adjudicate")->text;
    enum by_status status = BY_OK;
    out->margin = by_values_get(values, "margin")->real;
    if (time)
        status = by_terms_time(time, out, err);
    if (status == BY_OK && decide)
        status = by_terms_adjudicate(decide, out, err);
    return status;
}

enum by_status by_lab_match_plan(const struct by_lab_cell *cell, const struct by_lab_opened *opened,
                                 struct by_match_plan *out, struct by_error *err)
{
    const struct by_values *values = &opened->options;
    *out = (struct by_match_plan){.rules = opened->rules,
                                  .a = cell->a,
                                  .b = cell->b,
                                  .trust = BY_TRUST_ALL,
                                  .games = cell->games,
                                  .concurrency = 1,
                                  .seed = cell->seed,
                                  .forget = true};
    if (!opened->rules || !*cell->a || !*cell->b)
        return by_fail(err, BY_BAD_INPUT, "a match wants a game and two players: game, a and b");
    out->colours = (enum by_colours)by_values_get(values, "colours")->choice;
    enum by_status status = read_terms(values, &out->terms, err);
    if (status == BY_OK)
        status = read_openings(by_values_get(values, "openings")->text, opened->rules,
                               &out->openings, err);
    return status;
}

void by_lab_match_plan_close(struct by_match_plan *plan)
{
    by_openings_close(&plan->openings);
}

static enum by_status check(const struct by_lab_job *job, struct by_error *err)
{
    const struct by_lab_opened opened = {NULL, (struct by_rules *)job->rules, *job->options};
    struct by_match_plan plan;
    enum by_status status = by_lab_match_plan(job->cell, &opened, &plan, err);
    by_lab_match_plan_close(&plan);
    return status;
}

const struct by_lab_measure by_lab_measure_match = {
    .name = "match",
    .help = "games between a and b: score, won, drawn, lost (per cent), seconds-a, seconds-b (per "
            "move), sims-a, sims-b (per move), plies (per game)",
    .options = options,
    .games = true,
    .check = check,
};
