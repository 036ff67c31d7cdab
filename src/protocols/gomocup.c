/* gomocup.c: the loop, the register of commands, lists between a command and DONE, and what says
 * who we are. */
#include "base/file.h"
#include "protocols/gomocup_engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_MAX 4096

static const struct entry {
    const char *name;
    by_gomocup_function *run;
} entries[] = {
#define BY_GOMOCUP_COMMAND(name, function) {name, by_gomocup_run_##function},
#include "protocols/gomocup_commands.def"
#undef BY_GOMOCUP_COMMAND
};
#define ENTRIES (sizeof entries / sizeof entries[0])

/* The command that the line begins with, and what is behind its name; NULL: none. */
static const struct entry *find_entry(const char *line, const char **behind)
{
    char name[16];
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    if (length == 0 || length >= sizeof name)
        return NULL;
    memcpy(name, line, length);
    name[length] = '\0';
    *behind = line + length + strspn(line + length, " \t");
    for (size_t i = 0; i < ENTRIES; i++)
        if (by_same_text(entries[i].name, name))
            return &entries[i];
    return NULL;
}

/* --- answers ------------------------------------------------------------------------- */

/* The lock is held. */
static void send(struct by_gomocup *gomocup, const char *text, size_t size)
{
    if (!gomocup->broken && !by_file_put(gomocup->out, text, size))
        gomocup->broken = errno;
}

static void say(struct by_gomocup *gomocup, const char *word, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
static void say(struct by_gomocup *gomocup, const char *word, const char *format, va_list arguments)
{
    char line[ANSWER_MAX];
    struct by_text text = by_text_over(line, sizeof line - 1);
    by_text_add(&text, word);
    by_text_vformat(&text, format, arguments);
    size_t length = text.length < sizeof line - 2 ? text.length : sizeof line - 2;
    line[length] = '\n';
    by_mutex_lock(&gomocup->lock);
    send(gomocup, line, length + 1);
    by_mutex_unlock(&gomocup->lock);
}

void by_gomocup_say(struct by_gomocup *gomocup, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(gomocup, "", format, arguments);
    va_end(arguments);
}

void by_gomocup_error(struct by_gomocup *gomocup, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(gomocup, "ERROR ", format, arguments);
    va_end(arguments);
}

void by_gomocup_run_about(struct by_gomocup *gomocup)
{
    by_gomocup_say(gomocup,
                   "name=\"Banyan\", version=\"%s\", author=\"the Banyan project\", "
                   "country=\"-\"",
                   by_version());
}

/* --- the reader's thread ----------------------------------------------------------------- */

static void stop_all(struct by_gomocup *gomocup, bool ending)
{
    by_mutex_lock(&gomocup->lock);
    gomocup->stop_at = gomocup->heard;
    gomocup->ending = gomocup->ending || ending;
    by_mutex_unlock(&gomocup->lock);
    by_session_stop(gomocup->session);
}

/* Whether the owner is in the middle of a search and has nothing else to do first. */
static bool is_thinking(struct by_gomocup *gomocup)
{
    by_mutex_lock(&gomocup->lock);
    bool last = gomocup->heard == gomocup->taken;
    by_mutex_unlock(&gomocup->lock);
    by_mutex_lock(&gomocup->session->lock);
    bool thinking = gomocup->session->thinking;
    by_mutex_unlock(&gomocup->session->lock);
    return last && thinking;
}

/* YXSTOP and END act at once, and ABOUT is answered during a search: everything else waits. */
static bool hear_line(void *context, const char *line)
{
    struct by_gomocup *gomocup = context;
    const char *behind;
    char copy[16];
    size_t length = strcspn(line, "\r");
    if (length < sizeof copy) {
        memcpy(copy, line, length);
        copy[length] = '\0';
        const struct entry *entry = find_entry(copy, &behind);
        by_gomocup_function *run = entry ? entry->run : NULL;
        if (run == by_gomocup_run_end || run == by_gomocup_run_yxstop)
            stop_all(gomocup, run == by_gomocup_run_end);
        if (run == by_gomocup_run_yxstop)
            return false;
        if (run == by_gomocup_run_about && is_thinking(gomocup)) {
            by_gomocup_run_about(gomocup);
            return false;
        }
    }
    by_mutex_lock(&gomocup->lock);
    gomocup->heard++;
    by_mutex_unlock(&gomocup->lock);
    return true;
}

static void hear_queued(void *context)
{
    by_session_heard(((struct by_gomocup *)context)->session);
}

static void hear_end(void *context, double seconds, bool gone)
{
    by_session_ended(((struct by_gomocup *)context)->session, seconds, gone);
}

bool by_gomocup_hurried(struct by_gomocup *gomocup)
{
    by_mutex_lock(&gomocup->lock);
    bool hurried = gomocup->ending || gomocup->taken <= gomocup->stop_at;
    by_mutex_unlock(&gomocup->lock);
    return hurried;
}

/* --- lists ---------------------------------------------------------------------------------- */

static void begin_list(struct by_gomocup *gomocup, enum by_gomocup_list list)
{
    gomocup->list = list;
    gomocup->listed.count = 0;
    gomocup->list_error[0] = '\0';
    gomocup->list_came = gomocup->came;
    if (!gomocup->started)
        strcpy(gomocup->list_error, "no game has been started: START comes first");
    else
        by_gomocup_take_rule(gomocup);
}

void by_gomocup_run_board(struct by_gomocup *gomocup)
{
    begin_list(gomocup, BY_GOMOCUP_BOARD);
}

void by_gomocup_run_yxboard(struct by_gomocup *gomocup)
{
    begin_list(gomocup, BY_GOMOCUP_YXBOARD);
}

void by_gomocup_run_swap2board(struct by_gomocup *gomocup)
{
    begin_list(gomocup, BY_GOMOCUP_SWAP2);
}

/* The stones of SWAP2BOARD are black and white in turn, and nobody's yet. */
static enum by_status read_listed(const struct by_gomocup *gomocup, const char *line,
                                  struct by_gomocup_stone *out, struct by_error *err)
{
    const struct by_rules *rules = gomocup->session->rules;
    if (gomocup->list != BY_GOMOCUP_SWAP2)
        return by_gomocup_read_stone(rules, line, &out->move, &out->who, err);
    out->who = gomocup->listed.count % 2 == 0 ? BY_GOMOCUP_OTHER : BY_GOMOCUP_OWN;
    return by_gomocup_read_move(rules, line, &out->move, err);
}

/* An error is kept for DONE: one list, one answer. */
static void add_listed(struct by_gomocup *gomocup, const char *line)
{
    struct by_gomocup_stones *listed = &gomocup->listed;
    struct by_gomocup_stone stone;
    if (gomocup->list_error[0])
        return;
    struct by_text text = by_text_over(gomocup->list_error, sizeof gomocup->list_error);
    if (read_listed(gomocup, line, &stone, &gomocup->error) != BY_OK)
        by_text_add(&text, gomocup->error.text);
    else if (by_gomocup_find(listed, stone.move) >= 0)
        by_text_format(&text, "two stones at %.40s", line);
    else
        listed->stone[listed->count++] = stone;
}

void by_gomocup_run_done(struct by_gomocup *gomocup)
{
    enum by_gomocup_list list = gomocup->list;
    gomocup->list = BY_GOMOCUP_NO_LIST;
    gomocup->came = gomocup->list_came;
    if (list == BY_GOMOCUP_NO_LIST) {
        by_gomocup_error(gomocup, "DONE ends a BOARD, and there is none");
        return;
    }
    if (gomocup->list_error[0]) {
        by_gomocup_error(gomocup, "%s", gomocup->list_error);
        return;
    }
    if (list == BY_GOMOCUP_SWAP2) {
        by_gomocup_swap2(gomocup, &gomocup->listed);
        return;
    }
    gomocup->stones = gomocup->listed;
    if (list == BY_GOMOCUP_BOARD)
        by_gomocup_answer(gomocup, 0);
}

/* --- the loop -------------------------------------------------------------------------------- */

static void unknown_command(struct by_gomocup *gomocup)
{
    char quoted[BY_QUOTE_SIZE];
    by_gomocup_say(gomocup, "UNKNOWN command '%s'", by_quote(gomocup->line, quoted));
}

static bool keeps_list(by_gomocup_function *run)
{
    return run == by_gomocup_run_done || run == by_gomocup_run_info ||
           run == by_gomocup_run_about || run == by_gomocup_run_end;
}

/* Another command gives up a list that was begun, which is then answered too. */
static void obey(struct by_gomocup *gomocup)
{
    char *line = gomocup->line;
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    gomocup->error = (struct by_error){.status = BY_OK};
    if (line[strspn(line, " \t")] == '\0')
        return;
    const struct entry *entry = find_entry(line, &gomocup->argument);
    if (!entry) {
        if (gomocup->list != BY_GOMOCUP_NO_LIST)
            add_listed(gomocup, line);
        else
            unknown_command(gomocup);
        return;
    }
    if (gomocup->list != BY_GOMOCUP_NO_LIST && !keeps_list(entry->run)) {
        gomocup->list = BY_GOMOCUP_NO_LIST;
        by_gomocup_error(gomocup, "a BOARD was not ended by DONE");
    }
    entry->run(gomocup);
}

static bool take_line(struct by_gomocup *gomocup)
{
    if (!by_input_next(gomocup->input, gomocup->line, &gomocup->came))
        return false;
    if (gomocup->came < gomocup->answered) /* nobody's clock runs while he waits for another */
        gomocup->came = gomocup->answered;
    by_mutex_lock(&gomocup->lock);
    gomocup->taken++;
    bool broken = gomocup->broken;
    by_mutex_unlock(&gomocup->lock);
    return !broken;
}

static enum by_status serve(struct by_gomocup *gomocup, const struct by_gomocup_config *config,
                            struct by_error *err)
{
    const struct by_ear ear = {.context = gomocup,
                               .line = hear_line,
                               .queued = hear_queued,
                               .ended = hear_end,
                               .stop = config->stop};
    enum by_status status = by_input_open(config->in, gomocup->out, &ear, &gomocup->input, err);
    if (status != BY_OK)
        return status;
    while (!gomocup->quit && take_line(gomocup)) {
        obey(gomocup);
        if (!gomocup->quit)
            by_session_ponder(gomocup->session, gomocup->input);
    }
    by_input_close(gomocup->input);
    return by_input_answered(gomocup->broken, err);
}

enum by_status by_gomocup_serve(const struct by_gomocup_config *config, struct by_error *err)
{
    struct by_gomocup *gomocup = calloc(1, sizeof *gomocup);
    if (!gomocup)
        return by_fail_memory(err, sizeof *gomocup);
    if (!by_mutex_open(&gomocup->lock)) {
        free(gomocup);
        return by_fail(err, BY_FAILED, "the system gave no lock for the engine");
    }
    gomocup->out = config->out;
    gomocup->spec = config->session.spec;
    gomocup->defaults = config->session.defaults;
    by_gomocup_forget_infos(&gomocup->info);
    enum by_status status = by_session_open(&config->session, &gomocup->session, err);
    if (status == BY_OK)
        status = serve(gomocup, config, err);
    by_session_close(gomocup->session);
    by_mutex_close(&gomocup->lock);
    free(gomocup);
    return status;
}

void by_gomocup_run_end(struct by_gomocup *gomocup)
{
    gomocup->quit = true;
}

void by_gomocup_run_yxstop(struct by_gomocup *gomocup)
{
    (void)gomocup; /* heard as it came */
}

/* What Yixin-Board asks first, for its menus: threads, and the table as a power of two of KiB. */
void by_gomocup_run_yxshowinfo(struct by_gomocup *gomocup)
{
    gomocup->info.detail = true;
    by_gomocup_say(gomocup, "MESSAGE Banyan %s", by_version());
    by_gomocup_say(gomocup, "MESSAGE INFO MAX_THREAD_NUM 64");
    by_gomocup_say(gomocup, "MESSAGE INFO MAX_HASH_SIZE 20");
}
