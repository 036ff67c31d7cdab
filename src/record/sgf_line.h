/* sgf_line.h: between SGF trees and lines of play.
 *
 * struct by_sgf_mapping says how SGF speaks of a game: sgf_games.c has an entry for each that has a
 * number in SGF. All others share one: GM[1000], a number that the specification gives to none, RU is
 * the game's spec ("nim heaps=9"), moves are its own words (B[7=3+4]), and a start other than the
 * game's is its text in POSITION[...], a property of our own.
 *
 * Reading. The root names the game (GM, and RU where two games share a number), its size and
 * settings. Stones set up (AB, AW, AE, PL) change the position through its text: the line then
 * begins anew from there. B and W are moves; an empty value, and "tt" on boards up to 19x19, is a
 * pass. When a side moves out of turn, the other has passed; where the game has no such move, or
 * it would end the game, the turn is given over like stones set up. Passes behind the end of the
 * game are left out.
 *
 * Writing. What is set up is what a reader would not have on the board by itself: all stones of
 * Go, none of Othello's first four discs. */
#ifndef BY_RECORD_SGF_LINE_H
#define BY_RECORD_SGF_LINE_H

#include "base/spec.h"
#include "games/grid.h"
#include "record/record.h"

/* A property of the root that is a setting of the game. */
struct by_sgf_setting {
    const char *property;
    const char *setting;
    bool places; /* it puts stones on the board: not used when the record does so itself */
};

/* A word of RU that stands for a setting. */
struct by_sgf_rules_word {
    const char *word;
    const char *setting;
    const char *value;
};

#define BY_SGF_OWN_NUMBER   1000
#define BY_SGF_OWN_POSITION "POSITION"

struct by_sgf_mapping {
    const char *game;                  /* NULL: of any that has no entry of its own */
    int number;                        /* GM */
    bool named;                        /* shares its number: RU is its spec, "mnk k=4" */
    bool own_words;                    /* moves may also be given as the game writes them: "d3" */
    bool skip_i;                       /* the game's columns leave out the letter i */
    bool rows_down;                    /* the game's rows count from the top */
    const char *size;                  /* where SZ is missing; NULL: the game's own */
    const char *pass;                  /* the game's word for a pass; NULL: there is none */
    struct by_sgf_setting settings[4]; /* ended by a NULL property */
    struct by_sgf_rules_word rules_words[8]; /* ended by a NULL word */
};

/* In the order of the table; NULL past the end. */
const struct by_sgf_mapping *by_sgf_mapping_at(int index);

/* Of a game of this program; NULL: there is none of that name. An alias has the entry of its game. */
const struct by_sgf_mapping *by_sgf_mapping_of(const char *game);

/* Which game a tree is of, with which settings. Their text is in the record's pool, in `spec`
 * and in the request. */
struct by_sgf_choice {
    const struct by_sgf_mapping *mapping;
    const char *game; /* for by_rules_open */
    struct by_setting settings[BY_SPEC_PAIRS_MAX];
    const struct by_sgf_value
        *from[BY_SPEC_PAIRS_MAX]; /* where each stands; NULL: not in the tree */
    int setting_count;
    struct by_spec spec; /* RU, where it names the game */
};
enum by_status by_sgf_choose(struct by_record *record, const struct by_record_request *request,
                             struct by_sgf_choice *out, struct by_error *err);

/* The value that makes by_rules_open refuse the choice; NULL: it is not one of the tree's alone. */
const struct by_sgf_value *by_sgf_culprit(const struct by_sgf_choice *choice);

/* The stones of a position and the side to move, out of its text. A game may write more than that
 * (a ko point); it does not survive a change of the stones. */
enum by_status by_sgf_grid(const struct by_rules *rules, const void *position, struct by_grid *out,
                           struct by_error *err);

/* A line may begin anew so often: each time the game is opened once more. */
#define BY_SGF_SETUPS_MAX 10000

/* Plays the tree of a record through: see by_record_play. */
enum by_status by_sgf_play(struct by_record *record, const struct by_record_request *request,
                           struct by_error *err);

/* Appends a node with a move to `parent`: the move in `position`. */
enum by_status by_sgf_add_move(struct by_sgf_game *game, struct by_sgf_node *parent,
                               const struct by_rules *rules, const void *position, by_move move,
                               struct by_sgf_node **out, struct by_error *err);

/* Makes a game tree in `pool` of a line of play. `info` (may be NULL) has BY_INFO_COUNT texts or
 * NULLs; the result is that of the line where none is given. */
enum by_status by_sgf_from_line(const struct by_line *line, const char *const *info,
                                struct by_pool *pool, struct by_sgf_game *out,
                                struct by_error *err);

#endif
