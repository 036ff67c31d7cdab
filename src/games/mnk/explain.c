/* explain.c: the open lines that the evaluation counts (LOG), one by one. */
#include "games/mnk/mnk.h"

void by_mnk_lines_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                        void *context)
{
    const struct shape *shape = rules->data;
    const struct mnk *mnk = position;
    int32_t sum = 0;
    for (int i = 0; i < 2 * shape->direction_count; i++) {
        int player = i % 2;
        struct direction way = shape->direction[i / 2];
        uint64_t open = by_mnk_lines(way, shape->k, shape->board & ~mnk->stones[!player]);
        for (; open; open &= open - 1) {
            int16_t cells[64];
            for (int j = 0; j < shape->k; j++)
                cells[j] = (int16_t)(by_bits_first(open) + j * way.step);
            int32_t value = player == mnk->side ? 1 : -1;
            sum += value;
            emit(context, &(struct by_term){.name = "open line",
                                            .side = player,
                                            .value = value,
                                            .cells = cells,
                                            .cell_count = shape->k});
        }
    }
    int32_t cut = by_mnk_cut_value(sum);
    if (cut != sum)
        emit(context, &(struct by_term){.name = "cut off", .side = -1, .value = cut - sum});
}

/* The lines open to each player through a point: what a stone there would take or keep. */
void by_mnk_explain(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                    void *context)
{
    const struct shape *shape = rules->data;
    const struct mnk *mnk = position;
    for (uint64_t rest = shape->board & ~(mnk->stones[0] | mnk->stones[1]); rest;
         rest &= rest - 1) {
        const int16_t cell = (int16_t)by_bits_first(rest);
        double through[2] = {0, 0};
        for (int i = 0; i < 2 * shape->direction_count; i++) {
            struct direction way = shape->direction[i / 2];
            uint64_t open = by_mnk_lines(way, shape->k, shape->board & ~mnk->stones[!(i % 2)]);
            for (int j = 0; j < shape->k && cell >= j * way.step; j++)
                through[i % 2] += (double)(open >> (cell - j * way.step) & 1);
        }
        const struct by_figure figure[] = {
            {.name = "lines X", .value = through[0], .on_board = true},
            {.name = "lines O", .value = through[1], .on_board = true},
        };
        emit(context, &(struct by_remark){.table = "moves",
                                          .move = cell,
                                          .side = mnk->side,
                                          .cells = &cell,
                                          .cell_count = 1,
                                          .figures = figure,
                                          .figure_count = 2});
    }
}
