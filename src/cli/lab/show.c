/* show.c: `lab show` and `lab check`: a cell is a claim that one can look into and check. */
#include "arena/store/store.h"
#include "cli/arena/store.h"
#include "cli/interrupt.h"
#include "cli/lab/lab.h"
#include "cli/play/show_file.h"
#include "cli/progress.h"
#include "lab/words.h"
#include "report/store.h"
#include <stdlib.h>
#include <string.h>

/* What is looked at: chosen cells of one experiment. */
struct look {
    struct by_cli *cli;
    struct by_cli_lab lab;
    struct by_store *store; /* NULL: there is none */
    struct by_lab_results results;
    bool *chosen;
    int count; /* that are chosen */
};

static void close_look(struct look *look)
{
    by_lab_results_close(&look->results);
    by_store_close(look->store);
    by_cli_lab_close(&look->lab);
    free(look->chosen);
}

static int collect(struct look *look)
{
    struct by_cli *cli = look->cli;
    const struct by_lab_experiment *experiment = &look->lab.list[0];
    enum by_lab_scale scale;
    uint64_t seed;
    const char *cells = by_cli_text(cli, "cell");
    int status = by_cli_lab_which(cli, look->store, experiment->name, &scale, &seed);
    if (status != BY_EXIT_OK)
        return status;
    look->chosen = malloc((size_t)experiment->cells);
    if (!look->chosen)
        return by_cli_failed(cli, "there is not enough memory");
    if (by_lab_select(experiment, cells ? cells : "", look->chosen, &cli->error) != BY_OK ||
        by_lab_collect(look->store, experiment, scale, seed, &look->results, &cli->error) != BY_OK)
        return by_cli_report(cli);
    for (int i = 0; i < experiment->cells; i++)
        look->count += look->chosen[i];
    return BY_EXIT_OK;
}

static int open_look(struct by_cli *cli, struct look *look)
{
    *look = (struct look){.cli = cli};
    if (cli->argument_count != 2)
        return by_cli_refuse(cli, "lab %s wants one experiment: banyan lab %s NAME [--cell ...]",
                             cli->arguments[0], cli->arguments[0]);
    int status = by_cli_lab_open(cli, &look->lab);
    if (status == BY_EXIT_OK)
        status = by_cli_lab_store(cli, &look->store);
    return status == BY_EXIT_OK ? collect(look) : status;
}

/* --- show ------------------------------------------------------------------------------------------ */

/* The one line that plays the same games again and compares them. */
static void put_check_line(struct look *look, const struct by_lab_result *result,
                           struct by_buffer *out)
{
    char sum[BY_LAB_CHECKSUM], words[3][4 * 4096];
    const char *const plain[3] = {look->cli->arguments[1], result->cell.label,
                                  by_cli_text(look->cli, "store")};
    for (int i = 0; i < 3; i++) {
        struct by_text text = by_text_over(words[i], sizeof words[i]);
        by_cli_add_word(&text, plain[i]);
    }
    by_buffer_format(out, "banyan lab check %s --cell %s --scale %s --seed %llu --store %s",
                     words[0], words[1], by_lab_scale_name(look->results.scale),
                     (unsigned long long)look->results.seed, words[2]);
    if (result->state == BY_LAB_DONE)
        by_buffer_format(out, " --sum %s", by_lab_checksum(result->checksum, sum));
}

static void put_facts(struct look *look, const struct by_lab_result *result, struct by_buffer *out)
{
    const struct by_lab_cell *cell = &result->cell;
    by_buffer_format(out, "%s %s: %s\n", cell->experiment->name, cell->label,
                     by_lab_state_name(result->state));
    if (*result->why)
        by_buffer_format(out, "  %s\n", result->why);
    const char *const facts[][2] = {
        {"game", cell->game}, {"a", cell->a}, {"b", cell->b}, {"measure", cell->measure}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (*facts[i][1])
            by_buffer_format(out, "  %-8s %s\n", facts[i][0], facts[i][1]);
    by_buffer_format(out, "  %-8s %llu\n", "seed", (unsigned long long)cell->seed);
    for (int i = 0; i < result->numbers.count; i++) {
        const struct by_lab_number *number = &result->numbers.list[i];
        by_buffer_format(out, "  %-12s %.6g", number->name, number->value);
        if (number->bounded)
            by_buffer_format(out, " (%.6g to %.6g)", number->low, number->high);
        by_buffer_char(out, '\n');
    }
    if (result->state >= BY_LAB_PARTIAL && !cell->timed) {
        by_buffer_add(out, "  to check: ");
        put_check_line(look, result, out);
        by_buffer_char(out, '\n');
    } else if (result->state >= BY_LAB_PARTIAL) {
        by_buffer_add(out, "  timed: another run may give other games\n");
    }
}

struct listing {
    struct by_buffer *out;
    struct by_json *json;
    int64_t below;
};

static bool list_game(void *context, const struct by_played *game)
{
    const struct listing *listing = context;
    if (game->number >= listing->below)
        return false;
    if (listing->json)
        by_report_stored_game(listing->json, NULL, game);
    else
        by_put_stored_game(listing->out, game, false);
    return true;
}

static enum by_status list_games(struct look *look, const struct by_lab_result *result,
                                 struct by_buffer *out, struct by_json *json)
{
    struct listing listing = {out, json, result->cell.games};
    if (!look->store || !result->match_id)
        return BY_OK;
    return by_store_games(look->store, result->match_id, NULL, list_game, &listing,
                          &look->cli->error);
}

static enum by_status show_json(struct look *look, const struct by_lab_result *result,
                                struct by_json *json)
{
    struct by_buffer line;
    by_json_object(json, NULL);
    by_report_lab_result(json, result);
    by_buffer_open(&line, BY_REPORT_LIMIT);
    put_check_line(look, result, &line);
    if (result->state >= BY_LAB_PARTIAL && !result->cell.timed)
        by_json_text(json, "check", by_buffer_text(&line));
    by_buffer_close(&line);
    by_json_array(json, "games");
    enum by_status status = list_games(look, result, NULL, json);
    by_json_end_array(json);
    by_json_end_object(json);
    return status;
}

static int show_all(struct look *look)
{
    struct by_cli *cli = look->cli;
    struct by_json *json = by_cli_flag(cli, "json") ? by_cli_json(cli) : NULL;
    struct by_buffer text;
    enum by_status status = BY_OK;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    if (json)
        by_json_array(json, NULL);
    for (int i = 0; i < look->results.count && status == BY_OK; i++) {
        const struct by_lab_result *result = &look->results.list[i];
        if (!look->chosen[i])
            continue;
        if (json) {
            status = show_json(look, result, json);
            continue;
        }
        put_facts(look, result, &text);
        if (look->count == 1 || by_cli_value(cli, "cell")->given)
            status = list_games(look, result, &text, NULL);
    }
    if (json)
        by_json_end_array(json);
    if (status != BY_OK || json) {
        by_buffer_close(&text);
        return status == BY_OK ? by_cli_json_end(cli) : by_cli_report(cli);
    }
    return by_cli_print(cli, &text);
}

/* One game on the board: move by move with --step, else its end. */
static int show_game(struct look *look, int64_t number)
{
    struct by_cli *cli = look->cli;
    struct by_stored_game game;
    struct by_buffer text;
    const struct by_lab_result *result = NULL;
    for (int i = 0; i < look->results.count; i++)
        if (look->chosen[i])
            result = &look->results.list[i];
    if (look->count != 1)
        return by_cli_refuse(cli, "--number wants one cell: --cell names %d", look->count);
    if (!result->match_id)
        return by_cli_refuse(cli, "the cell %s has no games in the store", result->cell.label);
    int status =
        by_stored_game_open(cli, by_cli_text(cli, "store"), result->match_id, number, &game);
    if (status == BY_EXIT_OK && by_cli_flag(cli, "step"))
        status = by_show_step(cli, NULL, NULL);
    else if (status == BY_EXIT_OK) {
        by_buffer_open(&text, BY_REPORT_LIMIT);
        by_put_stored_game(&text, game.played, true);
        status = by_cli_print(cli, &text);
        by_print_line_board(cli, cli->out, cli->line, false);
    }
    by_stored_game_close(&game);
    return status;
}

int by_lab_show_action(struct by_cli *cli)
{
    struct look look;
    int status = open_look(cli, &look);
    if (status == BY_EXIT_OK && !look.store && by_cli_value(cli, "store")->given)
        status = by_cli_refuse(cli, "there is no store %s", by_cli_text(cli, "store"));
    if (status == BY_EXIT_OK && by_cli_flag(cli, "step") && by_cli_int(cli, "number") == 0)
        status = by_cli_refuse(cli, "--step wants a game: --number N");
    if (status == BY_EXIT_OK)
        status = by_cli_int(cli, "number") ? show_game(&look, by_cli_int(cli, "number"))
                                           : show_all(&look);
    close_look(&look);
    return status;
}

/* --- check ------------------------------------------------------------------------------------------ */

/* What a cell's checking came to. */
struct verdict {
    const struct by_lab_result *result;
    struct by_lab_again again;
    bool checked, good;
    char words[200];
};

static void judge(struct look *look, struct verdict *verdict)
{
    const struct by_lab_result *result = verdict->result;
    char now[BY_LAB_CHECKSUM], then[BY_LAB_CHECKSUM];
    const char *given = by_cli_text(look->cli, "sum");
    struct by_text text = by_text_over(verdict->words, sizeof verdict->words);
    by_lab_checksum(verdict->again.checksum, now);
    by_lab_checksum(result->checksum, then);
    verdict->good = true;
    if (verdict->again.differs) {
        verdict->good = false;
        by_text_format(&text, "game %lld of the store is not the one that is played now; ",
                       (long long)verdict->again.differs);
    } else if (result->checksum && strcmp(now, then) != 0) {
        verdict->good = false;
        by_text_format(&text, "the store's checksum is %s; ", then);
    }
    if (given && strcmp(now, given) != 0) {
        verdict->good = false;
        by_text_format(&text, "the checksum asked for is %.16s; ", given);
    }
    by_text_format(&text, "%s %s", verdict->good ? "the same:" : "now it is", now);
    if (!result->match)
        return;
    by_text_format(&text, " of %d games", verdict->again.played);
    if (result->state == BY_LAB_PARTIAL) {
        by_text_format(&text, ", and the cell has %d: the others are not in the store",
                       result->cell.games);
        verdict->good = false;
    }
}

static void on_done(void *context, double done)
{
    struct by_progress *progress = context;
    atomic_store(&progress->done, (int)(100 * done));
}

static enum by_status check_cell(struct look *look, struct verdict *verdict)
{
    const struct by_lab_result *result = verdict->result;
    struct by_text text = by_text_over(verdict->words, sizeof verdict->words);
    bool asked = by_cli_text(look->cli, "sum") != NULL;
    if (result->cell.timed || result->state == BY_LAB_LEFT_OUT ||
        (!asked && result->state < BY_LAB_PARTIAL)) {
        by_text_format(&text, "not checked: %s",
                       result->cell.timed ? "it depends on time"
                                          : by_lab_state_name(result->state));
        return BY_OK;
    }
    struct by_progress progress;
    by_progress_open(&progress, "lab check");
    atomic_store(&progress.total, 100);
    enum by_status status =
        by_lab_again(look->store, result, by_cli_lab_concurrency(look->cli), by_interrupt_flag(),
                     on_done, &progress, &verdict->again, &look->cli->error);
    by_progress_close(&progress);
    verdict->checked = status == BY_OK && !by_interrupted();
    if (verdict->checked)
        judge(look, verdict);
    return status;
}

static void report_verdict(struct look *look, struct by_json *json, const struct verdict *verdict)
{
    char sum[BY_LAB_CHECKSUM];
    if (!json) {
        fprintf(look->cli->out, "%s %s: %s\n", look->lab.list[0].name, verdict->result->cell.label,
                verdict->words);
        return;
    }
    by_json_object(json, NULL);
    by_json_text(json, "cell", verdict->result->cell.label);
    by_json_flag(json, "checked", verdict->checked);
    if (verdict->checked) {
        by_json_flag(json, "same", verdict->good);
        by_json_text(json, "checksum", by_lab_checksum(verdict->again.checksum, sum));
    }
    by_json_text(json, "words", verdict->words);
    by_json_end_object(json);
}

/* Status 1 when a cell is another one; standard output has all of them all the same. */
static int check_all(struct look *look)
{
    struct by_cli *cli = look->cli;
    struct by_json *json = by_cli_flag(cli, "json") ? by_cli_json(cli) : NULL;
    int others = 0;
    if (json)
        by_json_array(json, NULL);
    for (int i = 0; i < look->results.count && !by_interrupted(); i++) {
        struct verdict verdict = {.result = &look->results.list[i]};
        if (!look->chosen[i])
            continue;
        if (check_cell(look, &verdict) != BY_OK)
            return by_cli_report(cli);
        others += verdict.checked && !verdict.good;
        report_verdict(look, json, &verdict);
    }
    if (json)
        by_json_end_array(json);
    int status = json ? by_cli_json_end(cli) : BY_EXIT_OK;
    if (by_interrupted()) {
        by_cli_note("stopped: not every cell was checked");
        return BY_EXIT_FAILED;
    }
    if (status == BY_EXIT_OK && others > 0) {
        by_cli_note("%d cell%s not what the store says", others, others == 1 ? " is" : "s are");
        return BY_EXIT_FAILED;
    }
    return status;
}

int by_lab_check_action(struct by_cli *cli)
{
    struct look look;
    const char *sum = by_cli_text(cli, "sum");
    int status = open_look(cli, &look);
    if (status == BY_EXIT_OK && sum && look.count != 1)
        status = by_cli_refuse(cli, "--sum is of one cell, and there are %d: --cell chooses",
                               look.count);
    if (status == BY_EXIT_OK && !sum && !look.store)
        status = by_cli_refuse(cli, "there is no store %s to check", by_cli_text(cli, "store"));
    if (status == BY_EXIT_OK && sum && (strlen(sum) != 16 || strspn(sum, "0123456789abcdef") != 16))
        status = by_cli_refuse(cli, "--sum is 16 hexadecimal digits, as lab show prints them");
    if (status == BY_EXIT_OK)
        status = check_all(&look);
    close_look(&look);
    return status;
}
