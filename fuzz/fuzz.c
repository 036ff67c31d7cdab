#include "fuzz.h"
#include "base/spec.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

void by_fuzz_demand(bool holds, const char *what)
{
    if (holds)
        return;
    (void)fprintf(stderr, "it does not hold: %s\n", what);
    abort();
}

void by_fuzz_sentence(const struct by_error *err)
{
    by_fuzz_demand(err->status != BY_OK && err->text[0] != 0, "a failure has a sentence");
    for (const char *c = err->text; *c; c++)
        by_fuzz_demand((unsigned char)*c >= 32 && *c != 127,
                       "a sentence has no control characters");
}

char *by_fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        abort();
    if (size > 0)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

char *by_fuzz_split(char *text)
{
    char *end = strchr(text, '\n');
    if (!end)
        return text + strlen(text);
    *end = 0;
    return end + 1;
}

void by_fuzz_tame(char *text)
{
    static const char *const words[] = {"cmd", "transcript"};
    for (char *c = text; *c; c++) {
        if (*c == '/')
            *c = '.';
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strncasecmp(c, words[i], strlen(words[i])) == 0)
                *c = '-';
    }
}

struct by_rules *by_fuzz_rules(const char *spec, const char *position)
{
    struct by_spec game;
    struct by_rules *rules = NULL;
    struct by_error err = {.status = BY_OK};
    enum by_status status = by_spec_read(spec, &game, &err);
    if (status == BY_OK)
        status = by_rules_open(game.name, game.settings, game.count, position, &rules, &err);
    if (status != BY_OK)
        by_fuzz_sentence(&err);
    return rules;
}

void by_fuzz_folder(char *path)
{
    const char *place = getenv("TMPDIR");
    (void)snprintf(path, BY_FUZZ_PATH, "%s/banyan-fuzz-%ld", place ? place : "/tmp",
                   (long)getpid());
    (void)mkdir(path, 0700);
}

void by_fuzz_file(char *path, const char *name, const void *data, size_t size)
{
    by_fuzz_folder(path);
    size_t length = strlen(path);
    (void)snprintf(path + length, BY_FUZZ_PATH - length, "/%s", name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
}

void by_fuzz_remove(const char *path)
{
    char folder[BY_FUZZ_PATH];
    (void)unlink(path);
    by_fuzz_folder(folder);
    (void)rmdir(folder);
}

/* A pipe holds at least so much before anybody reads. */
#define PIPE_HOLDS 65536

int by_fuzz_pipe(const void *data, size_t size)
{
    int end[2];
    if (pipe(end) != 0)
        abort();
    size = size < PIPE_HOLDS ? size : PIPE_HOLDS;
    if (size > 0 && write(end[1], data, size) != (ssize_t)size)
        abort();
    close(end[1]);
    return end[0];
}
