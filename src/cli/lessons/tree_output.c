/* tree_output.c: a searched tree for programs, and as a file with a drawing. */
#include "cli/file.h"
#include "cli/lessons/tree.h"

#define SVG_BYTES   ((size_t)1 << 30)
#define NODES_STEPS 20000 /* that the steps of --steps bring with them */

static void send(void *context)
{
    by_cli_json_send(context);
}

int by_tree_json(const struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    struct by_json *json = by_cli_json(cli);
    const struct by_tree_told told = {
        .nodes = by_cli_value(cli, "nodes")->set ? by_cli_int(cli, "nodes") : 0,
        .steps = by_cli_value(cli, "steps")->set ? by_cli_int(cli, "steps") : 0,
        .first = by_cli_int(cli, "first") - 1,
        .nodes_limit = NODES_STEPS,
        .context = cli,
        .sent = send};
    if (by_report_searched_tree(json, &job->tree, &told, &cli->error) != BY_OK)
        return by_cli_report(cli);
    return by_cli_json_end(cli);
}

int by_tree_svg(const struct by_tree_job *job, const char *path, bool blank)
{
    struct by_cli *cli = job->cli;
    const struct by_tree_drawing drawing = {BY_RECORDER_END, BY_RECORDER_NONE, job->most, blank};
    struct by_buffer out;
    by_buffer_open(&out, SVG_BYTES);
    enum by_status status = by_searched_tree_svg(&job->tree, &drawing, &out, &cli->error);
    if (status == BY_OK && out.failed)
        status = by_fail_memory(&cli->error, out.room);
    int code = status == BY_OK ? by_cli_write(cli, path, by_buffer_text(&out), out.length)
                               : by_cli_report(cli);
    by_buffer_close(&out);
    return code;
}
