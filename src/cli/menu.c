/* menu.c: what to play, against whom, on which side. */
#include "cli/play.h"

#include <string.h>

#define CHOICES_MAX 64

struct choice {
    const char *name;
    const char *help;
};

static void offer(struct by_seat *seat, const char *title, const struct choice *choices, int count,
                  int preferred)
{
    fprintf(seat->talk, "\n%s%s%s\n", by_style(seat->cli, BY_STYLE_BOLD), title,
            by_style(seat->cli, BY_STYLE_PLAIN));
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
/* By what a game is good at (enum by_strength). */
static const char *const opponent_specs[3][6] = {
    {"random", "alphabeta nodes=300", "alphabeta nodes=20000", "alphabeta time=2s", "human", NULL},
    {"random", "mcts rave=on sims=200", "mcts rave=on sims=5000", "mcts rave=on time=2s", "human",
     NULL},
    {"random", "alphabeta width=10 nodes=300", "alphabeta width=10 fours=on nodes=20000",
     "alphabeta width=10 fours=on time=2s", "human", NULL},
};
#define OPPONENTS      6
#define OPPONENT_WATCH 5

static const struct choice sides[] = {{"first", "you begin, with X"}, {"second", "you have O"}};

enum by_strength by_strength_of(const struct by_game *game)
{
    if (game->simulated)
        return BY_SIMULATES;
    return game->rank && game->forced_win ? BY_RANKS : BY_LOOKS_AHEAD;
}

const char *by_strong_player(const struct by_game *game)
{
    static const char *const specs[] = {"alphabeta", "mcts rave=on", "alphabeta width=10 fours=on"};
    return specs[by_strength_of(game)];
}

const char *by_play_default(const struct by_game *game)
{
    static const char *const specs[] = {"alphabeta nodes=200000", "mcts rave=on sims=20000",
                                        "alphabeta width=10 fours=on nodes=200000"};
    return specs[by_strength_of(game)];
}

static bool ask_players(struct by_seat *seat, struct by_menu *out)
{
    int opponent = choose(seat, "Against whom?", opponents, OPPONENTS, 1);
    if (opponent < 0)
        return false;
    const struct by_game *game = by_game_find(out->game, NULL);
    out->first = out->second = opponent_specs[by_strength_of(game)][opponent];
    if (opponent == OPPONENT_WATCH)
        out->first = out->second = by_play_default(game);
    else if (strcmp(out->first, "human") != 0) {
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
    *out = (struct by_menu){NULL, NULL, NULL};
    out->game = ask_game(seat);
    return out->game && (!with_players || ask_players(seat, out));
}
