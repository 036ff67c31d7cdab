/* lesson.c: lessons on the command line. */
#include "lessons/lesson.h"
#include "cli/file.h"
#include "cli/steps.h"
#include "report/catalogue.h"

#include <stdlib.h>
#include <string.h>

/* --- the list ------------------------------------------------------------------------------ */

static void print_lesson(struct by_cli *cli, const struct by_lesson *lesson)
{
    FILE *out = cli->out;
    fprintf(out, "%s%-10s%s %s\n", by_style(cli, BY_STYLE_BOLD), lesson->name,
            by_style(cli, BY_STYLE_PLAIN), lesson->summary);
    for (const struct by_option *option = lesson->options; option && option->name; option++) {
        char line[512];
        struct by_text text = by_text_over(line, sizeof line);
        if (option->type != BY_OPTION_TEXT)
            by_option_line(option, &text);
        else
            by_text_format(&text, option->fallback ? "%s (default %s)" : "%s", option->help,
                           option->fallback);
        fprintf(out, "    --%-9s %s\n", option->name, line);
    }
}

static int print_list(struct by_cli *cli)
{
    for (int i = 0; i < cli->values.count; i++)
        if (cli->values.value[i].given && strcmp(cli->values.options[i].name, "json") != 0)
            return by_cli_refuse(cli, "--%s goes with a lesson's name: banyan lesson NAME --%s ...",
                                 cli->values.options[i].name, cli->values.options[i].name);
    if (by_cli_flag(cli, "json")) {
        by_report_lessons(by_cli_json(cli));
        return by_cli_json_end(cli);
    }
    for (int i = 0; by_lesson_at(i); i++)
        print_lesson(cli, by_lesson_at(i));
    fputs("\n'banyan lesson NAME' gives a lesson; --svg FILE draws it, --step walks through it.\n",
          cli->out);
    return BY_EXIT_OK;
}

/* --- a lesson -------------------------------------------------------------------------------- */

/* The options of all lessons, one lesson after the other. */
static const struct by_option *option_of_lessons(int index)
{
    for (int i = 0; by_lesson_at(i); i++) {
        const struct by_option *option = by_lesson_at(i)->options;
        for (; option && option->name; option++)
            if (index-- == 0)
                return option;
    }
    return NULL;
}

static const struct by_cli_option options[] = {
    {.base = {"step", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "walk through it picture by picture: space or n on, b back, "
              "g first, e last, q leave"}},
    {.base = {"svg", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "write the drawing to FILE as SVG; - is standard output, without the text"},
     .placeholder = "FILE"},
    {.base = {"frames", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "with --json: what a moving picture shows, step by step"}},
    {.base = {.name = NULL}},
};

#define SETTINGS_MAX  16
#define NUMBERS_BYTES 4000

/* The lesson zobrist takes the numbers themselves; here a file has them. NULL: refused, or there are
 * none. */
static char *read_numbers(struct by_cli *cli, int *status)
{
    const struct by_value *path = by_values_find(&cli->values, "numbers");
    size_t size;
    if (!path || !path->given)
        return NULL;
    char *text = by_cli_read(cli, path->text, NUMBERS_BYTES, &size);
    if (!text)
        *status = BY_EXIT_USAGE;
    else if (strlen(text) != size)
        *status = by_cli_refuse(cli, "the file of numbers is no text");
    return text;
}

/* What was given and is a matter of the lesson, as settings: the lesson checks them. `numbers`: what the
 * file of that name holds. */
static int collect(const struct by_cli *cli, const char *numbers,
                   struct by_setting settings[SETTINGS_MAX])
{
    int count = 0;
    for (int i = 0; i < cli->values.count && count < SETTINGS_MAX; i++) {
        const char *name = cli->values.options[i].name;
        bool own = strcmp(name, "step") == 0 || strcmp(name, "svg") == 0 ||
                   strcmp(name, "json") == 0 || strcmp(name, "frames") == 0;
        if (!own && cli->values.value[i].given)
            settings[count++] = (struct by_setting){name, numbers && strcmp(name, "numbers") == 0
                                                              ? numbers
                                                              : cli->values.value[i].text};
    }
    return count;
}

/* A copy that ends in 0; NULL without memory, and where there is no such picture. */
static char *copy_picture(const struct by_sink *sink, int index)
{
    size_t length;
    const char *picture = index < 0 ? NULL : by_sink_step_text(sink, index, &length);
    return picture ? strndup(picture, length) : NULL;
}

static enum by_status draw_step(struct by_cli *cli, const void *context, int index,
                                struct by_screen room)
{
    char *now = copy_picture(context, index), *before = copy_picture(context, index - 1);
    enum by_status status =
        now ? by_steps_put(cli, before, now, room.rows) : by_fail_memory(&cli->error, 1);
    free(before);
    free(now);
    return status;
}

static int next_chapter(const void *context, int index)
{
    return by_sink_next_chapter(context, index);
}

static int list_steps(struct by_cli *cli, const struct by_sink *sink)
{
    for (int i = 0; i < sink->step_count; i++) {
        size_t length;
        const char *picture = by_sink_step_text(sink, i, &length);
        fprintf(cli->out, "%s--- step %d of %d\n\n", i > 0 ? "\n" : "", i + 1, sink->step_count);
        fwrite(picture, 1, length, cli->out);
    }
    return BY_EXIT_OK;
}

static int walk(struct by_cli *cli, const struct by_sink *sink)
{
    int status;
    struct by_steps steps = {.count = sink->step_count,
                             .context = sink,
                             .draw = draw_step,
                             .next = sink->chapter ? next_chapter : NULL,
                             .fast = 's',
                             .what = sink->chapter};
    if (!by_steps_walk(cli, &steps, &status))
        status = list_steps(cli, sink);
    if (status == BY_EXIT_OK && sink->steps_cut)
        fprintf(cli->out, "\nThese were the first %d steps; the others are left out.\n",
                sink->step_count);
    return status;
}

static int print(struct by_cli *cli, const struct by_sink *sink)
{
    const char *path = by_cli_text(cli, "svg");
    bool standard = path && strcmp(path, "-") == 0;
    int status = path && !standard
                     ? by_cli_write(cli, path, by_buffer_text(&sink->svg), sink->svg.length)
                     : BY_EXIT_OK;
    if (status != BY_EXIT_OK)
        return status;
    if (standard)
        fputs(by_buffer_text(&sink->svg), cli->out);
    else if (by_cli_flag(cli, "json"))
        fprintf(cli->out, "%s\n", by_buffer_text(&sink->json));
    else if (by_cli_flag(cli, "step"))
        return walk(cli, sink);
    else
        by_print_drawing(cli, cli->out, NULL, by_buffer_text(&sink->text));
    return BY_EXIT_OK;
}

static int teach(struct by_cli *cli, const struct by_lesson *lesson)
{
    struct by_setting settings[SETTINGS_MAX];
    struct by_sink sink;
    unsigned wants = (by_cli_text(cli, "svg") ? BY_WANT_SVG : 0) |
                     (by_cli_flag(cli, "step") ? BY_WANT_STEPS : 0) |
                     (by_cli_flag(cli, "frames") ? BY_WANT_FRAMES : 0);
    int status = BY_EXIT_OK;
    char *numbers = read_numbers(cli, &status);
    int count = collect(cli, numbers, settings);
    by_output_own(cli);
    by_sink_open(&sink, wants, cli->colour);
    if (status == BY_EXIT_OK)
        status = by_lesson_run(lesson, settings, count, &sink, &cli->error) == BY_OK
                     ? print(cli, &sink)
                     : by_cli_report(cli);
    by_sink_close(&sink);
    free(numbers);
    return status;
}

static int run(struct by_cli *cli)
{
    if (cli->argument_count == 0)
        return print_list(cli);
    const struct by_lesson *lesson = by_lesson_find(cli->arguments[0]);
    if (!lesson)
        return by_cli_unknown(cli, "lesson", cli->arguments[0], by_lesson_names);
    if (by_cli_flag(cli, "step") && by_cli_flag(cli, "json"))
        return by_cli_refuse(cli, "--step is for people and --json for programs: take one of them");
    if (by_cli_flag(cli, "frames") && !by_cli_flag(cli, "json"))
        return by_cli_refuse(cli, "--frames are for programs: they go with --json");
    const char *svg = by_cli_text(cli, "svg");
    bool other = by_cli_flag(cli, "step") || by_cli_flag(cli, "json");
    if (other && svg && strcmp(svg, "-") == 0)
        return by_cli_refuse(cli,
                             "--svg - takes the whole of standard output, and %s wants it too: "
                             "write the drawing to a file",
                             by_cli_flag(cli, "json") ? "--json" : "--step");
    return teach(cli, lesson);
}

static const struct by_example examples[] = {
    {"lesson", "the list of lessons, with their options"},
    {"lesson queens --n 6 --show 4", "six queens: dead ends, counts, the solutions"},
    {"lesson hanoi --n 3 --step", "disc by disc; the space bar goes on"},
    {"lesson mcts --rule rave --step", "the four phases, with the terms of the formula"},
    {"lesson alphabeta --tree \"((5 3)(2 (7 1) 4))\" --step", "windows and cuts of your own tree"},
    {"lesson maze --size 24x16 --seed 7 --svg -", "a drawing; --svg FILE writes it to a file"},
    {"lesson bandit --arms 10 --seed 3 --svg regret.svg", "ten random arms: curves and bounds"},
    {"lesson hash --keys \"LOG320 GTI770 LOG550 LOG100\" --size 10 --method linear --step",
     "a table filled with keys of one's own"},
    {"lesson pi --points 100000 --json", "the estimates, errors and intervals"},
    {NULL, NULL},
};

const struct by_command by_command_lesson = {
    .name = "lesson",
    .arguments = "[NAME]",
    .most = 1,
    .summary = "small lessons on recursion, search, chance and hashing",
    .about =
        "Explains one idea by doing it: in words with a drawing of characters, step by step "
        "with the keyboard (--step), as a drawing in SVG (--svg), as numbers (--json). Without "
        "a name it lists the lessons and the options each takes.\n"
        "JSON: {\"lesson\": NAME, ...} with the lesson's own numbers; without a name "
        "{\"lessons\": [...]}.",
    .group = BY_GROUP_JSON,
    .options = options,
    .passed_on = option_of_lessons,
    .examples = examples,
    .run = run,
};
