/* show.c: `lab show` and `lab check`: a cell is a claim that one can look into and check. */
#include "arena/store/store.h"
#include "cli/arena/store.h"
#include "cli/interrupt.h"
#include "cli/lab/lab.h"
#include "cli/play/show_file.h"
#include "cli/progress.h"
#include "lab/look.h"
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

static struct by_lab_look as_look(const struct look *look)
{
    return (struct by_lab_look){look->cli->arguments[1], by_cli_text(look->cli, "store"),
                                look->store, &look->results};
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
        const struct by_lab_look seen = as_look(look);
        by_buffer_add(out, "  to check: ");
        by_lab_put_check_line(&seen, result, out);
        by_buffer_char(out, '\n');
    } else if (result->state >= BY_LAB_PARTIAL) {
        by_buffer_add(out, "  timed: another run may give other games\n");
    }
}

static bool put_game(void *context, const struct by_played *game)
{
    by_put_stored_game(context, game, false);
    return true;
}

static int show_json(struct look *look)
{
    const struct by_lab_look seen = as_look(look);
    struct by_cli *cli = look->cli;
    if (by_report_lab_cells(by_cli_json(cli), &seen, look->chosen, &cli->error) != BY_OK)
        return by_cli_report(cli);
    return by_cli_json_end(cli);
}

static int show_all(struct look *look)
{
    struct by_cli *cli = look->cli;
    const struct by_lab_look seen = as_look(look);
    bool listed = look->count == 1 || by_cli_value(cli, "cell")->given;
    struct by_buffer text;
    enum by_status status = BY_OK;
    if (by_cli_flag(cli, "json"))
        return show_json(look);
    by_buffer_open(&text, BY_REPORT_LIMIT);
    for (int i = 0; i < look->results.count && status == BY_OK; i++) {
        const struct by_lab_result *result = &look->results.list[i];
        if (!look->chosen[i])
            continue;
        put_facts(look, result, &text);
        if (listed)
            status = by_lab_games(&seen, result, put_game, &text, &cli->error);
    }
    if (status == BY_OK)
        return by_cli_print(cli, &text);
    by_buffer_close(&text);
    return by_cli_report(cli);
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
    if (by_cli_flag(cli, "json")) {
        const struct by_lab_look seen = as_look(look);
        if (by_report_lab_game(by_cli_json(cli), &seen, result, number, &cli->error) != BY_OK)
            return by_cli_report(cli);
        return by_cli_json_end(cli);
    }
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

static void on_done(void *context, double done)
{
    struct by_progress *progress = context;
    atomic_store(&progress->done, (int)(100 * done));
}

static enum by_status check_cell(struct look *look, const struct by_lab_result *result,
                                 struct by_lab_checked *out)
{
    const struct by_lab_look seen = as_look(look);
    struct by_progress progress;
    const struct by_lab_checking how = {by_cli_text(look->cli, "sum"),
                                        by_cli_lab_concurrency(look->cli), by_interrupt_flag(),
                                        on_done, &progress};
    by_progress_open(&progress, "lab check");
    atomic_store(&progress.total, 100);
    enum by_status status = by_lab_check_cell_again(&seen, result, &how, out, &look->cli->error);
    by_progress_close(&progress);
    return status;
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
        struct by_lab_checked checked;
        if (!look->chosen[i])
            continue;
        if (check_cell(look, &look->results.list[i], &checked) != BY_OK)
            return by_cli_report(cli);
        others += checked.checked && !checked.good;
        if (json)
            by_report_lab_checked(json, &checked);
        else
            fprintf(cli->out, "%s %s: %s\n", look->lab.list[0].name, checked.result->cell.label,
                    checked.words);
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
