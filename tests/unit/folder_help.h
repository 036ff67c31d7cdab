/* folder_help.h: a folder of its own for each test, which works in it. cmocka.h comes first. */
#ifndef FOLDER_HELP_H
#define FOLDER_HELP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEST_IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

static inline int make_folder(void **state)
{
    static char folder[64];
    strcpy(folder, "/tmp/banyan-test-XXXXXX");
    *state = mkdtemp(folder);
    return *state && chdir(folder) == 0 ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "cd / && rm -rf '%s'", (char *)*state);
    return chdir("/") != 0 || system(command);
}

/* Writes a file, not by the code under test. */
static inline void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

#endif
