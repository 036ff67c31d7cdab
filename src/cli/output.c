#include "base/file.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILES_BYTES ((size_t)1 << 20)

bool by_output_open(struct by_cli *cli)
{
    cli->output = (struct by_output){0};
    by_style_prepare(&cli->output);
    by_buffer_open(&cli->files, FILES_BYTES);
    cli->out = open_memstream(&cli->output.data, &cli->output.size);
    return cli->out != NULL;
}

void by_output_bytes(struct by_cli *cli, const char *data, size_t size)
{
    cli->output.verbatim = true;
    fwrite(data, 1, size, cli->out);
}

void by_output_screen(struct by_cli *cli, const char *escapes)
{
    cli->output.screen = true;
    fputs(escapes, cli->out);
}

void by_output_own(struct by_cli *cli)
{
    cli->output.own = true;
}

int by_cli_print(struct by_cli *cli, struct by_buffer *report)
{
    bool failed = report->failed;
    if (!failed)
        fwrite(by_buffer_text(report), 1, report->length, cli->out);
    by_buffer_close(report);
    return failed ? by_cli_failed(cli, "there is not enough memory for the report") : BY_EXIT_OK;
}

void by_cli_wrote(struct by_cli *cli, const char *path)
{
    const struct by_value *json = by_values_find(&cli->values, "json");
    if (!(json && json->flag) && strcmp(path, "-") != 0)
        by_buffer_format(&cli->files, "written %s\n", path);
}

struct by_json *by_cli_json(struct by_cli *cli)
{
    by_buffer_close(&cli->json_text);
    by_buffer_open(&cli->json_text, BY_REPORT_LIMIT);
    by_json_open(&cli->json, &cli->json_text, BY_JSON_LINE);
    return &cli->json;
}

void by_cli_json_send(struct by_cli *cli)
{
    by_output_bytes(cli, by_buffer_text(&cli->json_text), cli->json_text.length);
    cli->json_text.length = 0;
}

int by_cli_json_end(struct by_cli *cli)
{
    by_buffer_char(&cli->json_text, '\n');
    if (cli->json_text.failed)
        return by_cli_failed(cli, "there is not enough memory for the JSON text");
    by_cli_json_send(cli);
    return BY_EXIT_OK;
}

/* The length of an escape sequence (ESC [ numbers letter) that we have written: colours with our
 * key, others where the command has the screen. `*key` is the length of the key in it. */
static size_t own_escape(const struct by_cli *cli, const char *text, size_t length, size_t *key)
{
    const struct by_output *output = &cli->output;
    size_t at = 2, size = strlen(output->key);
    if (length < 3 || text[0] != '\033' || text[1] != '[')
        return 0;
    *key = length > 2 + size && memcmp(text + 2, output->key, size) == 0 ? size : 0;
    while (at < length && (strchr("0123456789;?", text[at]) && text[at] != 0))
        at++;
    if (at == length || text[at] == 0)
        return 0;
    bool own = text[at] == 'm' ? cli->colour && (*key > 0 || output->own)
                               : output->screen && strchr("HJKhl", text[at]);
    return own ? at + 1 : 0;
}

/* One place for everything that is printed: what a terminal would obey becomes '?', and our own
 * escapes lose their key. Returns the length that is left. */
static size_t make_plain(const struct by_cli *cli, char *text, size_t length)
{
    size_t kept = 0;
    for (size_t i = 0, bytes; i < length; i += bytes) {
        size_t key = 0;
        bool line_end = text[i] == '\r' && i + 1 < length && text[i + 1] == '\n';
        bytes = by_printable(text + i, length - i);
        if (bytes == 0)
            bytes = own_escape(cli, text + i, length - i, &key);
        if (bytes == 0 && text[i] != '\n' && text[i] != '\t' && !line_end)
            text[i] = '?';
        if (bytes == 0)
            bytes = 1;
        if (key > 0 && bytes > 1) { /* ESC [ stays, the key goes */
            memmove(text + kept, text + i, 2);
            memmove(text + kept + 2, text + i + 2 + key, bytes - 2 - key);
            kept += bytes - key;
        } else {
            memmove(text + kept, text + i, bytes);
            kept += bytes;
        }
    }
    return kept;
}

bool by_output_flush(struct by_cli *cli)
{
    struct by_output *output = &cli->output;
    if (output->failed)
        return false;
    if (fflush(cli->out) != 0 || ferror(cli->out)) {
        by_cli_failed(cli, "there is not enough memory for the output");
        output->failed = true;
        return false;
    }
    char *fresh = output->data + output->written;
    size_t length = output->size - output->written;
    if (!output->verbatim || isatty(STDOUT_FILENO))
        length = make_plain(cli, fresh, length);
    if (!by_file_put(STDOUT_FILENO, fresh, length)) {
        by_cli_failed(cli, "cannot write to standard output: %s", strerror(errno));
        output->failed = true;
    }
    output->written = output->size;
    return !output->failed;
}

int by_output_close(struct by_cli *cli, int status)
{
    if (!cli->discard && !cli->output.verbatim)
        fputs(by_buffer_text(&cli->files), cli->out);
    by_buffer_close(&cli->files);
    if (!cli->discard && !by_output_flush(cli))
        status = BY_EXIT_FAILED;
    if (cli->output.failed)
        status = BY_EXIT_FAILED;
    bool wrote = cli->output.written > 0 && !cli->output.failed;
    fclose(cli->out);
    free(cli->output.data);
    by_buffer_close(&cli->json_text);
    /* Some file systems report a failed write only here. */
    if (close(STDOUT_FILENO) != 0 && wrote && errno != EINTR)
        status = by_cli_failed(cli, "cannot write to standard output: %s", strerror(errno));
    return status;
}

/* One line: input that found its way into a sentence must not break it. */
static void say(const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    by_make_printable(text, strlen(text), "");
    fprintf(stderr, "banyan: %s\n", text);
}

int by_cli_refuse(struct by_cli *cli, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    cli->discard = true;
    return BY_EXIT_USAGE;
}

int by_cli_failed(struct by_cli *cli, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    cli->discard = true;
    return BY_EXIT_FAILED;
}

int by_cli_report(struct by_cli *cli)
{
    if (cli->error.status == BY_BAD_INPUT)
        return by_cli_refuse(cli, "%s", cli->error.text);
    return by_cli_failed(cli, "%s", cli->error.text);
}

int by_cli_unknown(struct by_cli *cli, const char *kind, const char *name,
                   void (*names)(struct by_text *out))
{
    char all[512], hint[96], quoted[BY_QUOTE_SIZE];
    struct by_text list = by_text_over(all, sizeof all);
    names(&list);
    struct by_text suggestion = by_text_over(hint, sizeof hint);
    by_suggest(&suggestion, name, all);
    return by_cli_refuse(cli, "there is no %s '%s'%s (there are: %s)", kind, by_quote(name, quoted),
                         hint, all);
}

void by_cli_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}
