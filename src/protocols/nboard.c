/* nboard.c: the loop, and the commands that do not think.
 *
 * Nothing is answered but ping, go, hint, learn and analyze; what is wrong with another command is
 * said as a status, which the board shows. Source: orbanova.com/nboard/protocol.htm. */
#include "base/file.h"
#include "protocols/nboard_engine.h"

#include "base/buffer.h"
#include "record/record.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_MAX 4096

/* --- answers ------------------------------------------------------------------------- */

static void send(struct by_nboard *nboard, const char *text, size_t size)
{
    if (!nboard->broken && !by_file_put(nboard->out, text, size))
        nboard->broken = errno;
}

void by_nboard_say(struct by_nboard *nboard, const char *format, ...)
{
    char line[ANSWER_MAX];
    struct by_text text = by_text_over(line, sizeof line - 1);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    size_t length = text.length < sizeof line - 2 ? text.length : sizeof line - 2;
    line[length] = '\n';
    send(nboard, line, length + 1);
}

/* --- commands -------------------------------------------------------------------------- */

static void run_nboard(struct by_nboard *nboard)
{
    int64_t version;
    if (by_read_int(nboard->argument, 0, INT32_MAX, &version))
        by_nboard_say(nboard, "set myname Banyan");
    else
        by_nboard_say(nboard, "status nboard takes the version of the protocol");
}

static void run_ping(struct by_nboard *nboard)
{
    int64_t number;
    if (by_read_int(nboard->argument, INT64_MIN, INT64_MAX, &number))
        by_nboard_say(nboard, "pong %lld", (long long)number);
    else
        by_nboard_say(nboard, "status ping takes a whole number");
}

static void run_learn(struct by_nboard *nboard)
{
    by_nboard_say(nboard, "learned"); /* there is no book to add it to */
}

static void run_quit(struct by_nboard *nboard)
{
    nboard->quit = true;
}

static void set_depth(struct by_nboard *nboard, const char *value)
{
    if (by_read_int(value, 1, 100, &nboard->depth))
        by_nboard_say(nboard, "set myname Banyan%lld", (long long)nboard->depth);
    else
        by_nboard_say(nboard, "status set depth takes 1 to 100");
}

/* Contempt is about draws in a book. */
static void set_contempt(struct by_nboard *nboard, const char *value)
{
    double contempt;
    if (!by_read_real(value, -1e6, 1e6, &contempt))
        by_nboard_say(nboard, "status set contempt takes a number");
}

/* --- clocks in GGF ------------------------------------------------------------------------ */

/* "15:00", "1:00:00", "15": hours, minutes and seconds from the right; a lone number is minutes. */
static double read_clock(const char *text)
{
    double seconds = 0;
    int fields = 0;
    int64_t number;
    while (fields < 3 && *text >= '0' && *text <= '9' && by_scan_int(&text, &number)) {
        seconds = 60 * seconds + (double)(number < 1000000 ? number : 1000000);
        fields++;
        if (*text != ':')
            break;
        text++;
    }
    return fields == 1 ? 60 * seconds : seconds;
}

/* The third part of "F5/1.50/12.3"; 0: it is not there. */
static double read_used(const char *move)
{
    char word[32];
    double seconds;
    size_t length;
    for (int i = 0; i < 2; i++) {
        move += strcspn(move, "/]");
        if (*move++ != '/')
            return 0;
    }
    length = strcspn(move, "/] \t\r");
    if (length == 0 || length >= sizeof word)
        return 0;
    memcpy(word, move, length);
    word[length] = '\0';
    return by_read_real(word, 0, 1e9, &seconds) ? seconds : 0;
}

/* The game's clock and what its moves took of it: "TI[15:00//02:00]", "B[F5/1.5/3.2]". */
static void read_times(struct by_nboard *nboard, const char *game)
{
    nboard->whole = nboard->increment = nboard->used[0] = nboard->used[1] = 0;
    while (*game) {
        const char *name = game + strspn(game, "(; \t");
        const char *value = strchr(name, '[');
        if (!value)
            return;
        size_t length = (size_t)(value++ - name);
        if (length == 2 && strncmp(name, "TI", 2) == 0) {
            const char *slash = strchr(value, '/');
            nboard->whole = read_clock(value);
            nboard->increment =
                slash && slash < value + strcspn(value, "]") ? read_clock(slash + 1) : 0;
        } else if (length == 1 && (*name == 'B' || *name == 'W')) {
            nboard->used[*name == 'W'] += read_used(value);
        }
        game = value + strcspn(value, "]");
        game += *game == ']';
    }
}

/* --- the game --------------------------------------------------------------------------------- */

static enum by_status read_game(const char *text, struct by_record *record, struct by_error *err)
{
    const struct by_record_format *ggf = by_record_format_find("ggf");
    struct by_record_source source = {.format = ggf, .text = text, .size = strlen(text)};
    const struct by_record_request whole = {.ply = -1};
    bool found = false;
    enum by_status status = by_record_next(&source, record, &found, err);
    if (status == BY_OK && !found)
        return by_fail(err, BY_BAD_INPUT, "there is no game in it");
    if (status == BY_OK)
        status = by_record_play(record, &whole, err);
    if (status == BY_OK && !by_nboard_fits(record->rules))
        return by_fail(err, BY_BAD_INPUT, "only Othello on 8x8 is played here");
    return status;
}

static void set_game(struct by_nboard *nboard, const char *text)
{
    struct by_record record = {.rules = NULL};
    enum by_status status = read_game(text, &record, &nboard->error);
    if (status == BY_OK)
        status = by_session_adopt(nboard->session, record.rules, record.line, &nboard->error);
    if (status == BY_OK) {
        record.rules = NULL;
        record.line = NULL;
        read_times(nboard, text);
    } else {
        by_nboard_say(nboard, "status cannot set game: %s", nboard->error.text);
    }
    by_record_close(&record);
}

static void run_move(struct by_nboard *nboard)
{
    struct by_session *session = nboard->session;
    by_move move;
    int side = by_line_side(session->line);
    enum by_status status = by_nboard_read_move(session->rules, by_line_position(session->line),
                                                nboard->argument, &move, &nboard->error);
    if (status == BY_OK)
        status = by_session_play(session, side, move, &nboard->error);
    if (status == BY_OK)
        nboard->used[side] += read_used(nboard->argument);
    else
        by_nboard_say(nboard, "status cannot move: %s", nboard->error.text);
    if (status == BY_OK && move == nboard->said)
        by_session_await(session);
    nboard->said = BY_NO_MOVE;
}

/* The word at *cursor, which moves behind it and the blanks that follow. */
static const char *take_word(const char **cursor, char *word, size_t size)
{
    size_t length = strcspn(*cursor, " \t"), kept = length < size ? length : size - 1;
    memcpy(word, *cursor, kept);
    word[kept] = '\0';
    *cursor += length;
    *cursor += strspn(*cursor, " \t");
    return word;
}

static void run_set(struct by_nboard *nboard)
{
    char name[16];
    const char *value = nboard->argument;
    take_word(&value, name, sizeof name);
    if (strcmp(name, "depth") == 0)
        set_depth(nboard, value);
    else if (strcmp(name, "game") == 0)
        set_game(nboard, value);
    else if (strcmp(name, "contempt") == 0)
        set_contempt(nboard, value);
}

/* --- the loop --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(struct by_nboard *nboard);
} commands[] = {
    {"nboard", run_nboard},
    {"set", run_set},
    {"move", run_move},
    {"hint", by_nboard_run_hint},
    {"ping", run_ping},
    {"go", by_nboard_run_go},
    {"analyze", by_nboard_run_analyze},
    {"learn", run_learn},
    {"quit", run_quit},
};

/* Version 1 sent a move without "move" before it. */
static bool is_bare_move(const char *line)
{
    return strlen(line) == 2 && strchr("abcdefghABCDEFGH", line[0]) && line[1] >= '1' &&
           line[1] <= '8';
}

static void obey(struct by_nboard *nboard)
{
    char name[16];
    char *line = nboard->line;
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    line += strspn(line, " \t");
    nboard->error = (struct by_error){.status = BY_OK};
    nboard->argument = line;
    if (is_bare_move(line) || by_same_text(line, "PA")) {
        run_move(nboard);
        return;
    }
    take_word(&nboard->argument, name, sizeof name);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, name) == 0)
            commands[i].run(nboard);
}

/* On the reader's thread: a ping stops what is being thought, and is answered in its turn. */
static bool hear_line(void *context, const char *line)
{
    struct by_nboard *nboard = context;
    line += strspn(line, " \t");
    bool stops = strncmp(line, "ping", 4) == 0 || strncmp(line, "quit", 4) == 0;
    by_mutex_lock(&nboard->lock);
    if (stops)
        nboard->stop_at = nboard->heard;
    nboard->heard++;
    by_mutex_unlock(&nboard->lock);
    if (stops)
        by_session_stop(nboard->session);
    return true;
}

static void hear_queued(void *context)
{
    by_session_heard(((struct by_nboard *)context)->session);
}

static void hear_end(void *context, double seconds, bool gone)
{
    by_session_ended(((struct by_nboard *)context)->session, seconds, gone);
}

bool by_nboard_hurried(struct by_nboard *nboard)
{
    by_mutex_lock(&nboard->lock);
    bool hurried = nboard->taken <= nboard->stop_at;
    by_mutex_unlock(&nboard->lock);
    return hurried;
}

static bool take_line(struct by_nboard *nboard)
{
    if (nboard->quit || nboard->broken ||
        !by_input_next(nboard->input, nboard->line, &nboard->came))
        return false;
    by_mutex_lock(&nboard->lock);
    nboard->taken++;
    by_mutex_unlock(&nboard->lock);
    return true;
}

static enum by_status serve(struct by_nboard *nboard, const struct by_nboard_config *config,
                            struct by_error *err)
{
    const struct by_ear ear = {.context = nboard,
                               .line = hear_line,
                               .queued = hear_queued,
                               .ended = hear_end,
                               .stop = config->stop};
    enum by_status status = by_input_open(config->in, nboard->out, &ear, &nboard->input, err);
    if (status != BY_OK)
        return status;
    while (take_line(nboard)) {
        obey(nboard);
        if (!nboard->quit)
            by_session_ponder(nboard->session, nboard->input);
    }
    by_input_close(nboard->input);
    return by_input_answered(nboard->broken, err);
}

enum by_status by_nboard_serve(const struct by_nboard_config *config, struct by_error *err)
{
    struct by_nboard *nboard = calloc(1, sizeof *nboard);
    if (!nboard)
        return by_fail_memory(err, sizeof *nboard);
    if (!by_mutex_open(&nboard->lock)) {
        free(nboard);
        return by_fail(err, BY_FAILED, "the system gave no lock for the engine");
    }
    nboard->out = config->out;
    nboard->said = BY_NO_MOVE;
    enum by_status status = by_session_open(&config->session, &nboard->session, err);
    if (status == BY_OK)
        status = serve(nboard, config, err);
    by_session_close(nboard->session);
    by_mutex_close(&nboard->lock);
    free(nboard);
    return status;
}
