/* A search of your own that Banyan checks. Tic-tac-toe by negamax with alpha and beta:
 *
 *   cc -o tutor_starter tutor_starter.c
 *   ./tutor_starter "XOX.O..X. O" > trace.txt && banyan tutor trace.txt
 *
 * The board is nine cells, row by row from the top, and whose turn it is. Without an argument it is that one. What you
 * write is between the two marks; the rest prints. docs/TUTOR.md explains the five words. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define INFINITE INT_MAX /* and never INT_MIN, whose negative there is none of */

static char board[9];

static void print_bound(int bound)
{
    if (bound == INFINITE || bound == -INFINITE)
        printf(" %s", bound > 0 ? "inf" : "-inf");
    else
        printf(" %d", bound);
}

/* The five words of a step: PLY MOVE ALPHA BETA VALUE. On entering a node there is no value yet. */
static void show(int ply, int cell, int alpha, int beta, const int *value)
{
    if (cell < 0)
        printf("%d -", ply);
    else
        printf("%d %c%d", ply, "abc"[cell % 3], 3 - cell / 3);
    print_bound(alpha);
    print_bound(beta);
    if (value)
        printf(" %d\n", *value);
    else
        printf(" ?\n");
}

static int wins(char who)
{
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++)
        if (board[lines[i][0]] == who && board[lines[i][1]] == who && board[lines[i][2]] == who)
            return 1;
    return 0;
}

/* --- your search begins here --- */

/* What the position is worth to `who`, whose turn it is: 1 won, 0 drawn, -1 lost. */
static int negamax(char who, int alpha, int beta, int ply, int cell)
{
    char other = who == 'X' ? 'O' : 'X';
    int best = -INFINITE;
    show(ply, cell, alpha, beta, NULL);
    if (wins(other)) {
        best = -1;
    } else if (!memchr(board, '.', 9)) {
        best = 0;
    } else {
        for (int i = 0; i < 9 && alpha < beta; i++) {
            if (board[i] != '.')
                continue;
            board[i] = who;
            int value = -negamax(other, -beta, -alpha, ply + 1, i);
            board[i] = '.';
            if (value > best)
                best = value;
            if (best > alpha)
                alpha = best;
        }
    }
    show(ply, cell, alpha, beta, &best);
    return best;
}

/* --- and ends here --- */

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "XOX.O..X. O";
    if (strlen(text) != 11 || strspn(text, "XO.") != 9 || !strchr("XO", text[10])) {
        fprintf(stderr,
                "a board is nine cells of X, O and '.', and whose turn it is: \"XOX.O..X. O\"\n");
        return 2;
    }
    memcpy(board, text, 9);
    printf("game tictactoe\n");
    printf("position %.3s/%.3s/%.3s %c\n", text, text + 3, text + 6, text[10]);
    printf("search alphabeta\nvalues mover\n");
    negamax(text[10], -INFINITE, INFINITE, 0, -1);
    return 0;
}
