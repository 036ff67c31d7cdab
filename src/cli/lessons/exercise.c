/* exercise.c: exam sheets on the command line. */
#include "report/exercise.h"
#include "cli/file.h"

#include <stdlib.h>
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

/* --- for programs ------------------------------------------------------------------------------ */

static enum by_status report_one(struct by_json *json, const struct by_sheet *sheet, int number,
                                 struct by_error *err)
{
    const struct by_exercise_id id = {sheet->seed, number, sheet->size, sheet->tree};
    const struct by_exercise_kind *kind;
    struct by_posed posed = {0};
    bool solved = sheet->solutions != BY_SOLUTIONS_NONE;
    enum by_status status = by_sheet_kind(sheet, number, &kind, err);
    if (status == BY_OK)
        status = by_posed_open(&posed, kind, &id, err);
    if (status == BY_OK) {
        by_json_object(json, NULL);
        by_report_question(json, &posed);
        status = by_report_written(json, "question", kind, &id, false, err);
        if (status == BY_OK && solved)
            status = by_report_written(json, "solution", kind, &id, true, err);
        if (solved)
            by_report_answers(json, &posed);
        by_json_end_object(json);
    }
    by_posed_close(&posed);
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

/* --- checking answers ---------------------------------------------------------------------------- */

/* "value:root=3; cut=2.2 2.3": the answers to one exercise, taken apart in place. */
struct written {
    const struct by_posed *posed;
    char *text;
    const char *answer[BY_POSED_FIELDS];
};

static enum by_status read_answer(struct written *w, char *entry, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    entry += strspn(entry, " \t\n");
    if (!*entry)
        return BY_OK;
    for (int i = 0; i < w->posed->count; i++) {
        size_t length = strlen(w->posed->field[i].id);
        if (strncmp(entry, w->posed->field[i].id, length) == 0 && entry[length] == '=') {
            w->answer[i] = entry + length + 1;
            return BY_OK;
        }
    }
    return by_fail(err, BY_BAD_INPUT,
                   "--check: nothing is asked for under the name '%s' (see \"asked\" in --json)",
                   by_quote(entry, quoted));
}

static const char *find_answer(void *context, const char *id)
{
    const struct written *w = context;
    const struct by_posed_field *field = by_posed_find(w->posed, id);
    return field ? w->answer[field - w->posed->field] : NULL;
}

static int print_checked(struct by_cli *cli, const struct by_posed *posed,
                         const struct by_answers *answers)
{
    int right = 0;
    for (int i = 0; i < posed->count; i++) {
        const struct by_posed_field *field = &posed->field[i];
        struct by_checked checked = by_posed_check(posed, field, answers);
        right += checked.verdict == BY_ANSWER_RIGHT;
        fprintf(cli->out, "%-8s %-14s %s\n", by_answer_state_word(checked.verdict), field->id,
                by_answer_hint_sentence(checked.hint));
    }
    fprintf(cli->out, "%d of %d right\n", right, posed->count);
    return right == posed->count ? BY_EXIT_OK : BY_EXIT_FAILED;
}

static int check_posed(struct by_cli *cli, const struct by_posed *posed, char *text)
{
    struct written w = {.posed = posed, .text = text};
    const struct by_answers answers = {&w, find_answer};
    for (char *entry = text, *next; entry; entry = next) {
        next = strchr(entry, ';');
        if (next)
            *next++ = '\0';
        if (read_answer(&w, entry, &cli->error) != BY_OK)
            return by_cli_report(cli);
    }
    if (!by_cli_flag(cli, "json"))
        return print_checked(cli, posed, &answers);
    struct by_json *json = by_cli_json(cli);
    by_json_object(json, NULL);
    by_report_checked(json, posed, &answers);
    by_json_end_object(json);
    return by_cli_json_end(cli);
}

/* The answers are those to the last exercise of the sheet. */
static int check(struct by_cli *cli, const struct by_sheet *sheet, const char *answers)
{
    const struct by_exercise_id id = {sheet->seed, sheet->count - 1, sheet->size, sheet->tree};
    const struct by_exercise_kind *kind;
    struct by_posed posed = {0};
    char *text = strdup(answers);
    enum by_status status = text ? by_sheet_kind(sheet, id.number, &kind, &cli->error)
                                 : by_fail_memory(&cli->error, strlen(answers));
    if (status == BY_OK)
        status = by_posed_open(&posed, kind, &id, &cli->error);
    int code = status == BY_OK ? check_posed(cli, &posed, text) : by_cli_report(cli);
    by_posed_close(&posed);
    free(text);
    return code;
}

/* --- the command ----------------------------------------------------------------------------------- */

static int run(struct by_cli *cli)
{
    struct by_buffer out;
    const char *path = by_cli_text(cli, "out");
    struct by_sheet sheet = {.kinds = by_cli_text(cli, "kind"),
                             .count = (int)by_cli_int(cli, "count"),
                             .size = (enum by_exercise_size)by_cli_value(cli, "size")->choice,
                             .tree = by_cli_text(cli, "tree"),
                             .format = format_of(cli, path),
                             .solutions =
                                 (enum by_solutions)by_cli_value(cli, "solutions")->choice};
    if (sheet.kinds && strcmp(sheet.kinds, "all") == 0)
        sheet.kinds = NULL;
    if (sheet.tree && !by_cli_value(cli, "count")->given)
        sheet.count = 1;
    if (sheet.tree && sheet.kinds == NULL)
        sheet.kinds = "alphabeta";
    if (!by_cli_seed(cli, &sheet.seed))
        return BY_EXIT_USAGE;
    if (by_cli_text(cli, "check"))
        return check(cli, &sheet, by_cli_text(cli, "check"));
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
    {.base = {"size", BY_OPTION_CHOICE, "normal", 0, 0, BY_EXERCISE_SIZES,
              "how large the exercises are"},
     .placeholder = "NAME"},
    {.base = {"tree", BY_OPTION_TEXT, NULL, 1, 1000, NULL,
              "of minimax and alphabeta: this tree, written as for 'banyan tree', instead of "
              "one made from the seed"},
     .placeholder = "TREE"},
    {.base =
         {"check", BY_OPTION_TEXT, NULL, 0, 10000, NULL,
          "look at the answers to the last of the exercises, \"value:root=3; move=2\": which are "
          "right, and why others are not; the names are those of --json, \"asked\""},
     .placeholder = "ANSWERS"},
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
    {"exercise --kind alphabeta --tree \"((3 12 8)(2 4 6)(14 5 2))\" --solutions with",
     "an exercise of one's own tree"},
    {"exercise --kind zobrist --count 1 --seed 7 --size small --check \"key:1=30; key:2=228; "
     "key:3=3; key:4=228\"",
     "are these the right answers?"},
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
        "own is taken by --tree; 'banyan tree --blank' draws it without its values.\n"
        "JSON: {\"seed\", \"exercises\": [{\"kind\", \"title\", \"question\", \"asked\", "
        "\"solution\", "
        "\"answers\", ...}]}; see docs/JSON.md. With --check the exit status is 0 where every "
        "answer is "
        "right, else 1.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
