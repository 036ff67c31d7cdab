#include "cli/cli.h"

#include <string.h>

#define BY_COMMAND(name) extern const struct by_command by_command_##name;
#include "cli/commands.def"
#undef BY_COMMAND

static const struct by_command *const commands[] = {
#define BY_COMMAND(name) &by_command_##name,
#include "cli/commands.def"
#undef BY_COMMAND
    NULL,
};

static const struct by_cli_option json_options[] = {
    {.base = {"json", BY_OPTION_FLAG, "off", 0, 0, NULL, "print one JSON value instead of text"}},
    {.base = {.name = NULL}},
};

static const struct by_cli_option game_options[] = {
    {.base = {"size", BY_OPTION_TEXT, NULL, 0, 64, NULL,
              "the board: width x height, or one number for a square"},
     .placeholder = "WxH"},
    {.base = {"option", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "an option of the game (see 'banyan games GAME'); may be repeated"},
     .placeholder = "NAME=VALUE",
     .repeated = true},
    {.base = {"position", BY_OPTION_TEXT, NULL, 0, 1e6, NULL,
              "start from this position text instead of the game's own start"},
     .placeholder = "TEXT"},
    {.base = {"moves", BY_OPTION_TEXT, NULL, 0, 1e6, NULL,
              "play these moves first, separated by blanks or commas"},
     .placeholder = "MOVES",
     .may_be_empty = true},
    {.base = {"seed", BY_OPTION_TEXT, "1", 0, 20, NULL,
              "what all chance depends on: 0 to 18446744073709551615"},
     .placeholder = "N"},
    {.base = {"threads", BY_OPTION_INT, "1", 1, 256, NULL, "how many threads may work"},
     .placeholder = "N"},
    {.base = {"json", BY_OPTION_FLAG, "off", 0, 0, NULL, "print one JSON value instead of text"}},
    {.base = {.name = NULL}},
};

/* Of commands that several processes may run as one job. */
static const struct by_cli_option ranks_options[] = {
    {.base = {"lease", BY_OPTION_TIME, "30s", 0.1, 86400, NULL,
              "under mpirun: how long a rank may be silent before its work goes to others"},
     .placeholder = "TIME"},
    {.base = {.name = NULL}},
};

const struct by_command *by_command_at(int index)
{
    int count = (int)(sizeof commands / sizeof commands[0]) - 1;
    return index >= 0 && index < count ? commands[index] : NULL;
}

const struct by_command *by_command_find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

void by_command_names(struct by_text *out)
{
    for (int i = 0; commands[i]; i++) {
        if (i > 0)
            by_text_char(out, '|');
        by_text_add(out, commands[i]->name);
    }
}

static const struct by_cli_option *group_options(enum by_cli_group group)
{
    if (group == BY_GROUP_GAME)
        return game_options;
    return group == BY_GROUP_JSON ? json_options : NULL;
}

static bool is_own(const struct by_command *command, const char *name)
{
    const struct by_cli_option *option = command->options;
    while (option && option->base.name && strcmp(option->base.name, name) != 0)
        option++;
    return option && option->base.name;
}

/* What a command says itself of an option stands for what its group says of it. */
const struct by_cli_option *by_command_option(const struct by_command *command, int index)
{
    const struct by_cli_option *tables[] = {command->options, group_options(command->group),
                                            command->ranks ? ranks_options : NULL};
    for (int t = 0; t < 3; t++) {
        const struct by_cli_option *option = tables[t];
        for (; option && option->base.name; option++)
            if ((t == 0 || !is_own(command, option->base.name)) && index-- == 0)
                return option;
    }
    return NULL;
}

static bool is_first(const struct by_command *command, int at)
{
    for (int i = 0; i < at; i++)
        if (strcmp(command->passed_on(i)->name, command->passed_on(at)->name) == 0)
            return false;
    return true;
}

bool by_command_passed_on(const struct by_command *command, int index, struct by_cli_option *out)
{
    const struct by_option *option;
    for (int i = 0; command->passed_on && (option = command->passed_on(i)); i++)
        if (is_first(command, i) && index-- == 0) {
            *out = (struct by_cli_option){
                .base = {option->name, BY_OPTION_TEXT, NULL, 0, 1e6, NULL, option->help},
                .placeholder = "VALUE"};
            return true;
        }
    return false;
}
