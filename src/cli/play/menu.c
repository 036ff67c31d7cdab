/* menu.c: what to play, on which board, against whom, on which side. */
#include "cli/play/play.h"
#include "games/value.h"
#include "players/levels.h"

#include <stdlib.h>
#include <string.h>

#define CHOICES_MAX 64

struct choice {
    const char *name;
    const char *help;
};

static void say_title(struct by_seat *seat, const char *title)
{
    struct by_marks marks = by_cli_marks(seat->cli);
    if (seat->talk == seat->cli->out)
        fprintf(seat->talk, "\n%s%s%s\n", marks.strong, title, marks.plain);
    else
        fprintf(seat->talk, "\n%s\n", title);
}

enum { HELP_COLUMN = 20, HELP_WIDTH = 80 - HELP_COLUMN };

/* A description beside its name: folded between words, so that it fits a terminal of 80 columns. */
static void say_help(FILE *out, const char *help)
{
    while (strlen(help) > HELP_WIDTH) {
        int cut = HELP_WIDTH;
        while (cut > 0 && help[cut] != ' ')
            cut--;
        if (cut == 0)
            break; /* one long word */
        fprintf(out, "%.*s\n%*s", cut, help, HELP_COLUMN, "");
        help += cut + 1;
    }
    fprintf(out, "%s\n", help);
}

static void offer(struct by_seat *seat, const char *title, const struct choice *choices, int count,
                  int preferred)
{
    say_title(seat, title);
    for (int i = 0; i < count; i++) {
        fprintf(seat->talk, "  %2d  %-13s ", i + 1, choices[i].name);
        say_help(seat->talk, choices[i].help);
    }
    fprintf(seat->talk, "A number or a name; Enter for %s.\n", choices[preferred].name);
    by_seat_flush(seat);
}

static int find(const char *text, const struct choice *choices, int count)
{
    int64_t number;
    if (by_read_int(text, 1, count, &number))
        return (int)number - 1;
    for (int i = 0; i < count; i++)
        if (by_same_text(text, choices[i].name))
            return i;
    return -1;
}

/* The line that was typed; NULL when the person leaves. */
static const char *read_answer(struct by_seat *seat)
{
    const char *text = by_prompt_read(seat->prompt, "> ");
    return !text || by_same_text(text, "quit") || by_same_text(text, "exit") ? NULL : text;
}

/* The choice made; -1 when the person leaves. */
static int choose(struct by_seat *seat, const char *title, const struct choice *choices, int count,
                  int preferred)
{
    const char *text;
    offer(seat, title, choices, count, preferred);
    while ((text = read_answer(seat))) {
        int found = *text ? find(text, choices, count) : preferred;
        if (found >= 0)
            return found;
        fprintf(seat->talk, "That is none of them: a number from 1 to %d, a name, or 'quit'.\n",
                count);
        by_seat_flush(seat);
    }
    return -1;
}

/* --- the game ----------------------------------------------------------------------- */

static int list_games(struct choice *choices)
{
    int count = 0;
    for (int i = 0; by_game_at(i) && count < CHOICES_MAX; i++) {
        const struct by_game *game = by_game_at(i);
        const struct by_alias *alias = game->aliases;
        for (; alias && alias->name && count < CHOICES_MAX; alias++)
            choices[count++] = (struct choice){alias->name, alias->title};
        if (count < CHOICES_MAX)
            choices[count++] = (struct choice){game->name, game->title};
    }
    return count;
}

static const char *ask_game(struct by_seat *seat)
{
    struct choice choices[CHOICES_MAX] = {{NULL, NULL}};
    int chosen = choose(seat, "Which game?", choices, list_games(choices), 0);
    return chosen < 0 ? NULL : choices[chosen].name;
}

/* --- the board ------------------------------------------------------------------------ */

/* The rules with what was settled so far; NULL: they do not fit together, and `err` says why. */
static struct by_rules *try_rules(struct by_cli *cli, const char *game, struct by_error *err)
{
    struct by_setting settings[BY_CLI_SETTINGS_MAX];
    struct by_rules *rules = NULL;
    int count = 0;
    char *storage = calloc((size_t)cli->setting_count + 1, BY_SPEC_LENGTH_MAX + 1);
    if (storage && by_cli_settings(cli, settings, storage, &count) == BY_EXIT_OK)
        (void)by_rules_open(game, settings, count, by_cli_text(cli, "position"), &rules, err);
    free(storage);
    return rules;
}

/* "Size? the board, a square (WIDTHxHEIGHT or N, ...)". */
static void offer_option(struct by_seat *seat, const struct by_option *option, const char *usual)
{
    char title[64], accepted[256];
    struct by_text text = by_text_over(accepted, sizeof accepted);
    by_option_accepts(option, &text);
    (void)snprintf(title, sizeof title, "%c%s?", option->name[0] - 'a' + 'A', option->name + 1);
    say_title(seat, title);
    fprintf(seat->talk, "  %.*s\n  %s\n", (int)strcspn(option->help, ";"), option->help, accepted);
    fprintf(seat->talk, *usual ? "Enter for %s.\n" : "Enter for none.\n", usual);
    by_seat_flush(seat);
}

/* Puts "NAME=text" behind the settings of the command line; without it again where it does not fit. */
static bool take_option(struct by_seat *seat, struct by_menu *menu, const char *name,
                        const char *text)
{
    struct by_cli *cli = seat->cli;
    struct by_error error = {.status = BY_OK};
    char *setting = menu->settings[menu->setting_count];
    int length = snprintf(setting, BY_MENU_SETTING, "%s=%s", name, text);
    cli->settings[cli->setting_count] = setting;
    cli->setting_count++;
    struct by_rules *rules = length < BY_MENU_SETTING ? try_rules(cli, menu->game, &error) : NULL;
    bool fits = rules != NULL;
    by_rules_close(rules);
    menu->setting_count += fits;
    if (fits)
        return true;
    cli->setting_count--;
    fprintf(seat->talk, "%s.\n", error.text[0] ? error.text : "That is too long");
    by_seat_flush(seat);
    return false;
}

/* Asks for one option that the command line has not set; false when the person leaves. */
static bool ask_option(struct by_seat *seat, struct by_menu *menu, const char *name)
{
    struct by_error error = {.status = BY_OK};
    char usual[64] = "";
    const char *text;
    const struct by_option *option = by_game_find(menu->game, NULL)->options;
    struct by_rules *rules = try_rules(seat->cli, menu->game, &error);
    const struct by_value *value = rules ? by_values_find(&rules->values, name) : NULL;
    bool asked = value && !value->given && !by_rules_aliased(rules);
    if (asked && value->set)
        (void)snprintf(usual, sizeof usual, "%s", value->text);
    by_rules_close(rules);
    if (!asked)
        return true;
    while (strcmp(option->name, name) != 0)
        option++;
    offer_option(seat, option, usual);
    while ((text = read_answer(seat)))
        if (!*text || take_option(seat, menu, name, text))
            return true;
    return false;
}

/* What the game wants to be asked for; false when the person leaves. */
static bool ask_board(struct by_seat *seat, struct by_menu *menu)
{
    struct by_cli *cli = seat->cli;
    const char *const *name = by_game_find(menu->game, NULL)->asked;
    size_t room = (size_t)(cli->setting_count + BY_MENU_SETTINGS);
    const char **settings = realloc(cli->settings, room * sizeof *settings);
    if (!settings)
        return false;
    cli->settings = settings;
    for (; name && *name && menu->setting_count < BY_MENU_SETTINGS; name++)
        if (!ask_option(seat, menu, *name))
            return false;
    return true;
}

/* --- the players -------------------------------------------------------------------- */

/* Limits of a game's own player that nobody described: quick, and the same on every machine. */
const char *by_play_default(const struct by_rules *rules, char spec[BY_PLAY_SPEC])
{
    const char *base = by_player_for(rules);
    const char *limit = strncmp(base, "mcts", 4) != 0 ? "nodes=200000"
                        : strstr(base, "net=on") ? "sims=2000" /* each takes ten times as long */
                                                 : "sims=20000";
    (void)snprintf(spec, BY_PLAY_SPEC, "%s %s", base, limit);
    return spec;
}

/* The levels of the game, then two people, then two programs. Returns how many levels there are. */
static int list_opponents(const struct by_game *game, struct choice *choices)
{
    const struct by_level *level;
    int count = 0;
    for (; count < CHOICES_MAX - 2 && (level = by_level_at(game, count)); count++)
        choices[count] = (struct choice){level->name, level->spec};
    choices[count] = (struct choice){"friend", "two people at this terminal"};
    choices[count + 1] = (struct choice){"watch", "two programs play, you watch"};
    return count;
}

/* Which of the two the person is: 0 or 1; -1 when the person leaves. */
static int ask_side(struct by_seat *seat, const struct by_menu *menu)
{
    struct by_error error = {.status = BY_OK};
    struct by_rules *rules = try_rules(seat->cli, menu->game, &error);
    if (!rules)
        return 0; /* the game itself will say what is wrong */
    int begins = rules->game->side(rules, rules->start);
    const struct choice sides[] = {
        {by_player_name(rules, 0), begins == 0 ? "you begin" : "the other side begins"},
        {by_player_name(rules, 1), begins == 1 ? "you begin" : "the other side begins"}};
    int side = choose(seat, "Which side?", sides, 2, 0);
    by_rules_close(rules);
    return side;
}

static bool ask_players(struct by_seat *seat, struct by_menu *out)
{
    struct choice choices[CHOICES_MAX];
    int levels = list_opponents(by_game_find(out->game, NULL), choices);
    int chosen = choose(seat, "Against whom?", choices, levels + 2, levels > 1 ? 1 : 0);
    if (chosen < 0)
        return false;
    const char *watched = choices[levels > 1 ? levels - 2 : 0].name;
    out->first = out->second = chosen < levels    ? choices[chosen].name
                               : chosen == levels ? "human"
                                                  : watched;
    if (chosen >= levels)
        return true;
    int side = ask_side(seat, out);
    if (side == 0)
        out->first = "human";
    else
        out->second = "human";
    return side >= 0;
}

bool by_menu_ask(struct by_seat *seat, bool with_players, struct by_menu *out)
{
    *out = (struct by_menu){.game = NULL};
    out->game = ask_game(seat);
    return out->game && ask_board(seat, out) && (!with_players || ask_players(seat, out));
}
