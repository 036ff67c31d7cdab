/* plays.c: every play of a game and every position, counted: the measure `plays`. Plays are gone through
 * one by one (backtracking), positions are told apart by their packs. */
#include "lab/measures/searched.h"
#include "search/position_set.h"
#include "search/solve/count.h"
#include "search/textbook/backtrack.h"
#include <stdio.h>
#include <stdlib.h>

#define LISTED_MAX  32 /* plays that get a number each */
#define LENGTHS_MAX 64
#define SET_BYTES   ((size_t)256 << 20)

static const struct by_option options[] = {
    {.name = "most",
     .type = BY_OPTION_INT,
     .fallback = "1000000",
     .low = 1,
     .high = 1e9,
     .help = "plays to go through, at most; where there are more, the measure fails"},
    {0},
};

/* Different ones among finished positions. */
struct ends {
    struct by_position_set set;
    size_t held;
    uint64_t by_result[3]; /* lost, drawn, won by the first player */
};

struct listing {
    const struct by_lab_job *job;
    int64_t plays, most;
    double result[LISTED_MAX]; /* of the first plays */
    int64_t by_length[LENGTHS_MAX];
    struct ends all, images; /* images: symmetric ones are one */
    uint8_t *pack, *scratch;
    void *image;
    bool full; /* no memory */
};

/* --- going through ----------------------------------------------------------------------------- */

static void add_end(struct listing *listing, struct ends *ends, const void *position,
                    int32_t result)
{
    const struct by_rules *rules = listing->job->rules;
    bool added = false;
    size_t size = rules->game->pack(rules, position, listing->pack);
    listing->full |= !by_position_set_at(&ends->set, listing->pack, size, &added);
    ends->by_result[1 + (result > 0) - (result < 0)] += added;
}

static bool on_line(void *context, const struct by_full_line *played)
{
    struct listing *listing = context;
    const struct by_rules *rules = listing->job->rules;
    if (listing->plays == listing->most)
        return false;
    if (listing->plays < LISTED_MAX)
        listing->result[listing->plays] = (double)played->result / rules->score_scale;
    listing->plays++;
    if (played->count < LENGTHS_MAX)
        listing->by_length[played->count]++;
    add_end(listing, &listing->all, played->end, played->result);
    (void)by_canonical(rules, played->end, listing->image, listing->scratch);
    add_end(listing, &listing->images, listing->image, played->result);
    return !listing->full;
}

static void close_listing(struct listing *listing)
{
    by_position_set_close(&listing->all.set);
    by_position_set_close(&listing->images.set);
    free(listing->pack);
    free(listing->scratch);
    free(listing->image);
    free(listing);
}

static enum by_status open_ends(const struct by_rules *rules, struct ends *ends,
                                struct by_error *err)
{
    return by_position_set_open(&ends->set, rules->pack_size, 0, &ends->held, SET_BYTES, err);
}

static enum by_status open_listing(const struct by_lab_job *job, struct listing **out,
                                   struct by_error *err)
{
    const struct by_rules *rules = job->rules;
    struct listing *listing = *out = calloc(1, sizeof *listing);
    if (!listing)
        return by_fail_memory(err, sizeof *listing);
    listing->job = job;
    listing->most = by_values_get(job->options, "most")->integer;
    listing->pack = malloc(rules->pack_size);
    listing->scratch = malloc(by_canonical_scratch(rules));
    listing->image = malloc(rules->position_size);
    if (!listing->pack || !listing->scratch || !listing->image)
        return by_fail_memory(err, by_canonical_scratch(rules));
    enum by_status status = open_ends(rules, &listing->all, err);
    return status == BY_OK ? open_ends(rules, &listing->images, err) : status;
}

/* --- what there is to tell ------------------------------------------------------------------------ */

static void give_ends(const struct ends *ends, const char *suffix, struct by_lab_numbers *out)
{
    static const char *const names[] = {"o", "draws", "x"};
    char name[BY_LAB_WORD_MAX];
    snprintf(name, sizeof name, "finished%s", suffix);
    by_lab_give(out, name, ends->set.count);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "finished-%s%s", names[i], suffix);
        by_lab_give(out, name, (double)ends->by_result[i]);
    }
}

static void give_listing(const struct listing *listing, struct by_lab_numbers *out)
{
    char name[BY_LAB_WORD_MAX];
    give_ends(&listing->all, "", out);
    give_ends(&listing->images, "-symmetric", out);
    for (int i = 0; i < LENGTHS_MAX; i++)
        if (listing->by_length[i] > 0) {
            snprintf(name, sizeof name, "plies-%d", i);
            by_lab_give(out, name, (double)listing->by_length[i]);
            by_lab_give_point(out, "plays-by-length", i, (double)listing->by_length[i]);
        }
    for (int i = 0; i < listing->plays && listing->plays <= LISTED_MAX; i++) {
        snprintf(name, sizeof name, "play-%d", i + 1);
        by_lab_give(out, name, listing->result[i]);
    }
}

static void give_count(const struct by_count *count, struct by_lab_numbers *out)
{
    by_lab_give(out, "games", (double)count->games);
    by_lab_give(out, "x", (double)count->x);
    by_lab_give(out, "o", (double)count->o);
    by_lab_give(out, "draws", (double)count->draws);
    by_lab_give(out, "positions", (double)count->positions);
    by_lab_give(out, "positions-symmetric", (double)count->positions_symmetric);
}

/* The counts of two ways, position by position and play by play, must be the same. */
static enum by_status compare(const struct listing *listing, const struct by_count *count,
                              struct by_error *err)
{
    if (listing->full)
        return by_fail(err, BY_NO_MEMORY, "the finished positions do not fit into memory");
    if ((uint64_t)listing->plays != count->games)
        return by_fail(err, BY_FAILED, "%lld plays were gone through, but %llu counted",
                       (long long)listing->plays, (unsigned long long)count->games);
    return BY_OK;
}

static enum by_status list(const struct by_lab_job *job, const struct by_count *count,
                           struct by_lab_numbers *out, struct by_error *err)
{
    struct listing *listing;
    bool complete = false;
    enum by_status status = open_listing(job, &listing, err);
    if (status == BY_OK)
        status = by_backtrack(job->rules, job->rules->start, job->stop, on_line, listing, &complete,
                              err);
    if (status == BY_OK && !atomic_load(job->stop)) {
        status = compare(listing, count, err);
        give_listing(listing, out);
    }
    if (listing)
        close_listing(listing);
    return status;
}

static enum by_status run(const struct by_lab_job *job, struct by_lab_numbers *out,
                          struct by_error *err)
{
    struct by_count count;
    enum by_status status =
        by_count(job->rules, job->rules->start, NULL, job->stop, NULL, NULL, &count, err);
    if (status != BY_OK || count.stopped)
        return status;
    if (count.games > (uint64_t)by_values_get(job->options, "most")->integer)
        return by_fail(err, BY_BAD_INPUT,
                       "there are %llu plays, more than most=", (unsigned long long)count.games);
    give_count(&count, out);
    status = list(job, &count, out, err);
    if (status == BY_OK && *job->cell->a && !atomic_load(job->stop))
        status = by_give_searched(job, out, err);
    return status;
}

static enum by_status check(const struct by_lab_job *job, struct by_error *err)
{
    if (!job->rules)
        return by_fail(err, BY_BAD_INPUT, "a row with the measure plays names a game");
    return *job->cell->a ? by_check_search(job->rules, job->cell->a, err) : BY_OK;
}

const struct by_lab_measure by_lab_measure_plays = {
    .name = "plays",
    .help =
        "every play and position: games, x, o, draws, positions, finished, plies-N, play-N; with a "
        "player a that searches it out: value",
    .options = options,
    .check = check,
    .run = run,
};
