/* manual.c: the manual page, in man(7) markup, from the same tables as --help. */
#include "cli/cli.h"
#include "lessons/lesson.h"
#include "search/search.h"

#include <string.h>

/* Backslashes and hyphens mean something to troff, and so does a dot or a quote that opens a
 * line. A newline in the tables separates paragraphs. */
static void put(FILE *out, const char *text)
{
    bool opening = true;
    for (; *text; text++) {
        if (opening && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        opening = *text == '\n';
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else if (*text == '\n')
            fputs("\n.PP\n", out);
        else
            fputc(*text, out);
    }
}

static void put_line(FILE *out, const char *text)
{
    put(out, text);
    fputc('\n', out);
}

static void put_option(FILE *out, const struct by_cli_option *option)
{
    fputs(".TP\n\\fB\\-\\-", out);
    put(out, option->base.name);
    fputs("\\fR", out);
    if (option->placeholder)
        fprintf(out, option->value_opt ? " [\\fI%s\\fR]" : " \\fI%s\\fR", option->placeholder);
    fputc('\n', out);
    put(out, option->base.help);
    if (option->base.fallback && option->base.type != BY_OPTION_FLAG) {
        fputs(" (default ", out);
        put(out, option->base.fallback);
        fputc(')', out);
    }
    fputc('\n', out);
}

static void put_command(FILE *out, const struct by_command *command)
{
    fprintf(out, ".SS banyan %s %s\n", command->name, command->arguments);
    put_line(out, command->about);
    const struct by_cli_option *option;
    for (int i = 0; (option = by_command_option(command, i)); i++)
        put_option(out, option);
    fputs(".PP\nExamples:\n", out);
    for (const struct by_example *example = command->examples; example->line; example++) {
        fputs(".PP\n.RS\n.nf\n\\fBbanyan ", out);
        put(out, example->line);
        fputs("\\fR\n.fi\n", out);
        put_line(out, example->help);
        fputs(".RE\n", out);
    }
}

static void put_table_entry(FILE *out, const char *name, const char *title, const char *summary)
{
    fprintf(out, ".TP\n\\fB%s\\fR\n", name);
    put(out, title);
    fputs(". ", out);
    put_line(out, summary);
}

static void put_option_table(FILE *out, const struct by_option *options)
{
    char line[512];
    if (!options)
        return;
    fputs(".RS\n", out);
    for (; options->name; options++) {
        struct by_text text = by_text_over(line, sizeof line);
        by_option_line(options, &text);
        fprintf(out, ".TP\n\\fB%s\\fR=\n", options->name);
        put_line(out, line);
    }
    fputs(".RE\n", out);
}

static void put_games(FILE *out)
{
    fputs(".SH GAMES\n", out);
    for (int i = 0; by_game_at(i); i++) {
        const struct by_game *game = by_game_at(i);
        put_table_entry(out, game->name, game->title, game->summary);
        put_option_table(out, game->options);
        const struct by_alias *alias = game->aliases;
        for (; alias && alias->name; alias++)
            put_table_entry(out, alias->name, alias->title, alias->settings);
    }
}

static void put_searches(FILE *out)
{
    fputs(".SH SEARCHES\n"
          "A player is written as a name and options: \\fBalphabeta depth=6\\fR. Values with\n"
          "blanks stand in double quotes.\n",
          out);
    for (int i = 0; by_search_at(i); i++) {
        const struct by_search *search = by_search_at(i);
        put_table_entry(out, search->name, search->title, search->summary);
        put_option_table(out, search->options);
    }
}

static void put_lessons(FILE *out)
{
    fputs(".SH LESSONS\n"
          "An option of a lesson is written \\fB\\-\\-n 6\\fR.\n",
          out);
    for (int i = 0; by_lesson_at(i); i++) {
        const struct by_lesson *lesson = by_lesson_at(i);
        put_table_entry(out, lesson->name, lesson->title, lesson->summary);
        put_option_table(out, lesson->options);
    }
}

static void put_endings(FILE *out)
{
    fputs(".SH EXIT STATUS\n"
          ".TP\n0\nThe command did what was asked.\n"
          ".TP\n1\nIt failed: the output could not be written, or it was interrupted before\n"
          "there was an answer.\n"
          ".TP\n2\nThe command line or its input makes no sense; a message says why.\n"
          ".SH ENVIRONMENT\n"
          ".TP\nNO_COLOR\nWhen set to anything, no colours are used.\n",
          out);
}

void by_manual(struct by_cli *cli)
{
    FILE *out = cli->out;
    fprintf(out, ".TH BANYAN 1 \"\" \"banyan %s\" \"User Commands\"\n", by_version());
    fputs(".SH NAME\nbanyan \\- play, search and solve board games\n"
          ".SH SYNOPSIS\n\\fBbanyan\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...] "
          "[\\fIOPTION\\fR...]\n"
          ".SH DESCRIPTION\n"
          "One search library, many games: a position of any of the games below can be shown,\n"
          "searched, solved, played by people and programs, and used in matches between them.\n"
          ".SH COMMANDS\n",
          out);
    for (int i = 0; by_command_at(i); i++)
        put_command(out, by_command_at(i));
    put_games(out);
    put_searches(out);
    put_lessons(out);
    put_endings(out);
}
