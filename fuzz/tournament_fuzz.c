/* tournament_fuzz.c: any bytes as the file of a tournament, as text or as JSON. */
#include "arena/tournament.h"
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_tournament tournament = {.title = NULL};
    struct by_error err = {.status = BY_OK};
    if (by_tournament_read((const char *)data, size, &tournament, &err) == BY_OK) {
        by_fuzz_demand(tournament.count >= 2 && tournament.game != NULL,
                       "there is something to play");
        for (int i = 0; i < tournament.count; i++)
            by_fuzz_demand(tournament.players[i].name && tournament.players[i].spec,
                           "every player has a name and a spec");
        by_tournament_close(&tournament);
    } else {
        by_fuzz_sentence(&err);
    }
    return 0;
}
