#include "players/program.h"
#include "base/clock.h"
#include "games/board.h"
#include "search/timing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The most that a program may say beside an answer to one command. */
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

static void drop(struct by_program *program, double patience)
{
    by_child_close(program->child, patience);
    program->child = NULL;
    program->ready = false;
}

/* "'gnugo --mode gtp' crashed; it said last: 'out of memory'" */
static void keep_sentence(struct by_program *program, const char *format, va_list arguments)
{
    char quoted[BY_QUOTE_SIZE], last[160];
    struct by_text text = by_text_over(program->error.text, sizeof program->error.text);
    by_text_format(&text, "'%s' ", by_quote(program->command, quoted));
    by_text_vformat(&text, format, arguments);
    by_tail_line(&program->tail, last, sizeof last);
    if (last[0])
        by_text_format(&text, "; the last line of its standard error: '%s'", last);
}

bool by_program_trouble(struct by_program *program, enum by_fault fault, const char *format, ...)
{
    program->fault = fault;
    program->error.status = BY_FAILED;
    drop(program, 0); /* first: its last words belong to the sentence */
    va_list arguments;
    va_start(arguments, format);
    keep_sentence(program, format, arguments);
    va_end(arguments);
    return false;
}

/* What it has said of an answer that is not complete, fit for a message; "" when there is none. */
static void half_answer(struct by_program *program, char out[BY_QUOTE_SIZE])
{
    char copy[BY_QUOTE_SIZE];
    size_t size, at = 0;
    const char *data = by_child_unread(program->child, &size);
    struct by_text text = by_text_over(copy, sizeof copy);
    while (at < size && (unsigned char)data[at] <= ' ')
        at++;
    by_text_format(&text, "%.*s", (int)(size - at < BY_QUOTE_SIZE ? size - at : BY_QUOTE_SIZE),
                   data + at);
    by_quote(copy, out);
}

/* Its output has ended: how did it end itself? */
static bool tell_end(struct by_program *program, const char *what)
{
    struct by_fate fate;
    char half[BY_QUOTE_SIZE];
    half_answer(program, half);
    if (!by_child_fate(program->child, FATE_PATIENCE, &fate))
        return by_program_trouble(program, BY_FAULT_CLOSED, "closed its output before %s", what);
    if (fate.signal)
        return by_program_trouble(program, BY_FAULT_CRASH, "crashed before %s (%s, %d)", what,
                                  by_signal_name(fate.signal), fate.signal);
    if (fate.status)
        return by_program_trouble(program, BY_FAULT_CRASH, "ended with status %d before %s",
                                  fate.status, what);
    if (half[0])
        return by_program_trouble(program, BY_FAULT_HALF, "ended in the middle of %s, after '%s'",
                                  what, half);
    return by_program_trouble(program, BY_FAULT_EXIT, "ended before %s", what);
}

static bool tell_silence(struct by_program *program, const char *what, double seconds, bool judged)
{
    char half[BY_QUOTE_SIZE];
    half_answer(program, half);
    if (half[0])
        return by_program_trouble(program, BY_FAULT_HALF,
                                  "stopped in the middle of %s, after '%s', for %.3g s", what, half,
                                  seconds);
    if (judged)
        return by_program_trouble(program, BY_FAULT_TIME,
                                  "lost on time: %s took longer than %.3g s, margin included", what,
                                  seconds);
    return by_program_trouble(program, BY_FAULT_SILENCE, "was silent for %.3g s instead of %s",
                              seconds, what);
}

bool by_program_deaf(struct by_program *program, enum by_heard heard, const char *what,
                     double seconds, bool judged)
{
    switch (heard) {
    case BY_HEARD_END:
        return tell_end(program, what);
    case BY_HEARD_FLOOD:
        return by_program_trouble(program, BY_FAULT_FLOOD, "said more than %d bytes instead of %s",
                                  BY_CHILD_UNREAD, what);
    case BY_HEARD_BELL:
        program->stopped = true;
        drop(program, 0); /* it is still thinking */
        return false;
    case BY_HEARD_SOMETHING:
    case BY_HEARD_NOTHING:
        break;
    }
    return tell_silence(program, what, seconds, judged);
}

/* --- words ------------------------------------------------------------------------- */

bool by_program_say(struct by_program *program, const char *format, ...)
{
    struct by_text measure = by_text_over(NULL, 0);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&measure, format, arguments);
    va_end(arguments);
    char *line = malloc(measure.length + 1);
    if (!line)
        return by_program_trouble(program, BY_FAULT_NONE, "cannot be told: no memory is left");
    struct by_text text = by_text_over(line, measure.length + 1);
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    bool sent = by_child_say(program->child, line);
    free(line);
    program->ignored = 0;
    return sent || by_program_trouble(program, BY_FAULT_SILENCE, "does not read its input");
}

bool by_program_ignore(struct by_program *program, const char *line)
{
    program->ignored += strlen(line) + 1;
    if (program->ignored <= IGNORED_MAX)
        return true;
    return by_program_trouble(program, BY_FAULT_FLOOD, "said more than %d bytes that are no answer",
                              IGNORED_MAX);
}

bool by_program_hear(struct by_program *program, const char *what, double begun, double seconds,
                     bool judged, const char **line)
{
    do {
        enum by_heard heard = by_child_hear(program->child, begun + seconds, line);
        if (heard != BY_HEARD_SOMETHING)
            return by_program_deaf(program, heard, what, seconds, judged);
        if (!by_program_ignore(program, "")) /* empty lines count, too */
            return false;
    } while ((*line)[strspn(*line, " \t")] == '\0');
    return true;
}

/* --- times -------------------------------------------------------------------------- */

double by_program_seconds(const struct by_program *program, const char *name)
{
    const struct by_value *value = by_values_get(&program->values, name);
    return value->set ? value->real : 0;
}

double by_program_per_move(const struct by_program *program, const struct by_limits *limits)
{
    double own = by_program_seconds(program, "time");
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

double by_program_allowed(const struct by_program *program, const struct by_limits *limits,
                          bool *judged)
{
    double allowed = by_program_seconds(program, "move");
    double margin = by_program_seconds(program, "margin");
    double per_move = by_program_per_move(program, limits);
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

int by_program_common(const struct by_program *program, const struct by_line *line)
{
    int common = 0;
    while (common < program->told_count && common < line->count &&
           program->told[common] == line->moves[common])
        common++;
    return common;
}

bool by_program_told(struct by_program *program, by_move move)
{
    if (program->told_count == program->told_room) {
        int room = 2 * program->told_room + 64;
        by_move *told = realloc(program->told, (size_t)room * sizeof *told);
        if (!told)
            return by_program_trouble(program, BY_FAULT_NONE, "cannot be told: no memory is left");
        program->told = told;
        program->told_room = room;
    }
    program->told[program->told_count++] = move;
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

/* --- the program ------------------------------------------------------------------------ */

static bool start(struct by_program *program)
{
    struct by_error error = {.status = BY_OK};
    const struct by_value *memory = by_values_get(&program->values, "mem");
    struct by_child_plan plan = {.command = program->command,
                                 .memory = memory->set ? (size_t)memory->integer : 0,
                                 .cpu = by_program_seconds(program, "cpu"),
                                 .wake = &program->wake,
                                 .tail = &program->tail,
                                 .transcript = &program->transcript};
    program->ready = program->timed = false;
    program->knows = 0;
    if (by_child_open(&plan, &program->child, &error) != BY_OK)
        return by_program_trouble(program, BY_FAULT_START, "%.300s", error.text);
    return program->protocol->begin(program);
}

/* Starts it and sets up the game unless both were done. */
static bool prepare(struct by_program *program, const struct by_line *line)
{
    program->fault = BY_FAULT_NONE;
    program->stopped = program->resigned = false;
    (void)by_fail(&program->error, BY_NO_MEMORY, "there is not enough memory for the program");
    if (!program->child && !start(program))
        return false;
    if (program->ready)
        return true;
    program->told_count = 0;
    if (!program->protocol->setup(program, line))
        return false;
    program->ready = true;
    return true;
}

static enum by_status cannot_write(const struct by_program *program, int why, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    const char *path = by_values_get(&program->values, "transcript")->text;
    return by_fail(err, BY_FAILED, "the transcript '%s' cannot be written: %s",
                   by_quote(path, quoted), strerror(why));
}

static enum by_status open_transcript(struct by_program *program, struct by_error *err)
{
    const struct by_value *path = by_values_get(&program->values, "transcript");
    if (!path->set)
        return BY_OK;
    program->transcript.file = fopen(path->text, "ae");
    return program->transcript.file ? BY_OK : cannot_write(program, errno, err);
}

/* A transcript with a gap is our failure, whatever the program did. */
static enum by_status check_transcript(struct by_program *program, struct by_error *err)
{
    if (!program->transcript.failed)
        return BY_OK;
    program->fault = BY_FAULT_NONE;
    return cannot_write(program, program->transcript.failed, err);
}

static enum by_status read_options(struct by_program *program, const struct by_setting *settings,
                                   int count, struct by_error *err)
{
    char owner[64];
    struct by_text text = by_text_over(owner, sizeof owner);
    by_text_format(&text, "the player %s", program->protocol->name);
    enum by_status status =
        by_values_open(owner, program->protocol->options, settings, count, &program->values, err);
    if (status != BY_OK)
        return status;
    const struct by_value *command = by_values_get(&program->values, "cmd");
    if (!command->set)
        return by_fail(err, BY_BAD_INPUT, "%s wants the command that starts it: %s cmd=\"...\"",
                       owner, program->protocol->name);
    program->command = command->text;
    return open_transcript(program, err);
}

static enum by_status fill(struct by_program *program, const struct by_setting *settings, int count,
                           struct by_error *err)
{
    size_t bytes = (size_t)program->rules->max_moves * sizeof *program->scratch;
    enum by_status status = program->protocol->accept(program->rules, err);
    if (status == BY_OK)
        status = read_options(program, settings, count, err);
    if (status == BY_OK)
        status = by_wake_open(&program->wake, err);
    if (status == BY_OK && !(program->scratch = malloc(bytes)))
        status = by_fail_memory(err, bytes);
    return status;
}

enum by_status by_program_make(const struct by_rules *rules, const struct by_protocol *protocol,
                               const struct by_setting *settings, int count,
                               struct by_program **out, struct by_error *err)
{
    struct by_program *program = calloc(1, sizeof *program);
    *out = NULL;
    if (!program)
        return by_fail_memory(err, sizeof *program);
    program->rules = rules;
    program->protocol = protocol;
    program->wake.end[0] = program->wake.end[1] = -1;
    enum by_status status = fill(program, settings, count, err);
    if (status == BY_OK)
        *out = program;
    else
        by_program_close(program);
    return status;
}

/* The game is set up at once: what a program refuses is known before anything is played. */
static enum by_status begin(struct by_program *program, struct by_error *err)
{
    struct by_line *line = NULL;
    enum by_status status = by_line_open(program->rules, &line, err);
    if (status == BY_OK && !prepare(program, line)) {
        status = program->error.status;
        if (err)
            *err = program->error;
    }
    by_line_close(line);
    return status;
}

enum by_status by_program_open(const struct by_rules *rules, const struct by_protocol *protocol,
                               const struct by_setting *settings, int count,
                               struct by_program **out, struct by_error *err)
{
    enum by_status status = by_program_make(rules, protocol, settings, count, out, err);
    if (status == BY_OK)
        status = begin(*out, err);
    if (status == BY_OK)
        status = check_transcript(*out, err);
    if (status == BY_OK)
        return BY_OK;
    by_program_close(*out);
    *out = NULL;
    return status;
}

const char *by_program_about(struct by_program *program)
{
    if (program->child && program->protocol->about)
        program->protocol->about(program);
    program->fault = BY_FAULT_NONE; /* who does not say who he is has done nothing wrong */
    by_make_printable(program->said, strlen(program->said), "");
    return program->said;
}

/* Lets it go: politely, when it is not in the middle of something. */
static void dismiss(struct by_program *program)
{
    if (!program->child)
        return;
    program->protocol->quit(program);
    if (program->child)
        drop(program, by_program_seconds(program, "stop"));
}

void by_program_close(struct by_program *program)
{
    if (!program)
        return;
    dismiss(program);
    by_wake_close(&program->wake);
    if (program->transcript.file)
        fclose(program->transcript.file);
    by_values_close(&program->values);
    free(program->told);
    free(program->scratch);
    free(program);
}

void by_program_reset(struct by_program *program)
{
    by_wake_clear(&program->wake);
    program->ready = false;
    if (by_values_get(&program->values, "restart")->flag)
        dismiss(program);
}

static bool is_legal(const struct by_program *program, const struct by_line *line, by_move move)
{
    int count = by_line_moves(line, program->scratch);
    for (int i = 0; i < count; i++)
        if (program->scratch[i] == move)
            return true;
    return false;
}

/* Whether a move is a stone on a cell where one lies. */
static bool is_taken(const struct by_line *line, by_move move)
{
    const struct by_rules *rules = line->rules;
    const struct by_board *board = rules->game->board;
    struct by_board_view view;
    if (!board || !board->moves_are_cells || move >= by_board_cells_of(rules))
        return false;
    board->look(rules, by_line_position(line), &view);
    return by_board_owner(&view, (int)move) >= 0;
}

/* "taken since move 16", "taken from the start", "which is not legal here". */
static void write_reason(const struct by_line *line, by_move move, struct by_text *out)
{
    int since = line->count;
    if (!is_taken(line, move)) {
        by_text_format(out, "which is not legal here, after %d moves", line->count);
        return;
    }
    while (since > 0 && line->moves[since - 1] != move)
        since--;
    if (since > 0)
        by_text_format(out, "taken since move %d", since);
    else
        by_text_add(out, "taken from the start");
}

static bool check_move(struct by_program *program, const struct by_line *line, by_move move)
{
    char own[64], text[64], reason[80];
    struct by_text said = by_text_over(own, sizeof own), ours = by_text_over(text, sizeof text);
    struct by_text why = by_text_over(reason, sizeof reason);
    const void *position = by_line_position(line);
    if (is_legal(program, line, move))
        return !program->protocol->plays || by_program_told(program, move);
    program->protocol->words(line->rules, position, move, &said);
    line->rules->game->write_move(line->rules, position, move, &ours);
    write_reason(line, move, &why);
    if (by_same_text(own, text))
        return by_program_trouble(program, BY_FAULT_ILLEGAL, "played %s, %s", own, reason);
    return by_program_trouble(program, BY_FAULT_ILLEGAL, "played %s (%s), %s", own, text, reason);
}

void by_program_announce(struct by_program *program, int64_t number, int side)
{
    struct by_transcript *transcript = &program->transcript;
    if (!transcript->file)
        return;
    if (fprintf(transcript->file, "           # game %lld, as %s\n", (long long)number,
                side == 0 ? "the first player (X, black)" : "the second player (O, white)") < 0 &&
        !transcript->failed)
        transcript->failed = errno ? errno : EIO;
}

/* Who cannot move, in Othello, passes: that is no decision, and programs differ in how they say it. */
static bool must_pass(struct by_program *program, const struct by_line *line, by_move *out)
{
    const struct by_rules *rules = program->rules;
    *out = rules->action_count - 1;
    return rules->game->board && rules->game->board->may_pass &&
           by_line_moves(line, program->scratch) == 1 && program->scratch[0] == *out;
}

static bool ask(struct by_program *program, const struct by_line *line,
                const struct by_limits *limits, by_move *out)
{
    if (must_pass(program, line, out)) {
        program->fault = BY_FAULT_NONE;
        program->stopped = program->resigned = false;
        return true; /* it is told with the next move */
    }
    if (!prepare(program, line) || !program->protocol->ask(program, line, limits, out))
        return false;
    return *out == BY_NO_MOVE || check_move(program, line, *out);
}

enum by_status by_program_move(struct by_program *program, const struct by_line *line,
                               const struct by_limits *limits, struct by_decision *decision,
                               struct by_error *err)
{
    double begun = by_clock_now();
    struct by_move_stat *moves = decision->moves;
    by_move move = BY_NO_MOVE;
    *decision = (struct by_decision){.move = BY_NO_MOVE, .moves = moves};
    bool good = ask(program, line, limits, &move);
    by_wake_clear(&program->wake);
    decision->work.seconds = by_clock_now() - begun;
    if (check_transcript(program, err) != BY_OK)
        return BY_FAILED;
    if (!good && !program->stopped) {
        if (err)
            *err = program->error;
        return program->error.status;
    }
    decision->move = good ? move : BY_NO_MOVE;
    decision->complete = decision->move != BY_NO_MOVE;
    return BY_OK;
}

void by_program_stop(struct by_program *program)
{
    by_wake_ring(&program->wake);
}
