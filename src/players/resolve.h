/* resolve.h: a player's spec, read once: what stands for what, and whether it may.
 *
 * Names that the user has given, and levels, are replaced by what they stand for. Then the spec is asked what it
 * would do beyond playing (player.h, enum by_trust); what its giver is not trusted with is refused
 * here, before anything is started, read or written. */
#ifndef BY_PLAYERS_RESOLVE_H
#define BY_PLAYERS_RESOLVE_H

#include "base/spec.h"
#include "players/levels.h"
#include "players/program.h"

/* One of the two, or neither: a person, or a level (levels.h) as long as nobody says of which game. */
struct by_resolved {
    const struct by_level *level; /* that was named; NULL: none */
    const struct by_search *search;
    const struct by_protocol *protocol;
    struct by_spec spec;
    char text[BY_SPEC_LENGTH_MAX + 1];
};

/* `rules` may be NULL: then what stands behind the colon of an evaluation is not looked at. */
enum by_status by_player_resolve(const struct by_rules *rules, const char *text, unsigned trust,
                                 struct by_resolved *out, struct by_error *err);

/* The spec with `threads=N` added where its search has such an option and the spec, or what its name
 * stands for, says nothing about it; more than one is refused where the search has none. Other
 * programs and levels are left as they are. `out` has room for BY_SPEC_LENGTH_MAX + 1. */
enum by_status by_player_threads(const struct by_rules *rules, const char *text, int threads,
                                 unsigned trust, char *out, struct by_error *err);

/* A word of a player's spec that a name given by the user may not take, in either case: a search, a
 * protocol, "human". */
bool by_player_is_reserved(const char *name);

#endif
