/* match_records.c: what a match reads and writes besides its store: openings, records of games. */
#include "base/file.h"
#include "cli/arena/match.h"
#include "cli/file.h"
#include "record/sgf_line.h"
#include "report/game_record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- openings -------------------------------------------------------------------- */

static int read_file(struct by_cli *cli, const char *path, const struct by_rules *rules,
                     struct by_openings *out)
{
    char quoted[BY_QUOTE_SIZE];
    size_t size = 0;
    char *text = by_cli_read(cli, path, BY_SGF_BYTES_MAX, &size);
    if (!text)
        return BY_EXIT_USAGE;
    enum by_status status = by_openings_read(rules, path, text, size, out, &cli->error);
    free(text);
    if (status == BY_OK)
        return BY_EXIT_OK;
    return by_cli_refuse(cli, "%s: %s", by_cli_file_name(path, quoted), cli->error.text);
}

static const char prefix[] = "random:";

bool by_match_openings_in_file(const char *text)
{
    return text && strncmp(text, prefix, strlen(prefix)) != 0;
}

int by_match_openings(struct by_cli *cli, const char *text, const struct by_rules *rules,
                      struct by_openings *out)
{
    char quoted[BY_QUOTE_SIZE];
    int64_t plies;
    *out = (struct by_openings){0};
    if (!text)
        return BY_EXIT_OK;
    if (by_openings_are_rule(rules, text))
        return by_openings_by_rule(rules, out, &cli->error) == BY_OK ? BY_EXIT_OK
                                                                     : by_cli_report(cli);
    if (by_match_openings_in_file(text))
        return read_file(cli, text, rules, out);
    if (!by_read_int(text + strlen(prefix), 0, BY_OPENING_PLIES_MAX, &plies))
        return by_cli_refuse(cli,
                             "--openings wants random:PLIES with PLIES from 0 to %d, or a file, "
                             "not '%s'",
                             BY_OPENING_PLIES_MAX, by_quote(text, quoted));
    out->plies = (int)plies;
    return BY_EXIT_OK;
}

/* --- records ------------------------------------------------------------------------ */

static enum by_status save(const char *path, const struct by_played *played,
                           const struct by_line *line, const char *first, const char *second,
                           struct by_error *err)
{
    char *text = NULL;
    size_t size = 0;
    enum by_status status = by_game_record(played, line, first, second, &text, &size, err);
    if (status == BY_OK)
        status = by_file_save(path, text, size, err);
    free(text);
    return status;
}

static enum by_status write_record(void *context, const struct by_played *played,
                                   const struct by_line *line, struct by_error *err)
{
    const struct by_match_records *records = context;
    char path[4150];
    struct by_text text = by_text_over(path, sizeof path);
    by_text_format(&text, "%s/%06lld.sgf", records->folder, (long long)played->number + 1);
    return save(path, played, line, records->plan->a, records->plan->b, err);
}

enum by_status by_tournament_record(void *context, const struct by_tournament *t,
                                    const struct by_meeting *meeting,
                                    const struct by_played *played, const struct by_line *line,
                                    struct by_error *err)
{
    char path[4200];
    struct by_text text = by_text_over(path, sizeof path);
    by_text_format(&text, "%s/", (const char *)context);
    if (t->format == BY_SWISS)
        by_text_format(&text, "round%d-", meeting->round + 1);
    by_text_format(&text, "%d-%d-%06lld.sgf", meeting->a + 1, meeting->b + 1,
                   (long long)played->number + 1);
    return save(path, played, line, t->players[meeting->a].name, t->players[meeting->b].name, err);
}

int by_records_folder(struct by_cli *cli, const char *folder)
{
    char quoted[BY_QUOTE_SIZE];
    struct stat info;
    if (strlen(folder) > 4000)
        return by_cli_refuse(cli, "--records: the folder's name is too long");
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return by_cli_failed(cli, "the folder %s cannot be made: %s", by_quote(folder, quoted),
                             strerror(errno));
    if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode))
        return by_cli_refuse(cli, "--records wants a folder, and %s is none",
                             by_quote(folder, quoted));
    return BY_EXIT_OK;
}

int by_match_records_open(struct by_cli *cli, struct by_match_records *records,
                          struct by_match_plan *plan, const char *folder)
{
    int status = by_records_folder(cli, folder);
    if (status != BY_EXIT_OK)
        return status;
    *records = (struct by_match_records){folder, plan};
    plan->record = write_record;
    plan->record_context = records;
    return BY_EXIT_OK;
}
