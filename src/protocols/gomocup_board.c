/* gomocup_board.c: starting games, stones, and the line that a search thinks about. */
#include "games/grid.h"
#include "protocols/gomocup_engine.h"

#include <stdlib.h>
#include <string.h>

/* --- starting ---------------------------------------------------------------------------- */

/* Combinations that we do not have are played by the nearest rule that we have. */
static const char *rule_name(int64_t bits)
{
    const char *name = by_gomocup_rule_name(bits);
    return name                      ? name
           : bits & BY_GOMOCUP_RENJU ? "renju"
           : bits & BY_GOMOCUP_EXACT ? "exact"
                                     : "freestyle";
}

/* Rules, player and line as new; the stones stay. */
static enum by_status choose(struct by_gomocup *gomocup, int64_t width, int64_t height)
{
    char size[64];
    struct by_session_settings settings = {.count = 0};
    struct by_text text = by_text_over(size, sizeof size);
    by_text_format(&text, "%lldx%lld", (long long)width, (long long)height);
    by_session_settings_put(&settings, "size", size);
    by_session_settings_put(&settings, "rule", rule_name(gomocup->info.rule));
    enum by_status status =
        by_session_choose(gomocup->session, BY_GOMOCUP_GAME, &settings, NULL, &gomocup->error);
    if (status == BY_OK)
        gomocup->played_rule = (int)gomocup->info.rule;
    return status;
}

bool by_gomocup_start(struct by_gomocup *gomocup, int64_t width, int64_t height)
{
    if (choose(gomocup, width, height) != BY_OK)
        return false;
    gomocup->stones.count = 0;
    gomocup->started = true;
    if (!gomocup->info.left_is_new)
        gomocup->info.left = -1;
    by_gomocup_seat(gomocup);
    return true;
}

void by_gomocup_take_rule(struct by_gomocup *gomocup)
{
    const struct by_rules *rules = gomocup->session->rules;
    if (gomocup->played_rule != gomocup->info.rule &&
        choose(gomocup, rules->width, rules->height) != BY_OK)
        by_gomocup_say(gomocup, "MESSAGE the rule stays as it was: %s", gomocup->error.text);
}

static void answer_start(struct by_gomocup *gomocup, int64_t width, int64_t height)
{
    if (by_gomocup_start(gomocup, width, height))
        by_gomocup_say(gomocup, "OK");
    else
        by_gomocup_error(gomocup, "%s", gomocup->error.text);
}

static bool on_side(int64_t length)
{
    return length >= BY_GOMOKU_SIDE_MIN && length <= BY_GOMOKU_SIDE_MAX;
}

void by_gomocup_run_start(struct by_gomocup *gomocup)
{
    int64_t size;
    if (!by_read_int(gomocup->argument, BY_GOMOKU_SIDE_MIN, BY_GOMOKU_SIDE_MAX, &size))
        by_gomocup_error(gomocup, "START takes the size of the board, %d to %d", BY_GOMOKU_SIDE_MIN,
                         BY_GOMOKU_SIDE_MAX);
    else
        answer_start(gomocup, size, size);
}

/* Boards need not be square here. */
void by_gomocup_run_rectstart(struct by_gomocup *gomocup)
{
    const char *at = gomocup->argument;
    int64_t width = 0, height = 0;
    bool read = by_scan_int(&at, &width);
    at += strspn(at, " \t");
    read = read && *at == ',';
    at += read ? 1 + strspn(at + 1, " \t") : 0;
    if (!read || !by_scan_int(&at, &height) || *at != '\0' || !on_side(width) || !on_side(height))
        by_gomocup_error(gomocup, "RECTSTART takes WIDTH,HEIGHT, each %d to %d", BY_GOMOKU_SIDE_MIN,
                         BY_GOMOKU_SIDE_MAX);
    else
        answer_start(gomocup, width, height);
}

/* False, and answered, where there is no game yet. */
static bool has_game(struct by_gomocup *gomocup)
{
    if (!gomocup->started)
        by_gomocup_error(gomocup, "no game has been started: START comes first");
    return gomocup->started;
}

void by_gomocup_run_restart(struct by_gomocup *gomocup)
{
    const struct by_rules *rules = gomocup->session->rules;
    if (has_game(gomocup))
        answer_start(gomocup, rules->width, rules->height);
}

/* --- stones ------------------------------------------------------------------------------ */

int by_gomocup_find(const struct by_gomocup_stones *stones, by_move move)
{
    for (int i = 0; i < stones->count; i++)
        if (stones->stone[i].move == move)
            return i;
    return -1;
}

bool by_gomocup_put(struct by_gomocup *gomocup, const char *text, enum by_gomocup_who who)
{
    struct by_gomocup_stones *stones = &gomocup->stones;
    char quoted[BY_QUOTE_SIZE];
    by_move move;
    if (!has_game(gomocup))
        return false;
    if (by_gomocup_read_move(gomocup->session->rules, text, &move, &gomocup->error) != BY_OK) {
        by_gomocup_error(gomocup, "%s", gomocup->error.text);
        return false;
    }
    if (by_gomocup_find(stones, move) >= 0) {
        by_gomocup_error(gomocup, "there is a stone at %s already", by_quote(text, quoted));
        return false;
    }
    if (stones->count == 0)
        by_gomocup_take_rule(gomocup);
    stones->stone[stones->count++] = (struct by_gomocup_stone){move, who};
    return true;
}

void by_gomocup_run_begin(struct by_gomocup *gomocup)
{
    if (!has_game(gomocup))
        return;
    if (gomocup->stones.count == 0)
        by_gomocup_take_rule(gomocup);
    by_gomocup_answer(gomocup, 0);
}

void by_gomocup_run_turn(struct by_gomocup *gomocup)
{
    if (by_gomocup_put(gomocup, gomocup->argument, BY_GOMOCUP_OTHER))
        by_gomocup_answer(gomocup, 0);
}

/* The manager plays for us, and wants to hear the move. */
void by_gomocup_run_play(struct by_gomocup *gomocup)
{
    char text[32];
    struct by_text writer = by_text_over(text, sizeof text);
    if (!by_gomocup_put(gomocup, gomocup->argument, BY_GOMOCUP_OWN))
        return;
    by_gomocup_write_move(gomocup->session->rules,
                          gomocup->stones.stone[gomocup->stones.count - 1].move, &writer);
    by_gomocup_say(gomocup, "%s", text);
}

void by_gomocup_run_takeback(struct by_gomocup *gomocup)
{
    struct by_gomocup_stones *stones = &gomocup->stones;
    char quoted[BY_QUOTE_SIZE];
    by_move move;
    if (!has_game(gomocup))
        return;
    if (by_gomocup_read_move(gomocup->session->rules, gomocup->argument, &move, &gomocup->error) !=
        BY_OK) {
        by_gomocup_error(gomocup, "%s", gomocup->error.text);
        return;
    }
    int at = by_gomocup_find(stones, move);
    if (at < 0) {
        by_gomocup_error(gomocup, "there is no stone at %s", by_quote(gomocup->argument, quoted));
        return;
    }
    stones->count--;
    memmove(&stones->stone[at], &stones->stone[at + 1],
            (size_t)(stones->count - at) * sizeof stones->stone[0]);
    by_gomocup_say(gomocup, "OK");
}

/* --- the line of a search ------------------------------------------------------------------ */

/* We are to move: who has fewer stones is O, else X. */
static int own_side(const struct by_gomocup_stones *stones)
{
    int own = 0, other = 0;
    for (int i = 0; i < stones->count; i++) {
        own += stones->stone[i].who == BY_GOMOCUP_OWN;
        other += stones->stone[i].who == BY_GOMOCUP_OTHER;
    }
    return own >= other ? 0 : 1;
}

/* Stones of finished rows (in continuous games) are nobody's. They get colours of which no three
 * are alike in a row, whatever the direction. */
static int side_of(const struct by_gomocup *gomocup, const struct by_gomocup_stone *stone, int own)
{
    int width = gomocup->session->rules->width;
    if (stone->who == BY_GOMOCUP_WINNING)
        return (stone->move % width + 2 * (stone->move / width)) / 2 % 2;
    return stone->who == BY_GOMOCUP_OWN ? own : 1 - own;
}

static bool is_play(const struct by_gomocup *gomocup, const struct by_gomocup_stones *stones,
                    int own)
{
    for (int i = 0; i < stones->count; i++)
        if (stones->stone[i].who == BY_GOMOCUP_WINNING ||
            side_of(gomocup, &stones->stone[i], own) != i % 2)
            return false;
    return stones->count % 2 == own;
}

static bool begins_empty(const struct by_session *session)
{
    const struct by_rules *rules = session->rules;
    const void *first = by_line_position_at(session->line, 0);
    return rules->game->key(rules, first) == rules->game->key(rules, rules->start);
}

/* Plays on from where the line and the stones agree. */
static bool follow_play(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones)
{
    struct by_session *session = gomocup->session;
    int common = 0;
    if (begins_empty(session))
        while (common < stones->count && common < session->line->count &&
               session->line->moves[common] == stones->stone[common].move)
            common++;
    if (common == 0)
        by_session_clear(session);
    while (session->line->count > common)
        if (!by_session_undo(session))
            return false;
    for (int i = common; i < stones->count; i++)
        if (by_session_play(session, i % 2, stones->stone[i].move, NULL) != BY_OK)
            return false;
    return true;
}

static bool follow_board(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones,
                         int own)
{
    const struct by_rules *rules = gomocup->session->rules;
    char text[BY_GOMOKU_CELLS_MAX + BY_GOMOKU_SIDE_MAX + 3];
    struct by_text writer = by_text_over(text, sizeof text);
    struct by_grid grid = {.width = rules->width, .height = rules->height, .side = own};
    memset(grid.cell, '.', sizeof grid.cell);
    for (int i = 0; i < stones->count; i++)
        grid.cell[stones->stone[i].move] =
            side_of(gomocup, &stones->stone[i], own) == 0 ? 'X' : 'O';
    by_grid_write(&grid, &writer);
    return by_session_begin_text(gomocup->session, text, &gomocup->error) == BY_OK;
}

bool by_gomocup_follow(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones)
{
    int own = own_side(stones);
    bool there = is_play(gomocup, stones, own) && follow_play(gomocup, stones);
    if (!there)
        there = follow_board(gomocup, stones, own);
    return there && !by_line_over(gomocup->session->line);
}

static int distance(const struct by_rules *rules, by_move a, by_move b)
{
    int dx = abs(a % rules->width - b % rules->width);
    int dy = abs(a / rules->width - b / rules->width);
    return dx > dy ? dx : dy;
}

by_move by_gomocup_any(const struct by_gomocup *gomocup, const struct by_gomocup_stones *stones)
{
    const struct by_rules *rules = gomocup->session->rules;
    by_move middle = rules->height / 2 * rules->width + rules->width / 2, best = BY_NO_MOVE;
    by_move near = stones->count > 0 ? stones->stone[stones->count - 1].move : middle;
    for (by_move move = 0; move < rules->width * rules->height; move++)
        if (by_gomocup_find(stones, move) < 0 &&
            (best == BY_NO_MOVE || distance(rules, move, near) < distance(rules, best, near)))
            best = move;
    return best;
}

/* Yixin: the points that X may not play on, two digits for each coordinate. */
void by_gomocup_run_yxshowforbid(struct by_gomocup *gomocup)
{
    char text[5 * BY_GOMOKU_CELLS_MAX], point[32];
    struct by_text out = by_text_over(text, sizeof text);
    const struct by_session *session = gomocup->session;
    by_move *moves = calloc((size_t)session->rules->max_moves, sizeof *moves);
    if (!has_game(gomocup) || !moves) {
        free(moves);
        return;
    }
    bool black = own_side(&gomocup->stones) == 0 && by_gomocup_follow(gomocup, &gomocup->stones);
    int count = black ? by_line_moves(session->line, moves) : 0;
    for (by_move move = 0, i = 0; black && move < session->rules->action_count; move++) {
        if (i < count && moves[i] == move) {
            i++;
        } else if (by_gomocup_find(&gomocup->stones, move) < 0) {
            struct by_text one = by_text_over(point, sizeof point);
            by_text_format(&one, "%02d%02d", move % session->rules->width,
                           session->rules->height - 1 - move / session->rules->width);
            by_text_add(&out, point);
        }
    }
    by_gomocup_say(gomocup, "FORBID %s.", text);
    free(moves);
}
