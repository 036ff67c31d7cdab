/* pns: proof-number search as a player: the value by questions, the line of play, the decision. */
#include "search/proof/pns.h"
#include "base/clock.h"
#include "search/textbook/exact.h"
#include <stdlib.h>
#include <string.h>

/* Progress is told at most so often. */
#define TELL_EVERY 0.05

/* --- the value --------------------------------------------------------------- */

struct by_pns_value by_pns_any(const struct by_rules *rules)
{
    if (rules->game->has_margin)
        return (struct by_pns_value){INT32_MIN, INT32_MAX, BY_NO_MOVE};
    return (struct by_pns_value){-1, 1, BY_NO_MOVE};
}

/* The next question. Without margins: won? then: at least drawn? With them: won? then in growing
 * steps up from what is sure or down from what is possible, and by halves once both are near. */
static int64_t next_question(const struct by_pns *pns, const struct by_pns_value *value,
                             int64_t *step)
{
    if (!pns->walk.rules->game->has_margin)
        return value->high;
    bool no_low = value->low == INT32_MIN, no_high = value->high == INT32_MAX;
    int64_t least = value->low + (value->high - value->low + 1) / 2;
    if (no_low && no_high)
        least = 1;
    else if (no_low)
        least = value->high - *step;
    else if (no_high)
        least = value->low + 1 + *step;
    *step = *step ? 2 * *step : 1;
    if (least > value->high)
        return value->high;
    return least <= value->low ? value->low + 1 : least;
}

static void take_answer(const struct by_pns *pns, enum by_answer answer, by_move move,
                        struct by_pns_value *value)
{
    int64_t told = by_pns_tells(pns, answer);
    if (answer == BY_ANSWER_YES) {
        value->low = told < value->high ? told : value->high;
        value->move = move;
    } else {
        value->high = told > value->low ? told : value->low;
    }
}

void by_pns_value(struct by_pns *pns, struct by_pns_value *value, by_pns_told *told, void *context)
{
    int64_t step = 0;
    while (value->low < value->high) {
        by_move move = BY_NO_MOVE;
        int64_t least = next_question(pns, value, &step);
        enum by_answer answer = by_pns_ask(pns, least, told ? &move : NULL);
        if (answer == BY_ANSWER_UNKNOWN)
            return;
        take_answer(pns, answer, move, value);
        if (told)
            told(context, value);
    }
}

/* --- the line of play ----------------------------------------------------------- */

/* A move that keeps the value; any does when there is nothing worse. */
static by_move keep(struct by_pns *pns, int64_t value)
{
    by_move move = BY_NO_MOVE;
    if (value == by_pns_any(pns->walk.rules).low)
        return by_pns_hardest(pns, value + 1);
    return by_pns_ask(pns, value, &move) == BY_ANSWER_YES ? move : BY_NO_MOVE;
}

int by_pns_follow(struct by_pns *pns, int64_t value, by_move *line, int room)
{
    const struct by_rules *rules = pns->walk.rules;
    int count = 0;
    memcpy(pns->here, by_walk_position(&pns->walk), rules->position_size);
    while (count < room && !rules->game->over(rules, pns->here)) {
        by_pns_stand(pns, pns->here);
        by_move move = keep(pns, value);
        if (move == BY_NO_MOVE)
            break;
        line[count++] = move;
        rules->game->play(rules, pns->here, move, NULL);
        value = -value;
    }
    return count;
}

/* --- the decision ------------------------------------------------------------------ */

/* What is known of one root move, for the side to move. */
struct known {
    int64_t low, high;
};

struct player {
    struct by_pns pns;
    struct known *known; /* of each root move */

    /* One think. */
    const struct by_job *job;
    struct by_decision *decision;
    double told;
    bool sure; /* the decision's move gets its value */
};

/* Before the search has looked at all root moves: one that wins at once, or else the first. */
static by_move first_sight(const struct player *player)
{
    const struct by_job *job = player->job;
    const struct by_rules *rules = job->line->rules;
    int side = by_line_side(job->line);
    for (int i = 0; i < job->move_count; i++) {
        memcpy(player->pns.here, by_line_position(job->line), rules->position_size);
        rules->game->play(rules, player->pns.here, job->moves[i], NULL);
        if (!rules->game->over(rules, player->pns.here))
            continue;
        int32_t result = rules->game->result(rules, player->pns.here);
        if (side == 0 ? result > 0 : result < 0)
            return job->moves[i];
    }
    return job->moves[0];
}

/* The most promising root move: the one whose reply is nearest to being refuted. */
static by_move promising(const struct player *player)
{
    const struct by_pns *pns = &player->pns;
    int best = 0;
    if (pns->root_count == 0)
        return first_sight(player);
    for (int i = 1; i < pns->root_count; i++)
        if (pns->kids[i].delta < pns->kids[best].delta)
            best = i;
    return player->job->moves[best];
}

static void note_work(struct player *player)
{
    struct by_decision *decision = player->decision;
    decision->work.nodes = player->pns.walk.nodes;
    decision->work.leaves = player->pns.walk.leaves;
    decision->work.tree_bytes = by_proof_table_bytes(&player->pns.table);
    decision->work.tree_blocks = 1;
    for (int i = 0; i < decision->move_count; i++)
        decision->moves[i].visits = player->pns.root_work[i];
}

static void set_move(struct by_decision *decision, by_move move)
{
    decision->move = move;
    decision->pv[0] = move;
    decision->pv_count = 1;
}

static void on_pulse(void *context)
{
    struct player *player = context;
    const struct by_job *job = player->job;
    double now = by_clock_now();
    if (now - player->told < TELL_EVERY)
        return;
    player->told = now;
    if (!player->sure)
        set_move(player->decision, promising(player));
    note_work(player);
    player->decision->work.seconds = now - job->begun;
    job->events->progress(job->events->context, player->decision);
}

static enum by_bound bound_of(const struct by_pns_value *any, int64_t low, int64_t high)
{
    if (low == high)
        return BY_BOUND_EXACT;
    if (low > any->low)
        return BY_BOUND_LOWER;
    return high < any->high ? BY_BOUND_UPPER : BY_BOUND_NONE;
}

static int64_t worth(enum by_bound bound, int64_t low, int64_t high)
{
    if (bound == BY_BOUND_NONE)
        return 0;
    return bound == BY_BOUND_UPPER ? high : low;
}

/* An answer about the position is made of answers about its moves. */
static void note_moves(struct player *player, const struct by_pns_value *value)
{
    const struct by_pns *pns = &player->pns;
    for (int i = 0; i < pns->root_count; i++) {
        struct known *known = &player->known[i];
        if (pns->kids[i].delta == 0 && known->low < value->low)
            known->low = value->low;
        if (pns->kids[i].phi == 0 && known->high > by_pns_tells(pns, BY_ANSWER_NO))
            known->high = by_pns_tells(pns, BY_ANSWER_NO);
    }
    for (int i = 0; i < player->job->move_count; i++)
        if (player->known[i].high > value->high)
            player->known[i].high = value->high;
}

/* After each question: the bounds so far, and the move that gets the lower one. */
static void on_answer(void *context, const struct by_pns_value *value)
{
    struct player *player = context;
    struct by_decision *decision = player->decision;
    struct by_pns_value any = by_pns_any(player->pns.walk.rules);
    note_moves(player, value);
    decision->bound = bound_of(&any, value->low, value->high);
    decision->value = (double)worth(decision->bound, value->low, value->high);
    decision->proven = value->low == value->high;
    player->sure = value->move != BY_NO_MOVE;
    if (player->sure)
        set_move(decision, value->move);
    for (int i = 0; i < decision->move_count; i++) {
        const struct known *known = &player->known[i];
        struct by_move_stat *stat = &decision->moves[i];
        stat->bound = bound_of(&any, known->low, known->high);
        stat->value = (double)worth(stat->bound, known->low, known->high);
    }
}

/* --- thinking ------------------------------------------------------------------------ */

static void begin(struct player *player, const struct by_job *job, struct by_decision *decision)
{
    static const struct by_events nobody = {0};
    struct by_walk *walk = &player->pns.walk;
    struct by_pns_value any = by_pns_any(walk->rules);
    player->job = job;
    player->decision = decision;
    player->told = job->begun;
    player->sure = false;
    for (int i = 0; i < job->move_count; i++) {
        player->known[i] = (struct known){any.low, any.high};
        player->pns.root_work[i] = 0;
    }
    by_walk_start(walk, by_line_position(job->line));
    by_pns_stand(&player->pns, by_line_position(job->line));
    player->pns.root_moves = job->moves;
    player->pns.root_move_count = job->move_count;
    walk->events = &nobody;
    walk->stop = job->stop;
    walk->node_limit = job->limits.nodes;
    /* A depth or simulations alone, which mean nothing here, do not end it either. */
    double seconds = job->soft_seconds > 0 ? job->soft_seconds : job->limits.seconds;
    if (seconds <= 0 && job->limits.nodes == 0)
        seconds = 1;
    walk->deadline = seconds > 0 ? job->begun + seconds : 0;
    walk->pulse = job->events->progress ? on_pulse : NULL;
    walk->pulse_context = player;
    set_move(decision, job->moves[0]);
}

/* The whole line once the value is known; the root player's move is given. */
static void find_line(struct player *player, int64_t value)
{
    struct by_pns *pns = &player->pns;
    struct by_decision *decision = player->decision;
    const struct by_rules *rules = pns->walk.rules;
    pns->walk.pulse = NULL; /* the root's moves are no longer there to be told about */
    if (!player->sure) {
        by_move move = by_pns_hardest(pns, value + 1);
        set_move(decision, move == BY_NO_MOVE ? decision->move : move);
    }
    memcpy(pns->here, by_line_position(player->job->line), rules->position_size);
    rules->game->play(rules, pns->here, decision->move, NULL);
    by_pns_stand(pns, pns->here);
    decision->pv_count += by_pns_follow(pns, -value, decision->pv + 1, BY_PV_MAX - 1);
}

static enum by_status think(void *state, const struct by_job *job, struct by_decision *decision,
                            struct by_error *err)
{
    struct player *player = state;
    struct by_pns_value value = by_pns_any(player->pns.walk.rules);
    begin(player, job, decision);
    by_pns_value(&player->pns, &value, on_answer, player);
    decision->complete = decision->proven;
    if (!player->sure)
        set_move(decision, promising(player));
    note_work(player);
    if (decision->proven)
        find_line(player, value.low);
    decision->work.nodes = player->pns.walk.nodes;
    decision->work.leaves = player->pns.walk.leaves;
    return by_exact_starved(&player->pns.walk, err);
}

static void destroy(void *state)
{
    struct player *player = state;
    by_pns_close(&player->pns);
    free(player->known);
    free(player);
}

static enum by_status create(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err)
{
    struct by_pns_options options = {
        .table_bytes = (size_t)by_values_get(values, "table")->integer,
        .symmetry = by_values_get(values, "symmetry")->flag,
        .theory = by_values_get(values, "theory")->flag,
    };
    struct player *player = calloc(1, sizeof *player);
    struct known *known = calloc((size_t)rules->max_moves, sizeof *known);
    enum by_status status = BY_OK;
    if (player && known)
        status = by_pns_open(&player->pns, rules, &options, err);
    else
        status = by_fail_memory(err, sizeof *player);
    if (status != BY_OK) {
        free(player);
        free(known);
        return status;
    }
    player->known = known;
    *state = player;
    return BY_OK;
}

static void reset(void *state, uint64_t seed)
{
    (void)seed; /* nothing is left to chance */
    by_pns_clear(&((struct player *)state)->pns);
}

static const struct by_option options[] = {
    {.name = "table",
     .type = BY_OPTION_BYTES,
     .low = 1024,
     .high = (double)BY_PROOF_TABLE_BYTES_MAX,
     .fallback = "64M",
     .help = "memory for what was found"},
    {.name = "nodes",
     .type = BY_OPTION_INT,
     .low = 1,
     .high = 1e15,
     .help = "positions to look at, at most"},
    {.name = "time",
     .type = BY_OPTION_TIME,
     .low = 0.001,
     .high = 1e6,
     .help = "time to think, at most; 1 s when no limit is given"},
    {.name = "symmetry",
     .type = BY_OPTION_FLAG,
     .fallback = "on",
     .help = "positions that are images of each other count as one"},
    {.name = "theory",
     .type = BY_OPTION_FLAG,
     .fallback = "on",
     .help = "where the game itself knows a result, take it and search no further"},
    {.name = NULL},
};

const struct by_search by_search_pns = {
    .name = "pns",
    .title = "Proof-number search",
    .summary = "proves who wins by going where the proof is shortest; no evaluation, no depth",
    .options = options,
    .fallback = {.seconds = 1},
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .think = think,
};
