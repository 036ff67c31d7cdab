/* watch.c: a search that is watched while it thinks, and stopped when it is sure enough.
 *
 *   cc watch.c $(pkg-config --cflags --libs banyan) -o watch */
#include <banyan/banyan.h>
#include <stdio.h>

struct watcher {
    const struct by_line *line;
    struct by_searcher *searcher;
    int reports;
};

/* Called on the searching thread, now and then, with the best so far. */
static void see(void *context, const struct by_decision *so_far)
{
    struct watcher *watcher = context;
    char move[32];
    (void)by_line_move_text(watcher->line, so_far->move, move, sizeof move);
    if (watcher->reports++ == 0)
        printf("the first report has %s\n", move);
    if (so_far->work.simulations >= 20000)
        by_searcher_stop(watcher->searcher);
}

static enum by_status think(struct watcher *watcher, struct by_decision *decision,
                            struct by_error *err)
{
    const struct by_events events = {.context = watcher, .progress = see};
    const struct by_limits limits = {.seconds = 60}; /* it is stopped long before */
    char move[32];
    enum by_status status =
        by_searcher_think(watcher->searcher, watcher->line, &limits, &events, decision, err);
    if (status == BY_OK) {
        (void)by_line_move_text(watcher->line, decision->move, move, sizeof move);
        printf("stopped after %s20000 simulations in favour of %s, %s\n",
               decision->work.simulations >= 20000 ? "at least " : "fewer than ", move,
               watcher->reports > 0 ? "watched" : "unseen");
    }
    return status;
}

int main(void)
{
    struct by_error err;
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    struct watcher watcher = {.reports = 0};
    struct by_decision decision = {.moves = NULL};
    enum by_status status = by_rules_open("connect4", NULL, 0, NULL, &rules, &err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, &err);
    if (status == BY_OK)
        status = by_searcher_open(rules, "mcts", 1, &watcher.searcher, &err);
    if (status == BY_OK)
        status = by_decision_open(rules, &decision, &err);
    watcher.line = line;
    if (status == BY_OK)
        status = think(&watcher, &decision, &err);
    by_decision_close(&decision);
    by_searcher_close(watcher.searcher);
    by_line_close(line);
    by_rules_close(rules);
    if (status != BY_OK)
        (void)fprintf(stderr, "watch: %s\n", err.text);
    return status == BY_OK ? 0 : 1;
}
