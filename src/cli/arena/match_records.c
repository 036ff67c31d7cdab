/* match_records.c: what a match reads and writes besides its store: openings, records of games. */
#include "base/file.h"
#include "cli/arena/match.h"
#include "cli/file.h"
#include "games/value.h"
#include "record/sgf_line.h"

#include <errno.h>
#include <math.h>
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

static const struct by_record_format *format(void)
{
    return by_record_format_find("sgf");
}

/* "B+3", "W+", "0": the first player is SGF's black. */
static void write_result(const struct by_rules *rules, const struct by_played *played,
                         struct by_text *out)
{
    bool first_won = (played->points == 2) == played->a_first;
    if (played->points == 1) {
        by_text_char(out, '0');
        return;
    }
    by_text_format(out, "%c+", first_won ? 'B' : 'W');
    if (played->scored && rules->game->has_margin) {
        by_write_number(fabs(played->score), 6, out);
    } else if (by_ending_find(played->ended) == BY_END_RESIGNED) {
        by_text_add(out, "Resign");
    } else if (by_ending_find(played->ended) == BY_END_TIME) {
        by_text_add(out, "Time");
    } else if (!played->scored) {
        by_text_add(out, "Forfeit");
    }
}

static enum by_status write_record(void *context, const struct by_played *played,
                                   const struct by_line *line, struct by_error *err)
{
    const struct by_match_records *records = context;
    const struct by_match_plan *plan = records->plan;
    char result[64], round[32], path[4150], *text = NULL;
    size_t size = 0;
    struct by_text result_text = by_text_over(result, sizeof result);
    write_result(line->rules, played, &result_text);
    struct by_text round_text = by_text_over(round, sizeof round);
    by_text_format(&round_text, "%lld", (long long)played->number + 1);
    struct by_text path_text = by_text_over(path, sizeof path);
    by_text_format(&path_text, "%s/%06lld.sgf", records->folder, (long long)played->number + 1);

    const char *info[BY_INFO_COUNT] = {NULL};
    info[BY_INFO_first] = played->a_first ? plan->a : plan->b;
    info[BY_INFO_second] = played->a_first ? plan->b : plan->a;
    info[BY_INFO_result] = result;
    info[BY_INFO_round] = round;
    info[BY_INFO_about] = played->reason[0] ? played->reason : NULL;
    enum by_status status = by_record_line_text(line, info, format(), &text, &size, err);
    if (status == BY_OK)
        status = by_file_save(path, text, size, err);
    free(text);
    return status;
}

int by_match_records_open(struct by_cli *cli, struct by_match_records *records,
                          struct by_match_plan *plan, const char *folder)
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
    *records = (struct by_match_records){folder, plan};
    plan->record = write_record;
    plan->record_context = records;
    return BY_EXIT_OK;
}
