/* figure.c: figures as documents print them. */
#include "lab/parts.h"
#include <stdlib.h>
#include <string.h>

/* Reads a number in front of `end`, a piece of the text. */
static bool number(const char *from, const char *end, double *out)
{
    char copy[40];
    size_t length = (size_t)(end - from);
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, from, length);
    copy[length] = 0;
    return by_read_real(copy, -1e15, 1e15, out);
}

/* "LEFT mark RIGHT" */
static bool two(const char *text, const char *mark, double *left, double *right)
{
    const char *at = strstr(text + 1, mark);
    return at && number(text, at, left) && number(at + strlen(mark), text + strlen(text), right) &&
           *right >= 0;
}

static bool whole(double x)
{
    return x >= 0 && x <= BY_LAB_GAMES_MAX && x == (double)(long)x;
}

static bool read_wins(struct by_lab_figure *out, double won, double games)
{
    *out = (struct by_lab_figure){.form = BY_LAB_FORM_WINS, .text = out->text, .won = won};
    out->games = (long)games;
    out->lost = games - won;
    out->value = 100 * won / games;
    return won <= games;
}

static bool read_balance(struct by_lab_figure *out, double won, double lost)
{
    *out = (struct by_lab_figure){.form = BY_LAB_FORM_BALANCE, .text = out->text, .won = won};
    out->lost = lost;
    out->games = (long)(won + lost);
    out->value = won + lost > 0 ? 100 * won / (won + lost) : 0;
    return won + lost > 0;
}

/* Per cents of the games; what is missing to 100 was drawn and counts half. */
static bool read_shares(struct by_lab_figure *out, double won, double lost)
{
    *out = (struct by_lab_figure){.form = BY_LAB_FORM_SHARES, .text = out->text, .won = won};
    out->lost = lost;
    out->value = won + (100 - won - lost) / 2;
    return won >= 0 && won + lost <= 100;
}

bool by_lab_figure_read(const char *text, struct by_lab_figure *out)
{
    double left, right;
    *out = (struct by_lab_figure){.form = BY_LAB_FORM_NONE, .text = text};
    if (strcmp(text, "-") == 0)
        return true;
    if (!*text)
        return false;
    if (two(text, "+-", &left, &right) || two(text, "\u00b1", &left, &right)) {
        *out = (struct by_lab_figure){.form = BY_LAB_FORM_SPREAD, .text = text, .value = left};
        out->spread = right;
        return true;
    }
    if (number(text, text + strlen(text), &left)) {
        *out = (struct by_lab_figure){.form = BY_LAB_FORM_PLAIN, .text = text, .value = left};
        return true;
    }
    if (two(text, "/", &left, &right) && whole(left) && whole(right) && right > 0)
        return read_wins(out, left, right);
    if (two(text, "-", &left, &right) && whole(left) && whole(right))
        return read_balance(out, left, right);
    return two(text, ":", &left, &right) && read_shares(out, left, right);
}

const struct by_lab_published *by_lab_published(const struct by_lab_row *row, const char *number)
{
    for (int i = 0; i < row->published_count; i++)
        if (strcmp(row->published[i].number, number) == 0)
            return &row->published[i];
    return NULL;
}

const struct by_lab_figure *by_lab_figure(const struct by_lab_cell *cell, const char *number)
{
    const struct by_lab_published *published = by_lab_published(cell->row, number);
    const struct by_lab_figure *figure = published ? &published->figures[cell->place] : NULL;
    return figure && figure->form != BY_LAB_FORM_NONE ? figure : NULL;
}
