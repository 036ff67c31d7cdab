/* points.c: see points.h. */
#include "lab/points.h"
#include "lab/parts.h"
#include <string.h>

#define PUBLISHED_MAX 1e6

/* A pairing: a row, and the side of the player. */
struct pairing {
    const struct by_lab_row *row;
    bool b;
};

static const struct by_lab_row *find_row(const struct by_lab_experiment *experiment,
                                         const char *name, size_t length)
{
    for (int r = 0; r < experiment->row_count; r++)
        if (strlen(experiment->rows[r].name) == length &&
            strncmp(experiment->rows[r].name, name, length) == 0)
            return &experiment->rows[r];
    return NULL;
}

/* "NAME/a", the next word of `*at`; false: there is none, or it is no pairing, and then it still stands
 * there. */
static bool next_pairing(const struct by_lab_experiment *experiment, const char **at,
                         struct pairing *out)
{
    const char *word = *at += strspn(*at, " ");
    size_t length = strcspn(word, " ");
    if (length < 3 || word[length - 2] != '/' || !strchr("ab", word[length - 1]))
        return false;
    *out = (struct pairing){find_row(experiment, word, length - 2), word[length - 1] == 'b'};
    if (!out->row)
        return false;
    *at += length;
    return true;
}

/* "18 of", and `*at` behind it. */
static bool read_published(const char **at, double *out)
{
    char word[64];
    struct by_text text = by_text_over(word, sizeof word);
    size_t length = strcspn(*at, " ");
    by_text_format(&text, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), *at);
    if (!by_read_real(word, 0, PUBLISHED_MAX, out) || strncmp(*at + length, " of ", 4) != 0)
        return false;
    *at += length + 4;
    return true;
}

static enum by_status check_entry(const struct by_lab_experiment *experiment,
                                  const struct by_lab_entry *entry, struct by_error *err)
{
    const char *at = entry->text;
    char quoted[BY_QUOTE_SIZE];
    struct pairing pairing;
    double published;
    if (!read_published(&at, &published))
        return by_lab_fail_at(err, experiment->path, entry->line,
                              "points are what is published, and pairings: 18 of NAME/a NAME/b");
    while (next_pairing(experiment, &at, &pairing))
        ;
    if (*at)
        return by_lab_fail_at(err, experiment->path, entry->line,
                              "a pairing is a row and a side, NAME/a or NAME/b, and '%s' is none",
                              by_quote(at, quoted));
    return BY_OK;
}

enum by_status by_lab_check_points(const struct by_lab_experiment *experiment, struct by_error *err)
{
    const struct by_lab_row *head = &experiment->rows[0];
    enum by_status status = BY_OK;
    for (int i = 0; i < head->entry_count && status == BY_OK; i++)
        if (head->entries[i].key == BY_LAB_KEY_POINTS)
            status = check_entry(experiment, &head->entries[i], err);
    return status;
}

static void add_pairing(const struct by_lab_results *results, const struct pairing *pairing,
                        struct by_lab_points *out)
{
    for (int i = pairing->row->first; i < pairing->row->first + pairing->row->cells; i++) {
        const struct by_lab_result *result = &results->list[i];
        out->there = out->there && result->match && result->played > 0;
        if (!out->there)
            return;
        double lead = 100.0 * (result->won - result->lost) / result->played;
        lead = pairing->b ? -lead : lead;
        out->ours += lead > 0 ? lead : 0;
    }
}

enum by_status by_lab_points_at(const struct by_lab_results *results, int index,
                                struct by_lab_points *out, bool *found, struct by_error *err)
{
    const struct by_lab_experiment *experiment = results->experiment;
    const struct by_lab_row *head = &experiment->rows[0];
    const struct by_lab_entry *entry = NULL;
    struct pairing pairing;
    for (int i = 0; i < head->entry_count && !entry; i++)
        if (head->entries[i].key == BY_LAB_KEY_POINTS && index-- == 0)
            entry = &head->entries[i];
    *found = entry != NULL;
    if (!entry)
        return BY_OK;
    enum by_status status = check_entry(experiment, entry, err);
    const char *at = entry->text;
    *out = (struct by_lab_points){.name = entry->of, .there = true};
    if (status != BY_OK || !read_published(&at, &out->published))
        return status;
    while (next_pairing(experiment, &at, &pairing))
        add_pairing(results, &pairing, out);
    return BY_OK;
}
