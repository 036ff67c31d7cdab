/* review.c: a game looked at again, move by move. */
#include "cli/play/review.h"
#include "cli/arena/store.h"
#include "cli/game_file.h"
#include "cli/interrupt.h"
#include "cli/keys.h"
#include "cli/progress.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- thinking ----------------------------------------------------------------------------- */

static void on_progress(void *context, const struct by_review *so_far)
{
    struct by_progress *progress = context;
    atomic_store(&progress->done, so_far->count - so_far->first);
}

int by_cli_review(struct by_cli *cli, const struct by_line *line, const char *player,
                  double seconds, uint64_t seed, struct by_review *out)
{
    char spec[BY_SPEC_BUFFER];
    struct by_progress progress;
    struct by_review_terms terms = {.limits = {.seconds = seconds},
                                    .stop = by_interrupt_flag(),
                                    .progress = on_progress,
                                    .context = &progress};
    const struct by_player_terms seat = {.seed = seed, .trust = BY_TRUST_ALL};
    *out = (struct by_review){0};
    int status = by_cli_player_spec(cli, player ? player : by_player_for(line->rules), spec);
    if (status != BY_EXIT_OK)
        return status;
    if (by_player_open(line->rules, spec, &seat, &terms.player, &cli->error) != BY_OK)
        return by_cli_report(cli);
    by_progress_open(&progress, "review");
    atomic_store(&progress.total, line->count);
    by_interrupt_watch(terms.player);
    if (by_review_run(out, line, &terms, &cli->error) != BY_OK)
        status = BY_EXIT_FAILED;
    by_interrupt_watch(NULL);
    by_progress_close(&progress);
    by_player_close(terms.player);
    return status == BY_EXIT_OK ? status : by_cli_report(cli);
}

/* --- the game ----------------------------------------------------------------------------- */

struct subject {
    struct by_game_file file;
    struct by_stored_game stored;
    struct by_review_facts facts;
    char result[64];
};

static void take_facts(struct subject *s, const struct by_record *record)
{
    s->facts.names[0] = record->info[BY_INFO_first];
    s->facts.names[1] = record->info[BY_INFO_second];
    s->facts.result = record->info[BY_INFO_result];
}

static int open_stored(struct by_cli *cli, const char *path, struct subject *s)
{
    int status = by_stored_game_open(cli, path, by_cli_int(cli, "match"), by_cli_int(cli, "number"),
                                     &s->stored);
    if (status != BY_EXIT_OK)
        return status;
    const struct by_played *played = s->stored.played;
    s->facts.names[0] = played->a_first ? s->stored.a : s->stored.b;
    s->facts.names[1] = played->a_first ? s->stored.b : s->stored.a;
    bool first_won = (played->points == 2) == played->a_first;
    snprintf(s->result, sizeof s->result, "%s (%.40s)",
             played->points == 1 ? "0"
             : first_won         ? "B+"
                                 : "W+",
             played->ended);
    s->facts.result = s->result;
    const struct by_value *ply = by_cli_value(cli, "ply");
    while (ply->set && cli->line->count > ply->integer)
        by_line_undo(cli->line);
    return BY_EXIT_OK;
}

static int open_file(struct by_cli *cli, const char *path, const char *game, struct subject *s)
{
    if (strcmp(path, "-") != 0 && by_is_store(path))
        return open_stored(cli, path, s);
    int status = by_game_file_open(cli, path, game, &s->file);
    if (status == BY_EXIT_OK)
        take_facts(s, &s->file.record);
    return status;
}

static int open_subject(struct by_cli *cli, struct subject *s)
{
    const char *file = by_cli_text(cli, "file");
    const char *argument = cli->argument_count > 0 ? cli->arguments[0] : NULL;
    if (file)
        return open_file(cli, file, argument, s);
    if (argument && (by_is_file(argument) || by_cli_value(cli, "match")->given))
        return open_file(cli, argument, NULL, s);
    return by_cli_board(cli);
}

static void close_subject(struct subject *s)
{
    by_game_file_close(&s->file);
    by_stored_game_close(&s->stored);
}

/* --- what is written ---------------------------------------------------------------------- */

static int write_svg(struct by_cli *cli, const struct by_review *review,
                     const struct by_review_facts *facts, const char *path)
{
    struct by_buffer out;
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_draw_review(&out, review, facts);
    int status = out.failed ? by_cli_failed(cli, "there is not enough memory for the drawing")
                            : by_cli_write(cli, path, by_buffer_text(&out), out.length);
    by_buffer_close(&out);
    return status;
}

static int write_sgf(struct by_cli *cli, const struct by_review *review, struct subject *s,
                     const char *path)
{
    char *text = NULL;
    size_t size = 0;
    enum by_status made = by_review_text(review, &s->facts, &s->file.record, s->file.nodes,
                                         s->file.node_count, &text, &size, &cli->error);
    int status = made == BY_OK ? by_cli_write(cli, path, text, size) : by_cli_report(cli);
    free(text);
    return status;
}

static int print_json(struct by_cli *cli, const struct by_review *review,
                      const struct by_review_facts *facts)
{
    struct by_json *json = by_cli_json(cli);
    by_json_object(json, NULL);
    by_report_review(json, review, facts);
    by_json_end_object(json);
    return by_cli_json_end(cli);
}

static int print_text(struct by_cli *cli, const struct by_review *review,
                      const struct by_review_facts *facts)
{
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(cli);
    int columns = isatty(STDOUT_FILENO) ? by_screen_size().columns : 80;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_review(&text, review, facts, columns, &marks);
    return by_cli_print(cli, &text);
}

static int answer(struct by_cli *cli, const struct by_review *review, struct subject *s)
{
    const char *svg = by_cli_text(cli, "svg"), *sgf = by_cli_text(cli, "sgf");
    bool alone = (svg && strcmp(svg, "-") == 0) || (sgf && strcmp(sgf, "-") == 0);
    int status = BY_EXIT_OK;
    if (by_cli_flag(cli, "json"))
        status = print_json(cli, review, &s->facts);
    else if (!alone)
        status = print_text(cli, review, &s->facts);
    if (status == BY_EXIT_OK && svg)
        status = write_svg(cli, review, &s->facts, svg);
    if (status == BY_EXIT_OK && sgf)
        status = write_sgf(cli, review, s, sgf);
    return status;
}

/* --- the command -------------------------------------------------------------------------- */

static const double cares[] = {BY_CARE_QUICK, BY_CARE_NORMAL,
                               BY_CARE_DEEP}; /* as the option lists them */

/* Seconds for a position; 0: the player's own limits hold. */
static double care_of(const struct by_cli *cli)
{
    const struct by_value *care = by_cli_value(cli, "care"), *time = by_cli_value(cli, "time");
    if (time->set)
        return time->real;
    return by_cli_text(cli, "player") && !care->given ? 0 : cares[care->choice];
}

/* What would only be found out when all the work is done. */
static int check(struct by_cli *cli)
{
    static const char *const files[] = {"svg", "sgf"};
    int alone = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = by_cli_text(cli, files[i]);
        int status = path ? by_cli_can_write(cli, path) : BY_EXIT_OK;
        if (status != BY_EXIT_OK)
            return status;
        alone += path && strcmp(path, "-") == 0;
    }
    if (alone > 1 || (alone == 1 && by_cli_flag(cli, "json")))
        return by_cli_refuse(cli,
                             "standard output has room for one of --svg -, --sgf - and --json");
    return BY_EXIT_OK;
}

static int review(struct by_cli *cli, struct subject *s, uint64_t seed)
{
    struct by_review found;
    const char *player = by_cli_text(cli, "player");
    s->facts.player = player ? player : by_player_for(cli->rules);
    s->facts.worst = (int)by_cli_int(cli, "worst");
    int status = by_cli_review(cli, cli->line, player, care_of(cli), seed, &found);
    if (status == BY_EXIT_OK)
        status = answer(cli, &found, s);
    if (status == BY_EXIT_OK && found.first > 0)
        by_cli_note("stopped: %d of %d moves were looked at", found.count - found.first,
                    found.count);
    by_review_close(&found);
    return status;
}

static int run(struct by_cli *cli)
{
    uint64_t seed;
    struct subject subject = {.facts = {0}};
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    int status = check(cli);
    if (status == BY_EXIT_OK)
        status = open_subject(cli, &subject);
    if (status == BY_EXIT_OK)
        status = review(cli, &subject, seed);
    close_subject(&subject);
    return status;
}

static const struct by_cli_option options[] = {
    BY_CLI_FILE_OPTIONS,
    {.base =
         {"match", BY_OPTION_INT, NULL, 1, 1e15, NULL,
          "of a store: the match, by its number in 'banyan store ls'; --number is then the game's "
          "in it"},
     .placeholder = "ID"},
    {.base = {"care", BY_OPTION_CHOICE, "normal", 0, 0, "quick|normal|deep",
              "how long to think about each position: 0.1, 0.5 or 3 seconds"},
     .placeholder = "NAME"},
    {.base = {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "so long instead"},
     .placeholder = "TIME"},
    {.base =
         {"player", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
          "whose opinion it is: a search with its options, and without --care and --time with its "
          "own limits; default: the game's own player"},
     .placeholder = "SPEC"},
    {.base = {"worst", BY_OPTION_INT, "5", 0, BY_REVIEW_WORST_MAX, NULL,
              "tell so many of the worst moves"},
     .placeholder = "N"},
    {.base = {"svg", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "draw the graph into FILE ('-': standard output)"},
     .placeholder = "FILE"},
    {.base = {"sgf", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "write the game with comments, marks and better lines as variations into FILE ('-': "
              "standard output)"},
     .placeholder = "FILE"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"review examples/tictactoe.sgf", "a game record, move by move"},
    {"review tictactoe --moves \"b2 a2 a1 c3\" --sgf -", "moves as typed; comments and variations"},
    {"review connect4 --moves \"d d d d d a\" --player \"alphabeta depth=8\" --json",
     "the same on every machine, for a program"},
    {"review examples/othello.moves --number 2 --care quick --svg graph.svg", "and a drawing"},
    {"review games.db --match 1 --number 3 --care deep", "a game of a store"},
    {NULL, NULL},
};

const struct by_command by_command_review = {
    .name = "review",
    .arguments = "GAME|FILE",
    .least = 0,
    .most = 1,
    .summary = "look at a game again: what each move was worth, and what was better",
    .about =
        "Thinks about every position of a game, from the last back to the first, and says of each "
        "move the value before and after it, what was lost, and the better move with the line "
        "expected behind it; then a graph, the worst moves, and sums for both players. The game is "
        "a "
        "record (SGF and others, see banyan convert; or a store with --match), or --moves.\n"
        "A move loses what the player's own move there is worth (the value before) less what it is "
        "worth "
        "itself (the value after), both by a look at the position behind; nothing where the player "
        "would "
        "have done the same. Losses are chances to win, or points where all values are in those of "
        "the game. ?! stands for 5 % or 2 points, ? for 10 % or 4 points or half a certain result, "
        "?? for 25 % or 8 points or a certain win that became a loss.\n"
        "With --sgf the game is written with what was found: comments, SGF's marks for bad moves, "
        "better lines as variations; what the file had stays. Ctrl-C stops, and prints what was "
        "looked at.\n"
        "JSON: {\"game\", \"player\", \"unit\", \"complete\", \"moves\": [{\"number\", \"side\", "
        "\"move\", \"before\", \"after\", \"loss\", \"lost_chance\", \"grade\", \"better\", "
        "\"line\"}], \"worst\", \"sums\", ...}.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
