/* tutor_read.c: a trace as text: lines of words into what it says and into steps. Trusts nothing. */
#include "base/spec.h"
#include "base/text.h"
#include "games/knowledge.h"
#include "lessons/tutor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_MOST 1e12
#define PLY_MOST   (BY_LENGTH_MAX + 1)

static const char *const key_names[] = {
#define BY_TUTOR_KEY(id, name, help) #name,
#include "lessons/tutor_keys.def"
#undef BY_TUTOR_KEY
};

static const char key_words[] = ""
#define BY_TUTOR_KEY(id, name, help) #name "|"
#include "lessons/tutor_keys.def"
#undef BY_TUTOR_KEY
    ;

const char *by_tutor_key_name(enum by_tutor_key key)
{
    return key_names[key];
}

/* --- words -------------------------------------------------------------------------------- */

#define WORDS 5

/* Cuts a line into words, in place; how many there are, at most WORDS + 1. */
static int split(char *line, char *word[WORDS])
{
    int count = 0;
    for (char *at = line; *at;) {
        at += strspn(at, " \t");
        if (*at == '\0')
            break;
        if (count == WORDS)
            return WORDS + 1;
        word[count++] = at;
        at += strcspn(at, " \t");
        if (*at)
            *at++ = '\0';
    }
    return count;
}

static bool read_infinity(const char *word, double *out)
{
    static const char *const names[] = {"inf", "infinity", "oo", "\xe2\x88\x9e"};
    bool minus = *word == '-';
    word += *word == '-' || *word == '+';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (by_same_text(word, names[i])) {
            *out = minus ? -(double)INFINITY : (double)INFINITY;
            return true;
        }
    return false;
}

static bool read_number(const char *word, double *out)
{
    return read_infinity(word, out) ||
           (by_read_real(*word == '+' ? word + 1 : word, -VALUE_MOST, VALUE_MOST, out));
}

static enum by_status read_window(struct by_tutor_event *event, char *word[WORDS],
                                  struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    bool none = strcmp(word[2], "-") == 0;
    if (none != (strcmp(word[3], "-") == 0))
        return by_fail(err, BY_BAD_INPUT,
                       "line %d: ALPHA and BETA are two numbers, or '-' both in minimax",
                       event->line);
    event->window = !none;
    for (int i = 2; i < 4 && !none; i++)
        if (!read_number(word[i], i == 2 ? &event->alpha : &event->beta))
            return by_fail(err, BY_BAD_INPUT,
                           "line %d: '%s' is no number for %s: 3, -2.5, inf, -inf, or - without a "
                           "window",
                           event->line, by_quote(word[i], quoted), i == 2 ? "ALPHA" : "BETA");
    return BY_OK;
}

static enum by_status read_event(struct by_tutor_event *event, char *word[WORDS],
                                 struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    int64_t ply;
    if (!by_read_int(word[0], 0, PLY_MOST, &ply))
        return by_fail(err, BY_BAD_INPUT, "line %d: '%s' is no ply: 0 at the root, at most %d",
                       event->line, by_quote(word[0], quoted), PLY_MOST);
    event->ply = (int)ply;
    event->move = word[1];
    event->enters = strcmp(word[4], "?") == 0;
    if (!event->enters && !read_number(word[4], &event->value))
        return by_fail(err, BY_BAD_INPUT,
                       "line %d: '%s' is no VALUE: a number on leaving a node, ? on entering it",
                       event->line, by_quote(word[4], quoted));
    return read_window(event, word, err);
}

/* --- lines ---------------------------------------------------------------------------------- */

static enum by_status add_event(struct by_tutor *tutor, char *word[WORDS], int line,
                                struct by_error *err)
{
    if (tutor->event_count == BY_TUTOR_EVENTS_MAX)
        return by_fail(err, BY_BAD_INPUT,
                       "line %d: a trace has at most %d steps: search a smaller tree, or with less "
                       "depth",
                       line, BY_TUTOR_EVENTS_MAX);
    if (tutor->event_count == tutor->event_room) {
        int room = tutor->event_room ? 2 * tutor->event_room : 256;
        void *more = realloc(tutor->event, (size_t)room * sizeof *tutor->event);
        if (!more)
            return by_fail_memory(err, (size_t)room * sizeof *tutor->event);
        tutor->event = more;
        tutor->event_room = room;
    }
    struct by_tutor_event *event = &tutor->event[tutor->event_count];
    *event = (struct by_tutor_event){.line = line};
    enum by_status status = read_event(event, word, err);
    tutor->event_count += status == BY_OK;
    return status;
}

static enum by_status unknown_line(const char *word, int line, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], near[64];
    struct by_text hint = by_text_over(near, sizeof near);
    by_suggest(&hint, word, key_words);
    return by_fail(
        err, BY_BAD_INPUT,
        "line %d: '%s' begins no line of a trace%s: a step is five words, PLY MOVE ALPHA "
        "BETA VALUE; a line behind # says nothing",
        line, by_quote(word, quoted), near);
}

/* "tree ((3 12)(2 4))": what stands beside the trace was said first, and stays. */
static enum by_status add_said(struct by_tutor *tutor, char *text, int line,
                               bool (*given)[BY_TUTOR_KEYS], struct by_error *err)
{
    size_t length = strcspn(text, " \t");
    char *value = text + length + strspn(text + length, " \t");
    text[length] = '\0';
    for (int key = 0; key < BY_TUTOR_KEYS; key++) {
        if (!by_same_text(text, key_names[key]))
            continue;
        if (tutor->event_count > 0)
            return by_fail(err, BY_BAD_INPUT,
                           "line %d: '%s' is said before the first step, and here after it", line,
                           key_names[key]);
        if ((*given)[key] || *value == '\0')
            return by_fail(err, BY_BAD_INPUT, "line %d: '%s' %s", line, key_names[key],
                           *value ? "is said twice" : "says nothing");
        (*given)[key] = true;
        if (!tutor->said[key])
            tutor->said[key] = value;
        return BY_OK;
    }
    return unknown_line(text, line, err);
}

static enum by_status read_line(struct by_tutor *tutor, char *text, int line,
                                bool (*given)[BY_TUTOR_KEYS], struct by_error *err)
{
    char *word[WORDS];
    text += strspn(text, " \t");
    for (size_t end = strlen(text); end > 0 && strchr(" \t\r", text[end - 1]); end--)
        text[end - 1] = '\0';
    if (*text == '\0' || *text == '#')
        return BY_OK;
    if (*text < '0' || *text > '9')
        return add_said(tutor, text, line, given, err);
    int count = split(text, word);
    if (count == WORDS)
        return add_event(tutor, word, line, err);
    return by_fail(err, BY_BAD_INPUT,
                   "line %d has %s%d words: a step is five, PLY MOVE ALPHA BETA VALUE", line,
                   count > WORDS ? "more than " : "", count > WORDS ? WORDS : count);
}

/* What is said of another game than the one that is asked about has no meaning. */
static void drop_other_game(struct by_tutor *tutor, const struct by_tutor *asked)
{
    if (!asked->said[BY_TUTOR_TREE] && !asked->said[BY_TUTOR_GAME])
        return;
    for (int key = BY_TUTOR_TREE; key <= BY_TUTOR_MOVES; key++)
        tutor->said[key] = asked->said[key];
}

enum by_status by_tutor_read(struct by_tutor *tutor, const char *text, size_t size,
                             struct by_error *err)
{
    const struct by_tutor asked = *tutor;
    bool given[BY_TUTOR_KEYS] = {false};
    enum by_status status = BY_OK;
    if (size > BY_TUTOR_BYTES_MAX)
        return by_fail(err, BY_BAD_INPUT, "a trace has at most %zu MiB", BY_TUTOR_BYTES_MAX >> 20);
    if (memchr(text, '\0', size))
        return by_fail(err, BY_BAD_INPUT, "this is no text: there is a zero byte in it");
    tutor->text = malloc(size + 1);
    if (!tutor->text)
        return by_fail_memory(err, size + 1);
    memcpy(tutor->text, text, size);
    tutor->text[size] = '\0';
    char *at = tutor->text;
    at += strncmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* some editors' byte order mark */
    while (*at && status == BY_OK) {
        char *line = at;
        at += strcspn(at, "\n");
        if (*at)
            *at++ = '\0';
        status = read_line(tutor, line, ++tutor->line_count, &given, err);
    }
    if (status == BY_OK && tutor->event_count == 0)
        status =
            by_fail(err, BY_BAD_INPUT,
                    "there is no step in this trace: a line of five words, PLY MOVE ALPHA BETA "
                    "VALUE, for every node that is entered or left");
    drop_other_game(tutor, &asked);
    return status;
}

/* --- what it says --------------------------------------------------------------------------- */

static enum by_status unknown_word(enum by_tutor_key key, const char *word, const char *words,
                                   struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "'%s %s': it is one of %s", key_names[key],
                   by_quote(word, quoted), words);
}

static enum by_status settle_search(struct by_tutor *tutor, struct by_error *err)
{
    const char *search = tutor->said[BY_TUTOR_SEARCH], *values = tutor->said[BY_TUTOR_VALUES];
    bool window = false;
    for (int i = 0; i < tutor->event_count; i++)
        window |= tutor->event[i].window;
    tutor->search = window ? BY_TUTOR_ALPHABETA : BY_TUTOR_MINIMAX;
    if (search && by_same_text(search, "minimax"))
        tutor->search = BY_TUTOR_MINIMAX;
    else if (search && (by_same_text(search, "alphabeta") || by_same_text(search, "alpha-beta")))
        tutor->search = BY_TUTOR_ALPHABETA;
    else if (search)
        return unknown_word(BY_TUTOR_SEARCH, search, BY_TUTOR_SEARCH_WORDS, err);
    tutor->values_said = values != NULL;
    for (int i = BY_TUTOR_MAX; values && i <= BY_TUTOR_ROOT; i++)
        if (by_same_text(values, by_tutor_values_name((enum by_tutor_values)i))) {
            tutor->values = (enum by_tutor_values)i;
            return BY_OK;
        }
    return values ? unknown_word(BY_TUTOR_VALUES, values, BY_TUTOR_VALUES_WORDS, err) : BY_OK;
}

static enum by_status settle_leaves(struct by_tutor *tutor, struct by_error *err)
{
    const char *depth = tutor->said[BY_TUTOR_DEPTH], *eval = tutor->said[BY_TUTOR_EVAL];
    const char *win = tutor->said[BY_TUTOR_WIN];
    char number[32], quoted[BY_QUOTE_SIZE];
    int64_t plies = 0;
    if (depth && !by_read_int(depth, 1, BY_LENGTH_MAX, &plies))
        return by_fail(err, BY_BAD_INPUT, "'depth %s': it is a number of plies from 1 to %d",
                       by_quote(depth, quoted), BY_LENGTH_MAX);
    tutor->depth = (int)plies;
    tutor->own_eval = !eval || by_same_text(eval, "own");
    if (eval && !tutor->own_eval && !by_same_text(eval, "none"))
        return unknown_word(BY_TUTOR_EVAL, eval, "own|none", err);
    if (!win)
        return BY_OK;
    size_t length = strcspn(win, "-");
    tutor->sooner = by_same_text(win + length, "-ply");
    (void)snprintf(number, sizeof number, "%.*s", (int)(length < 31 ? length : 31), win);
    if ((win[length] && !tutor->sooner) || !by_read_real(number, 1e-6, VALUE_MOST, &tutor->win))
        return by_fail(err, BY_BAD_INPUT, "'win %s': it is a number as 10, or 10-ply",
                       by_quote(win, quoted));
    return BY_OK;
}

/* A trace comes from anywhere: it may not make us read other files. */
static enum by_status refuse_files(const struct by_spec *spec, struct by_error *err)
{
    const struct by_game *game = by_game_find(spec->name, NULL);
    for (int i = 0; game && i < spec->count; i++)
        if (by_setting_names_file(game->options, &spec->settings[i]))
            return by_fail(err, BY_BAD_INPUT, "an option of a trace may not name a file: %s",
                           spec->settings[i].name);
    return BY_OK;
}

static enum by_status open_game(struct by_tutor *tutor, struct by_error *err)
{
    const char *tree = tutor->said[BY_TUTOR_TREE], *game = tutor->said[BY_TUTOR_GAME];
    if (tree)
        return by_rules_open("tree", NULL, 0, tree, &tutor->rules, err);
    struct by_spec *spec = malloc(sizeof *spec);
    if (!spec)
        return by_fail_memory(err, sizeof *spec);
    enum by_status status = by_spec_read(game, spec, err);
    if (status == BY_OK)
        status = refuse_files(spec, err);
    if (status == BY_OK)
        status = by_rules_open(spec->name, spec->settings, spec->count,
                               tutor->said[BY_TUTOR_POSITION], &tutor->rules, err);
    free(spec);
    return status;
}

static enum by_status check_game(const struct by_tutor *tutor, struct by_error *err)
{
    static const enum by_tutor_key of_games[] = {BY_TUTOR_POSITION, BY_TUTOR_MOVES, BY_TUTOR_DEPTH,
                                                 BY_TUTOR_EVAL, BY_TUTOR_WIN};
    if (!tutor->said[BY_TUTOR_TREE] && !tutor->said[BY_TUTOR_GAME])
        return by_fail(
            err, BY_BAD_INPUT,
            "the trace does not say what is searched: begin it with a line as 'tree ((3 12)(2 "
            "4))' or 'game tictactoe'");
    if (!tutor->tree)
        return BY_OK;
    if (tutor->said[BY_TUTOR_GAME])
        return by_fail(err, BY_BAD_INPUT, "it says 'tree' and 'game': one of them is enough");
    for (size_t i = 0; i < sizeof of_games / sizeof *of_games; i++)
        if (tutor->said[of_games[i]])
            return by_fail(err, BY_BAD_INPUT, "'%s' is for games: a tree has it in its text",
                           key_names[of_games[i]]);
    return BY_OK;
}

enum by_status by_tutor_settle(struct by_tutor *tutor, struct by_error *err)
{
    tutor->tree = tutor->said[BY_TUTOR_TREE] != NULL;
    enum by_status status = check_game(tutor, err);
    if (status == BY_OK)
        status = settle_search(tutor, err);
    if (status == BY_OK)
        status = settle_leaves(tutor, err);
    if (status == BY_OK)
        status = open_game(tutor, err);
    if (status == BY_OK && tutor->rules->has_chance)
        status = by_fail(err, BY_BAD_INPUT,
                         "there is chance in it: the tutor knows minimax and alpha-beta alone");
    if (status == BY_OK)
        status = by_line_open(tutor->rules, &tutor->line, err);
    if (status == BY_OK && tutor->said[BY_TUTOR_MOVES])
        status = by_line_play_list(tutor->line, tutor->said[BY_TUTOR_MOVES], err);
    if (status != BY_OK)
        return status;
    tutor->scratch = malloc(tutor->rules->position_size);
    return tutor->scratch ? BY_OK : by_fail_memory(err, tutor->rules->position_size);
}
