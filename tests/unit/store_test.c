/* store_test.c: what was stored stays, nothing is stored twice, and bad files are refused. */
#include "arena/store/store.h"
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* --- a store in a folder of its own ------------------------------------------------- */

struct place {
    char folder[64];
    char path[96], other[96];
};

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    strcpy(place->folder, "/tmp/by_store_test_XXXXXX");
    if (!mkdtemp(place->folder))
        return -1;
    snprintf(place->path, sizeof place->path, "%s/a.db", place->folder);
    snprintf(place->other, sizeof place->other, "%s/b.db", place->folder);
    *state = place;
    return 0;
}

static int leave_place(void **state)
{
    struct place *place = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", place->folder);
    int status = system(command);
    free(place);
    return status;
}

static struct by_store *open_store(const char *path, enum by_store_mode mode)
{
    struct by_store *store = NULL;
    struct by_error err = {0};
    if (by_store_open(path, mode, NULL, &store, &err))
        fail_msg("%s", err.text);
    return store;
}

static struct by_store_match match_called(const char *a)
{
    return (struct by_store_match){.game = "nogo",
                                   .settings = "size=5x5",
                                   .position = "",
                                   .a = a,
                                   .b = "random",
                                   .openings = "",
                                   .terms = "",
                                   .seed = "18446744073709551615",
                                   .version = "0.1.0",
                                   .created = 1.5};
}

static int64_t begin(struct by_store *store, const char *a)
{
    struct by_store_match match = match_called(a);
    struct by_error err = {0};
    int64_t id = 0;
    if (by_store_begin(store, &match, &id, &err))
        fail_msg("%s", err.text);
    return id;
}

static struct by_played game_number(int64_t number)
{
    return (struct by_played){.number = number,
                              .a_first = number % 2 == 0,
                              .opening = 1,
                              .plies = 3,
                              .moves = "a1 b2 c3",
                              .times = "- 12 0",
                              .points = (int)(number % 3),
                              .scored = true,
                              .score = 1,
                              .ended = "rules",
                              .reason = "",
                              .moved = {1, 1},
                              .spent = {0.012, 0},
                              .longest = {0.012, 0},
                              .sims = {100, 9000000000},
                              .hash = 0x0123456789abcdef,
                              .version = "0.1.0",
                              .host = "here",
                              .rank = 2,
                              .finished = 1e9 + 0.5};
}

static void put(struct by_store *store, int64_t match, int64_t from, int64_t to)
{
    for (int64_t number = from; number < to; number++) {
        struct by_played game = game_number(number);
        const struct by_played *one = &game;
        struct by_error err = {0};
        if (by_store_put(store, match, &one, 1, NULL, NULL, &err))
            fail_msg("%s", err.text);
    }
}

static bool count_one(void *context, const struct by_played *game)
{
    struct by_played want = game_number(game->number);
    assert_int_equal(game->a_first, want.a_first);
    assert_int_equal(game->opening, want.opening);
    assert_int_equal(game->plies, want.plies);
    assert_string_equal(game->moves, want.moves);
    assert_string_equal(game->times, want.times);
    assert_int_equal(game->points, want.points);
    assert_true(game->scored && game->score == want.score);
    assert_string_equal(game->ended, want.ended);
    assert_string_equal(game->reason, want.reason);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(game->moved[i], want.moved[i]);
        assert_true(game->spent[i] == want.spent[i]);
        assert_true(game->longest[i] == want.longest[i]);
        assert_int_equal(game->sims[i], want.sims[i]);
    }
    assert_true(game->hash == want.hash);
    assert_string_equal(game->version, want.version);
    assert_string_equal(game->host, want.host);
    assert_int_equal(game->rank, want.rank);
    assert_true(game->finished == want.finished);
    ++*(int *)context;
    return true;
}

static int count_games(struct by_store *store, int64_t match, int64_t *mark)
{
    int count = 0;
    struct by_error err = {0};
    if (by_store_games(store, match, mark, count_one, &count, &err))
        fail_msg("%s", err.text);
    return count;
}

/* --- in and out ------------------------------------------------------------------------ */

static bool same_match(void *context, const struct by_store_match *match)
{
    struct by_store_match want = match_called(*(int *)context == 0 ? "mcts" : "alphabeta");
    assert_string_equal(match->a, want.a);
    assert_string_equal(match->game, want.game);
    assert_string_equal(match->settings, want.settings);
    assert_string_equal(match->seed, want.seed);
    assert_true(match->created == want.created);
    assert_int_equal(match->games, *(int *)context == 0 ? 5 : 1);
    ++*(int *)context;
    return true;
}

static void what_was_stored_comes_back(void **state)
{
    struct place *place = *state;
    struct by_store *store = open_store(place->path, BY_STORE_CREATE);
    int64_t first = begin(store, "mcts"), second = begin(store, "alphabeta");
    assert_int_not_equal(first, second);
    assert_int_equal(begin(store, "mcts"), first);
    put(store, first, 0, 5);
    put(store, first, 3, 5); /* again: nothing happens */
    put(store, second, 7, 8);
    by_store_close(store);

    store = open_store(place->path, BY_STORE_READ);
    int matches = 0;
    struct by_error err = {0};
    assert_int_equal(by_store_matches(store, same_match, &matches, &err), BY_OK);
    assert_int_equal(matches, 2);
    assert_int_equal(count_games(store, first, NULL), 5);
    int64_t mark = 0;
    assert_int_equal(count_games(store, first, &mark), 5);
    assert_int_equal(count_games(store, first, &mark), 0);
    by_store_close(store);
}

static void nothing_is_written_by_readers(void **state)
{
    struct place *place = *state;
    struct by_error err = {0};
    struct by_store *store = NULL;
    assert_int_equal(by_store_open(place->path, BY_STORE_READ, NULL, &store, &err), BY_BAD_INPUT);
    assert_int_equal(by_store_open(place->path, BY_STORE_CHANGE, NULL, &store, &err), BY_BAD_INPUT);
    assert_int_not_equal(access(place->path, F_OK), 0);
    assert_null(store);
    by_store_close(NULL);
}

/* Two who store games of one match by turns: each reads the other's, and nothing of its own. */
struct heard {
    int64_t numbers[16];
    int count;
};

static bool hear(void *context, const struct by_played *game)
{
    struct heard *heard = context;
    heard->numbers[heard->count++] = game->number;
    return true;
}

static void exchange(struct by_store *store, int64_t match, int64_t number, int64_t *mark,
                     struct heard *heard, bool expected)
{
    struct by_played game = game_number(number);
    const struct by_played *one = &game;
    const struct by_store_news news = {mark, hear, heard};
    bool kept = !expected;
    assert_int_equal(by_store_put(store, match, &one, 1, &kept, &news, NULL), BY_OK);
    assert_int_equal(kept, expected);
}

static void nobody_reads_back_what_he_has_put(void **state)
{
    struct place *place = *state;
    struct by_store *one = open_store(place->path, BY_STORE_CREATE);
    struct by_store *two = open_store(place->path, BY_STORE_CHANGE);
    int64_t match = begin(one, "mcts"), mark_one = 0, mark_two = 0;
    struct heard by_one = {0}, by_two = {0};
    exchange(one, match, 0, &mark_one, &by_one, true);
    exchange(two, match, 1, &mark_two, &by_two, true);
    exchange(two, match, 2, &mark_two, &by_two, true);
    exchange(one, match, 3, &mark_one, &by_one, true);
    exchange(one, match, 2, &mark_one, &by_one, false); /* it is there: the other's stays */
    exchange(two, match, 4, &mark_two, &by_two, true);
    assert_int_equal(by_one.count, 2);
    assert_int_equal(by_one.numbers[0], 1);
    assert_int_equal(by_one.numbers[1], 2);
    assert_int_equal(by_two.count, 2);
    assert_int_equal(by_two.numbers[0], 0);
    assert_int_equal(by_two.numbers[1], 3);
    assert_int_equal(by_store_games(one, match, &mark_one, hear, &by_one, NULL), BY_OK);
    assert_int_equal(by_one.count, 3);
    assert_int_equal(by_one.numbers[2], 4);
    by_store_close(two);
    by_store_close(one);
}

/* --- claims --------------------------------------------------------------------------- */

static int claim(struct by_store *store, int64_t match, int64_t games, int want, int64_t *numbers,
                 int64_t *others)
{
    int got = 0;
    struct by_error err = {0};
    if (by_store_claim(store, match, games, NULL, want, numbers, &got, others, &err))
        fail_msg("%s", err.text);
    return got;
}

static void claims_keep_processes_apart(void **state)
{
    struct place *place = *state;
    struct by_store *one = open_store(place->path, BY_STORE_CREATE);
    struct by_store *two = open_store(place->path, BY_STORE_CHANGE);
    int64_t match = begin(one, "mcts"), numbers[8], others;
    put(one, match, 1, 3);
    assert_int_equal(claim(one, match, 10, 3, numbers, &others), 3); /* 0, 3, 4 */
    assert_int_equal(numbers[0], 0);
    assert_int_equal(numbers[1], 3);
    assert_int_equal(numbers[2], 4);
    assert_int_equal(claim(two, match, 10, 4, numbers, &others), 4);
    assert_int_equal(numbers[0], 5);
    assert_int_equal(numbers[3], 8);
    assert_int_equal(claim(two, match, 10, 4, numbers, &others), 1);
    assert_int_equal(numbers[0], 9);
    assert_int_equal(claim(two, match, 10, 4, numbers, &others), 0);
    assert_int_equal(others, 3);
    put(one, match, 0, 1);
    put(one, match, 3, 5);
    assert_int_equal(claim(two, match, 10, 4, numbers, &others), 0);
    assert_int_equal(others, 0);
    by_store_close(two); /* gives 5 to 9 back */
    assert_int_equal(claim(one, match, 10, 8, numbers, &others), 5);
    assert_int_equal(numbers[0], 5);
    by_store_close(one);
}

static void claims_of_the_dead_are_taken_over(void **state)
{
    struct place *place = *state;
    struct by_store *store = open_store(place->path, BY_STORE_CREATE);
    int64_t match = begin(store, "mcts"), numbers[8], others;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct by_store *mine = NULL;
        int got = 0;
        if (by_store_open(place->path, BY_STORE_CHANGE, NULL, &mine, NULL) == BY_OK)
            (void)by_store_claim(mine, match, 4, NULL, 3, numbers, &got, &others, NULL);
        _exit(got); /* and nothing is given back */
    }
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
    assert_int_equal(info.si_status, 3);
    assert_int_equal(claim(store, match, 4, 8, numbers, &others), 4); /* while it is a zombie */
    assert_int_equal(waitpid(child, NULL, 0), child);
    by_store_close(store);
}

static void change(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    sqlite3_close(db);
}

/* A claim without an owner, and owners on another machine: long silent, alive, and alive in a time
 * that is still to come. */
static void only_the_living_keep_their_claims(void **state)
{
    struct place *place = *state;
    struct by_store *store = open_store(place->path, BY_STORE_CREATE);
    int64_t match = begin(store, "mcts"), numbers[8], others;
    change(place->path, "INSERT INTO workers SELECT 101, 'far', 1, '', strftime('%s', 'now')-1000;"
                        "INSERT INTO workers SELECT 102, 'far', 7, '', strftime('%s', 'now')+30;"
                        "INSERT INTO workers SELECT 103, 'far', 1, '', strftime('%s', 'now')+1000;"
                        "INSERT INTO workers VALUES(104, 'far', 1, '', 9e999);"
                        "INSERT INTO claims VALUES(1, 0, 100), (1, 1, 101), (1, 2, 102),"
                        " (1, 3, 103), (1, 4, 104), (1, 5, 0)");
    assert_int_equal(match, 1);
    assert_int_equal(claim(store, match, 6, 8, numbers, &others), 5);
    assert_int_equal(numbers[2], 3); /* 2 is the living one's */
    assert_int_equal(others, 1);
    char whom[100];
    struct by_text text = by_text_over(whom, sizeof whom);
    assert_int_equal(by_store_others(store, match, &text, NULL), BY_OK);
    assert_string_equal(whom, "process 7 on far (1 game)");
    by_store_close(store);
}

/* --- many processes at once ------------------------------------------------------------ */

static void play_all(const char *path, int64_t match, int64_t games)
{
    struct by_store *store = open_store(path, BY_STORE_CHANGE);
    int64_t numbers[4], others;
    for (;;) {
        int got = claim(store, match, games, 4, numbers, &others);
        if (got == 0)
            break;
        for (int i = 0; i < got; i++)
            put(store, match, numbers[i], numbers[i] + 1);
    }
    by_store_close(store);
}

static void several_processes_store_every_game_once(void **state)
{
    struct place *place = *state;
    struct by_store *store = open_store(place->path, BY_STORE_CREATE);
    int64_t match = begin(store, "mcts");
    pid_t children[4];
    by_store_close(store);
    for (int i = 0; i < 4; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            play_all(place->path, match, 120);
            _exit(0);
        }
    }
    for (int i = 0; i < 4; i++) {
        int status = -1;
        waitpid(children[i], &status, 0);
        assert_int_equal(status, 0);
    }
    store = open_store(place->path, BY_STORE_READ);
    assert_int_equal(count_games(store, match, NULL), 120);
    by_store_close(store);
}

/* --- merging and checking --------------------------------------------------------------- */

static void count_problem(void *context, const char *sentence)
{
    assert_true(strlen(sentence) > 0);
    ++*(int *)context;
}

static int problems(const char *path)
{
    struct by_store *store = open_store(path, BY_STORE_CHANGE);
    struct by_error err = {0};
    int count = 0;
    assert_int_equal(by_store_check(store, count_problem, &count, &err), BY_OK);
    by_store_close(store);
    return count;
}

static void stores_are_merged(void **state)
{
    struct place *place = *state;
    struct by_error err = {0};
    struct by_store_merged merged;
    const char *const paths[] = {place->other, place->other};
    struct by_store *one = open_store(place->path, BY_STORE_CREATE);
    struct by_store *two = open_store(place->other, BY_STORE_CREATE);
    int64_t match = begin(one, "mcts");
    put(one, match, 0, 5);
    put(two, begin(two, "alphabeta"), 0, 2); /* other ids there */
    put(two, begin(two, "mcts"), 3, 9);
    by_store_close(two);
    assert_int_equal(by_store_merge(one, paths, 2, &merged, &err), BY_OK);
    assert_int_equal(merged.added, 6);
    assert_int_equal(merged.known, 2 + 8);
    assert_int_equal(count_games(one, match, NULL), 9);
    by_store_close(one);
    assert_int_equal(problems(place->path), 0);
}

static void a_merge_is_all_or_nothing(void **state)
{
    struct place *place = *state;
    struct by_error err = {0};
    struct by_store_merged merged;
    struct by_store *one = open_store(place->path, BY_STORE_CREATE);
    struct by_store *two = open_store(place->other, BY_STORE_CREATE);
    int64_t match = begin(one, "mcts");
    put(one, match, 0, 5);
    put(two, begin(two, "mcts"), 3, 9);
    by_store_close(two);
    const char *const missing[] = {place->other, "/nowhere/x.db"};
    assert_int_not_equal(by_store_merge(one, missing, 2, &merged, &err), BY_OK);
    assert_int_equal(count_games(one, match, NULL), 5);
    static const char *const others[] = {
        "UPDATE games SET hash='ffffffffffffffff' WHERE number=4",
        "UPDATE games SET hash=(SELECT hash FROM games WHERE number=5), points=0, ended='time'",
        "UPDATE matches SET b_who='somebody else'",
    };
    for (int i = 0; i < 3; i++) {
        change(place->other, others[i]);
        assert_int_equal(by_store_merge(one, missing, 1, &merged, &err), BY_BAD_INPUT);
        assert_non_null(strstr(err.text, "another one than in"));
        assert_int_equal(count_games(one, match, NULL), 5);
    }
    by_store_discard(one); /* it was made here */
    assert_int_not_equal(access(place->path, F_OK), 0);
    two = open_store(place->other, BY_STORE_CREATE);
    by_store_discard(two); /* it was not */
    assert_int_equal(access(place->other, F_OK), 0);
}

/* Two parts in one store: neither takes the other's numbers, nor waits for them. */
static void claims_keep_to_their_part(void **state)
{
    struct place *place = *state;
    struct by_store *one = open_store(place->path, BY_STORE_CREATE);
    struct by_store *two = open_store(place->path, BY_STORE_CHANGE);
    const struct by_shard first = {1, 3}, last = {3, 3};
    int64_t match = begin(one, "mcts"), numbers[8], others;
    int got;
    put(one, match, 0, 2); /* games 1 and 2 */
    assert_int_equal(by_store_claim(one, match, 10, &first, 2, numbers, &got, &others, NULL),
                     BY_OK);
    assert_int_equal(got, 2);
    assert_int_equal(numbers[0], 3);
    assert_int_equal(numbers[1], 6);
    assert_int_equal(by_store_claim(two, match, 10, &last, 8, numbers, &got, &others, NULL), BY_OK);
    assert_int_equal(got, 3);
    assert_int_equal(numbers[0], 2);
    assert_int_equal(numbers[2], 8);
    assert_int_equal(others, 0);
    assert_int_equal(by_store_claim(one, match, 10, &first, 8, numbers, &got, &others, NULL),
                     BY_OK);
    assert_int_equal(got, 1);
    assert_int_equal(numbers[0], 9);
    assert_int_equal(others, 0);
    assert_int_equal(by_store_claim(two, match, 10, &first, 8, numbers, &got, &others, NULL),
                     BY_OK);
    assert_int_equal(got, 0);
    assert_int_equal(others, 3);
    by_store_close(two);
    by_store_close(one);
}

static void what_is_wrong_is_found(void **state)
{
    struct place *place = *state;
    struct by_store *store = open_store(place->path, BY_STORE_CREATE);
    put(store, begin(store, "mcts"), 0, 5);
    by_store_close(store);
    static const char *const harms[] = {
        "UPDATE games SET points=7 WHERE number=1",
        "UPDATE games SET moves='a1 b2' WHERE number=2",
        "UPDATE games SET match=9 WHERE number=3",
        "UPDATE games SET times='1 2' WHERE number=4",
        "INSERT INTO workers VALUES(5, 'x', 1, '', 0); INSERT INTO claims VALUES(1, 0, 5)",
        "INSERT INTO claims VALUES(1, 20, 6)",
        "INSERT INTO workers VALUES(7, 'x', 1, '', 9e999); INSERT INTO claims VALUES(1, 21, 7)"};
    enum { HARMS = sizeof harms / sizeof *harms };
    for (int i = 0; i < HARMS; i++) {
        assert_int_equal(problems(place->path), i);
        change(place->path, harms[i]);
    }
    assert_int_equal(problems(place->path), HARMS);
}

/* --- rows that somebody edited ------------------------------------------------------------ */

static void keep_sentence(void *context, const char *sentence)
{
    snprintf(context, 200, "%s", sentence);
}

struct named {
    const char *column;
    int times;
};

static void look_for_name(void *context, const char *sentence)
{
    struct named *named = context;
    char words[60];
    snprintf(words, sizeof words, ": %s holds", named->column);
    named->times += strstr(sentence, words) != NULL;
}

/* Each is named by the check, fails a reader, and is left out for one who listens. */
static void edited_rows_are_named(void **state)
{
    struct place *place = *state;
    static const struct {
        const char *column, *value;
    } edits[] = {
        {"number", "9223372036854775807"},
        {"number", "-1"},
        {"number", "'x'"},
        {"id", "-3"},
        {"a_first", "2"},
        {"opening", "4"}, /* of 3 plies */
        {"plies", "4294967299"},
        {"moves", "x'00'"},
        {"moves", "'a1'||char(0)||'b2'"},
        {"points", "3"},
        {"score", "'many'"},
        {"b_moves", "-1"},
        {"a_seconds", "9e999"},
        {"b_seconds", "-1"},
        {"a_longest", "'long'"},
        {"b_sims", "-1"},
        {"hash", "'0'"},
        {"rank", "1e10"},
        {"finished", "-9e999"},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char sql[120], said[200] = "";
        unlink(place->path);
        struct by_store *store = open_store(place->path, BY_STORE_CREATE);
        int64_t match = begin(store, "mcts");
        put(store, match, 0, 3);
        by_store_close(store);
        snprintf(sql, sizeof sql, "UPDATE games SET %s=%s WHERE number=1", edits[i].column,
                 edits[i].value);
        change(place->path, sql);
        struct by_error err = {0};
        struct named named = {.column = edits[i].column};
        store = open_store(place->path, BY_STORE_CHANGE);
        assert_int_equal(by_store_check(store, look_for_name, &named, &err), BY_OK);
        assert_int_equal(named.times, 1);
        by_store_close(store);
        store = open_store(place->path, BY_STORE_READ);
        int count = 0;
        assert_int_equal(by_store_games(store, match, NULL, count_one, &count, &err), BY_FAILED);
        assert_non_null(strstr(err.text, edits[i].column));
        by_store_on_problem(store, keep_sentence, said);
        assert_int_equal(count_games(store, match, NULL), 2);
        assert_non_null(strstr(said, edits[i].column));
        by_store_close(store);
    }
}

static void nothing_unsound_is_stored(void **state)
{
    struct place *place = *state;
    struct by_store *store = open_store(place->path, BY_STORE_CREATE);
    int64_t match = begin(store, "mcts"), id;
    struct by_played bad[3] = {game_number(0), game_number(1), game_number(2)};
    bad[0].number = INT64_MAX;
    bad[1].spent[0] = 1e300;
    bad[2].points = 3;
    for (int i = 0; i < 3; i++) {
        const struct by_played *one = &bad[i];
        struct by_error err = {0};
        assert_int_equal(by_store_put(store, match, &one, 1, NULL, NULL, &err), BY_BAD_INPUT);
    }
    struct by_store_match odd = match_called("late");
    odd.created = 1e300;
    assert_int_equal(by_store_begin(store, &odd, &id, NULL), BY_BAD_INPUT);
    assert_int_equal(count_games(store, match, NULL), 0);
    by_store_close(store);
}

/* --- bad files ---------------------------------------------------------------------------- */

static void refused(const char *path, enum by_store_mode mode, const char *word)
{
    struct by_store *store = NULL;
    struct by_error err = {0};
    assert_int_not_equal(by_store_open(path, mode, NULL, &store, &err), BY_OK);
    assert_null(store);
    if (!strstr(err.text, word))
        fail_msg("'%s' does not say '%s'", err.text, word);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void other_files_are_refused(void **state)
{
    struct place *place = *state;
    write_file(place->path, "this is no database, but it is long enough to be looked at closely, "
                            "longer than the hundred bytes of a header");
    for (int mode = BY_STORE_READ; mode <= BY_STORE_CREATE; mode++) {
        refused(place->path, (enum by_store_mode)mode, "not a store");
        refused(place->folder, (enum by_store_mode)mode, "not a file");
    }
    write_file(place->path, "");
    refused(place->path, BY_STORE_READ, "empty");
    change(place->other, "CREATE TABLE recipes(name)");
    refused(place->other, BY_STORE_CREATE, "another program");
    refused("/nowhere/at/all.db", BY_STORE_CREATE, "No such file");
}

static void newer_stores_are_refused(void **state)
{
    struct place *place = *state;
    by_store_close(open_store(place->path, BY_STORE_CREATE));
    change(place->path, "PRAGMA user_version=7");
    for (int mode = BY_STORE_READ; mode <= BY_STORE_CREATE; mode++)
        refused(place->path, (enum by_store_mode)mode, "newer");
    change(place->path, "PRAGMA user_version=2");
    assert_int_equal(problems(place->path), 0);
}

static void formats_that_never_were_are_refused(void **state)
{
    struct place *place = *state;
    by_store_close(open_store(place->path, BY_STORE_CREATE));
    static const char *const versions[] = {"-1", "-2147483648", "0"};
    for (int i = 0; i < 3; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "PRAGMA user_version=%s", versions[i]);
        change(place->path, sql);
        for (int mode = BY_STORE_READ; mode <= BY_STORE_CREATE; mode++)
            refused(place->path, (enum by_store_mode)mode, "no version of this program");
    }
    change(place->other, "PRAGMA application_id=1113681529; PRAGMA user_version=1");
    refused(place->other, BY_STORE_CREATE, "no version of this program");
    change(place->other, "PRAGMA user_version=0");
    refused(place->other, BY_STORE_READ, "empty");
    by_store_close(open_store(place->other, BY_STORE_CREATE)); /* as a new file */
    assert_int_equal(problems(place->other), 0);
}

/* The reason is the folder, whether the store is there already (and may be written) or not. Root may
 * write everywhere: a child becomes somebody else. */
static void a_folder_that_may_only_be_read_is_named(void **state)
{
    struct place *place = *state;
    by_store_close(open_store(place->path, BY_STORE_CREATE));
    assert_int_equal(chmod(place->path, 0666), 0);
    assert_int_equal(chmod(place->folder, 0555), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int wrong = getuid() == 0 && setuid(65534) != 0;
        const char *const paths[] = {place->path, place->other};
        for (int i = 0; i < 2 && !wrong; i++) {
            struct by_store *store = NULL;
            struct by_error err = {0};
            wrong = by_store_open(paths[i], BY_STORE_CREATE, NULL, &store, &err) != BY_FAILED ||
                    !strstr(err.text, "its folder may only be read (Permission denied)");
        }
        struct by_store *store = NULL; /* but it can be read */
        wrong = wrong || by_store_open(place->path, BY_STORE_READ, NULL, &store, NULL) != BY_OK;
        _exit(wrong);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(chmod(place->folder, 0755), 0);
    assert_int_equal(status, 0);
}

/* Bytes in the middle of every page are overwritten. */
static void damaged_stores_are_recognised(void **state)
{
    struct place *place = *state;
    struct by_store *store = open_store(place->path, BY_STORE_CREATE);
    int64_t match = begin(store, "mcts");
    put(store, match, 0, 200);
    by_store_close(store);
    FILE *file = fopen(place->path, "r+");
    for (long at = 4096; fseek(file, at, SEEK_SET) == 0 && at < 40000; at += 4096)
        for (int i = 0; i < 300; i++)
            fputc(0xa5, file);
    fclose(file);
    struct by_error err = {0};
    int count = 0;
    if (by_store_open(place->path, BY_STORE_CHANGE, NULL, &store, &err) == BY_OK) {
        enum by_status status = by_store_check(store, count_problem, &count, &err);
        assert_true(status != BY_OK || count > 0);
        by_store_close(store);
    }
    assert_true(count > 0 || strlen(err.text) > 0);
}

static void a_locked_store_is_waited_for_until_told_to_stop(void **state)
{
    struct place *place = *state;
    by_store_close(open_store(place->path, BY_STORE_CREATE));
    sqlite3 *holder;
    atomic_bool stop;
    atomic_init(&stop, true);
    assert_int_equal(sqlite3_open(place->path, &holder), SQLITE_OK);
    assert_int_equal(sqlite3_exec(holder, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    struct by_store *store = NULL;
    struct by_error err = {0};
    int64_t id;
    struct by_store_match match = match_called("mcts");
    assert_int_equal(by_store_open(place->path, BY_STORE_CHANGE, &stop, &store, &err), BY_OK);
    assert_int_equal(by_store_begin(store, &match, &id, &err), BY_FAILED);
    assert_non_null(strstr(err.text, "locked"));
    sqlite3_exec(holder, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(holder);
    assert_int_equal(by_store_begin(store, &match, &id, &err), BY_OK);
    by_store_close(store);
}

/* A limit on the size of files stands for a full disk. */
static void a_full_disk_loses_nothing(void **state)
{
    struct place *place = *state;
    struct by_store *store = open_store(place->path, BY_STORE_CREATE);
    int64_t match = begin(store, "mcts");
    put(store, match, 0, 3);
    struct rlimit old, small;
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 100000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    struct by_error err = {0};
    int64_t number = 3;
    for (enum by_status status = BY_OK; status == BY_OK; number++) {
        struct by_played game = game_number(number);
        const struct by_played *one = &game;
        status = by_store_put(store, match, &one, 1, NULL, NULL, &err);
        assert_true(number < 10000);
    }
    number--; /* this one was refused */
    setrlimit(RLIMIT_FSIZE, &old);
    assert_true(strlen(err.text) > 0);
    assert_true(number > 3);
    assert_int_equal(count_games(store, match, NULL), (int)number);
    put(store, match, number, number + 5); /* when there is room again, it goes on */
    by_store_close(store);
    assert_int_equal(problems(place->path), 0);
    store = open_store(place->path, BY_STORE_READ);
    assert_int_equal(count_games(store, match, NULL), (int)number + 5);
    by_store_close(store);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, leave_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_PLACE(what_was_stored_comes_back),
        IN_PLACE(nothing_is_written_by_readers),
        IN_PLACE(nobody_reads_back_what_he_has_put),
        IN_PLACE(claims_keep_processes_apart),
        IN_PLACE(claims_of_the_dead_are_taken_over),
        IN_PLACE(only_the_living_keep_their_claims),
        IN_PLACE(several_processes_store_every_game_once),
        IN_PLACE(stores_are_merged),
        IN_PLACE(a_merge_is_all_or_nothing),
        IN_PLACE(claims_keep_to_their_part),
        IN_PLACE(what_is_wrong_is_found),
        IN_PLACE(other_files_are_refused),
        IN_PLACE(newer_stores_are_refused),
        IN_PLACE(formats_that_never_were_are_refused),
        IN_PLACE(edited_rows_are_named),
        IN_PLACE(nothing_unsound_is_stored),
        IN_PLACE(a_folder_that_may_only_be_read_is_named),
        IN_PLACE(damaged_stores_are_recognised),
        IN_PLACE(a_locked_store_is_waited_for_until_told_to_stop),
        IN_PLACE(a_full_disk_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
