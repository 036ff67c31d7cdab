/* look.c: see look.h. */
#include "lab/look.h"
#include "games/line.h"
#include "lab/words.h"
#include "report/line.h"
#include "report/store.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum by_status by_lab_which(struct by_store *store, const char *experiment,
                            enum by_lab_scale *scale, uint64_t *seed, struct by_error *err)
{
    struct by_lab_last last = {.scale = BY_LAB_QUICK, .seed = 1};
    bool found = false;
    enum by_status status = store ? by_lab_last(store, experiment, &last, &found, err) : BY_OK;
    *scale = last.scale;
    *seed = last.seed;
    return status;
}

void by_lab_put_command(const struct by_lab_look *look, const char *action, const char *cell,
                        struct by_buffer *out)
{
    by_buffer_format(out, "banyan lab %s ", action);
    by_put_word(out, look->name);
    if (cell) {
        by_buffer_add(out, " --cell ");
        by_put_word(out, cell);
    }
    by_buffer_format(out, " --scale %s --seed %" PRIu64 " --store ",
                     by_lab_scale_name(look->results->scale), look->results->seed);
    by_put_word(out, look->path);
}

void by_lab_put_check_line(const struct by_lab_look *look, const struct by_lab_result *result,
                           struct by_buffer *out)
{
    char sum[BY_LAB_CHECKSUM];
    by_lab_put_command(look, "check", result->cell.label, out);
    if (result->state == BY_LAB_DONE)
        by_buffer_format(out, " --sum %s", by_lab_checksum(result->checksum, sum));
}

/* --- games ---------------------------------------------------------------------------------------- */

struct walk {
    by_lab_game_fn *call;
    void *context;
    int64_t below; /* the scale wants no more of them */
};

static bool give(void *context, const struct by_played *game)
{
    const struct walk *walk = context;
    return game->number < walk->below && walk->call(walk->context, game);
}

enum by_status by_lab_games(const struct by_lab_look *look, const struct by_lab_result *result,
                            by_lab_game_fn *call, void *context, struct by_error *err)
{
    struct walk walk = {call, context, result->cell.games};
    if (!look->store || !result->match_id)
        return BY_OK;
    return by_store_games(look->store, result->match_id, NULL, give, &walk, err);
}

static bool report_game(void *context, const struct by_played *game)
{
    by_report_stored_game(context, NULL, game);
    return true;
}

static enum by_status report_cell(struct by_json *json, const struct by_lab_look *look,
                                  const struct by_lab_result *result, struct by_error *err)
{
    struct by_buffer line;
    by_json_object(json, NULL);
    by_report_lab_result(json, result);
    by_buffer_open(&line, BY_REPORT_LIMIT);
    by_lab_put_check_line(look, result, &line);
    if (result->state >= BY_LAB_PARTIAL && !result->cell.timed)
        by_json_text(json, "check", by_buffer_text(&line));
    by_buffer_close(&line);
    by_json_array(json, "games");
    enum by_status status = by_lab_games(look, result, report_game, json, err);
    by_json_end_array(json);
    by_json_end_object(json);
    return status;
}

enum by_status by_report_lab_cells(struct by_json *json, const struct by_lab_look *look,
                                   const bool *chosen, struct by_error *err)
{
    enum by_status status = BY_OK;
    by_json_array(json, NULL);
    for (int i = 0; i < look->results->count && status == BY_OK; i++)
        if (chosen[i])
            status = report_cell(json, look, &look->results->list[i], err);
    by_json_end_array(json);
    return status;
}

struct one_game {
    struct by_json *json;
    const struct by_lab_result *result;
    int64_t number;
    struct by_line *line;
    bool found;
    enum by_status status;
    struct by_error *err;
};

static bool report_one(void *context, const struct by_played *game)
{
    struct one_game *one = context;
    if (game->number + 1 != one->number)
        return true;
    one->found = true;
    one->status = by_line_play_list(one->line, game->moves, one->err);
    if (one->status != BY_OK)
        return false;
    by_json_object(one->json, NULL);
    by_json_text(one->json, "cell", one->result->cell.label);
    by_json_text(one->json, "a", one->result->cell.a);
    by_json_text(one->json, "b", one->result->cell.b);
    by_report_stored_game(one->json, "game", game);
    by_report_line(one->json, "line", one->line);
    by_json_end_object(one->json);
    return false;
}

enum by_status by_report_lab_game(struct by_json *json, const struct by_lab_look *look,
                                  const struct by_lab_result *result, int64_t number,
                                  struct by_error *err)
{
    struct by_lab_opened opened;
    struct one_game one = {.json = json, .result = result, .number = number, .err = err};
    enum by_status status = by_lab_measure_open(&result->cell, &opened, err);
    if (status == BY_OK && opened.rules)
        status = by_line_open(opened.rules, &one.line, err);
    if (status == BY_OK && one.line)
        status = by_lab_games(look, result, report_one, &one, err);
    if (status == BY_OK)
        status = one.status;
    if (status == BY_OK && !one.found)
        status = by_fail(err, BY_BAD_INPUT, "the cell %s has no game %" PRId64 " in the store",
                         result->cell.label, number);
    by_line_close(one.line);
    by_lab_measure_close(&opened);
    return status;
}

enum by_status by_lab_look_results(struct by_store *store, const struct by_lab_order *order,
                                   const struct by_lab_experiment *experiment,
                                   by_lab_results_fn *call, void *context, struct by_error *err)
{
    struct by_lab_results results = {0};
    bool *chosen = malloc((size_t)experiment->cells);
    enum by_status status = chosen ? BY_OK : by_fail_memory(err, (size_t)experiment->cells);
    if (status == BY_OK)
        status = by_lab_select(experiment, order->cells ? order->cells : "", chosen, err);
    if (status == BY_OK)
        status = by_lab_collect(store, experiment, order->scale, order->seed, &results, err);
    if (status == BY_OK)
        call(context, &results, chosen);
    by_lab_results_close(&results);
    free(chosen);
    return status;
}

static void report_results(void *json, const struct by_lab_results *results, const bool *chosen)
{
    by_report_lab_results(json, NULL, results, chosen);
}

enum by_status by_report_lab_run(struct by_json *json, struct by_store *store,
                                 const struct by_lab_order *order, struct by_error *err)
{
    enum by_status status = BY_OK;
    by_json_object(json, NULL);
    by_json_array(json, "experiments");
    for (int i = 0; i < order->count && status == BY_OK; i++)
        status =
            by_lab_look_results(store, order, &order->experiments[i], report_results, json, err);
    by_json_end_array(json);
    by_json_end_object(json);
    return status;
}

/* --- checking ------------------------------------------------------------------------------------- */

static void put_played(const struct by_lab_result *result, struct by_lab_checked *out,
                       struct by_text *text)
{
    by_text_format(text, " of %d games", out->again.played);
    if (result->state != BY_LAB_PARTIAL)
        return;
    by_text_format(text, ", and the cell has %d: the others are not in the store",
                   result->cell.games);
    out->good = false;
}

static void judge(const struct by_lab_result *result, const char *sum, struct by_lab_checked *out)
{
    char now[BY_LAB_CHECKSUM], then[BY_LAB_CHECKSUM];
    struct by_text text = by_text_over(out->words, sizeof out->words);
    by_lab_checksum(out->again.checksum, now);
    by_lab_checksum(result->checksum, then);
    out->good = true;
    if (out->again.differs) {
        out->good = false;
        by_text_format(&text, "game %" PRId64 " of the store is not the one that is played now; ",
                       out->again.differs);
    } else if (result->checksum && strcmp(now, then) != 0) {
        out->good = false;
        by_text_format(&text, "the store's checksum is %s; ", then);
    }
    if (sum && strcmp(now, sum) != 0) {
        out->good = false;
        by_text_format(&text, "the checksum asked for is %.16s; ", sum);
    }
    by_text_format(&text, "%s %s", out->good ? "the same:" : "now it is", now);
    if (result->match)
        put_played(result, out, &text);
}

enum by_status by_lab_check_cell_again(const struct by_lab_look *look,
                                       const struct by_lab_result *result,
                                       const struct by_lab_checking *how,
                                       struct by_lab_checked *out, struct by_error *err)
{
    *out = (struct by_lab_checked){.result = result};
    if (result->cell.timed || result->state == BY_LAB_LEFT_OUT ||
        (!how->sum && result->state < BY_LAB_PARTIAL)) {
        struct by_text text = by_text_over(out->words, sizeof out->words);
        by_text_format(&text, "not checked: %s",
                       result->cell.timed ? "it depends on time"
                                          : by_lab_state_name(result->state));
        return BY_OK;
    }
    enum by_status status = by_lab_again(look->store, result, how->concurrency, how->stop,
                                         how->progress, how->context, &out->again, err);
    out->checked = status == BY_OK && !atomic_load(how->stop);
    if (out->checked)
        judge(result, how->sum, out);
    return status;
}

void by_report_lab_checked(struct by_json *json, const struct by_lab_checked *checked)
{
    char sum[BY_LAB_CHECKSUM];
    by_json_object(json, NULL);
    by_json_text(json, "cell", checked->result->cell.label);
    by_json_flag(json, "checked", checked->checked);
    if (checked->checked) {
        by_json_flag(json, "same", checked->good);
        by_json_text(json, "checksum", by_lab_checksum(checked->again.checksum, sum));
    }
    by_json_text(json, "words", checked->words);
    by_json_end_object(json);
}
