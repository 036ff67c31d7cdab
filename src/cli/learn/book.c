/* book.c: opening books: making one, looking into one. */
#include "report/book.h"
#include "base/file.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "learn/bookmaking.h"

#include <stdlib.h>
#include <string.h>

#define POSITIONS_MAX 1000000

/* --- printing ------------------------------------------------------------------------------ */

static int print(struct by_cli *cli, struct by_book *book)
{
    struct by_buffer text;
    if (by_cli_flag(cli, "json")) {
        if (by_report_book(by_cli_json(cli), book, cli->line, &cli->error) != BY_OK)
            return by_cli_report(cli);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    if (by_put_book(&text, book, cli->line, &cli->error) != BY_OK) {
        by_buffer_close(&text);
        return by_cli_report(cli);
    }
    return by_cli_print(cli, &text);
}

/* --- build ------------------------------------------------------------------------------- */

static int save_unfinished(struct by_cli *cli, const struct by_buffer *text, int done, int wanted)
{
    char place[BY_CLI_PLACE_SIZE], quoted[BY_QUOTE_SIZE];
    if (done == 0)
        return by_cli_failed(cli, "stopped before the first position was taken up: nothing was "
                                  "written; the same command begins again");
    int status = by_cli_write_unfinished(cli, by_cli_text(cli, "out"), by_buffer_text(text),
                                         text->length, place);
    if (status != BY_EXIT_OK)
        return status;
    by_cli_note("stopped: %s has %d of %d positions; the same command begins again",
                by_quote(place, quoted), done, wanted);
    return BY_EXIT_FAILED;
}

/* It is read before it is written: a book that cannot be read is none, and the file may have been a good one. */
static int save(struct by_cli *cli, const struct by_buffer *text, int done, int wanted)
{
    struct by_book *book = NULL;
    int status = BY_EXIT_OK;
    if (text->failed)
        return by_cli_failed(cli, "there is not enough memory");
    if (by_book_read(by_buffer_text(text), text->length, "just made", &book, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (by_interrupted() && done < wanted)
        status = save_unfinished(cli, text, done, wanted);
    else
        status = by_cli_write(cli, by_cli_text(cli, "out"), by_buffer_text(text), text->length);
    if (status == BY_EXIT_OK)
        status = print(cli, book);
    by_book_close(book);
    return status;
}

static int build(struct by_cli *cli)
{
    const struct by_book_plan plan = {.depth = (int)by_cli_int(cli, "depth"),
                                      .positions = (int)by_cli_int(cli, "positions"),
                                      .plies = (int)by_cli_int(cli, "plies"),
                                      .margin = (int)by_cli_int(cli, "margin"),
                                      .threads = (int)by_cli_int(cli, "threads")};
    struct by_progress progress;
    struct by_buffer text;
    const char *out = by_cli_text(cli, "out");
    if (!out || strcmp(out, "-") == 0)
        return by_cli_refuse(cli, "book build wants a file for the book: --out FILE");
    if (by_cli_text(cli, "position") || by_cli_text(cli, "moves"))
        return by_cli_refuse(
            cli, "a book begins at the start of the game: leave out --position and --moves");
    int status = by_cli_can_write(cli, out);
    if (status != BY_EXIT_OK)
        return status;
    by_buffer_open(&text, BY_BOOK_BYTES_MAX);
    by_progress_open(&progress, "book");
    atomic_store(&progress.total, plan.positions);
    enum by_status outcome =
        by_book_build(cli->rules, &plan, by_interrupt_flag(), &progress.done, &text, &cli->error);
    int done = atomic_load(&progress.done);
    by_progress_close(&progress);
    status = outcome == BY_OK ? save(cli, &text, done, plan.positions) : by_cli_report(cli);
    by_buffer_close(&text);
    return status;
}

/* --- show -------------------------------------------------------------------------------- */

static enum by_status open_book(struct by_cli *cli, struct by_book **book)
{
    const char *path = by_cli_text(cli, "book");
    char *text = NULL;
    size_t size = 0;
    if (!path)
        return by_book_find(cli->rules, book, &cli->error);
    enum by_status status = by_file_load(path, BY_BOOK_BYTES_MAX, &text, &size, &cli->error);
    if (status == BY_OK)
        status = by_book_read(text, size, path, book, &cli->error);
    free(text);
    return status;
}

static int show(struct by_cli *cli)
{
    struct by_book *book = NULL;
    int status = open_book(cli, &book) == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
    if (status == BY_EXIT_OK && !book)
        status = by_cli_refuse(cli,
                               "the program has no book for %s: name one with --book FILE, or make "
                               "one with 'banyan book build'",
                               cli->rules->name);
    else if (status == BY_EXIT_OK && !by_book_is_for(book, cli->rules))
        status = by_cli_refuse(cli, "the book is for another game, board or rules");
    else if (status == BY_EXIT_OK)
        status = print(cli, book);
    by_book_close(book);
    return status;
}

/* --- the command --------------------------------------------------------------------------- */

static void action_names(struct by_text *out)
{
    by_text_add(out, "build|show");
}

/* An option of the other action; or NULL. */
static const char *idle_option(const struct by_cli *cli, bool builds)
{
    static const char *const of_build[] = {"out", "positions", "depth", "plies", "margin", NULL};
    static const char *const of_show[] = {"book", NULL};
    const char *const *name = builds ? of_show : of_build;
    while (*name && !by_cli_value(cli, *name)->given)
        name++;
    return *name;
}

static int run(struct by_cli *cli)
{
    bool builds = strcmp(cli->arguments[0], "build") == 0;
    if (!builds && strcmp(cli->arguments[0], "show") != 0)
        return by_cli_unknown(cli, "action", cli->arguments[0], action_names);
    const char *idle = idle_option(cli, builds);
    if (idle)
        return by_cli_refuse(cli, "--%s is for book %s", idle, builds ? "show" : "build");
    int status = by_cli_game(cli, cli->arguments[1]);
    if (status != BY_EXIT_OK)
        return status;
    return builds ? build(cli) : show(cli);
}

static const struct by_cli_option options[] = {
    {.base = {"out", BY_OPTION_TEXT, NULL, 1, 4000, NULL, "build: where the book goes"},
     .placeholder = "FILE"},
    {.base = {"positions", BY_OPTION_INT, "100", 1, POSITIONS_MAX, NULL,
              "build: positions to take up, those first that good players come to soonest"},
     .placeholder = "N"},
    {.base = {"depth", BY_OPTION_INT, "10", 1, 60, NULL,
              "build: plies that each of their moves is looked ahead"},
     .placeholder = "PLIES"},
    {.base = {"plies", BY_OPTION_INT, "20", 1, 100, NULL, "build: the longest line"},
     .placeholder = "N"},
    {.base = {"margin", BY_OPTION_INT, "6", 0, 1000000, NULL,
              "build: moves that are worse than the best by more, in units of the book's values, "
              "are left out"},
     .placeholder = "N"},
    {.base = {"book", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "show: a book of your own instead of the program's"},
     .placeholder = "FILE"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"book show othello --moves \"f5 d6\"", "what the book says after two moves"},
    {"book build othello --positions 50 --depth 8 --out my.book", "a small one of your own"},
    {"book build gomoku --positions 20 --depth 6 --margin 60 --out my.book",
     "one for Gomoku, where a turn is worth more than 100 of its units"},
    {"think othello --player \"alphabeta depth=4 book=on\"", "a player that uses the program's"},
    {NULL, NULL},
};

const struct by_command by_command_book = {
    .name = "book",
    .arguments = "build|show GAME",
    .least = 2,
    .most = 2,
    .summary = "make an opening book, or look into one",
    .about =
        "build: lets the game's own search look at the openings, from the start of the game on. "
        "Each position that is taken up gets a look at every move (in Gomoku at those near the "
        "stones); values go back up to the start, and the next one is what good play comes to "
        "soonest. The same command gives "
        "the same book, on any number of threads. Stopped, it leaves a file that was there as it "
        "is: "
        "what it has goes to FILE.unfinished.\n"
        "show: the moves that a book knows at a position, with their values for who plays them, "
        "in units of the game's result (in Gomoku of the evaluation, where a win is 100000), and "
        "the "
        "line that it expects.\n"
        "A player uses it with book=on (the program's own) or book=FILE. A book is text; "
        "src/players/book.h has the format.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
