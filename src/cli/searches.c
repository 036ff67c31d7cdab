/* searches.c: the searches there are. */
#include "cli/cli.h"
#include "players/levels.h"
#include "players/program.h"
#include "report/catalogue.h"

#include <string.h>

/* What a search and a protocol have in common here. */
struct kind {
    const char *name, *title, *summary;
    const struct by_option *options;
    const struct by_search *search; /* NULL: another program */
};

/* The searches, then the protocols of other programs; false past the end. */
static bool kind_at(int index, struct kind *out)
{
    int searches = 0;
    while (by_search_at(searches))
        searches++;
    const struct by_search *search = by_search_at(index);
    const struct by_protocol *protocol = by_protocol_at(index - searches);
    if (search)
        *out = (struct kind){search->name, search->title, search->summary, search->options, search};
    else if (protocol)
        *out = (struct kind){protocol->name, protocol->title, protocol->summary, protocol->options,
                             NULL};
    return search || protocol;
}

static bool kind_find(const char *name, struct kind *out)
{
    for (int i = 0; kind_at(i, out); i++)
        if (by_same_text(out->name, name))
            return true;
    return false;
}

static void kind_names(struct by_text *out)
{
    struct kind kind;
    for (int i = 0; kind_at(i, &kind); i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", kind.name);
}

static void kind_json(struct by_json *json, const struct kind *kind)
{
    by_report_entry(json, kind->name, kind->title, kind->summary, kind->options);
}

/* `one` is NULL: all. */
static int print_json(struct by_cli *cli, const struct kind *one)
{
    struct by_json *json = by_cli_json(cli);
    if (one)
        kind_json(json, one);
    else
        by_report_searches(json);
    return by_cli_json_end(cli);
}

static void print_kind(struct by_cli *cli, const struct kind *search)
{
    char line[512];
    FILE *out = cli->out;
    const struct by_option *option = search->options;
    fprintf(out, "%s%s%s: %s\n\n%s\n", by_style(cli, BY_STYLE_BOLD), search->name,
            by_style(cli, BY_STYLE_PLAIN), search->title, search->summary);
    fputs(option && option->name ? "\noptions:\n" : "\nIt has no options.\n", out);
    for (; option && option->name; option++) {
        struct by_text text = by_text_over(line, sizeof line);
        by_option_line(option, &text);
        fprintf(out, "  %-10s %s\n", option->name, line);
        if (search->search && search->search->topics && search->search->topics(option->name))
            fprintf(out, "  %-10s ('banyan searches %s %s' says more)\n", "", search->name,
                    option->name);
    }
}

static void option_names(struct by_text *out, const struct by_option *options)
{
    for (int i = 0; options && options[i].name; i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", options[i].name);
}

static int unknown_option(struct by_cli *cli, const struct kind *kind, const char *name)
{
    char quoted[BY_QUOTE_SIZE], names[1024], hint[96];
    struct by_text list = by_text_over(names, sizeof names);
    struct by_text near = by_text_over(hint, sizeof hint);
    option_names(&list, kind->options);
    by_suggest(&near, name, names);
    return by_cli_refuse(cli, "%s has no option '%s'%s 'banyan searches %s' lists them", kind->name,
                         by_quote(name, quoted), hint[0] != '\0' ? hint : ";", kind->name);
}

/* One option, and all that its search says about it. */
static int print_option(struct by_cli *cli, const struct kind *kind, const char *name)
{
    char line[1024];
    struct by_buffer out;
    struct by_text text = by_text_over(line, sizeof line);
    const struct by_option *option = kind->options;
    const struct by_marks marks = by_cli_marks(cli);
    while (option && option->name && strcmp(option->name, name) != 0)
        option++;
    if (!option || !option->name)
        return unknown_option(cli, kind, name);
    const struct by_topic *topics =
        kind->search && kind->search->topics ? kind->search->topics(option->name) : NULL;
    if (by_cli_flag(cli, "json")) {
        by_report_option_page(by_cli_json(cli), option, topics);
        return by_cli_json_end(cli);
    }
    by_option_line(option, &text);
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_buffer_format(&out, "%s%s %s=%s %s\n", marks.strong, kind->name, option->name, marks.plain,
                     line);
    by_put_topics(&out, topics, &marks);
    return by_cli_print(cli, &out);
}

/* "beginner, easy, medium": each game has some of them. */
static void print_levels(FILE *out)
{
    char names[256];
    struct by_text text = by_text_over(names, sizeof names);
    by_level_names(NULL, &text);
    for (char *bar = names; (bar = strchr(bar, '|'));)
        *bar = ' ';
    fprintf(out, "%s ('banyan games GAME' says which).\n", names);
}

static void print_all(struct by_cli *cli)
{
    struct kind kind;
    for (int i = 0; kind_at(i, &kind); i++)
        fprintf(cli->out, "%s%-12s%s %s\n", by_style(cli, BY_STYLE_BOLD), kind.name,
                by_style(cli, BY_STYLE_PLAIN), kind.summary);
    fputs("\n'banyan searches NAME' lists a search's options. A player is written as a name and\n"
          "options, such as \"alphabeta depth=6\" or 'gtp cmd=\"gnugo --mode gtp\"'.\n"
          "Levels are players too, by a name alone:\n",
          cli->out);
    print_levels(cli->out);
}

static int run(struct by_cli *cli)
{
    struct kind kind;
    bool one = cli->argument_count > 0;
    if (one && !kind_find(cli->arguments[0], &kind))
        return by_cli_unknown(cli, "search", cli->arguments[0], kind_names);
    if (cli->argument_count > 1)
        return print_option(cli, &kind, cli->arguments[1]);
    if (by_cli_flag(cli, "json"))
        return print_json(cli, one ? &kind : NULL);
    if (one)
        print_kind(cli, &kind);
    else
        print_all(cli);
    return BY_EXIT_OK;
}

static const struct by_example examples[] = {
    {"searches", "the table of searches"},
    {"searches alphabeta", "its options, with their ranges and defaults"},
    {"searches mcts selection", "one option: the variables and functions of your own formulas"},
    {"searches --json", "everything, for a program"},
    {NULL, NULL},
};

const struct by_command by_command_searches = {
    .name = "searches",
    .arguments = "[NAME [OPTION]]",
    .most = 2,
    .summary = "list the searches and what other programs may play, or the options of one",
    .about =
        "Lists the searches, or one search with the options that a player's spec may set, or one "
        "of "
        "these options with all that there is to say about it. Beside "
        "them a spec takes resign=PERCENT (gives up below this chance to win; 5 in Go, else 0) "
        "and manners=off (plays what the search says, to the end: no passing on a settled "
        "board, no giving up) and book=on or book=FILE (plays the moves of an opening book; see "
        "'banyan book').\n"
        "JSON: {\"searches\": [...], \"programs\": [...]}, or the one search's object, or the one "
        "option's with its \"topics\".",
    .group = BY_GROUP_JSON,
    .examples = examples,
    .run = run,
};
