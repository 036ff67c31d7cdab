#include "cli/search/think_step.h"
#include "cli/steps.h"

#include <string.h>

#define NODES_MAX   200000 /* of an exact search */
#define LISTED_MOST 200    /* without a keyboard */

int by_think_steps_open(struct by_think_steps *steps, struct by_cli *cli,
                        const struct by_searcher *searcher)
{
    const char *search = by_searcher_search(searcher)->name;
    const struct by_value *threads = by_values_find(by_searcher_values(searcher), "threads");
    *steps = (struct by_think_steps){.cli = cli};
    if (threads && threads->integer > 1)
        return by_cli_refuse(cli, "--step follows one thread: leave out threads=%lld",
                             (long long)threads->integer);
    bool windows = strcmp(search, "minimax") != 0 && strcmp(search, "negamax") != 0;
    steps->exact =
        (struct by_tree_job){.cli = cli,
                             .tree = {.search = search, .order = windows ? "" : NULL, .game = true},
                             .most = LISTED_MOST,
                             .unsummed = true};
    if (by_recorder_open(&steps->exact.tree.recorder, cli->rules, NODES_MAX, &cli->error) !=
            BY_OK ||
        by_simsteps_open(&steps->sims, cli->rules, searcher, by_line_position(cli->line),
                         BY_SIMSTEPS_MAX, &cli->error) != BY_OK)
        return by_cli_report(cli);
    const struct by_value *eval = by_values_find(by_searcher_values(searcher), "eval");
    if (eval && !(eval->set && by_same_text(eval->text, "none")))
        steps->exact.tree.recorder.eval = by_eval_find(cli->rules, eval->set ? eval->text : NULL);
    return BY_EXIT_OK;
}

void by_think_steps_close(struct by_think_steps *steps)
{
    by_recorder_close(&steps->exact.tree.recorder);
    by_simsteps_close(&steps->sims);
}

void by_think_steps_note(void *context, const struct by_step *step)
{
    struct by_think_steps *steps = context;
    steps->passes += step->kind == BY_STEP_ENTER && step->ply == 0;
    if (step->kind == BY_STEP_ENTER || step->kind == BY_STEP_LEAVE)
        by_recorder_step(&steps->exact.tree.recorder, step);
    else
        by_simsteps_step(&steps->sims, step);
}

/* --- Monte Carlo ------------------------------------------------------------------------- */

static int next_simulation(const void *context, int index)
{
    return by_simsteps_next(context, index);
}

/* The way of the simulation stands out. */
static void put_line(struct by_cli *cli, const char *line, int length, bool first)
{
    enum by_style style = first ? BY_STYLE_BOLD : line[0] == '>' ? BY_STYLE_FIRST : BY_STYLE_PLAIN;
    bool plain = style == BY_STYLE_PLAIN;
    fprintf(cli->out, "%s%.*s%s\n", plain ? "" : by_style(cli, style), length, line,
            plain ? "" : by_style(cli, BY_STYLE_PLAIN));
}

static enum by_status draw(struct by_cli *cli, const void *context, int index,
                           struct by_screen room)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_simsteps_draw(context, index, room.columns, room.rows, &text);
    const char *line = by_buffer_text(&text);
    for (int row = 0; *line != '\0' && row < room.rows; row++) {
        size_t length = strcspn(line, "\n");
        put_line(cli, line, (int)length, row == 0);
        line += length + (line[length] == '\n');
    }
    bool failed = text.failed;
    by_buffer_close(&text);
    return failed ? by_fail(&cli->error, BY_NO_MEMORY, "there is not enough memory for the picture")
                  : BY_OK;
}

static int list_simulations(const struct by_think_steps *steps)
{
    struct by_cli *cli = steps->cli;
    int most = steps->sims.count < LISTED_MOST ? steps->sims.count : LISTED_MOST;
    for (int i = 0; i < most; i++) {
        fprintf(cli->out, "--- step %d of %d\n\n", i + 1, steps->sims.count);
        if (draw(cli, &steps->sims, i, (struct by_screen){.rows = 21, .columns = 79}) != BY_OK)
            return by_cli_report(cli);
        fputc('\n', cli->out);
    }
    if (most < steps->sims.count)
        fprintf(cli->out, "... and %d steps more: a terminal shows them\n\n",
                steps->sims.count - most);
    return BY_EXIT_OK;
}

static int walk_simulations(const struct by_think_steps *steps)
{
    struct by_steps walk = {.count = steps->sims.count,
                            .context = &steps->sims,
                            .draw = draw,
                            .next = next_simulation,
                            .fast = 's',
                            .what = steps->sims.tree ? "simulation" : "turn"};
    int status;
    if (!by_steps_walk(steps->cli, &walk, &status))
        status = list_simulations(steps);
    if (status == BY_EXIT_OK && steps->sims.more > 0)
        fprintf(steps->cli->out, "These were the first %d steps; %llu more were taken.\n\n",
                steps->sims.count, (unsigned long long)steps->sims.more);
    return status;
}

/* --- both -------------------------------------------------------------------------------- */

/* A search that deepens begins at the root again and again: the recorder keeps the last time. */
static int walk_exact(struct by_think_steps *steps)
{
    const struct by_recorder *recorder = &steps->exact.tree.recorder;
    FILE *out = steps->cli->out;
    int status = by_tree_step(&steps->exact);
    if (status != BY_EXIT_OK)
        return status;
    if (steps->passes > 1)
        fprintf(out,
                "The search deepens: these were the steps of the last time of %d at the root.\n",
                steps->passes);
    if (recorder->stopped)
        fputs("It was stopped before it had come back to the root.\n", out);
    if (recorder->full)
        fprintf(out, "These were the first %d steps; the search took more.\n", recorder->events);
    fputc('\n', out);
    return BY_EXIT_OK;
}

int by_think_steps_walk(struct by_think_steps *steps)
{
    if (steps->sims.count > 0)
        return walk_simulations(steps);
    if (steps->exact.tree.recorder.count > 0)
        return walk_exact(steps);
    fputs("There are no steps to show: the answer was known before the first one.\n\n",
          steps->cli->out);
    return BY_EXIT_OK;
}
