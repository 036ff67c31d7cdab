/* sprt.h: when to stop a match (Wald 1945).
 *
 * A sequential probability ratio test between "a is stronger by elo0" (H0) and "by elo1" (H1). What
 * is not known beside the expected score (how often games are drawn, how the games of a pair hang
 * together) is given, under each hypothesis, its likeliest value with that score: a generalized
 * test, as Van den Bergh describes it for chess engines (2017-2020). The games are judged in their
 * order. A one-sided match ends too: whatever has not been seen yet is thought to have been seen a
 * thousandth of a time. */
#ifndef BY_ARENA_SPRT_H
#define BY_ARENA_SPRT_H

#include "arena/tally.h"
#include "base/error.h"

struct by_sprt {
    double elo0, elo1;
    double alpha, beta; /* chances to accept H1 though H0 holds, and H0 though H1 holds */
    bool pairs;         /* judge pairs of games (five results) rather than games (three) */
};

enum by_sprt_verdict {
#define BY_VERDICT(id, name) BY_SPRT_##id,
#include "arena/verdicts.def"
#undef BY_VERDICT
};

/* Reads "elo0=0 elo1=10"; also alpha=, beta= (default 0.05), model=pairs|games. `pairs` is the
 * model when none is named; where it is false, model=pairs is refused. */
enum by_status by_sprt_read(const char *text, bool pairs, struct by_sprt *out,
                            struct by_error *err);

/* ln of the likelihood under H1 over that under H0. */
double by_sprt_llr(const struct by_sprt *test, const struct by_tally *tally);

/* H0 is accepted at or below `low`, H1 at or above `high`. */
struct by_interval by_sprt_bounds(const struct by_sprt *test);
enum by_sprt_verdict by_sprt_judge(const struct by_sprt *test, const struct by_tally *tally);

#endif
