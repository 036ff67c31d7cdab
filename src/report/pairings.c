/* pairings.c: see pairings.h. */
#include "report/pairings.h"

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static int points_of(const struct by_meeting *m, int side)
{
    const int won[2] = {m->wins, m->losses};
    return by_pairing_points(won[side], won[1 - side], m->played);
}

struct by_pairing_row by_pairing_row(const struct by_meeting *m)
{
    struct by_pairing_row row = {
        .won = {100 * share(m->wins, m->played), 100 * share(m->losses, m->played)},
        .drawn = 100 * share(m->draws, m->played),
        .points = points_of(m, 0) + points_of(m, 1),
        .winner = m->wins > m->losses   ? "a"
                  : m->wins < m->losses ? "b"
                                        : "-",
        .seconds = share(m->spent[0] + m->spent[1], m->played),
    };
    for (int side = 0; side < 2; side++) {
        row.move_ms[side] = 1000 * share(m->spent[side], (double)m->moved[side]);
        row.move_sims[side] = share((double)m->sims[side], (double)m->moved[side]);
    }
    return row;
}

bool by_put_proven(struct by_text *out, const struct by_tournament_result *result)
{
    int64_t proven = 0, moves = 0;
    for (int k = 0; k < result->meeting_count; k++)
        for (int side = 0; side < 2; side++) {
            const struct by_meeting *m = &result->meetings[k];
            proven += m->sims[side] > 0 ? m->proven[side] : 0;
            moves += m->sims[side] > 0 ? m->moved[side] : 0;
        }
    if (proven > 0)
        by_text_format(out, "simulations end where the result is proven: %lld of %lld moves",
                       (long long)proven, (long long)moves);
    return proven > 0;
}

int by_points_against(const struct by_tournament_result *result, int winner, int loser)
{
    int sum = -1;
    for (int k = 0; k < result->meeting_count; k++) {
        const struct by_meeting *m = &result->meetings[k];
        bool as_a = m->a == winner && m->b == loser, as_b = m->a == loser && m->b == winner;
        if (as_a || as_b)
            sum = (sum < 0 ? 0 : sum) + points_of(m, as_a ? 0 : 1);
    }
    return sum;
}
