/* entries.h: a small file of settings, as text or as JSON.
 *
 * The text is a part of TOML: `key = value` lines, '#' comments, and `[[player]]` before the lines
 * that are about one player. A value is "text" (with \" \\ \n \t), 'text' (as it stands), a number,
 * true or false. JSON is one object of such values, with the parts in an array:
 * {"games": 20, "players": [{"name": "a"}]}. Both give the same list, each entry with its line. */
#ifndef BY_ARENA_ENTRIES_H
#define BY_ARENA_ENTRIES_H

#include "base/error.h"

#define BY_ENTRIES_MAX       20000
#define BY_ENTRIES_PARTS_MAX 1000
#define BY_ENTRIES_BYTES_MAX ((size_t)4 << 20)

enum by_entry_kind { BY_ENTRY_TEXT, BY_ENTRY_NUMBER, BY_ENTRY_FLAG };

struct by_entry {
    int part; /* 0: the whole; k: the k-th of the parts */
    const char *key;
    const char *text; /* the value: text as meant, numbers as written, "true" or "false" */
    enum by_entry_kind kind;
    int line;
};

struct by_entries {
    int count;
    struct by_entry *list;
    int parts;
    int *part_line; /* part_line[k - 1]: where part k begins */
    char *storage;  /* all texts */
};

/* `part` is the name of the parts ("player"; "players" in JSON). Errors name the line. */
enum by_status by_entries_read(const char *text, size_t size, const char *part,
                               struct by_entries *out, struct by_error *err);
void by_entries_close(struct by_entries *entries);

#endif
