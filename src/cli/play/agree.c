/* agree.c: both have stopped: which stones are dead? */
#include "cli/interrupt.h"
#include "cli/play/play.h"
#include "report/counted.h"
#include "report/value.h"

#include <string.h>

static void print(struct by_seat *seat, struct by_buffer *text)
{
    by_print_drawing(seat->cli, seat->talk, NULL, by_buffer_text(text));
    by_buffer_close(text);
}

/* What would be counted now. */
static void show(struct by_seat *seat, const struct by_agreement *agreement)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_buffer_char(&text, '\n');
    by_put_agreed_board(&text, agreement, false);
    by_put_dead(&text, agreement);
    by_put_counted(&text, agreement->rules, &agreement->count, false);
    print(seat, &text);
}

static void say_words(struct by_seat *seat)
{
    fputs("  yes      agree: the game is counted so\n"
          "  d4       the stones there are dead, or not, the other way than shown\n"
          "  seki d4  they live without territory, or not\n"
          "  play     play on, as undo does\n"
          "  board    all of this again    save FILE  keep the game\n"
          "  resign   give up              quit       leave the game\n",
          seat->talk);
}

/* The rest of `text` behind a word and blanks; NULL where it begins otherwise. */
static const char *behind(const char *text, const char *word)
{
    size_t length = strcspn(text, " \t");
    char first[16];
    if (length >= sizeof first)
        return NULL;
    memcpy(first, text, length);
    first[length] = '\0';
    return by_same_text(first, word) ? text + length + strspn(text + length, " \t") : NULL;
}

static void change(struct by_seat *seat, struct by_agreement *agreement, const char *text)
{
    struct by_error error = {.status = BY_OK};
    const char *in_seki = behind(text, "seki");
    enum by_status status = in_seki ? by_agreement_seki(agreement, in_seki, &error)
                                    : by_agreement_turn(agreement, text, &error);
    if (status == BY_OK)
        show(seat, agreement);
    else
        fprintf(seat->talk, "%s ('help' lists what you can type)\n", error.text);
}

static bool is_one_of(const char *text, const char *const *words)
{
    while (*words && !by_same_text(text, *words))
        words++;
    return *words != NULL;
}

/* True: this settles it. Where input that is no terminal ends, nobody disagrees. */
static bool understand(struct by_seat *seat, struct by_agreement *agreement, const char *text,
                       enum by_end *out)
{
    static const char *const agree[] = {"yes", "y", "ok", "agree", "accept", "done", NULL};
    static const char *const on[] = {"play", "on", "undo", "resume", "no", NULL};
    static const char *const leave[] = {"quit", "exit", NULL};
    bool settled = true;
    if (!text)
        *out = by_interrupted() || by_prompt_on_terminal() ? BY_END_LEFT : BY_END_COUNTED;
    else if (is_one_of(text, agree))
        *out = BY_END_COUNTED;
    else if (is_one_of(text, on))
        *out = BY_END_PLAY_ON;
    else if (is_one_of(text, leave))
        *out = BY_END_LEFT;
    else if (by_same_text(text, "resign"))
        *out = BY_END_RESIGNED;
    else
        settled = false;
    if (settled)
        return true;
    if (by_same_text(text, "board"))
        show(seat, agreement);
    else if (!*text || by_same_text(text, "help") || strcmp(text, "?") == 0)
        say_words(seat);
    else if (!by_seat_save(seat, seat->cli->line, text))
        change(seat, agreement, text);
    return false;
}

/* The program has its own opinion, and says so. */
static void object(struct by_seat *seat, const struct by_agreement *agreement, const char *program,
                   int32_t proposed)
{
    char words[BY_WORTH_BUFFER];
    fprintf(seat->talk,
            "%s sees other stones dead: %s. 'yes' once more counts it your way, 'play' settles it "
            "on the board.\n",
            program, by_result_string(agreement->rules, proposed, words));
}

enum by_end by_seat_agree(struct by_seat *seat, struct by_agreement *agreement, const char *program)
{
    enum by_end end = BY_END_LEFT;
    int32_t proposed = agreement->count.result;
    bool settled = false, objected = !program;
    fputs("\nBoth have passed. Small letters are stones that are taken for dead.\n", seat->talk);
    show(seat, agreement);
    fputs("'yes' to agree, a point whose stones you see otherwise, or 'play' to go on.\n",
          seat->talk);
    while (!settled && !seat->cli->output.failed) {
        by_seat_flush(seat);
        settled = understand(seat, agreement, by_prompt_read(seat->prompt, "agree> "), &end);
        if (settled && end == BY_END_COUNTED && !objected && agreement->count.result != proposed) {
            object(seat, agreement, program, proposed);
            objected = true;
            settled = false;
        }
    }
    return seat->cli->output.failed ? BY_END_LEFT : end;
}

void by_print_agreed(struct by_seat *seat, const struct by_agreement *agreement)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_buffer_char(&text, '\n');
    by_put_agreed_board(&text, agreement, true);
    by_put_counted(&text, agreement->rules, &agreement->count, true);
    print(seat, &text);
}
