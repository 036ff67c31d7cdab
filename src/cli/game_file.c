#include "cli/game_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CHOICES_MAX 1000

/* --- opening -------------------------------------------------------------------- */

static int refuse_number(struct by_cli *cli, const struct by_game_file *gf, int games)
{
    char quoted[BY_QUOTE_SIZE];
    return by_cli_refuse(cli, "%s has %d game%s, so there is no game %d",
                         by_cli_file_name(gf->file.path, quoted), games, games == 1 ? "" : "s",
                         gf->number);
}

static int find_record(struct by_cli *cli, struct by_game_file *gf)
{
    bool found = true;
    for (int i = 1; i <= gf->number; i++) {
        if (by_record_next(&gf->file.source, &gf->record, &found, &cli->error) != BY_OK)
            return by_record_file_report(cli, &gf->file, i);
        if (!found)
            return refuse_number(cli, gf, i - 1);
    }
    return BY_EXIT_OK;
}

static void count_games(struct by_game_file *gf)
{
    bool found = true;
    struct by_record rest = {0};
    struct by_record_source source = gf->file.source;
    enum by_status status = BY_OK;
    while (status == BY_OK && found)
        status = by_record_next(&source, &rest, &found, NULL);
    by_record_close(&rest);
    gf->games = status == BY_OK ? source.games : -1;
}

static int read_in_turn(struct by_cli *cli, const char *path, struct by_game_file *gf)
{
    int status = by_record_file_open(cli, path, NULL, &gf->file);
    if (status == BY_EXIT_OK)
        status = find_record(cli, gf);
    if (status == BY_EXIT_OK)
        count_games(gf);
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

static int read_at_its_place(struct by_cli *cli, FILE *in, size_t size, struct by_game_file *gf)
{
    bool found;
    const struct by_record_bytes bytes = {in, size, read_bytes};
    if (by_record_at(by_record_format_of(gf->file.path), &bytes, gf->number, &gf->record, &found,
                     &gf->games, &cli->error) != BY_OK)
        return by_record_file_report(cli, &gf->file, gf->number);
    return found ? BY_EXIT_OK : refuse_number(cli, gf, gf->games);
}

static int read_record(struct by_cli *cli, const char *path, struct by_game_file *gf)
{
    size_t size;
    FILE *in = open_even(path, &size);
    if (!in)
        return read_in_turn(cli, path, gf);
    gf->file.path = path;
    int status = read_at_its_place(cli, in, size, gf);
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

/* Where each move of the line stands in the tree, which is the record's own: it may be added to. */
static void note_node(void *context, int ply, const struct by_sgf_node *node)
{
    struct by_game_file *gf = context;
    if (ply >= gf->node_room) {
        int room = 2 * ply + 64;
        struct by_sgf_node **more = realloc(gf->nodes, (size_t)room * sizeof *more);
        if (!more)
            return;
        gf->nodes = more;
        gf->node_room = room;
    }
    while (gf->node_count <= ply)
        gf->nodes[gf->node_count++] = NULL; /* passes that the record has left out */
    gf->nodes[ply] = (struct by_sgf_node *)node;
    gf->node_count = ply + 1;
}

int by_game_file_replay(struct by_cli *cli, struct by_game_file *gf, const char *game,
                        const int *choices, int count, int ply)
{
    struct by_setting settings[BY_CLI_SETTINGS_MAX];
    struct by_record_request request = {.game = game,
                                        .settings = settings,
                                        .choices = choices,
                                        .choice_count = count,
                                        .ply = ply,
                                        .moved = note_node,
                                        .context = gf};
    char *storage = calloc((size_t)cli->setting_count + 1, BY_SPEC_LENGTH_MAX + 1);
    if (!storage)
        return by_cli_failed(cli, "there is not enough memory");
    int status = by_cli_settings(cli, settings, storage, &request.setting_count);
    if (status == BY_EXIT_OK && by_record_play(&gf->record, &request, &cli->error) != BY_OK)
        status = by_record_file_report(cli, &gf->file, gf->number);
    free(storage);
    return status;
}

static int play_record(struct by_cli *cli, const char *game, struct by_game_file *gf)
{
    int choices[CHOICES_MAX], count = 0;
    const struct by_value *ply = by_cli_value(cli, "ply");
    int wanted = ply->set ? (int)ply->integer : -1;
    int status = read_choices(cli, choices, &count);
    if (status == BY_EXIT_OK)
        status = by_game_file_replay(cli, gf, game, choices, count, wanted);
    if (status == BY_EXIT_OK && gf->record.plies < wanted)
        status = by_cli_refuse(cli, "the game has %d moves, so there is no position after %d",
                               gf->record.plies, wanted);
    return status;
}

int by_game_file_open(struct by_cli *cli, const char *path, const char *game,
                      struct by_game_file *gf)
{
    const char *moves = by_cli_text(cli, "moves");
    *gf = (struct by_game_file){.number = (int)by_cli_int(cli, "number"), .games = -1};
    if (by_cli_text(cli, "position"))
        return by_cli_refuse(cli, "a file has its own positions: leave out --position");
    int status = read_record(cli, path, gf);
    if (status == BY_EXIT_OK)
        status = play_record(cli, game, gf);
    if (status != BY_EXIT_OK)
        return status;
    cli->rules = gf->record.rules;
    cli->line = gf->record.line;
    gf->record.rules = NULL;
    gf->record.line = NULL;
    if (moves && by_line_play_list(cli->line, moves, &cli->error) != BY_OK)
        return by_cli_report(cli);
    return BY_EXIT_OK;
}

void by_game_file_close(struct by_game_file *gf)
{
    by_record_close(&gf->record);
    by_record_file_close(&gf->file);
    free(gf->nodes);
    gf->nodes = NULL;
}

/* --- the board of a command -------------------------------------------------------------- */

static int board_of_file(struct by_cli *cli, const char *path, const char *game)
{
    struct by_game_file gf;
    int status = by_game_file_open(cli, path, game, &gf);
    by_game_file_close(&gf);
    if (status == BY_EXIT_OK)
        by_cli_note_lacks(cli);
    return status;
}

int by_cli_board(struct by_cli *cli)
{
    static const char *const of_files[] = {"number", "ply", "variation"};
    const char *file = by_cli_text(cli, "file"), *command = cli->command->name;
    const char *argument = cli->argument_count > 0 ? cli->arguments[0] : NULL;
    if (file)
        return board_of_file(cli, file, argument);
    if (!argument)
        return by_cli_refuse(cli, "'%s' wants a game or a file; usage: banyan %s GAME|FILE",
                             command, command);
    if (by_is_file(argument))
        return board_of_file(cli, argument, NULL);
    for (size_t i = 0; i < sizeof of_files / sizeof of_files[0]; i++)
        if (by_cli_value(cli, of_files[i])->given)
            return by_cli_refuse(cli, "--%s is for a game in a file: banyan %s FILE", of_files[i],
                                 command);
    return by_cli_game(cli, argument);
}
