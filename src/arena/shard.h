/* shard.h: a part of the games of a match or tournament, for one of several machines.
 *
 * Part i of n has the games whose numbers, as people count them from 1, leave the remainder i when
 * they are divided by n: part 1 of 3 the games 1, 4, 7, ..., part 3 the games 3, 6, 9, .... Parts are
 * counted from 1 to n; 0 is the same as n, so that machines which are counted from 0 fit as well. Each
 * game is the one that it is in the whole match: all parts together are the match, whoever played
 * them. */
#ifndef BY_ARENA_SHARD_H
#define BY_ARENA_SHARD_H

#include "base/error.h"
#include "base/text.h"

#define BY_SHARDS_MAX 100000

/* All zero: everything. */
struct by_shard {
    int part, of; /* part 1 to `of` */
};

/* Reads "2/3". */
enum by_status by_shard_read(const char *text, struct by_shard *out, struct by_error *err);

/* Whether it is a part, and not everything. */
bool by_shard_any(const struct by_shard *shard);

/* Numbers of games from 0, as a match has them: is this one in the part; how many below `games` are;
 * and the one at a place in it. */
bool by_shard_has(const struct by_shard *shard, int64_t number);
int64_t by_shard_games(const struct by_shard *shard, int64_t games);
int64_t by_shard_number(const struct by_shard *shard, int64_t place);

/* The same part, for games that are counted from `first` on: many matches are counted as one. */
struct by_shard by_shard_from(const struct by_shard *shard, int64_t first);

#endif
