/* gtp_program.c: programs that speak GTP 2 (wire/gtp.h).
 *
 * A program is asked which commands it knows, once; what it does not know is left out where the
 * game can be played without it. Commands carry no ids: an answer that does not come ends the
 * program, so that no answer can be taken for another one's. */
#include "base/clock.h"
#include "players/program.h"
#include "search/timing.h"
#include "wire/gtp.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 64

/* Bits of program->knows. */
enum known {
    UNDO = 1,
    SET_GAME = 2,
    RECTANGULAR = 4,
    KOMI = 8,
    TIME_SETTINGS = 16,
    TIME_LEFT = 32,
    KGS_RULES = 64,
    KGS_TIME = 128,
    BANYAN_SET = 256,
    NO_PASS = 512, /* it refuses passes in Othello, and does without them */
    NAME = 1024,
    NAMED_VERSION = 2048,
};

static const struct {
    const char *name;
    enum known bit;
} commands[] = {{"undo", UNDO},
                {"set_game", SET_GAME},
                {"rectangular_boardsize", RECTANGULAR},
                {"komi", KOMI},
                {"time_settings", TIME_SETTINGS},
                {"time_left", TIME_LEFT},
                {"kgs-rules", KGS_RULES},
                {"kgs-time_settings", KGS_TIME},
                {"banyan-set", BANYAN_SET},
                {"name", NAME},
                {"version", NAMED_VERSION}};
#define COMMANDS (sizeof commands / sizeof commands[0])

/* --- answers ----------------------------------------------------------------------- */

/* The answer to `what`; its text is valid until the next one. */
static bool hear(struct by_program *program, const char *what, double seconds, bool judged,
                 struct by_gtp_answer *answer)
{
    char quoted[BY_QUOTE_SIZE], topic[96];
    double begun = by_clock_now();
    struct by_text text = by_text_over(topic, sizeof topic);
    by_text_format(&text, "an answer to '%s'", by_quote(what, quoted));
    for (;;) {
        size_t size;
        char *data = by_child_unread(program->child, &size);
        enum by_gtp_reading reading = by_gtp_read_answer(data, size, answer);
        if (reading == BY_GTP_ANSWER && answer->id[0])
            return by_program_trouble(program, BY_FAULT_GARBAGE,
                                      "gave %s the id %s, which has none", topic, answer->id);
        if (reading == BY_GTP_ANSWER) {
            by_child_take(program->child, answer->used);
            return true;
        }
        if (reading == BY_GTP_GARBAGE)
            return by_program_trouble(program, BY_FAULT_GARBAGE, "said '%s' instead of %s",
                                      by_quote(answer->text, quoted), topic);
        enum by_heard heard = by_child_wait(program->child, size, begun + seconds);
        if (heard != BY_HEARD_SOMETHING)
            return by_program_deaf(program, heard, topic, seconds, judged);
    }
}

static bool ask_text(struct by_program *program, const char *command, struct by_gtp_answer *answer)
{
    return by_program_say(program, "%s", command) &&
           hear(program, command, by_program_seconds(program, "command"), false, answer);
}

/* A command that must succeed. */
static bool must(struct by_program *program, const char *command)
{
    char quoted[BY_QUOTE_SIZE], reason[BY_QUOTE_SIZE];
    struct by_gtp_answer answer;
    if (!ask_text(program, command, &answer))
        return false;
    if (answer.good)
        return true;
    by_quote(answer.text, reason);
    return by_program_trouble(program, BY_FAULT_REFUSED, "refused '%s': '%s'",
                              by_quote(command, quoted), reason);
}

/* One that may fail; false only with trouble. */
static bool may(struct by_program *program, const char *command, bool *good)
{
    struct by_gtp_answer answer;
    if (!ask_text(program, command, &answer))
        return false;
    if (good)
        *good = answer.good;
    return true;
}

static bool must_number(struct by_program *program, const char *command, double number)
{
    char line[TEXT_MAX];
    struct by_text text = by_text_over(line, sizeof line);
    by_text_format(&text, "%s %.10g", command, number);
    return must(program, line);
}

/* --- starting ------------------------------------------------------------------------ */

static void note_known(struct by_program *program, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, " \n");
        for (size_t i = 0; i < COMMANDS; i++)
            if (strlen(commands[i].name) == length && strncmp(commands[i].name, list, length) == 0)
                program->knows |= (unsigned)commands[i].bit;
        list += length;
        list += strspn(list, " \n");
    }
}

static bool begin(struct by_program *program)
{
    static const char first[] = "list_commands";
    struct by_gtp_answer answer;
    if (!by_program_say(program, "%s", first) ||
        !hear(program, first, by_program_seconds(program, "start"), false, &answer))
        return false;
    if (answer.good)
        note_known(program, answer.text);
    else /* an old program: better to try than to leave out */
        program->knows = UNDO | KOMI;
    return true;
}

/* "GNU Go 3.8" */
static void about(struct by_program *program)
{
    struct by_gtp_answer answer;
    struct by_text text = by_text_over(program->said, sizeof program->said);
    if (program->knows & NAME && ask_text(program, "name", &answer) && answer.good)
        by_text_add(&text, answer.text);
    if (program->child && program->knows & NAMED_VERSION && ask_text(program, "version", &answer) &&
        answer.good)
        by_text_format(&text, "%s%s", text.length > 0 ? " " : "", answer.text);
}

static bool set_game(struct by_program *program)
{
    char line[TEXT_MAX];
    struct by_text text = by_text_over(line, sizeof line);
    struct by_gtp_game game;
    if (!(program->knows & SET_GAME) || !by_gtp_game_find(program->rules->name, &game))
        return true; /* it plays one game: the user has chosen it for that */
    by_text_format(&text, "set_game %s", game.name);
    return by_rules_have(program->rules, BY_TRAIT_OWNERS) ? may(program, line, NULL)
                                                          : must(program, line);
}

static bool set_size(struct by_program *program)
{
    const struct by_rules *rules = program->rules;
    const struct by_value *size = by_values_find(&rules->values, "size");
    char line[TEXT_MAX];
    struct by_text text = by_text_over(line, sizeof line);
    if (rules->width == 0)
        return true; /* there is no board */
    if (rules->width == rules->height)
        return must_number(program, "boardsize", rules->width);
    by_text_format(&text, "rectangular_boardsize %d %d", rules->width, rules->height);
    if (program->knows & RECTANGULAR)
        return must(program, line);
    if (size && size->given)
        return by_program_trouble(program, BY_FAULT_REFUSED,
                                  "knows no rectangular_boardsize: it cannot play on %dx%d",
                                  rules->width, rules->height);
    return true; /* the game's usual board */
}

/* Whether evaluations and playouts depend on the option, and not the rules. */
static bool is_knowledge(const struct by_game *game, const char *option)
{
    for (const char *const *name = game->tunable; name && *name; name++)
        if (strcmp(*name, option) == 0)
            return true;
    return false;
}

/* Whether the setting is one that GTP has no word for. */
static bool is_told_as_option(const struct by_rules *rules, int index)
{
    const char *name = rules->values.options[index].name;
    bool placed = strcmp(name, "m") == 0 || strcmp(name, "n") == 0 || strcmp(name, "size") == 0 ||
                  strcmp(name, "handicap") == 0;
    return rules->values.value[index].given && !placed && !is_knowledge(rules->game, name);
}

/* What GTP has no word for, told to a program that knows ours: the rule of Gomoku, k of m,n,k. With
 * the size, for k may be too much for the board before. An alias has its settings in its name. */
static bool set_options(struct by_program *program)
{
    const struct by_rules *rules = program->rules;
    const struct by_values *values = &rules->values;
    char line[8 * TEXT_MAX];
    struct by_text text = by_text_over(line, sizeof line);
    int told = 0;
    by_text_add(&text, "banyan-set");
    if (by_values_find(values, "size"))
        by_text_format(&text, " size %dx%d", rules->width, rules->height);
    for (int i = 0; i < values->count; i++) {
        if (!is_told_as_option(rules, i))
            continue;
        by_text_format(&text, " %s %s", values->options[i].name, values->value[i].text);
        told++;
    }
    return told == 0 || by_rules_aliased(rules) || !(program->knows & BANYAN_SET) ||
           must(program, line);
}

static bool set_go(struct by_program *program)
{
    const struct by_rules *rules = program->rules;
    bool area = by_values_get(&rules->values, "scoring")->choice == 0; /* area|territory */
    if (program->knows & KGS_RULES &&
        !may(program, area ? "kgs-rules chinese" : "kgs-rules japanese", NULL))
        return false;
    return !(program->knows & KOMI) ||
           must_number(program, "komi", (double)rules->komi / rules->score_scale);
}

static bool put_stone(void *context, int side, int x, int y)
{
    struct by_program *program = context;
    char line[TEXT_MAX];
    struct by_text text = by_text_over(line, sizeof line);
    by_text_format(&text, "play %s ", by_gtp_colour(side));
    by_gtp_write_point(program->rules, x, y, &text);
    return must(program, line);
}

static bool setup(struct by_program *program, const struct by_line *line)
{
    const struct by_rules *rules = program->rules;
    program->timed = false;
    if (!set_game(program) || !set_options(program) || !set_size(program) ||
        !must(program, "clear_board"))
        return false;
    if (by_rules_have(rules, BY_TRAIT_OWNERS) && !set_go(program))
        return false;
    return !by_rules_have(rules, BY_TRAIT_PLACES) ||
           by_stones_of(rules, by_line_position_at(line, 0), put_stone, program);
}

/* --- which games ----------------------------------------------------------------------- */

/* Whether the rules begin where their game does when no position is given. */
static bool begins_as_usual(const struct by_rules *rules)
{
    struct by_setting settings[16];
    struct by_rules *usual = NULL;
    int count = 0;
    for (int i = 0; i < rules->values.count && count < 16; i++)
        if (rules->values.value[i].given)
            settings[count++] =
                (struct by_setting){rules->values.options[i].name, rules->values.value[i].text};
    if (by_rules_open(rules->game->name, settings, count, NULL, &usual, NULL) != BY_OK)
        return false;
    bool same = rules->game->key(rules, rules->start) == usual->game->key(usual, usual->start);
    by_rules_close(usual);
    return same;
}

/* A ko, passes in a row: what stones alone do not tell. */
static bool has_history(const struct by_rules *rules)
{
    char text[1024];
    struct by_text writer = by_text_over(text, sizeof text);
    rules->game->write(rules, rules->start, &writer);
    return strstr(text, " ko=") || strstr(text, " passes=");
}

/* A setting that is more than one word; NULL: there is none. */
static const char *untold_setting(const struct by_rules *rules)
{
    for (int i = 0; i < rules->values.count; i++)
        if (is_told_as_option(rules, i) && strpbrk(rules->values.value[i].text, " \t#"))
            return rules->values.options[i].name;
    return NULL;
}

static enum by_status accept(const struct by_rules *rules, struct by_error *err)
{
    const char *untold = untold_setting(rules);
    if (untold)
        return by_fail(err, BY_BAD_INPUT,
                       "%s=\"%.100s\" cannot be told by GTP, where a value is one word", untold,
                       by_values_get(&rules->values, untold)->text);
    if (by_rules_have(rules, BY_TRAIT_OWNERS) && has_history(rules))
        return by_fail(err, BY_BAD_INPUT,
                       "a start position with a ko or a pass cannot be told by GTP; give the moves "
                       "that lead there");
    if (!by_rules_have(rules, BY_TRAIT_PLACES) && !begins_as_usual(rules))
        return by_fail(err, BY_BAD_INPUT,
                       "this start position cannot be told by GTP, where %s begins at its usual "
                       "start",
                       rules->name);
    return BY_OK;
}

/* --- the clock ----------------------------------------------------------------------------- */

/* Seconds as the protocol wants them, whole ones; a part of a second only where there is no other
 * way to tell the truth. */
static void put_seconds(struct by_text *out, double seconds)
{
    by_text_format(out, seconds == (double)(long)seconds ? " %.0f" : " %.3f", seconds);
}

/* time_settings; where the program refuses parts of seconds, whole ones. */
static bool send_settings(struct by_program *program, double main_time, double period, int stones)
{
    bool good = false;
    double given[3] = {main_time, period, stones};
    if (!(program->knows & TIME_SETTINGS))
        return true;
    if (program->timed && given[0] == program->given[0] && given[1] == program->given[1] &&
        given[2] == program->given[2])
        return true;
    for (int whole = 0; whole < 2 && !good; whole++) {
        char line[TEXT_MAX];
        struct by_text text = by_text_over(line, sizeof line);
        by_text_add(&text, "time_settings");
        for (int i = 0; i < 2; i++)
            put_seconds(&text, whole && given[i] > 0 ? (given[i] < 1 ? 1 : (double)(long)given[i])
                                                     : given[i]);
        by_text_format(&text, " %d", stones);
        if (!may(program, line, &good))
            return false;
    }
    program->timed = true;
    memcpy(program->given, given, sizeof given);
    return true;
}

static bool send_left(struct by_program *program, int side, double left, int stones)
{
    char line[TEXT_MAX];
    struct by_text text = by_text_over(line, sizeof line);
    if (!(program->knows & TIME_LEFT))
        return true;
    by_text_format(&text, "time_left %s %ld %d", by_gtp_colour(side), (long)left, stones);
    return may(program, line, NULL);
}

/* The clock is set once a game, with what it shows then, and told before every move. Japanese
 * overtime is Canadian overtime of one stone where the program does not know KGS's command. */
static bool send_clock(struct by_program *program, int side, const struct by_game_clock *clock)
{
    int stones = clock->period > 0 ? (clock->stones > 0 ? clock->stones : 1) : 0;
    bool over = clock->left <= 0 && clock->period > 0;
    char line[2 * TEXT_MAX];
    struct by_text text = by_text_over(line, sizeof line);
    if (!program->timed && clock->period > 0 && clock->stones == 0 && program->knows & KGS_TIME) {
        by_text_add(&text, "kgs-time_settings byoyomi");
        put_seconds(&text, clock->left);
        put_seconds(&text, clock->period);
        by_text_format(&text, " %d", clock->periods > 0 ? clock->periods : 1);
        program->timed = true;
        if (!may(program, line, NULL))
            return false;
    } else if (!program->timed && !send_settings(program, clock->left, clock->period, stones)) {
        return false;
    }
    return send_left(program, side, over ? clock->period : clock->left, over ? stones : 0);
}

static bool send_time(struct by_program *program, int side, const struct by_limits *limits)
{
    double per_move = by_program_per_move(program, limits);
    if (limits && by_clock_runs(&limits->clock))
        return send_clock(program, side, &limits->clock);
    return per_move <= 0 || send_settings(program, 0, per_move, 1);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Passes of Othello are forced: some programs play them by themselves and refuse to be told. */
static bool play_pass(struct by_program *program, const char *command)
{
    bool good = true;
    if (!(program->knows & NO_PASS) && !may(program, command, &good))
        return false;
    if (!good)
        program->knows |= NO_PASS;
    return true;
}

static bool play(struct by_program *program, const struct by_line *line, int ply)
{
    const void *position = by_line_position_at(line, ply);
    char text[2 * TEXT_MAX];
    struct by_text writer = by_text_over(text, sizeof text);
    by_text_format(&writer, "play %s ",
                   by_gtp_colour(line->rules->game->side(line->rules, position)));
    by_gtp_write_move(line->rules, position, line->moves[ply], &writer);
    if (by_rules_have(line->rules, BY_TRAIT_FORCED_PASS) && strstr(text, " pass"))
        return play_pass(program, text) && by_program_told(program, line->moves[ply]);
    return must(program, text) && by_program_told(program, line->moves[ply]);
}

/* Takes back what is not on the line any more, or begins anew where that is shorter. */
static bool go_back(struct by_program *program, const struct by_line *line)
{
    int common = by_program_common(program, line);
    bool good = program->knows & UNDO && !(program->knows & NO_PASS) &&
                program->told_count - common <= common + 1;
    while (good && program->told_count > common) {
        if (!may(program, "undo", &good))
            return false;
        program->told_count -= good;
    }
    if (good || program->told_count == common)
        return true;
    program->told_count = 0;
    return setup(program, line);
}

/* A letter and a number. */
static bool looks_like_point(const char *text)
{
    bool letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
    return letter && text[1] && text[1 + strspn(text + 1, "0123456789")] == '\0';
}

static bool read_move(struct by_program *program, const struct by_line *line, char *text,
                      by_move *out)
{
    char quoted[BY_QUOTE_SIZE];
    text[strcspn(text, " \n")] = '\0';
    if (by_same_text(text, "resign")) {
        program->resigned = true;
        *out = BY_NO_MOVE;
        return true;
    }
    if (*text && by_gtp_read_move(line->rules, by_line_position(line), text, out, NULL) == BY_OK)
        return true;
    by_quote(text, quoted);
    if (looks_like_point(text))
        return by_program_trouble(program, BY_FAULT_ILLEGAL, "played %s, which is not on the board",
                                  quoted);
    return by_program_trouble(program, BY_FAULT_GARBAGE, "answered '%s' where a move was due",
                              quoted);
}

static bool ask(struct by_program *program, const struct by_line *line,
                const struct by_limits *limits, by_move *out)
{
    char command[TEXT_MAX], reason[BY_QUOTE_SIZE];
    struct by_text text = by_text_over(command, sizeof command);
    struct by_gtp_answer answer;
    bool judged;
    double allowed = by_program_allowed(program, limits, &judged);
    if (!go_back(program, line))
        return false;
    while (program->told_count < line->count)
        if (!play(program, line, program->told_count))
            return false;
    if (!send_time(program, by_line_side(line), limits))
        return false;
    by_text_format(&text, "genmove %s", by_gtp_colour(by_line_side(line)));
    if (!by_program_say(program, "%s", command) ||
        !hear(program, command, allowed, judged, &answer))
        return false;
    if (!answer.good)
        return by_program_trouble(program, BY_FAULT_REFUSED, "refused to move: '%s'",
                                  by_quote(answer.text, reason));
    return read_move(program, line, answer.text, out);
}

static void quit(struct by_program *program)
{
    (void)by_child_say(program->child, "quit");
}

static const struct by_option options[] = {BY_PROGRAM_OPTIONS, {0}};

static const char *const aside[] = {BY_PROGRAM_ASIDE, NULL};

const struct by_protocol by_protocol_gtp = {
    .name = "gtp",
    .title = "GTP engine",
    .summary = "another program that speaks the Go Text Protocol",
    .game = BY_GTP_GAME,
    .options = options,
    .aside = aside,
    .plays = true,
    .accept = accept,
    .begin = begin,
    .setup = setup,
    .ask = ask,
    .quit = quit,
    .words = by_gtp_write_move,
    .about = about,
};
