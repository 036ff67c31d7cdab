#include "record/result.h"
#include <string.h>

#define WORD_MAX   32
#define MARGIN_MAX 1000

/* The reasons for which a game ends before its end. */
static const struct {
    char sgf;
    const char *word; /* of SGF, in full */
    char ggf;
} reasons[] = {{'R', "Resign", 'r'}, {'T', "Time", 't'}, {'F', "Forfeit", 'l'}};
#define REASONS (int)(sizeof reasons / sizeof reasons[0])

void by_result_from_ggf(const char *text, struct by_text *out)
{
    char word[WORD_MAX];
    double margin;
    int reason = 0;
    size_t length = strcspn(text, ":");
    char why = (char)(text[length] ? text[length + 1] : 's');
    struct by_text number = by_text_over(word, sizeof word);
    by_text_format(&number, "%.*s", (int)(length < WORD_MAX ? length : WORD_MAX), text);
    bool known = by_read_real(word, -MARGIN_MAX, MARGIN_MAX, &margin);
    while (reason < REASONS && reasons[reason].ggf != why)
        reason++;
    if (known && margin == 0 && why == 's')
        by_text_char(out, '0');
    else if (!known || margin == 0 || (reason == REASONS && why != 's'))
        by_text_char(out, '?');
    else if (reason < REASONS)
        by_text_format(out, "%c+%c", margin > 0 ? 'B' : 'W', reasons[reason].sgf);
    else
        by_text_format(out, "%c+%.10g", margin > 0 ? 'B' : 'W', margin > 0 ? margin : -margin);
}

/* What stands behind "B+" and "W+". */
static bool win_to_ggf(const char *text, bool first, int most, struct by_text *out)
{
    double margin;
    for (int i = 0; i < REASONS; i++) {
        char letter[2] = {reasons[i].sgf, '\0'};
        if (by_same_text(text, letter) || by_same_text(text, reasons[i].word)) {
            by_text_format(out, "%+.3f:%c", first ? most : (double)-most, reasons[i].ggf);
            return true;
        }
    }
    if (!by_read_real(text, 0.001, MARGIN_MAX, &margin))
        return false;
    by_text_format(out, "%+.3f", first ? margin : -margin);
    return true;
}

bool by_result_to_ggf(const char *text, int most, struct by_text *out)
{
    bool first = text[0] == 'B' || text[0] == 'b';
    if (text[0] && strchr("BbWw", text[0]) && text[1] == '+')
        return win_to_ggf(text + 2, first, most, out);
    if (by_same_text(text, "0") || by_same_text(text, "Draw")) {
        by_text_add(out, "+0.000");
        return true;
    }
    return false;
}

void by_result_write(const struct by_rules *rules, int32_t result, struct by_text *out)
{
    by_text_add(out, result > 0 ? "B+" : result < 0 ? "W+" : "0");
    if (result != 0 && rules->game->has_margin)
        by_text_format(out, "%.10g", (double)(result > 0 ? result : -result) / rules->score_scale);
}
