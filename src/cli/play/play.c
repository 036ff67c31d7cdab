/* play.c: one game between people and programs. */
#include "cli/play/play.h"
#include "cli/game_file.h"
#include "cli/interrupt.h"
#include "games/chance.h"
#include "record/result.h"
#include "report/counted.h"
#include "report/value.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_GAME "connect4" /* without a menu */

#define FILES_MAX    100000

struct play {
    struct by_cli *cli;
    struct by_seat seat;
    const char *game;
    const char *spec[2];
    struct by_menu menu;
    char quick[BY_PLAY_SPEC];          /* the game's own player */
    char full_spec[2][BY_SPEC_BUFFER]; /* with --threads */
    struct by_player *player[2];
    struct by_decision decision;
    bool json;
    bool people;  /* at least one person plays */
    bool left;    /* the game was left before its end */
    int resigned; /* 1 + who has resigned; 0: nobody */
    bool counted; /* both have stopped, and this is what the board counts: */
    struct by_agreement agreement;
    int begun;               /* moves on the board when the game began */
    int number;              /* of the game at this table, from 1 */
    const char *save;        /* the file that keeps it; NULL: none */
    int file;                /* the number of the last file for a game, from 1 */
    bool unsaved;            /* the last try to write it failed, and that has been said */
    char path[BY_KEEP_PATH]; /* its name for this game */
    char result[32];         /* of its record; "": the game goes on */
};

/* --- leaving ------------------------------------------------------------------------ */

/* A word for the shell: as it is, or in double quotes. */
static void put_word(FILE *out, const char *word)
{
    static const char safe[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./:,";
    if (*word && word[strspn(word, safe)] == 0) {
        fputs(word, out);
        return;
    }
    fputc('"', out);
    for (; *word; word++) {
        if (strchr("\"\\$`", *word))
            fputc('\\', out);
        fputc(*word, out);
    }
    fputc('"', out);
}

static void put_option(FILE *out, const char *name, const char *value)
{
    if (!value)
        return;
    fprintf(out, " --%s ", name);
    put_word(out, value);
}

/* The moves from one on, to be played behind what the command begins with. */
static void put_moves(FILE *out, const struct by_line *line, int from)
{
    if (line->count <= from)
        return;
    fputs(" --moves \"", out);
    by_print_sequence(out, line->rules, by_line_position_at(line, from), line->moves + from,
                      line->count - from);
    fputc('"', out);
}

/* The game and where it stands, of one that came from a file. */
static void put_file(FILE *out, const struct play *play)
{
    static const char *const options[] = {"number", "variation"};
    char ply[16];
    struct by_cli *cli = play->cli;
    int from = cli->line->count < play->begun ? cli->line->count : play->begun;
    const char *file = by_cli_text(cli, "file");
    put_word(out, file ? file : cli->arguments[0]);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (by_cli_value(cli, options[i])->given)
            put_option(out, options[i], by_cli_value(cli, options[i])->text);
    snprintf(ply, sizeof ply, "%d", from);
    put_option(out, "ply", ply);
    put_moves(out, cli->line, from);
}

static bool is_from_file(const struct by_cli *cli)
{
    return by_cli_text(cli, "file") || (cli->argument_count > 0 && by_is_file(cli->arguments[0]));
}

static void put_table(FILE *out, const struct play *play)
{
    struct by_cli *cli = play->cli;
    if (!is_from_file(cli))
        put_word(out, play->game);
    put_option(out, "size", by_cli_text(cli, "size"));
    for (int i = 0; i < cli->setting_count; i++)
        put_option(out, "option", cli->settings[i]);
    put_option(out, "position", by_cli_text(cli, "position"));
    if (!is_from_file(cli))
        put_moves(out, cli->line, 0);
}

/* The command that goes on from here. */
static void say_resume(struct play *play)
{
    struct by_cli *cli = play->cli;
    FILE *out = play->seat.talk;
    fputs("\nThe game can go on from here with\n  banyan play ", out);
    if (play->save && !play->unsaved) {
        put_word(out, play->path);
        put_option(out, "save", play->path);
    } else {
        if (is_from_file(cli))
            put_file(out, play);
        put_table(out, play);
    }
    put_option(out, "first", play->spec[0]);
    put_option(out, "second", play->spec[1]);
    if (by_cli_value(cli, "seed")->given)
        put_option(out, "seed", by_cli_text(cli, "seed"));
    fputc('\n', out);
}

/* --- the end ------------------------------------------------------------------------ */

/* Of a game that is over: as it was agreed on, or as the rules have it. */
static int32_t result_of(const struct play *play)
{
    return play->counted ? play->agreement.count.result : by_line_result(play->cli->line);
}

static int print_json(struct play *play)
{
    struct by_cli *cli = play->cli;
    const struct by_line *line = cli->line;
    bool over = by_line_over(line) && !play->left;
    int32_t result = over ? result_of(play) : 0;
    const char *winner = over ? by_winner_name(result) : NULL;
    if (play->resigned)
        winner = play->resigned == 1 ? "O" : "X";
    struct by_json *json = by_cli_json(cli);
    by_json_object(json, NULL);
    by_json_text(json, "game", cli->rules->name);
    by_json_text(json, "first", play->spec[0]);
    by_json_text(json, "second", play->spec[1]);
    by_report_sequence(json, "moves", cli->rules, by_line_position_at(line, 0), line->moves,
                       line->count);
    by_report_position(json, "position", cli->rules, by_line_position(line));
    by_json_text(json, "winner", winner);
    if (over)
        by_report_score(json, "score", cli->rules, result);
    else
        by_json_null(json, "score");
    if (play->counted)
        by_report_counted(json, "count", &play->agreement);
    by_json_end_object(json);
    return by_cli_json_end(cli);
}

static void say_end(struct play *play)
{
    struct by_cli *cli = play->cli;
    char words[BY_WORTH_BUFFER];
    int32_t result = result_of(play);
    FILE *out = play->seat.talk;
    if (play->counted) {
        by_print_agreed(&play->seat, &play->agreement);
    } else {
        fputc('\n', out);
        by_print_line_board(cli, out, cli->line, false);
    }
    if (result == 0)
        fputs("The game is a draw.\n", out);
    else
        fprintf(out, "%s: %s.\n", by_result_string(cli->rules, result, words),
                play->spec[result > 0 ? 0 : 1]);
}

static void say_resigned(struct play *play)
{
    int loser = play->resigned - 1;
    const struct by_rules *rules = play->cli->rules;
    fprintf(play->seat.talk, "\n%s resigns. %s wins: %s.\n", by_player_name(rules, loser),
            by_player_name(rules, 1 - loser), play->spec[1 - loser]);
}

/* --- keeping the game ----------------------------------------------------------------- */

/* What the record says of it so far. */
static void note_record(struct play *play)
{
    struct by_kept *kept = &play->seat.kept;
    struct by_text out = by_text_over(play->result, sizeof play->result);
    if (play->resigned)
        by_text_add(&out, play->resigned == 1 ? "W+R" : "B+R");
    else if (by_line_over(play->cli->line) && !play->left)
        by_result_write(play->cli->rules, result_of(play), &out);
    *kept = (struct by_kept){.line = play->cli->line,
                             .names = {play->spec[0], play->spec[1]},
                             .result = play->result[0] ? play->result : NULL};
}

/* With --save: the file has the game as it stands. Where it cannot be written, that is said once and the game goes
 * on: the disk may have room later, and the moves are printed at the end. */
static void save(struct play *play)
{
    note_record(play);
    if (!play->save)
        return;
    bool failed = by_keep(&play->seat.kept, play->path, &play->cli->error) != BY_OK &&
                  play->cli->line->count > 0;
    if (failed && !play->unsaved)
        (void)by_cli_report(play->cli);
    play->unsaved = failed;
}

/* Another file than what is there already, unless the game came from it and goes on at its end. */
static void name_file(struct play *play)
{
    struct by_cli *cli = play->cli;
    const char *from = by_cli_text(cli, "file");
    if (!play->save)
        return;
    if (!from && cli->argument_count > 0)
        from = cli->arguments[0];
    by_keep_name(play->save, ++play->file, play->path);
    if (play->file > 1 || !from || strcmp(from, play->save) != 0 || by_cli_value(cli, "ply")->given)
        while (by_keep_taken(play->path) && play->file < FILES_MAX)
            by_keep_name(play->save, ++play->file, play->path);
    if (play->file > play->number)
        fprintf(play->json ? stderr : play->seat.talk,
                "%s is there already: this game goes to %s\n", play->save, play->path);
    snprintf(play->seat.own, sizeof play->seat.own, "%s", play->path);
}

static int finish(struct play *play)
{
    save(play);
    if (play->resigned && (!play->json || play->people))
        say_resigned(play);
    else if (play->resigned)
        ; /* the JSON says so */
    else if (play->left)
        say_resume(play);
    else if (!play->json || play->people)
        say_end(play);
    if (play->unsaved && !play->left)
        say_resume(play);
    if (play->save && !play->unsaved && (!play->json || play->people))
        fprintf(play->seat.talk, "written %s\n", play->path);
    by_seat_flush(&play->seat);
    return play->unsaved ? BY_EXIT_FAILED : BY_EXIT_OK;
}

/* --- one move ----------------------------------------------------------------------- */

/* Back to the last position in which a person moved. */
static void take_back(struct play *play)
{
    struct by_line *line = play->cli->line;
    const struct by_rules *rules = play->cli->rules;
    int ply = line->count - 1;
    while (ply >= 0) {
        const void *position = by_line_position_at(line, ply);
        int mover = rules->game->side(rules, position);
        if (!by_is_chance(rules, position) && by_player_is_human(play->player[mover]))
            break;
        ply--;
    }
    if (ply < 0)
        fputs("There is nothing to take back.\n", play->seat.talk);
    else
        while (line->count > ply)
            by_line_undo(line);
}

static void say_move(struct play *play, int side, by_move move)
{
    struct by_cli *cli = play->cli;
    char text[BY_MOVE_BUFFER], value[BY_WORTH_BUFFER];
    const struct by_decision *d = &play->decision;
    FILE *out = play->seat.talk;
    fprintf(out, "%3d %s %s", cli->line->count + 1, by_player_name(cli->rules, side),
            by_move_string(cli->rules, by_line_position(cli->line), move, text));
    if (d->bound != BY_BOUND_NONE)
        fprintf(out, "   (%s, %.2f s)", by_value_string(cli->line, d, value), d->work.seconds);
    fputc('\n', out);
}

/* Asks whose turn it is. Returns an exit status; play->left when the game is left. */
static int one_turn(struct play *play)
{
    struct by_cli *cli = play->cli;
    int side = by_line_side(cli->line);
    struct by_player *player = play->player[side];
    bool person = by_player_is_human(player);
    if (person) {
        fputc('\n', play->seat.talk);
        by_print_line_board(cli, play->seat.talk, cli->line, false);
    }
    by_interrupt_watch(player);
    enum by_status status = by_player_turn(
        player, cli->line, &(struct by_turn){.agrees = play->people}, &play->decision, &cli->error);
    by_interrupt_watch(NULL);
    if (status != BY_OK)
        return by_cli_report(cli);
    by_move move = play->decision.move;
    if (by_interrupted() || (person && play->seat.action == BY_SEAT_LEFT)) {
        play->left = true;
        return BY_EXIT_OK;
    }
    if (by_player_resigned(player)) {
        play->resigned = side + 1;
        return BY_EXIT_OK;
    }
    if (person && play->seat.action == BY_SEAT_RESIGNED) {
        play->resigned = side + 1;
        return BY_EXIT_OK;
    }
    if (move == BY_NO_MOVE) {
        take_back(play);
        return BY_EXIT_OK;
    }
    if (!play->json || play->people)
        say_move(play, side, move);
    if (by_line_play(cli->line, move, &cli->error) != BY_OK)
        return by_cli_report(cli);
    return BY_EXIT_OK;
}

/* Nature moves, as the game's seed will have it. */
static int natures_turn(struct play *play)
{
    struct by_cli *cli = play->cli;
    const struct by_rules *rules = cli->rules;
    const void *position = by_line_position(cli->line);
    char text[BY_MOVE_BUFFER];
    by_move move;
    if (by_line_draw_nature(cli->line, play->seat.seed, &move, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (!play->json || play->people)
        fprintf(play->seat.talk, "%3d   nature: %s   (%d of %d)\n", cli->line->count + 1,
                by_move_string(rules, position, move, text),
                (int)rules->game->chance(rules, position, move),
                (int)rules->game->chance(rules, position, BY_NO_MOVE));
    if (by_line_play(cli->line, move, &cli->error) != BY_OK)
        return by_cli_report(cli);
    return BY_EXIT_OK;
}

/* Takes back the passes that ended the game. */
static void play_on(struct play *play)
{
    struct by_line *line = play->cli->line;
    if (line->count < 2)
        by_line_resume(line);
    for (int i = 0; i < 2 && line->count > 0; i++)
        by_line_undo(line);
    fputs("The two passes are taken back.\n", play->seat.talk);
}

/* Who gives up at the end: the only person there, or whose turn it is. */
static int resigning(const struct play *play)
{
    bool first = by_player_is_human(play->player[0]), second = by_player_is_human(play->player[1]);
    return first && second ? by_line_side(play->cli->line) : second;
}

/* The player that is no person, where one plays; NULL: two people do. */
static const char *program_of(const struct play *play)
{
    for (int side = 0; side < 2; side++)
        if (!by_player_is_human(play->player[side]))
            return play->spec[side];
    return NULL;
}

/* The game is over. Where players agree on the end, people are asked; programs count by the rules.
 * Returns whether it goes on. */
static bool agree(struct play *play)
{
    struct by_cli *cli = play->cli;
    if (!by_agreement_wanted(cli->line))
        return false;
    by_agreement_alive(&play->agreement, cli->line);
    play->counted = true;
    if (!play->people)
        return false;
    (void)by_agreement_open(&play->agreement, cli->line, play->seat.seed, &cli->error);
    enum by_end end = by_seat_agree(&play->seat, &play->agreement, program_of(play));
    play->counted = end == BY_END_COUNTED;
    play->left = end == BY_END_LEFT;
    if (end == BY_END_RESIGNED)
        play->resigned = 1 + resigning(play);
    if (end == BY_END_PLAY_ON)
        play_on(play);
    return end == BY_END_PLAY_ON;
}

static int play_game(struct play *play)
{
    struct by_cli *cli = play->cli;
    int status = BY_EXIT_OK;
    if (play->people && !by_line_over(cli->line))
        fputs("Type a move; 'help' lists what else you can type.\n", play->seat.talk);
    while (status == BY_EXIT_OK && !play->left && !play->resigned && !cli->output.failed &&
           (!by_line_over(cli->line) || agree(play))) {
        note_record(play);
        status = by_line_nature(cli->line) ? natures_turn(play) : one_turn(play);
        if (status == BY_EXIT_OK && play->people)
            save(play);
        by_seat_flush(&play->seat);
    }
    if (status == BY_EXIT_OK)
        return finish(play);
    struct by_error error; /* the one that ended the game has been told */
    if (play->save && cli->line->count > 0)
        (void)by_keep(&play->seat.kept, play->path, &error);
    return status;
}

/* Another game at the same table: the same players, other chances. */
static void begin_again(struct play *play)
{
    play->number++;
    play->resigned = 0;
    play->left = play->counted = false;
    play->result[0] = '\0';
    while (play->cli->line->count > play->begun)
        by_line_undo(play->cli->line);
    while (by_line_over(play->cli->line) && play->cli->line->count > 0) {
        by_line_undo(play->cli->line); /* a finished record: from its start */
        play->begun = 0;
    }
    while (play->begun == 0 && play->cli->line->count > 0)
        by_line_undo(play->cli->line);
    play->seat.seed = by_seed_derive(play->seat.seed, (uint64_t)play->number);
    for (int side = 0; side < 2; side++)
        by_player_reset(play->player[side], by_seed_derive(play->seat.seed, (uint64_t)side));
    name_file(play);
}

/* Only people at a terminal are asked for more. */
static int play_games(struct play *play)
{
    int status = play_game(play);
    bool asked = play->people && by_prompt_on_terminal();
    while (status == BY_EXIT_OK && asked && !play->left && !play->cli->output.failed &&
           !by_interrupted() && by_seat_again(&play->seat)) {
        begin_again(play);
        status = play_game(play);
    }
    return status == BY_EXIT_OK && play->json ? print_json(play) : status;
}

/* --- before the game ---------------------------------------------------------------- */

/* Who plays where nothing is said: on a terminal a person sits opposite a program. */
static void fill_specs(struct play *play)
{
    bool terminal = by_prompt_on_terminal();
    for (int side = 0; side < 2; side++) {
        const char *other = play->spec[1 - side];
        bool person = terminal && (other ? !by_same_text(other, "human") : side == 0);
        if (!play->spec[side])
            play->spec[side] = person ? "human" : by_play_default(play->cli->rules, play->quick);
    }
}

static int open_players(struct play *play)
{
    struct by_cli *cli = play->cli;
    struct by_human human = {.context = &play->seat, .ask = by_seat_ask};
    for (int side = 0; side < 2; side++) {
        int status = by_cli_player_spec(cli, play->spec[side], play->full_spec[side]);
        if (status != BY_EXIT_OK)
            return status;
        uint64_t seed = by_seed_derive(play->seat.seed, (uint64_t)side);
        if (by_player_open(
                cli->rules, play->full_spec[side],
                &(struct by_player_terms){.seed = seed, .trust = BY_TRUST_ALL, .human = &human},
                &play->player[side], &cli->error) != BY_OK)
            return by_cli_report(cli);
        play->people |= by_player_is_human(play->player[side]);
    }
    return BY_EXIT_OK;
}

static int open_table(struct play *play)
{
    struct by_cli *cli = play->cli;
    bool named = cli->argument_count > 0 || by_cli_text(cli, "file");
    int status = named ? by_cli_board(cli) : by_cli_game(cli, play->game);
    play->save = by_cli_text(cli, "save");
    if (status == BY_EXIT_OK && play->save)
        status = by_keep_check(cli, cli->line, play->save);
    if (status != BY_EXIT_OK)
        return status;
    play->begun = cli->line->count;
    play->number = 1;
    name_file(play);
    fill_specs(play);
    status = open_players(play);
    if (status != BY_EXIT_OK)
        return status;
    if (by_decision_open(play->cli->rules, &play->decision, &play->cli->error) != BY_OK)
        return by_cli_report(play->cli);
    return play_games(play);
}

/* The game and the players: from the arguments, the menu, or the defaults. */
static bool settle(struct play *play)
{
    struct by_cli *cli = play->cli;
    play->spec[0] = by_cli_text(cli, "first");
    play->spec[1] = by_cli_text(cli, "second");
    if (cli->argument_count > 0 || by_cli_text(cli, "file")) {
        play->game = cli->argument_count > 0 ? cli->arguments[0] : NULL;
    } else if (!by_prompt_on_terminal()) {
        play->game = DEFAULT_GAME;
    } else {
        if (!by_menu_ask(&play->seat, !play->spec[0] && !play->spec[1], &play->menu))
            return false;
        play->game = play->menu.game;
        play->spec[0] = play->spec[0] ? play->spec[0] : play->menu.first;
        play->spec[1] = play->spec[1] ? play->spec[1] : play->menu.second;
    }
    return true;
}

static int run(struct by_cli *cli)
{
    struct play play = {.cli = cli, .json = by_cli_flag(cli, "json")};
    int status = BY_EXIT_OK;
    play.seat = (struct by_seat){.cli = cli, .talk = play.json ? stderr : cli->out};
    if (!by_cli_seed_or_any(cli, &play.seat.seed))
        return BY_EXIT_USAGE;
    play.seat.prompt = by_prompt_open();
    if (!play.seat.prompt)
        return by_cli_failed(cli, "there is not enough memory");
    if (settle(&play))
        status = open_table(&play);
    by_decision_close(&play.decision);
    by_player_close(play.player[0]);
    by_player_close(play.player[1]);
    by_prompt_close(play.seat.prompt);
    return status;
}

static const struct by_cli_option options[] = {
    {.base =
         {"first", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
          "who plays X: 'human', a level such as 'medium' (see 'banyan games GAME'), or a search "
          "with its options (see 'banyan searches')"},
     .placeholder = "SPEC"},
    {.base = {"second", BY_OPTION_TEXT, NULL, 0, 4095, NULL, "who plays O"}, .placeholder = "SPEC"},
    {.base =
         {"save", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
          "keep the game in FILE, in the format of its ending, after every move (.game: any game)"},
     .placeholder = "FILE"},
    BY_CLI_FILE_OPTIONS,
    BY_CLI_ANY_SEED,
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"play tictactoe --first \"alphabeta depth=9\" --second random", "watch a program win"},
    {"play othello --size 6 --first medium --second easy", "levels are players"},
    {"play coins --first minimax --second random --seed 1", "coins fall as the seed says"},
    {"play breakthrough --size 6x6 --first \"alphabeta depth=2\" --second \"alphabeta depth=3\" "
     "--json",
     "the moves of a game, for a program"},
    {"play connect4 --first random --second random --seed 1 --save game.game",
     "keep the game in a file"},
    {"play examples/tictactoe.sgf --ply 4 --first random --second random --seed 1",
     "go on from a game record"},
    {NULL, NULL},
};

const struct by_command by_command_play = {
    .name = "play",
    .arguments = "[GAME|FILE]",
    .most = 1,
    .summary = "play a game, or watch one",
    .about = "Plays a game between people and programs. On a terminal a menu asks for game, "
             "size and the like, level and side when no game is given, and a person plays the side "
             "that is not "
             "named. Without a terminal two programs play.\n"
             "A person types a move, or: undo, hint (three moves, what they are worth, and why), "
             "moves (or legal), board, save FILE, resign, help, quit; at the end, on a terminal: "
             "save FILE, "
             "review, again. With --save the file has the game as it stands, whatever happens; "
             "another game, and one whose FILE is there already, goes to FILE-2. Where chance "
             "plays along, nature's moves come from the seed. Where a game ends when both pass, "
             "stones that look dead are proposed then: name a point to change that of the stones "
             "there, agree with 'yes', or 'play' on; the count is printed. Leaving the game "
             "prints the command that goes on with it. JSON, at the end: {\"game\", \"first\", "
             "\"second\", \"moves\", \"position\", \"winner\", \"score\"}, and \"count\" where the "
             "end is agreed on.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
