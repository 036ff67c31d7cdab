/* convert.c: from one format of game records to another, or to the normal form of the same. */
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#include <stdlib.h>
#include <string.h>

struct conversion {
    struct by_record_file in;
    const char *out;
    const struct by_record_format *to;
    FILE *collected; /* nothing is written before all has been read */
    char *text;
    size_t size;
    size_t nodes;
};

static int choose_formats(struct by_cli *cli, struct conversion *c)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    const char *to = by_cli_text(cli, "to");
    if (to)
        c->to = by_record_format_find(to);
    else
        c->to = strcmp(c->out, "-") == 0 ? c->in.source.format : by_record_format_of(c->out);
    if (c->to)
        return BY_EXIT_OK;
    if (to)
        return by_cli_unknown(cli, "format", to, by_record_format_names);
    struct by_text list = by_text_over(names, sizeof names);
    by_record_format_names(&list);
    return by_cli_refuse(cli, "the name '%s' has no extension of a format; say it with --to (%s)",
                         by_quote(c->out, quoted), names);
}

/* A tree goes into its own format as it is; any other has to be played through. */
static enum by_status convert_game(struct by_cli *cli, struct conversion *c,
                                   struct by_record *record)
{
    char *text = NULL;
    size_t size = 0;
    enum by_status status = BY_OK;
    struct by_record_request whole = {.ply = -1};
    c->nodes += record->tree.nodes;
    if (c->to != c->in.source.format && !record->line)
        status = by_record_play(record, &whole, &cli->error);
    if (status == BY_OK)
        status = by_record_text(record, c->to, &text, &size, &cli->error);
    if (status == BY_OK && fwrite(text, 1, size, c->collected) != size)
        status = by_fail_memory(&cli->error, size);
    free(text);
    return status;
}

static int convert_all(struct by_cli *cli, struct conversion *c)
{
    bool found = true;
    enum by_status status = BY_OK;
    struct by_record record = {0};
    struct by_progress progress;
    by_progress_open(&progress, "convert");
    atomic_store(&progress.total, (int)(c->in.source.size >> 10));
    while (status == BY_OK && found && !by_interrupted()) {
        status = by_record_next(&c->in.source, &record, &found, &cli->error);
        if (status == BY_OK && found)
            status = convert_game(cli, c, &record);
        atomic_store(&progress.done, (int)(c->in.source.at >> 10));
    }
    by_record_close(&record);
    by_progress_close(&progress);
    if (status != BY_OK)
        return by_record_file_report(cli, &c->in, c->in.source.games + (found ? 0 : 1));
    if (found)
        return by_cli_failed(cli, "stopped: nothing was written");
    if (c->to->single && c->in.source.games > 1)
        return by_cli_refuse(cli, "the format %s holds one game a file, and these are %d",
                             c->to->name, c->in.source.games);
    return BY_EXIT_OK;
}

static int say_json(struct by_cli *cli, const struct conversion *c)
{
    struct by_json *json = by_cli_json(cli);
    by_json_object(json, NULL);
    by_json_text(json, "file", c->out);
    by_json_text(json, "from", c->in.source.format->name);
    by_json_text(json, "to", c->to->name);
    by_json_int(json, "games", c->in.source.games);
    by_json_count(json, "nodes", c->nodes);
    by_json_count(json, "bytes", c->size);
    by_json_end_object(json);
    return by_cli_json_end(cli);
}

/* What was done; the games themselves are the output where there is no file for them. */
static int say(struct by_cli *cli, const struct conversion *c)
{
    char quoted[BY_QUOTE_SIZE];
    int games = c->in.source.games;
    if (by_cli_flag(cli, "json"))
        return say_json(cli, c);
    if (strcmp(c->out, "-") != 0)
        fprintf(cli->out, "%d game%s in %s\n", games, games == 1 ? "" : "s",
                by_quote(c->out, quoted));
    return BY_EXIT_OK;
}

static int convert(struct by_cli *cli, struct conversion *c)
{
    int status = by_record_file_open(cli, cli->arguments[0], by_cli_text(cli, "from"), &c->in);
    if (status == BY_EXIT_OK)
        status = choose_formats(cli, c);
    if (status != BY_EXIT_OK)
        return status;
    c->collected = open_memstream(&c->text, &c->size);
    if (!c->collected)
        return by_cli_failed(cli, "there is not enough memory");
    status = convert_all(cli, c);
    if (fclose(c->collected) != 0 && status == BY_EXIT_OK)
        status = by_cli_failed(cli, "there is not enough memory for the output");
    if (status == BY_EXIT_OK)
        status = by_cli_write(cli, c->out, c->text, c->size);
    return status == BY_EXIT_OK ? say(cli, c) : status;
}

static int run(struct by_cli *cli)
{
    struct conversion c = {.out = cli->argument_count > 1 ? cli->arguments[1] : "-"};
    if (by_cli_flag(cli, "json") && strcmp(c.out, "-") == 0)
        return by_cli_refuse(cli, "--json wants a file for the games: banyan convert IN OUT");
    int status = convert(cli, &c);
    free(c.text);
    by_record_file_close(&c.in);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"from", BY_OPTION_TEXT, NULL, 1, 32, NULL,
              "the format of IN; default: by its extension, or by what it looks like"},
     .placeholder = "FORMAT"},
    {.base = {"to", BY_OPTION_TEXT, NULL, 1, 32, NULL,
              "the format of OUT; default: by its extension, or that of IN"},
     .placeholder = "FORMAT"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"convert examples/tictactoe.sgf", "the normal form of SGF, on standard output"},
    {"convert examples/tictactoe.sgf /dev/null --to sgf --json", "only read it and count"},
    {"convert examples/othello.moves --to ggf", "openings of Othello as GGF"},
    {NULL, NULL},
};

const struct by_command by_command_convert = {
    .name = "convert",
    .arguments = "IN [OUT]",
    .least = 1,
    .most = 2,
    .summary = "convert game records from one format to another",
    .about =
        "Reads all games of the file IN and writes them to OUT, or to standard output. '-' "
        "is standard input or output. When IN is refused, OUT is not touched. Formats:\n"
#define BY_RECORD(name, extensions, title) #name " (." extensions "): " title "\n"
#include "record/records.def"
#undef BY_RECORD
        "SGF stays whole on the way to SGF: all variations and properties, unknown ones too, and "
        "the "
        "bytes of every value; blanks, needless parentheses and the small letters of FF[3] names "
        "go. Other formats get the main line and what they have words for; results are translated. "
        "A "
        "WTHOR game that is played to its end must have the discs that it states. The formats of "
        "openings do not state the size of the board: 15x15, or 20x20 or 25x25 where the points "
        "need it. "
        "JSON: {\"file\", \"from\", \"to\", \"games\", \"nodes\", \"bytes\"}.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
