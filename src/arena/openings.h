/* openings.h: where the games of a match begin: random plies, or lines of play from a file.
 *
 * Pair p of a match begins with opening p: drawn from (seed, p) alone, or number p of the file,
 * from its beginning again when there are more pairs than openings. */
#ifndef BY_ARENA_OPENINGS_H
#define BY_ARENA_OPENINGS_H

#include "games/line.h"

struct by_opening {
    int count;
    by_move *moves;
};

struct by_openings {
    int plies; /* random plies; used when there is no list */
    int count;
    struct by_opening *list;
    uint64_t hash; /* of the list */
};

#define BY_OPENING_PLIES_MAX 1000
#define BY_OPENINGS_MAX      1000000

/* Whether pairs of games begin in different ways. */
bool by_openings_any(const struct by_openings *openings);

/* Reads openings out of a text: any format of game records (by `path`'s extension, or by its
 * looks), or one opening a line, moves separated by blanks, '#' beginning a comment. Each must be a
 * line of play from the rules' start that leaves the game unfinished; what is wrong is told with
 * the number of the opening or line. */
enum by_status by_openings_read(const struct by_rules *rules, const char *path, const char *text,
                                size_t size, struct by_openings *out, struct by_error *err);
void by_openings_close(struct by_openings *openings);

/* Those that the game brings along under the name of an opening rule ("swap2"). */
bool by_openings_are_rule(const struct by_rules *rules, const char *text);
enum by_status by_openings_by_rule(const struct by_rules *rules, struct by_openings *out,
                                   struct by_error *err);

/* Their name for the store: "random:4", "40 from a file, 0123456789abcdef", "" for none. */
void by_openings_write(const struct by_openings *openings, struct by_text *out);

/* Plays opening `pair` on the line, which is taken back to its start first. `moves` has room for
 * rules->max_moves. Random ones are drawn until one leaves the game unfinished. `halted` may end
 * that: then the line stands anywhere. */
enum by_status by_openings_play(const struct by_openings *openings, struct by_line *line, int pair,
                                uint64_t seed, by_move *moves, bool (*halted)(const void *context),
                                const void *context, struct by_error *err);

#endif
