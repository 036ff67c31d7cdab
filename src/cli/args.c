/* args.c: the command line, read by the command's table through getopt_long. */
#include "base/rng.h"
#include "base/spec.h"
#include "cli/cli.h"
#include "cli/mpi.h"

#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define OPTIONS_MAX 64  /* of a command, those that it passes on included */
#define CODE_FIRST  256 /* above every character: codes of long options */
#define CODE_HELP   (CODE_FIRST + OPTIONS_MAX)

struct reading {
    const struct by_command *command;
    struct by_cli_option options[OPTIONS_MAX];
    struct option longs[OPTIONS_MAX + 2];
    int count;                       /* options of the table */
    const char *values[OPTIONS_MAX]; /* as given; NULL: not given */
};

/* The option at `index`, those that are passed on behind the others. */
static bool option_at(const struct by_command *command, int index, struct by_cli_option *out)
{
    int own = 0;
    while (by_command_option(command, own))
        own++;
    if (index >= own)
        return by_command_passed_on(command, index - own, out);
    *out = *by_command_option(command, index);
    return true;
}

static void list_options(struct reading *reading)
{
    int i = 0;
    for (; i < OPTIONS_MAX && option_at(reading->command, i, &reading->options[i]); i++) {
        const struct by_cli_option *option = &reading->options[i];
        int has_value = option->base.type == BY_OPTION_FLAG ? no_argument
                        : option->value_opt                 ? optional_argument
                                                            : required_argument;
        reading->longs[i] = (struct option){option->base.name, has_value, NULL, CODE_FIRST + i};
    }
    reading->count = i;
    reading->longs[i++] = (struct option){"help", no_argument, NULL, CODE_HELP};
    reading->longs[i] = (struct option){NULL, 0, NULL, 0};
}

static int refuse_option(struct by_cli *cli, const struct reading *reading, const char *given)
{
    char names[512], hint[96], word[64], quoted[BY_QUOTE_SIZE];
    struct by_text list = by_text_over(names, sizeof names);
    for (int i = 0; i <= reading->count; i++)
        by_text_format(&list, i > 0 ? "|--%s" : "--%s", reading->longs[i].name);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(given, "="), given);
    struct by_text suggestion = by_text_over(hint, sizeof hint);
    by_suggest(&suggestion, word, names);
    return by_cli_refuse(cli, "'%s' has no option '%s'%s (options: %s)", reading->command->name,
                         by_quote(given, quoted), hint, names);
}

static int refuse_question_mark(struct by_cli *cli, const struct reading *reading, char **argv)
{
    if (optopt >= CODE_FIRST)
        return by_cli_refuse(cli, "the option --%s takes no value",
                             optopt == CODE_HELP ? "help"
                                                 : reading->longs[optopt - CODE_FIRST].name);
    char letter[3] = {'-', (char)optopt, 0};
    return refuse_option(cli, reading, optopt ? letter : argv[optind - 1]);
}

static bool all_digits(const char *text)
{
    if (!text || !*text)
        return false;
    for (; *text; text++)
        if (!isdigit((unsigned char)*text))
            return false;
    return true;
}

/* A word of the command line that is one of the command's options: no value, but one forgotten. */
static bool is_option(const struct reading *reading, const char *word)
{
    if (strncmp(word, "--", 2) != 0)
        return false;
    size_t length = strcspn(word + 2, "=");
    for (int i = 0; i < reading->count; i++) {
        const char *name = reading->longs[i].name;
        if (strlen(name) == length && strncmp(name, word + 2, length) == 0)
            return true;
    }
    return false;
}

static int refuse_missing(struct by_cli *cli, const struct reading *reading, int index)
{
    const struct by_cli_option *option = &reading->options[index];
    return by_cli_refuse(cli, "the option --%s wants a value: --%s %s", option->base.name,
                         option->base.name, option->placeholder ? option->placeholder : "VALUE");
}

/* Takes the value of option `index`. */
static int take(struct by_cli *cli, struct reading *reading, int index, int argc, char **argv)
{
    const struct by_cli_option *option = &reading->options[index];
    const char *value = option->base.type == BY_OPTION_FLAG ? "on" : optarg;
    /* getopt_long knows optional values only as --trace=50; people also write --trace 50. */
    if (optarg && optarg == argv[optind - 1] && is_option(reading, optarg))
        return refuse_missing(cli, reading, index);
    if (!value && option->value_opt)
        value = optind < argc && all_digits(argv[optind]) ? argv[optind++] : option->value_opt;
    if (option->repeated && cli->setting_count == BY_SPEC_PAIRS_MAX)
        return by_cli_refuse(cli, "--%s may be given at most %d times", option->base.name,
                             BY_SPEC_PAIRS_MAX);
    if (option->repeated) {
        cli->settings[cli->setting_count++] = value;
        return BY_EXIT_OK;
    }
    if (reading->values[index] && option->base.type != BY_OPTION_FLAG)
        return by_cli_refuse(cli, "the option --%s is given twice", option->base.name);
    if (value && (*value || !option->may_be_empty))
        reading->values[index] = value;
    return BY_EXIT_OK;
}

static int scan(struct by_cli *cli, struct reading *reading, int argc, char **argv, bool *help)
{
    int code, status = BY_EXIT_OK;
    opterr = 0;
    optind = 1;
    while (status == BY_EXIT_OK && !*help &&
           (code = getopt_long(argc, argv, ":h", reading->longs, NULL)) != -1) {
        if (code == 'h' || code == CODE_HELP)
            *help = true;
        else if (code == ':')
            status = optopt >= CODE_FIRST
                         ? refuse_missing(cli, reading, optopt - CODE_FIRST)
                         : by_cli_refuse(cli, "the option %s wants a value", argv[optind - 1]);
        else if (code >= CODE_FIRST)
            status = take(cli, reading, code - CODE_FIRST, argc, argv);
        else
            status = refuse_question_mark(cli, reading, argv);
    }
    cli->argument_count = argc - optind;
    cli->arguments = argv + optind;
    return status;
}

static int check_arguments(struct by_cli *cli)
{
    const struct by_command *command = cli->command;
    char quoted[BY_QUOTE_SIZE];
    if (cli->argument_count > command->most)
        return by_cli_refuse(cli, "'%s' does not know what to do with '%s'; usage: banyan %s %s",
                             command->name, by_quote(cli->arguments[command->most], quoted),
                             command->name, command->arguments);
    if (cli->argument_count < command->least)
        return by_cli_refuse(cli, "'%s' wants %s; usage: banyan %s %s", command->name,
                             command->arguments, command->name, command->arguments);
    return BY_EXIT_OK;
}

static int check_values(struct by_cli *cli, const struct reading *reading)
{
    struct by_setting settings[OPTIONS_MAX];
    char owner[64];
    int given = 0;
    cli->table = calloc((size_t)reading->count + 1, sizeof *cli->table);
    if (!cli->table)
        return by_cli_failed(cli, "there is not enough memory");
    for (int i = 0; i < reading->count; i++) {
        cli->table[i] = reading->options[i].base;
        if (reading->values[i])
            settings[given++] = (struct by_setting){cli->table[i].name, reading->values[i]};
    }
    snprintf(owner, sizeof owner, "the command %s", reading->command->name);
    if (by_values_open(owner, cli->table, settings, given, &cli->values, &cli->error) != BY_OK)
        return by_cli_report(cli);
    return BY_EXIT_OK;
}

int by_args_read(struct by_cli *cli, int argc, char **argv, bool *help)
{
    struct reading reading = {.command = cli->command};
    *help = false;
    list_options(&reading);
    cli->settings = calloc((size_t)argc + 1, sizeof *cli->settings);
    if (!cli->settings)
        return by_cli_failed(cli, "there is not enough memory");
    int status = scan(cli, &reading, argc, argv, help);
    if (status != BY_EXIT_OK || *help)
        return status;
    status = check_arguments(cli);
    return status != BY_EXIT_OK ? status : check_values(cli, &reading);
}

void by_args_close(struct by_cli *cli)
{
    if (cli->values.value)
        by_values_close(&cli->values);
    free(cli->table);
    free(cli->settings);
}

const struct by_value *by_cli_value(const struct by_cli *cli, const char *name)
{
    return by_values_get(&cli->values, name);
}

bool by_cli_flag(const struct by_cli *cli, const char *name)
{
    return by_cli_value(cli, name)->flag;
}

const char *by_cli_text(const struct by_cli *cli, const char *name)
{
    const struct by_value *value = by_cli_value(cli, name);
    return value->set ? value->text : NULL;
}

int64_t by_cli_int(const struct by_cli *cli, const char *name)
{
    const struct by_value *value = by_cli_value(cli, name);
    return value->set ? value->integer : 0;
}

double by_cli_real(const struct by_cli *cli, const char *name)
{
    const struct by_value *value = by_cli_value(cli, name);
    return value->set ? value->real : 0;
}

/* Seeds use all 64 bits, one more than by_read_int reads. */
/* A word as the shell takes it: in single quotes, unless nothing in it is special. */
void by_cli_add_word(struct by_text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=:,./@%";
    if (*word && word[strspn(word, plain)] == 0) {
        by_text_add(out, word);
        return;
    }
    by_text_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            by_text_add(out, "'\\''");
        else
            by_text_char(out, *word);
    }
    by_text_char(out, '\'');
}

void by_cli_command_line(const struct by_cli *cli, char *buffer, size_t size)
{
    struct by_text out = by_text_over(buffer, size);
    by_mpi_write_launch(&out);
    for (int i = 0; i < cli->word_count; i++) {
        if (i > 0)
            by_text_char(&out, ' ');
        by_cli_add_word(&out, cli->words[i]);
    }
}

bool by_cli_seed(struct by_cli *cli, uint64_t *seed)
{
    const char *text = by_cli_text(cli, "seed");
    char quoted[BY_QUOTE_SIZE];
    bool good = by_read_seed(text, seed);
    if (!good)
        by_cli_refuse(cli, "--seed wants a whole number from 0 to 18446744073709551615, not '%s'",
                      by_quote(text, quoted));
    return good;
}

bool by_cli_seed_or_any(struct by_cli *cli, uint64_t *seed)
{
    if (by_cli_value(cli, "seed")->given)
        return by_cli_seed(cli, seed);
    *seed = by_seed_of_the_moment();
    fprintf(stderr, "banyan: the seed is %llu\n", (unsigned long long)*seed);
    return true;
}
