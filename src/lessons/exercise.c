/* exercise.c: see exercise.h: the sheet. The kinds are in exercise_trees.c and exercise_tables.c. */
#include "lessons/exercise.h"
#include <string.h>

#define BY_EXERCISE(name) extern const struct by_exercise_kind by_exercise_##name;
#include "lessons/exercises.def"
#undef BY_EXERCISE

static const struct by_exercise_kind *const kinds[] = {
#define BY_EXERCISE(name) &by_exercise_##name,
#include "lessons/exercises.def"
#undef BY_EXERCISE
};

const struct by_exercise_kind *by_exercise_kind_at(int index)
{
    int count = (int)(sizeof kinds / sizeof *kinds);
    return index >= 0 && index < count ? kinds[index] : NULL;
}

void by_exercise_kind_names(struct by_text *out)
{
    for (int i = 0; by_exercise_kind_at(i) != NULL; i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", kinds[i]->name);
}

/* --- which kind comes when ------------------------------------------------------------------ */

static enum by_status find_kind(const char *word, size_t length,
                                const struct by_exercise_kind **out, struct by_error *err)
{
    char names[256], quoted[BY_QUOTE_SIZE];
    for (int i = 0; by_exercise_kind_at(i) != NULL; i++) {
        *out = kinds[i];
        if (strlen(kinds[i]->name) == length && strncmp(kinds[i]->name, word, length) == 0)
            return BY_OK;
    }
    struct by_text text = by_text_over(names, sizeof names);
    by_exercise_kind_names(&text);
    return by_fail(err, BY_BAD_INPUT, "there is no kind of exercise '%s' (there are: %s)",
                   by_quote(word, quoted), names);
}

enum by_status by_exercise_kind_find(const char *name, const struct by_exercise_kind **out,
                                     struct by_error *err)
{
    return find_kind(name, strlen(name), out, err);
}

const char *by_exercise_size_name(enum by_exercise_size size)
{
    static const char *const names[] = {"small", "normal", "large"};
    return names[size];
}

static int count_words(const char *list)
{
    int count = 1;
    for (; *list; list++)
        count += *list == ',';
    return count;
}

enum by_status by_sheet_kind(const struct by_sheet *sheet, int number,
                             const struct by_exercise_kind **out, struct by_error *err)
{
    const char *list = sheet->kinds;
    if (list == NULL) {
        *out = kinds[number % (int)(sizeof kinds / sizeof *kinds)];
        return BY_OK;
    }
    for (int skip = number % count_words(list); skip > 0; skip--)
        list = strchr(list, ',') + 1;
    return find_kind(list, strcspn(list, ","), out, err);
}

enum by_status by_exercise_fits(const struct by_exercise_kind *kind,
                                const struct by_exercise_id *id, struct by_error *err)
{
    if (!id->tree || kind->trees)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "an exercise of the kind %s has no tree: minimax and alphabeta take one",
                   kind->name);
}

/* --- the sheet --------------------------------------------------------------------------------- */

static enum by_status write_one(const struct by_sheet *sheet, struct by_page *page, int number,
                                bool solution, struct by_error *err)
{
    const struct by_exercise_kind *kind;
    enum by_status status = by_sheet_kind(sheet, number, &kind, err);
    if (status != BY_OK)
        return status;
    if (solution)
        by_page_heading(page, "Solution %d", number + 1);
    else
        by_page_heading(page, "Exercise %d. %s", number + 1, kind->title);
    const struct by_exercise_id id = {sheet->seed, number, sheet->size, sheet->tree};
    status = by_exercise_fits(kind, &id, err);
    return status == BY_OK ? kind->write(page, &id, solution, err) : status;
}

static enum by_status write_all(const struct by_sheet *sheet, struct by_page *page,
                                struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < sheet->count && status == BY_OK; i++) {
        status = write_one(sheet, page, i, false, err);
        if (status == BY_OK && sheet->solutions == BY_SOLUTIONS_WITH)
            status = write_one(sheet, page, i, true, err);
    }
    if (sheet->solutions != BY_SOLUTIONS_APART || status != BY_OK)
        return status;
    by_page_part(page, "Solutions");
    for (int i = 0; i < sheet->count && status == BY_OK; i++)
        status = write_one(sheet, page, i, true, err);
    return status;
}

enum by_status by_sheet_write(const struct by_sheet *sheet, struct by_buffer *out,
                              struct by_error *err)
{
    struct by_page page;
    by_page_begin(&page, sheet->format, out, "Exercises");
    enum by_status status = write_all(sheet, &page, err);
    if (!sheet->tree)
        by_page_text(&page, "(Made from seed %llu.)", (unsigned long long)sheet->seed);
    by_page_end(&page);
    if (status == BY_OK && out->failed)
        return by_fail(err, BY_NO_MEMORY, "there is not enough memory for the exercises");
    return status;
}
