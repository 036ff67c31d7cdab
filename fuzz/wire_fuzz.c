/* wire_fuzz.c: the words of the protocols, as both sides read them: a game on the first line, any bytes
 * behind it. What is understood as a move is written and understood as the same one again. */
#include "fuzz.h"
#include "wire/gomocup.h"
#include "wire/gtp.h"
#include "wire/nboard.h"

#include <stdlib.h>
#include <string.h>

typedef enum by_status read_fn(const struct by_rules *rules, const void *position, const char *text,
                               by_move *out, struct by_error *err);
typedef void write_fn(const struct by_rules *rules, const void *position, by_move move,
                      struct by_text *out);

static enum by_status gomocup_read(const struct by_rules *rules, const void *position,
                                   const char *text, by_move *out, struct by_error *err)
{
    (void)position;
    return by_gomocup_read_move(rules, text, out, err);
}

static void gomocup_write(const struct by_rules *rules, const void *position, by_move move,
                          struct by_text *out)
{
    (void)position;
    by_gomocup_write_move(rules, move, out);
}

static void try_move(const struct by_rules *rules, const char *text, read_fn *read, write_fn *write)
{
    by_move move = BY_NO_MOVE, again = BY_NO_MOVE;
    char buffer[256];
    struct by_text out = by_text_over(buffer, sizeof buffer);
    struct by_error err = {.status = BY_OK};
    by_move *scratch = calloc((size_t)rules->max_moves, sizeof *scratch);
    if (!scratch)
        abort();
    if (read(rules, rules->start, text, &move, &err) != BY_OK) {
        by_fuzz_sentence(&err);
    } else if (by_move_legal(rules, rules->start, move, scratch)) {
        write(rules, rules->start, move, &out);
        by_fuzz_demand(read(rules, rules->start, buffer, &again, &err) == BY_OK && again == move,
                       "a move of a protocol is written as it is read");
    }
    free(scratch);
}

/* Answers, one after the other, in a buffer that is changed on the way. */
static void try_answers(const char *text)
{
    size_t size = strlen(text);
    char *buffer = by_fuzz_text((const uint8_t *)text, size), *at = buffer;
    struct by_gtp_answer answer;
    while (size > 0 && by_gtp_read_answer(at, size, &answer) != BY_GTP_MORE) {
        by_fuzz_demand(answer.used > 0 && answer.used <= size, "an answer has its bytes");
        by_fuzz_demand(answer.text >= at && answer.text + strlen(answer.text) <= at + answer.used,
                       "and its text is among them");
        at += answer.used;
        size -= answer.used;
    }
    free(buffer);
}

static void try_command(const char *text)
{
    struct by_gtp_command *command = malloc(sizeof *command);
    char *line = by_fuzz_text((const uint8_t *)text, strcspn(text, "\n"));
    if (!command)
        abort();
    (void)by_gtp_is_interrupt(line);
    if (by_gtp_read_command(line, command))
        for (int i = 0; i < command->count; i++)
            by_fuzz_demand(command->arguments[i][0] != 0, "no argument is empty");
    free(line);
    free(command);
}

static void try_words(const struct by_rules *rules, const char *text)
{
    enum by_gomocup_who who;
    by_move move;
    struct by_error err = {.status = BY_OK};
    bool gomoku = strcmp(rules->game->name, "gomoku") == 0;
    bool othello = strcmp(rules->game->name, "othello") == 0;
    (void)by_gomocup_kind_of(text);
    try_move(rules, text, by_gtp_read_move, by_gtp_write_move);
    if (gomoku)
        try_move(rules, text, gomocup_read, gomocup_write);
    if (gomoku && by_gomocup_read_stone(rules, text, &move, &who, &err) != BY_OK)
        by_fuzz_sentence(&err);
    if (othello)
        try_move(rules, text, by_nboard_read_move, by_nboard_write_move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *spec = by_fuzz_text(data, size), *text = by_fuzz_split(spec);
    by_fuzz_tame(spec);
    struct by_rules *rules = by_fuzz_rules(spec, NULL);
    if (rules)
        try_words(rules, text);
    try_command(text);
    try_answers(text);
    by_rules_close(rules);
    free(spec);
    return 0;
}
