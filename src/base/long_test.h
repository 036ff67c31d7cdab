/* long_test.h: `make test-long` (BY_LONG=1 in the environment) asks tests for many more cases. */
#ifndef BY_BASE_LONG_TEST_H
#define BY_BASE_LONG_TEST_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool long_tests(void)
{
    const char *value = getenv("BY_LONG");
    return value && strcmp(value, "1") == 0;
}

static inline int long_or(int many, int few)
{
    return long_tests() ? many : few;
}

#endif
