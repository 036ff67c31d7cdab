#include "cli/play/prompt.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <histedit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HISTORY_LINES 200

struct by_prompt {
    EditLine *editor; /* NULL: no terminal */
    History *history;
    const char *question;
    char *line; /* owned */
    size_t room;
};

bool by_prompt_on_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static char *question_of(EditLine *editor)
{
    struct by_prompt *prompt = NULL;
    el_get(editor, EL_CLIENTDATA, &prompt);
    return (char *)prompt->question;
}

/* libedit's own reader starts again after a signal; here Ctrl-C is the end of input. */
static int read_character(EditLine *editor, wchar_t *out)
{
    (void)editor;
    while (by_interrupt_await(STDIN_FILENO)) {
        unsigned char byte;
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got == 1)
            *out = byte < 128 ? byte : L'?';
        if (got >= 0 || errno != EINTR)
            return got == 1 ? 1 : 0;
    }
    return 0;
}

static void open_editor(struct by_prompt *prompt)
{
    HistEvent event;
    prompt->editor = el_init("banyan", stdin, stdout, stderr);
    prompt->history = history_init();
    if (!prompt->editor || !prompt->history)
        return; /* plain lines then */
    history(prompt->history, &event, H_SETSIZE, HISTORY_LINES);
    el_set(prompt->editor, EL_CLIENTDATA, prompt);
    el_set(prompt->editor, EL_PROMPT, question_of);
    el_set(prompt->editor, EL_EDITOR, "emacs");
    el_set(prompt->editor, EL_HIST, history, prompt->history);
    el_set(prompt->editor, EL_GETCFN, read_character);
}

struct by_prompt *by_prompt_open(void)
{
    struct by_prompt *prompt = calloc(1, sizeof *prompt);
    if (prompt && by_prompt_on_terminal())
        open_editor(prompt);
    return prompt;
}

void by_prompt_close(struct by_prompt *prompt)
{
    if (!prompt)
        return;
    if (prompt->editor)
        el_end(prompt->editor);
    if (prompt->history)
        history_end(prompt->history);
    free(prompt->line);
    free(prompt);
}

/* Copies without the blanks around. */
static const char *keep(struct by_prompt *prompt, const char *line)
{
    size_t length;
    line += strspn(line, " \t\r\n");
    length = strlen(line);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        length--;
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, line, length);
    copy[length] = 0;
    free(prompt->line);
    prompt->line = copy;
    prompt->room = length + 1;
    return copy;
}

static const char *read_edited(struct by_prompt *prompt, const char *question)
{
    HistEvent event;
    int count = 0;
    prompt->question = question;
    const char *line = el_gets(prompt->editor, &count);
    if (!line || count <= 0 || by_interrupted())
        return NULL;
    const char *kept = keep(prompt, line);
    if (kept && *kept)
        history(prompt->history, &event, H_ENTER, kept);
    return kept;
}

static const char *read_plain(struct by_prompt *prompt)
{
    if (by_interrupted() || getline(&prompt->line, &prompt->room, stdin) < 0 || by_interrupted())
        return NULL;
    /* keep() frees the line it copies from last. */
    return keep(prompt, prompt->line);
}

const char *by_prompt_read(struct by_prompt *prompt, const char *question)
{
    return prompt->editor && prompt->history ? read_edited(prompt, question) : read_plain(prompt);
}
