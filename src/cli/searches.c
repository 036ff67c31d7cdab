/* searches.c: the searches there are. */
#include "cli/cli.h"
#include "cli/json.h"
#include "search/search.h"

static json_t *search_json(const struct by_search *search)
{
    return json_pack("{s:s, s:s, s:s, s:o}", "name", search->name, "title", search->title,
                     "summary", search->summary, "options", by_json_options(search->options));
}

static json_t *all_json(void)
{
    json_t *array = json_array();
    for (int i = 0; array && by_search_at(i); i++)
        json_array_append_new(array, search_json(by_search_at(i)));
    return json_pack("{s:o}", "searches", array);
}

static void print_search(struct by_cli *cli, const struct by_search *search)
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
    }
}

static void print_all(struct by_cli *cli)
{
    for (int i = 0; by_search_at(i); i++)
        fprintf(cli->out, "%s%-12s%s %s\n", by_style(cli, BY_STYLE_BOLD), by_search_at(i)->name,
                by_style(cli, BY_STYLE_PLAIN), by_search_at(i)->summary);
    fputs("\n'banyan searches NAME' lists a search's options. A player is written as a name and\n"
          "options, such as \"alphabeta depth=6\".\n",
          cli->out);
}

static int run(struct by_cli *cli)
{
    const struct by_search *search = NULL;
    if (cli->argument_count > 0) {
        search = by_search_find(cli->arguments[0]);
        if (!search)
            return by_cli_unknown(cli, "search", cli->arguments[0], by_search_names);
    }
    if (by_cli_flag(cli, "json"))
        return by_json_print(cli, search ? search_json(search) : all_json());
    if (search)
        print_search(cli, search);
    else
        print_all(cli);
    return BY_EXIT_OK;
}

static const struct by_example examples[] = {
    {"searches", "the table of searches"},
    {"searches alphabeta", "its options, with their ranges and defaults"},
    {"searches --json", "everything, for a program"},
    {NULL, NULL},
};

const struct by_command by_command_searches = {
    .name = "searches",
    .arguments = "[NAME]",
    .most = 1,
    .summary = "list the searches, or the options of one",
    .about = "Lists the searches, or one search with the options that a player's spec may set. "
             "JSON: {\"searches\": [...]}, or the one search's object.",
    .group = BY_GROUP_JSON,
    .examples = examples,
    .run = run,
};
