/* show_file.c: what a game record says of its game, in words. */
#include "cli/play/show_file.h"

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
    if (record->comment)
        print_field(cli->out, "comment", record->comment);
    fputc('\n', cli->out);
}
