#include "wire/gomocup.h"

#include <string.h>

bool by_gomocup_fits(const struct by_rules *rules)
{
    return by_rules_have(rules, BY_TRAIT_FIVES);
}

void by_gomocup_write_move(const struct by_rules *rules, by_move move, struct by_text *out)
{
    by_text_format(out, "%d,%d", move % rules->width, rules->height - 1 - move / rules->width);
}

static void skip_blanks(const char **cursor)
{
    *cursor += strspn(*cursor, " \t\r");
}

/* `count` numbers with commas between them, and nothing else. */
static bool read_numbers(const char *text, int64_t *out, int count)
{
    for (int i = 0; i < count; i++) {
        skip_blanks(&text);
        if (i > 0 && *text++ != ',')
            return false;
        skip_blanks(&text);
        if (!by_scan_int(&text, &out[i]))
            return false;
    }
    skip_blanks(&text);
    return *text == '\0';
}

static enum by_status place(const struct by_rules *rules, const int64_t *at, by_move *out,
                            struct by_error *err)
{
    if (at[0] < 0 || at[1] < 0 || at[0] >= rules->width || at[1] >= rules->height)
        return by_fail(err, BY_BAD_INPUT, "%lld,%lld is off the board of %dx%d", (long long)at[0],
                       (long long)at[1], rules->width, rules->height);
    *out = (by_move)((rules->height - 1 - at[1]) * rules->width + at[0]);
    return BY_OK;
}

enum by_status by_gomocup_read_move(const struct by_rules *rules, const char *text, by_move *out,
                                    struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    int64_t at[2];
    if (!read_numbers(text, at, 2))
        return by_fail(err, BY_BAD_INPUT, "'%s' is no move: a move is like 7,7",
                       by_quote(text, quoted));
    return place(rules, at, out, err);
}

enum by_status by_gomocup_read_stone(const struct by_rules *rules, const char *text, by_move *out,
                                     enum by_gomocup_who *who, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    int64_t at[3];
    if (!read_numbers(text, at, 3) || at[2] < BY_GOMOCUP_OWN || at[2] > BY_GOMOCUP_WINNING)
        return by_fail(err, BY_BAD_INPUT, "'%s' is no stone: a stone is like 7,7,1",
                       by_quote(text, quoted));
    *who = (enum by_gomocup_who)at[2];
    return place(rules, at, out, err);
}

static const struct {
    const char *name;
    int bits;
} rule[] = {{"freestyle", 0}, {"exact", BY_GOMOCUP_EXACT}, {"renju", BY_GOMOCUP_RENJU}};
#define RULES (sizeof rule / sizeof rule[0])

int by_gomocup_rule_of(const struct by_rules *rules)
{
    const struct by_value *value = by_values_find(&rules->values, "rule");
    for (size_t i = 0; value && value->set && i < RULES; i++)
        if (by_same_text(value->text, rule[i].name))
            return rule[i].bits;
    return 0;
}

const char *by_gomocup_rule_name(int64_t bits)
{
    for (size_t i = 0; i < RULES; i++)
        if ((bits & ~(int64_t)BY_GOMOCUP_CONTINUOUS) == rule[i].bits)
            return rule[i].name;
    return NULL;
}

/* Whether the line's first word is this one, in either case. */
static bool begins(const char *line, const char *word)
{
    size_t length = strcspn(line, " \t\r");
    char first[16];
    if (length >= sizeof first)
        return false;
    memcpy(first, line, length);
    first[length] = '\0';
    return by_same_text(first, word);
}

enum by_gomocup_kind by_gomocup_kind_of(const char *line)
{
    line += strspn(line, " \t");
    if (begins(line, "MESSAGE") || begins(line, "DEBUG"))
        return BY_GOMOCUP_MESSAGE;
    if (begins(line, "ERROR"))
        return BY_GOMOCUP_ERROR;
    return begins(line, "UNKNOWN") ? BY_GOMOCUP_UNKNOWN : BY_GOMOCUP_ANSWER;
}
