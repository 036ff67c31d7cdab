/* check_gomocup.c: what a program must do that speaks the Gomocup protocol. */
#include "base/clock.h"
#include "players/check.h"
#include "wire/gomocup.h"

#include <string.h>

#define GAME_PLIES 30

/* The next line that is no message. */
static bool hear(struct by_check *check, const char *expected, double seconds, const char **line)
{
    double deadline = by_clock_now() + seconds;
    do {
        double left = deadline - by_clock_now();
        if (!by_check_hear(check, expected, left > 0 ? left : 0, line))
            return false;
    } while (by_gomocup_kind_of(*line) == BY_GOMOCUP_MESSAGE || !**line);
    return true;
}

static double patience(const struct by_check *check)
{
    return by_program_seconds(check->program, "command");
}

/* OK, or with `may_refuse` also ERROR and UNKNOWN; false unless it was OK. */
static bool hear_ok(struct by_check *check, bool may_refuse)
{
    const char *line, *expected = may_refuse ? "OK or ERROR" : "OK";
    if (!hear(check, expected, patience(check), &line))
        return false;
    bool ok = by_same_text(line, "OK") || strncmp(line, "OK ", 3) == 0;
    bool refused = by_gomocup_kind_of(line) != BY_GOMOCUP_ANSWER;
    by_check_note(check, ok || (may_refuse && refused), expected);
    return ok;
}

/* ERROR or UNKNOWN. */
static void hear_refusal(struct by_check *check)
{
    static const char expected[] = "ERROR or UNKNOWN";
    const char *line;
    if (hear(check, expected, patience(check), &line))
        by_check_note(check, by_gomocup_kind_of(line) != BY_GOMOCUP_ANSWER, expected);
}

/* A legal move within `seconds`, which is played on our board. */
static bool hear_move(struct by_check *check, double seconds, const char *expected)
{
    const char *line;
    by_move move;
    if (!hear(check, expected, seconds, &line))
        return false;
    return by_check_note(check,
                         by_gomocup_read_move(check->rules, line, &move, NULL) == BY_OK &&
                             by_line_play(check->line, move, NULL) == BY_OK,
                         expected);
}

static double move_seconds(const struct by_check *check)
{
    double given = by_program_seconds(check->program, "time");
    double most = by_program_seconds(check->program, "move");
    return given > 0 ? given + by_program_seconds(check->program, "margin") : most < 60 ? most : 60;
}

/* A new game; without a time of the user's a second is asked for. */
static bool new_game(struct by_check *check, int width, int height, bool may_refuse)
{
    double given = by_program_seconds(check->program, "time");
    if (!by_check_table(check, width, height))
        return false;
    if (check->rules->width == check->rules->height)
        by_check_say(check, "START %d", check->rules->width);
    else
        by_check_say(check, "RECTSTART %d,%d", check->rules->width, check->rules->height);
    if (!hear_ok(check, may_refuse))
        return false;
    by_check_say(check, "INFO timeout_turn %.0f", 1000 * (given > 0 ? given : 1));
    return true;
}

/* Plays a move of ours and waits for the answer. */
static bool turn(struct by_check *check, double seconds, const char *expected)
{
    char text[32];
    by_move move = by_check_move(check);
    struct by_text writer = by_text_over(text, sizeof text);
    by_gomocup_write_move(check->rules, move, &writer);
    if (by_line_play(check->line, move, NULL) != BY_OK || by_line_over(check->line))
        return false;
    by_check_say(check, "TURN %s", text);
    return hear_move(check, seconds, expected);
}

static bool begin(struct by_check *check, double seconds, const char *expected)
{
    by_check_say(check, "BEGIN");
    return hear_move(check, seconds, expected);
}

/* --- the parts ----------------------------------------------------------------------------- */

static void starting(struct by_check *check)
{
    const char *line;
    if (!new_game(check, 0, 0, false))
        return;
    by_check_say(check, "ABOUT");
    if (hear(check, "name=\"...\"", patience(check), &line))
        by_check_note(check, strstr(line, "name=") != NULL, "name=\"...\"");
    if (begin(check, move_seconds(check), "a legal move on the empty board"))
        turn(check, move_seconds(check), "a legal move");
}

static void second_game(struct by_check *check)
{
    for (int i = 0; i < 2; i++)
        if (!new_game(check, 0, 0, false) ||
            !begin(check, move_seconds(check), "a legal move on the empty board") ||
            !turn(check, move_seconds(check), "a legal move"))
            return;
    by_check_say(check, "RESTART");
    if (hear_ok(check, true) && by_check_table(check, 0, 0))
        begin(check, move_seconds(check), "a legal move on the empty board");
}

static void positions(struct by_check *check)
{
    char text[32];
    for (int stones = 0; stones < 6; stones += 5) {
        if (!new_game(check, 0, 0, false))
            return;
        by_check_say(check, "BOARD");
        for (int i = 0; i < stones; i++) {
            by_move move = by_check_move(check);
            struct by_text writer = by_text_over(text, sizeof text);
            by_gomocup_write_move(check->rules, move, &writer);
            by_check_say(check, "%s,%d", text, (stones - i) % 2 == 0 ? 1 : 2);
            (void)by_line_play(check->line, move, NULL);
        }
        by_check_say(check, "DONE");
        if (!hear_move(check, move_seconds(check), "a legal move") ||
            !turn(check, move_seconds(check), "a legal move"))
            return;
    }
}

static void write_square(const struct by_check *check, by_move move, struct by_text *out)
{
    by_gomocup_write_move(check->rules, move, out);
}

/* The line's moves as a board: 1 for who is to move, 2 for the other. */
static void tell_line(struct by_check *check)
{
    int count = check->line->count;
    by_check_say(check, "BOARD");
    for (int i = 0; i < count; i++) {
        char text[32];
        struct by_text writer = by_text_over(text, sizeof text);
        by_gomocup_write_move(check->rules, check->line->moves[i], &writer);
        by_check_say(check, "%s,%d", text, (count - i) % 2 == 0 ? 1 : 2);
    }
    struct by_text sent = by_text_over(check->sent, sizeof check->sent);
    by_text_format(&sent, "BOARD with %d stones", count);
    by_check_say(check, "DONE");
}

static void squares(struct by_check *check)
{
    char expected[160];
    const char *line;
    by_move move;
    int x, y;
    struct by_text text = by_text_over(expected, sizeof expected);
    if (!new_game(check, 0, 0, false) || !by_check_lopsided(check))
        return;
    by_check_squares(check, write_square, &text);
    tell_line(check);
    if (!hear(check, expected, move_seconds(check), &line))
        return;
    bool read = by_gomocup_read_move(check->rules, line, &move, NULL) == BY_OK;
    bool good = read && by_line_play(check->line, move, NULL) == BY_OK;
    struct by_text got = by_text_over(check->got, sizeof check->got);
    by_text_add(&got, line);
    if (!good && read && by_check_place(check, move, &x, &y))
        by_check_image(check, x, y, true, &got);
    by_check_note(check, good, expected);
}

static void take_back(struct by_check *check)
{
    char text[32];
    struct by_text writer = by_text_over(text, sizeof text);
    if (!new_game(check, 0, 0, false) || !begin(check, move_seconds(check), "a legal move"))
        return;
    by_gomocup_write_move(check->rules, check->line->moves[0], &writer);
    by_check_say(check, "TAKEBACK %s", text);
    if (hear_ok(check, true) && by_line_undo(check->line))
        begin(check, move_seconds(check), "a legal move on the empty board");
}

static void sizes(struct by_check *check)
{
    static const int size[][2] = {{20, 20}, {19, 19}, {10, 10}, {5, 5}, {15, 10}};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        if (new_game(check, size[i][0], size[i][1], true))
            begin(check, move_seconds(check), "a legal move on this board");
}

static void bad_commands(struct by_check *check)
{
    by_check_say(check, "XYZZY");
    hear_refusal(check);
    by_check_say(check, "START 100000");
    hear_refusal(check);
    by_check_say(check, "START large");
    hear_refusal(check);
    if (!new_game(check, 0, 0, false) ||
        !begin(check, move_seconds(check), "a legal move after all this"))
        return;
    char text[32];
    struct by_text writer = by_text_over(text, sizeof text);
    by_gomocup_write_move(check->rules, check->line->moves[0], &writer);
    by_check_say(check, "TURN %s", text);
    hear_refusal(check);
    by_check_say(check, "TURN 99,99");
    hear_refusal(check);
}

/* INFO gets no answer, whatever it says. */
static void infos(struct by_check *check)
{
    const char *line;
    if (!new_game(check, 0, 0, false))
        return;
    by_check_say(check, "INFO xyzzy 1");
    by_check_say(check, "INFO timeout_match 100000");
    by_check_say(check, "INFO time_left 100000");
    by_check_say(check, "INFO max_memory 83886080");
    by_check_say(check, "INFO game_type 1");
    by_check_say(check, "INFO rule 0");
    by_check_say(check, "INFO folder /tmp");
    by_check_say(check, "ABOUT");
    if (hear(check, "name=\"...\", and nothing before it", patience(check), &line))
        by_check_note(check, strstr(line, "name=") != NULL, "name=\"...\", and nothing before it");
}

static void clocks(struct by_check *check)
{
    double margin = by_program_seconds(check->program, "margin"), left = 2;
    if (!new_game(check, 0, 0, false))
        return;
    by_check_say(check, "INFO timeout_turn 200");
    if (!begin(check, 0.2 + margin, "a legal move within 200 ms") ||
        !turn(check, 0.2 + margin, "a legal move within 200 ms"))
        return;
    if (!new_game(check, 0, 0, false))
        return;
    by_check_say(check, "INFO timeout_turn 1000");
    by_check_say(check, "INFO timeout_match 2000");
    for (int i = 0; i < 4; i++) {
        double begun = by_clock_now();
        by_check_say(check, "INFO time_left %.0f", left * 1000);
        if (i == 0 ? !begin(check, left + margin, "a legal move before the clock runs out")
                   : !turn(check, left + margin, "a legal move before the clock runs out"))
            return;
        left -= by_clock_now() - begun;
    }
}

static void whole_game(struct by_check *check)
{
    if (!new_game(check, 0, 0, false))
        return;
    by_check_say(check, "INFO timeout_turn 100");
    if (!begin(check, move_seconds(check), "a legal move"))
        return;
    for (int i = 0; i < GAME_PLIES && !by_line_over(check->line); i++)
        if (!turn(check, move_seconds(check), "a legal move"))
            return;
}

/* The points of a line such as "7,7 8,8", each empty and none twice, are played; how many, or -1. */
static int play_points(struct by_check *check, const char *line)
{
    char copy[64];
    int count = 0;
    if (strlen(line) >= sizeof copy)
        return -1;
    strcpy(copy, line);
    char *rest = copy;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        by_move move;
        if (by_gomocup_read_move(check->rules, word, &move, NULL) != BY_OK ||
            by_line_play(check->line, move, NULL) != BY_OK)
            return -1;
        count++;
    }
    return count;
}

/* SWAP2BOARD with the stones of the line. */
static void say_swap2(struct by_check *check)
{
    by_check_say(check, "SWAP2BOARD");
    for (int i = 0; i < check->line->count; i++) {
        char text[32];
        struct by_text writer = by_text_over(text, sizeof text);
        by_gomocup_write_move(check->rules, check->line->moves[i], &writer);
        by_check_say(check, "%s", text);
    }
    struct by_text sent = by_text_over(check->sent, sizeof check->sent);
    by_text_format(&sent, "SWAP2BOARD with %d stones", check->line->count);
    by_check_say(check, "DONE");
}

/* Not every program knows this opening rule; who does places three stones, then takes a side with
 * SWAP or a stone or places two, and then takes a side. */
static void opening_rule(struct by_check *check)
{
    static const char *const expected[] = {"three points, or ERROR or UNKNOWN",
                                           "SWAP, one point or two", "SWAP or a point"};
    if (!new_game(check, 0, 0, false))
        return;
    for (int stage = 0, points = 2; stage < 3 && points == 2; stage++) {
        const char *line;
        say_swap2(check);
        if (!hear(check, expected[stage], move_seconds(check), &line))
            return;
        bool refuses = stage == 0 && by_gomocup_kind_of(line) != BY_GOMOCUP_ANSWER;
        bool swaps = stage > 0 && by_same_text(line, "SWAP");
        points = refuses || swaps ? 0 : play_points(check, line);
        bool good = stage == 0 ? points == 3 : points == 1 || (stage == 1 && points == 2);
        if (!by_check_note(check, good || refuses || swaps, expected[stage]))
            return;
        points = stage == 0 && good ? 2 : points;
    }
}

static void good_bye(struct by_check *check)
{
    by_check_say(check, "END");
    by_check_farewell(check);
}

bool by_check_gomocup(struct by_check *check)
{
    static const struct {
        const char *name;
        void (*run)(struct by_check *check);
    } parts[] = {{"starting", starting},         {"a second START", second_game},
                 {"positions", positions},       {"squares", squares},
                 {"taking back", take_back},     {"odd sizes", sizes},
                 {"bad commands", bad_commands}, {"INFO", infos},
                 {"short clocks", clocks},       {"a game", whole_game},
                 {"swap2", opening_rule},        {"the end", good_bye}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!by_check_part(check, parts[i].name))
            return false;
        parts[i].run(check);
    }
    return true;
}
