#include "cli/search/mcts_tree.h"
#include "cli/file.h"
#include "report/mcts_tree.h"

#include <string.h>

/* Unless told otherwise: a program gets more than a page shows. */
#define DEPTH      3
#define DEPTH_PAGE 2
#define WIDTH      5
#define NARROW     3 /* on a page, below the root's children */

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);
    return length > tail && by_same_text(path + length - tail, end);
}

bool by_mcts_tree_alone(const struct by_cli *cli)
{
    const char *path = by_cli_text(cli, "tree");
    return path && strcmp(path, "-") == 0 && !by_cli_flag(cli, "json");
}

int by_mcts_tree_check(struct by_cli *cli, struct by_player *player)
{
    char quoted[BY_QUOTE_SIZE];
    const char *path = by_cli_text(cli, "tree");
    struct by_searcher *searcher = by_player_searcher(player);
    if (!path && (by_cli_value(cli, "tree-depth")->set || by_cli_value(cli, "tree-width")->set))
        return by_cli_refuse(cli, "--tree-depth and --tree-width go with --tree FILE");
    if (!path)
        return BY_EXIT_OK;
    if (!searcher)
        return by_cli_refuse(cli, "--tree shows the tree of our own Monte Carlo search (--player "
                                  "mcts): another program's cannot be seen");
    if (!by_mcts_of(searcher))
        return by_cli_refuse(cli,
                             "--tree shows the tree of a Monte Carlo search (--player mcts); "
                             "the search %s keeps none",
                             by_searcher_search(searcher)->name);
    if (strcmp(path, "-") != 0 && !ends_in(path, ".json") && !ends_in(path, ".svg"))
        return by_cli_refuse(cli, "--tree '%s' must end in .json or .svg, or be '-'",
                             by_quote(path, quoted));
    if (by_line_over(cli->line))
        return by_cli_refuse(cli, "the game is over: there is no tree to show");
    if (by_mcts_tree_alone(cli) && by_cli_value(cli, "trace")->set)
        return by_cli_refuse(cli, "'--tree -' writes the tree to standard output: leave out "
                                  "--trace, or add --json");
    return BY_EXIT_OK;
}

static int limit_of(const struct by_cli *cli, const char *name, int fallback)
{
    return by_cli_value(cli, name)->set ? (int)by_cli_int(cli, name) : fallback;
}

static void write_view(const struct by_mcts_view *view, bool svg, struct by_buffer *out)
{
    struct by_json json;
    by_json_open(&json, out, BY_JSON_LINE);
    if (svg)
        by_draw_mcts_tree(out, view);
    else
        by_report_mcts_tree(&json, NULL, view);
}

/* To standard output a newline ends it; a file has the value alone. */
static int deliver(struct by_cli *cli, const char *path, struct by_buffer *out)
{
    if (out->failed)
        return by_cli_failed(cli, "there is not enough memory for the tree");
    if (strcmp(path, "-") != 0)
        return by_cli_write(cli, path, by_buffer_text(out), out->length);
    by_buffer_char(out, '\n');
    fputs(by_buffer_text(out), cli->out);
    return BY_EXIT_OK;
}

int by_mcts_tree_write(struct by_cli *cli, struct by_player *player,
                       const struct by_decision *decision, struct by_buffer *json)
{
    const char *path = by_cli_text(cli, "tree");
    bool svg = ends_in(path, ".svg");
    struct by_mcts_view view = {.line = cli->line,
                                .decision = decision,
                                .spec = by_player_spec(player),
                                .depth = limit_of(cli, "tree-depth", svg ? DEPTH_PAGE : DEPTH),
                                .width = limit_of(cli, "tree-width", WIDTH),
                                .narrow = svg && !by_cli_value(cli, "tree-width")->set ? NARROW : 0,
                                .room = svg ? BY_MCTS_VIEW_SVG : BY_MCTS_VIEW_JSON};
    struct by_buffer out;
    bool inside = strcmp(path, "-") == 0 && by_cli_flag(cli, "json");
    int status = BY_EXIT_OK;
    by_buffer_open(&out, BY_REPORT_LIMIT);
    if (by_mcts_view_open(&view, by_mcts_of(by_player_searcher(player)), &cli->error) != BY_OK)
        status = by_cli_report(cli);
    else
        write_view(&view, svg, inside ? json : &out);
    if (status == BY_EXIT_OK && !inside)
        status = deliver(cli, path, &out);
    by_mcts_view_close(&view);
    by_buffer_close(&out);
    return status;
}
