/* pattern_terms.c: what the evaluation `learned` is made of: the weight of each instance of a pattern. */
#include "games/othello/othello.h"

static const struct {
    const char *name;
    int instances;
} patterns[] = {
#define BY_PATTERN(name, instances, squares, which) {#name, instances},
#include "games/othello/patterns.def"
#undef BY_PATTERN
};

struct telling {
    by_term_fn *emit;
    void *context;
    const struct by_othello_weights *weights;
    uint64_t me, you;
    int phase, empties;
    int32_t sum;
};

static void tell(struct telling *t, const char *name, int32_t value, const int16_t *cells,
                 int count)
{
    t->emit(t->context, &(struct by_term){.name = name,
                                          .side = -1,
                                          .value = value,
                                          .cells = count > 0 ? cells : NULL,
                                          .cell_count = count});
    t->sum += value;
}

/* The instance in one lane of the vector: its squares are those that change it. */
static void tell_instance(struct telling *t, int pattern, int lane)
{
    int16_t cells[BY_OTHELLO_SQUARES_MAX];
    int count = 0, number = 0;
    for (int square = 0; square < 64; square++) {
        int step = t->weights->square[square].at[lane];
        if (step == 0)
            continue;
        cells[count++] = (int16_t)square;
        number += step * ((int)(t->me >> square & 1) - (int)(t->you >> square & 1));
    }
    const int16_t *table = t->weights->table + (size_t)t->phase * (size_t)t->weights->size;
    tell(t, patterns[pattern].name, table[t->weights->centre[pattern] + number], cells, count);
}

static void tell_all(struct telling *t)
{
    int lane = 0;
    for (int pattern = 0; pattern < BY_OTHELLO_PATTERNS; pattern++)
        for (int i = 0; i < patterns[pattern].instances; i++)
            tell_instance(t, pattern, lane++);
    tell(t, t->empties % 2 ? "odd number of empty squares" : "even number of empty squares",
         t->weights->even[t->phase][t->empties % 2], NULL, 0);
    if (t->sum > BY_OTHELLO_VALUE_MAX)
        tell(t, "no more than all discs", BY_OTHELLO_VALUE_MAX - t->sum, NULL, 0);
    if (t->sum < -BY_OTHELLO_VALUE_MAX)
        tell(t, "no less than no disc", -BY_OTHELLO_VALUE_MAX - t->sum, NULL, 0);
}

void by_othello_learned_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                              void *context)
{
    struct telling t = {.emit = emit, .context = context, .weights = by_othello_weights_of(rules)};
    struct by_board_view view;
    if (!t.weights) {
        emit(context,
             &(struct by_term){.name = "no weights for this board: as mobility", .side = -1});
        by_othello_mobility_terms(rules, position, emit, context);
        return;
    }
    rules->game->board->look(rules, position, &view);
    t.me = view.stones[view.side][0];
    t.you = view.stones[!view.side][0];
    t.empties = 64 - by_bits_count(t.me | t.you);
    t.phase = by_othello_phase(t.empties);
    tell_all(&t);
}
