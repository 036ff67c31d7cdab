/* tutor.c: a student's own search, checked, on the command line. */
#include "report/tutor.h"
#include "cli/file.h"

#include <stdlib.h>

static int print_words(struct by_cli *cli, const struct by_tutor *tutor, const char *text)
{
    struct by_buffer out;
    struct by_marks marks = by_cli_marks(cli);
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_put_tutor(&out, tutor, text, &marks);
    return by_cli_print(cli, &out);
}

static int print_json(struct by_cli *cli, const struct by_tutor *tutor)
{
    by_report_tutor(by_cli_json(cli), tutor, (int)by_cli_int(cli, "nodes"));
    return by_cli_json_end(cli);
}

static int run(struct by_cli *cli)
{
    struct by_tutor tutor;
    struct by_tutor_said said;
    size_t size = 0;
    for (int key = 0; key < BY_TUTOR_KEYS; key++)
        said.text[key] = by_cli_text(cli, by_tutor_key_name((enum by_tutor_key)key));
    char *text = by_cli_read(cli, cli->arguments[0], BY_TUTOR_BYTES_MAX, &size);
    if (!text)
        return BY_EXIT_USAGE;
    int status = BY_EXIT_OK;
    if (by_tutor_open(&tutor, text, size, &said, &cli->error) != BY_OK)
        status = by_cli_report(cli);
    else if (by_cli_flag(cli, "json"))
        status = print_json(cli, &tutor);
    else
        status = print_words(cli, &tutor, text);
    if (status == BY_EXIT_OK && tutor.fault.kind != BY_TUTOR_RIGHT)
        status = BY_EXIT_FAILED;
    by_tutor_close(&tutor);
    free(text);
    return status;
}

static const struct by_cli_option options[] = {
#define BY_TUTOR_KEY(id, name, help)                                                               \
    {.base = {#name, BY_OPTION_TEXT, NULL, 1, 1e6, NULL, help}, .placeholder = "TEXT"},
#include "lessons/tutor_keys.def"
#undef BY_TUTOR_KEY
    {.base = {"nodes", BY_OPTION_INT, "200", 1, BY_TUTOR_EVENTS_MAX, NULL,
              "with --json: so many of the nodes, those around the fault first"},
     .placeholder = "N"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"tutor examples/tutor_trace.txt",
     "is every step of this search right? If not, which is the first wrong one?"},
    {"tutor examples/tutor_trace.txt --tree \"((3 12 8)(2 4 6)(14 5 2))\" --search alphabeta "
     "--values max",
     "the same for a trace that does not say what it is about"},
    {"tutor examples/tutor_trace.txt --json", "for a program, with the nodes"},
    {NULL, NULL},
};

const struct by_command by_command_tutor = {
    .name = "tutor",
    .arguments = "FILE",
    .least = 1,
    .most = 1,
    .summary = "check your own minimax or alpha-beta: the first wrong step, and why",
    .about =
        "Reads what a program of yours prints while it searches, and names the first step that "
        "minimax "
        "or alpha-beta would not have taken. FILE is the trace; - is standard input. It begins "
        "with "
        "lines that say what is searched, 'tree ((3 12)(2 4))' or 'game tictactoe'; then comes a "
        "line "
        "of five words whenever a node is entered or left: PLY MOVE ALPHA BETA VALUE. PLY is 0 at "
        "the "
        "root, MOVE the child's number or the game's move, ALPHA and BETA the window or - in "
        "minimax, "
        "VALUE is ? on entering and a number on leaving. docs/TUTOR.md explains it, "
        "examples/tutor_starter.py and examples/tutor_starter.c print it.\n"
        "Children in any order, cuts by >= and by >, fail-soft and fail-hard are all right. The "
        "options "
        "below say what the trace does not, or come before what it says.\n"
        "Exit status: 0 when every step is right, 1 when one is wrong, 2 when it is no trace.\n"
        "JSON: {\"right\", \"fault\": {\"line\", \"kind\", \"sentence\", ...}, ...}; see "
        "docs/JSON.md.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
