/* message.c: see message.h. */
#include "arena/message.h"
#include "base/ranks.h"
#include "base/spec.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define ASK_MAX       1000000
#define SENTENCE_MAX  1023
#define WORD_MAX      255
#define MOVES_MAX     ((size_t)1 << 20) /* characters of a game's moves, or times */
#define POSITION_SIZE ((size_t)1 << 20) /* of a position's text */

/* --- all of them -------------------------------------------------------------------------------- */

void by_message_begin(struct by_buffer *out, enum by_message_kind kind, uint64_t match)
{
    by_buffer_open(out, BY_RANKS_BYTES_MAX);
    by_bytes_put_int(out, kind);
    by_bytes_put_u64(out, match);
}

bool by_message_read(const void *data, size_t size, struct by_message *out)
{
    struct by_bytes bytes = by_bytes_over(data, size);
    out->kind = (enum by_message_kind)by_bytes_int(&bytes, 0, BY_MESSAGE_KINDS - 1);
    out->match = by_bytes_u64(&bytes);
    out->rest = bytes;
    return !bytes.failed;
}

void by_message_put_ask(struct by_buffer *out, int count, const char *host)
{
    by_bytes_put_int(out, count);
    by_bytes_put_text(out, host);
}

int by_message_ask(struct by_message *message, const char **host)
{
    int count = (int)by_bytes_int(&message->rest, 0, ASK_MAX);
    *host = by_bytes_text(&message->rest, WORD_MAX);
    return by_bytes_end(&message->rest) ? count : 0;
}

void by_message_put_numbers(struct by_buffer *out, const int *numbers, int count)
{
    by_bytes_put_int(out, count);
    for (int i = 0; i < count; i++)
        by_bytes_put_int(out, numbers[i]);
}

int by_message_numbers(struct by_message *message, int numbers[BY_MESSAGE_NUMBERS_MAX])
{
    int count = (int)by_bytes_int(&message->rest, 0, BY_MESSAGE_NUMBERS_MAX);
    for (int i = 0; i < count; i++)
        numbers[i] = (int)by_bytes_int(&message->rest, 0, BY_PLAYED_NUMBER_MAX);
    return by_bytes_end(&message->rest) ? count : -1;
}

void by_message_put_failure(struct by_buffer *out, const char *sentence, bool again)
{
    by_bytes_put_int(out, again);
    by_bytes_put_text(out, sentence);
}

const char *by_message_failure(struct by_message *message, bool *again)
{
    *again = by_bytes_int(&message->rest, 0, 1) == 1;
    const char *sentence = by_bytes_text(&message->rest, SENTENCE_MAX);
    return by_bytes_end(&message->rest) ? sentence : "it did not say why";
}

/* --- games ------------------------------------------------------------------------------------- */

void by_message_put_game(struct by_buffer *out, const struct by_played *played)
{
    const char *const texts[] = {played->moves,  played->times,   played->ended,
                                 played->reason, played->version, played->host};
    by_bytes_put_int(out, played->number);
    by_bytes_put_int(out, played->a_first);
    by_bytes_put_int(out, played->scored);
    by_bytes_put_real(out, played->score);
    by_bytes_put_int(out, played->points);
    by_bytes_put_int(out, played->opening);
    by_bytes_put_int(out, played->plies);
    for (int i = 0; i < 2; i++) {
        by_bytes_put_int(out, played->moved[i]);
        by_bytes_put_real(out, played->spent[i]);
        by_bytes_put_real(out, played->longest[i]);
        by_bytes_put_int(out, played->sims[i]);
        by_bytes_put_int(out, played->proven[i]);
    }
    by_bytes_put_u64(out, played->hash);
    by_bytes_put_int(out, played->rank);
    by_bytes_put_real(out, played->finished);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        by_bytes_put_text(out, texts[i]);
}

bool by_message_game(struct by_message *message, struct by_played *out)
{
    struct by_bytes *in = &message->rest;
    *out = (struct by_played){.number = by_bytes_int(in, 0, BY_PLAYED_NUMBER_MAX)};
    out->a_first = by_bytes_int(in, 0, 1) == 1;
    out->scored = by_bytes_int(in, 0, 1) == 1;
    out->score = by_bytes_real(in);
    out->points = (int)by_bytes_int(in, 0, 2);
    out->opening = (int)by_bytes_int(in, 0, INT_MAX);
    out->plies = (int)by_bytes_int(in, 0, INT_MAX);
    for (int i = 0; i < 2; i++) {
        out->moved[i] = (int)by_bytes_int(in, 0, INT_MAX);
        out->spent[i] = by_bytes_real(in);
        out->longest[i] = by_bytes_real(in);
        out->sims[i] = by_bytes_int(in, 0, INT64_MAX);
        out->proven[i] = (int)by_bytes_int(in, 0, INT_MAX);
    }
    out->hash = by_bytes_u64(in);
    out->rank = (int)by_bytes_int(in, 0, BY_RANKS_MAX);
    out->finished = by_bytes_real(in);
    out->moves = by_bytes_text(in, MOVES_MAX);
    out->times = by_bytes_text(in, MOVES_MAX);
    out->ended = by_bytes_text(in, WORD_MAX);
    out->reason = by_bytes_text(in, SENTENCE_MAX);
    out->version = by_bytes_text(in, WORD_MAX);
    out->host = by_bytes_text(in, WORD_MAX);
    return !in->failed && !by_played_wrong(out);
}

bool by_message_more(const struct by_message *message)
{
    return !message->rest.failed && message->rest.left > 0;
}

/* --- the match ------------------------------------------------------------------------------------- */

static void put_terms(struct by_buffer *out, const struct by_terms *terms)
{
    by_bytes_put_real(out, terms->per_move);
    by_bytes_put_real(out, terms->clock.left);
    by_bytes_put_real(out, terms->clock.increment);
    by_bytes_put_real(out, terms->clock.period);
    by_bytes_put_int(out, terms->clock.periods);
    by_bytes_put_int(out, terms->clock.stones);
    by_bytes_put_int(out, terms->clock.moves_to_go);
    by_bytes_put_real(out, terms->clock.lag);
    by_bytes_put_real(out, terms->margin);
    by_bytes_put_real(out, terms->hopeless);
    by_bytes_put_int(out, terms->moves);
    by_bytes_put_int(out, terms->plies);
    by_bytes_put_int(out, terms->proven);
}

static struct by_terms read_terms(struct by_bytes *in)
{
    struct by_terms terms = {.per_move = by_bytes_real(in)};
    terms.clock.left = by_bytes_real(in);
    terms.clock.increment = by_bytes_real(in);
    terms.clock.period = by_bytes_real(in);
    terms.clock.periods = (int)by_bytes_int(in, 0, INT_MAX);
    terms.clock.stones = (int)by_bytes_int(in, 0, INT_MAX);
    terms.clock.moves_to_go = (int)by_bytes_int(in, 0, INT_MAX);
    terms.clock.lag = by_bytes_real(in);
    terms.margin = by_bytes_real(in);
    terms.hopeless = by_bytes_real(in);
    terms.moves = (int)by_bytes_int(in, 0, INT_MAX);
    terms.plies = (int)by_bytes_int(in, 0, INT_MAX);
    terms.proven = by_bytes_int(in, 0, 1) == 1;
    return terms;
}

static void put_openings(struct by_buffer *out, const struct by_openings *openings)
{
    by_bytes_put_int(out, openings->plies);
    by_bytes_put_u64(out, openings->hash);
    by_bytes_put_int(out, openings->count);
    for (int i = 0; i < openings->count; i++) {
        by_bytes_put_int(out, openings->list[i].count);
        for (int j = 0; j < openings->list[i].count; j++)
            by_bytes_put_int(out, openings->list[i].moves[j]);
    }
}

static bool read_opening(struct by_bytes *in, const struct by_rules *rules, struct by_opening *out)
{
    int count = (int)by_bytes_int(in, 0, rules->max_length);
    if (in->failed || (size_t)count * 8 > in->left)
        return false;
    out->moves = malloc((size_t)count * sizeof *out->moves + 1);
    if (!out->moves)
        return false;
    out->count = count;
    for (int i = 0; i < count; i++)
        out->moves[i] = (by_move)by_bytes_int(in, 0, rules->action_count - 1);
    return !in->failed;
}

/* A line of at least eight bytes each: the data bounds what is allocated. */
static bool read_openings(struct by_bytes *in, const struct by_rules *rules,
                          struct by_openings *out)
{
    out->plies = (int)by_bytes_int(in, 0, BY_OPENING_PLIES_MAX);
    out->hash = by_bytes_u64(in);
    int count = (int)by_bytes_int(in, 0, BY_OPENINGS_MAX);
    if (in->failed || (size_t)count * 8 > in->left)
        return false;
    out->list = count ? calloc((size_t)count, sizeof *out->list) : NULL;
    if (count && !out->list)
        return false;
    for (; out->count < count; out->count++)
        if (!read_opening(in, rules, &out->list[out->count])) {
            out->count++; /* what it has is freed */
            return false;
        }
    return true;
}

static void put_rules(struct by_buffer *out, const struct by_rules *rules, char *room)
{
    struct by_text text = by_text_over(room, POSITION_SIZE);
    by_rules_write_spec(rules, &text);
    by_bytes_put_text(out, text.data);
    out->failed |= text.length >= text.size;
    text = by_text_over(room, POSITION_SIZE);
    rules->game->write(rules, rules->start, &text);
    by_bytes_put_text(out, text.data);
    out->failed |= text.length >= text.size;
}

static enum by_status read_rules(struct by_bytes *in, struct by_rules **out, struct by_error *err)
{
    struct by_spec spec;
    const char *text = by_bytes_text(in, BY_SPEC_LENGTH_MAX);
    const char *position = by_bytes_text(in, POSITION_SIZE);
    if (in->failed)
        return by_fail(err, BY_BAD_INPUT, "the match that arrived cannot be read");
    enum by_status status = by_spec_read(text, &spec, err);
    return status ? status
                  : by_rules_open(spec.name, spec.settings, spec.count, position, out, err);
}

enum by_status by_message_put_plan(struct by_buffer *out, const struct by_match_plan *plan,
                                   const struct by_identity *who, const char *build,
                                   struct by_error *err)
{
    char *room = malloc(POSITION_SIZE);
    if (!room)
        return by_fail_memory(err, POSITION_SIZE);
    by_bytes_put_text(out, build);
    for (int i = 0; i < 2; i++) {
        by_bytes_put_text(out, who[i].spec);
        by_bytes_put_text(out, who[i].who);
    }
    by_bytes_put_text(out, plan->a);
    by_bytes_put_text(out, plan->b);
    by_bytes_put_int(out, plan->trust);
    by_bytes_put_int(out, plan->games);
    by_bytes_put_int(out, plan->colours);
    by_bytes_put_int(out, plan->concurrency);
    by_bytes_put_u64(out, plan->seed);
    put_terms(out, &plan->terms);
    put_rules(out, plan->rules, room);
    put_openings(out, &plan->openings);
    free(room);
    return out->failed ? by_fail(err, BY_FAILED, "the match is too large to be sent to other ranks")
                       : BY_OK;
}

enum by_status by_message_plan(struct by_message *message, struct by_message_plan *out,
                               struct by_error *err)
{
    struct by_bytes *in = &message->rest;
    *out = (struct by_message_plan){.build = by_bytes_text(in, WORD_MAX)};
    for (int i = 0; i < 2; i++) {
        out->spec[i] = by_bytes_text(in, BY_SPEC_LENGTH_MAX);
        out->who[i] = by_bytes_text(in, BY_WHO_SIZE);
    }
    struct by_match_plan *plan = &out->plan;
    plan->a = by_bytes_text(in, BY_SPEC_LENGTH_MAX);
    plan->b = by_bytes_text(in, BY_SPEC_LENGTH_MAX);
    plan->trust = (unsigned)by_bytes_int(in, 0, UINT_MAX);
    plan->games = (int)by_bytes_int(in, 1, INT_MAX);
    plan->colours = (enum by_colours)by_bytes_int(in, 0, BY_COLOURS_COUNT - 1);
    plan->concurrency = (int)by_bytes_int(in, 1, 256);
    plan->seed = by_bytes_u64(in);
    plan->terms = read_terms(in);
    plan->forget = true;
    enum by_status status = read_rules(in, &out->rules, err);
    if (status)
        return status;
    plan->rules = out->rules;
    if (!read_openings(in, out->rules, &plan->openings) || !by_bytes_end(in))
        return by_fail(err, BY_BAD_INPUT, "the match that arrived cannot be read");
    return BY_OK;
}

void by_message_plan_close(struct by_message_plan *plan)
{
    by_openings_close(&plan->plan.openings);
    if (plan->rules)
        by_rules_close(plan->rules);
    *plan = (struct by_message_plan){0};
}
