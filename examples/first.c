/* first.c: a complete program with the library: play a move, ask for an answer.
 *
 * Build it against an installed library:
 *   cc first.c $(pkg-config --cflags --libs banyan) -o first */
#include <banyan/banyan.h>
#include <stdio.h>

/* Prints the sentence of an error; the status that main returns. */
static int complain(const struct by_error *err)
{
    (void)fprintf(stderr, "first: %s\n", err->text);
    return 1;
}

/* Thinks about the line and prints the answer. */
static enum by_status answer(const struct by_rules *rules, const struct by_line *line,
                             struct by_error *err)
{
    struct by_searcher *searcher = NULL;
    struct by_decision decision;
    char move[32];
    enum by_status status = by_decision_open(rules, &decision, err);
    if (status == BY_OK)
        status = by_searcher_open(rules, "alphabeta plain=on depth=6", 1, &searcher, err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, line, NULL, NULL, &decision, err);
    if (status == BY_OK) {
        (void)by_line_move_text(line, decision.move, move, sizeof move);
        printf("%s is best: value %g after %llu positions\n", move, decision.value,
               (unsigned long long)decision.work.nodes);
    }
    by_searcher_close(searcher);
    by_decision_close(&decision);
    return status;
}

int main(void)
{
    struct by_error err;
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    char board[1024];
    const struct by_setting settings[] = {{"size", "7x6"}};
    enum by_status status = by_rules_open("connect4", settings, 1, NULL, &rules, &err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, &err);
    if (status == BY_OK)
        status = by_line_play_text(line, "d", &err);
    if (status == BY_OK) {
        (void)by_line_draw(line, board, sizeof board);
        printf("%s", board);
        status = answer(rules, line, &err);
    }
    by_line_close(line);
    by_rules_close(rules);
    return status == BY_OK ? 0 : complain(&err);
}
