#include "cli/file.h"

#include <errno.h>
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

const char *by_file_name(const char *path, char buffer[BY_QUOTE_SIZE])
{
    return strcmp(path, "-") == 0 ? "standard input" : by_quote(path, buffer);
}

/* --- reading -------------------------------------------------------------------- */

/* All of the stream, from malloc; NULL with errno set. One byte more than may be is enough to
 * know that it is too long. */
static char *read_all(FILE *in, size_t *size)
{
    size_t room = 1 << 16, most = BY_SGF_BYTES_MAX + 1;
    char *text = malloc(room);
    *size = 0;
    while (text) {
        *size += fread(text + *size, 1, room - *size, in);
        if (*size < room || room == most)
            break;
        room = 2 * room < most ? 2 * room : most;
        char *more = realloc(text, room);
        if (!more)
            free(text);
        text = more;
    }
    if (!text)
        errno = ENOMEM;
    if (text && ferror(in)) {
        free(text);
        return NULL;
    }
    return text;
}

char *by_file_read(struct by_cli *cli, const char *path, size_t *size)
{
    char quoted[BY_QUOTE_SIZE];
    bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    char *text = in ? read_all(in, size) : NULL;
    int problem = errno;
    if (in && !standard)
        fclose(in);
    if (!text) {
        by_cli_refuse(cli, "cannot read %s: %s", by_file_name(path, quoted), strerror(problem));
    } else if (*size > BY_SGF_BYTES_MAX) {
        by_cli_refuse(cli, "%s is larger than %zu MiB", by_file_name(path, quoted),
                      BY_SGF_BYTES_MAX >> 20);
        free(text);
        text = NULL;
    }
    return text;
}

static const struct by_record_format *guess(const struct by_file *file)
{
    const struct by_record_format *format = by_record_format_of(file->path);
    return format ? format : by_record_format_sniff(file->text, file->source.size);
}

int by_file_open(struct by_cli *cli, const char *path, const char *format, struct by_file *file)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    *file = (struct by_file){.path = path};
    if (format && !by_record_format_find(format))
        return by_cli_unknown(cli, "format", format, by_record_format_names);
    file->text = by_file_read(cli, path, &file->source.size);
    if (!file->text)
        return BY_EXIT_USAGE;
    file->source.text = file->text;
    file->source.format = format ? by_record_format_find(format) : guess(file);
    if (file->source.format)
        return BY_EXIT_OK;
    struct by_text list = by_text_over(names, sizeof names);
    by_record_format_names(&list);
    return by_cli_refuse(cli, "%s looks like no format known here (%s)", by_file_name(path, quoted),
                         names);
}

void by_file_close(struct by_file *file)
{
    free(file->text);
    *file = (struct by_file){0};
}

int by_file_report(struct by_cli *cli, const struct by_file *file, int number)
{
    char quoted[BY_QUOTE_SIZE], which[32] = "";
    if (number > 1)
        snprintf(which, sizeof which, ", game %d", number);
    const char *name = by_file_name(file->path, quoted);
    if (cli->error.status == BY_BAD_INPUT)
        return by_cli_refuse(cli, "%s%s: %s", name, which, cli->error.text);
    return by_cli_failed(cli, "%s%s: %s", name, which, cli->error.text);
}

/* --- writing -------------------------------------------------------------------- */

int by_file_write(struct by_cli *cli, const char *path, const char *text, size_t size)
{
    char quoted[BY_QUOTE_SIZE];
    if (strcmp(path, "-") == 0) {
        by_output_bytes(cli, text, size);
        return BY_EXIT_OK;
    }
    FILE *out = fopen(path, "wb");
    bool good = out && fwrite(text, 1, size, out) == size;
    int problem = errno;
    if (out && fclose(out) != 0 && good) {
        problem = errno;
        good = false;
    }
    if (good)
        return BY_EXIT_OK;
    return by_cli_failed(cli, "cannot write %s: %s", by_quote(path, quoted), strerror(problem));
}
