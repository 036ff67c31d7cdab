/* snapshot.h: the tree of a search as a page watches it grow.
 *
 * A job that is asked for a tree tells with its news the busiest part of it, from the position that the
 * page looks at: the page may look elsewhere while the search runs. Taken between two simulations, on the
 * search's own thread: what it costs is a few hundred nodes, however many there are. */
#ifndef BY_SERVER_SNAPSHOT_H
#define BY_SERVER_SNAPSHOT_H

#include "base/json.h"
#include "base/thread.h"
#include "players/player.h"
#include "server/body.h"

#define BY_LOOK_MAX 64 /* moves of the path that is looked at */
#define BY_SNAPSHOT_FINAL                                                                          \
    1000 /* nodes, when the search has ended: the page goes on from there alone */
#define BY_SNAPSHOT_SECONDS 0.2 /* between two */

struct by_snapshot {
    bool wanted;
    int width, nodes; /* children of a node, nodes in all */
    struct by_mutex lock;

    /* Under the lock. */
    by_move path[BY_LOOK_MAX];
    int path_count;
};

/* "tree": true, or {"width": 8, "nodes": 120, "path": [...]}; not given, null, false: none is wanted. To be
 * closed in either case. */
enum by_status by_snapshot_open(struct by_snapshot *snapshot, const json_t *body,
                                const struct by_line *line, struct by_error *err);
void by_snapshot_close(struct by_snapshot *snapshot);

/* Where to look from now on: "path", moves from the line's last position. From any thread. */
enum by_status by_snapshot_look(struct by_snapshot *snapshot, const json_t *body,
                                const struct by_line *line, struct by_error *err);

/* The member "tree", as `think --json --tree -` has it: null where the player keeps none. `last`: the search is
 * over, and all that is told of it is told now, from its own root. */
void by_report_snapshot(struct by_json *json, struct by_snapshot *snapshot,
                        struct by_player *player, const struct by_line *line,
                        const struct by_decision *decision, bool last);

#endif
