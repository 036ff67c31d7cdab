/* check_nboard.c: what a program must do that speaks the NBoard protocol. */
#include "base/clock.h"
#include "players/check.h"
#include "wire/nboard.h"

#include <string.h>

#define GAME_PLIES 60

static bool begins(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

/* The next line that begins with the word: others are to be ignored. */
static bool hear(struct by_check *check, const char *word, const char *expected, double seconds,
                 const char **rest)
{
    const char *line;
    double deadline = by_clock_now() + seconds;
    do {
        double left = deadline - by_clock_now();
        if (!by_check_hear(check, expected, left > 0 ? left : 0, &line))
            return false;
    } while (!begins(line, word));
    *rest = line + strlen(word);
    *rest += strspn(*rest, " ");
    return true;
}

static bool ping(struct by_check *check, int number)
{
    char expected[32];
    const char *rest;
    struct by_text text = by_text_over(expected, sizeof expected);
    by_text_format(&text, "pong %d", number);
    by_check_say(check, "ping %d", number);
    return hear(check, "pong", expected, by_program_seconds(check->program, "command"), &rest) &&
           by_check_note(check, strcmp(rest, expected + 5) == 0, expected);
}

static void set_game(struct by_check *check)
{
    char game[2048];
    struct by_text text = by_text_over(game, sizeof game);
    (void)by_nboard_write_game(check->line, &text);
    by_check_say(check, "set game %s", game);
}

static bool go(struct by_check *check, const char *expected)
{
    double most = by_program_seconds(check->program, "move");
    const char *rest;
    by_move move;
    by_check_say(check, "go");
    if (!hear(check, "===", expected, most < 60 ? most : 60, &rest))
        return false;
    return by_check_note(check,
                         by_nboard_read_move(check->rules, by_line_position(check->line), rest,
                                             &move, NULL) == BY_OK &&
                             by_line_play(check->line, move, NULL) == BY_OK,
                         expected);
}

static void starting(struct by_check *check)
{
    by_check_say(check, "nboard 2");
    by_check_say(check, "set depth 2");
    by_check_say(check, "set contempt 0");
    ping(check, 1);
    ping(check, 123456);
    by_check_say(check, "xyzzy");
    ping(check, 2);
}

static void positions(struct by_check *check)
{
    for (int stones = 0; stones < 12; stones += 4) {
        if (!by_check_table(check, 0, 0))
            return;
        for (int i = 0; i < stones; i++)
            (void)by_line_play(check->line, by_check_move(check), NULL);
        set_game(check);
        if (!ping(check, 10 + stones) || !go(check, "=== and a legal move"))
            return;
    }
}

static void write_square(const struct by_check *check, by_move move, struct by_text *out)
{
    by_nboard_write_move(check->rules, by_line_position(check->line), move, out);
}

static void squares(struct by_check *check)
{
    char expected[160];
    const char *rest;
    by_move move;
    int x, y;
    struct by_text text = by_text_over(expected, sizeof expected);
    if (!by_check_table(check, 0, 0) || !by_check_lopsided(check))
        return;
    by_check_squares(check, write_square, &text);
    set_game(check);
    if (!ping(check, 77))
        return;
    by_check_say(check, "go");
    double most = by_program_seconds(check->program, "move");
    if (!hear(check, "===", expected, most < 60 ? most : 60, &rest))
        return;
    bool read = by_nboard_read_move(check->rules, by_line_position(check->line), rest, &move,
                                    NULL) == BY_OK;
    bool good = read && by_line_play(check->line, move, NULL) == BY_OK;
    struct by_text got = by_text_over(check->got, sizeof check->got);
    by_text_format(&got, "=== %s", rest);
    if (!good && read && by_check_place(check, move, &x, &y))
        by_check_image(check, x, y, false, &got);
    by_check_note(check, good, expected);
}

/* Moves of both sides are told one by one; the program's own with them. */
static void whole_game(struct by_check *check)
{
    char move[16];
    if (!by_check_table(check, 0, 0))
        return;
    set_game(check);
    for (int i = 0; i < GAME_PLIES && !by_line_over(check->line); i++) {
        if (!go(check, "=== and a legal move"))
            return;
        int ply = check->line->count - 1;
        struct by_text text = by_text_over(move, sizeof move);
        by_nboard_write_move(check->rules, by_line_position_at(check->line, ply),
                             check->line->moves[ply], &text);
        by_check_say(check, "move %s", move);
    }
}

static void good_bye(struct by_check *check)
{
    by_check_say(check, "quit");
    by_check_farewell(check);
}

bool by_check_nboard(struct by_check *check)
{
    static const struct {
        const char *name;
        void (*run)(struct by_check *check);
    } parts[] = {{"starting", starting},
                 {"positions", positions},
                 {"squares", squares},
                 {"a game against itself", whole_game},
                 {"the end", good_bye}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!by_check_part(check, parts[i].name))
            return false;
        parts[i].run(check);
    }
    return true;
}
