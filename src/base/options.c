/* options.c: see options.h. */
#include "base/options.h"
#include "base/spec.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int by_options_count(const struct by_option *options)
{
    int count = 0;
    while (options != NULL && options[count].name != NULL)
        count++;
    return count;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* --- lists of names, separated by '|' ----------------------------------- */

/* Copies the name at `*list` and moves behind it; false at the end. Names are our
 * own words and short. */
static bool next_name(const char **list, char *name, size_t size)
{
    if (**list == '\0')
        return false;
    struct by_text text = by_text_over(name, size);
    for (; **list != '\0' && **list != '|'; (*list)++)
        by_text_char(&text, **list);
    if (**list == '|')
        (*list)++;
    return true;
}

static int find_name(const char *names, const char *word)
{
    char name[64];
    for (int i = 0; next_name(&names, name, sizeof name); i++)
        if (strcmp(name, word) == 0)
            return i;
    return -1;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int distance(const char *word, const char *name)
{
    return by_same_text(word, name) ? 0 : by_edit_distance(word, name);
}

/* One edit for every three letters is a slip of the fingers; more is another word. */
void by_suggest(struct by_text *out, const char *word, const char *names)
{
    int best = least((int)((strlen(word) + 1) / 3), 3) + 1;
    char name[64], closest[64] = "";
    while (next_name(&names, name, sizeof name)) {
        int edits = distance(word, name);
        if (edits < best) {
            best = edits;
            memcpy(closest, name, sizeof closest);
        }
    }
    if (closest[0] != '\0')
        by_text_format(out, "; did you mean '%s'?", closest);
}

/* --- what is accepted --------------------------------------------------- */

/* Bounds from here on stand for "none". */
#define FAR 0x1p62

/* Bytes are shown in the largest unit that divides them. */
static void add_bytes(double bytes, struct by_text *out)
{
    static const char units[] = "KMG";
    int unit = -1;
    while (unit < 2 && bytes >= 1024 && (int64_t)bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    by_text_format(out, "%.0f", bytes);
    if (unit >= 0)
        by_text_char(out, units[unit]);
}

static void add_bound(const struct by_option *option, double bound, struct by_text *out)
{
    if (option->type == BY_OPTION_BYTES)
        add_bytes(bound, out);
    else
        by_text_format(out, option->type == BY_OPTION_INT ? "%.0f" : "%.15g", bound);
}

static void add_range(const struct by_option *option, struct by_text *out)
{
    bool low = option->low > -FAR, high = option->high < FAR;
    if (low) {
        by_text_add(out, high ? " from " : " of at least ");
        add_bound(option, option->low, out);
    }
    if (high) {
        by_text_add(out, low ? " to " : " of at most ");
        add_bound(option, option->high, out);
    }
}

static void add_length(const struct by_option *option, struct by_text *out)
{
    if (option->low > 0)
        by_text_format(out, "text of %.0f to %.0f characters", option->low, option->high);
    else
        by_text_format(out, "text of at most %.0f characters", option->high);
}

static void add_list_name(const struct by_option *option, struct by_text *out)
{
    const char *list = option->choices != NULL ? option->choices : "name";
    bool vowel = strchr("aeiou", list[0]) != NULL;
    by_text_format(out, "the name of %s %s", vowel ? "an" : "a", list);
}

void by_option_accepts(const struct by_option *option, struct by_text *out)
{
    switch (option->type) {
    case BY_OPTION_FLAG:
        by_text_add(out, "on|off");
        break;
    case BY_OPTION_INT:
        by_text_add(out, "a whole number");
        add_range(option, out);
        break;
    case BY_OPTION_REAL:
        by_text_add(out, "a number");
        add_range(option, out);
        break;
    case BY_OPTION_CHOICE:
        by_text_add(out, option->choices);
        break;
    case BY_OPTION_TEXT:
        if (option->choices)
            by_text_format(out, "%s%sa file", option->choices, *option->choices ? " or " : "");
        else
            add_length(option, out);
        break;
    case BY_OPTION_SIZE:
        by_text_format(out, "WIDTHxHEIGHT or N, each side from %.0f to %.0f", option->low,
                       option->high);
        break;
    case BY_OPTION_TIME:
        by_text_add(out, "a number of seconds");
        add_range(option, out);
        by_text_add(out, ", or with a unit as in 1.5s, 200ms, 5m");
        break;
    case BY_OPTION_BYTES:
        by_text_add(out, "a number of bytes");
        add_range(option, out);
        by_text_add(out, ", as in 4096, 64K, 64M, 2G");
        break;
    case BY_OPTION_NAME:
        add_list_name(option, out);
        break;
    }
}

/* --- reading one value -------------------------------------------------- */

/* A bound as an integer; bounds beyond the type mean its ends. */
static int64_t whole(double bound)
{
    if (bound >= 0x1p63)
        return INT64_MAX;
    return bound <= -0x1p63 ? INT64_MIN : (int64_t)bound;
}

static bool read_flag(const char *text, struct by_value *out)
{
    int which = find_name("on|off", text);
    out->flag = which == 0;
    return which >= 0;
}

static bool read_choice(const struct by_option *option, const char *text, struct by_value *out)
{
    out->choice = find_name(option->choices, text);
    return out->choice >= 0;
}

static bool read_side(const struct by_option *option, const char **cursor, int *out)
{
    int64_t side;
    if (!is_digit(**cursor) || !by_scan_int(cursor, &side))
        return false;
    if ((double)side < option->low || (double)side > option->high || side > INT32_MAX)
        return false;
    *out = (int)side;
    return true;
}

static bool read_size(const struct by_option *option, const char *text, struct by_value *out)
{
    if (!read_side(option, &text, &out->width))
        return false;
    out->height = out->width;
    if (*text == '\0')
        return true;
    if (*text != 'x' && *text != 'X')
        return false;
    text++;
    return read_side(option, &text, &out->height) && *text == '\0';
}

/* The unit a number ends in: the place of its first letter, or the end of the text. */
static const char *unit_of(const char *text)
{
    const char *unit = text + strlen(text);
    while (unit > text && !is_digit(unit[-1]) && unit[-1] != '.')
        unit--;
    return unit;
}

/* The number before the unit, copied, or "" when it is too long to be meant. */
static const char *before_unit(const char *text, const char *unit, char *buffer, size_t size)
{
    size_t length = (size_t)(unit - text);
    if (length >= size)
        length = 0;
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    return buffer;
}

static bool read_time(const struct by_option *option, const char *text, struct by_value *out)
{
    static const double times[] = {1, 1, 1, 60}, divided_by[] = {1, 1, 1000, 1};
    char number[64];
    const char *unit = unit_of(text);
    int which = *unit == '\0' ? 0 : find_name("|s|ms|m", unit);
    double value;
    if (which < 0 ||
        !by_read_real(before_unit(text, unit, number, sizeof number), -FAR, FAR, &value))
        return false;
    out->real = value * times[which] / divided_by[which];
    return out->real >= option->low && out->real <= option->high;
}

static bool read_bytes(const struct by_option *option, const char *text, struct by_value *out)
{
    char number[64];
    const char *unit = unit_of(text);
    int which = *unit == '\0' ? 0 : find_name("|K|M|G", unit);
    int64_t value;
    if (which < 0 || !by_read_int(before_unit(text, unit, number, sizeof number), 0,
                                  INT64_MAX >> (10 * which), &value))
        return false;
    out->integer = value << (10 * which);
    return out->integer >= whole(option->low) && out->integer <= whole(option->high);
}

static bool read_value(const struct by_option *option, const char *text, struct by_value *out)
{
    if (text[0] == '\0' && option->type != BY_OPTION_TEXT)
        return false;
    switch (option->type) {
    case BY_OPTION_FLAG:
        return read_flag(text, out);
    case BY_OPTION_INT:
        return by_read_int(text, whole(option->low), whole(option->high), &out->integer);
    case BY_OPTION_REAL:
        return by_read_real(text, option->low, option->high, &out->real);
    case BY_OPTION_CHOICE:
        return read_choice(option, text, out);
    case BY_OPTION_TEXT:
        return (double)by_letters(text) >= option->low && (double)by_letters(text) <= option->high;
    case BY_OPTION_SIZE:
        return read_size(option, text, out);
    case BY_OPTION_TIME:
        return read_time(option, text, out);
    case BY_OPTION_BYTES:
        return read_bytes(option, text, out);
    case BY_OPTION_NAME:
        return true;
    }
    return false;
}

/* --- all values --------------------------------------------------------- */

/* "a, b, c" for a sentence, "a|b|c" for by_suggest. */
static void join_names(const struct by_option *options, const char *between, struct by_text *out)
{
    for (int i = 0; i < by_options_count(options); i++) {
        by_text_add(out, i > 0 ? between : "");
        by_text_add(out, options[i].name);
    }
}

static enum by_status refuse_name(const char *owner, const struct by_option *options,
                                  const char *name, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[1024], list[1024], hint[96];
    struct by_text text = by_text_over(names, sizeof names);
    by_quote(name, quoted);
    if (by_options_count(options) == 0)
        return by_fail(err, BY_BAD_INPUT, "%s has no option '%s'; it takes none", owner, quoted);
    join_names(options, "|", &text);
    text = by_text_over(list, sizeof list);
    join_names(options, ", ", &text);
    text = by_text_over(hint, sizeof hint);
    by_suggest(&text, name, names);
    return by_fail(err, BY_BAD_INPUT, "%s has no option '%s'%s It accepts %s.", owner, quoted,
                   hint[0] != '\0' ? hint : ".", list);
}

static enum by_status refuse_value(const char *owner, const struct by_option *option,
                                   const char *value, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], accepted[256];
    struct by_text text = by_text_over(accepted, sizeof accepted);
    by_option_accepts(option, &text);
    return by_fail(err, BY_BAD_INPUT, "%s=%s does not fit %s: %s takes %s", option->name,
                   by_quote(value, quoted), owner, option->name, accepted);
}

/* Reads `text` as the value of options[index] and keeps a copy of it. */
static enum by_status put_value(const char *owner, struct by_values *values, int index,
                                const char *text, struct by_error *err)
{
    struct by_value *value = &values->value[index];
    if (!read_value(&values->options[index], text, value))
        return refuse_value(owner, &values->options[index], text, err);
    size_t size = strlen(text) + 1;
    value->text = malloc(size);
    if (value->text == NULL)
        return by_fail_memory(err, size);
    memcpy(value->text, text, size);
    value->set = true;
    return BY_OK;
}

static int find_option(const struct by_values *values, const char *name)
{
    for (int i = 0; i < values->count; i++)
        if (strcmp(values->options[i].name, name) == 0)
            return i;
    return -1;
}

static enum by_status put_setting(const char *owner, struct by_values *values,
                                  const struct by_setting *setting, struct by_error *err)
{
    const char *name = setting->name != NULL ? setting->name : "";
    int index = find_option(values, name);
    if (index < 0)
        return refuse_name(owner, values->options, name, err);
    if (values->value[index].given)
        return by_fail(err, BY_BAD_INPUT, "%s is given twice; %s takes it once", name, owner);
    values->value[index].given = true;
    return put_value(owner, values, index, setting->value != NULL ? setting->value : "", err);
}

static enum by_status fill_values(const char *owner, const struct by_setting *settings, int count,
                                  struct by_values *out, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < count && status == BY_OK; i++)
        status = put_setting(owner, out, &settings[i], err);
    for (int i = 0; i < out->count && status == BY_OK; i++)
        if (!out->value[i].set && out->options[i].fallback != NULL)
            status = put_value(owner, out, i, out->options[i].fallback, err);
    return status;
}

enum by_status by_values_open(const char *owner, const struct by_option *options,
                              const struct by_setting *settings, int count, struct by_values *out,
                              struct by_error *err)
{
    int options_count = by_options_count(options);
    *out = (struct by_values){.options = options};
    if (options_count > 0) {
        out->value = calloc((size_t)options_count, sizeof *out->value);
        if (out->value == NULL)
            return by_fail_memory(err, (size_t)options_count * sizeof *out->value);
        out->count = options_count;
    }
    enum by_status status = fill_values(owner, settings, count, out, err);
    if (status != BY_OK)
        by_values_close(out);
    return status;
}

void by_values_close(struct by_values *values)
{
    for (int i = 0; i < values->count; i++)
        free(values->value[i].text);
    free(values->value);
    *values = (struct by_values){0};
}

const struct by_value *by_values_find(const struct by_values *values, const char *name)
{
    int index = find_option(values, name);
    return index < 0 ? NULL : &values->value[index];
}

const struct by_value *by_values_get(const struct by_values *values, const char *name)
{
    const struct by_value *value = by_values_find(values, name);
    assert(value != NULL);
    return value;
}

/* The shortest that reads back as the same number. */
static void write_real(double real, struct by_text *out)
{
    char digits[40];
    double back = 0;
    for (int precision = 6; precision <= 17; precision++) {
        struct by_text text = by_text_over(digits, sizeof digits);
        by_text_format(&text, "%.*g", precision, real);
        if (by_read_real(digits, -HUGE_VAL, HUGE_VAL, &back) && back == real)
            break;
    }
    by_text_add(out, digits);
}

static void write_value(const struct by_option *option, const struct by_value *value,
                        struct by_text *out)
{
    switch (option->type) {
    case BY_OPTION_FLAG:
        by_text_add(out, value->flag ? "on" : "off");
        break;
    case BY_OPTION_INT:
    case BY_OPTION_BYTES:
        by_text_format(out, "%lld", (long long)value->integer);
        break;
    case BY_OPTION_REAL:
    case BY_OPTION_TIME:
        write_real(value->real == 0 ? 0 : value->real, out); /* no -0 */
        break;
    case BY_OPTION_SIZE:
        by_text_format(out, "%dx%d", value->width, value->height);
        break;
    case BY_OPTION_CHOICE: {
        const char *word = option->choices;
        for (int i = 0; i < value->choice; i++)
            word += strcspn(word, "|") + 1;
        by_text_format(out, "%.*s", (int)strcspn(word, "|"), word);
        break;
    }
    case BY_OPTION_TEXT:
    case BY_OPTION_NAME:
        by_spec_write_value(value->text, out);
        break;
    }
}

/* Whether the value is what the option has when nobody says anything. */
static bool is_default(const struct by_option *option, const struct by_value *value)
{
    struct by_value usual = {0};
    if (!option->fallback || !read_value(option, option->fallback, &usual))
        return false;
    bool same = value->flag == usual.flag && value->choice == usual.choice &&
                value->integer == usual.integer && value->real == usual.real &&
                value->width == usual.width && value->height == usual.height;
    bool words = option->type == BY_OPTION_TEXT || option->type == BY_OPTION_NAME;
    return words ? strcmp(value->text, option->fallback) == 0 : same;
}

static bool is_listed(const char *const *names, const char *name)
{
    for (; names && *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

void by_values_write(const struct by_values *values, const char *const *aside, struct by_text *out)
{
    for (int i = 0; i < values->count; i++) {
        const struct by_option *option = &values->options[i];
        const struct by_value *value = &values->value[i];
        if (!value->given || is_default(option, value) || is_listed(aside, option->name))
            continue;
        by_text_format(out, " %s=", option->name);
        write_value(option, value, out);
    }
}

enum by_status by_values_fall_back(struct by_values *values, const char *name, const char *text,
                                   struct by_error *err)
{
    int index = find_option(values, name);
    assert(index >= 0);
    return values->value[index].set ? BY_OK : put_value("the default", values, index, text, err);
}

enum by_status by_values_replace(struct by_values *values, const char *name, const char *text,
                                 struct by_error *err)
{
    int index = find_option(values, name);
    assert(index >= 0);
    if (values->value[index].text != NULL && strcmp(values->value[index].text, text) == 0)
        return BY_OK;
    free(values->value[index].text);
    values->value[index].text = NULL;
    return put_value("another word for it", values, index, text, err);
}

bool by_option_listed(const struct by_option *options, int index, struct by_listed_option *out)
{
    static const char *const type[] = {
#define BY_OPTION_TYPE(id, name) name,
#include "base/option_types.def"
#undef BY_OPTION_TYPE
    };
    if (index < 0 || index >= by_options_count(options))
        return false;
    const struct by_option *o = &options[index];
    *out = (struct by_listed_option){o->name, type[o->type], o->fallback, o->low,
                                     o->high, o->choices,    o->help};
    return true;
}
