/* prompt.h: lines from a person.
 *
 * On a terminal with editing and history (libedit); from a pipe or file plainly. */
#ifndef BY_CLI_PLAY_PROMPT_H
#define BY_CLI_PLAY_PROMPT_H

#include "cli/cli.h"

struct by_prompt;

/* NULL without memory. */
struct by_prompt *by_prompt_open(void);
void by_prompt_close(struct by_prompt *prompt);

/* The next line without blanks around it; NULL at the end of input and after Ctrl-C. Valid until
 * the next call. `question` is shown on a terminal only. */
const char *by_prompt_read(struct by_prompt *prompt, const char *question);

/* True when a person sits at both ends of the program. */
bool by_prompt_on_terminal(void);

#endif
