/* scale.c: how much is spent on an experiment. */
#include "lab/lab.h"
#include <string.h>

static const char *const names[BY_LAB_SCALES] = {
#define BY_LAB_SCALE(id, name, help) name,
#include "lab/scales.def"
#undef BY_LAB_SCALE
};

const char by_lab_scale_words[] = ""
#define BY_LAB_SCALE(id, name, help) "|" name
#include "lab/scales.def"
#undef BY_LAB_SCALE
    ;

const char *by_lab_scale_name(enum by_lab_scale scale)
{
    return names[scale];
}

bool by_lab_scale_find(const char *name, enum by_lab_scale *out)
{
    for (int i = 0; i < BY_LAB_SCALES; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (enum by_lab_scale)i;
            return true;
        }
    return false;
}
