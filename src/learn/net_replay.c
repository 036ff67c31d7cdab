/* net_replay.c: see net_replay.h. */
#include "learn/net_replay.h"

#include "base/file.h"
#include "record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define JUDGE_PLAYOUTS 200
#define FILE_MOST      ((size_t)256 << 20)

struct replay {
    const struct by_net_replay *plan;
    struct by_rng rng;
    uint8_t *planes, *policy; /* of the size of these rules */
    uint8_t *records;
    size_t size, room;
};

/* Who lost on time may have been ahead. */
static float won_by(const char *result)
{
    if (!result || strcmp(result, "0") == 0 || strcmp(result, "Draw") == 0)
        return result ? 0.5F : NAN;
    if (result[0] == '\0' || result[1] != '+' || result[2] == 'T' || result[2] == 'F')
        return NAN;
    return result[0] == 'B' ? 1.0F : result[0] == 'W' ? 0.0F : NAN;
}

static bool was_counted(const char *result)
{
    return result && strlen(result) > 2 && result[2] >= '0' && result[2] <= '9';
}

static enum by_status end_of(const struct by_record *record, struct by_net_ending *out,
                             struct by_error *err)
{
    const struct by_line *line = record->line;
    const struct by_rules *rules = line->rules;
    const char *result = record->info[BY_INFO_result];
    const struct by_judging how = {.seed = line->keys[line->count], .playouts = JUDGE_PLAYOUTS};
    struct by_verdict verdict;
    struct by_counted counted;
    *out = (struct by_net_ending){.won = won_by(result)};
    if (!was_counted(result) || !rules->game->judge)
        return BY_OK;
    if (!rules->game->judge(rules, by_line_position(line), &how, &verdict))
        return by_fail_memory(err, rules->position_size);
    if (!verdict.settled)
        return BY_OK;
    rules->game->count(rules, by_line_position(line), verdict.dead, verdict.seki, &counted);
    out->known = true;
    out->lead = (float)counted.result / (float)rules->score_scale;
    memcpy(out->owner, counted.owner, sizeof out->owner);
    return BY_OK;
}

static enum by_status make_room(struct replay *r, const struct by_rules *rules,
                                struct by_error *err)
{
    size_t more = by_net_record_size(rules);
    if (!r->planes) {
        r->planes =
            calloc((size_t)(rules->width * rules->height), (size_t)rules->game->plane_count);
        r->policy = calloc((size_t)rules->action_count, 1);
    }
    if (r->size + more > r->room) {
        r->room = 2 * r->room + (more << 10);
        uint8_t *records = realloc(r->records, r->room);
        if (!records)
            return by_fail_memory(err, r->room);
        r->records = records;
    }
    return r->planes && r->policy ? BY_OK : by_fail_memory(err, more);
}

static enum by_status add_game(struct replay *r, const struct by_record *record,
                               struct by_error *err)
{
    const struct by_line *line = record->line;
    const struct by_rules *rules = line->rules;
    struct by_net_ending ending;
    enum by_status status = by_net_record_check(rules, err);
    if (status == BY_OK)
        status = end_of(record, &ending, err);
    for (int ply = 0; status == BY_OK && ply < line->count; ply++) {
        const void *position = by_line_position_at(line, ply);
        if (by_rng_unit(&r->rng) >= r->plan->share || rules->game->over(rules, position))
            continue;
        status = make_room(r, rules, err);
        if (status != BY_OK)
            break;
        r->policy[line->moves[ply]] = UINT8_MAX;
        by_net_record_begin(rules, position, r->policy, NAN, r->planes, r->records + r->size);
        by_net_record_end(rules, rules->game->side(rules, position), &ending, r->records + r->size);
        r->policy[line->moves[ply]] = 0;
        r->size += by_net_record_size(rules);
    }
    return status;
}

static enum by_status replay_all(struct replay *r, struct by_record_source *source,
                                 struct by_error *err)
{
    const struct by_net_replay *plan = r->plan;
    struct by_record record = {0};
    struct by_record_request whole = {.ply = -1};
    enum by_status status = BY_OK;
    bool found = true;
    for (int game = 0; status == BY_OK && found; game++) {
        status = by_record_next(source, &record, &found, err);
        if (status != BY_OK || !found || game < plan->first ||
            (game - plan->first) % plan->step != 0)
            continue;
        if (!record.line)
            status = by_record_play(&record, &whole, err);
        if (status == BY_OK && record.line->rules->width == plan->width &&
            by_rules_of(record.line->rules, plan->game))
            status = add_game(r, &record, err);
    }
    by_record_close(&record);
    return status;
}

enum by_status by_net_replay(const struct by_net_replay *plan, uint8_t **out, size_t *size,
                             struct by_error *err)
{
    struct replay r = {.plan = plan};
    char *text = NULL;
    size_t length = 0;
    *out = NULL;
    *size = 0;
    enum by_status status = by_file_load(plan->path, FILE_MOST, &text, &length, err);
    if (status != BY_OK)
        return status;
    by_rng_init(&r.rng, plan->seed, (uint64_t)plan->first);
    struct by_record_source source = {
        .format = by_record_format_sniff(text, length), .text = text, .size = length};
    if (source.format)
        status = replay_all(&r, &source, err);
    else
        status = by_fail(err, BY_BAD_INPUT, "the file holds no game records that are known");
    free(text);
    free(r.planes);
    free(r.policy);
    if (status == BY_OK) {
        *out = r.records;
        *size = r.size;
    } else {
        free(r.records);
    }
    return status;
}
