/* A small engine that speaks GTP: Gomoku, at random. banyan engine check "gtp cmd=./gtp" --game gomoku */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char known[] = "protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\n"
                            "boardsize\nclear_board\nkomi\nplay\ngenmove";
static int size = 15;
static char board[25][25], move[16]; /* board[column][row] */

/* "k10" is column 9, row 9: there is no letter i. NULL: no such point, or it is taken. */
static char *point(const char *text)
{
    int column = (text[0] | 32) - 'a', row = atoi(text + 1) - 1;
    column -= column > 8;
    int there = column >= 0 && column < size && row >= 0 && row < size;
    return there && !board[column][row] ? &board[column][row] : NULL;
}

static const char *genmove(void)
{
    strcpy(move, "resign");
    for (int i = 0, seen = 0; i < size * size; i++)
        if (!board[i % size][i / size] && rand() % ++seen == 0)
            sprintf(move, "%c%d", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[i % size], i / size + 1);
    if (point(move))
        *point(move) = 1;
    return move;
}

/* The answer to a command; NULL: it is refused. */
static const char *run(const char *name, const char *first, const char *second)
{
    int number = atoi(first), colour = first[0] && strchr("bBwW", first[0]);
    if (!strcmp(name, "clear_board") || (!strcmp(name, "boardsize") && number > 0 && number < 26))
        return size = number ? number : size, memset(board, 0, sizeof board), "";
    if (!strcmp(name, "play") && colour && point(second))
        return *point(second) = 1, "";
    if (!strcmp(name, "genmove"))
        return colour ? genmove() : NULL;
    if (!strcmp(name, "known_command"))
        return first[0] && strstr(known, first) ? "true" : "false";
    if (!strcmp(name, "list_commands"))
        return known;
    return strstr("protocol_version name quit komi", name) ? "2" : NULL;
}

int main(void)
{
    char line[1024], id[16] = "", name[64] = "", first[64], second[64];
    while (strcmp(name, "quit") != 0 && fgets(line, sizeof line, stdin)) {
        id[0] = first[0] = second[0] = line[strcspn(line, "#")] = '\0';
        if (sscanf(line, " %15[0-9]", id) < 0 ||
            sscanf(line + strspn(line, " \t0123456789"), "%63s %63s %63s", name, first, second) < 1)
            continue; /* nothing on the line: no answer */
        const char *text = run(name, first, second);
        printf("%c%s %s\n\n", text ? '=' : '?', id, text ? text : "not understood");
        fflush(stdout);
    }
}
