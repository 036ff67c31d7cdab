/* agree.c: see agree.h. */
#include "lab/agree.h"
#include "lab/parts.h"
#include <math.h>
#include <string.h>

#define PART_MAX 256

/* --- parts -------------------------------------------------------------------------------------- */

/* Cuts the next part out of *rest: up to a semicolon outside of quotation marks, blanks around it
 * taken off. False: there is none, or (with `*fits` false) it is too long. */
static bool next_part(const char **rest, char part[PART_MAX], bool *fits)
{
    const char *from = *rest + strspn(*rest, " \t;"), *to = from;
    bool quoted = false;
    for (; *to && (quoted || *to != ';'); to++)
        quoted ^= *to == '"';
    *rest = to;
    while (to > from && strchr(" \t\r", to[-1]))
        to--;
    size_t length = (size_t)(to - from);
    *fits = length < PART_MAX;
    if (length == 0 || !*fits)
        return false;
    memcpy(part, from, length);
    part[length] = '\0';
    return true;
}

/* The text behind a word that a part begins with; NULL: it begins with another. */
static const char *behind(const char *part, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(part, word, length) != 0 || (part[length] && !strchr(" \t", part[length])))
        return NULL;
    return part + length + strspn(part + length, " \t");
}

static bool read_setting_number(const char *text, double low, double *out)
{
    return by_read_real(text, low, 1e300, out);
}

/* Whether a part is a setting, and whether it could be read. */
enum kind { CLAIM, SETTING, WRONG };

static enum kind read_value_setting(const char *part, struct by_comparison *how)
{
    const char *text;
    if ((text = behind(part, "within")))
        return read_setting_number(text, 0, &how->tolerance) ? SETTING : WRONG;
    if ((text = behind(part, "factor")))
        return read_setting_number(text, 1, &how->factor) ? SETTING : WRONG;
    if ((text = behind(part, "enough")))
        return read_setting_number(text, 0, &how->enough) ? SETTING : WRONG;
    if (!(text = behind(part, "divide")))
        return CLAIM;
    if (strcmp(text, "none") == 0) {
        how->divide = NAN;
        return SETTING;
    }
    return read_setting_number(text, -1e300, &how->divide) ? SETTING : WRONG;
}

static enum kind read_setting(const char *part, struct by_lab_comparison *out)
{
    if (strcmp(part, "scaled") == 0)
        out->how.scaled = true;
    else if (strcmp(part, "unscaled") == 0)
        out->how.scaled = false, out->how.factor = 1;
    else if (strcmp(part, "shown") == 0)
        out->shown = true;
    else if (strcmp(part, "share") == 0)
        out->how = by_comparison_of_shares();
    else
        return read_value_setting(part, &out->how);
    return SETTING;
}

static enum by_status fail_at(const struct by_lab_experiment *experiment,
                              const struct by_lab_entry *entry, const char *sentence,
                              struct by_error *err)
{
    return by_lab_fail_at(err, experiment->path, entry->line, "%s", sentence);
}

/* --- settings ---------------------------------------------------------------------------------------- */

static struct by_lab_comparison usual(const struct by_lab_row *row, bool share)
{
    struct by_lab_comparison usual = {.how = by_comparison_of_shares()};
    if (!share)
        usual.how = (struct by_comparison){.kind = BY_FIGURE_NUMBER,
                                           .divide = NAN,
                                           .factor = row->timed ? 2 : 1,
                                           .scaled = row->timed};
    return usual;
}

static enum by_status apply(const struct by_lab_experiment *experiment,
                            const struct by_lab_entry *entry, struct by_lab_comparison *out,
                            struct by_error *err)
{
    char part[PART_MAX];
    bool fits = true;
    const char *rest = entry->text;
    while (next_part(&rest, part, &fits))
        if (read_setting(part, out) == WRONG) {
            char quoted[BY_QUOTE_SIZE];
            return by_lab_fail_at(err, experiment->path, entry->line,
                                  "'%s' needs a number behind its first word",
                                  by_quote(part, quoted));
        }
    return fits ? BY_OK
                : by_lab_fail_at(err, experiment->path, entry->line,
                                 "a part of what agreement means is longer than %d letters",
                                 PART_MAX - 1);
}

enum by_status by_lab_comparison(const struct by_lab_experiment *experiment,
                                 const struct by_lab_row *row, const char *number, bool share,
                                 struct by_lab_comparison *out, struct by_error *err)
{
    const struct by_lab_entry *entry = by_lab_entry(row, BY_LAB_KEY_AGREE, number);
    *out = usual(row, share);
    if (!entry)
        entry = by_lab_entry(row, BY_LAB_KEY_AGREE, "");
    return entry ? apply(experiment, entry, out, err) : BY_OK;
}

/* --- claims --------------------------------------------------------------------------------------------- */

/* Of the head where it stands before the rows: there every row has it, and the first tells it. */
static bool of_head(const struct by_lab_experiment *experiment, const struct by_lab_entry *entry)
{
    return experiment->row_count == 0 || !*experiment->rows[0].name ||
           entry->line < experiment->rows[0].line;
}

/* The head's words that a row has replaced are told once all the same, as long as one row has them. */
static bool told_before(const struct by_lab_experiment *experiment, int row, int line)
{
    for (int r = 0; r < row; r++)
        for (int i = 0; i < experiment->rows[r].entry_count; i++)
            if (experiment->rows[r].entries[i].line == line)
                return true;
    return false;
}

static enum by_status read_claim(const struct by_lab_experiment *experiment, int row,
                                 const struct by_lab_entry *entry, const char *part,
                                 struct by_lab_claim *out, struct by_error *err)
{
    const char *axes[BY_LAB_CLAIM_AXES];
    int count = by_lab_claim_axes(experiment, axes);
    struct by_error why = {.status = BY_OK};
    struct by_text text = by_text_over(out->text, sizeof out->text);
    by_text_add(&text, part);
    out->number = entry->of;
    out->row = of_head(experiment, entry) ? NULL : &experiment->rows[row];
    out->line = entry->line;
    if (by_claim_read(&out->claim, part, &why) != BY_OK ||
        by_claim_fits(&out->claim, count, axes, &why) != BY_OK)
        return fail_at(experiment, entry, why.text, err);
    return BY_OK;
}

/* Looks for claim `*left` in an entry, counting down. */
static enum by_status find_claim(const struct by_lab_experiment *experiment, int row,
                                 const struct by_lab_entry *entry, int *left,
                                 struct by_lab_claim *out, struct by_error *err)
{
    struct by_lab_comparison ignored = {.shown = false};
    char part[PART_MAX];
    bool fits = true;
    const char *rest = entry->text;
    while (*left >= 0 && next_part(&rest, part, &fits))
        if (read_setting(part, &ignored) == CLAIM && (*left)-- == 0)
            return read_claim(experiment, row, entry, part, out, err);
    return BY_OK;
}

enum by_status by_lab_claim_at(const struct by_lab_experiment *experiment, int index,
                               struct by_lab_claim *out, bool *found, struct by_error *err)
{
    int left = index;
    for (int r = 0; r < experiment->row_count; r++)
        for (int i = 0; i < experiment->rows[r].entry_count; i++) {
            const struct by_lab_entry *entry = &experiment->rows[r].entries[i];
            if (entry->key != BY_LAB_KEY_AGREE || told_before(experiment, r, entry->line))
                continue;
            enum by_status status = find_claim(experiment, r, entry, &left, out, err);
            *found = left < 0;
            if (status != BY_OK || *found)
                return status;
        }
    *found = false;
    return BY_OK;
}

bool by_lab_claim_about(const struct by_lab_claim *claim, const struct by_lab_row *row)
{
    if (claim->row)
        return claim->row == row;
    for (int i = 0; i < row->entry_count; i++)
        if (row->entries[i].key == BY_LAB_KEY_AGREE && row->entries[i].line == claim->line)
            return true;
    return false;
}

static void add_axis(const char *axes[BY_LAB_CLAIM_AXES], int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(axes[i], name) == 0)
            return;
    if (*count < BY_LAB_CLAIM_AXES)
        axes[(*count)++] = name;
}

int by_lab_claim_axes(const struct by_lab_experiment *experiment,
                      const char *axes[BY_LAB_CLAIM_AXES])
{
    int count = 0;
    add_axis(axes, &count, "row");
    add_axis(axes, &count, "number");
    for (int r = 0; r < experiment->row_count; r++)
        for (int a = 0; a < experiment->rows[r].axis_count; a++)
            add_axis(axes, &count, experiment->rows[r].axes[a].name);
    return count;
}

/* --- all of it -------------------------------------------------------------------------------------------- */

enum by_status by_lab_check_agreement(const struct by_lab_experiment *experiment,
                                      struct by_error *err)
{
    struct by_lab_comparison comparison;
    struct by_lab_claim claim;
    for (int r = 0; r < experiment->row_count; r++)
        for (int i = 0; i < experiment->rows[r].entry_count; i++) {
            const struct by_lab_entry *entry = &experiment->rows[r].entries[i];
            comparison = usual(&experiment->rows[r], true);
            if (entry->key == BY_LAB_KEY_AGREE &&
                apply(experiment, entry, &comparison, err) != BY_OK)
                return BY_BAD_INPUT;
        }
    bool found = true;
    enum by_status status = BY_OK;
    for (int i = 0; status == BY_OK && found; i++)
        status = by_lab_claim_at(experiment, i, &claim, &found, err);
    return status;
}
