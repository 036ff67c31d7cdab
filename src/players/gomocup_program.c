/* gomocup_program.c: programs that speak the Gomocup protocol (wire/gomocup.h). */
#include "base/clock.h"
#include "players/program.h"
#include "search/timing.h"
#include "wire/gomocup.h"

#include <string.h>
#include <time.h>

#define TEXT_MAX 64

static enum by_status accept(const struct by_rules *rules, struct by_error *err)
{
    if (by_gomocup_fits(rules))
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT, "engines of Gomocup play gomoku, not %s", rules->name);
}

/* Some programs write their move before they are ready for the next command, and drop what comes in
 * between without a word: Rapfi's reader looks at a flag that the thread which wrote the move takes
 * down afterwards. On a busy machine it lost 4 of 3000 TURNs that came within 0.1 ms of its move ("ERROR
 * Unknown command: 4,18") and none of 3000 a millisecond later. So a command never follows at once. */
static void let_settle(const struct by_program *program)
{
    double rest = program->moved + by_program_seconds(program, "settle") - by_clock_now();
    if (program->moved <= 0 || rest <= 0)
        return;
    struct timespec time = {.tv_sec = (time_t)rest};
    time.tv_nsec = (long)((rest - (double)time.tv_sec) * 1e9);
    (void)nanosleep(&time, NULL);
}

/* The next line that is an answer. */
static bool hear(struct by_program *program, const char *what, double seconds, bool judged,
                 const char **line)
{
    double begun = by_clock_now();
    char quoted[BY_QUOTE_SIZE];
    for (;;) {
        if (!by_program_hear(program, what, begun, seconds, judged, line))
            return false;
        switch (by_gomocup_kind_of(*line)) {
        case BY_GOMOCUP_ANSWER:
            return true;
        case BY_GOMOCUP_MESSAGE:
            if (!by_program_ignore(program, *line))
                return false;
            break;
        case BY_GOMOCUP_ERROR:
        case BY_GOMOCUP_UNKNOWN:
            by_quote(*line, quoted);
            return by_program_trouble(program, BY_FAULT_REFUSED, "said '%s' instead of %s", quoted,
                                      what);
        }
    }
}

static bool hear_ok(struct by_program *program, const char *what, double seconds)
{
    const char *line;
    char quoted[BY_QUOTE_SIZE];
    if (!hear(program, what, seconds, false, &line))
        return false;
    if (by_same_text(line, "OK") || strncmp(line, "OK ", 3) == 0)
        return true;
    by_quote(line, quoted);
    return by_program_trouble(program, BY_FAULT_GARBAGE, "said '%s' instead of %s", quoted, what);
}

static bool begin(struct by_program *program)
{
    (void)program; /* START is the first word of every game */
    return true;
}

/* Its answer to ABOUT as it stands: name="...", version="...", ... Not every program has one. */
static void about(struct by_program *program)
{
    double seconds = by_program_seconds(program, "command"), begun = by_clock_now();
    const char *line;
    let_settle(program);
    if (!by_program_say(program, "ABOUT"))
        return;
    while (by_program_hear(program, "an answer to ABOUT", begun, seconds, false, &line)) {
        enum by_gomocup_kind kind = by_gomocup_kind_of(line);
        if (kind == BY_GOMOCUP_ANSWER) {
            struct by_text text = by_text_over(program->said, sizeof program->said);
            by_text_add(&text, line);
        }
        if (kind != BY_GOMOCUP_MESSAGE || !by_program_ignore(program, line))
            return;
    }
}

static bool setup(struct by_program *program, const struct by_line *line)
{
    const struct by_rules *rules = program->rules;
    const struct by_value *memory = by_values_get(&program->values, "mem");
    double seconds = by_program_seconds(program, program->knows ? "command" : "start");
    (void)line;
    let_settle(program);
    bool square = rules->width == rules->height;
    if (square ? !by_program_say(program, "START %d", rules->width)
               : !by_program_say(program, "RECTSTART %d,%d", rules->width, rules->height))
        return false;
    if (!hear_ok(program, square ? "OK to START" : "OK to RECTSTART", seconds))
        return false;
    program->knows = 1; /* it has been started */
    program->timed = false;
    if (memory->set && !by_program_say(program, "INFO max_memory %lld", (long long)memory->integer))
        return false;
    return by_program_say(program, "INFO game_type 1") &&
           by_program_say(program, "INFO rule %d", by_gomocup_rule_of(rules));
}

static long long milliseconds(double seconds)
{
    return seconds > 0 ? (long long)(seconds * 1000) : 0;
}

/* timeout_match 0 is no limit to the game; timeout_turn 0 asks for the fastest move. */
static bool send_time(struct by_program *program, const struct by_limits *limits)
{
    const struct by_game_clock *clock = limits ? &limits->clock : NULL;
    double per_move = by_program_per_move(program, limits);
    if (clock && by_clock_runs(clock)) {
        if (!program->timed &&
            !by_program_say(program, "INFO timeout_match %lld", milliseconds(clock->left)))
            return false;
        if (!program->timed && clock->increment > 0 &&
            !by_program_say(program, "INFO time_increment %lld", milliseconds(clock->increment)))
            return false;
        program->timed = true;
        if (!by_program_say(program, "INFO time_left %lld", milliseconds(clock->left)))
            return false;
        return by_program_say(program, "INFO timeout_turn %lld",
                              milliseconds(per_move > 0 ? per_move : clock->left));
    }
    if (per_move <= 0 || (program->timed && per_move == program->given[0]))
        return true;
    program->timed = true;
    program->given[0] = per_move;
    return by_program_say(program, "INFO timeout_match 0") &&
           by_program_say(program, "INFO timeout_turn %lld", milliseconds(per_move));
}

/* --- moves ------------------------------------------------------------------------- */

struct board {
    struct by_program *program;
    int mover;
};

static bool say_stone(const struct board *board, by_move move, int side)
{
    char text[TEXT_MAX];
    struct by_text writer = by_text_over(text, sizeof text);
    by_gomocup_write_move(board->program->rules, move, &writer);
    return by_program_say(board->program, "%s,%d", text,
                          side == board->mover ? BY_GOMOCUP_OWN : BY_GOMOCUP_OTHER);
}

static bool put_stone(void *context, int side, int x, int y)
{
    const struct board *board = context;
    return say_stone(board, y * board->program->rules->width + x, side);
}

static bool say_board(struct by_program *program, const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    struct board board = {program, by_line_side(line)};
    if (!by_program_say(program, "BOARD") ||
        !by_stones_of(rules, by_line_position_at(line, 0), put_stone, &board))
        return false;
    for (int i = 0; i < line->count; i++)
        if (!say_stone(&board, line->moves[i],
                       rules->game->side(rules, by_line_position_at(line, i))))
            return false;
    return by_program_say(program, "DONE");
}

static bool count_stone(void *context, int side, int x, int y)
{
    (void)side;
    (void)x;
    (void)y;
    ++*(int *)context;
    return true;
}

/* TURN when the program knows all but the last move, BEGIN on an empty board, else the whole board. */
static bool tell(struct by_program *program, const struct by_line *line, bool next)
{
    char text[TEXT_MAX];
    struct by_text writer = by_text_over(text, sizeof text);
    int stones = 0;
    if (next) {
        by_gomocup_write_move(line->rules, line->moves[line->count - 1], &writer);
        return by_program_say(program, "TURN %s", text);
    }
    if (!by_stones_of(line->rules, by_line_position(line), count_stone, &stones))
        return false;
    return stones == 0 ? by_program_say(program, "BEGIN") : say_board(program, line);
}

/* Whether the program knows all but the last move; if it does not, and has been told anything, the
 * game begins anew. */
static bool follow(struct by_program *program, const struct by_line *line, bool *next)
{
    int common = by_program_common(program, line);
    *next = common > 0 && common == program->told_count && line->count == common + 1;
    if (!*next && program->told_count > 0 && !setup(program, line))
        return false;
    program->told_count = common = *next ? common : 0;
    for (int i = common; i < line->count; i++)
        if (!by_program_told(program, line->moves[i]))
            return false;
    return true;
}

static bool ask(struct by_program *program, const struct by_line *line,
                const struct by_limits *limits, by_move *out)
{
    static const char what[] = "a move";
    char quoted[BY_QUOTE_SIZE];
    const char *answer;
    bool judged, next;
    double allowed = by_program_allowed(program, limits, &judged);
    let_settle(program);
    if (!follow(program, line, &next) || !send_time(program, limits) ||
        !tell(program, line, next) || !hear(program, what, allowed, judged, &answer))
        return false;
    program->moved = by_clock_now();
    if (by_gomocup_read_move(line->rules, answer, out, NULL) == BY_OK)
        return true;
    by_quote(answer, quoted);
    if (answer[strspn(answer, "0123456789-, ")] == '\0')
        return by_program_trouble(program, BY_FAULT_ILLEGAL, "played %s, which is not on the board",
                                  quoted);
    return by_program_trouble(program, BY_FAULT_GARBAGE, "said '%s' instead of %s", quoted, what);
}

static void quit(struct by_program *program)
{
    (void)by_child_say(program->child, "END");
}

static void words(const struct by_rules *rules, const void *position, by_move move,
                  struct by_text *out)
{
    (void)position;
    by_gomocup_write_move(rules, move, out);
}

static const struct by_option options[] = {
    BY_PROGRAM_OPTIONS,
    {"settle", BY_OPTION_TIME, "5ms", 0, 10, NULL,
     "after its move nothing is said to it for so long: some programs do not listen yet"},
    {0}};

static const char *const aside[] = {BY_PROGRAM_ASIDE, "settle", NULL};

const struct by_protocol by_protocol_gomocup = {
    .name = "gomocup",
    .title = "Gomocup engine",
    .summary = "another program that plays Gomoku and speaks Gomocup's protocol",
    .game = BY_GOMOCUP_GAME,
    .options = options,
    .aside = aside,
    .plays = true,
    .accept = accept,
    .begin = begin,
    .setup = setup,
    .ask = ask,
    .quit = quit,
    .words = words,
    .about = about,
};
