/* after.c: what people do when a game is over: keep it, look at it again, play another. */
#include "cli/interrupt.h"
#include "cli/keys.h"
#include "cli/play/play.h"
#include "cli/play/review.h"

#include <string.h>

/* What stands behind a word and blanks; NULL: `text` does not begin with that word. */
static const char *behind(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++)
        if ((text[i] | 32) != word[i])
            return NULL;
    if (text[length] && text[length] != ' ' && text[length] != '\t')
        return NULL;
    return text + length + strspn(text + length, " \t");
}

bool by_seat_save(struct by_seat *seat, const struct by_line *line, const char *text)
{
    struct by_error error = {.status = BY_OK};
    const char *path = behind(text, "save");
    if (!path)
        return false;
    if (!*path) {
        fputs("Save where? 'save FILE', as in save game.sgf; .game is for every game.\n",
              seat->talk);
        return true;
    }
    if (by_keep_taken(path) && strcmp(path, seat->own) != 0) {
        fprintf(seat->talk, "It was not saved: %s is there already; give another name.\n", path);
        return true;
    }
    struct by_kept kept = seat->kept;
    kept.line = line;
    if (by_keep(&kept, path, &error) == BY_OK) {
        snprintf(seat->own, sizeof seat->own, "%s", path);
        fprintf(seat->talk, "written %s\n", path);
    } else
        fprintf(seat->talk, "It was not saved: %s.\n", error.text);
    return true;
}

static void say_review(struct by_seat *seat)
{
    struct by_cli *cli = seat->cli;
    struct by_review review;
    struct by_buffer text;
    const struct by_marks none = {.strong = "", .plain = ""};
    struct by_marks marks = seat->talk == cli->out ? by_cli_marks(cli) : none;
    struct by_review_facts facts = {.player = by_player_for(cli->rules),
                                    .names = {seat->kept.names[0], seat->kept.names[1]},
                                    .result = seat->kept.result,
                                    .worst = 5};
    if (cli->rules->has_chance || cli->line->count == 0) {
        fputs(cli->rules->has_chance ? "Games of chance are not reviewed.\n"
                                     : "There are no moves to look at.\n",
              seat->talk);
        return;
    }
    int status = by_cli_review(cli, cli->line, NULL, BY_CARE_QUICK, seat->seed, &review);
    by_buffer_open(&text, BY_REPORT_LIMIT);
    if (status == BY_EXIT_OK)
        by_put_review(&text, &review, &facts, by_screen_size().columns, &marks);
    fputs(by_buffer_text(&text), seat->talk);
    by_buffer_close(&text);
    by_review_close(&review);
}

bool by_seat_again(struct by_seat *seat)
{
    fputs("\n'save FILE' keeps the game, 'review' looks at it again, 'again' plays another; Enter "
          "leaves.\n",
          seat->talk);
    for (;;) {
        by_seat_flush(seat);
        const char *text = by_prompt_read(seat->prompt, "> ");
        if (!text || !*text || by_same_text(text, "quit") || by_same_text(text, "exit") ||
            by_same_text(text, "q"))
            return false;
        if (by_same_text(text, "again") || by_same_text(text, "a"))
            return true;
        if (by_same_text(text, "review") || by_same_text(text, "r"))
            say_review(seat);
        else if (!by_seat_save(seat, seat->cli->line, by_same_text(text, "s") ? "save" : text))
            fputs("That is none of them: 'save FILE', 'review', 'again', or Enter to leave.\n",
                  seat->talk);
        if ((by_interrupted() && !by_interrupt_forget()) || seat->cli->output.failed)
            return false;
    }
}
