/* save_test.c: the file between two sessions of a solver: what was left is found again, and
 * anything else is refused with a sentence, whatever the bytes are. */
#include "search/solve/save.h"
#include "search_help.h"
#include <unistd.h>

static const struct by_solver *const solvers[] = {&by_solver_pns, &by_solver_alphabeta};

/* A session of one solver on one position. */
struct desk {
    struct by_rules *rules;
    struct by_line *line;
    by_move moves[HELP_MOVES_MAX];
    by_move best[HELP_MOVES_MAX];
    struct by_solution solution;
    struct by_save save;
};

#define SMALL 1024 /* bytes of a table */

static void sit_down_with(struct desk *desk, const struct by_solver *solver, size_t table,
                          const char *game, const char *settings, const char *position,
                          const char *moves)
{
    struct by_solver_job job = {0};
    memset(desk, 0, sizeof *desk);
    desk->rules = open_rules_at(game, settings, position);
    desk->line = open_line(desk->rules);
    assert_int_equal(by_line_play_list(desk->line, moves, NULL), BY_OK);
    desk->solution.best = desk->best;
    desk->save = (struct by_save){.line = desk->line,
                                  .solver = solver,
                                  .moves = desk->moves,
                                  .move_count = by_line_moves(desk->line, desk->moves),
                                  .solution = &desk->solution};
    struct by_solve_options options = {.table_bytes = table};
    assert_int_equal(solver->open(desk->rules, &options, &desk->save.state, NULL), BY_OK);
    job.root = by_line_position(desk->line);
    solver->start(desk->save.state, &job);
}

static void sit_down(struct desk *desk, const struct by_solver *solver, const char *game,
                     const char *settings, const char *position, const char *moves)
{
    sit_down_with(desk, solver, SMALL, game, settings, position, moves);
}

static void stand_up(struct desk *desk)
{
    desk->save.solver->close(desk->save.state);
    by_line_close(desk->line);
    by_rules_close(desk->rules);
}

/* Breakthrough 4x4 with two root moves solved. */
static void sit_down_and_work_with(struct desk *desk, const struct by_solver *solver, size_t table)
{
    int64_t value;
    sit_down_with(desk, solver, table, "breakthrough", "size=4x4", NULL, "");
    struct by_solution *solution = &desk->solution;
    for (int i = 0; i < 2; i++)
        assert_true(solver->value(desk->save.state, desk->moves[i], -1, 1000, &value));
    assert_true(solver->value(desk->save.state, desk->moves[0], -1, 1000, &value));
    solution->pv_count = solver->line(desk->save.state, desk->moves[0], value, solution->pv, 64);
    assert_true(solution->pv_count > 0);
    desk->save.done = 2;
    solution->value = (int32_t)value;
    solution->best_count = 1;
    solution->best[0] = desk->moves[0];
    solution->nodes = solver->nodes(desk->save.state);
    solution->seconds = 1.5;
}

static void sit_down_and_work(struct desk *desk, const struct by_solver *solver)
{
    sit_down_and_work_with(desk, solver, SMALL);
}

static void sit_down_again(struct desk *desk, const struct by_solver *solver)
{
    sit_down(desk, solver, "breakthrough", "size=4x4", NULL, "");
}

/* --- files ------------------------------------------------------------------------------ */

#define PATH_SIZE 256

static void temporary(char path[PATH_SIZE])
{
    const char *where = getenv("TMPDIR");
    (void)snprintf(path, PATH_SIZE, "%s/by_save_test_XXXXXX", where ? where : "/tmp");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    (void)close(descriptor);
    (void)remove(path);
}

static size_t read_bytes(const char *path, unsigned char *bytes, size_t room)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, room, file);
    assert_true(size < room);
    (void)fclose(file);
    return size;
}

static void write_bytes(const char *path, const unsigned char *bytes, size_t size)
{
    (void)remove(path); /* some file systems wait for the disk when a file is cut to nothing */
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    (void)fclose(file);
}

static void write_save(const char *path, const struct desk *desk)
{
    struct by_error err = {0};
    if (by_save_write(path, &desk->save, &err))
        fail_msg("%s", err.text);
}

/* Refused with a sentence that contains `words`. */
static void assert_refused(const char *path, struct desk *desk, const char *words)
{
    struct by_error err = {0};
    bool found;
    assert_int_equal(by_save_read(path, &desk->save, &found, &err), BY_BAD_INPUT);
    assert_true(found && !strchr(err.text, '\n'));
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
}

/* --- what was left is found again ---------------------------------------------------------- */

static int count_entries(const struct desk *desk)
{
    size_t cursor = 0;
    int count = 0;
    struct by_solver_entry entry;
    while (desk->save.solver->next(desk->save.state, &cursor, &entry))
        count++;
    return count;
}

static void a_session_goes_on_where_the_last_one_stopped(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    temporary(path);
    for (int e = 0; e < 2; e++) {
        struct desk first, second;
        struct by_error err = {0};
        bool found = false;
        int64_t value;
        sit_down_and_work(&first, solvers[e]);
        write_save(path, &first);
        sit_down_again(&second, solvers[e]);
        if (by_save_read(path, &second.save, &found, &err))
            fail_msg("%s", err.text);
        assert_true(found);
        assert_int_equal(second.save.done, 2);
        assert_int_equal(second.solution.value, first.solution.value);
        assert_int_equal(second.solution.nodes, first.solution.nodes);
        assert_true(fabs(second.solution.seconds - 1.5) < 1e-5);
        assert_int_equal(second.solution.best_count, 1);
        assert_int_equal(second.best[0], first.best[0]);
        assert_int_equal(second.solution.pv_count, first.solution.pv_count);
        assert_memory_equal(second.solution.pv, first.solution.pv,
                            (size_t)first.solution.pv_count * sizeof(by_move));
        assert_true(count_entries(&first) > 20);
        assert_int_equal(count_entries(&second), count_entries(&first));
        /* The table is at work: the first move again costs next to nothing. */
        uint64_t before = solvers[e]->nodes(second.save.state);
        assert_true(solvers[e]->value(second.save.state, second.moves[0], -1, 1000, &value));
        assert_int_equal(value, first.solution.value);
        assert_true(solvers[e]->nodes(second.save.state) - before < 20);
        stand_up(&first);
        stand_up(&second);
        (void)remove(path);
    }
}

static void solving_by_and_by_gives_the_same(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    temporary(path);
    struct by_rules *rules = open_rules("breakthrough", "size=3x5");
    struct by_line *line = open_line(rules);
    static const enum by_solve_method methods[] = {BY_SOLVE_PNS, BY_SOLVE_ALPHABETA};
    for (int m = 0; m < 2; m++) {
        struct by_solve_options options = {.method = methods[m], .table_bytes = (size_t)1 << 20};
        struct by_solution whole, stopped, again;
        atomic_bool stop = true;
        assert_int_equal(by_solve(line, &options, NULL, NULL, NULL, &whole, NULL), BY_OK);
        options.save = path;
        assert_int_equal(by_solve(line, &options, &stop, NULL, NULL, &stopped, NULL), BY_OK);
        assert_true(!stopped.proven && stopped.saved && !stopped.resumed);
        for (int session = 0; session < 2; session++) { /* the second is solved already */
            assert_int_equal(by_solve(line, &options, NULL, NULL, NULL, &again, NULL), BY_OK);
            assert_true(again.proven && again.saved && again.resumed);
            assert_int_equal(again.value, whole.value);
            assert_int_equal(again.best_count, whole.best_count);
            assert_memory_equal(again.best, whole.best,
                                (size_t)whole.best_count * sizeof *whole.best);
            assert_int_equal(again.pv_count, whole.pv_count);
            assert_true(again.nodes <= whole.nodes + 2);
            by_solution_close(&again);
        }
        by_solution_close(&stopped);
        by_solution_close(&whole);
        (void)remove(path);
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* --- anything else is refused ----------------------------------------------------------------- */

#define FILE_MAX 65536

static void a_file_cut_short_anywhere_is_refused(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    static unsigned char bytes[FILE_MAX];
    temporary(path);
    for (int e = 0; e < 2; e++) {
        struct desk desk;
        sit_down_and_work(&desk, solvers[e]);
        write_save(path, &desk);
        stand_up(&desk);
        size_t size = read_bytes(path, bytes, FILE_MAX);
        sit_down_again(&desk, solvers[e]);
        for (size_t n = 0; n < size; n++) {
            write_bytes(path, bytes, n);
            assert_refused(path, &desk, n < 8 ? "not a file" : "cut short");
        }
        bytes[size] = 0;
        write_bytes(path, bytes, size + 1); /* and one that goes on behind its end */
        assert_refused(path, &desk, "damaged");
        stand_up(&desk);
    }
    (void)remove(path);
}

static void a_changed_byte_anywhere_is_refused(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    static unsigned char bytes[FILE_MAX];
    static const unsigned char changes[] = {1, 0x80, 0xff};
    struct desk desk;
    temporary(path);
    sit_down_and_work(&desk, &by_solver_pns);
    write_save(path, &desk);
    stand_up(&desk);
    size_t size = read_bytes(path, bytes, FILE_MAX);
    sit_down_again(&desk, &by_solver_pns);
    for (size_t i = 0; i < size; i++)
        for (int c = 0; c < long_or(3, 1); c++) {
            unsigned char change = changes[(i + (size_t)c) % 3];
            bytes[i] ^= change;
            write_bytes(path, bytes, size);
            assert_refused(path, &desk, "");
            bytes[i] ^= change;
        }
    stand_up(&desk);
    (void)remove(path);
}

static void random_bytes_are_refused(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    static unsigned char bytes[FILE_MAX];
    struct by_rng rng;
    struct desk desk;
    temporary(path);
    by_rng_init(&rng, 97, 0);
    sit_down_and_work(&desk, &by_solver_pns);
    write_save(path, &desk);
    stand_up(&desk);
    size_t whole = read_bytes(path, bytes, FILE_MAX);
    sit_down_again(&desk, &by_solver_pns);
    for (int i = 0; i < long_or(50000, 3000); i++) {
        size_t kept = by_rng_below(&rng, (uint32_t)whole); /* a true beginning, then noise */
        size_t size = kept + by_rng_below(&rng, 2000);
        static unsigned char noise[FILE_MAX];
        memcpy(noise, bytes, kept);
        for (size_t k = kept; k < size; k++)
            noise[k] = by_rng_below(&rng, 3) ? (unsigned char)by_rng_next(&rng) : 0;
        write_bytes(path, noise, size);
        assert_refused(path, &desk, "");
    }
    stand_up(&desk);
    (void)remove(path);
}

static void a_file_about_something_else_is_refused(void **state)
{
    (void)state;
    static const struct {
        int solver;
        const char *game, *settings, *position, *moves, *words;
    } others[] = {
        {1, "breakthrough", "size=4x4", NULL, "", "another method: 'pns'"},
        {0, "connect4", "size=4x4", NULL, "", "another game: 'breakthrough size=4x4'"},
        {0, "breakthrough", "size=4x3", NULL, "", "another game"},
        {0, "breakthrough", "size=4x4", NULL, "a1a2", "another position"},
        {0, "breakthrough", "size=4x4", "OOOO/..../X.../.XXX O", "", "another position"},
    };
    char path[PATH_SIZE];
    struct desk desk;
    temporary(path);
    sit_down_and_work(&desk, &by_solver_pns);
    write_save(path, &desk);
    stand_up(&desk);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        sit_down(&desk, solvers[others[i].solver], others[i].game, others[i].settings,
                 others[i].position, others[i].moves);
        assert_refused(path, &desk, others[i].words);
        stand_up(&desk);
    }
    unsigned char bytes[FILE_MAX / 4];
    size_t size = read_bytes(path, bytes, sizeof bytes);
    bytes[8] = 2;
    write_bytes(path, bytes, size);
    sit_down_again(&desk, &by_solver_pns);
    assert_refused(path, &desk, "version 2");
    stand_up(&desk);
    (void)remove(path);
}

/* Whole files, with a right sum, whose contents cannot be. */
static void impossible_contents_are_refused(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    temporary(path);
    for (int i = 0; i < 7; i++) {
        struct desk desk;
        sit_down_and_work(&desk, &by_solver_pns);
        switch (i) {
        case 0:
            desk.best[0] = desk.moves[2]; /* not yet solved */
            break;
        case 1:
            desk.best[0] = 1000000;
            break;
        case 2:
            desk.solution.best_count = 3; /* of two */
            break;
        case 3:
            desk.save.done = 99;
            break;
        case 4:
            desk.solution.pv[1] = -5;
            break;
        case 5:
            desk.solution.pv[1] = desk.solution.pv[0];
            break;
        default:
            desk.solution.best_count = 0;
            break;
        }
        write_save(path, &desk);
        stand_up(&desk);
        sit_down_again(&desk, &by_solver_pns);
        assert_refused(path, &desk, "damaged");
        stand_up(&desk);
    }
    (void)remove(path);
}

/* What a smaller table forgets would be gone for good. */
static void a_file_for_a_larger_table_is_refused(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    temporary(path);
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        struct desk before, after;
        bool found;
        sit_down_and_work_with(&before, solvers[i], (size_t)1 << 20);
        write_save(path, &before);
        stand_up(&before);
        sit_down_again(&after, solvers[i]);
        assert_refused(path, &after, "larger");
        stand_up(&after);
        sit_down_with(&after, solvers[i], (size_t)1 << 19, "breakthrough", "size=4x4", NULL, "");
        assert_int_equal(by_save_read(path, &after.save, &found, NULL), BY_OK);
        assert_true(found);
        stand_up(&after);
    }
    (void)remove(path);
}

static void a_place_that_cannot_be_written_is_refused_at_once(void **state)
{
    (void)state;
    static const char *const paths[] = {"/nonexistent/folder/file", "/tmp", ""};
    struct by_rules *rules = open_rules("breakthrough", "size=8x8");
    struct by_line *line = open_line(rules);
    for (int i = 0; i < 3; i++) {
        struct by_solve_options options = {.save = paths[i]};
        struct by_solution solution;
        struct by_error err = {0};
        double begun = by_clock_now();
        assert_true(by_solve(line, &options, NULL, NULL, NULL, &solution, &err) != BY_OK);
        assert_true(err.text[0] != 0 && by_clock_now() - begun < 5);
        by_solution_close(&solution);
    }
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_goes_on_where_the_last_one_stopped),
        cmocka_unit_test(solving_by_and_by_gives_the_same),
        cmocka_unit_test(a_file_cut_short_anywhere_is_refused),
        cmocka_unit_test(a_changed_byte_anywhere_is_refused),
        cmocka_unit_test(random_bytes_are_refused),
        cmocka_unit_test(a_file_about_something_else_is_refused),
        cmocka_unit_test(impossible_contents_are_refused),
        cmocka_unit_test(a_file_for_a_larger_table_is_refused),
        cmocka_unit_test(a_place_that_cannot_be_written_is_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
