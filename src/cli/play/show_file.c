/* show_file.c: what a game record says of its game, in words. */
#include "cli/play/show_file.h"
#include "players/agreement.h"

#include <string.h>

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

/* The moves, in lines of at most 80 characters. */
static void print_moves(FILE *out, const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    int used = 0;
    for (int i = 0; i < line->count; i++) {
        char move[BY_MOVE_BUFFER];
        by_move_string(rules, by_line_position_at(line, i), line->moves[i], move);
        int length = (int)strlen(move) + 1;
        if (used == 0 || used + length > 80)
            used = fprintf(out, "%s%-9s", used ? "\n" : "", "") - (used ? 1 : 0);
        used += fprintf(out, " %s", move);
    }
    if (line->count > 0)
        fputc('\n', out);
}

static void print_forks(FILE *out, const struct by_record *record)
{
    enum { SHOWN = 20 };
    struct by_sgf_fork forks[SHOWN];
    int count = record->node ? by_sgf_forks(record->node, forks, SHOWN) : 0;
    for (int i = 0; i < count && i < SHOWN; i++)
        fprintf(out, "%-9s at move %d: %d ways\n", i == 0 ? "branches" : "", forks[i].moves + 1,
                forks[i].ways);
    if (count > SHOWN)
        fprintf(out, "%-9s and at %d more\n", "", count - SHOWN);
}

void by_show_file(struct by_cli *cli, const struct by_game_file *gf)
{
    char text[96];
    const struct by_record *record = &gf->record;
    print_field(cli->out, "file", gf->file.path);
    if (gf->games > 1)
        snprintf(text, sizeof text, "%s, number %d of %d", cli->rules->name, gf->number, gf->games);
    else
        snprintf(text, sizeof text, "%s", cli->rules->name);
    print_field(cli->out, "game", text);
    for (int i = 0; i < BY_INFO_COUNT; i++)
        if (record->info[i] && *record->info[i])
            print_field(cli->out, by_info_label((enum by_info)i), record->info[i]);
    snprintf(text, sizeof text, "%d", record->plies);
    print_field(cli->out, "moves", text);
    print_moves(cli->out, cli->line);
    print_forks(cli->out, record);
    if (record->comment)
        print_field(cli->out, "comment", record->comment);
    if (by_agreement_wanted(cli->line) && record->info[BY_INFO_result])
        print_field(cli->out, "note",
                    "the result is what the players agreed on; below, all stones on the board are "
                    "counted");
    fputc('\n', cli->out);
}
