/* engine.c: names for players, and the test of other people's programs. */
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "players/check.h"
#include "players/manners.h"
#include "players/named.h"
#include "players/resolve.h"

#include <string.h>

/* --- the list ------------------------------------------------------------------------ */

static void print_name(void *context, const char *name, const char *spec)
{
    fprintf(((struct by_cli *)context)->out, "%-15s %s\n", name, spec);
}

static void name_json(void *context, const char *name, const char *spec)
{
    struct by_json *json = context;
    by_json_object(json, NULL);
    by_json_text(json, "name", name);
    by_json_text(json, "spec", spec);
    by_json_end_object(json);
}

static int list_json(struct by_cli *cli, const char *path)
{
    struct by_json *json = by_cli_json(cli);
    by_json_object(json, NULL);
    by_json_text(json, "file", path);
    by_json_array(json, "engines");
    if (by_named_each(name_json, json, &cli->error) != BY_OK)
        return by_cli_report(cli);
    by_json_end_array(json);
    by_json_end_object(json);
    return by_cli_json_end(cli);
}

static int list(struct by_cli *cli)
{
    char path[BY_NAMED_PATH];
    struct by_text text = by_text_over(path, sizeof path);
    by_named_path(&text);
    if (by_cli_flag(cli, "json"))
        return list_json(cli, path);
    if (by_named_each(print_name, cli, &cli->error) != BY_OK)
        return by_cli_report(cli);
    fprintf(cli->out, "Names stand in %s, one a line.\n", path);
    return BY_EXIT_OK;
}

static int done(struct by_cli *cli, enum by_status status, const char *words)
{
    if (status != BY_OK)
        return by_cli_report(cli);
    if (by_cli_flag(cli, "json")) {
        struct by_json *json = by_cli_json(cli);
        by_json_object(json, NULL);
        by_json_text(json, "name", cli->arguments[1]);
        by_json_end_object(json);
        return by_cli_json_end(cli);
    }
    fprintf(cli->out, "%s %s.\n", cli->arguments[1], words);
    return BY_EXIT_OK;
}

/* What it stands for must be a player: a spec with a mistake in it is not kept. */
static int add(struct by_cli *cli)
{
    struct by_resolved resolved;
    struct by_manners manners;
    struct by_values values;
    if (by_player_resolve(NULL, cli->arguments[2], BY_TRUST_ALL, &resolved, &cli->error) != BY_OK)
        return by_cli_report(cli);
    const struct by_spec *spec = &resolved.spec;
    const struct by_protocol *protocol = resolved.protocol;
    const struct by_search *search = resolved.search;
    if (!protocol && !search)
        return by_cli_refuse(cli, "a name stands for a search or another program, not for '%s'",
                             spec->name);
    if (search && by_manners_take(NULL, &resolved.spec, &manners, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (by_values_open("the player", protocol ? protocol->options : search->options, spec->settings,
                       spec->count, &values, &cli->error) != BY_OK)
        return by_cli_report(cli);
    bool complete = !protocol || by_values_get(&values, "cmd")->set;
    by_values_close(&values);
    if (!complete)
        return by_cli_refuse(cli, "%s wants the command that starts it: %s cmd=\"...\"", spec->name,
                             spec->name);
    return done(
        cli,
        by_named_add(cli->arguments[1], resolved.text, by_cli_flag(cli, "replace"), &cli->error),
        "is a player now");
}

static int leave_out(struct by_cli *cli)
{
    return done(cli, by_named_remove(cli->arguments[1], &cli->error), "is gone");
}

/* --- the check -------------------------------------------------------------------------- */

struct report {
    struct by_cli *cli;
    bool as_json;
    struct by_buffer findings; /* a JSON array: the sums that stand before it come last */
    struct by_json json;
    int count;
};

static void finding_json(struct by_json *json, const struct by_finding *finding)
{
    by_json_object(json, NULL);
    by_json_text(json, "part", finding->part);
    by_json_text(json, "sent", finding->sent);
    by_json_text(json, "expected", finding->expected);
    by_json_text(json, "got", finding->got);
    by_json_flag(json, "good", finding->good);
    by_json_end_object(json);
}

static void on_finding(void *context, const struct by_finding *finding)
{
    struct report *report = context;
    FILE *out = report->cli->out;
    bool all = by_cli_flag(report->cli, "all");
    report->count++;
    if (report->as_json) {
        finding_json(&report->json, finding);
        return;
    }
    if (finding->good && !all)
        return;
    fprintf(out, "%-5s %s\n", finding->good ? "ok" : "WRONG", finding->part);
    fprintf(out, "      sent      %s\n      expected  %s\n      got       %.*s\n", finding->sent,
            finding->expected, (int)strcspn(finding->got, "\n"), finding->got);
}

static int finish_json(struct report *report, int wrong, const char *spec)
{
    struct by_json *json = by_cli_json(report->cli);
    by_json_end_array(&report->json);
    by_json_object(json, NULL);
    by_json_text(json, "spec", spec);
    by_json_int(json, "checks", report->count);
    by_json_int(json, "wrong", wrong);
    by_json_written(json, "findings", &report->findings);
    by_json_end_object(json);
    return by_cli_json_end(report->cli);
}

static int finish(struct report *report, int wrong, const char *spec)
{
    int status = BY_EXIT_OK;
    if (report->as_json)
        status = finish_json(report, wrong, spec);
    else
        fprintf(report->cli->out, "%d of %d checks passed.\n", report->count - wrong,
                report->count);
    return status == BY_EXIT_OK && wrong > 0 ? BY_EXIT_FAILED : status;
}

static int check(struct by_cli *cli)
{
    struct by_resolved resolved;
    int wrong = 0;
    struct report report = {.cli = cli, .as_json = by_cli_flag(cli, "json")};
    if (by_player_resolve(NULL, cli->arguments[1], BY_TRUST_ALL, &resolved, &cli->error) != BY_OK)
        return by_cli_report(cli);
    const struct by_spec *spec = &resolved.spec;
    const struct by_protocol *protocol = resolved.protocol;
    if (!protocol)
        return by_cli_refuse(cli,
                             "only other programs (gtp, gomocup, nboard) are checked here; %s is "
                             "none",
                             spec->name);
    by_buffer_open(&report.findings, BY_REPORT_LIMIT);
    by_json_open(&report.json, &report.findings, BY_JSON_LINE);
    by_json_array(&report.json, NULL);
    int status = BY_EXIT_FAILED;
    if (by_check(protocol, spec->settings, spec->count, by_cli_text(cli, "game"),
                 by_interrupt_flag(), on_finding, &report, &wrong, &cli->error) == BY_OK) {
        status = finish(&report, wrong, cli->arguments[1]);
    } else if (by_interrupted() && report.count > 0) {
        (void)finish(&report, wrong, cli->arguments[1]);
        by_cli_note("%s", cli->error.text);
    } else {
        status = by_cli_report(cli);
    }
    by_buffer_close(&report.findings);
    return status;
}

/* --- the command --------------------------------------------------------------------------- */

static const struct {
    const char *name, *arguments;
    int count; /* of arguments, its own name included */
    int (*run)(struct by_cli *cli);
} actions[] = {{"add", "NAME SPEC", 3, add},
               {"ls", "", 1, list},
               {"rm", "NAME", 2, leave_out},
               {"check", "NAME|SPEC", 2, check}};
#define ACTIONS (sizeof actions / sizeof actions[0])

static void action_names(struct by_text *out)
{
    for (size_t i = 0; i < ACTIONS; i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", actions[i].name);
}

static int run(struct by_cli *cli)
{
    for (size_t i = 0; i < ACTIONS; i++) {
        if (!by_same_text(cli->arguments[0], actions[i].name))
            continue;
        if (cli->argument_count != actions[i].count)
            return by_cli_refuse(cli, "it is: banyan engine %s %s", actions[i].name,
                                 actions[i].arguments);
        return actions[i].run(cli);
    }
    return by_cli_unknown(cli, "action", cli->arguments[0], action_names);
}

static const struct by_cli_option options[] = {
    {.base = {"game", BY_OPTION_TEXT, NULL, 1, 64, NULL,
              "check: the game it plays (go, gomoku or othello, as its protocol is used to)"},
     .placeholder = "GAME"},
    {.base = {"all", BY_OPTION_FLAG, "off", 0, 0, NULL, "check: also print what was right"}},
    {.base = {"replace", BY_OPTION_FLAG, "off", 0, 0, NULL, "add: the name may be there already"}},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"engine ls", "the names, and where they stand"},
    {"engine add quick \"mcts sims=100\" --replace", "then 'quick' is a player everywhere"},
    {"engine check \"gomocup cmd=examples/engines/gomocup.py\"",
     "does it keep to the protocol? command by command"},
    {NULL, NULL},
};

const struct by_command by_command_engine = {
    .name = "engine",
    .arguments = "add|ls|rm|check [NAME] [SPEC]",
    .least = 1,
    .most = 3,
    .summary = "give names to players, and check other programs",
    .about =
        "'engine add NAME SPEC' gives a player a name that then stands for it in every command, "
        "with more options behind it where wanted. 'engine rm NAME' takes it away, 'engine ls' "
        "lists them. They stand one a line in a file that may be edited: "
        "$XDG_CONFIG_HOME/banyan/engines, usually ~/.config/banyan/engines. The names of searches "
        "and protocols cannot be given.\n"
        "'engine check' runs another program and tests whether it keeps to its protocol: "
        "positions, squares (a position in which swapped or mirrored coordinates show), "
        "a second game, taking back, odd sizes, short clocks, bad commands. What is wrong is "
        "printed command by command, and the exit status is 1. JSON of check: {\"spec\", "
        "\"checks\", \"wrong\", \"findings\": [{\"part\", \"sent\", \"expected\", \"got\", "
        "\"good\"}]}; of ls: {\"file\", \"engines\": [{\"name\", \"spec\"}]}.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
