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

static void look(const struct by_gtp *gtp, struct by_cells *out)
{
    const struct by_session *session = gtp->session;
    session->rules->game->cells(session->rules, by_line_position(session->line), BY_NO_MOVE, out);
}

/* Discs as they stand, where that is the score. */
static int32_t discs(const struct by_gtp *gtp)
{
    struct by_cells cells;
    int32_t result = 0;
    look(gtp, &cells);
    for (int i = 0; i < cells.width * cells.height; i++)
        result += (cells.cell[i] == 'X') - (cells.cell[i] == 'O');
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
        say_score(gtp, by_gtp_is(gtp, BY_TRAIT_FORCED_PASS) ? discs(gtp) : 0, 1);
    }
}

/* --- stones ---------------------------------------------------------------------------------- */

enum status { ALIVE, DEAD, SEKI };

static bool read_status(const char *word, enum status *out)
{
    static const char *const words[] = {[ALIVE] = "alive", [DEAD] = "dead", [SEKI] = "seki"};
    for (int i = ALIVE; i <= SEKI; i++)
        if (by_same_text(word, words[i])) {
            *out = (enum status)i;
            return true;
        }
    return false;
}

/* Stones are told apart by the judge; where there is none all of them live. */
static enum status status_of(const struct by_gtp *gtp, int point)
{
    if (!by_gtp_has_judge(gtp))
        return ALIVE;
    return gtp->verdict.dead[point] ? DEAD : gtp->verdict.seki[point] ? SEKI : ALIVE;
}

static void list_stones(struct by_gtp *gtp, enum status status)
{
    struct by_cells cells;
    bool first = true;
    look(gtp, &cells);
    for (int row = 0; row < cells.height; row++)
        for (int x = 0; x < cells.width; x++) {
            int y = cells.from_top ? row : cells.height - 1 - row;
            int point = y * cells.width + x;
            if (cells.cell[point] == '.' || status_of(gtp, point) != status)
                continue;
            by_gtp_say(gtp, "%s", first ? "" : " ");
            by_gtp_say_point(gtp, x, row);
            first = false;
        }
}

void by_gtp_run_final_status_list(struct by_gtp *gtp)
{
    const char *word = gtp->command.arguments[0];
    char quoted[BY_QUOTE_SIZE];
    enum status status;
    if (!read_status(word, &status)) {
        by_gtp_fail(gtp, "syntax error: '%s' is no status: alive, dead or seki",
                    by_quote(word, quoted));
        return;
    }
    if (!by_gtp_has_judge(gtp) || by_gtp_judge(gtp, PLAYOUTS))
        list_stones(gtp, status);
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
