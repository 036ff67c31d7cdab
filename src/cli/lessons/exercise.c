/* exercise.c: exam sheets on the command line. */
#include "lessons/exercise.h"
#include "cli/file.h"

#include <string.h>

#define SHEET_BYTES ((size_t)64 << 20)

/* What FILE's name says, unless --format does. */
static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);
    return length >= tail && by_same_text(path + length - tail, end);
}

static enum by_page_format format_of(const struct by_cli *cli, const char *path)
{
    const struct by_value *format = by_cli_value(cli, "format");
    size_t length = path ? strlen(path) : 0;
    if (format->given || length < 5)
        return (enum by_page_format)format->choice;
    if (by_same_text(path + length - 4, ".tex"))
        return BY_PAGE_LATEX;
    return by_same_text(path + length - 5, ".html") ? BY_PAGE_HTML : BY_PAGE_TEXT;
}

/* One exercise, as text. */
static enum by_status report_one(struct by_json *json, const struct by_sheet *sheet, int number,
                                 struct by_error *err)
{
    static const char *const names[] = {"question", "solution"};
    const struct by_exercise_kind *kind;
    enum by_status status = by_sheet_kind(sheet, number, &kind, err);
    if (status != BY_OK)
        return status;
    by_json_object(json, NULL);
    by_json_text(json, "kind", kind->name);
    by_json_text(json, "title", kind->title);
    for (int part = 0; part < 2 && status == BY_OK; part++) {
        struct by_page page = {.format = BY_PAGE_TEXT};
        struct by_buffer text;
        by_buffer_open(&text, SHEET_BYTES);
        by_buffer_open(&page.cells, SHEET_BYTES);
        page.out = &text;
        status = kind->write(&page, sheet->seed, number, part == 1, err);
        by_page_end(&page);
        by_json_text(json, names[part], by_buffer_text(&text));
        by_buffer_close(&text);
    }
    by_json_end_object(json);
    return status;
}

static int print_json(struct by_cli *cli, const struct by_sheet *sheet)
{
    struct by_json *json = by_cli_json(cli);
    enum by_status status = BY_OK;
    by_json_object(json, NULL);
    by_json_count(json, "seed", sheet->seed);
    by_json_array(json, "exercises");
    for (int i = 0; i < sheet->count && status == BY_OK; i++)
        status = report_one(json, sheet, i, &cli->error);
    by_json_end_array(json);
    by_json_end_object(json);
    return status == BY_OK ? by_cli_json_end(cli) : by_cli_report(cli);
}

static int run(struct by_cli *cli)
{
    struct by_buffer out;
    const char *path = by_cli_text(cli, "out");
    struct by_sheet sheet = {.kinds = by_cli_text(cli, "kind"),
                             .count = (int)by_cli_int(cli, "count"),
                             .format = format_of(cli, path),
                             .solutions =
                                 (enum by_solutions)by_cli_value(cli, "solutions")->choice};
    if (sheet.kinds && strcmp(sheet.kinds, "all") == 0)
        sheet.kinds = NULL;
    if (!by_cli_seed(cli, &sheet.seed))
        return BY_EXIT_USAGE;
    if (by_cli_flag(cli, "json"))
        return path ? by_cli_refuse(cli,
                                    "--json prints the exercises for a program: leave out --out")
                    : print_json(cli, &sheet);
    if (path && !by_cli_value(cli, "format")->given && ends_in(path, ".pdf"))
        return by_cli_refuse(cli, "--out %s: a sheet is text, HTML or LaTeX: .txt, .html or .tex",
                             path);
    by_buffer_open(&out, SHEET_BYTES);
    int status = by_sheet_write(&sheet, &out, &cli->error) == BY_OK
                     ? by_cli_write(cli, path ? path : "-", by_buffer_text(&out), out.length)
                     : by_cli_report(cli);
    by_buffer_close(&out);
    return status;
}

static const struct by_cli_option options[] = {
    {.base =
         {"kind", BY_OPTION_TEXT, "all", 1, 200, NULL,
          "minimax, alphabeta, nim, stones, hash, zobrist, ucb1; several with commas take turns"},
     .placeholder = "KINDS"},
    {.base = {"count", BY_OPTION_INT, "7", 1, BY_EXERCISES_MAX, NULL, "how many exercises"},
     .placeholder = "N"},
    {.base = {"seed", BY_OPTION_TEXT, "1", 0, 20, NULL,
              "another sheet for every seed: 0 to 18446744073709551615"},
     .placeholder = "N"},
    {.base = {"format", BY_OPTION_CHOICE, "text", 0, 0, BY_PAGE_FORMATS,
              "without it what the name of the file says: .html, .tex, else text"},
     .placeholder = "NAME"},
    {.base = {"solutions", BY_OPTION_CHOICE, "apart", 0, 0, BY_SOLUTIONS_WORDS,
              "in a part of their own at the end, behind each exercise, or not at all"},
     .placeholder = "WHERE"},
    {.base = {"out", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "write the sheet to this file; - is standard output"},
     .placeholder = "FILE"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"exercise --seed 7", "one exercise of every kind, and the solutions"},
    {"exercise --kind alphabeta --count 5 --seed 3 --out sheet.html",
     "five trees in one file for a browser, or for paper"},
    {"exercise --kind minimax,hash --count 4 --solutions none --out exam.tex",
     "an exam for LaTeX; the same seed with --solutions with has the solutions"},
    {NULL, NULL},
};

const struct by_command by_command_exercise = {
    .name = "exercise",
    .arguments = "",
    .summary = "make a sheet of exercises, with solutions: trees, games, hashing, UCB1",
    .about =
        "Makes exercises from a seed and solves them: values of a tree by minimax, windows and "
        "cuts of "
        "alpha-beta, positions of Nim and of the row of stones, a hash table that is filled, "
        "Zobrist "
        "keys, the next choice of UCB1. The same seed makes the same exercises, whatever the "
        "format "
        "and wherever the solutions stand.\n"
        "HTML stands alone, with its drawings in it; LaTeX needs the package tikz. A tree of one's "
        "own "
        "becomes an exercise with 'banyan tree --blank'.\n"
        "JSON: {\"seed\", \"exercises\": [{\"kind\", \"title\", \"question\", \"solution\"}]}.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
