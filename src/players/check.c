#include "players/check.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

bool by_check_table(struct by_check *check, int width, int height)
{
    char size[32];
    struct by_text text = by_text_over(size, sizeof size);
    struct by_setting setting = {"size", size};
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    by_text_format(&text, "%dx%d", width, height);
    if (by_rules_open(check->game, &setting, width > 0 ? 1 : 0, NULL, &rules, NULL) != BY_OK)
        return false;
    by_move *moves = malloc((size_t)rules->max_moves * sizeof *moves);
    if (!moves || by_line_open(rules, &line, NULL) != BY_OK) {
        free(moves);
        by_rules_close(rules);
        return false;
    }
    free(check->moves);
    check->moves = moves;
    by_line_close(check->line);
    if (check->rules)
        by_rules_close(check->rules);
    check->rules = rules;
    check->line = line;
    return true;
}

static void forget(struct by_check *check)
{
    check->sent[0] = check->got[0] = '\0';
}

#define QUIET_S 0.2 /* without a word: it has said all */
#define DRAIN_S 3.0 /* and nobody listens longer */

/* Takes what it still says, so that it is no answer to what comes next. */
static void drain(struct by_check *check)
{
    double end = by_clock_now() + DRAIN_S;
    struct by_child *child = check->program->child;
    while (child && by_clock_now() < end) {
        size_t size;
        (void)by_child_unread(child, &size);
        by_child_take(child, size);
        if (by_child_wait(child, 0, by_clock_now() + QUIET_S) != BY_HEARD_SOMETHING)
            return;
    }
}

bool by_check_note(struct by_check *check, bool good, const char *expected)
{
    struct by_finding finding = {check->part, check->sent, expected, check->got, good};
    check->wrong += !good;
    check->emit(check->context, &finding);
    forget(check);
    if (!good)
        drain(check);
    return good;
}

static bool is_stopped(const struct by_check *check)
{
    return check->stop && atomic_load(check->stop);
}

static bool start(struct by_check *check)
{
    struct by_program *program = check->program;
    const struct by_value *memory = by_values_get(&program->values, "mem");
    struct by_child_plan plan = {.command = program->command,
                                 .memory = memory->set ? (size_t)memory->integer : 0,
                                 .cpu = by_program_seconds(program, "cpu"),
                                 .wake = &program->wake,
                                 .tail = &program->tail,
                                 .transcript = &program->transcript};
    /* What runs it may take long to start, an interpreter on a busy machine, and once more after a
     * fault: the first answer may take as long as a start. */
    check->first = by_clock_now() + by_program_seconds(program, "start");
    return by_child_open(&plan, &program->child, NULL) == BY_OK;
}

bool by_check_part(struct by_check *check, const char *part)
{
    check->part = part;
    forget(check);
    return !is_stopped(check) && !check->gone && (check->program->child || start(check));
}

void by_check_say(struct by_check *check, const char *format, ...)
{
    char line[4096];
    struct by_text text = by_text_over(line, sizeof line);
    size_t used = strlen(check->sent);
    struct by_text sent = by_text_over(check->sent + used, sizeof check->sent - used);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    by_text_format(&sent, "%s%s", used > 0 ? "; " : "", line);
    if (check->program->child)
        (void)by_child_say(check->program->child, line);
}

static void end(struct by_check *check, double patience)
{
    by_child_close(check->program->child, patience);
    check->program->child = NULL;
}

static const char *words_for(struct by_check *check, enum by_heard heard, struct by_fate *fate)
{
    if (heard == BY_HEARD_FLOOD)
        return "far too much output";
    if (heard == BY_HEARD_NOTHING)
        return "silence";
    if (!by_child_fate(check->program->child, 0.3, fate))
        return "it closed its output";
    return fate->signal ? by_signal_name(fate->signal) : "it ended";
}

bool by_check_deaf(struct by_check *check, enum by_heard heard, const char *expected)
{
    char last[160];
    struct by_fate fate = {0};
    struct by_text got = by_text_over(check->got, sizeof check->got);
    if (!check->program->child)
        return false; /* that was a finding before */
    if (heard == BY_HEARD_BELL) {
        end(check, 0);
        return false;
    }
    check->gone |= heard == BY_HEARD_END && !check->heard;
    by_text_add(&got, words_for(check, heard, &fate));
    if (fate.status)
        by_text_format(&got, " with status %d", fate.status);
    end(check, 0);
    by_tail_line(&check->program->tail, last, sizeof last);
    if (last[0])
        by_text_format(&got, " (standard error: %s)", last);
    return by_check_note(check, false, expected);
}

#define LOOK_S 0.1

/* Waits for a line where `line` is not NULL, else for more than the `known` bytes; looks now and then
 * whether somebody wants us to stop. */
static enum by_heard await(struct by_check *check, size_t known, double deadline, const char **line)
{
    deadline = deadline > check->first ? deadline : check->first;
    for (;;) {
        double soon = by_clock_now() + LOOK_S;
        double until = soon < deadline ? soon : deadline;
        if (is_stopped(check))
            return BY_HEARD_BELL;
        enum by_heard heard = line ? by_child_hear(check->program->child, until, line)
                                   : by_child_wait(check->program->child, known, until);
        check->heard |= heard == BY_HEARD_SOMETHING;
        check->first = heard == BY_HEARD_SOMETHING ? 0 : check->first;
        if (heard != BY_HEARD_NOTHING || until >= deadline)
            return heard;
    }
}

enum by_heard by_check_wait(struct by_check *check, size_t known, double deadline)
{
    return await(check, known, deadline, NULL);
}

bool by_check_hear(struct by_check *check, const char *expected, double seconds, const char **line)
{
    enum by_heard heard = BY_HEARD_END;
    struct by_text got = by_text_over(check->got, sizeof check->got);
    if (check->program->child)
        heard = await(check, 0, by_clock_now() + seconds, line);
    if (heard != BY_HEARD_SOMETHING)
        return by_check_deaf(check, heard, expected);
    by_text_add(&got, *line);
    return true;
}

void by_check_farewell(struct by_check *check)
{
    double patience = by_program_seconds(check->program, "stop");
    struct by_fate fate;
    struct by_text got = by_text_over(check->got, sizeof check->got);
    if (!check->program->child)
        return;
    bool ended = by_child_fate(check->program->child, patience, &fate);
    if (!ended)
        by_text_format(&got, "it still runs after %.3g s", patience);
    else if (fate.signal)
        by_text_format(&got, "it ended by %s", by_signal_name(fate.signal));
    else
        by_text_format(&got, "it ended with status %d", fate.status);
    end(check, 0);
    by_check_note(check, ended && fate.signal == 0 && fate.status == 0, "its end, with status 0");
}

by_move by_check_move(struct by_check *check)
{
    int count = by_line_moves(check->line, check->moves);
    return count > 0 ? check->moves[(count - 1) * 2 / 3] : BY_NO_MOVE;
}

/* --- all of it --------------------------------------------------------------------------- */

static bool run(struct by_check *check, const struct by_protocol *protocol)
{
    if (strcmp(protocol->name, "gomocup") == 0)
        return by_check_gomocup(check);
    return strcmp(protocol->name, "nboard") == 0 ? by_check_nboard(check) : by_check_gtp(check);
}

enum by_status by_check(const struct by_protocol *protocol, const struct by_setting *settings,
                        int count, const char *game, const atomic_bool *stop, by_finding_fn *emit,
                        void *context, int *wrong, struct by_error *err)
{
    struct by_check check = {.stop = stop, .emit = emit, .context = context};
    check.game = game ? game : protocol->game;
    *wrong = 0;
    struct by_rules *rules = NULL; /* to ask whether the game can be played at all */
    enum by_status status = by_rules_open(check.game, NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = protocol->accept(rules, err);
    if (status == BY_OK)
        status = by_program_make(rules, protocol, settings, count, &check.program, err);
    if (status == BY_OK && !run(&check, protocol) && !check.gone)
        status = by_fail(err, BY_FAILED,
                         is_stopped(&check) ? "stopped: the rest was not checked"
                                            : "the program could not be started");
    by_line_close(check.line);
    free(check.moves);
    if (check.rules)
        by_rules_close(check.rules);
    by_program_close(check.program);
    if (rules)
        by_rules_close(rules);
    *wrong = check.wrong;
    return status;
}
