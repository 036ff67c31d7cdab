/* tree_step.c: a walk through a search, one event at a time.
 *
 * With a terminal and a keyboard the tree is drawn as it stood after each step; otherwise the steps are
 * listed. A leaf is entered and left in one step. */
#include "cli/lessons/tree.h"
#include "cli/steps.h"

#include <string.h>

#define COLUMNS_BESIDE 50

struct walk {
    const struct by_tree_job *job;
    struct by_tree_steps steps;
};

static bool is_cut(const struct walk *walk, int index)
{
    return by_tree_step_cuts(&walk->job->tree.recorder, &walk->steps.step[index]);
}

static int next_cut(const void *context, int index)
{
    const struct walk *walk = context;
    int to = index + 1;
    while (to < walk->steps.count - 1 && !is_cut(walk, to))
        to++;
    return to;
}

/* --- without a keyboard ------------------------------------------------------------ */

static void tell(const struct walk *walk, int32_t step, char *line, size_t size)
{
    struct by_text text = by_text_over(line, size);
    by_tree_step_tell(&walk->job->tree, &walk->steps.step[step], &text);
}

static int list_steps(struct walk *walk)
{
    FILE *out = walk->job->cli->out;
    int32_t most = walk->job->most < walk->steps.count ? walk->job->most : walk->steps.count;
    for (int32_t step = 0; step < most; step++) {
        char line[512];
        tell(walk, step, line, sizeof line);
        fprintf(out, "%4d  %s\n", step + 1, line);
    }
    if (most < walk->steps.count)
        fprintf(out, "... and %d steps more; %s.\n", walk->steps.count - most,
                walk->job->unsummed ? "a terminal shows them" : "--show N lists more");
    return BY_EXIT_OK;
}

/* --- the screen ------------------------------------------------------------------------ */

struct screen {
    const struct by_cli *cli;
    int rows, columns;
    int first;   /* the row of the drawing at the top of the screen */
    int row;     /* the row being printed */
    int focused; /* the row of the focus; found in a first pass */
    bool measuring;
    int32_t focus;
};

static void show_row(void *context, const struct by_recorder_row *row)
{
    struct screen *screen = context;
    int at = screen->row++;
    if (row->node == screen->focus && row->node != BY_RECORDER_NONE)
        screen->focused = at;
    if (screen->measuring || at < screen->first || at >= screen->first + screen->rows)
        return;
    bool focus = row->node == screen->focus && row->node != BY_RECORDER_NONE;
    enum by_style style = focus        ? BY_STYLE_FIRST
                          : !row->seen ? BY_STYLE_DIM
                          : row->best  ? BY_STYLE_BOLD
                                       : BY_STYLE_PLAIN;
    fprintf(screen->cli->out, "%s%.*s%s\n", by_style(screen->cli, style), screen->columns,
            row->text, by_style(screen->cli, BY_STYLE_PLAIN));
}

/* Two passes: one to find the focus, one to print the rows around it. */
static enum by_status show_tree(const struct walk *walk, int at, struct screen *screen)
{
    struct by_error *err = &walk->job->cli->error;
    struct by_searchview view =
        by_tree_view(walk->job, walk->steps.step[at].event + 1, screen->focus);
    view.brief = true; /* what a step says stands below in full */
    view.columns = screen->columns;
    /* What stands beside the names needs COLUMNS_BESIDE, and the way to the focus must fit. */
    int levels = (screen->columns - COLUMNS_BESIDE) / 3;
    view.levels = levels < 6 ? 6 : levels < view.levels ? levels : view.levels;
    view.most = view.most < 2 * view.levels ? 2 * view.levels : view.most;
    enum by_status status = by_searchview_open(&view, err);
    screen->measuring = true;
    if (status == BY_OK)
        status = by_searchdraw_text(&view, show_row, screen, err);
    int first = screen->focused - screen->rows / 2, most = screen->row - screen->rows;
    first = first > most ? most : first;
    screen->first = first < 0 ? 0 : first;
    screen->row = 0;
    screen->measuring = false;
    if (status == BY_OK)
        status = by_searchdraw_text(&view, show_row, screen, err);
    by_searchview_close(&view);
    return status;
}

/* The length of the first line of a sentence that is broken at blanks. */
static size_t line_length(const char *line, size_t width)
{
    size_t length = strlen(line), part = length < width ? length : width;
    while (part < length && part > 1 && line[part - 1] != ' ')
        part--;
    return part < length && line[part - 1] != ' ' ? width : part;
}

/* Prints a sentence on as many lines as it needs; with no file it only counts them. */
static int put_sentence(FILE *out, const char *line, int columns)
{
    int lines = 0;
    for (size_t part; *line != '\0'; line += part, lines++) {
        part = line_length(line, (size_t)columns);
        if (out)
            fprintf(out, "%.*s\n", (int)part, line);
    }
    return lines;
}

/* The drawing above, what happened below it. */
static enum by_status draw(struct by_cli *cli, const void *context, int index,
                           struct by_screen room)
{
    const struct walk *walk = context;
    char line[512];
    tell(walk, index, line, sizeof line);
    int rows = room.rows - 1 - put_sentence(NULL, line, room.columns);
    struct screen screen = {.cli = cli,
                            .rows = rows > 4 ? rows : 4,
                            .columns = room.columns,
                            .focus = walk->steps.step[index].node};
    enum by_status status = show_tree(walk, index, &screen);
    fputc('\n', cli->out);
    put_sentence(cli->out, line, room.columns);
    return status;
}

int by_tree_step(const struct by_tree_job *job)
{
    struct walk walk = {.job = job};
    if (by_tree_steps_open(&walk.steps, &job->tree.recorder, &job->cli->error) != BY_OK)
        return by_cli_report(job->cli);
    struct by_steps steps = {.count = walk.steps.count,
                             .context = &walk,
                             .draw = draw,
                             .next = next_cut,
                             .fast = 'c',
                             .what = "cut"};
    int status;
    if (!by_steps_walk(job->cli, &steps, &status))
        status = list_steps(&walk);
    else if (status == BY_EXIT_OK && !job->unsummed)
        by_tree_summary(job);
    by_tree_steps_close(&walk.steps);
    return status;
}
