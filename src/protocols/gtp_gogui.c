/* gtp_gogui.c: what GoGui asks: commands for its analysis menu, and the rules of games it does not
 * know (its manual, chapters "Analyze Commands" and "Rules").
 *
 * A move of GoGui is one point. Once it has asked which game this is, moves of two squares
 * (BY_TRAIT_STEPS: Breakthrough) go square by square: first where from, then, the turn still being the same side's, where to. */
#include "protocols/gtp_engine.h"

#include <stdlib.h>
#include <string.h>

void by_gtp_run_gogui_analyze_commands(struct by_gtp *gtp)
{
    by_gtp_say(gtp, "string/Statistics of the last search/banyan-stats\n"
                    "string/Player/banyan-spec %%o\n"
                    "string/Position/banyan-position\n"
                    "plist/Legal moves/all_legal %%c\n"
                    "string/Move without playing it/reg_genmove %%c\n");
    if (by_gtp_is(gtp, BY_TRAIT_OWNERS))
        by_gtp_say(gtp, "dboard/Ownership/banyan-ownership\n"
                        "string/Final score/final_score\n"
                        "plist/Dead stones/final_status_list dead\n"
                        "plist/Living stones/final_status_list alive\n");
}

/* --- half moves ------------------------------------------------------------------------------ */

static bool goes_by_square(const struct by_gtp *gtp)
{
    return gtp->by_square && by_gtp_is(gtp, BY_TRAIT_STEPS);
}

/* Calls `take` with the text of every legal move. */
static void each_move(struct by_gtp *gtp, void (*take)(void *context, const char *move),
                      void *context)
{
    const struct by_session *session = gtp->session;
    char text[BY_GTP_MOVE_MAX + 1];
    by_move *moves = calloc((size_t)session->rules->max_moves, sizeof *moves);
    int count = moves ? by_line_moves(session->line, moves) : 0;
    for (int i = 0; i < count; i++)
        take(context, by_gtp_move_text(gtp, moves[i], text));
    free(moves);
}

struct squares {
    char text[512]; /* separated and surrounded by blanks */
    struct by_text out;
    const char *from;
};

/* The square that comes next in the move: its first, or the second behind `from`. */
static void take_square(void *context, const char *move)
{
    struct squares *s = context;
    char word[8];
    bool first = !*s->from;
    if (!first && strncmp(move, s->from, 2) != 0)
        return;
    struct by_text text = by_text_over(word, sizeof word);
    by_text_format(&text, " %.2s ", first ? move : move + 2);
    if (!strstr(s->text, word))
        by_text_add(&s->out, s->out.length > 0 ? word + 1 : word);
}

/* Squares have one letter and one digit. */
static void next_squares(struct by_gtp *gtp, struct squares *s)
{
    s->out = by_text_over(s->text, sizeof s->text);
    s->from = gtp->from;
    each_move(gtp, take_square, s);
}

bool by_gtp_play_squares(struct by_gtp *gtp, int side, const char *text)
{
    struct squares s;
    char word[8], whole[8], quoted[BY_QUOTE_SIZE];
    struct by_text writer = by_text_over(word, sizeof word);
    if (!goes_by_square(gtp) || strlen(text) != 2)
        return by_gtp_play_text(gtp, side, text);
    by_text_format(&writer, " %c%c ", text[0] & ~32, text[1]);
    next_squares(gtp, &s);
    if (side != by_line_side(gtp->session->line) || !strstr(s.text, word)) {
        by_gtp_fail(gtp, "illegal move: %s %s: it may not be played here", by_gtp_colour(side),
                    by_quote(text, quoted));
        return false;
    }
    writer = by_text_over(whole, sizeof whole);
    by_text_format(&writer, "%s%.2s", gtp->from, word + 1);
    gtp->to[0] = 0;
    if (!*gtp->from) {
        strcpy(gtp->from, whole);
        return true;
    }
    gtp->from[0] = 0;
    return by_gtp_play_text(gtp, side, whole);
}

/* The best move that begins at gtp->from, if that is said. */
static bool find_target(struct by_gtp *gtp, int side)
{
    struct by_gtp_order order = {.side = side, .only_tell = true};
    char move[BY_GTP_MOVE_MAX + 1];
    if (!by_gtp_genmove(gtp, &order, move) || strlen(move) != 4)
        return false;
    const struct by_decision *decision = &gtp->session->decision;
    for (int i = 0; *gtp->from && i < decision->move_count; i++)
        if (strncmp(by_gtp_move_text(gtp, decision->moves[i].move, move), gtp->from, 2) == 0)
            break;
    memcpy(gtp->from, move, 2);
    gtp->from[2] = 0;
    memcpy(gtp->to, move + 2, 3);
    return true;
}

bool by_gtp_genmove_squares(struct by_gtp *gtp, const struct by_gtp_order *order,
                            char out[BY_GTP_MOVE_MAX + 1])
{
    bool second = *gtp->from;
    if (!goes_by_square(gtp) || order->only_tell || by_line_over(gtp->session->line))
        return by_gtp_genmove(gtp, order, out);
    if (!*gtp->to && !find_target(gtp, order->side)) {
        if (!gtp->failed)
            by_gtp_fail(gtp, "cannot move");
        return false;
    }
    strcpy(out, second ? gtp->to : gtp->from);
    char target[8];
    memcpy(target, gtp->to, sizeof target);
    return !second || by_gtp_play_squares(gtp, order->side, target);
}

/* --- rules ------------------------------------------------------------------------------------ */

void by_gtp_run_gogui_rules_game_id(struct by_gtp *gtp)
{
    struct by_gtp_game game;
    gtp->by_square = true;
    if (by_gtp_game_find(gtp->session->rules->name, &game))
        by_gtp_say(gtp, "%s", game.gogui);
}

/* GoGui draws row 1 at the bottom in every game. */
void by_gtp_run_gogui_rules_board(struct by_gtp *gtp)
{
    const struct by_rules *rules = gtp->session->rules;
    struct by_cells cells;
    if (!rules->game->cells) {
        by_gtp_fail(gtp, "there is no board in this game");
        return;
    }
    rules->game->cells(rules, by_line_position(gtp->session->line), BY_NO_MOVE, &cells);
    for (int y = cells.height - 1; y >= 0; y--)
        for (int x = 0; x < cells.width; x++)
            by_gtp_say(gtp, "%c%c", cells.cell[y * cells.width + x],
                       x < cells.width - 1 ? ' ' : '\n');
}

void by_gtp_run_gogui_rules_board_size(struct by_gtp *gtp)
{
    const struct by_rules *rules = gtp->session->rules;
    if (rules->width == 0)
        by_gtp_fail(gtp, "there is no board in this game");
    else if (rules->width == rules->height)
        by_gtp_say(gtp, "%d", rules->width);
    else
        by_gtp_say(gtp, "%d %d", rules->width, rules->height);
}

static void take_word(void *context, const char *move)
{
    struct by_gtp *gtp = context;
    by_gtp_say(gtp, "%s%s", gtp->text.length > 0 ? " " : "", move);
}

void by_gtp_run_gogui_rules_legal_moves(struct by_gtp *gtp)
{
    struct squares s;
    if (!goes_by_square(gtp)) {
        each_move(gtp, take_word, gtp);
        return;
    }
    next_squares(gtp, &s);
    size_t length = strlen(s.text);
    if (length > 1)
        by_gtp_say(gtp, "%.*s", (int)length - 2, s.text + 1);
}

void by_gtp_run_gogui_rules_side_to_move(struct by_gtp *gtp)
{
    by_gtp_say(gtp, "%s", by_gtp_colour(by_line_side(gtp->session->line)));
}

void by_gtp_run_gogui_rules_final_result(struct by_gtp *gtp)
{
    const struct by_session *session = gtp->session;
    int32_t result = by_line_result(session->line);
    int scale = session->rules->score_scale;
    if (!by_line_over(session->line))
        by_gtp_say(gtp, "The game is not over.");
    else if (result == 0)
        by_gtp_say(gtp, "The game is a draw.");
    else if (!session->rules->game->has_margin)
        by_gtp_say(gtp, "%s wins.", result > 0 ? "Black" : "White");
    else
        by_gtp_say(gtp, "%s wins by %.10g points.", result > 0 ? "Black" : "White",
                   (result > 0 ? result : -result) / (double)scale);
}

/* Of a game's facts, the stones that each player has taken. */
static void note_captures(void *context, const struct by_fact *fact)
{
    if (fact->each && strcmp(fact->name, "captures") == 0)
        memcpy(context, fact->each, 2 * sizeof *fact->each);
}

void by_gtp_run_gogui_rules_captured_count(struct by_gtp *gtp)
{
    const struct by_rules *rules = gtp->session->rules;
    int64_t captures[2] = {0, 0};
    if (rules->game->facts)
        rules->game->facts(rules, by_line_position(gtp->session->line), note_captures, captures);
    by_gtp_say(gtp, "%d %d", (int)captures[0], (int)captures[1]);
}
