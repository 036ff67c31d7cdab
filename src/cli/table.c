/* table.c: the board on the table: opening it from the command line, and putting it in words. */
#include "base/spec.h"
#include "cli/cli.h"
#include "players/resolve.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

/* --- opening ---------------------------------------------------------------- */

int by_cli_settings(struct by_cli *cli, struct by_setting *settings, char *storage, int *count)
{
    const struct by_value *size = by_values_find(&cli->values, "size");
    *count = 0;
    if (size && size->set)
        settings[(*count)++] = (struct by_setting){"size", size->text};
    for (int i = 0; i < cli->setting_count; i++) {
        char *text = storage + (size_t)i * (BY_SPEC_LENGTH_MAX + 1);
        if (by_setting_read(cli->settings[i], text, &settings[*count], &cli->error) != BY_OK)
            return by_cli_report(cli);
        ++*count;
    }
    return BY_EXIT_OK;
}

int by_cli_rules(struct by_cli *cli, const char *name, const char *position)
{
    struct by_setting settings[BY_CLI_SETTINGS_MAX];
    int count = 0;
    char *storage = calloc((size_t)cli->setting_count + 1, BY_SPEC_LENGTH_MAX + 1);
    if (!storage)
        return by_cli_failed(cli, "there is not enough memory");
    int status = by_cli_settings(cli, settings, storage, &count);
    if (status == BY_EXIT_OK &&
        by_rules_open(name, settings, count, position, &cli->rules, &cli->error) != BY_OK)
        status = by_cli_report(cli);
    free(storage);
    return status;
}

/* Who shows a board or counts its moves asks for nobody's opinion; a book has its own. */
static bool only_looks(const struct by_cli *cli)
{
    const char *name = cli->command->name;
    return strcmp(name, "show") == 0 || strcmp(name, "perft") == 0 || strcmp(name, "book") == 0;
}

void by_cli_note_lacks(const struct by_cli *cli)
{
    const char *missing = cli->rules->game->lacks ? cli->rules->game->lacks(cli->rules) : NULL;
    if (missing && !only_looks(cli))
        by_cli_note("%s", missing);
}

int by_cli_game(struct by_cli *cli, const char *name)
{
    const char *moves = by_cli_text(cli, "moves");
    int status = by_cli_rules(cli, name, by_cli_text(cli, "position"));
    if (status != BY_EXIT_OK)
        return status;
    if (by_line_open(cli->rules, &cli->line, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (moves && by_line_play_list(cli->line, moves, &cli->error) != BY_OK)
        return by_cli_report(cli);
    by_cli_note_lacks(cli);
    return BY_EXIT_OK;
}

int by_cli_game_from_here(struct by_cli *cli, const char *name)
{
    if (cli->line->count == 0)
        return BY_EXIT_OK;
    char *position = by_position_string(cli->rules, by_line_position(cli->line));
    if (!position)
        return by_cli_failed(cli, "there is not enough memory");
    by_cli_game_close(cli);
    int status = by_cli_rules(cli, name, position);
    free(position);
    if (status == BY_EXIT_OK && by_line_open(cli->rules, &cli->line, &cli->error) != BY_OK)
        status = by_cli_report(cli);
    return status;
}

void by_cli_game_close(struct by_cli *cli)
{
    if (cli->line)
        by_line_close(cli->line);
    if (cli->rules)
        by_rules_close(cli->rules);
    cli->line = NULL;
    cli->rules = NULL;
}

int by_cli_player_spec(struct by_cli *cli, const char *player, char spec[BY_SPEC_BUFFER])
{
    int threads = (int)by_cli_int(cli, "threads");
    enum by_status status =
        by_player_threads(cli->rules, player, threads, BY_TRUST_ALL, spec, &cli->error);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

/* --- words ------------------------------------------------------------------ */

void by_print_moves(FILE *out, const struct by_rules *rules, const void *position,
                    const by_move *moves, int count)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_moves(&text, rules, position, moves, count);
    fputs(by_buffer_text(&text), out);
    by_buffer_close(&text);
}

void by_print_sequence(FILE *out, const struct by_rules *rules, const void *position,
                       const by_move *moves, int count)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_sequence(&text, rules, position, moves, count);
    fputs(by_buffer_text(&text), out);
    by_buffer_close(&text);
}

void by_print_fact(FILE *out, const struct by_rules *rules, const struct by_fact *fact)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_fact(&text, rules, fact);
    fputs(by_buffer_text(&text), out);
    by_buffer_close(&text);
}
