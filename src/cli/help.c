/* help.c: the help command, and every --help, from the tables. */
#include "cli/cli.h"

#include <string.h>

#define LINE_WIDTH    78
#define OPTION_COLUMN 24

/* Prints words from `text` up to the margin; '\n' in it begins a new line. The first line
 * begins at `column`. */
static void wrap(FILE *out, const char *text, int indent, int column)
{
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > LINE_WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        text += length;
        if (*text == '\n') {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        if (*text)
            text++;
    }
    fputc('\n', out);
}

void by_option_line(const struct by_option *option, struct by_text *out)
{
    by_text_add(out, option->help);
    by_text_add(out, " (");
    by_option_accepts(option, out);
    if (option->fallback)
        by_text_format(out, "; default %s", option->fallback);
    by_text_add(out, ")");
}

/* Free text needs no word about what it accepts; numbers and times do. */
static void describe(const struct by_cli_option *option, struct by_text *out)
{
    const struct by_option *base = &option->base;
    if (base->type != BY_OPTION_FLAG && base->type != BY_OPTION_TEXT) {
        by_option_line(base, out);
        return;
    }
    by_text_add(out, base->help);
    if (base->type == BY_OPTION_TEXT && base->fallback)
        by_text_format(out, " (default %s)", base->fallback);
}

static void print_option(FILE *out, const struct by_cli_option *option)
{
    char left[64], help[512];
    struct by_text name = by_text_over(left, sizeof left), text = by_text_over(help, sizeof help);
    by_text_format(&name, "  --%s", option->base.name);
    if (option->placeholder)
        by_text_format(&name, option->value_opt ? " [%s]" : " %s", option->placeholder);
    describe(option, &text);
    fprintf(out, "%-*s", OPTION_COLUMN, left);
    if ((int)name.length >= OPTION_COLUMN)
        fprintf(out, "\n%*s", OPTION_COLUMN, "");
    wrap(out, help, OPTION_COLUMN, OPTION_COLUMN);
}

static void print_passed_on(FILE *out, const struct by_command *command)
{
    char names[1024];
    struct by_text text = by_text_over(names, sizeof names);
    struct by_cli_option option;
    by_text_format(&text, "and what 'banyan %s' lists:", command->name);
    for (int i = 0; by_command_passed_on(command, i, &option); i++)
        by_text_format(&text, " --%s", option.base.name);
    if (command->passed_on) {
        fputs("  ", out);
        wrap(out, names, 2, 2);
    }
}

void by_help_command(struct by_cli *cli, const struct by_command *command)
{
    FILE *out = cli->out;
    const char *bold = by_style(cli, BY_STYLE_BOLD), *plain = by_style(cli, BY_STYLE_PLAIN);
    fprintf(out, "%susage:%s banyan %s%s%s [OPTION...]\n\n", bold, plain, command->name,
            *command->arguments ? " " : "", command->arguments);
    wrap(out, command->about, 0, 0);
    fprintf(out, "\n%soptions:%s\n", bold, plain);
    const struct by_cli_option *option;
    for (int i = 0; (option = by_command_option(command, i)); i++)
        print_option(out, option);
    print_passed_on(out, command);
    fprintf(out, "%-*sprint this help\n", OPTION_COLUMN, "  --help, -h");
    fprintf(out, "\n%sexamples:%s\n", bold, plain);
    for (const struct by_example *example = command->examples; example->line; example++)
        fprintf(out, "  banyan %s\n      %s\n", example->line, example->help);
}

void by_help_overview(struct by_cli *cli)
{
    FILE *out = cli->out;
    const char *bold = by_style(cli, BY_STYLE_BOLD), *plain = by_style(cli, BY_STYLE_PLAIN);
    fprintf(out,
            "%sbanyan%s %s: one search library, many games\n\n"
            "%susage:%s banyan COMMAND [ARGUMENT...] [OPTION...]\n\n"
            "%scommands:%s\n",
            bold, plain, by_version(), bold, plain, bold, plain);
    for (int i = 0; by_command_at(i); i++)
        fprintf(out, "  %-10s %s\n", by_command_at(i)->name, by_command_at(i)->summary);
    fputs("\n'banyan COMMAND --help' explains a command, with examples.\n"
          "'banyan --version' prints the version, 'banyan help --man' a manual page.\n",
          out);
}

static int run(struct by_cli *cli)
{
    if (by_cli_flag(cli, "man")) {
        by_manual(cli);
        return BY_EXIT_OK;
    }
    if (cli->argument_count == 0) {
        by_help_overview(cli);
        return BY_EXIT_OK;
    }
    const struct by_command *command = by_command_find(cli->arguments[0]);
    if (command) {
        by_help_command(cli, command);
        return BY_EXIT_OK;
    }
    return by_cli_unknown(cli, "command", cli->arguments[0], by_command_names);
}

static const struct by_cli_option options[] = {
    {.base = {"man", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "print the manual page of the whole program, for man(1)"}},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"help think", "the options of think, with examples"},
    {"help --man", "the manual page; 'banyan help --man | man -l -' shows it"},
    {NULL, NULL},
};

const struct by_command by_command_help = {
    .name = "help",
    .arguments = "[COMMAND]",
    .most = 1,
    .summary = "explain the program or a command",
    .about = "Explains a command, or lists the commands.",
    .options = options,
    .examples = examples,
    .run = run,
};
