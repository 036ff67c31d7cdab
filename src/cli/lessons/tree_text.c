/* tree_text.c: a recorded tree for people: as lines of text, and as an exercise without its values. */
#include "cli/file.h"
#include "cli/keys.h"
#include "cli/lessons/tree.h"
#include "lessons/lesson.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_SHOWN 2000 /* characters of a random tree's text */

struct by_searchview by_tree_view(const struct by_tree_job *job, int32_t now, int32_t focus)
{
    return (struct by_searchview){.recorder = &job->tree.recorder,
                                  .windows = job->tree.order != NULL,
                                  .now = now,
                                  .focus = focus,
                                  .most = job->most,
                                  .levels = BY_SEARCHVIEW_LEVELS,
                                  .moves = job->tree.game,
                                  .columns = isatty(STDOUT_FILENO) ? by_screen_size().columns : 0};
}

static void print_row(void *context, const struct by_recorder_row *row)
{
    const struct by_cli *cli = context;
    const char *style = !row->seen  ? by_style(cli, BY_STYLE_DIM)
                        : row->best ? by_style(cli, BY_STYLE_BOLD)
                                    : "";
    fprintf(cli->out, "%s%s%s\n", style, row->text, *style ? by_style(cli, BY_STYLE_PLAIN) : "");
}

static void print_best(const struct by_tree_job *job)
{
    const struct by_recorder *recorder = &job->tree.recorder;
    int left = 64;
    int32_t id = recorder->node[0].best;
    if (id == BY_RECORDER_NONE)
        return;
    fputs("best   ", job->cli->out);
    for (; id != BY_RECORDER_NONE && left > 0; id = recorder->node[id].best, left--) {
        char move[BY_MOVE_BUFFER];
        struct by_text text = by_text_over(move, sizeof move);
        by_recorder_move(recorder, id, &text);
        fprintf(job->cli->out, " %s", move);
    }
    fprintf(job->cli->out, "%s\n", id != BY_RECORDER_NONE ? " ..." : "");
}

void by_tree_summary(const struct by_tree_job *job)
{
    const struct by_recorder_counts *counts = &job->tree.counts;
    FILE *out = job->cli->out;
    char title[64];
    struct by_text text = by_text_over(title, sizeof title);
    by_searched_tree_title(&job->tree, &text);
    char value[32];
    struct by_text number = by_text_over(value, sizeof value);
    by_recorder_number(&job->tree.recorder, job->tree.recorder.node[0].value, &number);
    fprintf(out, "search  %s\nvalue   %s\n", title, value);
    print_best(job);
    fprintf(out, "leaves  %d of %d looked at\nnodes   %d of %d entered", counts->leaves_seen,
            counts->leaves, counts->nodes_seen, counts->nodes);
    if (job->tree.order)
        fprintf(out, ", %d %s", counts->cuts, counts->cuts == 1 ? "cut" : "cuts");
    fputc('\n', out);
}

/* A tree that nobody wrote down, so that it can be had again elsewhere. */
static void print_generated(const struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    char *text =
        job->generated ? by_position_string(cli->rules, by_line_position(cli->line)) : NULL;
    if (text && strlen(text) <= TEXT_SHOWN)
        fprintf(cli->out, "tree    %s\n\n", text);
    else if (text)
        fprintf(cli->out,
                "tree    %.*s...\n        (%zu characters; 'show tree' with the same options "
                "prints it whole)\n\n",
                TEXT_SHOWN / 8, text, strlen(text));
    free(text);
}

static void print_left_out(const struct by_tree_job *job, int32_t shown)
{
    char nodes[BY_COMMAS_SIZE];
    if (shown >= job->tree.counts.nodes)
        return;
    if (job->tree.game)
        fprintf(job->cli->out,
                "\n%s positions; the first %d are drawn: --show N draws more, --depth N "
                "looks less deep.\n",
                by_commas((uint64_t)job->tree.counts.nodes, nodes), shown);
    else
        fprintf(job->cli->out, "\n%d of %d nodes are drawn; --show N draws more.\n", shown,
                job->tree.counts.nodes);
}

/* The tree as lines of text; `blank` without what the search found. */
static int print_tree(const struct by_tree_job *job, bool blank)
{
    struct by_cli *cli = job->cli;
    struct by_searchview view = by_tree_view(job, BY_RECORDER_END, BY_RECORDER_NONE);
    view.blank = blank;
    view.windows &= !blank;
    if (job->tree.game)
        by_tree_game_head(job);
    print_generated(job);
    enum by_status status = by_searchview_open(&view, &cli->error);
    if (status == BY_OK)
        status = by_searchdraw_text(&view, print_row, cli, &cli->error);
    int32_t shown = by_searchview_drawn(&view);
    by_searchview_close(&view);
    if (status != BY_OK)
        return by_cli_report(cli);
    print_left_out(job, shown);
    fputc('\n', cli->out);
    return BY_EXIT_OK;
}

int by_tree_text(const struct by_tree_job *job)
{
    int status = print_tree(job, false);
    if (status == BY_EXIT_OK)
        by_tree_summary(job);
    return status;
}

/* Into a file or behind the exercise: a picture, or the same text that `tree` prints. */
static int write_solution(const struct by_tree_job *job, const char *path)
{
    struct by_cli *cli = job->cli;
    size_t length = strlen(path);
    char *text = NULL;
    size_t size = 0;
    if (length > 4 && by_same_text(path + length - 4, ".svg"))
        return by_tree_svg(job, path, false);
    FILE *standard = cli->out;
    cli->out = open_memstream(&text, &size);
    if (!cli->out) {
        cli->out = standard;
        return by_cli_failed(cli, "there is not enough memory");
    }
    bool colour = cli->colour;
    cli->colour = false;
    int status = by_tree_text(job);
    cli->colour = colour;
    bool whole = fclose(cli->out) == 0;
    cli->out = standard;
    if (status == BY_EXIT_OK)
        status = whole ? by_cli_write(cli, path, text, size)
                       : by_cli_failed(cli, "there is not enough memory");
    free(text);
    return status;
}

int by_tree_blank(const struct by_tree_job *job)
{
    const char *solution = by_cli_text(job->cli, "solution");
    int status = print_tree(job, true);
    if (status != BY_EXIT_OK)
        return status;
    if (job->tree.order)
        fputs("Alpha-beta goes from left to right. Write down the window (alpha, beta) and the\n"
              "value of every node, and cross out what is never looked at.\n",
              job->cli->out);
    else
        fputs("Write down the value of every node, and mark the best line of play.\n",
              job->cli->out);
    return solution ? write_solution(job, solution) : BY_EXIT_OK;
}
