#include "cli/file.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool by_is_file(const char *argument)
{
    struct stat info;
    if (strcmp(argument, "-") == 0)
        return true;
    if (!*argument || by_game_find(argument, NULL))
        return false;
    return by_record_format_of(argument) || (stat(argument, &info) == 0 && !S_ISDIR(info.st_mode));
}

const char *by_cli_file_name(const char *path, char buffer[BY_QUOTE_SIZE])
{
    return strcmp(path, "-") == 0 ? "standard input" : by_quote(path, buffer);
}

/* --- reading -------------------------------------------------------------------- */

char *by_cli_read(struct by_cli *cli, const char *path, size_t most, size_t *size)
{
    char *text;
    enum by_status status =
        strcmp(path, "-") == 0
            ? by_file_load_stream(stdin, "standard input", most, &text, size, &cli->error)
            : by_file_load(path, most, &text, size, &cli->error);
    if (status != BY_OK)
        by_cli_report(cli);
    return text;
}

static const struct by_record_format *guess(const struct by_record_file *file)
{
    const struct by_record_format *format = by_record_format_of(file->path);
    return format ? format : by_record_format_sniff(file->text, file->source.size);
}

int by_record_file_open(struct by_cli *cli, const char *path, const char *format,
                        struct by_record_file *file)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    *file = (struct by_record_file){.path = path};
    if (format && !by_record_format_find(format))
        return by_cli_unknown(cli, "format", format, by_record_format_names);
    file->text = by_cli_read(cli, path, BY_SGF_BYTES_MAX, &file->source.size);
    if (!file->text)
        return BY_EXIT_USAGE;
    file->source.text = file->text;
    file->source.format = format ? by_record_format_find(format) : guess(file);
    if (file->source.format)
        return BY_EXIT_OK;
    struct by_text list = by_text_over(names, sizeof names);
    by_record_format_names(&list);
    return by_cli_refuse(cli, "%s looks like no format known here (%s)",
                         by_cli_file_name(path, quoted), names);
}

void by_record_file_close(struct by_record_file *file)
{
    free(file->text);
    *file = (struct by_record_file){0};
}

int by_record_file_report(struct by_cli *cli, const struct by_record_file *file, int number)
{
    char quoted[BY_QUOTE_SIZE], which[32] = "";
    if (number > 1)
        snprintf(which, sizeof which, ", game %d", number);
    const char *name = by_cli_file_name(file->path, quoted);
    if (cli->error.status == BY_BAD_INPUT)
        return by_cli_refuse(cli, "%s%s: %s", name, which, cli->error.text);
    return by_cli_failed(cli, "%s%s: %s", name, which, cli->error.text);
}

/* --- writing -------------------------------------------------------------------- */

int by_cli_write(struct by_cli *cli, const char *path, const char *text, size_t size)
{
    if (strcmp(path, "-") == 0)
        by_output_bytes(cli, text, size);
    else if (by_file_save(path, text, size, &cli->error) != BY_OK)
        return by_cli_report(cli);
    else
        by_cli_wrote(cli, path);
    return BY_EXIT_OK;
}

int by_cli_write_unfinished(struct by_cli *cli, const char *path, const char *text, size_t size,
                            char place[BY_CLI_PLACE_SIZE])
{
    struct stat info;
    bool stays = stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
    int length = snprintf(place, BY_CLI_PLACE_SIZE, "%s%s", path, stays ? ".unfinished" : "");
    if (length < 0 || length >= BY_CLI_PLACE_SIZE)
        return by_cli_refuse(cli, "the name of the file is too long");
    return by_cli_write(cli, place, text, size);
}

int by_cli_can_write(struct by_cli *cli, const char *path)
{
    if (strcmp(path, "-") == 0 || by_file_can_save(path, &cli->error) == BY_OK)
        return BY_EXIT_OK;
    return by_cli_report(cli);
}
