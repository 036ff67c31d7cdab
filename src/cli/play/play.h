/* play.h: a game at the terminal: the menu before it, and the person in it. */
#ifndef BY_CLI_PLAY_PLAY_H
#define BY_CLI_PLAY_PLAY_H

#include "cli/play/keep.h"
#include "cli/play/prompt.h"
#include "players/agreement.h"
#include "players/player.h"

/* What the person on a seat did instead of moving. */
enum by_seat_action { BY_SEAT_MOVED, BY_SEAT_UNDO, BY_SEAT_RESIGNED, BY_SEAT_LEFT };

/* The person. The answers to what they type go to `talk`, and are sent at once. */
struct by_seat {
    struct by_cli *cli;
    struct by_prompt *prompt;
    FILE *talk;
    uint64_t seed; /* of hints */
    enum by_seat_action action;
    struct by_kept kept;    /* what a record of the game says besides its moves */
    char own[BY_KEEP_PATH]; /* the file that has it already: that may be written again; "": none */
};

/* Asks for a move: by_human.ask, with a seat as context. */
enum by_status by_seat_ask(void *context, const struct by_line *line, by_move *out,
                           struct by_error *err);

/* What becomes of a game in which both have stopped. */
enum by_end { BY_END_COUNTED, BY_END_PLAY_ON, BY_END_LEFT, BY_END_RESIGNED };

/* Asks the people at the board which stones are dead. `program`: the other player, who objects once to another count
 * than what was proposed; NULL where people play each other. */
enum by_end by_seat_agree(struct by_seat *seat, struct by_agreement *agreement,
                          const char *program);

/* The board as it was agreed on, and the count. */
void by_print_agreed(struct by_seat *seat, const struct by_agreement *agreement);

/* "save FILE": false when that is not what the text says. */
bool by_seat_save(struct by_seat *seat, const struct by_line *line, const char *text);

/* The game is over: keeps it and looks at it again as long as people want to; whether they want
 * another one. */
bool by_seat_again(struct by_seat *seat);

/* Sends what was said. */
void by_seat_flush(struct by_seat *seat);

/* How a program plays when nobody says how: the same on every machine, and quick. */
#define BY_PLAY_SPEC 128
const char *by_play_default(const struct by_rules *rules, char spec[BY_PLAY_SPEC]);

/* What the menu settled; specs are NULL where it was not asked. */
#define BY_MENU_SETTINGS 8
#define BY_MENU_SETTING  256
struct by_menu {
    const char *game, *first, *second;
    int setting_count;
    char settings[BY_MENU_SETTINGS][BY_MENU_SETTING]; /* "size=13": cli->settings has them too */
};

/* Asks for a game, for what the game wants to be asked (size, komi, ...) where the command line does
 * not say it, and, with `ask_players`, for level and side. False when the person left. */
bool by_menu_ask(struct by_seat *seat, bool ask_players, struct by_menu *out);

#endif
