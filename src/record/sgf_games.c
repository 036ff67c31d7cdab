/* sgf_games.c: how SGF speaks of the games that have a number in it: the list in the FF[4]
 * specification. A game that is not in this program yet may stand here already; one that is missing
 * here is written down in its own words. */
#include "record/sgf_line.h"

static const struct by_sgf_mapping mappings[] = {
    {
        .game = "go",
        .number = 1,
        .skip_i = true,
        .size = "19",
        .pass = "pass",
        .settings = {{"KM", "komi", false}, {"HA", "handicap", true}},
        .rules_words = {{"Chinese", "scoring", "area"},
                        {"AGA", "scoring", "area"},
                        {"NZ", "scoring", "area"},
                        {"GOE", "scoring", "area"},
                        {"Japanese", "scoring", "territory"},
                        {"Korean", "scoring", "territory"}},
    },
    {.game = "nogo", .number = 1, .named = true, .skip_i = true},
    {
        .game = "othello",
        .number = 2,
        .own_words = true,
        .rows_down = true,
        .size = "8",
        .pass = "pass",
    },
    {
        .game = "gomoku",
        .number = 4,
        .own_words = true,
        .skip_i = true,
        .size = "15",
        .rules_words = {{"Freestyle", "rule", "freestyle"},
                        {"Standard", "rule", "exact"},
                        {"Exact", "rule", "exact"},
                        {"Renju", "rule", "renju"}},
    },
    {.game = "mnk", .number = 4, .named = true, .skip_i = true},
};

static const struct by_sgf_mapping in_own_words = {.number = BY_SGF_OWN_NUMBER, .named = true};

const struct by_sgf_mapping *by_sgf_mapping_at(int index)
{
    int count = (int)(sizeof mappings / sizeof mappings[0]);
    return index >= 0 && index < count ? &mappings[index] : NULL;
}

const struct by_sgf_mapping *by_sgf_mapping_of(const char *game)
{
    const struct by_sgf_mapping *mapping;
    const struct by_game *found = by_game_find(game, NULL);
    for (int i = 0; (mapping = by_sgf_mapping_at(i)); i++)
        if (by_same_text(mapping->game, found ? found->name : game))
            return mapping;
    return found ? &in_own_words : NULL;
}
