/* gtp_board.c: the board, its size, and moves on it. */
#include "games/board.h"
#include "protocols/gtp_engine.h"
#include "report/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *by_gtp_move_text(const struct by_gtp *gtp, by_move move, char out[BY_GTP_MOVE_MAX + 1])
{
    struct by_text text = by_text_over(out, BY_GTP_MOVE_MAX + 1);
    by_gtp_write_move(gtp->session->rules, by_line_position(gtp->session->line), move, &text);
    return out;
}

void by_gtp_begin(struct by_gtp *gtp)
{
    gtp->session->clock[0] = gtp->session->clock[1] = gtp->whole;
    gtp->from[0] = gtp->to[0] = 0;
}

void by_gtp_say_point(struct by_gtp *gtp, int x, int row)
{
    const struct by_rules *rules = gtp->session->rules;
    char point[8];
    struct by_text text = by_text_over(point, sizeof point);
    bool from_top = rules->game->board && rules->game->board->from_top;
    by_gtp_write_point(rules, x, from_top ? row : rules->height - 1 - row, &text);
    by_gtp_say(gtp, "%s", point);
}

/* --- the board -------------------------------------------------------------------------- */

static void set_size(struct by_gtp *gtp, int64_t width, int64_t height)
{
    struct by_session *session = gtp->session;
    struct by_session_settings settings = session->settings;
    char size[32];
    if (session->rules->width == 0) {
        by_gtp_fail(gtp, "unacceptable size: there is no board in this game");
        return;
    }
    if (width == session->rules->width && height == session->rules->height) {
        by_gtp_run_clear_board(gtp);
        return;
    }
    (void)snprintf(size, sizeof size, "%lldx%lld", (long long)width, (long long)height);
    by_session_settings_put(&settings, "size", size);
    by_session_settings_put(&settings, "m", NULL);
    by_session_settings_put(&settings, "n", NULL);
    by_session_settings_put(&settings, "handicap", NULL);
    if (by_session_choose(session, session->game, &settings, NULL, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "unacceptable size");
    else
        by_gtp_begin(gtp);
}

/* A game whose board is not square keeps it when its width is asked for. */
void by_gtp_run_boardsize(struct by_gtp *gtp)
{
    const struct by_rules *rules = gtp->session->rules;
    int64_t size;
    if (by_gtp_int_at(gtp, 0, 1, 1000, &size))
        set_size(gtp, size, size == rules->width ? rules->height : size);
}

void by_gtp_run_rectangular_boardsize(struct by_gtp *gtp)
{
    int64_t width, height;
    if (by_gtp_int_at(gtp, 0, 1, 1000, &width) && by_gtp_int_at(gtp, 1, 1, 1000, &height))
        set_size(gtp, width, height);
}

/* Handicap stones were for one game. */
void by_gtp_run_clear_board(struct by_gtp *gtp)
{
    struct by_session *session = gtp->session;
    struct by_session_settings settings = session->settings;
    by_session_settings_put(&settings, "handicap", NULL);
    if (settings.count == session->settings.count)
        by_session_clear(session);
    else if (by_session_choose(session, session->game, &settings, NULL, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "cannot clear the board");
    by_gtp_begin(gtp);
}

/* Our rules count in halves. Games without komi take note of it and no more. */
void by_gtp_run_komi(struct by_gtp *gtp)
{
    struct by_session_settings settings = gtp->session->settings;
    char text[32];
    double komi;
    if (!by_gtp_real_at(gtp, 0, -1000, 1000, &komi) || !by_gtp_is(gtp, BY_TRAIT_OWNERS))
        return;
    int halves = (int)(komi * 2 + (komi < 0 ? -0.5 : 0.5));
    (void)snprintf(text, sizeof text, "%.1f", halves / 2.0);
    by_session_settings_put(&settings, "komi", text);
    if (by_session_change(gtp->session, &settings, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "cannot set komi");
}

void by_gtp_run_showboard(struct by_gtp *gtp)
{
    const struct by_line *line = gtp->session->line;
    char drawing[8192];
    struct by_buffer ended;
    by_line_draw(line, drawing, sizeof drawing);
    by_buffer_open(&ended, sizeof drawing);
    if (by_line_over(line))
        by_put_ended(&ended, line);
    by_gtp_say(gtp, "\n%s", by_line_over(line) && !ended.failed ? by_buffer_text(&ended) : drawing);
    by_buffer_close(&ended);
}

/* --- moves ------------------------------------------------------------------------------- */

/* As that side understands it: pawns of black and white go different ways. */
static bool read_move(struct by_gtp *gtp, int side, const char *text, by_move *out)
{
    struct by_session *session = gtp->session;
    bool turned = !by_line_over(session->line) && by_line_side(session->line) != side;
    enum by_status status = turned ? by_session_turn(session, side, &gtp->error) : BY_OK;
    if (status == BY_OK)
        status = by_gtp_read_move(session->rules, by_line_position(session->line), text, out,
                                  &gtp->error);
    if (turned)
        by_session_restore(session);
    if (status != BY_OK)
        by_gtp_fail_because(gtp, "illegal move");
    return status == BY_OK;
}

bool by_gtp_play_text(struct by_gtp *gtp, int side, const char *text)
{
    by_move move;
    char quoted[BY_QUOTE_SIZE];
    bool over = by_gtp_is(gtp, BY_TRAIT_FORCED_PASS) && by_line_over(gtp->session->line);
    if (by_same_text(text, "resign") || (over && by_same_text(text, "pass")))
        return true; /* nothing that the board could show */
    if (!read_move(gtp, side, text, &move))
        return false;
    if (by_session_play(gtp->session, side, move, &gtp->error) == BY_OK)
        return true;
    by_gtp_fail(gtp, "illegal move: %s %s: %s", by_gtp_colour(side), by_quote(text, quoted),
                gtp->error.text);
    return false;
}

/* A move of two words (E2 E3) becomes one. */
static const char *move_word(const struct by_gtp *gtp, int index, char out[64])
{
    struct by_text text = by_text_over(out, 64);
    for (int i = index; i < gtp->command.count; i++)
        by_text_add(&text, gtp->command.arguments[i]);
    return out;
}

void by_gtp_run_play(struct by_gtp *gtp)
{
    char word[64];
    int side;
    if (by_gtp_colour_at(gtp, 0, &side))
        (void)by_gtp_play_squares(gtp, side, move_word(gtp, 1, word));
}

/* All of them or none. */
void by_gtp_run_play_sequence(struct by_gtp *gtp)
{
    int played = 0, side;
    if (gtp->command.count % 2 != 0) {
        by_gtp_fail(gtp, "syntax error: play_sequence takes pairs of COLOUR MOVE");
        return;
    }
    for (int i = 0; i < gtp->command.count && !gtp->failed; i += 2) {
        int before = gtp->session->step_count;
        if (by_gtp_colour_at(gtp, i, &side) &&
            by_gtp_play_text(gtp, side, gtp->command.arguments[i + 1]))
            played += gtp->session->step_count - before;
    }
    for (; gtp->failed && played > 0; played--)
        by_session_undo(gtp->session);
}

static void undo(struct by_gtp *gtp, int64_t count)
{
    if (gtp->from[0] && count > 0) { /* half a move */
        gtp->from[0] = gtp->to[0] = 0;
        count--;
    }
    if (gtp->session->step_count < count) {
        by_gtp_fail(gtp, "cannot undo: %d moves were played", gtp->session->step_count);
        return;
    }
    while (count-- > 0)
        by_session_undo(gtp->session);
}

void by_gtp_run_undo(struct by_gtp *gtp)
{
    undo(gtp, 1);
}

void by_gtp_run_gg_undo(struct by_gtp *gtp)
{
    int64_t count = 1;
    if (gtp->command.count == 0 || by_gtp_int_at(gtp, 0, 0, BY_LENGTH_MAX, &count))
        undo(gtp, count);
}

void by_gtp_run_is_legal(struct by_gtp *gtp)
{
    by_move move;
    char word[64];
    int side;
    if (!by_gtp_colour_at(gtp, 0, &side) || !read_move(gtp, side, move_word(gtp, 1, word), &move))
        return;
    bool legal = by_session_play(gtp->session, side, move, NULL) == BY_OK;
    if (legal)
        by_session_undo(gtp->session);
    by_gtp_say(gtp, "%d", legal);
}

void by_gtp_run_all_legal(struct by_gtp *gtp)
{
    struct by_session *session = gtp->session;
    int side;
    char text[BY_GTP_MOVE_MAX + 1];
    if (!by_gtp_colour_at(gtp, 0, &side) || by_session_turn(session, side, NULL) != BY_OK)
        return; /* nothing is legal */
    by_move *moves = calloc((size_t)session->rules->max_moves, sizeof *moves);
    int count = moves ? by_line_moves(session->line, moves) : 0;
    for (int i = 0; i < count; i++)
        by_gtp_say(gtp, "%s%s", i > 0 ? " " : "", by_gtp_move_text(gtp, moves[i], text));
    free(moves);
    by_session_restore(session);
}
