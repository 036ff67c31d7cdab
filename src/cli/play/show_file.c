#include "cli/play/show_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CHOICES_MAX 1000

/* --- opening -------------------------------------------------------------------- */

static int refuse_number(struct by_cli *cli, const struct by_shown_file *shown, int games)
{
    char quoted[BY_QUOTE_SIZE];
    return by_cli_refuse(cli, "%s has %d game%s, so there is no game %d",
                         by_cli_file_name(shown->file.path, quoted), games, games == 1 ? "" : "s",
                         shown->number);
}

static int find_record(struct by_cli *cli, struct by_shown_file *shown)
{
    bool found = true;
    for (int i = 1; i <= shown->number; i++) {
        if (by_record_next(&shown->file.source, &shown->record, &found, &cli->error) != BY_OK)
            return by_record_file_report(cli, &shown->file, i);
        if (!found)
            return refuse_number(cli, shown, i - 1);
    }
    return BY_EXIT_OK;
}

static void count_games(struct by_shown_file *shown)
{
    bool found = true;
    struct by_record rest = {0};
    struct by_record_source source = shown->file.source;
    enum by_status status = BY_OK;
    while (status == BY_OK && found)
        status = by_record_next(&source, &rest, &found, NULL);
    by_record_close(&rest);
    shown->games = status == BY_OK ? source.games : -1;
}

static int read_in_turn(struct by_cli *cli, const char *path, struct by_shown_file *shown)
{
    int status = by_record_file_open(cli, path, NULL, &shown->file);
    if (status == BY_EXIT_OK)
        status = find_record(cli, shown);
    if (status == BY_EXIT_OK)
        count_games(shown);
    return status;
}

static bool read_bytes(void *context, size_t at, size_t count, char *out)
{
    FILE *in = context;
    return fseek(in, (long)at, SEEK_SET) == 0 && fread(out, 1, count, in) == count;
}

/* The file open, when it is one whose games all have one length; else NULL. */
static FILE *open_even(const char *path, size_t *size)
{
    struct stat info;
    const struct by_record_format *format = by_record_format_of(path);
    if (!format || format->each == 0 || stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return NULL;
    *size = (size_t)info.st_size;
    return fopen(path, "rb");
}

static int read_at_its_place(struct by_cli *cli, FILE *in, size_t size, struct by_shown_file *shown)
{
    bool found;
    const struct by_record_bytes bytes = {in, size, read_bytes};
    if (by_record_at(by_record_format_of(shown->file.path), &bytes, shown->number, &shown->record,
                     &found, &shown->games, &cli->error) != BY_OK)
        return by_record_file_report(cli, &shown->file, shown->number);
    return found ? BY_EXIT_OK : refuse_number(cli, shown, shown->games);
}

static int read_record(struct by_cli *cli, const char *path, struct by_shown_file *shown)
{
    size_t size;
    FILE *in = open_even(path, &size);
    if (!in)
        return read_in_turn(cli, path, shown);
    shown->file.path = path;
    int status = read_at_its_place(cli, in, size, shown);
    fclose(in);
    return status;
}

/* "1,3,2" -> 0 2 1. */
static int read_choices(struct by_cli *cli, int *choices, int *count)
{
    const char *text = by_cli_text(cli, "variation");
    int64_t number;
    *count = 0;
    while (text && *text && *count < CHOICES_MAX && by_scan_int(&text, &number) && number >= 1 &&
           number <= 1000000) {
        choices[(*count)++] = (int)number - 1;
        if (*text != ',')
            break;
        text++;
    }
    if (!text || (*text == '\0' && *count > 0 && text[-1] != ','))
        return BY_EXIT_OK;
    return by_cli_refuse(cli, "--variation wants numbers from 1 with commas between them, as in "
                              "2,1: one for each place where the game branches");
}

static int play_record(struct by_cli *cli, const char *game, struct by_shown_file *shown)
{
    struct by_setting settings[BY_CLI_SETTINGS_MAX];
    int choices[CHOICES_MAX];
    const struct by_value *ply = by_cli_value(cli, "ply");
    struct by_record_request request = {.game = game, .settings = settings, .choices = choices};
    request.ply = ply->set ? (int)ply->integer : -1;
    char *storage = calloc((size_t)cli->setting_count + 1, BY_SPEC_LENGTH_MAX + 1);
    if (!storage)
        return by_cli_failed(cli, "there is not enough memory");
    int status = by_cli_settings(cli, settings, storage, &request.setting_count);
    if (status == BY_EXIT_OK)
        status = read_choices(cli, choices, &request.choice_count);
    if (status == BY_EXIT_OK && by_record_play(&shown->record, &request, &cli->error) != BY_OK)
        status = by_record_file_report(cli, &shown->file, shown->number);
    free(storage);
    if (status == BY_EXIT_OK && shown->record.plies < request.ply)
        status = by_cli_refuse(cli, "the game has %d moves, so there is no position after %d",
                               shown->record.plies, request.ply);
    return status;
}

int by_shown_file_open(struct by_cli *cli, const char *path, const char *game,
                       struct by_shown_file *shown)
{
    const char *moves = by_cli_text(cli, "moves");
    *shown = (struct by_shown_file){.number = (int)by_cli_int(cli, "number"), .games = -1};
    if (by_cli_text(cli, "position"))
        return by_cli_refuse(cli, "a file has its own positions: leave out --position");
    int status = read_record(cli, path, shown);
    if (status == BY_EXIT_OK)
        status = play_record(cli, game, shown);
    if (status != BY_EXIT_OK)
        return status;
    cli->rules = shown->record.rules;
    cli->line = shown->record.line;
    shown->record.rules = NULL;
    shown->record.line = NULL;
    if (moves && by_line_play_list(cli->line, moves, &cli->error) != BY_OK)
        return by_cli_report(cli);
    return BY_EXIT_OK;
}

void by_shown_file_close(struct by_shown_file *shown)
{
    by_record_close(&shown->record);
    by_record_file_close(&shown->file);
}

/* --- text ------------------------------------------------------------------------- */

/* A text from a file may be in any encoding and may try to steer the terminal: only UTF-8 without
 * control characters comes through. Further lines are indented. */
static void print_field(FILE *out, const char *label, const char *text)
{
    bool valid = by_is_utf8(text);
    fprintf(out, "%-9s ", label);
    for (const char *c = text; *c; c++) {
        bool c1 = (unsigned char)c[0] == 0xc2 && (unsigned char)c[1] < 0xa0;
        if (*c == '\n')
            fprintf(out, "\n%-10s", "");
        else if ((!valid && (unsigned char)*c >= 128) || c1 || (unsigned char)*c < ' ' || *c == 127)
            fputc('?', out);
        else
            fputc(*c, out);
        c += c1 && valid;
    }
    fputc('\n', out);
}

void by_shown_file_print(struct by_cli *cli, const struct by_shown_file *shown)
{
    char text[96];
    const struct by_record *record = &shown->record;
    print_field(cli->out, "file", shown->file.path);
    if (shown->games > 1)
        snprintf(text, sizeof text, "%s, number %d of %d", cli->rules->name, shown->number,
                 shown->games);
    else
        snprintf(text, sizeof text, "%s", cli->rules->name);
    print_field(cli->out, "game", text);
    for (int i = 0; i < BY_INFO_COUNT; i++)
        if (record->info[i] && *record->info[i])
            print_field(cli->out, by_info_label((enum by_info)i), record->info[i]);
    snprintf(text, sizeof text, "%d", record->plies);
    print_field(cli->out, "moves", text);
    if (record->comment)
        print_field(cli->out, "comment", record->comment);
    fputc('\n', cli->out);
}
