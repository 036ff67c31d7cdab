/* gtp_score.c: the end of the game: scores and dead stones. */
#include "protocols/gtp_engine.h"

#define PLAYOUTS 400

bool by_gtp_has_judge(const struct by_gtp *gtp)
{
    return gtp->session->rules->game->judge != NULL;
}

bool by_gtp_judge(struct by_gtp *gtp, int playouts)
{
    const struct by_session *session = gtp->session;
    const struct by_line *line = session->line;
    const struct by_judging how = {.seed = by_seed_derive(session->seed, line->keys[line->count]),
                                   .playouts = playouts};
    if (session->rules->game->judge(session->rules, by_line_position(line), &how, &gtp->verdict))
        return true;
    by_gtp_fail(gtp, "there is not enough memory to play the game out");
    return false;
}

/* --- scores --------------------------------------------------------------------------------- */

static void say_score(struct by_gtp *gtp, int32_t result, int scale)
{
    double points = (result < 0 ? -result : result) / (double)scale;
    if (result == 0)
        by_gtp_say(gtp, "0");
    else
        by_gtp_say(gtp, scale == 1 ? "%c+%.0f" : "%c+%.1f", result > 0 ? 'B' : 'W', points);
}

/* Discs as they stand, where that is the score. */
static int32_t discs(const struct by_gtp *gtp)
{
    char text[1024];
    int32_t result = 0;
    by_line_text(gtp->session->line, text, sizeof text);
    for (const char *c = text; *c && *c != ' '; c++)
        result += (*c == 'X') - (*c == 'O');
    return result;
}

/* Always answers: a game that is not over is counted as it stands, and where there is nothing to
 * count nobody leads. */
void by_gtp_run_final_score(struct by_gtp *gtp)
{
    const struct by_session *session = gtp->session;
    if (by_gtp_has_judge(gtp)) {
        if (by_gtp_judge(gtp, PLAYOUTS))
            say_score(gtp, gtp->verdict.counted, session->rules->score_scale);
    } else if (by_line_over(session->line)) {
        say_score(gtp, by_line_result(session->line), session->rules->score_scale);
    } else {
        say_score(gtp, by_gtp_is(gtp, BY_GTP_FORCED_PASS) ? discs(gtp) : 0, 1);
    }
}

/* --- stones ---------------------------------------------------------------------------------- */

/* Stones are told apart by the judge; where there is none all of them live. */
void by_gtp_run_final_status_list(struct by_gtp *gtp)
{
    const struct by_rules *rules = gtp->session->rules;
    const char *status = gtp->command.arguments[0];
    char text[1024], quoted[BY_QUOTE_SIZE];
    bool judged = by_gtp_has_judge(gtp), first = true;
    bool alive = by_same_text(status, "alive"), dead = by_same_text(status, "dead");
    if (!alive && !dead && !by_same_text(status, "seki")) {
        by_gtp_fail(gtp, "syntax error: '%s' is no status: alive, dead or seki",
                    by_quote(status, quoted));
        return;
    }
    if (judged && !by_gtp_judge(gtp, PLAYOUTS))
        return;
    by_line_text(gtp->session->line, text, sizeof text);
    for (int i = 0; i < rules->width * rules->height; i++) {
        int x = i % rules->width, row = i / rules->width;
        int point = (rules->height - 1 - row) * rules->width + x;
        bool is_dead = judged && gtp->verdict.dead[point];
        bool is_seki = judged && gtp->verdict.seki[point];
        if (text[row * (rules->width + 1) + x] == '.' || !(alive  ? !is_dead && !is_seki
                                                           : dead ? is_dead
                                                                  : is_seki))
            continue;
        by_gtp_say(gtp, "%s", first ? "" : " ");
        by_gtp_say_point(gtp, x, row);
        first = false;
    }
}

/* Rows from the top, for GoGui: 1 is black's. */
void by_gtp_run_banyan_ownership(struct by_gtp *gtp)
{
    int size = gtp->session->rules->width;
    if (!by_gtp_has_judge(gtp)) {
        by_gtp_fail(gtp, "nobody owns points in this game");
        return;
    }
    if (!by_gtp_judge(gtp, PLAYOUTS))
        return;
    for (int y = size - 1; y >= 0; y--)
        for (int x = 0; x < size; x++)
            by_gtp_say(gtp, "%.2f%c", gtp->verdict.owner[y * size + x], x < size - 1 ? ' ' : '\n');
}
