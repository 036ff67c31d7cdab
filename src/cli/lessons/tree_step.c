/* tree_step.c: a walk through a search, one event at a time.
 *
 * With a terminal on standard output and a keyboard (standard input, or the terminal itself when
 * standard input brings the tree) the tree is drawn as it stood after each step; otherwise the
 * steps are listed. A leaf is entered and left in one step. */
#include "cli/keys.h"
#include "cli/lessons/tree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS_BESIDE 50

struct step {
    int32_t event, node;
};

struct walk {
    const struct by_tree_job *job;
    struct step *step;
    int32_t steps;
    int32_t at; /* the step shown */
};

static const struct by_recorder *recorder_of(const struct walk *walk)
{
    return &walk->job->recorder;
}

/* Every event in its place, then all but the entering of leaves. */
static bool open_steps(struct walk *walk)
{
    const struct by_recorder *recorder = recorder_of(walk);
    walk->step = calloc((size_t)recorder->events, sizeof *walk->step);
    if (!walk->step)
        return false;
    for (int32_t id = 0; id < recorder->count; id++) {
        const struct by_recorder_node *node = &recorder->node[id];
        if (node->entered != BY_RECORDER_NONE)
            walk->step[node->entered] =
                (struct step){node->leaf ? BY_RECORDER_NONE : node->entered, id};
        if (node->left != BY_RECORDER_NONE)
            walk->step[node->left] = (struct step){node->left, id};
    }
    for (int32_t event = 0; event < recorder->events; event++)
        if (walk->step[event].event != BY_RECORDER_NONE)
            walk->step[walk->steps++] = walk->step[event];
    return true;
}

static bool is_cut(const struct walk *walk, const struct step *step)
{
    const struct by_recorder *recorder = recorder_of(walk);
    return recorder->node[step->node].left == step->event &&
           by_recorder_skipped(recorder, step->node) > 0;
}

/* Stays where the walk begins and ends. */
static void go(struct walk *walk, int32_t to)
{
    if (to >= 0 && to < walk->steps)
        walk->at = to;
}

static void go_to_cut(struct walk *walk)
{
    int32_t to = walk->at + 1;
    while (to < walk->steps - 1 && !is_cut(walk, &walk->step[to]))
        to++;
    go(walk, to);
}

/* --- without a keyboard ------------------------------------------------------------ */

static void tell(const struct walk *walk, int32_t step, char *line, size_t size)
{
    const struct step *s = &walk->step[step];
    struct by_text text = by_text_over(line, size);
    by_recorder_tell(recorder_of(walk), s->node, s->event, walk->job->order != NULL, &text);
}

static int list_steps(struct walk *walk)
{
    FILE *out = walk->job->cli->out;
    int32_t most = walk->job->most < walk->steps ? walk->job->most : walk->steps;
    for (int32_t step = 0; step < most; step++) {
        char line[512];
        tell(walk, step, line, sizeof line);
        fprintf(out, "%4d  %s\n", step + 1, line);
    }
    if (most < walk->steps)
        fprintf(out, "... and %d steps more; --show N lists more.\n", walk->steps - most);
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
    fprintf(screen->cli->out, "%s%.*s%s\n", by_style(screen->cli, style), screen->columns - 1,
            row->text, by_style(screen->cli, BY_STYLE_PLAIN));
}

/* Two passes: one to find the focus, one to print the rows around it. */
static enum by_status show_tree(struct walk *walk, struct screen *screen)
{
    struct by_error *err = &walk->job->cli->error;
    struct by_searchview view =
        by_tree_view(walk->job, walk->step[walk->at].event + 1, screen->focus);
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

/* A sentence on as many lines as it needs, broken at blanks. */
static void show_sentence(const struct screen *screen, const char *line)
{
    size_t width = (size_t)screen->columns - 1, length = strlen(line);
    while (length > 0) {
        size_t part = length < width ? length : width;
        while (part < length && part > 1 && line[part - 1] != ' ')
            part--;
        if (part < length && line[part - 1] != ' ')
            part = width;
        fprintf(screen->cli->out, "%.*s\n", (int)part, line);
        line += part;
        length -= part;
    }
}

/* The drawing above, what happened below it. */
static int show(struct walk *walk)
{
    struct by_cli *cli = walk->job->cli;
    char line[512];
    struct by_screen size = by_screen_size();
    struct screen screen = {.cli = cli,
                            .rows = size.rows > 10 ? size.rows - 6 : 4,
                            .columns = size.columns,
                            .focus = walk->step[walk->at].node};
    by_output_screen(cli, "\033[H\033[2J");
    if (show_tree(walk, &screen) != BY_OK)
        return by_cli_report(cli);
    tell(walk, walk->at, line, sizeof line);
    fputs("\n", cli->out);
    show_sentence(&screen, line);
    fprintf(cli->out, "%s%d of %d   n on, b back, c next cut, g start, e end, q leave%s",
            by_style(cli, BY_STYLE_DIM), walk->at + 1, walk->steps, by_style(cli, BY_STYLE_PLAIN));
    return by_output_flush(cli) ? BY_EXIT_OK : BY_EXIT_FAILED;
}

/* --- the keyboard ------------------------------------------------------------------------- */

static void obey(struct walk *walk, int key)
{
    if (key == 'c')
        go_to_cut(walk);
    else
        go(walk, by_keys_walk(key, walk->at, walk->steps));
}

/* The alternate screen: what stood there comes back afterwards. */
static int walk_through(struct walk *walk, const struct by_keys *keys)
{
    struct by_cli *cli = walk->job->cli;
    int status = BY_EXIT_OK;
    by_output_screen(cli, "\033[?1049h");
    for (int key = BY_KEY_NONE; key != BY_KEY_LEAVE && status == BY_EXIT_OK;) {
        status = show(walk);
        if (status == BY_EXIT_OK)
            obey(walk, key = by_keys_read(keys));
    }
    by_output_screen(cli, "\033[?1049l");
    by_output_flush(cli);
    return status;
}

int by_tree_step(const struct by_tree_job *job)
{
    struct walk walk = {.job = job};
    struct by_keys keys = {.descriptor = -1};
    int status;
    if (!open_steps(&walk))
        return by_cli_failed(job->cli, "there is not enough memory");
    if (by_style_escapes(STDOUT_FILENO) && by_keys_open(&keys)) {
        status = walk_through(&walk, &keys);
        by_keys_close(&keys);
        if (status == BY_EXIT_OK)
            by_tree_summary(job);
    } else {
        status = list_steps(&walk);
    }
    free(walk.step);
    return status;
}
