#include "cli/search/solve_threats.h"
#include "base/clock.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "games/win_tree.h"
#include "report/threats.h"
#include <stdlib.h>
#include <string.h>

#define NODES_USUAL 10000000 /* about ten seconds */
#define TABLE_USUAL (256UL << 20)
#define PROOF_BYTES ((size_t)1 << 30) /* of a file */

bool by_solve_asks_threats(const struct by_cli *cli)
{
    return by_cli_flag(cli, "vcf") || by_cli_flag(cli, "vct") || by_cli_flag(cli, "quiet");
}

int by_solve_check_options(struct by_cli *cli)
{
    bool asks = by_solve_asks_threats(cli), checks = by_cli_text(cli, "check");
    bool others = by_cli_text(cli, "save") || by_cli_text(cli, "file") || by_cli_flag(cli, "wld") ||
                  by_cli_flag(cli, "count") || by_cli_value(cli, "method")->given ||
                  by_cli_value(cli, "best")->given || by_cli_int(cli, "threads") > 1;
    if (!asks && (by_cli_text(cli, "proof") || by_cli_value(cli, "nodes")->given ||
                  by_cli_flag(cli, "each")))
        return by_cli_refuse(cli, "--proof, --nodes and --each are for --vcf, --vct and --quiet");
    if (by_cli_flag(cli, "each") && by_cli_text(cli, "proof") &&
        strcmp(by_cli_text(cli, "proof"), "-") == 0)
        return by_cli_refuse(cli, "--each goes on from its proofs: name a file that is not '-'");
    if ((asks || checks) && others)
        return by_cli_refuse(cli, "threats are searched in one way, on one thread: leave --method, "
                                  "--best, --wld, --count, --save, --file and --threads out");
    if (by_cli_flag(cli, "vcf") && (by_cli_flag(cli, "vct") || by_cli_flag(cli, "quiet")))
        return by_cli_refuse(cli, "--vct and --quiet look for fours, too: leave --vcf out");
    if (by_cli_flag(cli, "vct") && by_cli_flag(cli, "quiet"))
        return by_cli_refuse(cli, "--quiet looks for fours and threes, too: leave --vct out");
    if (checks && (asks || by_cli_text(cli, "position") || by_cli_text(cli, "moves")))
        return by_cli_refuse(
            cli, "a proof has its own position: leave --vcf, --vct, --quiet, --position "
                 "and --moves out");
    return BY_EXIT_OK;
}

/* --- looking for a win ------------------------------------------------------------------------ */

struct effort {
    struct by_progress progress;
    double deadline; /* 0: none */
};

static bool on_nodes(void *context, uint64_t nodes)
{
    struct effort *effort = context;
    atomic_store(&effort->progress.positions, nodes);
    return !by_interrupted() && (effort->deadline == 0 || by_clock_now() < effort->deadline);
}

static int write_proof(struct by_cli *cli, const struct by_threats *threats)
{
    struct by_buffer text;
    by_buffer_open(&text, PROOF_BYTES);
    by_win_tree_write(cli->rules, by_line_position(cli->line), &threats->proof, &text);
    int status = text.failed ? by_cli_failed(cli, "the proof is too large to be written")
                             : by_cli_write(cli, by_cli_text(cli, "proof"), by_buffer_text(&text),
                                            text.length);
    by_buffer_close(&text);
    return status;
}

static int print_found(struct by_cli *cli, const struct by_threats *threats, double seconds)
{
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(cli);
    int status = BY_EXIT_OK;
    if (threats->found == BY_THREATS_WIN && by_cli_text(cli, "proof"))
        status = write_proof(cli, threats);
    if (status != BY_EXIT_OK)
        return status;
    if (by_cli_flag(cli, "json")) {
        by_report_threats(by_cli_json(cli), cli->line, threats, seconds);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_threats(&text, cli->line, threats, seconds, &marks);
    return by_cli_print(cli, &text);
}

/* With a time and no number of nodes the time alone decides. */
static uint64_t nodes_allowed(const struct by_cli *cli)
{
    if (by_cli_value(cli, "nodes")->given)
        return (uint64_t)by_cli_int(cli, "nodes");
    return by_cli_real(cli, "time") > 0 ? UINT64_MAX / 4 : NODES_USUAL;
}

static int look_for_win(struct by_cli *cli, struct by_threats *threats, struct effort *effort)
{
    double begun = by_clock_now(), time = by_cli_real(cli, "time");
    effort->deadline = time > 0 ? begun + time : 0;
    by_progress_open(&effort->progress, "threats");
    enum by_status status =
        cli->rules->game->threats(cli->rules, by_line_position(cli->line), threats, &cli->error);
    by_progress_close(&effort->progress);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (threats->found == BY_THREATS_OPEN && by_interrupted())
        return by_cli_failed(cli, "stopped after %llu nodes: no win by threats was found yet",
                             (unsigned long long)threats->nodes);
    return print_found(cli, threats, by_clock_now() - begun);
}

struct by_threats by_solve_question(const struct by_cli *cli, uint64_t most_nodes)
{
    size_t table = (size_t)by_cli_int(cli, "table");
    return (struct by_threats){.kind = by_cli_flag(cli, "quiet") ? BY_THREATS_QUIET
                                       : by_cli_flag(cli, "vct") ? BY_THREATS_THREES
                                                                 : BY_THREATS_FOURS,
                               .most_nodes = most_nodes,
                               .memory = table > 0 ? table : TABLE_USUAL,
                               .proof = {.most = BY_SOLVE_PROOF_NODES}};
}

int by_solve_threats(struct by_cli *cli)
{
    const char *file = by_cli_text(cli, "proof");
    struct effort effort = {.deadline = 0};
    struct by_threats threats = by_solve_question(cli, nodes_allowed(cli));
    threats.tell = on_nodes;
    threats.context = &effort;
    if (!cli->rules->game->threats)
        return by_cli_refuse(
            cli, "%s has no search for threats here: leave --vcf, --vct and --quiet out",
            cli->rules->game->title);
    if (by_line_over(cli->line))
        return by_cli_refuse(cli, "the game is over: there is nothing to threaten");
    int status = file ? by_cli_can_write(cli, file) : BY_EXIT_OK;
    if (status == BY_EXIT_OK)
        status =
            by_cli_flag(cli, "each") ? by_solve_each(cli) : look_for_win(cli, &threats, &effort);
    by_win_tree_free(&threats.proof);
    return status;
}

/* --- checking a proof --------------------------------------------------------------------------- */

/* Where the line behind this one begins; NULL: it is the last. */
static char *line_behind(char *text)
{
    char *end = strchr(text, '\n');
    return end && end[1] ? end + 1 : NULL;
}

char *by_solve_cut_proof(char *text)
{
    for (char *line = line_behind(text); line; line = line_behind(line)) {
        if (strncmp(line, "proof ", strlen("proof ")) != 0)
            continue;
        line[-1] = 0;
        return line;
    }
    return NULL;
}

/* One that holds is told at once. */
static int tell_checked(struct by_cli *cli, const struct by_checked_win *checked)
{
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(cli);
    if (by_cli_flag(cli, "json")) {
        by_report_checked_win(by_cli_json(cli), checked);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_checked_win(&text, checked, &marks);
    return by_cli_print(cli, &text);
}

static int check_tree(struct by_cli *cli, const struct by_rules *rules,
                      const struct by_win_tree *tree)
{
    struct by_checked_win checked = {.rules = rules, .tree = tree};
    double begun = by_clock_now();
    if (!rules->game->check_proof)
        return by_cli_refuse(cli, "%s has no proofs that could be checked", rules->game->title);
    if (rules->game->check_proof(rules, rules->start, tree, &checked.nodes, &cli->error) != BY_OK)
        return by_cli_report(cli);
    checked.seconds = by_clock_now() - begun;
    return tell_checked(cli, &checked);
}

static int check_proof(struct by_cli *cli, const struct by_game *game, const char *text)
{
    char quoted[BY_QUOTE_SIZE];
    const char *path = by_cli_text(cli, "check");
    struct by_rules *rules = NULL;
    struct by_win_tree tree = {.most = BY_SOLVE_PROOF_NODES};
    int status;
    if (by_win_tree_read(text, &rules, &tree, &cli->error) != BY_OK)
        status = by_cli_refuse(cli, "%s: %s", by_cli_file_name(path, quoted), cli->error.text);
    else if (!by_rules_of(rules, game->name))
        status = by_cli_refuse(cli, "%s is a proof of another game: %s",
                               by_cli_file_name(path, quoted), rules->game->name);
    else
        status = check_tree(cli, rules, &tree);
    by_win_tree_free(&tree);
    by_rules_close(rules);
    return status;
}

/* Proofs stand one behind the other. */
int by_solve_check(struct by_cli *cli, const char *name)
{
    size_t size;
    char *text = by_cli_read(cli, by_cli_text(cli, "check"), PROOF_BYTES, &size);
    const struct by_game *game = by_game_find(name, NULL);
    int status = text ? BY_EXIT_OK : BY_EXIT_USAGE, count = 0;
    if (text && !game)
        status = by_cli_unknown(cli, "game", name, by_game_names);
    for (char *at = text, *next; at && status == BY_EXIT_OK; at = next, count++) {
        next = by_solve_cut_proof(at);
        if (by_interrupted())
            status = by_cli_failed(cli, "stopped after %d proofs, all of which hold", count);
        else if (next && by_cli_flag(cli, "json"))
            status = by_cli_refuse(cli, "--json tells of one proof, and here are several");
        else
            status = check_proof(cli, game, at);
    }
    if (status == BY_EXIT_OK && count > 1)
        fprintf(cli->out, "all     %d proofs hold\n", count);
    free(text);
    return status;
}
