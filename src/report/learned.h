/* learned.h: what `learn` has come to: a table of phases, or JSON. */
#ifndef BY_REPORT_LEARNED_H
#define BY_REPORT_LEARNED_H

#include "base/buffer.h"
#include "base/json.h"
#include "learn/fit.h"
#include "learn/moves.h"

struct by_learned {
    const struct by_fit *fit;
    const char *file;
    size_t games, dropped, positions, exact, bytes;
    double seconds;
    bool stopped;
};

void by_report_learned(struct by_json *json, const struct by_learned *learned);
void by_put_learned(struct by_buffer *out, const struct by_learned *learned);

/* The same of strengths of moves: a table of rounds. */
struct by_learned_moves {
    const struct by_moves_round *round;
    int rounds;
    const char *file;
    size_t games, dropped, bytes;
    double seconds;
};

void by_report_learned_moves(struct by_json *json, const struct by_learned_moves *learned);
void by_put_learned_moves(struct by_buffer *out, const struct by_learned_moves *learned);

#endif
