/* identity_fuzz.c: any text as a spec, whose one form is its own one form; as a shell's command, whose
 * files are only looked for; and as a part of a match. */
#include "arena/shard.h"
#include "fuzz.h"
#include "players/identity.h"
#include "players/resolve.h"

#include <stdlib.h>
#include <string.h>

static bool canonical(const struct by_rules *rules, const char *spec, char *out,
                      struct by_error *err)
{
    struct by_resolved resolved;
    struct by_text text = by_text_over(out, BY_SPEC_LENGTH_MAX + 1);
    return by_player_resolve(rules, spec, BY_TRUST_PROGRAMS | BY_TRUST_TRANSCRIPTS, &resolved,
                             err) == BY_OK &&
           by_spec_canonical(&resolved, &text, err) == BY_OK;
}

static void demand_path(void *context, const char *path)
{
    (void)context;
    by_fuzz_demand(path[0] != 0, "a file has a name");
}

static void read_part(const char *text)
{
    struct by_shard shard;
    struct by_error err = {.status = BY_OK};
    if (by_shard_read(text, &shard, &err) != BY_OK)
        by_fuzz_sentence(&err);
    else
        by_fuzz_demand(shard.part >= 1 && shard.part <= shard.of, "a part is one of them");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char form[BY_SPEC_LENGTH_MAX + 1], again[BY_SPEC_LENGTH_MAX + 1];
    char *text = by_fuzz_text(data, size);
    struct by_rules *rules = by_fuzz_rules("tictactoe", NULL);
    struct by_error err = {.status = BY_OK};
    if (rules && !canonical(rules, text, form, &err))
        by_fuzz_sentence(&err);
    else if (rules)
        by_fuzz_demand(canonical(rules, form, again, &err) && strcmp(form, again) == 0,
                       "one form is its own one form");
    by_command_files(text, demand_path, NULL);
    read_part(text);
    by_rules_close(rules);
    free(text);
    return 0;
}
