/* gomocup_engine.c: engines that speak the Gomocup protocol (wire/gomocup.h). */
#include "base/clock.h"
#include "players/program.h"
#include "search/timing.h"
#include "wire/gomocup.h"

#include <string.h>

#define TEXT_MAX 64

static enum by_status accept(const struct by_rules *rules, struct by_error *err)
{
    if (strcmp(rules->game->name, "gomoku") == 0)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT, "engines of Gomocup play gomoku, not %s", rules->name);
}

/* The next line that is an answer. */
static bool hear(struct by_engine *engine, const char *what, double seconds, bool judged,
                 const char **line)
{
    double begun = by_clock_now();
    char quoted[BY_QUOTE_SIZE];
    for (;;) {
        if (!by_engine_hear(engine, what, begun, seconds, judged, line))
            return false;
        switch (by_gomocup_kind_of(*line)) {
        case BY_GOMOCUP_ANSWER:
            return true;
        case BY_GOMOCUP_MESSAGE:
            if (!by_engine_ignore(engine, *line))
                return false;
            break;
        case BY_GOMOCUP_ERROR:
        case BY_GOMOCUP_UNKNOWN:
            by_quote(*line, quoted);
            return by_engine_trouble(engine, BY_FAULT_REFUSED, "said '%s' instead of %s", quoted,
                                     what);
        }
    }
}

static bool hear_ok(struct by_engine *engine, const char *what, double seconds)
{
    const char *line;
    char quoted[BY_QUOTE_SIZE];
    if (!hear(engine, what, seconds, false, &line))
        return false;
    if (by_same_text(line, "OK") || strncmp(line, "OK ", 3) == 0)
        return true;
    by_quote(line, quoted);
    return by_engine_trouble(engine, BY_FAULT_GARBAGE, "said '%s' instead of %s", quoted, what);
}

static bool begin(struct by_engine *engine)
{
    (void)engine; /* START is the first word of every game */
    return true;
}

static bool setup(struct by_engine *engine, const struct by_line *line)
{
    const struct by_rules *rules = engine->rules;
    const struct by_value *memory = by_values_get(&engine->values, "mem");
    double seconds = by_engine_seconds(engine, engine->knows ? "command" : "start");
    (void)line;
    bool square = rules->width == rules->height;
    if (square ? !by_engine_say(engine, "START %d", rules->width)
               : !by_engine_say(engine, "RECTSTART %d,%d", rules->width, rules->height))
        return false;
    if (!hear_ok(engine, square ? "OK to START" : "OK to RECTSTART", seconds))
        return false;
    engine->knows = 1; /* it has been started */
    engine->timed = false;
    if (memory->set && !by_engine_say(engine, "INFO max_memory %lld", (long long)memory->integer))
        return false;
    return by_engine_say(engine, "INFO game_type 1") &&
           by_engine_say(engine, "INFO rule %d", by_gomocup_rule_of(rules));
}

static long long milliseconds(double seconds)
{
    return seconds > 0 ? (long long)(seconds * 1000) : 0;
}

/* timeout_match 0 is no limit to the game; timeout_turn 0 asks for the fastest move. */
static bool send_time(struct by_engine *engine, const struct by_limits *limits)
{
    const struct by_game_clock *clock = limits ? &limits->clock : NULL;
    double per_move = by_engine_per_move(engine, limits);
    if (clock && by_clock_runs(clock)) {
        if (!engine->timed &&
            !by_engine_say(engine, "INFO timeout_match %lld", milliseconds(clock->left)))
            return false;
        if (!engine->timed && clock->increment > 0 &&
            !by_engine_say(engine, "INFO time_increment %lld", milliseconds(clock->increment)))
            return false;
        engine->timed = true;
        if (!by_engine_say(engine, "INFO time_left %lld", milliseconds(clock->left)))
            return false;
        return by_engine_say(engine, "INFO timeout_turn %lld",
                             milliseconds(per_move > 0 ? per_move : clock->left));
    }
    if (per_move <= 0 || (engine->timed && per_move == engine->given[0]))
        return true;
    engine->timed = true;
    engine->given[0] = per_move;
    return by_engine_say(engine, "INFO timeout_match 0") &&
           by_engine_say(engine, "INFO timeout_turn %lld", milliseconds(per_move));
}

/* --- moves ------------------------------------------------------------------------- */

struct board {
    struct by_engine *engine;
    int mover;
};

static bool say_stone(const struct board *board, by_move move, int side)
{
    char text[TEXT_MAX];
    struct by_text writer = by_text_over(text, sizeof text);
    by_gomocup_write_move(board->engine->rules, move, &writer);
    return by_engine_say(board->engine, "%s,%d", text,
                         side == board->mover ? BY_GOMOCUP_OWN : BY_GOMOCUP_OTHER);
}

static bool put_stone(void *context, int side, int x, int y)
{
    const struct board *board = context;
    return say_stone(board, y * board->engine->rules->width + x, side);
}

static bool say_board(struct by_engine *engine, const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    struct board board = {engine, by_line_side(line)};
    if (!by_engine_say(engine, "BOARD") ||
        !by_stones_of(rules, by_line_position_at(line, 0), put_stone, &board))
        return false;
    for (int i = 0; i < line->count; i++)
        if (!say_stone(&board, line->moves[i],
                       rules->game->side(rules, by_line_position_at(line, i))))
            return false;
    return by_engine_say(engine, "DONE");
}

static bool count_stone(void *context, int side, int x, int y)
{
    (void)side;
    (void)x;
    (void)y;
    ++*(int *)context;
    return true;
}

/* TURN when the engine knows all but the last move, BEGIN on an empty board, else the whole board. */
static bool tell(struct by_engine *engine, const struct by_line *line, bool next)
{
    char text[TEXT_MAX];
    struct by_text writer = by_text_over(text, sizeof text);
    int stones = 0;
    if (next) {
        by_gomocup_write_move(line->rules, line->moves[line->count - 1], &writer);
        return by_engine_say(engine, "TURN %s", text);
    }
    if (!by_stones_of(line->rules, by_line_position(line), count_stone, &stones))
        return false;
    return stones == 0 ? by_engine_say(engine, "BEGIN") : say_board(engine, line);
}

/* Whether the engine knows all but the last move; if it does not, and has been told anything, the
 * game begins anew. */
static bool follow(struct by_engine *engine, const struct by_line *line, bool *next)
{
    int common = by_engine_common(engine, line);
    *next = common > 0 && common == engine->told_count && line->count == common + 1;
    if (!*next && engine->told_count > 0 && !setup(engine, line))
        return false;
    engine->told_count = common = *next ? common : 0;
    for (int i = common; i < line->count; i++)
        if (!by_engine_told(engine, line->moves[i]))
            return false;
    return true;
}

static bool ask(struct by_engine *engine, const struct by_line *line,
                const struct by_limits *limits, by_move *out)
{
    static const char what[] = "a move";
    char quoted[BY_QUOTE_SIZE];
    const char *answer;
    bool judged, next;
    double allowed = by_engine_allowed(engine, limits, &judged);
    if (!follow(engine, line, &next) || !send_time(engine, limits) || !tell(engine, line, next) ||
        !hear(engine, what, allowed, judged, &answer))
        return false;
    if (by_gomocup_read_move(line->rules, answer, out, NULL) == BY_OK)
        return true;
    by_quote(answer, quoted);
    if (answer[strspn(answer, "0123456789-, ")] == '\0')
        return by_engine_trouble(engine, BY_FAULT_ILLEGAL, "played %s, which is not on the board",
                                 quoted);
    return by_engine_trouble(engine, BY_FAULT_GARBAGE, "said '%s' instead of %s", quoted, what);
}

static void quit(struct by_engine *engine)
{
    (void)by_child_say(engine->child, "END");
}

static const struct by_option options[] = {BY_ENGINE_OPTIONS, {0}};

const struct by_protocol by_protocol_gomocup = {
    .name = "gomocup",
    .title = "Gomocup engine",
    .summary = "another program that plays Gomoku and speaks Gomocup's protocol",
    .options = options,
    .plays = true,
    .accept = accept,
    .begin = begin,
    .setup = setup,
    .ask = ask,
    .quit = quit,
};
