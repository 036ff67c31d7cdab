/* program.h: other people's programs as players: a child process that speaks a protocol.
 *
 * A program is opened with its rules: the process is started and told the game, so that what
 * cannot work is refused before anything is played. What goes wrong later is a fault (player.h),
 * told apart from failures of our own, with a sentence that holds the last line of its standard
 * error; the process is ended, and started again when the next move is asked for.
 *
 * Before each move the program is told what has changed since the last one: moves played, moves
 * taken back, a new game. Its answer is checked by our own rules. */
#ifndef BY_PLAYERS_PROGRAM_H
#define BY_PLAYERS_PROGRAM_H

#include "players/child.h"
#include "players/player.h"

struct by_program {
    const struct by_protocol *protocol;
    const struct by_rules *rules;
    struct by_values values;
    char *command; /* in values */
    struct by_wake wake;
    struct by_tail tail; /* the end of its standard error, over all its lives */
    struct by_transcript transcript;
    struct by_child *child; /* NULL: it does not run */
    size_t ignored;         /* bytes it said since the last command that were no answer */

    /* What came of the last move. */
    enum by_fault fault;
    bool stopped, resigned;
    struct by_error error;

    /* What it was told. */
    bool ready;      /* the game is set up, and told[0..told_count) are played */
    bool timed;      /* a time setting was sent: `given` */
    double given[3]; /* what was sent last, so that it is not sent again */
    by_move *told;
    int told_count, told_room;
    by_move *scratch; /* room for rules->max_moves */
    unsigned knows;   /* bits of the protocol's own: commands it knows */
    double moved;     /* when its last move came */
    char said[128];   /* what it has called itself; "" when nothing */
};

/* How a program is spoken to. The functions return false when there is trouble: then
 * by_program_trouble or its like was called. */
struct by_protocol {
    const char *name;
    const char *title;
    const char *summary;             /* one line */
    const char *game;                /* the one it was made for */
    const struct by_option *options; /* BY_PROGRAM_OPTIONS, and its own */
    const char *const *aside; /* options that change nothing of what is played; ends with NULL */
    bool plays;               /* a move that it has answered is played on its own board */

    /* Refuses games that the protocol cannot carry, and start positions it cannot tell. */
    enum by_status (*accept)(const struct by_rules *rules, struct by_error *err);
    bool (*begin)(struct by_program *program); /* the process has just been started */

    /* Sets up a new game at the start of the line. */
    bool (*setup)(struct by_program *program, const struct by_line *line);

    /* Tells what is new on the line, asks for a move and reads it; BY_NO_MOVE: it resigns. */
    bool (*ask)(struct by_program *program, const struct by_line *line,
                const struct by_limits *limits, by_move *out);
    void (*quit)(struct by_program *program); /* says good-bye */

    /* A move in the protocol's own words: "13,1". */
    void (*words)(const struct by_rules *rules, const void *position, by_move move,
                  struct by_text *out);

    /* Asks a program that runs what it calls itself, into program->said; where it does not answer it
     * stays as it was. NULL: it tells by itself. */
    void (*about)(struct by_program *program);
};

/* gtp, gomocup, nboard; NULL past the end. */
const struct by_protocol *by_protocol_at(int index);
const struct by_protocol *by_protocol_find(const char *name);

#define BY_PROGRAM_OPTIONS                                                                           \
    {"cmd", BY_OPTION_TEXT, NULL, 1, 4095, NULL, "the command that starts it, for the shell"},       \
        {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "told to it as the time for a move"},       \
        {"margin",                                                                                   \
         BY_OPTION_TIME,                                                                             \
         "200ms",                                                                                    \
         0,                                                                                          \
         1e6,                                                                                        \
         NULL,                                                                                       \
         "how far it may exceed the time it was given; holds for it in a match, too"},               \
        {"start", BY_OPTION_TIME, "10s", 0.01, 1e6, NULL, "how long it may take to start"},          \
        {"command",                                                                                  \
         BY_OPTION_TIME,                                                                             \
         "10s",                                                                                      \
         0.01,                                                                                       \
         1e6,                                                                                        \
         NULL,                                                                                       \
         "how long it may take to answer what is no question for a move"},                           \
        {"move",                                                                                     \
         BY_OPTION_TIME,                                                                             \
         "10m",                                                                                      \
         0.01,                                                                                       \
         1e6,                                                                                        \
         NULL,                                                                                       \
         "how long a move may take where no time is given"},                                         \
        {"stop", BY_OPTION_TIME, "1s", 0, 60, NULL, "how long it may take to end when told to"},     \
        {"mem", BY_OPTION_BYTES, NULL, 1048576, 0x1p50, NULL, "memory it may have"},                 \
        {"cpu", BY_OPTION_TIME, NULL, 1, 1e9, NULL, "processor time it may have, in whole seconds"}, \
        {"restart", BY_OPTION_FLAG, "off", 0, 0, NULL, "start it anew for every game"},              \
    {                                                                                                \
        "transcript", BY_OPTION_TEXT, NULL, 1, 4095, NULL,                                           \
            "append all that is said, with times, to this file"                                      \
    }

/* Of these, what does not change play: for the `aside` of protocols. */
#define BY_PROGRAM_ASIDE "transcript", "stop"

/* `settings` are those of the spec. */
enum by_status by_program_open(const struct by_rules *rules, const struct by_protocol *protocol,
                               const struct by_setting *settings, int count,
                               struct by_program **out, struct by_error *err);
void by_program_close(struct by_program *program);

/* The same without starting the process. */
enum by_status by_program_make(const struct by_rules *rules, const struct by_protocol *protocol,
                               const struct by_setting *settings, int count,
                               struct by_program **out, struct by_error *err);

/* What the program says of itself, its name and its version, on one line; "" when it does not. */
const char *by_program_about(struct by_program *program);

/* A new game: it is told so before the next move. */
void by_program_reset(struct by_program *program);

/* A line for the transcript: game `number` (from 1) of a match begins, in which it is the first (0) or
 * second player. */
void by_program_announce(struct by_program *program, int64_t number, int side);

/* As by_player_move; a fault is a failure whose kind is program->fault. */
enum by_status by_program_move(struct by_program *program, const struct by_line *line,
                               const struct by_limits *limits, struct by_decision *decision,
                               struct by_error *err);
void by_program_stop(struct by_program *program); /* from anywhere */

/* --- for protocols ---------------------------------------------------------------- */

/* Something went wrong: keeps the sentence, and always returns false. */
bool by_program_trouble(struct by_program *program, enum by_fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The trouble that `heard` (none but SOMETHING) means after waiting `seconds` for `what`. With
 * `judged` the seconds were a time that the program was told. */
bool by_program_deaf(struct by_program *program, enum by_heard heard, const char *what,
                     double seconds, bool judged);

/* Sends a line; false, with trouble, when it does not read. */
bool by_program_say(struct by_program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next line that is not empty. */
bool by_program_hear(struct by_program *program, const char *what, double begun, double seconds,
                     bool judged, const char **line);

/* A line was no answer: false, with trouble, when there were too many of them. */
bool by_program_ignore(struct by_program *program, const char *line);

/* The value of a TIME option in seconds; 0 when it is not set. */
double by_program_seconds(const struct by_program *program, const char *name);

/* How long this move may take, and whether that is a time it was told. */
double by_program_allowed(const struct by_program *program, const struct by_limits *limits,
                          bool *judged);

/* The seconds for a move: the smaller of the caller's and the option's; 0: none. */
double by_program_per_move(const struct by_program *program, const struct by_limits *limits);

/* How many of the moves told are also the line's. */
int by_program_common(const struct by_program *program, const struct by_line *line);

/* Notes that the program knows one more move. */
bool by_program_told(struct by_program *program, by_move move);

/* What stands on a board in a position's text: calls `emit` for every stone, X and O in turn as
 * long as there are both. x from the left, y from the bottom. False: `emit` was false. */
typedef bool by_stone_fn(void *context, int side, int x, int y);
bool by_stones_of(const struct by_rules *rules, const void *position, by_stone_fn *emit,
                  void *context);

#endif
