/* nboard_program.c: programs that speak the NBoard protocol (wire/nboard.h).
 *
 * The protocol has no answers to commands, only `pong` to `ping`: that is how we learn that an
 * program is there and has read all that was said. Lines that we do not know are to be ignored. */
#include "base/clock.h"
#include "players/program.h"
#include "wire/nboard.h"

#include <stdlib.h>
#include <string.h>

static enum by_status accept(const struct by_rules *rules, struct by_error *err)
{
    if (by_nboard_fits(rules))
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT, "engines of NBoard play othello on 8x8, not %s %s",
                   rules->name, rules->label);
}

static bool begins(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

/* "set myname Edax 4.4": it says so by itself. */
static void note_name(struct by_program *program, const char *line)
{
    static const char words[] = "set myname ";
    if (strncmp(line, words, strlen(words)) != 0)
        return;
    struct by_text text = by_text_over(program->said, sizeof program->said);
    by_text_add(&text, line + strlen(words));
}

/* The next line that begins with this word; what comes behind it. */
static bool hear(struct by_program *program, const char *word, const char *what, double seconds,
                 bool judged, const char **rest)
{
    double begun = by_clock_now();
    for (;;) {
        const char *line;
        if (!by_program_hear(program, what, begun, seconds, judged, &line))
            return false;
        note_name(program, line);
        if (begins(line, word)) {
            *rest = line + strlen(word);
            *rest += strspn(*rest, " ");
            return true;
        }
        if (!by_program_ignore(program, line))
            return false;
    }
}

/* Answers to earlier pings may still be on their way. */
static bool ping(struct by_program *program, const char *option)
{
    double seconds = by_program_seconds(program, option);
    double begun = by_clock_now();
    unsigned number = ++program->knows;
    const char *rest;
    if (!by_program_say(program, "ping %u", number))
        return false;
    for (;;) {
        int64_t got;
        double left = seconds - (by_clock_now() - begun);
        if (!hear(program, "pong", "pong", left > 0 ? left : 0, false, &rest))
            return false;
        if (by_read_int(rest, 0, UINT32_MAX, &got) && (unsigned)got == number)
            return true;
        if (!by_program_ignore(program, rest))
            return false;
    }
}

static bool begin(struct by_program *program)
{
    const struct by_value *depth = by_values_get(&program->values, "depth");
    if (!by_program_say(program, "nboard 2") ||
        !by_program_say(program, "set depth %d", (int)depth->integer))
        return false;
    return ping(program, "start");
}

static bool set_game(struct by_program *program, const struct by_line *line)
{
    struct by_text measure = by_text_over(NULL, 0);
    if (!by_nboard_write_game(line, &measure))
        return by_program_trouble(program, BY_FAULT_NONE, "cannot be told: no memory is left");
    char *game = malloc(measure.length + 1);
    if (!game)
        return by_program_trouble(program, BY_FAULT_NONE, "cannot be told: no memory is left");
    struct by_text text = by_text_over(game, measure.length + 1);
    bool good = by_nboard_write_game(line, &text) && by_program_say(program, "set game %s", game);
    free(game);
    program->told_count = 0;
    for (int i = 0; good && i < line->count; i++)
        good = by_program_told(program, line->moves[i]);
    return good && ping(program, "command");
}

static bool setup(struct by_program *program, const struct by_line *line)
{
    return set_game(program, line);
}

static bool tell(struct by_program *program, const struct by_line *line)
{
    char text[32];
    if (by_program_common(program, line) < program->told_count)
        return set_game(program, line);
    while (program->told_count < line->count) {
        int ply = program->told_count;
        struct by_text writer = by_text_over(text, sizeof text);
        by_nboard_write_move(line->rules, by_line_position_at(line, ply), line->moves[ply],
                             &writer);
        if (!by_program_say(program, "move %s", text) ||
            !by_program_told(program, line->moves[ply]))
            return false;
    }
    return ping(program, "command");
}

/* The program only proposes: the move it names is not yet played on its board. */
static bool ask(struct by_program *program, const struct by_line *line,
                const struct by_limits *limits, by_move *out)
{
    static const char what[] = "a move";
    char quoted[BY_QUOTE_SIZE];
    const char *answer;
    bool judged;
    double allowed = by_program_allowed(program, limits, &judged);
    if (!tell(program, line) || !by_program_say(program, "go") ||
        !hear(program, "===", what, allowed, judged, &answer))
        return false;
    if (by_nboard_read_move(line->rules, by_line_position(line), answer, out, NULL) != BY_OK) {
        by_quote(answer, quoted);
        return by_program_trouble(program, BY_FAULT_GARBAGE, "said '=== %s' instead of %s", quoted,
                                  what);
    }
    return true;
}

static void quit(struct by_program *program)
{
    (void)by_child_say(program->child, "quit");
}

static const struct by_option options[] = {
    BY_PROGRAM_OPTIONS,
    {"depth", BY_OPTION_INT, "6", 1, 60, NULL, "how deep it shall search"},
    {0},
};

static const char *const aside[] = {BY_PROGRAM_ASIDE, NULL};

const struct by_protocol by_protocol_nboard = {
    .name = "nboard",
    .title = "NBoard engine",
    .summary = "another program that plays Othello and speaks NBoard's protocol",
    .game = BY_NBOARD_GAME,
    .options = options,
    .aside = aside,
    .accept = accept,
    .begin = begin,
    .setup = setup,
    .ask = ask,
    .quit = quit,
    .words = by_nboard_write_move,
};
