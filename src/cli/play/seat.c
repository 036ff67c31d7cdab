/* seat.c: a person at the board: moves, and the words one can say instead. */
#include "cli/interrupt.h"
#include "cli/play/play.h"
#include "games/value.h"
#include "report/hint.h"

#include <stdlib.h>
#include <string.h>

void by_seat_flush(struct by_seat *seat)
{
    if (seat->talk == seat->cli->out)
        by_output_flush(seat->cli);
    else
        fflush(seat->talk);
}

static void say_help(struct by_seat *seat, const struct by_line *line)
{
    fprintf(seat->talk,
            "Type a move (%s), or one of these words:\n"
            "  moves   the legal moves          board   the board again\n"
            "  hint    three good moves, and why  undo    take back your last move\n"
            "  save F  keep the game in file F  resign  give it up\n"
            "  quit    leave the game           help    this\n",
            line->rules->game->move_help);
}

static void say_moves(struct by_seat *seat, const struct by_line *line)
{
    by_move *moves = calloc((size_t)line->rules->max_moves, sizeof *moves);
    if (!moves)
        return;
    int count = by_line_moves(line, moves);
    if (line->rules->game->cells)
        by_print_line_board(seat->cli, seat->talk, line, true);
    by_print_moves(seat->talk, line->rules, by_line_position(line), moves, count);
    fputc('\n', seat->talk);
    free(moves);
}

static void say_board(struct by_seat *seat, const struct by_line *line)
{
    by_print_line_board(seat->cli, seat->talk, line, false);
}

/* A second and a half: a person waits for it. */
#define HINT_SECONDS 1.5

static void say_hint(struct by_seat *seat, const struct by_line *line)
{
    struct by_error error = {.status = BY_OK};
    struct by_player *player = NULL;
    struct by_hints hints = {.count = 0};
    struct by_buffer text;
    enum by_status status = by_player_open(
        line->rules, by_player_for(line->rules),
        &(struct by_player_terms){.seed = seat->seed, .trust = BY_TRUST_NONE}, &player, &error);
    by_interrupt_watch(player);
    if (status == BY_OK)
        status = by_hints_find(player, line, HINT_SECONDS, by_interrupt_flag(), &hints, &error);
    by_interrupt_watch(NULL);
    by_buffer_open(&text, BY_REPORT_LIMIT);
    if (status == BY_OK)
        by_put_hints(&text, line, &hints);
    else
        by_buffer_format(&text, "There is no hint: %s.\n", error.text);
    fputs(by_buffer_text(&text), seat->talk);
    by_buffer_close(&text);
    by_player_close(player);
}

/* Words that only want an answer. False: `text` is none of them. */
static bool answer(struct by_seat *seat, const struct by_line *line, const char *text)
{
    static const struct {
        const char *word;
        void (*say)(struct by_seat *seat, const struct by_line *line);
    } words[] = {{"help", say_help},   {"?", say_help},    {"moves", say_moves},
                 {"legal", say_moves}, {"hint", say_hint}, {"board", say_board},
                 {NULL, NULL}};
    for (int i = 0; words[i].word; i++) {
        if (by_same_text(text, words[i].word)) {
            words[i].say(seat, line);
            return true;
        }
    }
    return false;
}

/* A legal move, or a sentence about why it is none. */
static bool read_move(struct by_seat *seat, const struct by_line *line, const char *text,
                      by_move *out)
{
    struct by_error error;
    by_move move;
    if (by_line_read(line, text, &move, &error) != BY_OK) {
        fprintf(seat->talk, "%s ('help' lists what you can type)\n", error.text);
        return false;
    }
    *out = move;
    return true;
}

/* True when the person is done: with a move, or with a word that ends the asking. */
static bool understand(struct by_seat *seat, const struct by_line *line, const char *text,
                       by_move *out)
{
    seat->action = BY_SEAT_MOVED;
    if (!text || by_same_text(text, "quit") || by_same_text(text, "exit"))
        seat->action = BY_SEAT_LEFT;
    else if (by_same_text(text, "undo"))
        seat->action = BY_SEAT_UNDO;
    else if (by_same_text(text, "resign"))
        seat->action = BY_SEAT_RESIGNED;
    else if (!*text || answer(seat, line, text) || by_seat_save(seat, line, text)) {
        seat->action = BY_SEAT_LEFT; /* if Ctrl-C came during the answer */
        return by_interrupted();
    } else
        return read_move(seat, line, text, out);
    return true;
}

enum by_status by_seat_ask(void *context, const struct by_line *line, by_move *out,
                           struct by_error *err)
{
    struct by_seat *seat = context;
    char question[40];
    (void)snprintf(question, sizeof question, "%s> ",
                   by_player_name(line->rules, by_line_side(line)));
    (void)err;
    *out = BY_NO_MOVE;
    do
        by_seat_flush(seat);
    while (!seat->cli->output.failed &&
           !understand(seat, line, by_prompt_read(seat->prompt, question), out));
    if (seat->cli->output.failed)
        seat->action = BY_SEAT_LEFT;
    return BY_OK;
}
