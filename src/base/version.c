/* version.c: the version, given by the build. */
#include <banyan/banyan.h>

#ifndef BY_VERSION
#define BY_VERSION "0.1.0"
#endif

const char *by_version(void)
{
    return BY_VERSION;
}
