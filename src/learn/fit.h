/* fit.h: the weights of a linear evaluation, by least squares.
 *
 * One phase after the other, from the last to the first. The samples of a phase, and of its neighbours with
 * less weight, say what the sum of their features should be; the weights w of the phase make
 *
 *      sum over samples of  c (value - sum of w)^2  +  ridge * sum over weights of  (w - v)^2
 *
 * as small as possible (or, where the sum is the logarithm of the odds, so many times the logarithm of what the
 * evaluation thought unlikely instead of the square: logistic regression), where v are the weights of the phase behind it (0 behind the last): what was never
 * seen in a phase is as it was in the next, and weights change from phase to phase only as far as the games
 * demand it. Weights that are known before, such as those of an earlier lesson, may be v behind the last. The minimum is found by conjugate gradients (Hestenes and Stiefel 1952) on the normal
 * equations, scaled by their diagonal; for odds again and again, each time with the equations at the weights
 * found so far (Newton's method). All sums are in double and in a fixed order: the same samples give
 * the same bits.
 *
 * Some games are held out: they tell how far the evaluation is from the truth on what it has not seen. */
#ifndef BY_LEARN_FIT_H
#define BY_LEARN_FIT_H

#include "learn/samples.h"

#define BY_FIT_PHASES_MAX 64

struct by_fit_plan {
    double ridge;  /* as above: so many observations' worth of belief in the next phase's weights */
    double beside; /* the weight c of samples of the phases before and behind, 0 to 1 */
    int rounds;    /* of conjugate gradients, at most */
    double hold_out; /* the share of games held out */
    uint64_t seed;   /* which */
    const int16_t
        *prior; /* weights of all phases: v of the last phase are its own there; NULL: 0 */
};

/* Of one phase: how many samples it had, and the errors in units of the result. */
struct by_fit_phase {
    size_t fitted, held_out;
    int rounds;
    double fit_error; /* root of the mean square, on its own samples */
    double error;     /* the same on those held out; NAN without any */
    double absolute;  /* mean of the absolute error there */
    double spread; /* the root mean square of the values held out: the error of knowing nothing */
};

struct by_fit {
    int phases, weights; /* of each */
    int done;            /* phases fitted, from the last one on; fewer when it was stopped */
    size_t taught;       /* by TD: positions that it learned from */
    struct by_fit_phase phase[BY_FIT_PHASES_MAX];
    int16_t *weight; /* all phases; from malloc */
};

/* `told` is called when a phase is done; may be NULL. Stopped before its end it gives the phases before
 * the last fitted one that one's weights, and `done` says how many were fitted. */
typedef void by_fit_told(void *context, const struct by_fit *so_far);
enum by_status by_fit(const struct by_samples *samples, const struct by_fit_plan *plan,
                      const atomic_bool *stop, by_fit_told *told, void *context, struct by_fit *out,
                      struct by_error *err);
void by_fit_close(struct by_fit *fit);

/* A weight as it is kept: the nearest whole number. */
int16_t by_fit_whole(double x);

#endif
