/* matrix_fuzz.c: a game on the first line, and behind it the file that one of its options names: the
 * values of Othello's squares, or of Gomoku's patterns. */
#include "base/options.h"
#include "base/spec.h"
#include "fuzz.h"

#include <string.h>

/* The option of a game that is the name of a file; NULL: it has none. */
static const char *file_option(const char *game)
{
    static const char *const options[][2] = {{"othello", "matrix"}, {"gomoku", "patterns"}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(game, options[i][0]) == 0)
            return options[i][1];
    return NULL;
}

static void try_file(const struct by_spec *game, const char *option, const char *path)
{
    struct by_setting settings[BY_SPEC_PAIRS_MAX + 1];
    struct by_rules *rules = NULL;
    struct by_error err = {.status = BY_OK};
    memcpy(settings, game->settings, (size_t)game->count * sizeof *settings);
    settings[game->count] = (struct by_setting){option, path};
    if (by_rules_open(game->name, settings, game->count + 1, NULL, &rules, &err) != BY_OK)
        by_fuzz_sentence(&err);
    else
        for (const struct by_eval *eval = rules->game->evals; eval && eval->name; eval++)
            (void)eval->value(rules, rules->start);
    by_rules_close(rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[256], path[BY_FUZZ_PATH];
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t head = end ? (size_t)(end - data) : 0;
    struct by_spec game;
    if (!end || head >= sizeof line)
        return 0;
    memcpy(line, data, head);
    line[head] = 0;
    by_fuzz_tame(line);
    if (by_spec_read(line, &game, NULL) != BY_OK || !file_option(game.name))
        return 0;
    by_fuzz_file(path, "values", end + 1, size - head - 1);
    try_file(&game, file_option(game.name), path);
    by_fuzz_remove(path);
    return 0;
}
