/* data.c: the register of the files that the build took in. */
#include "base/data.h"

#include <string.h>

/* What tools/embed.sh writes: the files, their bytes from `bytes` up to `end`; a NULL name ends it. */
#ifdef BY_HAS_DATA
extern const struct by_data_file {
    const char *name;
    const uint8_t *bytes, *end;
} by_data_files[];
#else
static const struct by_data_file {
    const char *name;
    const uint8_t *bytes, *end;
} by_data_files[] = {{NULL, NULL, NULL}};
#endif

bool by_data_at(int index, struct by_data *out)
{
    const struct by_data_file *file = by_data_files;
    while (index-- > 0 && file->name)
        file++;
    if (!file->name)
        return false;
    *out = (struct by_data){file->name, file->bytes, (size_t)(file->end - file->bytes)};
    return true;
}

bool by_data_find(const char *name, struct by_data *out)
{
    for (int i = 0; by_data_at(i, out); i++)
        if (strcmp(out->name, name) == 0)
            return true;
    return false;
}
