/* sweep.h: an experiment without a file: two players, and options of theirs with several values.
 *
 *   mcts sims=500 c={0.1,0.2,0.4}        the parameter c has three values: three cells
 *   mcts sims={100,400} c={0,0.4}        two parameters: four cells
 *   eval=mixed:opening={20,25}           behind a colon: the parameter opening
 *   {mcts,hmcts} sims=500                the player itself: the parameter player
 *   c={mine=0,0.4}                       a parameter with a name of its own
 *   sims={sims}, sims={2*sims}           a value that stands in braces elsewhere, or reckoned from it
 *
 * The same name in both players is the same parameter, and has the same values there. What comes out is
 * the text of a file as docs/LAB.md has it: a sweep is run, kept and reported like every experiment. */
#ifndef BY_LAB_SWEEP_H
#define BY_LAB_SWEEP_H

#include "base/buffer.h"
#include "base/error.h"

struct by_lab_sweep {
    const char *game;    /* "nogo size=7x7" */
    const char *a, *b;   /* specs with values in braces */
    const char *measure; /* "match openings=random:2" */
    int games;           /* of a cell */
};

/* Writes the experiment's text. Refuses braces that make no list, lists that differ under one name, and a
 * sweep without any. */
enum by_status by_lab_sweep_text(const struct by_lab_sweep *sweep, struct by_buffer *out,
                                 struct by_error *err);

#endif
