/* gtp_score.c: the end of the game: scores, dead stones, and when to pass. */
#include "protocols/gtp_engine.h"

#include <stdlib.h>
#include <string.h>

bool by_gtp_judge(struct by_gtp *gtp, int playouts)
{
    const struct by_session *session = gtp->session;
    uint64_t seed = by_seed_derive(session->seed, session->line->keys[session->line->count]);
    if (by_judge(session->rules, by_line_position(session->line), seed, playouts, &gtp->verdict))
        return true;
    by_gtp_fail(gtp, "there is not enough memory to play the game out");
    return false;
}

/* Filling one's own area costs nothing where areas are counted, so there one rather plays on than
 * trust that the other side sees which stones are dead. */
bool by_gtp_wants_pass(const struct by_gtp *gtp, int side, bool cleanup)
{
    const struct by_verdict *verdict = &gtp->verdict;
    const struct by_go_shape *shape = by_go_shape_of(gtp->session->rules);
    const struct by_go_head *head = by_line_position(gtp->session->line);
    int32_t passed = side == 0 ? verdict->passed : -verdict->passed;
    int32_t counted = side == 0 ? verdict->counted : -verdict->counted;
    if (cleanup) {
        for (int p = 0; p < verdict->points; p++)
            if (verdict->dead[p] && verdict->cell[p] != side)
                return false;
        return verdict->settled || passed > 0;
    }
    if (head->passes == 1 && passed > 0)
        return true;
    if (!verdict->settled)
        return false;
    return passed > 0 || counted <= 0 || shape->scoring == BY_GO_TERRITORY;
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
    if (by_gtp_is(gtp, BY_GTP_OWNERS)) {
        if (by_gtp_judge(gtp, BY_JUDGE_PLAYOUTS))
            say_score(gtp, gtp->verdict.counted, 2);
    } else if (by_line_over(session->line)) {
        say_score(gtp, by_line_result(session->line), session->rules->score_scale);
    } else {
        say_score(gtp, by_gtp_is(gtp, BY_GTP_FORCED_PASS) ? discs(gtp) : 0, 1);
    }
}

/* --- stones ---------------------------------------------------------------------------------- */

/* Stones in Go are told apart by playouts; elsewhere all of them live. */
void by_gtp_run_final_status_list(struct by_gtp *gtp)
{
    const struct by_rules *rules = gtp->session->rules;
    const char *status = gtp->command.arguments[0];
    char text[1024], quoted[BY_QUOTE_SIZE];
    bool go = by_gtp_is(gtp, BY_GTP_OWNERS), first = true;
    bool alive = by_same_text(status, "alive"), dead = by_same_text(status, "dead");
    if (!alive && !dead && !by_same_text(status, "seki")) {
        by_gtp_fail(gtp, "syntax error: '%s' is no status: alive, dead or seki",
                    by_quote(status, quoted));
        return;
    }
    if (go && !by_gtp_judge(gtp, BY_JUDGE_PLAYOUTS))
        return;
    by_line_text(gtp->session->line, text, sizeof text);
    for (int i = 0; i < rules->width * rules->height; i++) {
        int x = i % rules->width, row = i / rules->width;
        int point = (rules->height - 1 - row) * rules->width + x;
        bool is_dead = go && gtp->verdict.dead[point], is_seki = go && gtp->verdict.seki[point];
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
    if (!by_gtp_is(gtp, BY_GTP_OWNERS)) {
        by_gtp_fail(gtp, "nobody owns points in this game");
        return;
    }
    if (!by_gtp_judge(gtp, BY_JUDGE_PLAYOUTS))
        return;
    for (int y = size - 1; y >= 0; y--)
        for (int x = 0; x < size; x++)
            by_gtp_say(gtp, "%.2f%c", gtp->verdict.owner[y * size + x], x < size - 1 ? ' ' : '\n');
}
