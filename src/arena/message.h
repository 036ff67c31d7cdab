/* message.h: what ranks (base/ranks.h) tell each other about a match, as bytes.
 *
 * A message is its kind, the number of the match it is about, and what the kind has. Rank 0 sends the
 * match itself, numbers of games, the wish to have back those that are not begun, and the end; the
 * others ask for numbers, send finished games, give numbers back, and say why they do not play. What arrives
 * is read with bounds: another build may have sent it.
 *
 * The conversation about a match, rank 0 on the left:
 *
 *     PLAN        ->              the match, who the players are, and rank 0's build
 *                 <-  ASK n       once the players are there; then so that a game is always at hand,
 *                                 of short ones many at a time
 *     NUMBERS     ->              as many as asked for, as there are
 *                 <-  GAMES       each when it is finished; of short ones many at a time
 *     RECALL      ->              somebody has nothing to do:
 *                 <-  BACK        the numbers that were not begun
 *     END         ->              all is played, or nobody wants more
 *                 <-  DONE
 *                 <-  FAILED      instead of anything: this rank does not play, and why */
#ifndef BY_ARENA_MESSAGE_H
#define BY_ARENA_MESSAGE_H

#include "arena/match.h"
#include "base/bytes.h"

enum by_message_kind {
#define BY_MESSAGE(id) BY_MESSAGE_##id,
#include "arena/messages.def"
#undef BY_MESSAGE
    BY_MESSAGE_KINDS
};

#define BY_MESSAGE_NUMBERS_MAX 1024 /* in one message */

/* A message that was read; its texts and bytes stay in the data. */
struct by_message {
    enum by_message_kind kind;
    uint64_t match;
    struct by_bytes rest; /* what the kind has */
};

/* False: it is none. */
bool by_message_read(const void *data, size_t size, struct by_message *out);

/* The beginning of each; the buffer is opened here, with the bound of a message. */
void by_message_begin(struct by_buffer *out, enum by_message_kind kind, uint64_t match);

/* ASK: how many, and who asks; 0: it is malformed. */
void by_message_put_ask(struct by_buffer *out, int count, const char *host);
int by_message_ask(struct by_message *message, const char **host);

/* NUMBERS, BACK: how many there were; -1: it is malformed. */
void by_message_put_numbers(struct by_buffer *out, const int *numbers, int count);
int by_message_numbers(struct by_message *message, int numbers[BY_MESSAGE_NUMBERS_MAX]);

/* GAMES: one after the other, to the end. False: it is malformed, or no game can be like that (by_played_wrong). */
void by_message_put_game(struct by_buffer *out, const struct by_played *played);
bool by_message_game(struct by_message *message, struct by_played *out);
bool by_message_more(const struct by_message *message); /* is there another? */

/* FAILED: why, and whether this rank has said the same before. */
void by_message_put_failure(struct by_buffer *out, const char *sentence, bool again);
const char *by_message_failure(struct by_message *message, bool *again);

/* PLAN: all that decides the games, who plays them, and the build that says so. */
struct by_message_plan {
    struct by_match_plan plan; /* without keeper, store, records and test */
    struct by_rules *rules;    /* plan.rules */
    const char *build;
    const char *spec[2], *who[2]; /* by_identity */
};
enum by_status by_message_put_plan(struct by_buffer *out, const struct by_match_plan *plan,
                                   const struct by_identity *who, const char *build,
                                   struct by_error *err);
/* Closed by by_message_plan_close, after a failure too. */
enum by_status by_message_plan(struct by_message *message, struct by_message_plan *out,
                               struct by_error *err);
void by_message_plan_close(struct by_message_plan *plan);

#endif
