/* replay.c: gives each file of a folder to a fuzz target, a test point each (TAP). Stands where
 * libFuzzer's main would. A target that is not content aborts: the plan comes first, so that the runner
 * sees what is missing. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define INPUT_MAX 65536

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay(const char *folder, const char *name, int number)
{
    static uint8_t bytes[INPUT_MAX];
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        printf("not ok %d - %s cannot be read\n", number, path);
        return;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    uint8_t *exact = malloc(size > 0 ? size : 1); /* a sanitizer sees who reads behind it */
    if (!exact)
        abort();
    memcpy(exact, bytes, size);
    printf("# %s\n", name); /* the last word, should it abort */
    (void)fflush(stdout);
    (void)LLVMFuzzerTestOneInput(exact, size);
    printf("ok %d - %s\n", number, name);
    free(exact);
}

int main(int argc, char **argv)
{
    struct dirent **entries = NULL;
    int count = argc == 2 ? scandir(argv[1], &entries, visible, alphasort) : -1;
    if (count < 0) {
        (void)fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        replay(argv[1], entries[i]->d_name, i + 1);
        free(entries[i]);
    }
    free(entries);
    return 0;
}
