/* played.c: see played.h. */
#include "arena/played.h"
#include "arena/referee.h"
#include "base/text.h"
#include "games/value.h"
#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX 1e12 /* far from what any game has */
#define SCORE_MAX   1e9

/* Only finite numbers keep within bounds. */
bool by_played_time(double seconds)
{
    return seconds >= 0 && seconds <= SECONDS_MAX;
}

const char *by_played_wrong(const struct by_played *played)
{
    const struct {
        const char *name;
        bool good;
    } facts[] = {
        {"number", played->number >= 0 && played->number <= BY_PLAYED_NUMBER_MAX},
        {"plies", played->plies >= 0},
        {"opening", played->opening >= 0 && played->opening <= played->plies},
        {"points", played->points >= 0 && played->points <= 2},
        {"score", !played->scored || (played->score >= -SCORE_MAX && played->score <= SCORE_MAX)},
        {"ended", by_ending_find(played->ended) != BY_ENDINGS_MAX - 1},
        {"a_moves", played->moved[0] >= 0},
        {"b_moves", played->moved[1] >= 0},
        {"a_seconds", by_played_time(played->spent[0])},
        {"b_seconds", by_played_time(played->spent[1])},
        {"a_longest", by_played_time(played->longest[0])},
        {"b_longest", by_played_time(played->longest[1])},
        {"a_sims", played->sims[0] >= 0},
        {"b_sims", played->sims[1] >= 0},
        {"a_proven", played->proven[0] >= 0},
        {"b_proven", played->proven[1] >= 0},
        {"rank", played->rank >= 0},
        {"finished", by_played_time(played->finished)},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (!facts[i].good)
            return facts[i].name;
    return NULL;
}

struct by_played *by_played_copy(const struct by_played *played)
{
    enum { TEXTS = 6 };
    const char *const from[TEXTS] = {played->moves,  played->times,   played->ended,
                                     played->reason, played->version, played->host};
    size_t size = sizeof *played;
    for (int i = 0; i < TEXTS; i++)
        size += strlen(from[i]) + 1;
    struct by_played *copy = malloc(size);
    if (!copy)
        return NULL;
    *copy = *played;
    const char **const to[TEXTS] = {&copy->moves,  &copy->times,   &copy->ended,
                                    &copy->reason, &copy->version, &copy->host};
    char *at = (char *)(copy + 1);
    for (int i = 0; i < TEXTS; i++) {
        *to[i] = strcpy(at, from[i]);
        at += strlen(from[i]) + 1;
    }
    return copy;
}

const char *by_played_score(const struct by_played *played, char buffer[BY_PLAYED_SCORE])
{
    struct by_text text = by_text_over(buffer, BY_PLAYED_SCORE);
    if (played->scored)
        by_write_number(played->score, 6, &text);
    return buffer;
}

const char *by_played_hash(const struct by_played *played, char buffer[BY_PLAYED_HASH])
{
    struct by_text text = by_text_over(buffer, BY_PLAYED_HASH);
    by_text_format(&text, "%016llx", (unsigned long long)played->hash);
    return buffer;
}
