/* gomocup.c: a small engine that speaks the Gomocup protocol: it plays at random.
 * cc -o gomocup gomocup.c, then  banyan engine check "gomocup cmd=./gomocup" */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int width, height;
static char board[100][100], line[1024]; /* board[x][y] */

static int is_free(int x, int y)
{
    return x >= 0 && y >= 0 && x < width && y < height && !board[x][y];
}

static void start(int w, int h)
{
    int good = w >= 5 && h >= 5 && w <= 100 && h <= 100;
    if (good) {
        width = w, height = h;
        memset(board, 0, sizeof board);
    }
    puts(good ? "OK" : "ERROR the board has sides of 5 to 100");
}

static void move(void)
{
    int at = -1;
    for (int i = 0, free = 0; i < width * height; i++)
        if (is_free(i % width, i / width) && rand() % ++free == 0)
            at = i;
    if (at >= 0)
        board[at % width][at / width] = 1;
    printf(at < 0 ? "ERROR the board is full\n" : "%d,%d\n", at % width, at / width);
}

int main(void)
{
    for (int x = 0, y = 0, who = 0; fgets(line, sizeof line, stdin); fflush(stdout)) {
        if (sscanf(line, "START %d", &x) == 1)
            start(x, x);
        else if (sscanf(line, "RECTSTART %d,%d", &x, &y) == 2)
            start(x, y);
        else if (!strncmp(line, "RESTART", 7))
            start(width, height);
        else if (sscanf(line, "%d,%d,%d", &x, &y, &who) == 3 && is_free(x, y))
            board[x][y] = 1;
        else if (sscanf(line, "TURN %d,%d", &x, &y) == 2 && is_free(x, y)) {
            board[x][y] = 1;
            move();
        } else if (!strncmp(line, "BEGIN", 5) || !strncmp(line, "DONE", 4))
            move();
        else if (!strncmp(line, "ABOUT", 5))
            puts("name=\"starter\", version=\"1\"");
        else if (!strncmp(line, "END", 3))
            return 0;
        else if (strncmp(line, "INFO", 4) != 0 && strncmp(line, "BOARD", 5) != 0)
            puts("ERROR not understood");
    }
    return 0;
}
