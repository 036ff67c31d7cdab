/* identity.h: who a player is, so that the games of two are never taken for those of one.
 *
 * Two texts. The spec in one form: what names stand for, the options in the order of their table, each
 * value written in one way; left out is what was given as it is by default, and what changes nothing
 * of what is played (the protocol's `aside`: transcript=). And who it is beyond that: for a search of
 * ours the build (base/version.h), for another program what it says of itself and the sums of its
 * files; for both, the sums of the files that the spec has them read. */
#ifndef BY_PLAYERS_IDENTITY_H
#define BY_PLAYERS_IDENTITY_H

#include "players/player.h"

#define BY_WHO_SIZE 512

struct by_identity {
    char spec[BY_SPEC_LENGTH_MAX + 1];
    char who[BY_WHO_SIZE];
};

/* Of a player that is open; other programs are asked who they are. */
enum by_status by_player_identity(const struct by_rules *rules, struct by_player *player,
                                  struct by_identity *out, struct by_error *err);

/* The spec alone, of a text that was read (by_player_resolve, resolve.h). */
struct by_resolved;
enum by_status by_spec_canonical(const struct by_resolved *resolved, struct by_text *out,
                                 struct by_error *err);

/* Which files a shell's command runs: its first word that is one, by its path or through PATH, and of
 * the words behind it those that are files, up to and with the first that cannot be executed:
 * `/usr/bin/python3 engine.py` is both. Left out is what a program writes rather than reads: a name that
 * ends in .log, .txt, .out, .err, .tmp or .sgf, and what stands behind an option with `log` in its
 * name. Quotes are understood; nothing behind a `|`, `;`, `&`, a redirection or anything that the shell would replace
 * is looked at. */
typedef void by_command_file_fn(void *context, const char *path);
void by_command_files(const char *command, by_command_file_fn *each, void *context);

#endif
