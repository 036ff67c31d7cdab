/* vary.h: which options of a player are varied, and between which values.
 *
 *   vary  = item { blank item }
 *   item  = option "=" range                                    c=0.1..3
 *         | option "=" name ":" key "=" range { "," ... }       eval=matrix:b2=-100..100,a1=0..200
 *   range = low ".." high [ ":log" ]                            c=0.01..10:log
 *
 * The options are those of the player's search that are numbers, whole or real, and, behind the
 * colon of an evaluation or playout, those of the game that a player may have of its own. With :log
 * the logarithm is what is spread evenly, for ranges that span decades. A point of a range is a
 * number u from 0 to 1; its value is rounded to four digits, or to a whole number, so that what is
 * written is what is played. */
#ifndef BY_LEARN_VARY_H
#define BY_LEARN_VARY_H

#include "base/spec.h"
#include "games/game.h"

#define BY_VARY_MAX  16
#define BY_VARY_NAME 64

struct by_param {
    char name[BY_VARY_NAME]; /* "c", "eval:b2" */
    double low, high;
    bool log, whole;
    double start; /* what the player has before */
};

struct by_vary {
    int count;
    struct by_param param[BY_VARY_MAX];
    char pattern[BY_SPEC_LENGTH_MAX + 1]; /* the spec, with a mark where each value belongs */
};

/* Reads `text` for the player `spec`. Where an option begins is what the spec says, or the option's
 * default; it must lie in its range. The players at both ends are tried. */
enum by_status by_vary_read(const struct by_rules *rules, const char *spec, const char *text,
                            unsigned trust, struct by_vary *out, struct by_error *err);

/* The value of a point, and the point of a value. */
double by_param_value(const struct by_param *param, double u);
double by_param_point(const struct by_param *param, double value);

/* All at once; `values` are as many as there are parameters. */
void by_vary_values(const struct by_vary *vary, const double *u, double *values);
void by_vary_start(const struct by_vary *vary, double *values);

/* The player with these values. False: it is too long for a spec. */
bool by_vary_spec(const struct by_vary *vary, const double *values, char *out, size_t size);

#endif
