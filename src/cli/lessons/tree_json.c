/* tree_json.c: a recorded tree for programs. */
#include "cli/lessons/tree.h"
#include "report/recorded.h"

#define SENT_AT ((size_t)1 << 20) /* nodes are sent on so many bytes at a time */

int by_tree_json(const struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    const struct by_recorded recorded = {&job->recorder, &job->counts, job->search, job->order,
                                         job->game};
    struct by_json *json = by_cli_json(cli);
    by_json_object(json, NULL);
    by_report_recorded(json, &recorded);
    if (by_cli_value(cli, "nodes")->set) {
        int64_t most = by_cli_int(cli, "nodes");
        by_json_array(json, "nodes");
        for (int32_t id = 0; id < job->recorder.count && id < most; id++) {
            by_report_recorded_node(json, &recorded, id);
            if (json->out->length > SENT_AT)
                by_cli_json_send(cli);
        }
        by_json_end_array(json);
    }
    by_json_end_object(json);
    return by_cli_json_end(cli);
}
