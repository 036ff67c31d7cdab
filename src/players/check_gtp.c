/* check_gtp.c: what a program must do that speaks GTP 2. */
#include "base/clock.h"
#include "players/check.h"
#include "wire/gtp.h"

#include <string.h>

#define GAME_PLIES 40 /* of a game that the program plays against itself */

/* --- questions ----------------------------------------------------------------------- */

/* The answer to what was said last. */
static bool hear(struct by_check *check, const char *expected, double seconds,
                 struct by_gtp_answer *answer)
{
    double deadline = by_clock_now() + seconds;
    struct by_child *child = check->program->child;
    *answer = (struct by_gtp_answer){.text = NULL};
    if (!child)
        return by_check_deaf(check, BY_HEARD_END, expected);
    for (;;) {
        size_t size;
        char *data = by_child_unread(child, &size);
        enum by_gtp_reading reading = by_gtp_read_answer(data, size, answer);
        struct by_text got = by_text_over(check->got, sizeof check->got);
        if (reading == BY_GTP_GARBAGE) {
            by_text_add(&got, answer->text);
            by_child_take(child, answer->used);
            return by_check_note(check, false, expected);
        }
        if (reading == BY_GTP_ANSWER) {
            by_text_format(&got, "%c%s %s", answer->good ? '=' : '?', answer->id, answer->text);
            by_child_take(child, answer->used);
            return true;
        }
        enum by_heard heard = by_check_wait(check, size, deadline);
        if (heard != BY_HEARD_SOMETHING)
            return by_check_deaf(check, heard, expected);
    }
}

static double patience(const struct by_check *check)
{
    return by_program_seconds(check->program, "command");
}

/* Says a line and expects "=" or "?"; the answer must carry the id ("": none). */
static bool ask(struct by_check *check, const char *line, const char *id, bool good)
{
    char expected[64];
    struct by_gtp_answer answer;
    struct by_text text = by_text_over(expected, sizeof expected);
    by_text_format(&text, "%c%s%s", good ? '=' : '?', id, good ? "" : " and a reason");
    by_check_say(check, "%s", line);
    if (!hear(check, expected, patience(check), &answer))
        return false;
    return by_check_note(check, answer.good == good && strcmp(answer.id, id) == 0, expected);
}

/* Expects a certain text. */
static void ask_text(struct by_check *check, const char *line, const char *wanted)
{
    char expected[64];
    struct by_gtp_answer answer;
    struct by_text text = by_text_over(expected, sizeof expected);
    by_text_format(&text, "= %s", wanted);
    by_check_say(check, "%s", line);
    if (hear(check, expected, patience(check), &answer))
        by_check_note(check, answer.good && strcmp(answer.text, wanted) == 0, expected);
}

/* Whether a command is known; no finding unless there is no answer at all. */
static bool knows(struct by_check *check, const char *command)
{
    struct by_gtp_answer answer;
    by_check_say(check, "known_command %s", command);
    if (!hear(check, "= true or = false", patience(check), &answer))
        return false;
    bool known = answer.good && by_same_text(answer.text, "true");
    check->sent[0] = check->got[0] = '\0';
    return known;
}

/* Asks for a move within `seconds`, and plays it on our board. False: no game to go on with. */
static bool genmove(struct by_check *check, double seconds, const char *expected)
{
    struct by_gtp_answer answer;
    by_move move;
    by_check_say(check, "genmove %s", by_gtp_colour(by_line_side(check->line)));
    if (!hear(check, expected, seconds, &answer))
        return false;
    answer.text[strcspn(answer.text, " \n")] = '\0';
    if (answer.good && by_same_text(answer.text, "resign")) {
        by_check_note(check, true, expected);
        return false;
    }
    bool good = answer.good && *answer.text &&
                by_gtp_read_move(check->rules, by_line_position(check->line), answer.text, &move,
                                 NULL) == BY_OK &&
                by_line_play(check->line, move, NULL) == BY_OK;
    return by_check_note(check, good, expected);
}

/* Plays a move of ours on both boards. */
static bool play(struct by_check *check, by_move move)
{
    char line[64];
    struct by_text text = by_text_over(line, sizeof line);
    by_text_format(&text, "play %s ", by_gtp_colour(by_line_side(check->line)));
    by_gtp_write_move(check->rules, by_line_position(check->line), move, &text);
    return ask(check, line, "", true) && by_line_play(check->line, move, NULL) == BY_OK;
}

static double move_seconds(const struct by_check *check)
{
    double given = by_program_seconds(check->program, "time");
    double most = by_program_seconds(check->program, "move");
    return given > 0 ? given + by_program_seconds(check->program, "margin") : most < 60 ? most : 60;
}

/* An empty board of that size; false: the program refuses it, or nothing works. */
static bool new_game(struct by_check *check, int width, int height, bool may_refuse)
{
    struct by_gtp_answer answer;
    if (!by_check_table(check, width, height))
        return false;
    if (check->rules->width == 0)
        return ask(check, "clear_board", "", true); /* there is no board */
    bool square = check->rules->width == check->rules->height;
    if (square)
        by_check_say(check, "boardsize %d", check->rules->width);
    else
        by_check_say(check, "rectangular_boardsize %d %d", check->rules->width,
                     check->rules->height);
    const char *expected = may_refuse ? "= or ?" : "=";
    if (!hear(check, expected, patience(check), &answer) ||
        !by_check_note(check, answer.good || may_refuse || !square, expected))
        return false;
    return (answer.good || !square) && ask(check, "clear_board", "", true);
}

/* --- the parts -------------------------------------------------------------------------- */

static void words(struct by_check *check)
{
    static const char *const required[] = {"protocol_version", "name", "version",   "known_command",
                                           "list_commands",    "quit", "boardsize", "komi",
                                           "clear_board",      "play", "genmove"};
    char line[64];
    ask_text(check, "protocol_version", "2");
    ask(check, "name", "", true);
    ask(check, "version", "", true);
    ask(check, "list_commands", "", true);
    for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
        struct by_text text = by_text_over(line, sizeof line);
        by_text_format(&text, "known_command %s", required[i]);
        ask_text(check, line, "true");
    }
    ask_text(check, "known_command xyzzy", "false");
    ask(check, "xyzzy", "", false);
}

static void form(struct by_check *check)
{
    ask(check, "17 name", "17", true);
    ask(check, "18 xyzzy", "18", false);
    by_check_say(check, "# a comment gets no answer");
    by_check_say(check, "%s", "");
    ask(check, "19 name # and is no argument", "19", true);
    ask(check, "20\tname\r", "20", true);
    ask(check, "  21   name  ", "21", true);
}

static void set_game(struct by_check *check)
{
    char line[64];
    struct by_gtp_game game;
    bool known = by_gtp_game_find(check->game, &game);
    struct by_text text = by_text_over(line, sizeof line);
    by_text_format(&text, "set_game %s", known ? game.name : check->game);
    const struct by_game *rules = by_game_find(check->game, NULL);
    bool told = !rules || !(rules->traits & BY_TRAIT_OWNERS); /* a program is there for Go */
    if (told && knows(check, "set_game"))
        ask(check, line, "", true);
}

static void bad_arguments(struct by_check *check)
{
    ask(check, "boardsize", "", false);
    ask(check, "boardsize large", "", false);
    ask(check, "boardsize 100000", "", false);
    ask(check, "play", "", false);
    ask(check, "play black", "", false);
    ask(check, "play purple a1", "", false);
    ask(check, "play black z99", "", false);
    ask(check, "genmove purple", "", false);
    ask(check, "name", "", true);
}

static void illegal_moves(struct by_check *check)
{
    char line[64];
    if (!new_game(check, 0, 0, false))
        return;
    by_move move = by_check_move(check);
    if (!play(check, move) ||
        by_move_legal(check->rules, by_line_position(check->line), move, check->moves))
        return; /* where stones fall, the same column is another square */
    struct by_text text = by_text_over(line, sizeof line);
    by_text_format(&text, "play %s ", by_gtp_colour(1));
    by_gtp_write_move(check->rules, by_line_position_at(check->line, 0), move, &text);
    ask(check, line, "", false);
    genmove(check, move_seconds(check), "a legal move");
}

static void positions(struct by_check *check)
{
    if (!new_game(check, 0, 0, false))
        return;
    for (int i = 0; i < 6 && !by_line_over(check->line); i++)
        if (!play(check, by_check_move(check)))
            return;
    if (!by_line_over(check->line) && genmove(check, move_seconds(check), "a legal move") &&
        !by_line_over(check->line))
        genmove(check, move_seconds(check), "a legal move, for the other side");
}

static void write_square(const struct by_check *check, by_move move, struct by_text *out)
{
    by_gtp_write_move(check->rules, by_line_position(check->line), move, out);
}

/* Tells all moves of the line; a finding only where one is refused. */
static bool tell_line(struct by_check *check)
{
    struct by_gtp_answer answer;
    for (int i = 0; i < check->line->count; i++) {
        char line[64];
        const void *before = by_line_position_at(check->line, i);
        struct by_text text = by_text_over(line, sizeof line);
        by_text_format(&text, "play %s ",
                       by_gtp_colour(check->rules->game->side(check->rules, before)));
        by_gtp_write_move(check->rules, before, check->line->moves[i], &text);
        check->sent[0] = check->got[0] = '\0';
        by_check_say(check, "%s", line);
        if (!hear(check, "=", patience(check), &answer))
            return false;
        if (!answer.good)
            return by_check_note(check, false, "=");
    }
    struct by_text sent = by_text_over(check->sent, sizeof check->sent);
    by_text_format(&sent, "%d moves by play", check->line->count);
    return true;
}

/* On a board of nine where there is one: others take long to fill. */
static bool small_game(struct by_check *check)
{
    struct by_gtp_answer answer;
    if (!by_check_table(check, 9, 9) || check->rules->width != 9)
        return new_game(check, 0, 0, false);
    by_check_say(check, "boardsize 9");
    bool nine = hear(check, "= or ?", patience(check), &answer) && answer.good;
    by_check_note(check, true, "= or ?");
    return nine ? ask(check, "clear_board", "", true) : new_game(check, 0, 0, false);
}

static void squares(struct by_check *check)
{
    char expected[160];
    struct by_gtp_answer answer;
    by_move move;
    int x, y;
    struct by_text text = by_text_over(expected, sizeof expected);
    if (!small_game(check) || !by_check_lopsided(check))
        return;
    by_check_squares(check, write_square, &text);
    if (!tell_line(check))
        return;
    by_check_say(check, "genmove %s", by_gtp_colour(by_line_side(check->line)));
    if (!hear(check, expected, move_seconds(check), &answer))
        return;
    answer.text[strcspn(answer.text, " \n")] = '\0';
    bool good = answer.good && (by_same_text(answer.text, "resign") ||
                                (by_gtp_read_move(check->rules, by_line_position(check->line),
                                                  answer.text, &move, NULL) == BY_OK &&
                                 by_line_play(check->line, move, NULL) == BY_OK));
    struct by_text got = by_text_over(check->got, sizeof check->got);
    by_text_format(&got, "%c %s", answer.good ? '=' : '?', answer.text);
    if (!good && by_check_square(check, answer.text, &x, &y))
        by_check_image(check, x, y, false, &got);
    by_check_note(check, good, expected);
}

static void second_game(struct by_check *check)
{
    for (int i = 0; i < 2; i++) {
        if (!new_game(check, 0, 0, false))
            return;
        genmove(check, move_seconds(check), "a legal move on the empty board");
    }
}

/* After undo the point is free again, and so is the turn. */
static void take_back(struct by_check *check)
{
    if (!knows(check, "undo") || !new_game(check, 0, 0, false))
        return;
    ask(check, "undo", "", false);
    by_move move = by_check_move(check);
    if (!play(check, move) || !play(check, by_check_move(check)))
        return;
    for (int i = 0; i < 2; i++)
        if (!ask(check, "undo", "", true) || !by_line_undo(check->line))
            return;
    if (play(check, move) && genmove(check, move_seconds(check), "a legal move") &&
        ask(check, "undo", "", true) && by_line_undo(check->line))
        genmove(check, move_seconds(check), "a legal move, once more");
}

static void sizes(struct by_check *check)
{
    static const int size[] = {19, 13, 5, 6, 8, 3, 10};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        if (new_game(check, size[i], size[i], true))
            genmove(check, move_seconds(check), "a legal move on this board");
}

/* A second for each move, and then three for a few of them. */
static void clocks(struct by_check *check)
{
    double margin = by_program_seconds(check->program, "margin"), left = 3;
    if (!knows(check, "time_settings") || !new_game(check, 0, 0, false) ||
        !ask(check, "time_settings 0 1 1", "", true))
        return;
    for (int i = 0; i < 3 && !by_line_over(check->line); i++)
        if (!genmove(check, 1 + margin, "a legal move within a second"))
            return;
    if (!new_game(check, 0, 0, false) || !ask(check, "time_settings 3 0 0", "", true))
        return;
    bool told = knows(check, "time_left");
    for (int i = 0; i < 3 && !by_line_over(check->line); i++) {
        double begun = by_clock_now();
        char line[64];
        struct by_text text = by_text_over(line, sizeof line);
        by_text_format(&text, "time_left %s %d 0", by_gtp_colour(by_line_side(check->line)),
                       (int)left);
        if ((told && !ask(check, line, "", true)) ||
            !genmove(check, left + margin, "a legal move before the clock runs out"))
            return;
        left -= by_clock_now() - begun;
    }
}

static void whole_game(struct by_check *check)
{
    if (!new_game(check, 0, 0, false))
        return;
    for (int i = 0; i < GAME_PLIES && !by_line_over(check->line); i++)
        if (!genmove(check, move_seconds(check), "a legal move"))
            return;
}

static void good_bye(struct by_check *check)
{
    if (ask(check, "quit", "", true))
        by_check_farewell(check);
}

bool by_check_gtp(struct by_check *check)
{
    static const struct {
        const char *name;
        void (*run)(struct by_check *check);
    } parts[] = {{"required commands", words},
                 {"ids, comments and blanks", form},
                 {"the game", set_game},
                 {"bad arguments", bad_arguments},
                 {"illegal moves", illegal_moves},
                 {"positions", positions},
                 {"squares", squares},
                 {"a second game", second_game},
                 {"taking back", take_back},
                 {"odd sizes", sizes},
                 {"short clocks", clocks},
                 {"a game against itself", whole_game},
                 {"the end", good_bye}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!by_check_part(check, parts[i].name))
            return false;
        parts[i].run(check);
    }
    return true;
}
