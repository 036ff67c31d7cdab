#include "cli/search/solve_file.h"
#include "base/clock.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "report/decision.h"
#include "search/solve/solve.h"
#include <stdlib.h>
#include <string.h>

/* What a file says of a position: the best score, and whether ours is the same. */
enum verdict { UNSAID, RIGHT, WRONG };

struct many {
    struct by_cli *cli;
    struct by_json *json; /* NULL: a table */
    struct by_record_file file;
    struct by_record record;
    struct by_solve_options options;
    struct by_record_request request;
    struct by_setting settings[BY_CLI_SETTINGS_MAX];
    struct by_progress progress;
    atomic_bool stop;
    double patience, deadline; /* of a position, 0: none */
    int total;                 /* positions in the file */
    int solved, unsolved, right, wrong;
    uint64_t nodes; /* of the positions before */
    double seconds;
};

bool by_solve_one(const struct by_cli *cli)
{
    const struct by_value *best = by_cli_value(cli, "best");
    return best->given ? best->choice == 1 : by_cli_flag(cli, "wld") || by_cli_text(cli, "file");
}

static void on_progress(void *context, int done, int total, uint64_t nodes)
{
    struct many *m = context;
    (void)done;
    (void)total;
    atomic_store(&m->progress.positions, m->nodes + nodes);
    if (by_interrupted() || (m->deadline > 0 && by_clock_now() > m->deadline))
        atomic_store(&m->stop, true);
}

/* --- what the file says ------------------------------------------------------------ */

static double best_known(const struct by_record *record)
{
    double best = record->known[0].score;
    for (int i = 1; i < record->known_count; i++)
        best = record->known[i].score > best ? record->known[i].score : best;
    return best;
}

static bool same_score(const struct by_solution *solution, double ours, double known)
{
    if (solution->wld)
        return (ours > 0) - (ours < 0) == (known > 0) - (known < 0);
    return ours == known;
}

/* The scores must be the same, and our move, where the file knows it, must have the best one. */
static enum verdict judge(const struct by_record *record, const struct by_solution *solution)
{
    if (record->known_count == 0)
        return UNSAID;
    double best = best_known(record);
    double ours = (double)solution->value / record->rules->score_scale;
    bool good = same_score(solution, ours, best);
    for (int i = 0; i < record->known_count && solution->best_count > 0; i++)
        if (record->known[i].move == solution->best[0])
            good = good && same_score(solution, record->known[i].score, best);
    return good ? RIGHT : WRONG;
}

/* --- rows ------------------------------------------------------------------------------ */

static void print_head(const struct many *m)
{
    fprintf(m->cli->out, "%4s %2s %7s  %-8s %14s %10s %10s  %s\n", "#", "", "score", "move",
            "nodes", "seconds", "nodes/s", "in the file");
}

static void print_known(const struct many *m, enum verdict verdict)
{
    const struct by_record *record = &m->record;
    char move[BY_MOVE_BUFFER];
    double best = best_known(record);
    fprintf(m->cli->out, "%s: %.10g", verdict == RIGHT ? "right" : "WRONG", best);
    for (int i = 0; i < record->known_count; i++)
        if (record->known[i].score == best)
            fprintf(m->cli->out, " %s",
                    by_move_string(record->rules, by_line_position(record->line),
                                   record->known[i].move, move));
}

static void print_row(const struct many *m, const struct by_solution *solution,
                      enum verdict verdict)
{
    static const char *const words[] = {"lost", "drawn", "won"};
    const struct by_record *record = &m->record;
    char score[BY_SCORE_BUFFER] = "-", move[BY_MOVE_BUFFER] = "-", speed[BY_SCORE_BUFFER];
    int sign = (solution->value > 0) - (solution->value < 0);
    if (solution->proven && solution->wld)
        snprintf(score, sizeof score, "%s", words[sign + 1]);
    else if (solution->proven)
        by_score_string(record->rules, solution->value, score);
    if (solution->proven && solution->best_count > 0)
        by_move_string(record->rules, by_line_position(record->line), solution->best[0], move);
    double rate = solution->seconds > 0 ? (double)solution->nodes / solution->seconds : 0;
    fprintf(m->cli->out, "%4d %2s %7s  %-8s %14llu %10.3f %10s  ", m->file.source.games,
            by_side_name(by_line_side(record->line)), score, move,
            (unsigned long long)solution->nodes, solution->seconds, by_short_number(rate, speed));
    if (verdict != UNSAID)
        print_known(m, verdict);
    fputs(solution->proven ? "\n" : "given up\n", m->cli->out);
}

static void report_row(const struct many *m, const struct by_solution *solution,
                       enum verdict verdict)
{
    const struct by_record *record = &m->record;
    struct by_json *json = m->json;
    by_json_object(json, NULL);
    by_json_int(json, "number", m->file.source.games);
    by_report_position(json, "position", record->rules, by_line_position(record->line));
    by_json_flag(json, "proven", solution->proven);
    if (solution->proven)
        by_report_solved(json, record->line, solution);
    if (verdict == UNSAID) {
        by_json_null(json, "known");
        by_json_null(json, "right");
    } else {
        by_json_number(json, "known", best_known(record));
        by_json_flag(json, "right", verdict == RIGHT);
    }
    by_json_end_object(json);
}

static void note(struct many *m, const struct by_solution *solution)
{
    enum verdict verdict = solution->proven ? judge(&m->record, solution) : UNSAID;
    m->solved += solution->proven;
    m->unsolved += !solution->proven;
    m->right += verdict == RIGHT;
    m->wrong += verdict == WRONG;
    m->nodes += solution->nodes;
    m->seconds += solution->seconds;
    atomic_store(&m->progress.done, m->solved + m->unsolved);
    if (m->json) {
        report_row(m, solution, verdict);
    } else {
        print_row(m, solution, verdict);
        (void)by_output_flush(m->cli);
    }
}

static int finish(struct many *m)
{
    char speed[BY_SCORE_BUFFER];
    bool complete = m->solved + m->unsolved == m->total;
    if (m->json) {
        by_json_end_array(m->json);
        by_json_int(m->json, "solved", m->solved);
        by_json_int(m->json, "unsolved", m->unsolved);
        by_json_int(m->json, "right", m->right);
        by_json_int(m->json, "wrong", m->wrong);
        by_json_count(m->json, "nodes", m->nodes);
        by_json_seconds(m->json, "seconds", m->seconds);
        by_json_flag(m->json, "complete", complete);
        by_json_end_object(m->json);
        if (by_cli_json_end(m->cli) != BY_EXIT_OK)
            return BY_EXIT_FAILED;
    } else {
        by_short_number(m->seconds > 0 ? (double)m->nodes / m->seconds : 0, speed);
        fprintf(m->cli->out,
                "%d of %d solved, %d right, %d wrong; %llu nodes, %.3f s, %s nodes/s\n", m->solved,
                m->total, m->right, m->wrong, (unsigned long long)m->nodes, m->seconds, speed);
    }
    if (!complete)
        by_cli_note("stopped after %d of %d positions", m->solved + m->unsolved, m->total);
    return complete && m->unsolved == 0 && m->wrong == 0 ? BY_EXIT_OK : BY_EXIT_FAILED;
}

/* --- one after the other ------------------------------------------------------------------ */

/* Also looks whether all of it can be read, before hours of work. */
static int count_positions(struct many *m)
{
    bool found = true;
    struct by_record_source source = m->file.source;
    while (found) {
        if (by_record_next(&source, &m->record, &found, &m->cli->error) != BY_OK ||
            (found && by_record_play(&m->record, &m->request, &m->cli->error) != BY_OK))
            return by_record_file_report(m->cli, &m->file, source.games + !found);
        if (found && by_looks_back(m->record.rules))
            return by_cli_refuse(m->cli, "solve does not look back at earlier positions: leave "
                                         "superko off");
        m->total += found;
    }
    return BY_EXIT_OK;
}

static int solve_next(struct many *m)
{
    bool found;
    struct by_cli *cli = m->cli;
    struct by_solution solution = {0};
    if (by_record_next(&m->file.source, &m->record, &found, &cli->error) != BY_OK ||
        by_record_play(&m->record, &m->request, &cli->error) != BY_OK)
        return by_record_file_report(cli, &m->file, m->file.source.games);
    m->deadline = m->patience > 0 ? by_clock_now() + m->patience : 0;
    atomic_store(&m->stop, by_interrupted());
    enum by_status status =
        by_solve(m->record.line, &m->options, &m->stop, on_progress, m, &solution, &cli->error);
    if (status == BY_OK && (solution.proven || !by_interrupted()))
        note(m, &solution);
    by_solution_close(&solution);
    return status == BY_OK ? BY_EXIT_OK
                           : by_record_file_report(cli, &m->file, m->file.source.games);
}

static int solve_all(struct many *m)
{
    int status = BY_EXIT_OK;
    if (by_cli_flag(m->cli, "json")) {
        m->json = by_cli_json(m->cli);
        by_json_object(m->json, NULL);
        by_json_array(m->json, "positions");
    } else {
        print_head(m);
    }
    by_progress_open(&m->progress, "solve");
    atomic_store(&m->progress.total, m->total);
    for (int i = 0; i < m->total && status == BY_EXIT_OK && !by_interrupted(); i++)
        status = solve_next(m);
    by_progress_close(&m->progress);
    return status == BY_EXIT_OK ? finish(m) : status;
}

static int open_file(struct many *m, char *storage)
{
    struct by_cli *cli = m->cli;
    int status = by_cli_settings(cli, m->settings, storage, &m->request.setting_count);
    if (status == BY_EXIT_OK)
        status = by_record_file_open(cli, by_cli_text(cli, "file"), NULL, &m->file);
    return status == BY_EXIT_OK ? count_positions(m) : status;
}

int by_solve_file(struct by_cli *cli, const char *game)
{
    struct many *m = calloc(1, sizeof *m);
    char *storage = calloc((size_t)cli->setting_count + 1, BY_SPEC_LENGTH_MAX + 1);
    if (!m || !storage) {
        free(m);
        free(storage);
        return by_cli_failed(cli, "there is not enough memory");
    }
    m->cli = cli;
    m->patience = by_cli_real(cli, "time");
    m->request = (struct by_record_request){.game = game, .settings = m->settings, .ply = -1};
    m->options = (struct by_solve_options){
        .method = (enum by_solve_method)by_cli_value(cli, "method")->choice,
        .table_bytes = (size_t)by_cli_int(cli, "table"),
        .threads = (int)by_cli_int(cli, "threads"),
        .wld = by_cli_flag(cli, "wld"),
        .one = by_solve_one(cli),
    };
    int status = open_file(m, storage);
    if (status == BY_EXIT_OK)
        status = solve_all(m);
    by_record_close(&m->record);
    by_record_file_close(&m->file);
    free(storage);
    free(m);
    return status;
}
