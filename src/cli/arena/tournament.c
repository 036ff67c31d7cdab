/* tournament.c: many players against each other, as a file says. */
#include "report/tournament.h"
#include "arena/store/keeper.h"
#include "cli/arena/match.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "games/knowledge.h"

#include <stdlib.h>
#include <string.h>

struct live {
    struct by_progress progress;
    const struct by_tournament *tournament;
};

#define NAME_LETTERS 16 /* of a name in the progress bar */

static void on_news(void *context, const struct by_tournament_news *news)
{
    struct live *live = context;
    const struct by_tally *tally = &news->match->tally;
    struct by_score score = by_tally_score(tally, false, 0.95);
    if (news->match->waiting[0])
        by_progress_say(&live->progress, BY_WAITING, news->match->waiting);
    atomic_store(&live->progress.done, news->done);
    atomic_store(&live->progress.total, news->total);
    const char *a = live->tournament->players[news->a].name;
    const char *b = live->tournament->players[news->b].name;
    by_progress_note(&live->progress, "%.*s-%.*s %ld-%ld-%ld, %.0f %%, Elo %+.0f",
                     (int)by_letters_bytes(a, NAME_LETTERS), a,
                     (int)by_letters_bytes(b, NAME_LETTERS), b, tally->games[2], tally->games[1],
                     tally->games[0], 100 * score.score, score.elo);
}

/* --- setting up ----------------------------------------------------------------------- */

/* Settings of the game that name a file are for those who may read one. */
static enum by_status ask_settings(const struct by_tournament *t, const struct by_spec *spec,
                                   unsigned trust, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    const struct by_game *game = by_game_find(t->game, NULL);
    for (int i = 0; i < spec->count && game && !(trust & BY_TRUST_FILES); i++)
        if (by_setting_names_file(game->options, &spec->settings[i]))
            return by_fail(err, BY_BAD_INPUT, "settings from here may not read a file: %s=%s",
                           spec->settings[i].name, by_quote(spec->settings[i].value, quoted));
    return BY_OK;
}

static enum by_status open_rules(const struct by_tournament *t, unsigned trust,
                                 struct by_rules **out, struct by_error *err)
{
    char named[BY_SPEC_LENGTH_MAX + 2];
    struct by_spec spec;
    struct by_text text = by_text_over(named, sizeof named);
    by_text_format(&text, "settings %s", t->settings ? t->settings : "");
    enum by_status status = by_spec_read(named, &spec, err);
    if (status == BY_OK)
        status = ask_settings(t, &spec, trust, err);
    if (status != BY_OK)
        return status;
    if (t->size && spec.count < BY_SPEC_PAIRS_MAX)
        spec.settings[spec.count++] = (struct by_setting){"size", t->size};
    return by_rules_open(t->game, spec.settings, spec.count, t->position, out, err);
}

/* What was wrong with a key's value, and where it stands. */
static int refuse_at(struct by_cli *cli, const struct by_tournament *t, const char *key)
{
    char quoted[BY_QUOTE_SIZE];
    return by_cli_refuse(cli, "%s, line %d: %s", by_cli_file_name(cli->arguments[0], quoted),
                         by_tournament_line(t, key), cli->error.text);
}

/* The game's options may be what is wrong, or the game itself. */
static const char *blamed(const struct by_tournament *t)
{
    if (!by_game_find(t->game, NULL))
        return "game";
    return t->settings ? "settings" : t->size ? "size" : t->position ? "position" : "game";
}

/* Files that somebody else's file names; those of the command line are the user's own. */
static int refuse_files(struct by_cli *cli, const struct by_tournament *t)
{
    char quoted[BY_QUOTE_SIZE];
    if (t->store && !by_cli_text(cli, "store")) {
        (void)by_fail(&cli->error, BY_BAD_INPUT,
                      "a file that is not trusted may not name a store (--store may): %s",
                      by_quote(t->store, quoted));
        return refuse_at(cli, t, "store");
    }
    if (t->records && !by_cli_text(cli, "records")) {
        (void)by_fail(&cli->error, BY_BAD_INPUT,
                      "a file that is not trusted may not name a folder (--records may): %s",
                      by_quote(t->records, quoted));
        return refuse_at(cli, t, "records");
    }
    if (by_match_openings_in_file(t->openings)) {
        (void)by_fail(&cli->error, BY_BAD_INPUT,
                      "a file that is not trusted may have openings random:PLIES, but not read a "
                      "file: %s",
                      by_quote(t->openings, quoted));
        return refuse_at(cli, t, "openings");
    }
    return BY_EXIT_OK;
}

static int set_up(struct by_cli *cli, const struct by_tournament *t,
                  struct by_tournament_setup *setup)
{
    char quoted[BY_QUOTE_SIZE];
    struct by_rules *rules = NULL;
    if (open_rules(t, setup->trust, &rules, &cli->error) != BY_OK)
        return refuse_at(cli, t, blamed(t));
    cli->rules = rules; /* closed with the command */
    setup->rules = rules;
    setup->terms.margin = t->margin;
    if (t->time && by_terms_time(t->time, &setup->terms, &cli->error) != BY_OK)
        return refuse_at(cli, t, "time");
    if (t->adjudicate && by_terms_adjudicate(t->adjudicate, &setup->terms, &cli->error) != BY_OK)
        return refuse_at(cli, t, "adjudicate");
    if (by_tournament_check(t, rules, setup->trust, &cli->error) != BY_OK)
        return by_cli_refuse(cli, "%s, %s", by_cli_file_name(cli->arguments[0], quoted),
                             cli->error.text);
    int status = t->records ? by_records_folder(cli, t->records) : BY_EXIT_OK;
    if (status != BY_EXIT_OK)
        return status;
    setup->record = t->records ? by_tournament_record : NULL;
    setup->record_context = (void *)t->records; /* only read */
    return by_match_openings(cli, t->openings, rules, &setup->openings);
}

/* --- playing ---------------------------------------------------------------------------- */

static int write_report(struct by_cli *cli, const struct by_tournament_report *report,
                        const char *path)
{
    struct by_buffer out;
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_tournament_writer_of(path)(report, &out);
    int status = out.failed ? by_cli_failed(cli, "there is not enough memory for the report")
                            : by_cli_write(cli, path, by_buffer_text(&out), out.length);
    by_buffer_close(&out);
    return status;
}

static int report_all(struct by_cli *cli, const struct by_tournament_report *report)
{
    int status = BY_EXIT_OK;
    for (int i = 0; i < cli->setting_count && status == BY_EXIT_OK; i++)
        status = write_report(cli, report, cli->settings[i]);
    if (status != BY_EXIT_OK)
        return status;
    if (by_cli_flag(cli, "json")) {
        by_report_tournament(by_cli_json(cli), report);
        return by_cli_json_end(cli);
    }
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_tournament_text(report, &text);
    return by_cli_print(cli, &text);
}

static int say_stopped(struct by_cli *cli, const struct by_tournament *t,
                       const struct by_tournament_result *result)
{
    char command[4096];
    by_cli_command_line(cli, command, sizeof command);
    by_cli_note(t->store ? "stopped after %d of %d games, which are stored; to go on: %s"
                         : "stopped after %d of %d games, which are not stored (--store FILE); "
                           "again: %s",
                result->games_played, result->games_planned, command);
    return BY_EXIT_FAILED;
}

static int play(struct by_cli *cli, const struct by_tournament *t,
                const struct by_tournament_setup *setup)
{
    struct by_tournament_result result;
    struct live live = {.tournament = t};
    char label[BY_SHARD_LABEL];
    by_progress_open(&live.progress, by_shard_label("tournament", &setup->shard, label));
    enum by_status outcome =
        by_tournament_play(t, setup, by_interrupt_flag(), on_news, &live, &result, &cli->error);
    by_progress_close(&live.progress);
    struct by_tournament_report report = {t, setup->rules, &result, by_origin_now()};
    int status = outcome == BY_OK ? report_all(cli, &report) : by_cli_report(cli);
    if (status == BY_EXIT_OK && !result.complete)
        status = say_stopped(cli, t, &result);
    by_tournament_result_close(&result);
    return status;
}

static int check_reports(struct by_cli *cli)
{
    char quoted[BY_QUOTE_SIZE];
    for (int i = 0; i < cli->setting_count; i++)
        if (!by_tournament_writer_of(cli->settings[i]))
            return by_cli_refuse(
                cli,
                "--report wants a file that ends in .md, .csv, .pairings.csv, .json, "
                ".html, .svg or .txt, not '%s'",
                by_quote(cli->settings[i], quoted));
    int status = BY_EXIT_OK;
    for (int i = 0; i < cli->setting_count && status == BY_EXIT_OK; i++)
        status = by_cli_can_write(cli, cli->settings[i]);
    return status;
}

/* Paths that the file names begin where it lies; those of the command line, where the user is. */
struct paths {
    char store[8200], openings[8200], records[8200];
};

static const char *beside(const char *file, const char *path, char *out, size_t size)
{
    const char *slash = strrchr(file, '/');
    struct by_text text = by_text_over(out, size);
    if (!path || path[0] == '/' || !slash)
        return path;
    by_text_format(&text, "%.*s%s", (int)(slash - file) + 1, file, path);
    return text.length < size ? out : path;
}

static void place_paths(const char *file, struct by_tournament *t, struct paths *paths)
{
    t->store = beside(file, t->store, paths->store, sizeof paths->store);
    t->records = beside(file, t->records, paths->records, sizeof paths->records);
    if (by_match_openings_in_file(t->openings))
        t->openings = beside(file, t->openings, paths->openings, sizeof paths->openings);
}

/* What the command line says goes before what the file says. */
static void override(struct by_cli *cli, struct by_tournament *t)
{
    if (by_cli_text(cli, "store"))
        t->store = by_cli_text(cli, "store");
    if (by_cli_text(cli, "records"))
        t->records = by_cli_text(cli, "records");
    if (by_cli_value(cli, "concurrency")->set)
        t->concurrency = (int)by_cli_int(cli, "concurrency");
}

static int run(struct by_cli *cli)
{
    struct by_tournament tournament;
    struct paths paths;
    struct by_tournament_setup setup = {.trust = by_cli_flag(cli, "distrust") ? BY_TRUST_NONE
                                                                              : BY_TRUST_ALL,
                                        .keeper = by_keeper_store};
    char quoted[BY_QUOTE_SIZE];
    const char *path = cli->arguments[0];
    size_t size = 0;
    int status = check_reports(cli);
    if (status != BY_EXIT_OK)
        return status;
    char *text = by_cli_read(cli, path, BY_SGF_BYTES_MAX, &size);
    if (!text)
        return BY_EXIT_USAGE;
    enum by_status outcome = by_tournament_read(text, size, &tournament, &cli->error);
    free(text);
    if (outcome != BY_OK)
        return by_cli_refuse(cli, "%s, %s", by_cli_file_name(path, quoted), cli->error.text);
    place_paths(path, &tournament, &paths);
    override(cli, &tournament);
    status = by_match_shard(cli, &setup.shard);
    if (status == BY_EXIT_OK && !(setup.trust & BY_TRUST_FILES))
        status = refuse_files(cli, &tournament);
    if (status == BY_EXIT_OK)
        status = set_up(cli, &tournament, &setup);
    if (status == BY_EXIT_OK)
        status = play(cli, &tournament, &setup);
    by_openings_close(&setup.openings);
    by_tournament_close(&tournament);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"store", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "keep every game in this file and play only what it lacks"},
     .placeholder = "FILE"},
    BY_SHARD_OPTION,
    {.base = {"records", BY_OPTION_TEXT, NULL, 1, 3900, NULL,
              "write every game as SGF into this folder"},
     .placeholder = "DIR"},
    {.base =
         {"report", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
          "also write a report: Markdown, CSV (.pairings.csv: the pairings), JSON, HTML, a drawing "
          "(SVG) or text, by the extension"},
     .placeholder = "FILE",
     .repeated = true},
    {.base = {"distrust", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "the file is somebody else's: it names no files (store, openings, settings), and "
              "its players start no programs, read and write no files"}},
    {.base = {"concurrency", BY_OPTION_INT, NULL, 1, 256, NULL, "games played at a time"},
     .placeholder = "N"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"tournament examples/tournament.toml", "a small one: four players of NoGo"},
    {"tournament examples/tournament.toml --store games.db --report result.html --report "
     "result.svg",
     "kept, and written down"},
    {NULL, NULL},
};

const struct by_command by_command_tournament = {
    .name = "tournament",
    .arguments = "FILE",
    .least = 1,
    .most = 1,
    .summary = "let many players play each other, and rate them",
    .about =
        "The file is TOML (lines `key = value`, and [[player]] before each player's name and spec) "
        "or JSON with the same keys and \"players\": [...]. Keys: game, size, settings "
        "(\"komi=7\"), "
        "position, format (round-robin, gauntlet: the first player against all others, swiss), "
        "games (of each pairing), rounds (of a Swiss tournament), colours (a is who stands first "
        "in "
        "the file), openings, time, margin, "
        "adjudicate (as in `match`), seed, concurrency, store, records (a folder for every game as "
        "SGF: 1-3-000001.sgf is the first game of the first player against the third), title. "
        "Under mpirun all "
        "ranks play, as in `match`.\n"
        "The paths of store, records and openings are relative to the file; those in players' "
        "specs (cmd=, "
        "book=FILE, eval=matrix:FILE) to the folder where the command is given, as in `match`.\n"
        "The result is a table with points, scores, Bradley-Terry ratings (0 is their mean, in a "
        "gauntlet the first player, and there ranks go by them), all with 95 % intervals, the time "
        "of a move, and pairing points (the winner of a pairing gets P_W - P_L, the difference of "
        "what both "
        "have won in per cent), a cross table, one of those points, and every pairing with the "
        "time of a "
        "game and of a move and the simulations that were done. Ctrl-C keeps what is finished; "
        "with a store the same command goes on "
        "there. With --shard I/N only every N-th game of the tournament is played (not of a Swiss "
        "one), "
        "as in `match`; the table of all parts comes from the merged stores.\n"
        "JSON: {\"title\", \"game\", \"format\", \"games\", \"planned\", \"complete\", "
        "\"made\": {\"version\", \"date\", \"host\", \"seed\"}, \"standings\": [{\"rank\", "
        "\"name\", "
        "\"points\", \"score\", \"interval\", \"elo\", ...}], \"pairings\": [...]}.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
    .ranks = true,
};
