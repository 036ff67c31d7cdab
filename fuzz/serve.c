#include "serve.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool settle(struct by_fuzz_talk *talk, const char *line)
{
    if (by_spec_read(line, &talk->game, NULL) != BY_OK)
        return false;
    talk->session = (struct by_session_config){
        .game = talk->game.name, .spec = "random", .seed = 1, .resign = -1};
    for (int i = 0; i < talk->game.count; i++)
        if (!by_session_settings_put(&talk->session.settings, talk->game.settings[i].name,
                                     talk->game.settings[i].value))
            return false;
    return true;
}

bool by_fuzz_talk_open(struct by_fuzz_talk *talk, const uint8_t *data, size_t size,
                       const char *last)
{
    *talk = (struct by_fuzz_talk){.in = -1, .out = -1};
    talk->text = calloc(size + strlen(last) + 2, 1);
    if (!talk->text)
        abort();
    (void)snprintf(talk->text, size + 1, "%.*s", (int)size, (const char *)data);
    by_fuzz_tame(talk->text);
    char *said = by_fuzz_split(talk->text);
    if (!settle(talk, talk->text))
        return false;
    strcat(said, "\n");
    strcat(said, last);
    talk->in = by_fuzz_pipe(said, strlen(said));
    talk->out = open("/dev/null", O_WRONLY);
    return true;
}

void by_fuzz_talk_close(struct by_fuzz_talk *talk)
{
    if (talk->in >= 0)
        close(talk->in);
    if (talk->out >= 0)
        close(talk->out);
    free(talk->text);
}
