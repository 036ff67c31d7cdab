/* gtp.c: the loop, the register of commands, and those that say who we are. */
#include "base/file.h"
#include "protocols/gtp_engine.h"

#include "base/clock.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_MAX (16U << 20)

static const struct by_gtp_entry entries[] = {
#define BY_GTP(name, function, least, most, usage)                                                 \
    {name, least, most, usage, by_gtp_run_##function},
#include "protocols/gtp_commands.def"
#undef BY_GTP
};

const struct by_gtp_entry *by_gtp_entry_at(int index)
{
    int count = (int)(sizeof entries / sizeof entries[0]);
    return index >= 0 && index < count ? &entries[index] : NULL;
}

static const struct by_gtp_entry *find_entry(const char *name)
{
    const struct by_gtp_entry *entry;
    for (int i = 0; (entry = by_gtp_entry_at(i)); i++)
        if (strcmp(entry->name, name) == 0)
            return entry;
    return NULL;
}

/* --- answers ------------------------------------------------------------------------- */

void by_gtp_say(struct by_gtp *gtp, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    by_buffer_vformat(&gtp->text, format, arguments);
    va_end(arguments);
}

/* What was said before is dropped: a refusal is one sentence. */
void by_gtp_fail(struct by_gtp *gtp, const char *format, ...)
{
    va_list arguments;
    by_buffer_close(&gtp->text);
    by_buffer_open(&gtp->text, ANSWER_MAX);
    va_start(arguments, format);
    by_buffer_vformat(&gtp->text, format, arguments);
    va_end(arguments);
    gtp->failed = true;
}

void by_gtp_fail_because(struct by_gtp *gtp, const char *what)
{
    by_gtp_fail(gtp, "%s: %s", what, gtp->error.text);
}

void by_gtp_send(struct by_gtp *gtp, const char *text, size_t size)
{
    if (!gtp->broken && !by_file_put(gtp->out, text, size))
        gtp->broken = errno;
}

static void send_answer(struct by_gtp *gtp)
{
    struct by_buffer whole;
    by_buffer_open(&whole, 2 * ANSWER_MAX);
    if (gtp->text.failed)
        by_gtp_write_answer(&whole, gtp->command.id, false, "the answer is too long");
    else
        by_gtp_write_answer(&whole, gtp->command.id, !gtp->failed, by_buffer_text(&gtp->text));
    if (whole.failed)
        by_gtp_send(gtp, "? out of memory\n\n", 17);
    else
        by_gtp_send(gtp, whole.data, whole.length);
    by_buffer_close(&whole);
}

/* --- arguments ------------------------------------------------------------------------ */

static const char *argument(const struct by_gtp *gtp, int index)
{
    return index < gtp->command.count ? gtp->command.arguments[index] : "";
}

bool by_gtp_colour_at(struct by_gtp *gtp, int index, int *side)
{
    char quoted[BY_QUOTE_SIZE];
    if (by_gtp_read_colour(argument(gtp, index), side))
        return true;
    by_gtp_fail(gtp, "syntax error: '%s' is no colour: black or white",
                by_quote(argument(gtp, index), quoted));
    return false;
}

bool by_gtp_int_at(struct by_gtp *gtp, int index, int64_t low, int64_t high, int64_t *out)
{
    char quoted[BY_QUOTE_SIZE];
    if (by_read_int(argument(gtp, index), low, high, out))
        return true;
    by_gtp_fail(gtp, "syntax error: '%s' is no whole number from %lld to %lld",
                by_quote(argument(gtp, index), quoted), (long long)low, (long long)high);
    return false;
}

bool by_gtp_real_at(struct by_gtp *gtp, int index, double low, double high, double *out)
{
    char quoted[BY_QUOTE_SIZE];
    if (by_read_real(argument(gtp, index), low, high, out))
        return true;
    by_gtp_fail(gtp, "syntax error: '%s' is no number from %g to %g",
                by_quote(argument(gtp, index), quoted), low, high);
    return false;
}

void by_gtp_join(const struct by_gtp *gtp, int index, struct by_text *out)
{
    for (int i = index; i < gtp->command.count; i++)
        by_text_format(out, "%s%s", i > index ? " " : "", gtp->command.arguments[i]);
}

bool by_gtp_is(const struct by_gtp *gtp, enum by_trait trait)
{
    return by_rules_have(gtp->session->rules, trait);
}

/* --- the loop -------------------------------------------------------------------------- */

/* On the reader's thread. */
static bool hear_line(void *context, const char *line)
{
    struct by_gtp *gtp = context;
    if (!by_gtp_is_interrupt(line))
        return true;
    by_session_stop(gtp->session);
    return false;
}

static void hear_queued(void *context)
{
    by_session_heard(((struct by_gtp *)context)->session);
}

static void hear_end(void *context, double seconds, bool gone)
{
    by_session_ended(((struct by_gtp *)context)->session, seconds, gone);
}

static void run_entry(struct by_gtp *gtp, const struct by_gtp_entry *entry)
{
    int count = gtp->command.count;
    if (count < entry->least || (entry->most >= 0 && count > entry->most) || gtp->command.cut)
        by_gtp_fail(gtp, "syntax error: %s takes %s%s", entry->name,
                    *entry->usage ? entry->usage : "no arguments",
                    gtp->command.cut ? ", and not so many" : "");
    else
        entry->run(gtp);
}

static void unknown_command(struct by_gtp *gtp)
{
    char quoted[BY_QUOTE_SIZE], names[4096], hint[96];
    struct by_text list = by_text_over(names, sizeof names);
    struct by_text near = by_text_over(hint, sizeof hint);
    for (int i = 0; by_gtp_entry_at(i); i++)
        by_text_format(&list, "%s%s", i > 0 ? "|" : "", by_gtp_entry_at(i)->name);
    by_suggest(&near, gtp->command.name, names);
    by_gtp_fail(gtp, "unknown command%s%s%s%s", *gtp->command.name ? ": '" : "",
                *gtp->command.name ? by_quote(gtp->command.name, quoted) : "",
                *gtp->command.name ? "'" : "", hint);
}

static void obey(struct by_gtp *gtp)
{
    if (!by_gtp_read_command(gtp->line, &gtp->command))
        return;
    const struct by_gtp_entry *entry = find_entry(gtp->command.name);
    by_buffer_open(&gtp->text, ANSWER_MAX);
    gtp->failed = gtp->answered = false;
    gtp->error = (struct by_error){.status = BY_OK};
    if (entry)
        run_entry(gtp, entry);
    else
        unknown_command(gtp);
    if (!gtp->answered)
        send_answer(gtp);
    by_buffer_close(&gtp->text);
}

static enum by_status serve(struct by_gtp *gtp, const struct by_gtp_config *config,
                            struct by_error *err)
{
    const struct by_ear ear = {.context = gtp,
                               .line = hear_line,
                               .queued = hear_queued,
                               .ended = hear_end,
                               .stop = config->stop};
    enum by_status status = by_input_open(config->in, gtp->out, &ear, &gtp->input, err);
    if (status != BY_OK)
        return status;
    while (!gtp->quit && !gtp->broken && by_input_next(gtp->input, gtp->line, &gtp->came)) {
        obey(gtp);
        if (!gtp->quit)
            by_session_ponder(gtp->session, gtp->input);
    }
    by_input_close(gtp->input);
    return by_input_answered(gtp->broken, err);
}

enum by_status by_gtp_serve(const struct by_gtp_config *config, struct by_error *err)
{
    struct by_gtp *gtp = calloc(1, sizeof *gtp);
    if (!gtp)
        return by_fail_memory(err, sizeof *gtp);
    gtp->out = config->out;
    gtp->late = 0.002; /* something always comes between */
    enum by_status status = by_session_open(&config->session, &gtp->session, err);
    if (status == BY_OK)
        status = serve(gtp, config, err);
    by_session_close(gtp->session);
    free(gtp);
    return status;
}

/* --- who we are -------------------------------------------------------------------------- */

void by_gtp_run_protocol_version(struct by_gtp *gtp)
{
    by_gtp_say(gtp, "2");
}

void by_gtp_run_name(struct by_gtp *gtp)
{
    by_gtp_say(gtp, "Banyan");
}

void by_gtp_run_version(struct by_gtp *gtp)
{
    by_gtp_say(gtp, "%s", by_version());
}

void by_gtp_run_known_command(struct by_gtp *gtp)
{
    by_gtp_say(gtp, "%s", find_entry(gtp->command.arguments[0]) ? "true" : "false");
}

void by_gtp_run_list_commands(struct by_gtp *gtp)
{
    for (int i = 0; by_gtp_entry_at(i); i++)
        by_gtp_say(gtp, "%s%s", i > 0 ? "\n" : "", by_gtp_entry_at(i)->name);
}

void by_gtp_run_quit(struct by_gtp *gtp)
{
    gtp->quit = true;
}

void by_gtp_run_nothing(struct by_gtp *gtp)
{
    (void)gtp; /* good to know */
}

void by_gtp_run_kgs_chat(struct by_gtp *gtp)
{
    by_gtp_say(gtp, "I am Banyan %s, and I think with: %s", by_version(),
               by_player_spec(gtp->session->player));
}

void by_gtp_run_list_games(struct by_gtp *gtp)
{
    struct by_gtp_game game;
    for (int i = 0; by_gtp_game_at(i, &game); i++)
        by_gtp_say(gtp, "%s%s", i > 0 ? "\n" : "", game.name);
}

void by_gtp_run_set_game(struct by_gtp *gtp)
{
    char quoted[BY_QUOTE_SIZE];
    const struct by_session_settings none = {.count = 0};
    struct by_gtp_game game;
    if (!by_gtp_game_find(gtp->command.arguments[0], &game))
        by_gtp_fail(gtp, "unsupported game: there is no '%s'; list_games names the games",
                    by_quote(gtp->command.arguments[0], quoted));
    else if (by_session_choose(gtp->session, game.game, &none, NULL, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "cannot set game");
    else
        by_gtp_begin(gtp);
}
