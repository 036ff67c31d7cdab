/* snapshot.c: see snapshot.h. */
#include "server/snapshot.h"
#include "report/mcts_tree.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH      8
#define WIDTH_MOST 50
#define NODES      120
#define NODES_MOST 400
#define DEPTH      64

static enum by_status read_moves(const json_t *list, const struct by_line *line,
                                 struct by_snapshot *out, struct by_error *err)
{
    const struct by_rules *rules = line->rules;
    void *position = malloc(rules->position_size);
    enum by_status status = position ? BY_OK : by_fail_memory(err, rules->position_size);
    if (position)
        memcpy(position, by_line_position(line), rules->position_size);
    for (size_t i = 0; status == BY_OK && i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        by_move *move = &out->path[i];
        status = text ? by_move_read(rules, position, text, move, err)
                      : by_fail(err, BY_BAD_INPUT, "\"path\" must be an array of moves");
        if (status == BY_OK) {
            rules->game->play(rules, position, *move, NULL);
            out->path_count = (int)i + 1;
        }
    }
    free(position);
    return status;
}

/* Into `out`'s path; what is wrong leaves it half done. */
static enum by_status read_path(const json_t *body, const struct by_line *line,
                                struct by_snapshot *out, struct by_error *err)
{
    const json_t *list = json_object_get(body, "path");
    out->path_count = 0;
    if (!list || json_is_null(list))
        return BY_OK;
    if (!json_is_array(list))
        return by_fail(err, BY_BAD_INPUT, "\"path\" must be an array of moves");
    if (json_array_size(list) > BY_LOOK_MAX)
        return by_fail(err, BY_BAD_INPUT, "\"path\" must have at most %d moves", BY_LOOK_MAX);
    return read_moves(list, line, out, err);
}

enum by_status by_snapshot_look(struct by_snapshot *snapshot, const json_t *body,
                                const struct by_line *line, struct by_error *err)
{
    struct by_snapshot read;
    enum by_status status = read_path(body, line, &read, err);
    if (status != BY_OK)
        return status;
    by_mutex_lock(&snapshot->lock);
    memcpy(snapshot->path, read.path, sizeof read.path[0] * (size_t)read.path_count);
    snapshot->path_count = read.path_count;
    by_mutex_unlock(&snapshot->lock);
    return BY_OK;
}

enum by_status by_snapshot_open(struct by_snapshot *snapshot, const json_t *body,
                                const struct by_line *line, struct by_error *err)
{
    const json_t *asked = json_object_get(body, "tree");
    int64_t width = WIDTH, nodes = NODES;
    if (!asked || json_is_null(asked) || json_is_false(asked))
        return BY_OK;
    if (!json_is_object(asked) && !json_is_true(asked))
        return by_fail(err, BY_BAD_INPUT, "\"tree\" must be true or an object");
    if (!by_mutex_open(&snapshot->lock))
        return by_fail(err, BY_FAILED, "there is no lock for the tree");
    snapshot->wanted = true;
    enum by_status status = by_body_int(asked, "width", 1, WIDTH_MOST, &width, err);
    if (status == BY_OK)
        status = by_body_int(asked, "nodes", 1, NODES_MOST, &nodes, err);
    snapshot->width = (int)width;
    snapshot->nodes = (int)nodes;
    return status == BY_OK ? by_snapshot_look(snapshot, asked, line, err) : status;
}

void by_snapshot_close(struct by_snapshot *snapshot)
{
    if (snapshot->wanted)
        by_mutex_close(&snapshot->lock);
}

void by_report_snapshot(struct by_json *json, struct by_snapshot *snapshot,
                        struct by_player *player, const struct by_line *line,
                        const struct by_decision *decision, bool last)
{
    const struct by_searcher *searcher = by_player_searcher(player);
    const struct by_mcts *mcts = searcher ? by_mcts_of(searcher) : NULL;
    by_move path[BY_LOOK_MAX];
    struct by_error error;
    struct by_mcts_view view = {.line = line,
                                .decision = decision,
                                .spec = by_player_spec(player),
                                .depth = DEPTH,
                                .width = snapshot->width,
                                .busiest = true,
                                .room = last ? BY_SNAPSHOT_FINAL : snapshot->nodes,
                                .path = path};
    by_mutex_lock(&snapshot->lock);
    view.path_count = last ? 0 : snapshot->path_count;
    memcpy(path, snapshot->path, sizeof path[0] * (size_t)view.path_count);
    by_mutex_unlock(&snapshot->lock);
    if (mcts && by_mcts_view_open(&view, mcts, &error) == BY_OK)
        by_report_mcts_tree(json, "tree", &view);
    else
        by_json_null(json, "tree");
    by_mcts_view_close(&view);
}
