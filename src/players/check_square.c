/* check_square.c: a position in which a program that swaps or mirrors coordinates is found out.
 *
 * A program that reads a square in one way and writes it in another plays well on an empty board: the
 * image of a free point is nearly always free. So a position is looked for, by chance but the same
 * every time, in which no legal move has a legal image: whatever such a program answers is taken. */
#include "base/rng.h"
#include "players/check.h"
#include "wire/gtp.h"

#include <stdlib.h>
#include <string.h>

#define TRIES    300 /* games that are begun */
#define SIDE_MAX 32

bool by_check_square(const struct by_check *check, const char *word, int *x, int *y)
{
    int64_t row;
    char column = (char)(word[0] | 0x20);
    if (column < 'a' || column > 'z' || column == 'i' || !by_read_int(word + 1, 1, SIDE_MAX, &row))
        return false;
    *x = column - 'a' - (column > 'i');
    *y = (int)row - 1;
    return *x < check->rules->width && *y < check->rules->height;
}

bool by_check_place(const struct by_check *check, by_move move, int *x, int *y)
{
    char word[64];
    struct by_text text = by_text_over(word, sizeof word);
    by_gtp_write_move(check->rules, by_line_position(check->line), move, &text);
    return by_check_square(check, word, x, y);
}

/* The images of a square on a board of `side`: swapped, mirrored, turned. */
static const char *const image_names[] = {
    "rows and columns swapped",      "its rows mirrored",     "its columns mirrored",
    "the board turned around",       "the board turned left", "the board turned right",
    "both swapped and turned around"};
#define IMAGES ((int)(sizeof image_names / sizeof *image_names))

static void image_of(int image, int side, int x, int y, int *to_x, int *to_y)
{
    const int last = side - 1;
    const int images[IMAGES][2] = {
        {y, x},        {x, last - y}, {last - x, y},       {last - x, last - y},
        {last - y, x}, {y, last - x}, {last - y, last - x}};
    *to_x = images[image][0];
    *to_y = images[image][1];
}

/* The squares that may be played; false: there is none, or something else may be played than a square
 * or a pass. `*pass` is the pass, or BY_NO_MOVE. */
static bool map_moves(const struct by_check *check, int count, bool map[SIDE_MAX][SIDE_MAX],
                      by_move *pass)
{
    int squares = 0;
    *pass = BY_NO_MOVE;
    memset(map, 0, SIDE_MAX * sizeof *map);
    for (int i = 0; i < count; i++) {
        int x, y;
        if (by_check_place(check, check->moves[i], &x, &y)) {
            map[x][y] = true;
            squares++;
        } else if (*pass == BY_NO_MOVE) {
            *pass = check->moves[i];
        } else {
            return false;
        }
    }
    return squares > 0;
}

static bool is_lopsided(int side, bool map[SIDE_MAX][SIDE_MAX])
{
    for (int x = 0; x < side; x++)
        for (int y = 0; y < side; y++)
            for (int i = 0; i < IMAGES && map[x][y]; i++) {
                int to_x, to_y;
                image_of(i, side, x, y, &to_x, &to_y);
                if (map[to_x][to_y])
                    return false;
            }
    return true;
}

/* A move that does not end the game, by chance; the second player passes where he may, so that
 * stones stay. */
static bool step(struct by_check *check, int count, by_move pass, struct by_rng *rng)
{
    if (pass != BY_NO_MOVE && by_line_side(check->line) == 1 && count > 1)
        return by_line_play(check->line, pass, NULL) == BY_OK;
    for (int i = 0; i < 20; i++) {
        by_move move = check->moves[by_rng_below(rng, (uint32_t)count)];
        if (move == pass && count > 1)
            continue;
        if (by_line_play(check->line, move, NULL) != BY_OK)
            return false;
        if (!by_line_over(check->line))
            return true;
        (void)by_line_undo(check->line);
    }
    return false;
}

bool by_check_lopsided(struct by_check *check)
{
    bool map[SIDE_MAX][SIDE_MAX];
    struct by_rng rng;
    by_move pass;
    int side = check->rules->width;
    if (side < 2 || side != check->rules->height || side > SIDE_MAX)
        return false;
    by_rng_init(&rng, 1, 0);
    for (int i = 0; i < TRIES; i++) {
        while (by_line_undo(check->line)) {
        }
        for (;;) {
            int count = by_line_moves(check->line, check->moves);
            if (!map_moves(check, count, map, &pass))
                break;
            if (check->line->count > 0 && is_lopsided(side, map))
                return true;
            if (!step(check, count, pass, &rng))
                break;
        }
    }
    return false;
}

void by_check_image(struct by_check *check, int x, int y, bool from_above, struct by_text *out)
{
    bool map[SIDE_MAX][SIDE_MAX];
    by_move pass;
    int side = check->rules->width, count = by_line_moves(check->line, check->moves);
    if (x < 0 || y < 0 || x >= side || y >= side || !map_moves(check, count, map, &pass))
        return;
    for (int i = 0; i < IMAGES; i++) {
        int to_x, to_y;
        bool diagonal = i == 0 || i == IMAGES - 1;
        image_of(from_above && diagonal ? IMAGES - 1 - i : i, side, x, y, &to_x, &to_y);
        if (map[to_x][to_y]) {
            by_text_format(out, ": that is taken; with %s it would be a free one", image_names[i]);
            return;
        }
    }
}

void by_check_squares(struct by_check *check, by_check_writer *write, struct by_text *out)
{
    int count = by_line_moves(check->line, check->moves), x, y, shown = 0;
    by_text_add(out, "a legal move (no image of one is legal here):");
    for (int i = 0; i < count && shown < 8; i++)
        if (by_check_place(check, check->moves[i], &x, &y)) {
            by_text_add(out, shown++ > 0 ? "; " : " ");
            write(check, check->moves[i], out);
        }
}
