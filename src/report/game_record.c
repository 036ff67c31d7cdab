/* game_record.c: see game_record.h. */
#include "report/game_record.h"
#include "arena/referee.h"
#include "games/value.h"
#include "record/sgf_line.h"

#include <math.h>
#include <string.h>

static const struct by_record_format *format(void)
{
    return by_record_format_find("sgf");
}

/* "B+3", "W+", "0": the first player is SGF's black. */
static void write_result(const struct by_rules *rules, const struct by_played *played,
                         struct by_text *out)
{
    bool first_won = (played->points == 2) == played->a_first;
    if (played->points == 1) {
        by_text_char(out, '0');
        return;
    }
    by_text_format(out, "%c+", first_won ? 'B' : 'W');
    if (played->scored && rules->game->has_margin) {
        by_write_number(fabs(played->score), 6, out);
    } else if (by_ending_find(played->ended) == BY_END_RESIGNED) {
        by_text_add(out, "Resign");
    } else if (by_ending_find(played->ended) == BY_END_TIME) {
        by_text_add(out, "Time");
    } else if (!played->scored) {
        by_text_add(out, "Forfeit");
    }
}

enum by_status by_game_record(const struct by_played *played, const struct by_line *line,
                              const char *a, const char *b, char **text, size_t *size,
                              struct by_error *err)
{
    char result[64], round[32];
    struct by_text result_text = by_text_over(result, sizeof result);
    struct by_text round_text = by_text_over(round, sizeof round);
    write_result(line->rules, played, &result_text);
    by_text_format(&round_text, "%lld", (long long)played->number + 1);
    const char *info[BY_INFO_COUNT] = {NULL};
    info[BY_INFO_first] = played->a_first ? a : b;
    info[BY_INFO_second] = played->a_first ? b : a;
    info[BY_INFO_result] = result;
    info[BY_INFO_round] = round;
    info[BY_INFO_about] = played->reason[0] ? played->reason : NULL;
    return by_record_line_text(line, info, format(), text, size, err);
}
