#include "players/program.h"
#include "base/clock.h"
#include "search/timing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The most that an engine may say beside an answer to one command. */
#define IGNORED_MAX 1048576
/* How long to wait for the end of a process whose output has ended, to learn how it ended. */
#define FATE_PATIENCE 0.3

extern const struct by_protocol by_protocol_gtp, by_protocol_gomocup, by_protocol_nboard;

const struct by_protocol *by_protocol_at(int index)
{
    static const struct by_protocol *const all[] = {&by_protocol_gtp, &by_protocol_gomocup,
                                                    &by_protocol_nboard};
    return index >= 0 && index < (int)(sizeof all / sizeof all[0]) ? all[index] : NULL;
}

const struct by_protocol *by_protocol_find(const char *name)
{
    const struct by_protocol *protocol;
    for (int i = 0; (protocol = by_protocol_at(i)); i++)
        if (by_same_text(name, protocol->name))
            return protocol;
    return NULL;
}

/* --- trouble ---------------------------------------------------------------------- */

static void drop(struct by_engine *engine, double patience)
{
    by_child_close(engine->child, patience);
    engine->child = NULL;
    engine->ready = false;
}

/* "'gnugo --mode gtp' crashed; it said last: 'out of memory'" */
static void keep_sentence(struct by_engine *engine, const char *format, va_list arguments)
{
    char quoted[BY_QUOTE_SIZE], last[160];
    struct by_text text = by_text_over(engine->error.text, sizeof engine->error.text);
    by_text_format(&text, "'%s' ", by_quote(engine->command, quoted));
    by_text_vformat(&text, format, arguments);
    by_tail_line(&engine->tail, last, sizeof last);
    if (last[0])
        by_text_format(&text, "; the last line of its standard error: '%s'", last);
}

bool by_engine_trouble(struct by_engine *engine, enum by_fault fault, const char *format, ...)
{
    engine->fault = fault;
    engine->error.status = BY_FAILED;
    drop(engine, 0); /* first: its last words belong to the sentence */
    va_list arguments;
    va_start(arguments, format);
    keep_sentence(engine, format, arguments);
    va_end(arguments);
    return false;
}

/* What it has said of an answer that is not complete, fit for a message; "" when there is none. */
static void half_answer(struct by_engine *engine, char out[BY_QUOTE_SIZE])
{
    char copy[BY_QUOTE_SIZE];
    size_t size, at = 0;
    const char *data = by_child_unread(engine->child, &size);
    struct by_text text = by_text_over(copy, sizeof copy);
    while (at < size && (unsigned char)data[at] <= ' ')
        at++;
    by_text_format(&text, "%.*s", (int)(size - at < BY_QUOTE_SIZE ? size - at : BY_QUOTE_SIZE),
                   data + at);
    by_quote(copy, out);
}

/* Its output has ended: how did it end itself? */
static bool tell_end(struct by_engine *engine, const char *what)
{
    struct by_fate fate;
    char half[BY_QUOTE_SIZE];
    half_answer(engine, half);
    if (!by_child_fate(engine->child, FATE_PATIENCE, &fate))
        return by_engine_trouble(engine, BY_FAULT_CLOSED, "closed its output before %s", what);
    if (fate.signal)
        return by_engine_trouble(engine, BY_FAULT_CRASH, "crashed before %s (%s, %d)", what,
                                 by_signal_name(fate.signal), fate.signal);
    if (fate.status)
        return by_engine_trouble(engine, BY_FAULT_CRASH, "ended with status %d before %s",
                                 fate.status, what);
    if (half[0])
        return by_engine_trouble(engine, BY_FAULT_HALF, "ended in the middle of %s, after '%s'",
                                 what, half);
    return by_engine_trouble(engine, BY_FAULT_EXIT, "ended before %s", what);
}

static bool tell_silence(struct by_engine *engine, const char *what, double seconds, bool judged)
{
    char half[BY_QUOTE_SIZE];
    half_answer(engine, half);
    if (half[0])
        return by_engine_trouble(engine, BY_FAULT_HALF,
                                 "stopped in the middle of %s, after '%s', for %.3g s", what, half,
                                 seconds);
    if (judged)
        return by_engine_trouble(engine, BY_FAULT_TIME,
                                 "lost on time: %s took longer than %.3g s, margin included", what,
                                 seconds);
    return by_engine_trouble(engine, BY_FAULT_SILENCE, "was silent for %.3g s instead of %s",
                             seconds, what);
}

bool by_engine_deaf(struct by_engine *engine, enum by_heard heard, const char *what, double seconds,
                    bool judged)
{
    switch (heard) {
    case BY_HEARD_END:
        return tell_end(engine, what);
    case BY_HEARD_FLOOD:
        return by_engine_trouble(engine, BY_FAULT_FLOOD, "said more than %d bytes instead of %s",
                                 BY_CHILD_UNREAD, what);
    case BY_HEARD_BELL:
        engine->stopped = true;
        drop(engine, 0); /* it is still thinking */
        return false;
    case BY_HEARD_SOMETHING:
    case BY_HEARD_NOTHING:
        break;
    }
    return tell_silence(engine, what, seconds, judged);
}

/* --- words ------------------------------------------------------------------------- */

bool by_engine_say(struct by_engine *engine, const char *format, ...)
{
    struct by_text measure = by_text_over(NULL, 0);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&measure, format, arguments);
    va_end(arguments);
    char *line = malloc(measure.length + 1);
    if (!line)
        return by_engine_trouble(engine, BY_FAULT_NONE, "cannot be told: no memory is left");
    struct by_text text = by_text_over(line, measure.length + 1);
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    bool sent = by_child_say(engine->child, line);
    free(line);
    engine->ignored = 0;
    return sent || by_engine_trouble(engine, BY_FAULT_SILENCE, "does not read its input");
}

bool by_engine_ignore(struct by_engine *engine, const char *line)
{
    engine->ignored += strlen(line) + 1;
    if (engine->ignored <= IGNORED_MAX)
        return true;
    return by_engine_trouble(engine, BY_FAULT_FLOOD, "said more than %d bytes that are no answer",
                             IGNORED_MAX);
}

bool by_engine_hear(struct by_engine *engine, const char *what, double begun, double seconds,
                    bool judged, const char **line)
{
    do {
        enum by_heard heard = by_child_hear(engine->child, begun + seconds, line);
        if (heard != BY_HEARD_SOMETHING)
            return by_engine_deaf(engine, heard, what, seconds, judged);
        if (!by_engine_ignore(engine, "")) /* empty lines count, too */
            return false;
    } while ((*line)[strspn(*line, " \t")] == '\0');
    return true;
}

/* --- times -------------------------------------------------------------------------- */

double by_engine_seconds(const struct by_engine *engine, const char *name)
{
    const struct by_value *value = by_values_get(&engine->values, name);
    return value->set ? value->real : 0;
}

double by_engine_per_move(const struct by_engine *engine, const struct by_limits *limits)
{
    double own = by_engine_seconds(engine, "time");
    double caller = limits ? limits->seconds : 0;
    if (own <= 0 || (caller > 0 && caller < own))
        return caller;
    return own;
}

/* What the clock holds for one move, all overtime included. */
static double on_clock(const struct by_game_clock *clock)
{
    double left = clock->left > 0 ? clock->left : 0;
    int periods = clock->stones > 0 || clock->periods < 1 ? 1 : clock->periods;
    return left + (clock->period > 0 ? clock->period * periods : 0);
}

double by_engine_allowed(const struct by_engine *engine, const struct by_limits *limits,
                         bool *judged)
{
    double allowed = by_engine_seconds(engine, "move");
    double margin = by_engine_seconds(engine, "margin");
    double per_move = by_engine_per_move(engine, limits);
    *judged = false;
    if (per_move > 0 && per_move + margin < allowed) {
        allowed = per_move + margin;
        *judged = true;
    }
    if (limits && by_clock_runs(&limits->clock) && on_clock(&limits->clock) + margin < allowed) {
        allowed = on_clock(&limits->clock) + margin;
        *judged = true;
    }
    return allowed;
}

/* --- the line ------------------------------------------------------------------------- */

int by_engine_common(const struct by_engine *engine, const struct by_line *line)
{
    int common = 0;
    while (common < engine->told_count && common < line->count &&
           engine->told[common] == line->moves[common])
        common++;
    return common;
}

bool by_engine_told(struct by_engine *engine, by_move move)
{
    if (engine->told_count == engine->told_room) {
        int room = 2 * engine->told_room + 64;
        by_move *told = realloc(engine->told, (size_t)room * sizeof *told);
        if (!told)
            return by_engine_trouble(engine, BY_FAULT_NONE, "cannot be told: no memory is left");
        engine->told = told;
        engine->told_room = room;
    }
    engine->told[engine->told_count++] = move;
    return true;
}

/* The next stone of a player at or behind `at`, in the order of the text; false: none is left. */
static bool next_stone(const char *text, char stone, size_t *at)
{
    while (text[*at] && text[*at] != ' ' && text[*at] != stone)
        ++*at;
    return text[*at] == stone;
}

static bool emit_stones(const struct by_rules *rules, const char *text, by_stone_fn *emit,
                        void *context)
{
    size_t at[2] = {0, 0};
    size_t row = (size_t)rules->width + 1; /* and a '/' */
    for (int side = 0, misses = 0; misses < 2; side = 1 - side) {
        if (!next_stone(text, side == 0 ? 'X' : 'O', &at[side])) {
            misses++;
            continue;
        }
        misses = 0;
        if (!emit(context, side, (int)(at[side] % row), rules->height - 1 - (int)(at[side] / row)))
            return false;
        at[side]++;
    }
    return true;
}

bool by_stones_of(const struct by_rules *rules, const void *position, by_stone_fn *emit,
                  void *context)
{
    struct by_text measure = by_text_over(NULL, 0);
    rules->game->write(rules, position, &measure);
    char *text = malloc(measure.length + 1);
    if (!text)
        return false;
    struct by_text writer = by_text_over(text, measure.length + 1);
    rules->game->write(rules, position, &writer);
    bool good = emit_stones(rules, text, emit, context);
    free(text);
    return good;
}

/* --- the engine ------------------------------------------------------------------------ */

static bool start(struct by_engine *engine)
{
    struct by_error error = {.status = BY_OK};
    const struct by_value *memory = by_values_get(&engine->values, "mem");
    struct by_child_plan plan = {.command = engine->command,
                                 .memory = memory->set ? (size_t)memory->integer : 0,
                                 .cpu = by_engine_seconds(engine, "cpu"),
                                 .wake = &engine->wake,
                                 .tail = &engine->tail,
                                 .transcript = engine->transcript};
    engine->ready = engine->timed = false;
    engine->knows = 0;
    if (by_child_open(&plan, &engine->child, &error) != BY_OK)
        return by_engine_trouble(engine, BY_FAULT_START, "%.300s", error.text);
    return engine->protocol->begin(engine);
}

/* Starts it and sets up the game unless both were done. */
static bool prepare(struct by_engine *engine, const struct by_line *line)
{
    engine->fault = BY_FAULT_NONE;
    engine->stopped = engine->resigned = false;
    (void)by_fail(&engine->error, BY_NO_MEMORY, "there is not enough memory for the engine");
    if (!engine->child && !start(engine))
        return false;
    if (engine->ready)
        return true;
    engine->told_count = 0;
    if (!engine->protocol->setup(engine, line))
        return false;
    engine->ready = true;
    return true;
}

static enum by_status open_transcript(struct by_engine *engine, struct by_error *err)
{
    const struct by_value *path = by_values_get(&engine->values, "transcript");
    char quoted[BY_QUOTE_SIZE];
    if (!path->set)
        return BY_OK;
    engine->transcript = fopen(path->text, "ae");
    return engine->transcript ? BY_OK
                              : by_fail(err, BY_FAILED, "the transcript '%s' cannot be written: %s",
                                        by_quote(path->text, quoted), strerror(errno));
}

static enum by_status read_options(struct by_engine *engine, const struct by_setting *settings,
                                   int count, struct by_error *err)
{
    char owner[64];
    struct by_text text = by_text_over(owner, sizeof owner);
    by_text_format(&text, "the player %s", engine->protocol->name);
    enum by_status status =
        by_values_open(owner, engine->protocol->options, settings, count, &engine->values, err);
    if (status != BY_OK)
        return status;
    const struct by_value *command = by_values_get(&engine->values, "cmd");
    if (!command->set)
        return by_fail(err, BY_BAD_INPUT, "%s wants the command that starts it: %s cmd=\"...\"",
                       owner, engine->protocol->name);
    engine->command = command->text;
    return open_transcript(engine, err);
}

static enum by_status fill(struct by_engine *engine, const struct by_setting *settings, int count,
                           struct by_error *err)
{
    size_t bytes = (size_t)engine->rules->max_moves * sizeof *engine->scratch;
    enum by_status status = engine->protocol->accept(engine->rules, err);
    if (status == BY_OK)
        status = read_options(engine, settings, count, err);
    if (status == BY_OK)
        status = by_wake_open(&engine->wake, err);
    if (status == BY_OK && !(engine->scratch = malloc(bytes)))
        status = by_fail_memory(err, bytes);
    return status;
}

enum by_status by_engine_make(const struct by_rules *rules, const struct by_protocol *protocol,
                              const struct by_setting *settings, int count, struct by_engine **out,
                              struct by_error *err)
{
    struct by_engine *engine = calloc(1, sizeof *engine);
    *out = NULL;
    if (!engine)
        return by_fail_memory(err, sizeof *engine);
    engine->rules = rules;
    engine->protocol = protocol;
    engine->wake.end[0] = engine->wake.end[1] = -1;
    enum by_status status = fill(engine, settings, count, err);
    if (status == BY_OK)
        *out = engine;
    else
        by_engine_close(engine);
    return status;
}

/* The game is set up at once: what an engine refuses is known before anything is played. */
static enum by_status begin(struct by_engine *engine, struct by_error *err)
{
    struct by_line *line = NULL;
    enum by_status status = by_line_open(engine->rules, &line, err);
    if (status == BY_OK && !prepare(engine, line)) {
        status = engine->error.status;
        if (err)
            *err = engine->error;
    }
    by_line_close(line);
    return status;
}

enum by_status by_engine_open(const struct by_rules *rules, const struct by_protocol *protocol,
                              const struct by_setting *settings, int count, struct by_engine **out,
                              struct by_error *err)
{
    enum by_status status = by_engine_make(rules, protocol, settings, count, out, err);
    if (status == BY_OK)
        status = begin(*out, err);
    if (status == BY_OK)
        return BY_OK;
    by_engine_close(*out);
    *out = NULL;
    return status;
}

/* Lets it go: politely, when it is not in the middle of something. */
static void dismiss(struct by_engine *engine)
{
    if (!engine->child)
        return;
    engine->protocol->quit(engine);
    if (engine->child)
        drop(engine, by_engine_seconds(engine, "stop"));
}

void by_engine_close(struct by_engine *engine)
{
    if (!engine)
        return;
    dismiss(engine);
    by_wake_close(&engine->wake);
    if (engine->transcript)
        fclose(engine->transcript);
    by_values_close(&engine->values);
    free(engine->told);
    free(engine->scratch);
    free(engine);
}

void by_engine_reset(struct by_engine *engine)
{
    by_wake_clear(&engine->wake);
    engine->ready = false;
    if (by_values_get(&engine->values, "restart")->flag)
        dismiss(engine);
}

static bool is_legal(const struct by_engine *engine, const struct by_line *line, by_move move)
{
    int count = by_line_moves(line, engine->scratch);
    for (int i = 0; i < count; i++)
        if (engine->scratch[i] == move)
            return true;
    return false;
}

static bool check_move(struct by_engine *engine, const struct by_line *line, by_move move)
{
    char text[64];
    struct by_text writer = by_text_over(text, sizeof text);
    if (is_legal(engine, line, move))
        return !engine->protocol->plays || by_engine_told(engine, move);
    line->rules->game->write_move(line->rules, by_line_position(line), move, &writer);
    return by_engine_trouble(engine, BY_FAULT_ILLEGAL, "played %s, which is not legal here", text);
}

/* Who cannot move in Othello passes: that is no decision, and engines differ in how they say it. */
static bool must_pass(struct by_engine *engine, const struct by_line *line, by_move *out)
{
    const struct by_rules *rules = engine->rules;
    *out = rules->action_count - 1;
    return strcmp(rules->game->name, "othello") == 0 && by_line_moves(line, engine->scratch) == 1 &&
           engine->scratch[0] == *out;
}

static bool ask(struct by_engine *engine, const struct by_line *line,
                const struct by_limits *limits, by_move *out)
{
    if (must_pass(engine, line, out)) {
        engine->fault = BY_FAULT_NONE;
        engine->stopped = engine->resigned = false;
        return true; /* it is told with the next move */
    }
    if (!prepare(engine, line) || !engine->protocol->ask(engine, line, limits, out))
        return false;
    return *out == BY_NO_MOVE || check_move(engine, line, *out);
}

enum by_status by_engine_move(struct by_engine *engine, const struct by_line *line,
                              const struct by_limits *limits, struct by_decision *decision,
                              struct by_error *err)
{
    double begun = by_clock_now();
    struct by_move_stat *moves = decision->moves;
    by_move move = BY_NO_MOVE;
    *decision = (struct by_decision){.move = BY_NO_MOVE, .moves = moves};
    bool good = ask(engine, line, limits, &move);
    by_wake_clear(&engine->wake);
    decision->work.seconds = by_clock_now() - begun;
    if (!good && !engine->stopped) {
        if (err)
            *err = engine->error;
        return engine->error.status;
    }
    decision->move = good ? move : BY_NO_MOVE;
    decision->complete = decision->move != BY_NO_MOVE;
    return BY_OK;
}

void by_engine_stop(struct by_engine *engine)
{
    by_wake_ring(&engine->wake);
}
