/* menu.c: what to play, against whom, on which side. */
#include "cli/play/play.h"

#include <string.h>

#define CHOICES_MAX 64

struct choice {
    const char *name;
    const char *help;
};

static void offer(struct by_seat *seat, const char *title, const struct choice *choices, int count,
                  int preferred)
{
    struct by_marks marks = by_cli_marks(seat->cli);
    if (seat->talk == seat->cli->out)
        fprintf(seat->talk, "\n%s%s%s\n", marks.strong, title, marks.plain);
    else
        fprintf(seat->talk, "\n%s\n", title);
    for (int i = 0; i < count; i++)
        fprintf(seat->talk, "  %2d  %-13s %s\n", i + 1, choices[i].name, choices[i].help);
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

/* The choice made; -1 when the person leaves. */
static int choose(struct by_seat *seat, const char *title, const struct choice *choices, int count,
                  int preferred)
{
    offer(seat, title, choices, count, preferred);
    for (;;) {
        const char *text = by_prompt_read(seat->prompt, "> ");
        if (!text || by_same_text(text, "quit") || by_same_text(text, "exit"))
            return -1;
        int found = *text ? find(text, choices, count) : preferred;
        if (found >= 0)
            return found;
        fprintf(seat->talk, "That is none of them: a number from 1 to %d, a name, or 'quit'.\n",
                count);
        by_seat_flush(seat);
    }
}

/* --- the three questions --------------------------------------------------------- */

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

static const struct choice opponents[] = {
    {"beginner", "plays anything"},
    {"easy", "looks a little ahead"},
    {"medium", "looks further"},
    {"strong", "thinks for two seconds"},
    {"friend", "two people at this terminal"},
    {"watch", "two programs play, you watch"},
};
/* Limits of the game's own player: of a search that looks ahead, of one that simulates. */
static const char *const opponent_limits[2][6] = {
    {NULL, "nodes=300", "nodes=20000", "time=2s", NULL, "nodes=200000"},
    {NULL, "sims=200", "sims=5000", "time=2s", NULL, "sims=20000"},
};
#define OPPONENTS 6
enum { OPPONENT_RANDOM = 0, OPPONENT_FRIEND = 4, OPPONENT_WATCH = 5 };

static const struct choice sides[] = {{"first", "you begin, with X"}, {"second", "you have O"}};

/* The game's own player, `base`, with the limits of an opponent. */
static const char *limited(const char *base, int opponent, char spec[BY_PLAY_SPEC])
{
    bool simulates = strncmp(base, "mcts", 4) == 0;
    (void)snprintf(spec, BY_PLAY_SPEC, "%s %s", base, opponent_limits[simulates][opponent]);
    return spec;
}

const char *by_play_default(const struct by_rules *rules, char spec[BY_PLAY_SPEC])
{
    return limited(by_player_for(rules), OPPONENT_WATCH, spec);
}

static bool ask_players(struct by_seat *seat, struct by_menu *out)
{
    int opponent = choose(seat, "Against whom?", opponents, OPPONENTS, 1);
    if (opponent < 0)
        return false;
    const struct by_game *game = by_game_find(out->game, NULL);
    const char *spec = opponent == OPPONENT_RANDOM ? "random"
                       : opponent == OPPONENT_FRIEND
                           ? "human"
                           : limited(by_player_default(game), opponent, out->spec);
    out->first = out->second = spec;
    if (opponent != OPPONENT_WATCH && opponent != OPPONENT_FRIEND) {
        int side = choose(seat, "Which side?", sides, 2, 0);
        if (side < 0)
            return false;
        if (side == 0)
            out->first = "human";
        else
            out->second = "human";
    }
    return true;
}

bool by_menu_ask(struct by_seat *seat, bool with_players, struct by_menu *out)
{
    *out = (struct by_menu){.game = NULL};
    out->game = ask_game(seat);
    return out->game && (!with_players || ask_players(seat, out));
}
