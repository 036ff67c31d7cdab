/* tree_svg.c: a recorded tree as a file with a drawing. */
#include "cli/file.h"
#include "cli/lessons/tree.h"

#include <stdlib.h>
#include <string.h>

static void put_head(const struct by_tree_job *job, bool blank, struct by_text *out)
{
    if (job->game)
        by_text_format(out, "%s: ", job->cli->rules->name);
    by_text_add(out, strcmp(job->search, "minimax") != 0 ? "Alpha-beta"
                     : job->cli->rules->has_chance       ? "Expectimax"
                                                         : "Minimax");
    if (blank)
        return;
    by_text_add(out, ": value ");
    by_recorder_number(&job->recorder, job->recorder.node[0].value, out);
}

static void put_counts(const struct by_tree_job *job, struct by_text *out)
{
    by_tree_title(job, out);
    by_text_format(out, ": %d of %d leaves looked at", job->counts.leaves_seen, job->counts.leaves);
}

/* The whole file as text, from malloc; NULL and cli->error without memory. */
static char *svg_string(const struct by_tree_job *job, const struct by_searchview *view)
{
    char title[96], subtitle[160];
    struct by_error *err = &job->cli->error;
    struct by_text head = by_text_over(title, sizeof title);
    struct by_text below = by_text_over(subtitle, sizeof subtitle);
    put_head(job, view->blank, &head);
    if (!view->blank)
        put_counts(job, &below);
    else if (job->order)
        by_text_add(&below,
                    "Write down windows and values, from left to right, and cross out what is "
                    "never looked at.");
    else
        by_text_add(&below, "Write down the value of every node, and mark the best line of play.");
    if (by_searchview_drawn(view) < job->counts.nodes)
        by_text_format(&below, "; %d of %d nodes are drawn", by_searchview_drawn(view),
                       job->counts.nodes);
    struct by_text measure = by_text_over(NULL, 0);
    if (by_searchdraw_svg(view, title, subtitle, &measure, err) != BY_OK)
        return NULL;
    char *text = malloc(measure.length + 1);
    if (!text) {
        by_fail_memory(err, measure.length + 1);
        return NULL;
    }
    struct by_text out = by_text_over(text, measure.length + 1);
    if (by_searchdraw_svg(view, title, subtitle, &out, err) == BY_OK)
        return text;
    free(text);
    return NULL;
}

int by_tree_svg(const struct by_tree_job *job, const char *path, bool blank)
{
    struct by_cli *cli = job->cli;
    struct by_searchview view = by_tree_view(job, BY_RECORDER_END, BY_RECORDER_NONE);
    char *text = NULL;
    view.blank = blank;
    if (by_searchview_open(&view, &cli->error) == BY_OK)
        text = svg_string(job, &view);
    by_searchview_close(&view);
    if (!text)
        return by_cli_report(cli);
    int status = by_cli_write(cli, path, text, strlen(text));
    free(text);
    return status;
}
