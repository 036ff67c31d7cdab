#include "cli/play/keep.h"
#include "base/file.h"
#include "cli/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static enum by_status find_format(const char *path, const struct by_record_format **out,
                                  struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    struct by_text list = by_text_over(names, sizeof names);
    *out = by_record_format_of(path);
    if (*out)
        return BY_OK;
    by_record_format_names(&list);
    return by_fail(err, BY_BAD_INPUT,
                   "the name '%s' has no ending of a format of game records (%s); .game is one for "
                   "every game",
                   by_quote(path, quoted), names);
}

static enum by_status write_text(const struct by_kept *kept, const char *path, char **text,
                                 size_t *size, struct by_error *err)
{
    const struct by_record_format *format;
    const char *info[BY_INFO_COUNT] = {NULL};
    char date[32] = "";
    time_t now = time(NULL);
    struct tm day;
    *text = NULL;
    enum by_status status = find_format(path, &format, err);
    if (status != BY_OK)
        return status;
    if (localtime_r(&now, &day))
        (void)strftime(date, sizeof date, "%Y-%m-%d", &day);
    info[BY_INFO_first] = kept->names[0];
    info[BY_INFO_second] = kept->names[1];
    info[BY_INFO_result] = kept->result;
    info[BY_INFO_date] = date;
    return by_record_line_text(kept->line, info, format, text, size, err);
}

enum by_status by_keep(const struct by_kept *kept, const char *path, struct by_error *err)
{
    char *text;
    size_t size;
    enum by_status status = write_text(kept, path, &text, &size, err);
    if (status == BY_OK)
        status = by_file_save(path, text, size, err);
    free(text);
    return status;
}

/* Some formats refuse a game without moves: the first one legal will do to find out about the rest. */
int by_keep_check(struct by_cli *cli, const struct by_line *line, const char *path)
{
    struct by_line *trial = NULL;
    char *text = NULL;
    size_t size;
    by_move *moves = calloc((size_t)line->rules->max_moves, sizeof *moves);
    enum by_status status =
        moves ? by_line_open(line->rules, &trial, &cli->error) : by_fail_memory(&cli->error, 1);
    if (status == BY_OK)
        by_line_begin(trial, by_line_position_at(line, 0));
    if (status == BY_OK && by_line_moves(trial, moves) > 0)
        status = by_line_play(trial, moves[0], &cli->error);
    if (status == BY_OK) {
        const struct by_kept kept = {.line = trial, .names = {"", ""}};
        status = write_text(&kept, path, &text, &size, &cli->error);
    }
    if (status == BY_OK)
        status = by_file_can_save(path, &cli->error);
    free(text);
    by_line_close(trial);
    free(moves);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

bool by_keep_taken(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

void by_keep_name(const char *path, int number, char out[BY_KEEP_PATH])
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    if (number <= 1)
        snprintf(out, BY_KEEP_PATH, "%s", path);
    else
        snprintf(out, BY_KEEP_PATH, "%.*s-%d%s", (int)stem, path, number, dot ? dot : "");
}
