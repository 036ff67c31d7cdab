/* cli.h: what the commands share.
 *
 * A command is one constant struct by_command; commands.def lists them, one line
 * each. Its table of options drives parsing, --help, the manual page and the error
 * messages. A command writes to cli->out, which collects in memory: the text reaches
 * standard output only when the command has not failed, so a failure leaves nothing
 * there. On the way it is made printable: names, sentences and comments from files and
 * other programs cannot give orders to the terminal. Exit status: 0 done, 1 failed, 2 bad usage or input. */
#ifndef BY_CLI_CLI_H
#define BY_CLI_CLI_H

#include "base/options.h"
#include "base/spec.h"
#include "games/line.h"
#include "report/pieces.h"
#include <stdio.h>

enum { BY_EXIT_OK = 0, BY_EXIT_FAILED = 1, BY_EXIT_USAGE = 2 };

/* Options beyond a command's own. */
enum by_cli_group {
    BY_GROUP_NONE = 0,
    BY_GROUP_JSON = 1, /* --json */
    BY_GROUP_GAME = 2, /* --size --option --position --moves --seed --threads --json */
};

/* One option. `base` is the table entry that games and searches use too; a FLAG takes no
 * value here. `placeholder` names the value in the help. */
struct by_cli_option {
    struct by_option base;
    const char *placeholder;
    bool may_be_empty;     /* an empty value is the same as none */
    bool repeated;         /* may be given several times: all values go to cli->settings */
    const char *value_opt; /* the value may be left out; this is what it is then */
};

struct by_example {
    const char *line; /* as typed, without the leading "banyan " */
    const char *help; /* what it shows */
};

struct by_cli;

struct by_command {
    const char *name;
    const char *arguments; /* "GAME DEPTH"; "" when there are none */
    int least, most;       /* how many arguments it takes */
    const char *summary;   /* one line, no full stop */
    const char *about;     /* paragraphs separated by '\n' */
    enum by_cli_group group;
    const struct by_cli_option *options; /* ended by a NULL name, or NULL */

    /* NULL, or further options, which it passes on as text to somebody who has a table of his own:
     * the index-th, NULL past the end. A name may come several times. */
    const struct by_option *(*passed_on)(int index);
    const struct by_example *examples; /* ended by a NULL line; at least two */
    int (*run)(struct by_cli *cli);    /* returns the exit status */
    bool ranks; /* started several times as one job (cli/mpi.h), rank 0 runs it and the others help;
                   it has --lease */
};

enum by_style {
    BY_STYLE_PLAIN,
    BY_STYLE_BOLD,
    BY_STYLE_DIM,
    BY_STYLE_FIRST,
    BY_STYLE_SECOND,
    BY_STYLE_COUNT
};

struct by_output {
    char *data; /* what cli->out has collected */
    size_t size;
    size_t written; /* of it: already on standard output */
    bool failed;    /* a write was refused and reported; nothing more is written */
    bool verbatim;  /* it is the content of a file: every byte counts, but on a terminal */
    bool screen;    /* the command moves about on the terminal's screen */
    bool own;       /* nothing that is printed came from elsewhere: colours pass */
    char key[12];   /* what our own escapes for colours begin with: nobody else can know it */
    char style[BY_STYLE_COUNT][24];
};

struct by_cli {
    const struct by_command *command;
    int word_count; /* the command line, from the program's name */
    char **words;
    struct by_values values; /* the options */
    struct by_option *table; /* what `values` points into */
    int argument_count;
    char **arguments;
    int setting_count;
    const char **settings; /* the values of --option, in order */

    FILE *out;
    struct by_output output;
    struct by_json json; /* by_cli_json */
    struct by_buffer json_text;
    struct by_buffer files; /* by_cli_wrote: a line for each */
    bool discard;           /* the command failed: leave standard output alone */
    bool colour;            /* standard output is a terminal that wants colour */
    struct by_error error;

    struct by_rules *rules; /* by_cli_game */
    struct by_line *line;
};

/* --- commands (command.c) ------------------------------------------------- */

const struct by_command *by_command_at(int index); /* NULL past the end */
const struct by_command *by_command_find(const char *name);
void by_command_names(struct by_text *out);

/* All options of a command: its own, those of its group; NULL past the end. */
const struct by_cli_option *by_command_option(const struct by_command *command, int index);

/* Those that it passes on, each name once, as it takes them; false past the end. */
bool by_command_passed_on(const struct by_command *command, int index, struct by_cli_option *out);

/* --- arguments (args.c) --------------------------------------------------- */

/* Reads argv[1..] by the command's table; argv[0] is the command's name. `*help` is set when
 * --help was asked for: then nothing else was checked. Returns an exit status. */
int by_args_read(struct by_cli *cli, int argc, char **argv, bool *help);
void by_args_close(struct by_cli *cli);

/* The command line, quoted so that a shell reads it the same again. */
void by_cli_command_line(const struct by_cli *cli, char *buffer, size_t size);

/* A word as a shell takes it: in quotes where it has to be. */
void by_cli_add_word(struct by_text *out, const char *word);

/* The value of an option of the command's table. */
const struct by_value *by_cli_value(const struct by_cli *cli, const char *name);
bool by_cli_flag(const struct by_cli *cli, const char *name);
const char *by_cli_text(const struct by_cli *cli, const char *name); /* NULL: not given */
int64_t by_cli_int(const struct by_cli *cli, const char *name);      /* 0: not given */
double by_cli_real(const struct by_cli *cli, const char *name);      /* 0: not given */
bool by_cli_seed(struct by_cli *cli, uint64_t *seed);                /* false: refused */

/* For games against others: where --seed is not given, a seed of the moment, which is told on
 * standard error, so that one game is not like the other and can still be had again. */
bool by_cli_seed_or_any(struct by_cli *cli, uint64_t *seed);
/* clang-format off */
#define BY_CLI_ANY_SEED                                                                            \
    {.base = {"seed", BY_OPTION_TEXT, NULL, 0, 20, NULL,                                           \
              "what all chance depends on: 0 to 18446744073709551615; without it another one every " \
              "time, told on standard error"},                                                     \
     .placeholder = "N"}
/* clang-format on */

/* --- output (output.c) ---------------------------------------------------- */

bool by_output_open(struct by_cli *cli);

/* Sends what was collected so far; false (and a message, once) when it was refused. */
bool by_output_flush(struct by_cli *cli);

/* Writes bytes that are the content of a file (a record, JSON), not words for a person. */
void by_output_bytes(struct by_cli *cli, const char *data, size_t size);

/* Writes escape sequences that move the cursor or clear the screen. All others but our own colours
 * (by_style) are taken out of what a command prints: they came from a file or another program. */
void by_output_screen(struct by_cli *cli, const char *escapes);

/* All that the command prints is made here, as in a lesson: its colours pass as they are. */
void by_output_own(struct by_cli *cli);

/* Prints a report and closes its buffer. Returns an exit status. */
int by_cli_print(struct by_cli *cli, struct by_buffer *report);

/* A file was written: "written FILE" ends what the command prints, unless that is JSON or itself the
 * content of a file. by_cli_write calls it. */
void by_cli_wrote(struct by_cli *cli, const char *path);

/* The one JSON value that the command prints: the writer, opened; the end of it, printed with a
 * newline (returns an exit status). Long ones may be sent to cli->out on the way. */
struct by_json *by_cli_json(struct by_cli *cli);
void by_cli_json_send(struct by_cli *cli);
int by_cli_json_end(struct by_cli *cli);

/* Flushes unless the command failed, closes, and returns the exit status to use. */
int by_output_close(struct by_cli *cli, int status);

/* Says `text` on standard error behind "banyan: ", keeps standard output empty. */
int by_cli_refuse(struct by_cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* BY_EXIT_USAGE */
int by_cli_failed(struct by_cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* BY_EXIT_FAILED */
int by_cli_report(struct by_cli *cli);     /* cli->error, with the status that fits */

/* Refuses a name of this kind ("game") that is not among `names`. */
int by_cli_unknown(struct by_cli *cli, const char *kind, const char *name,
                   void (*names)(struct by_text *out));

/* A remark on standard error that is no failure. */
void by_cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- the board (table.c) -------------------------------------------------- */

/* Opens cli->rules and cli->line from the arguments: the game's name is `name`. Returns an
 * exit status; by_cli_game_close is safe after a failure. */
int by_cli_game(struct by_cli *cli, const char *name);
void by_cli_game_close(struct by_cli *cli);

/* Says on standard error what the game would want and does not have: weights that the build left out. */
void by_cli_note_lacks(const struct by_cli *cli);

/* Opens cli->rules alone, with --size and --option where the command has them. */
int by_cli_rules(struct by_cli *cli, const char *name, const char *position);

/* --size and every --option as settings, for BY_CLI_SETTINGS_MAX of which there is room; `storage`
 * keeps their text: BY_SPEC_LENGTH_MAX + 1 bytes for each --option. Returns an exit status. */
#define BY_CLI_SETTINGS_MAX (BY_SPEC_PAIRS_MAX + 1)
int by_cli_settings(struct by_cli *cli, struct by_setting *settings, char *storage, int *count);

/* Opens the game once more with the line's last position as its start. */
int by_cli_game_from_here(struct by_cli *cli, const char *name);

/* Fills `spec` with `player`, and with --threads where its search has such an option; refuses
 * more than one thread elsewhere. Returns an exit status. */
#define BY_SPEC_BUFFER 4200
int by_cli_player_spec(struct by_cli *cli, const char *player, char spec[BY_SPEC_BUFFER]);

/* The same as by_put_moves, by_put_sequence and by_put_fact (report/pieces.h), to a file. */
void by_print_moves(FILE *out, const struct by_rules *rules, const void *position,
                    const by_move *moves, int count);
void by_print_sequence(FILE *out, const struct by_rules *rules, const void *position,
                       const by_move *moves, int count);
void by_print_fact(FILE *out, const struct by_rules *rules, const struct by_fact *fact);

/* --- boards on a terminal (drawing.c) --------------------------------------- */

/* A drawing of characters, X, O and Q coloured where cli->out is a terminal that wants it. Where it
 * has one such piece more than `before` (NULL: nothing to compare with), that one stands in
 * brackets: the last move, which is to be seen without colours too. Both may have colours of their
 * own. */
void by_print_drawing(const struct by_cli *cli, FILE *out, const char *before, const char *now);

/* by_put_board (report/board.h), coloured where cli->out is a terminal that wants it. */
void by_print_line_board(const struct by_cli *cli, FILE *out, const struct by_line *line,
                         bool legal);

/* --- style (style.c) ------------------------------------------------------ */

/* Draws the key and makes the escapes from it. */
void by_style_prepare(struct by_output *output);

/* The escape sequence, for cli->out alone: it carries a key that is taken out on the way to the
 * terminal, and colours without it came from a file or another program. "" without colour. */
const char *by_style(const struct by_cli *cli, enum by_style style);

/* Bold and back. */
struct by_marks by_cli_marks(const struct by_cli *cli);

/* True when the descriptor is a terminal that understands escapes: TERM says which, and not dumb. */
bool by_style_escapes(int descriptor);

/* The same, and NO_COLOR is not set. */
bool by_style_wanted(int descriptor);

/* --- help (help.c, manual.c) ---------------------------------------------- */

void by_help_overview(struct by_cli *cli);
void by_help_command(struct by_cli *cli, const struct by_command *command);
void by_manual(struct by_cli *cli);

/* What an option accepts, with its default: for both of them and for `searches`. */
void by_option_line(const struct by_option *option, struct by_text *out);

#endif
