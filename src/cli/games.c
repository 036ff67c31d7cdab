/* games.c: the games there are. */
#include "cli/cli.h"
#include "players/levels.h"
#include "players/player.h"
#include "report/catalogue.h"

#include <string.h>

static void print_options(FILE *out, const struct by_option *option)
{
    char line[512];
    if (!option || !option->name)
        return;
    fputs("\noptions:\n", out);
    for (; option->name; option++) {
        struct by_text text = by_text_over(line, sizeof line);
        by_option_line(option, &text);
        fprintf(out, "  %-12s %s\n", option->name, line);
    }
}

static void print_tunable(FILE *out, const struct by_game *game)
{
    if (!game->tunable)
        return;
    fputs("\nbehind the colon of an evaluation or playout (eval=NAME:", out);
    for (const char *const *t = game->tunable; *t; t++)
        fprintf(out, "%s%s=...", t == game->tunable ? "" : ",", *t);
    fputs(")\na player may have its own value of these options.\n", out);
}

static void print_levels(FILE *out, const struct by_game *game)
{
    const struct by_level *level;
    for (int i = 0; (level = by_level_at(game, i)); i++)
        fprintf(out, "%s  %-12s %s\n", i == 0 ? "\nlevels, players from weak to strong:\n" : "",
                level->name, level->spec);
}

static void print_game(struct by_cli *cli, const struct by_game *game)
{
    FILE *out = cli->out;
    fprintf(out, "%s%s%s: %s\n\n%s\nmoves: %s\n", by_style(cli, BY_STYLE_BOLD), game->name,
            by_style(cli, BY_STYLE_PLAIN), game->title, game->summary, game->move_help);
    const struct by_alias *alias = game->aliases;
    for (; alias && alias->name; alias++)
        fprintf(out, "also called: %s (%s, %s)\n", alias->name, alias->title, alias->settings);
    fprintf(out, "played best by: %s\n", by_player_default(game));
    print_levels(out, game);
    print_options(out, game->options);
    if (game->evals && game->evals->name)
        fputs("\nevaluations:\n", out);
    for (const struct by_eval *eval = game->evals; eval && eval->name; eval++)
        fprintf(out, "  %-12s %s\n", eval->name, eval->help);
    fputs("\nplayouts:\n", out);
    const struct by_policy *policy;
    for (int i = 0; (policy = by_policy_at(game, i)); i++)
        fprintf(out, "  %-13s %s\n", policy->name, policy->help);
    print_tunable(out, game);
}

static void print_all(struct by_cli *cli)
{
    FILE *out = cli->out;
    for (int i = 0; by_game_at(i); i++) {
        const struct by_game *game = by_game_at(i);
        fprintf(out, "%s%-13s%s %s\n", by_style(cli, BY_STYLE_BOLD), game->name,
                by_style(cli, BY_STYLE_PLAIN), game->summary);
        const struct by_alias *alias = game->aliases;
        for (; alias && alias->name; alias++)
            fprintf(out, "%s%-13s%s %s: %s with %s\n", by_style(cli, BY_STYLE_BOLD), alias->name,
                    by_style(cli, BY_STYLE_PLAIN), alias->title, game->name, alias->settings);
    }
    fputs(
        "\n'banyan games NAME' lists a game's levels, options, evaluations and playouts. Names in "
        "capitals,\n"
        "such as GOM 2.3, are of the texts that they come from: docs/SOURCES.md.\n",
        out);
}

static int print_json(struct by_cli *cli, const struct by_game *game)
{
    if (game)
        by_report_game(by_cli_json(cli), game);
    else
        by_report_games(by_cli_json(cli));
    return by_cli_json_end(cli);
}

static int run(struct by_cli *cli)
{
    bool json = by_cli_flag(cli, "json");
    const struct by_game *game = NULL;
    if (cli->argument_count > 0) {
        game = by_game_find(cli->arguments[0], NULL);
        if (!game)
            return by_cli_unknown(cli, "game", cli->arguments[0], by_game_names);
    }
    if (json)
        return print_json(cli, game);
    if (game)
        print_game(cli, game);
    else
        print_all(cli);
    return BY_EXIT_OK;
}

static const struct by_example examples[] = {
    {"games", "the table of games"},
    {"games breakthrough", "its rules in a line, its options, evaluations and playouts"},
    {"games --json", "everything, for a program"},
    {NULL, NULL},
};

const struct by_command by_command_games = {
    .name = "games",
    .arguments = "[NAME]",
    .most = 1,
    .summary = "list the games, or explain one",
    .about = "Lists the games with their other names, or one game with its moves, options, "
             "evaluations and playouts. JSON: {\"games\": [...]}, or the one game's object.",
    .group = BY_GROUP_JSON,
    .examples = examples,
    .run = run,
};
