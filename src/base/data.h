/* data.h: what was learned here and is part of the program: the files of data/, byte for byte.
 *
 * tools/embed.sh makes them a part of the build. A build without it, such as the README's one cc line, has
 * none; who needs one then does without, and says so. */
#ifndef BY_BASE_DATA_H
#define BY_BASE_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct by_data {
    const char *name; /* that of the file in data/ */
    const uint8_t *bytes;
    size_t size;
};

/* False: the build has no such file. */
bool by_data_find(const char *name, struct by_data *out);

/* The files in the order of their names; false past the end. */
bool by_data_at(int index, struct by_data *out);

#endif
