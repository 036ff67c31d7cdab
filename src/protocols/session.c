#include "protocols/session.h"

#include <stdlib.h>
#include <string.h>

/* --- settings -------------------------------------------------------------------- */

static int find_setting(const struct by_session_settings *settings, const char *name)
{
    for (int i = 0; i < settings->count; i++)
        if (by_same_text(settings->name[i], name))
            return i;
    return -1;
}

static void remove_setting(struct by_session_settings *settings, int at)
{
    int last = --settings->count;
    memmove(settings->name[at], settings->name[last], sizeof settings->name[at]);
    memmove(settings->value[at], settings->value[last], sizeof settings->value[at]);
}

bool by_session_settings_put(struct by_session_settings *settings, const char *name,
                             const char *value)
{
    int at = find_setting(settings, name);
    if (!value) {
        if (at >= 0)
            remove_setting(settings, at);
        return true;
    }
    if (strlen(name) > BY_SESSION_NAME_MAX || strlen(value) > BY_SESSION_VALUE_MAX ||
        (at < 0 && settings->count == BY_SESSION_SETTINGS_MAX))
        return false;
    if (at < 0)
        at = settings->count++;
    strcpy(settings->name[at], name);
    strcpy(settings->value[at], value);
    return true;
}

static enum by_status open_rules(const char *game, const struct by_session_settings *settings,
                                 const char *position, struct by_rules **out, struct by_error *err)
{
    struct by_setting list[BY_SESSION_SETTINGS_MAX];
    for (int i = 0; i < settings->count; i++)
        list[i] = (struct by_setting){settings->name[i], settings->value[i]};
    return by_rules_open(game, list, settings->count, position, out, err);
}

/* What was set when the rules were opened. */
static void note_settings(const struct by_rules *rules, struct by_session_settings *out)
{
    out->count = 0;
    for (int i = 0; i < rules->values.count; i++)
        if (rules->values.value[i].given && !by_rules_aliased(rules))
            by_session_settings_put(out, rules->values.options[i].name,
                                    rules->values.value[i].text);
}

/* --- opening --------------------------------------------------------------------- */

/* What depends on the rules, made anew as a whole. */
struct table {
    struct by_rules *rules;
    struct by_line *line;
    struct by_player *player;
    struct by_decision decision;
    void *base;
};

static void close_table(struct table *table)
{
    by_player_close(table->player);
    if (table->decision.moves)
        by_decision_close(&table->decision);
    by_line_close(table->line);
    by_rules_close(table->rules);
    free(table->base);
}

void by_session_default(const struct by_rules *rules, struct by_text *out)
{
    const char *player = by_player_default(rules->game);
    by_text_add(out, player);
    if (strncmp(player, "mcts", 4) == 0 && !strstr(player, " reuse=on"))
        by_text_add(out, " reuse=on");
}

/* The first game has the seed that was asked for, as `think` would have it. */
static uint64_t seed_of_game(const struct by_session *session)
{
    return session->games == 0 ? session->seed : by_seed_derive(session->seed, session->games);
}

/* A game in which nobody moved was none: programs send boardsize and clear_board before the first. */
static void count_game(struct by_session *session)
{
    session->games += session->moved ? 1 : 0;
    session->moved = false;
}

/* The game that was to begin did not: the count is as it was. */
static void uncount_game(struct by_session *session, uint64_t games)
{
    session->moved |= session->games != games;
    session->games = games;
}

static enum by_status open_player(const struct by_session *session, const struct by_rules *rules,
                                  const char *spec, unsigned trust, struct by_player **out,
                                  struct by_error *err)
{
    char text[1024];
    struct by_text writer = by_text_over(text, sizeof text);
    const struct by_player_terms terms = {.seed = seed_of_game(session),
                                          .trust = spec ? trust : BY_TRUST_NONE};
    if (!spec) {
        by_session_default(rules, &writer);
        if (session->defaults)
            by_text_format(&writer, " %s", session->defaults);
    }
    enum by_status status = by_player_open(rules, spec ? spec : text, &terms, out, err);
    if (status == BY_OK && session->resign >= 0)
        by_player_set_resign(*out, session->resign);
    return status;
}

/* All that belongs to rules and line, which the table owns; on failure nothing is open but those. */
static enum by_status fill_table(const struct by_session *session, struct table *table,
                                 struct by_error *err)
{
    enum by_status status =
        open_player(session, table->rules, session->spec, session->trust, &table->player, err);
    if (status == BY_OK)
        status = by_decision_open(table->rules, &table->decision, err);
    if (status != BY_OK)
        return status;
    table->base = malloc(table->rules->position_size);
    if (!table->base)
        return by_fail_memory(err, table->rules->position_size);
    memcpy(table->base, by_line_position_at(table->line, 0), table->rules->position_size);
    return BY_OK;
}

static enum by_status open_table(const struct by_session *session, const char *game,
                                 const struct by_session_settings *settings, const char *position,
                                 struct table *table, struct by_error *err)
{
    *table = (struct table){.rules = NULL};
    enum by_status status = open_rules(game, settings, position, &table->rules, err);
    if (status == BY_OK)
        status = by_line_open(table->rules, &table->line, err);
    if (status == BY_OK)
        status = fill_table(session, table, err);
    if (status != BY_OK)
        close_table(table);
    return status;
}

/* The table becomes the session's, and the old one is gone. */
static void sit_down(struct by_session *session, struct table *table)
{
    struct table old = {session->rules, session->line, session->player, session->decision,
                        session->base};
    by_mutex_lock(&session->lock);
    session->player = table->player;
    by_mutex_unlock(&session->lock);
    session->rules = table->rules;
    session->line = table->line;
    session->decision = table->decision;
    session->base = table->base;
    session->step_count = 0;
    close_table(&old);
}

enum by_status by_session_open(const struct by_session_config *config, struct by_session **out,
                               struct by_error *err)
{
    *out = NULL;
    struct by_session *session = calloc(1, sizeof *session);
    if (!session)
        return by_fail_memory(err, sizeof *session);
    if (!by_mutex_open(&session->lock)) {
        free(session);
        return by_fail(err, BY_FAILED, "the system gave no lock for the session");
    }
    session->seed = config->seed;
    session->resign = config->resign;
    session->ponders = config->ponders;
    session->spec = config->spec ? strdup(config->spec) : NULL;
    session->trust = config->trust;
    session->defaults = config->defaults ? strdup(config->defaults) : NULL;
    bool short_of_memory =
        (config->spec && !session->spec) || (config->defaults && !session->defaults);
    enum by_status status =
        short_of_memory ? by_fail_memory(err, BY_SPEC_LENGTH_MAX)
                        : by_session_choose(session, config->game, &config->settings, NULL, err);
    if (status == BY_OK && session->ponders && !by_session_can_ponder(session))
        status =
            by_fail(err, BY_BAD_INPUT,
                    "pondering needs a player that keeps what it found: mcts with reuse=on, or "
                    "alphabeta");
    if (status != BY_OK) {
        by_session_close(session);
        return status;
    }
    *out = session;
    return BY_OK;
}

void by_session_close(struct by_session *session)
{
    if (!session)
        return;
    struct table table = {session->rules, session->line, session->player, session->decision,
                          session->base};
    close_table(&table);
    free(session->spec);
    free(session->defaults);
    free(session->steps);
    by_mutex_close(&session->lock);
    free(session);
}

/* --- the game --------------------------------------------------------------------- */

enum by_status by_session_choose(struct by_session *session, const char *game,
                                 const struct by_session_settings *settings, const char *position,
                                 struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    if (strlen(game) > BY_SESSION_NAME_MAX)
        return by_fail(err, BY_BAD_INPUT, "there is no game '%s'", by_quote(game, quoted));
    struct table table;
    const uint64_t before = session->games;
    count_game(session); /* the player gets the seed of the new one */
    enum by_status status = open_table(session, game, settings, position, &table, err);
    if (status != BY_OK) {
        uncount_game(session, before);
        return status;
    }
    sit_down(session, &table);
    memmove(session->game, game, strlen(game) + 1);
    session->settings = *settings;
    return BY_OK;
}

static enum by_status replay(struct by_session *session, int count, struct by_error *err);

enum by_status by_session_change(struct by_session *session,
                                 const struct by_session_settings *settings, struct by_error *err)
{
    char text[4096];
    struct table table;
    struct by_text writer = by_text_over(text, sizeof text);
    session->rules->game->write(session->rules, session->base, &writer);
    enum by_status status = open_table(session, session->game, settings, text, &table, err);
    if (status != BY_OK)
        return status;
    int count = session->step_count;
    const struct by_session_settings before = session->settings;
    sit_down(session, &table);
    session->settings = *settings;
    status = replay(session, count, err);
    if (status != BY_OK && settings != &before) { /* the moves do not fit: as it was */
        session->step_count = count;
        (void)by_session_change(session, &before, NULL);
    }
    return status;
}

enum by_status by_session_seat(struct by_session *session, const char *spec, unsigned trust,
                               struct by_error *err)
{
    struct by_player *player, *old = session->player;
    char *copy = *spec ? strdup(spec) : NULL;
    if (*spec && !copy)
        return by_fail_memory(err, strlen(spec));
    enum by_status status = open_player(session, session->rules, copy, trust, &player, err);
    if (status != BY_OK) {
        free(copy);
        return status;
    }
    by_mutex_lock(&session->lock);
    session->player = player;
    by_mutex_unlock(&session->lock);
    by_player_close(old);
    free(session->spec);
    session->spec = copy;
    session->trust = trust;
    return BY_OK;
}

void by_session_begin(struct by_session *session, const void *position)
{
    count_game(session);
    by_line_begin(session->line, position);
    memcpy(session->base, by_line_position(session->line), session->rules->position_size);
    session->step_count = 0;
    session->decision.move_count = 0;
    by_player_reset(session->player, seed_of_game(session));
}

void by_session_set_seed(struct by_session *session, uint64_t seed)
{
    session->seed = seed;
    session->games = 0;
    session->moved = false;
    by_player_reset(session->player, seed);
}

void by_session_clear(struct by_session *session)
{
    session->rules->game->start(session->rules, session->base); /* the rules may begin elsewhere */
    by_session_begin(session, session->base);
}

enum by_status by_session_begin_text(struct by_session *session, const char *text,
                                     struct by_error *err)
{
    void *position = calloc(1, session->rules->position_size);
    if (!position)
        return by_fail_memory(err, session->rules->position_size);
    enum by_status status = session->rules->game->read(session->rules, text, position, err);
    if (status == BY_OK)
        by_session_begin(session, position);
    free(position);
    return status;
}

static enum by_status note_step(struct by_session *session, const struct by_session_step *step,
                                struct by_error *err)
{
    if (session->step_count == session->step_room) {
        int room = session->step_room > 0 ? 2 * session->step_room : 64;
        size_t bytes = (size_t)room * sizeof *session->steps;
        struct by_session_step *steps = realloc(session->steps, bytes);
        if (!steps)
            return by_fail_memory(err, bytes);
        session->steps = steps;
        session->step_room = room;
    }
    session->steps[session->step_count++] = *step;
    session->moved = true;
    return BY_OK;
}

enum by_status by_session_adopt(struct by_session *session, struct by_rules *rules,
                                struct by_line *line, struct by_error *err)
{
    struct table table = {.rules = rules, .line = line};
    const uint64_t before = session->games;
    count_game(session);
    enum by_status status = fill_table(session, &table, err);
    if (status != BY_OK) {
        uncount_game(session, before);
        table.rules = NULL;
        table.line = NULL;
        close_table(&table);
        return status;
    }
    sit_down(session, &table);
    memmove(session->game, rules->name, strlen(rules->name) + 1);
    note_settings(rules, &session->settings);
    for (int i = 0; i < line->count && status == BY_OK; i++) {
        int side = rules->game->side(rules, by_line_position_at(line, i));
        struct by_session_step step = {line->moves[i], side, i, false};
        status = note_step(session, &step, err);
    }
    return status;
}

/* --- moves ------------------------------------------------------------------------ */

/* The move that gives the turn to the opponent and does nothing else; BY_NO_MOVE: none now. */
static by_move find_pass(const struct by_session *session)
{
    by_move move = BY_NO_MOVE;
    return by_line_read(session->line, "pass", &move, NULL) == BY_OK ? move : BY_NO_MOVE;
}

/* The same stones with the other side to move. */
static enum by_status hand_over(struct by_session *session, struct by_error *err)
{
    const struct by_rules *rules = session->rules;
    void *position = malloc(rules->position_size);
    if (!position)
        return by_fail_memory(err, rules->position_size);
    memcpy(position, by_line_position(session->line), rules->position_size);
    bool given = rules->game->hand_over && rules->game->hand_over(rules, position);
    if (given)
        by_line_begin(session->line, position);
    free(position);
    if (!given)
        return by_fail(err, BY_BAD_INPUT, "it is %s's turn, and nobody may pass here",
                       by_line_side(session->line) == 0 ? "black" : "white");
    return BY_OK;
}

/* Says whether the line was changed otherwise than by moves. `silent`: nobody passes; in Go a pass
 * that nobody made would be an offer to end the game. */
static enum by_status turn_to(struct by_session *session, int side, bool silent, bool *anew,
                              struct by_error *err)
{
    struct by_line *line = session->line;
    *anew = by_line_over(line);
    by_line_resume(line);
    if (by_line_over(line))
        return by_fail(err, BY_BAD_INPUT, "the game is over");
    if (by_line_side(line) == side)
        return BY_OK;
    bool offer = silent && session->rules->game->resume;
    by_move pass = offer ? BY_NO_MOVE : find_pass(session);
    if (pass == BY_NO_MOVE) {
        *anew = true;
        return hand_over(session, err);
    }
    enum by_status status = by_line_play(line, pass, err);
    if (status == BY_OK && by_line_over(line)) {
        *anew = true;
        by_line_resume(line);
    }
    return status;
}

static enum by_status play_step(struct by_session *session, struct by_session_step *step,
                                struct by_error *err)
{
    step->plies_before = session->line->count;
    enum by_status status = turn_to(session, step->side, false, &step->anew, err);
    if (status != BY_OK)
        return status;
    status = by_line_play(session->line, step->move, err);
    return status == BY_BAD_INPUT ? by_fail(err, status, "it may not be played here") : status;
}

/* Plays the first `count` steps again from the beginning. */
static enum by_status replay(struct by_session *session, int count, struct by_error *err)
{
    by_line_begin(session->line, session->base);
    for (int i = 0; i < count; i++) {
        enum by_status status = play_step(session, &session->steps[i], err);
        if (status != BY_OK) {
            session->step_count = i;
            return status;
        }
    }
    session->step_count = count;
    return BY_OK;
}

/* Only what was changed is changed back: a game is long, and asked for at every move. */
void by_session_restore(struct by_session *session)
{
    if (session->turned_anew)
        (void)replay(session, session->step_count, NULL);
    while (session->line->count > session->turned_from && !session->turned_anew)
        by_line_undo(session->line);
    session->turned_anew = false;
    session->turned_from = session->line->count;
}

enum by_status by_session_play(struct by_session *session, int side, by_move move,
                               struct by_error *err)
{
    struct by_session_step step = {.move = move, .side = side};
    enum by_status status = play_step(session, &step, err);
    if (status == BY_OK)
        status = note_step(session, &step, err);
    if (status != BY_OK && (step.anew || session->line->count != step.plies_before))
        (void)replay(session, session->step_count, NULL);
    return status;
}

bool by_session_undo(struct by_session *session)
{
    if (session->step_count == 0)
        return false;
    const struct by_session_step *last = &session->steps[--session->step_count];
    if (last->anew)
        (void)replay(session, session->step_count, NULL);
    else
        while (session->line->count > last->plies_before)
            by_line_undo(session->line);
    return true;
}

enum by_status by_session_turn(struct by_session *session, int side, struct by_error *err)
{
    session->turned_from = session->line->count;
    enum by_status status = turn_to(session, side, true, &session->turned_anew, err);
    if (status != BY_OK)
        by_session_restore(session);
    return status;
}
