/* nboard_engine.c: engines that speak the NBoard protocol (wire/nboard.h).
 *
 * The protocol has no answers to commands, only `pong` to `ping`: that is how we learn that an
 * engine is there and has read all that was said. Lines that we do not know are to be ignored. */
#include "base/clock.h"
#include "players/program.h"
#include "wire/nboard.h"

#include <stdlib.h>
#include <string.h>

static enum by_status accept(const struct by_rules *rules, struct by_error *err)
{
    if (strcmp(rules->game->name, "othello") == 0 && rules->width == 8)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT, "engines of NBoard play othello on 8x8, not %s %s",
                   rules->name, rules->label);
}

static bool begins(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

/* The next line that begins with this word; what comes behind it. */
static bool hear(struct by_engine *engine, const char *word, const char *what, double seconds,
                 bool judged, const char **rest)
{
    double begun = by_clock_now();
    for (;;) {
        const char *line;
        if (!by_engine_hear(engine, what, begun, seconds, judged, &line))
            return false;
        if (begins(line, word)) {
            *rest = line + strlen(word);
            *rest += strspn(*rest, " ");
            return true;
        }
        if (!by_engine_ignore(engine, line))
            return false;
    }
}

/* Answers to earlier pings may still be on their way. */
static bool ping(struct by_engine *engine, const char *option)
{
    double seconds = by_engine_seconds(engine, option);
    double begun = by_clock_now();
    unsigned number = ++engine->knows;
    const char *rest;
    if (!by_engine_say(engine, "ping %u", number))
        return false;
    for (;;) {
        int64_t got;
        double left = seconds - (by_clock_now() - begun);
        if (!hear(engine, "pong", "pong", left > 0 ? left : 0, false, &rest))
            return false;
        if (by_read_int(rest, 0, UINT32_MAX, &got) && (unsigned)got == number)
            return true;
        if (!by_engine_ignore(engine, rest))
            return false;
    }
}

static bool begin(struct by_engine *engine)
{
    const struct by_value *depth = by_values_get(&engine->values, "depth");
    if (!by_engine_say(engine, "nboard 2") ||
        !by_engine_say(engine, "set depth %d", (int)depth->integer))
        return false;
    return ping(engine, "start");
}

static bool set_game(struct by_engine *engine, const struct by_line *line)
{
    struct by_text measure = by_text_over(NULL, 0);
    if (!by_nboard_write_game(line, &measure))
        return by_engine_trouble(engine, BY_FAULT_NONE, "cannot be told: no memory is left");
    char *game = malloc(measure.length + 1);
    if (!game)
        return by_engine_trouble(engine, BY_FAULT_NONE, "cannot be told: no memory is left");
    struct by_text text = by_text_over(game, measure.length + 1);
    bool good = by_nboard_write_game(line, &text) && by_engine_say(engine, "set game %s", game);
    free(game);
    engine->told_count = 0;
    for (int i = 0; good && i < line->count; i++)
        good = by_engine_told(engine, line->moves[i]);
    return good && ping(engine, "command");
}

static bool setup(struct by_engine *engine, const struct by_line *line)
{
    return set_game(engine, line);
}

static bool tell(struct by_engine *engine, const struct by_line *line)
{
    char text[32];
    if (by_engine_common(engine, line) < engine->told_count)
        return set_game(engine, line);
    while (engine->told_count < line->count) {
        int ply = engine->told_count;
        struct by_text writer = by_text_over(text, sizeof text);
        by_nboard_write_move(line->rules, by_line_position_at(line, ply), line->moves[ply],
                             &writer);
        if (!by_engine_say(engine, "move %s", text) || !by_engine_told(engine, line->moves[ply]))
            return false;
    }
    return ping(engine, "command");
}

/* The engine only proposes: the move it names is not yet played on its board. */
static bool ask(struct by_engine *engine, const struct by_line *line,
                const struct by_limits *limits, by_move *out)
{
    static const char what[] = "a move";
    char quoted[BY_QUOTE_SIZE];
    const char *answer;
    bool judged;
    double allowed = by_engine_allowed(engine, limits, &judged);
    if (!tell(engine, line) || !by_engine_say(engine, "go") ||
        !hear(engine, "===", what, allowed, judged, &answer))
        return false;
    if (by_nboard_read_move(line->rules, by_line_position(line), answer, out, NULL) != BY_OK) {
        by_quote(answer, quoted);
        return by_engine_trouble(engine, BY_FAULT_GARBAGE, "said '=== %s' instead of %s", quoted,
                                 what);
    }
    return true;
}

static void quit(struct by_engine *engine)
{
    (void)by_child_say(engine->child, "quit");
}

static const struct by_option options[] = {
    BY_ENGINE_OPTIONS,
    {"depth", BY_OPTION_INT, "6", 1, 60, NULL, "how deep it shall search"},
    {0},
};

const struct by_protocol by_protocol_nboard = {
    .name = "nboard",
    .title = "NBoard engine",
    .summary = "another program that plays Othello and speaks NBoard's protocol",
    .options = options,
    .accept = accept,
    .begin = begin,
    .setup = setup,
    .ask = ask,
    .quit = quit,
};
