/* options.h: one table of options drives parsing, help, error messages and, later, the page.
 *
 * A game and a search each own a constant array of struct by_option, ended by an
 * entry whose name is NULL. by_values_open turns settings (name=value pairs) into
 * checked values; whatever it refuses, its sentence names what is accepted. */
#ifndef BY_BASE_OPTIONS_H
#define BY_BASE_OPTIONS_H

#include "base/error.h"
#include "base/text.h"

enum by_option_type {
#define BY_OPTION_TYPE(id, name) BY_OPTION_##id,
#include "base/option_types.def"
#undef BY_OPTION_TYPE
};

struct by_option {
    const char *name;
    enum by_option_type type;
    const char *fallback; /* the default, as text; NULL: not set */
    double low, high;
    const char *choices;
    const char *help; /* one line, no full stop */
};

/* A list of choices that was put together from a .def as "|first|second". */
#define BY_CHOICES(list) ((list) + 1)

/* One option's value. `given` tells a value the user wrote from the default;
 * `set` is false when there is neither. */
struct by_value {
    bool set;
    bool given;
    bool flag;
    int choice;      /* index into `choices` */
    int64_t integer; /* INT, BYTES */
    double real;     /* REAL, TIME */
    int width, height;
    char *text; /* the value as written; owned */
};

struct by_values {
    const struct by_option *options;
    int count;
    struct by_value *value; /* value[i] belongs to options[i] */
};

/* Checks `settings` against `options`. `owner` opens the error sentences: "the game
 * mnk", "the search minimax". `options` may be NULL: then every setting is refused. */
enum by_status by_values_open(const char *owner, const struct by_option *options,
                              const struct by_setting *settings, int count, struct by_values *out,
                              struct by_error *err);
void by_values_close(struct by_values *values);

/* The value of the option `name`. Asking for a name that is not in the table is a
 * mistake in the program, and asserts. */
const struct by_value *by_values_get(const struct by_values *values, const char *name);

/* The same for a name the table may lack: NULL then. */
const struct by_value *by_values_find(const struct by_values *values, const char *name);

/* A default that depends on other values, for who reads them: `text` stands where the option `name`
 * has no value yet, as if its table had said so. */
enum by_status by_values_fall_back(struct by_values *values, const char *name, const char *text,
                                   struct by_error *err);

/* Another text for the value of the option `name`, which stays given or not: where two words mean the
 * same, the one by which it is known. */
enum by_status by_values_replace(struct by_values *values, const char *name, const char *text,
                                 struct by_error *err);

/* Every value that was given and is not the default, each as " name=value" in the one form that all
 * ways to write it have: what is equal gives equal text. `aside` (ends with NULL, or is NULL): names
 * that are left out. */
void by_values_write(const struct by_values *values, const char *const *aside, struct by_text *out);

/* What an option accepts, for help and messages: "on|off", "a whole number from 1 to 8". */
void by_option_accepts(const struct by_option *option, struct by_text *out);

/* Entry `index` as banyan.h lists it; false past the end. */
bool by_option_listed(const struct by_option *options, int index, struct by_listed_option *out);

/* The number of entries before the one without a name. */
int by_options_count(const struct by_option *options);

/* Adds "; did you mean 'x'?" when one of the '|'-separated `names` is close to `word`. */
void by_suggest(struct by_text *out, const char *word, const char *names);

#endif
