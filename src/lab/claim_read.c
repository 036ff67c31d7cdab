/* claim_read.c: claims from text; see claim.h. */
#include "base/text.h"
#include "lab/claim.h"
#include <string.h>

/* --- words -------------------------------------------------------------------------------------- */

struct reader {
    const char *rest;
    char word[192];
    bool too_long;
    struct by_error *err;
};

/* The next word: up to a blank that is not inside quotation marks. False at the end. */
static bool next_word(struct reader *reader)
{
    size_t length = 0;
    bool quoted = false;
    reader->rest += strspn(reader->rest, " \t");
    for (; *reader->rest && (quoted || !strchr(" \t", *reader->rest)); reader->rest++) {
        quoted ^= *reader->rest == '"';
        if (length + 1 < sizeof reader->word)
            reader->word[length++] = *reader->rest;
        else
            reader->too_long = true;
    }
    reader->word[length] = '\0';
    return length > 0;
}

static enum by_status expect(struct reader *reader, const char *word)
{
    if (next_word(reader) && strcmp(reader->word, word) == 0)
        return BY_OK;
    char quoted[BY_QUOTE_SIZE];
    if (!reader->word[0])
        return by_fail(reader->err, BY_BAD_INPUT, "a claim ends where '%s' should stand.", word);
    return by_fail(reader->err, BY_BAD_INPUT, "a claim has '%s' where '%s' should stand.",
                   by_quote(reader->word, quoted), word);
}

static enum by_status read_number(struct reader *reader, double *out)
{
    char quoted[BY_QUOTE_SIZE];
    if (!next_word(reader))
        return by_fail(reader->err, BY_BAD_INPUT, "a claim ends where a number should stand.");
    if (!by_read_real(reader->word, -1e300, 1e300, out))
        return by_fail(reader->err, BY_BAD_INPUT, "'%s' in a claim is no number.",
                       by_quote(reader->word, quoted));
    return BY_OK;
}

static enum by_status copy_word(struct reader *reader, const char *from, size_t length,
                                char out[BY_CLAIM_WORD_MAX])
{
    if (length >= 2 && from[0] == '"' && from[length - 1] == '"') {
        from++;
        length -= 2;
    }
    if (length == 0 || length >= BY_CLAIM_WORD_MAX)
        return by_fail(reader->err, BY_BAD_INPUT,
                       "a name or value in a claim is empty or longer than %d letters.",
                       BY_CLAIM_WORD_MAX - 1);
    memcpy(out, from, length);
    out[length] = '\0';
    return BY_OK;
}

/* --- selections ------------------------------------------------------------------------------------ */

static bool is_selection(const char *word)
{
    return strpbrk(word, "=<>!") != NULL;
}

/* Where an operator stands, its length and meaning. */
static const char *find_operator(const char *text, size_t *length, enum by_claim_sign *how)
{
    const char *at = strpbrk(text, "=<>!");
    if (!at || (*at == '!' && at[1] != '='))
        return NULL;
    bool two = at[0] != '=' && at[1] == '=';
    *length = two ? 2 : 1;
    *how = *at == '='   ? BY_CLAIM_IS
           : *at == '!' ? BY_CLAIM_IS_NOT
           : *at == '<' ? (two ? BY_CLAIM_AT_MOST : BY_CLAIM_LESS)
                        : (two ? BY_CLAIM_AT_LEAST : BY_CLAIM_MORE);
    return at;
}

/* Up to a comma outside of quotation marks. */
static size_t value_length(const char *text)
{
    bool quoted = false;
    size_t length = 0;
    for (; text[length] && (quoted || text[length] != ','); length++)
        quoted ^= text[length] == '"';
    return length;
}

static enum by_status read_selection(struct reader *reader, struct by_claim_cells *out)
{
    char quoted[BY_QUOTE_SIZE];
    const char *text = reader->word;
    do {
        size_t sign = 0;
        enum by_claim_sign how = BY_CLAIM_IS;
        const char *at = find_operator(text, &sign, &how);
        if (!at || out->count == BY_CLAIM_CONDITIONS)
            return by_fail(
                reader->err, BY_BAD_INPUT,
                "'%s' in a claim is no list of at most %d conditions such as sims>=100,z=1.",
                by_quote(reader->word, quoted), BY_CLAIM_CONDITIONS);
        struct by_claim_condition *condition = &out->condition[out->count++];
        size_t length = value_length(at + sign);
        condition->how = how;
        enum by_status status = copy_word(reader, text, (size_t)(at - text), condition->axis);
        if (status == BY_OK)
            status = copy_word(reader, at + sign, length, condition->value);
        if (status != BY_OK)
            return status;
        text = at + sign + length;
    } while (*text++ == ',');
    return BY_OK;
}

static enum by_status next_selection(struct reader *reader, struct by_claim_cells *out)
{
    if (!next_word(reader))
        return by_fail(reader->err, BY_BAD_INPUT,
                       "a claim ends where conditions such as z=1 should stand.");
    return read_selection(reader, out);
}

/* --- claims -------------------------------------------------------------------------------------------- */

static bool read_relation(const char *word, enum by_claim_relation *out)
{
    static const char *const names[] = {"above", "below", "equals", "between"};
    for (int i = 0; i < 4; i++)
        if (strcmp(word, names[i]) == 0) {
            *out = (enum by_claim_relation)i;
            return true;
        }
    return false;
}

static enum by_status read_bounds(struct reader *reader, struct by_claim *claim)
{
    enum by_status status = read_number(reader, &claim->low);
    claim->high = claim->low;
    if (status != BY_OK || claim->relation != BY_CLAIM_BETWEEN)
        return status;
    status = expect(reader, "and");
    if (status == BY_OK)
        status = read_number(reader, &claim->high);
    if (status == BY_OK && !(claim->low < claim->high))
        return by_fail(reader->err, BY_BAD_INPUT,
                       "a claim says between %g and %g: the first must be smaller.", claim->low,
                       claim->high);
    return status;
}

static enum by_status read_along(struct reader *reader, struct by_claim *claim)
{
    enum by_status status = expect(reader, "along");
    if (status != BY_OK)
        return status;
    if (!next_word(reader))
        return by_fail(reader->err, BY_BAD_INPUT, "a claim ends where an axis should stand.");
    return copy_word(reader, reader->word, strlen(reader->word), claim->axis);
}

static enum by_status read_between(struct reader *reader, struct by_claim *claim)
{
    enum by_status status = expect(reader, "between");
    claim->relation = BY_CLAIM_BETWEEN;
    return status == BY_OK ? read_bounds(reader, claim) : status;
}

static enum by_status read_growth(struct reader *reader, struct by_claim *claim)
{
    claim->about = strcmp(reader->word, "power") == 0 ? BY_CLAIM_POWER : BY_CLAIM_GROWTH;
    enum by_status status = read_along(reader, claim);
    return status == BY_OK ? read_between(reader, claim) : status;
}

static enum by_status read_ratio(struct reader *reader, struct by_claim *claim)
{
    claim->about = BY_CLAIM_RATIO;
    enum by_status status = next_selection(reader, &claim->left);
    if (status == BY_OK)
        status = expect(reader, "to");
    if (status == BY_OK)
        status = next_selection(reader, &claim->right);
    return status == BY_OK ? read_between(reader, claim) : status;
}

static enum by_status read_sides(struct reader *reader, struct by_claim *claim)
{
    claim->about = BY_CLAIM_SIDES;
    enum by_status status = read_selection(reader, &claim->left);
    if (status != BY_OK)
        return status;
    if (!next_word(reader) || !read_relation(reader->word, &claim->relation) ||
        claim->relation == BY_CLAIM_BETWEEN)
        return by_fail(reader->err, BY_BAD_INPUT,
                       "behind the conditions of a claim stands above, below or equals.");
    return next_selection(reader, &claim->right);
}

static enum by_status read_body(struct reader *reader, struct by_claim *claim)
{
    char quoted[BY_QUOTE_SIZE];
    const char *word = reader->word;
    if (strcmp(word, "rises") == 0 || strcmp(word, "falls") == 0) {
        claim->about = BY_CLAIM_TREND;
        claim->relation = *word == 'r' ? BY_CLAIM_ABOVE : BY_CLAIM_BELOW;
        return read_along(reader, claim);
    }
    if (strcmp(word, "power") == 0 || strcmp(word, "growth") == 0)
        return read_growth(reader, claim);
    if (strcmp(word, "ratio") == 0)
        return read_ratio(reader, claim);
    if (is_selection(word))
        return read_sides(reader, claim);
    claim->about = BY_CLAIM_MEAN;
    if (read_relation(word, &claim->relation))
        return read_bounds(reader, claim);
    return by_fail(
        reader->err, BY_BAD_INPUT,
        "a claim begins with rises, falls, above, below, equals, between, power, growth, "
        "ratio or conditions such as z=1, not with '%s'.",
        by_quote(word, quoted));
}

enum by_status by_claim_read(struct by_claim *claim, const char *text, struct by_error *err)
{
    struct reader reader = {.rest = text, .err = err};
    *claim = (struct by_claim){0};
    if (!next_word(&reader))
        return by_fail(err, BY_BAD_INPUT, "a claim is empty.");
    claim->each = strcmp(reader.word, "each") == 0;
    if (claim->each)
        next_word(&reader);
    enum by_status status = read_body(&reader, claim);
    if (status == BY_OK && next_word(&reader)) {
        char quoted[BY_QUOTE_SIZE];
        if (strcmp(reader.word, "at") != 0)
            return by_fail(err, BY_BAD_INPUT,
                           "a claim goes on with '%s' where at or its end should be.",
                           by_quote(reader.word, quoted));
        status = next_selection(&reader, &claim->at);
        if (status == BY_OK && next_word(&reader))
            return by_fail(err, BY_BAD_INPUT, "a claim goes on behind its conditions: '%s'.",
                           by_quote(reader.word, quoted));
    }
    if (status == BY_OK && reader.too_long)
        return by_fail(err, BY_BAD_INPUT, "a word in a claim is too long.");
    return status;
}

/* --- axes --------------------------------------------------------------------------------------------- */

static enum by_status check_axis(const char *name, int axes, const char *const *axis,
                                 struct by_error *err)
{
    const char *near = NULL;
    char quoted[BY_QUOTE_SIZE];
    for (int i = 0; i < axes; i++) {
        if (strcmp(axis[i], name) == 0)
            return BY_OK;
        if (by_edit_distance(axis[i], name) <= 2)
            near = axis[i];
    }
    return by_fail(
        err, BY_BAD_INPUT, "a claim names '%s', which is no axis of this experiment%s%s%s.",
        by_quote(name, quoted), near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

enum by_status by_claim_fits(const struct by_claim *claim, int axes, const char *const *axis,
                             struct by_error *err)
{
    const struct by_claim_cells *const all[] = {&claim->left, &claim->right, &claim->at};
    if (claim->axis[0] && check_axis(claim->axis, axes, axis, err) != BY_OK)
        return BY_BAD_INPUT;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < all[s]->count; i++)
            if (check_axis(all[s]->condition[i].axis, axes, axis, err) != BY_OK)
                return BY_BAD_INPUT;
    return BY_OK;
}
