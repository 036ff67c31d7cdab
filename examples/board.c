/* board.c: a board as data, drawn by somebody else: the last move in brackets.
 *
 *   cc board.c $(pkg-config --cflags --libs banyan) -o board
 *   ./board othello f5 d6 c3 */
#include <banyan/banyan.h>
#include <stdio.h>

static void draw(const struct by_cells *board)
{
    for (int row = board->height - 1; row >= 0; row--) {
        int y = board->from_top ? board->height - 1 - row : row;
        printf("%2d ", y + 1);
        for (int x = 0; x < board->width; x++) {
            int i = y * board->width + x;
            bool last = board->mark[i] & BY_MARK_LAST;
            printf("%c%c%c", last ? '[' : ' ', board->cell[i], last ? ']' : ' ');
        }
        putchar('\n');
    }
}

static enum by_status show(const char *game, char **moves, int count, struct by_error *err)
{
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    struct by_cells board;
    enum by_status status = by_rules_open(game, NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    for (int i = 0; i < count && status == BY_OK; i++)
        status = by_line_play_text(line, moves[i], err);
    if (status == BY_OK && by_line_cells(line, &board)) {
        int width, height;
        by_rules_board(rules, &width, &height);
        printf("%s on %dx%d after %d moves\n", by_rules_name(rules), width, height,
               by_line_count(line));
        draw(&board);
    } else if (status == BY_OK) {
        printf("%s has no board\n", by_rules_name(rules));
    }
    by_line_close(line);
    by_rules_close(rules);
    return status;
}

int main(int count, char **words)
{
    struct by_error err;
    const char *game = count > 1 ? words[1] : "tictactoe";
    if (show(game, words + 2, count > 2 ? count - 2 : 0, &err) == BY_OK)
        return 0;
    (void)fprintf(stderr, "board: %s\n", err.text);
    return 1;
}
