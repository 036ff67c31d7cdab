/* memory_test.c: what happens when an allocation fails: a sentence, no crash, nothing left over.
 *
 * The linker hands every malloc, calloc, realloc, strdup, strndup and free of our own code to the
 * functions below (-Wl,--wrap, meson.build). A scene is played again and again; the first time its
 * first allocation fails, then its second, until it asks for no more. */
#include "arena/match.h"
#include "arena/store/keeper.h"
#include "players/player.h"
#include "program_help.h"
#include "protocols/session.h"

#include <pthread.h>
#include <unistd.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
void __wrap_free(void *old);

/* --- counting ---------------------------------------------------------------------------- */

#define LIVE_MAX 100000

static struct {
    pthread_mutex_t lock;
    bool on;         /* a scene is being played */
    long asked;      /* allocations so far */
    long fails;      /* this one is refused, */
    bool ever_after; /* and all after it */
    void *live[LIVE_MAX];
    int count;
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_refused(void)
{
    pthread_mutex_lock(&memory.lock);
    memory.asked += memory.on;
    bool refused = memory.on && (memory.asked == memory.fails ||
                                 (memory.ever_after && memory.asked > memory.fails));
    pthread_mutex_unlock(&memory.lock);
    return refused;
}

static void *came(void *fresh)
{
    pthread_mutex_lock(&memory.lock);
    if (fresh && memory.on && memory.count < LIVE_MAX)
        memory.live[memory.count++] = fresh;
    pthread_mutex_unlock(&memory.lock);
    return fresh;
}

static void went(const void *old)
{
    pthread_mutex_lock(&memory.lock);
    for (int i = memory.count - 1; old && i >= 0; i--) {
        if (memory.live[i] == old) {
            memory.live[i] = memory.live[--memory.count];
            break;
        }
    }
    pthread_mutex_unlock(&memory.lock);
}

void *__wrap_malloc(size_t size)
{
    return is_refused() ? NULL : came(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : came(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (is_refused())
        return NULL;
    went(old);
    return came(__real_realloc(old, size));
}

char *__wrap_strdup(const char *text)
{
    return is_refused() ? NULL : came(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t size)
{
    return is_refused() ? NULL : came(__real_strndup(text, size));
}

void __wrap_free(void *old)
{
    went(old);
    __real_free(old);
}

/* --- scenes -------------------------------------------------------------------------------- */

/* Does something, and closes all that it has opened, whatever failed. */
typedef enum by_status scene_fn(const char *words, struct by_error *err);

#define TRIES_MAX 20000

static long play_once(scene_fn *scene, const char *words, long fails, bool ever_after)
{
    struct by_error err = {.status = BY_OK};
    memory.asked = 0;
    memory.fails = fails;
    memory.ever_after = ever_after;
    memory.count = 0;
    memory.on = true;
    enum by_status status = scene(words, &err);
    memory.on = false;
    if (memory.count > 0)
        fail_msg("%s: %d pieces are left when allocation %ld fails", words, memory.count, fails);
    if (status != BY_OK && !err.text[0])
        fail_msg("%s: no sentence when allocation %ld fails", words, fails);
    if (status != BY_OK && memory.asked < fails)
        fail_msg("%s: %s", words, err.text);
    return memory.asked;
}

/* Every allocation fails once, alone and with all after it. */
static void play_all(scene_fn *scene, const char *words)
{
    for (int ever_after = 0; ever_after < 2; ever_after++) {
        long fails = 1;
        while (play_once(scene, words, fails, ever_after) >= fails && fails < TRIES_MAX)
            fails++;
        assert_true(fails > 2);
    }
}

static enum by_status open_and_play(const char *game, struct by_error *err)
{
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    enum by_status status = by_rules_open(game, NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    by_move *moves = status == BY_OK ? malloc((size_t)rules->max_moves * sizeof *moves) : NULL;
    for (int i = 0; i < 4 && moves && status == BY_OK && by_line_moves(line, moves) > 0; i++)
        status = by_line_play(line, moves[0], err);
    free(moves);
    by_line_close(line);
    by_rules_close(rules);
    return status;
}

static void every_game_can_lack_memory(void **state)
{
    (void)state;
    const struct by_game *game;
    struct by_error err;
    for (int i = 0; (game = by_game_at(i)); i++) {
        assert_int_equal(open_and_play(game->name, &err), BY_OK); /* what stays for good is there */
        play_all(open_and_play, game->name);
    }
}

/* "GAME SPEC" */
static enum by_status think(const char *words, struct by_error *err)
{
    char game[32];
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    struct by_player *player = NULL;
    struct by_decision decision = {.moves = NULL};
    size_t length = strcspn(words, " ");
    snprintf(game, sizeof game, "%.*s", (int)length, words);
    enum by_status status = by_rules_open(game, NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    if (status == BY_OK)
        status = by_player_open(rules, words + length + 1, &(struct by_player_terms){.seed = 1},
                                &player, err);
    if (status == BY_OK)
        status = by_decision_open(rules, &decision, err);
    if (status == BY_OK)
        status = by_player_move(player, line, NULL, NULL, &decision, err);
    if (decision.moves)
        by_decision_close(&decision);
    by_player_close(player);
    by_line_close(line);
    by_rules_close(rules);
    return status;
}

static void every_search_can_lack_memory(void **state)
{
    (void)state;
    const char *specs[] = {"tictactoe random",
                           "tictactoe minimax depth=2",
                           "tictactoe negamax depth=3 seen=on",
                           "tictactoe alphabeta plain=on depth=3",
                           "tictactoe alphabeta depth=3 table=1M",
                           "tictactoe alphabeta depth=3 table=1M threads=2",
                           "tictactoe pns nodes=200",
                           "tictactoe mcts sims=50",
                           "tictactoe mcts sims=50 rave=on reuse=on",
                           "tictactoe mcts sims=50 roots=2",
                           "tictactoe mcts sims=50 selection=\"expr: w/n + sqrt(ln(N)/n)\"",
                           "tictactoe hmcts sims=50",
                           "go mcts sims=20",
                           "othello alphabeta depth=2 eval=mixed:corner=5"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        play_all(think, specs[i]);
}

/* The middle game is beyond Othello's own search without the weights of the evaluation, which the process unpacks when
 * they are first asked for, and once: it has them, or says that there was no memory. */
static enum by_status look_at_the_middle_game(const char *game, struct by_error *err)
{
    struct by_rules *rules = NULL;
    struct by_own_search asked = {.depth = 1};
    void *own = NULL;
    enum by_status status = by_rules_open(game, NULL, 0, NULL, &rules, err);
    if (status == BY_OK)
        status = rules->game->own_open(rules, 1 << 20, 1, &own, err);
    if (status == BY_OK) {
        assert_true(rules->game->own_search(own, rules->start, &asked));
        rules->game->own_close(own);
    }
    by_rules_close(rules);
    return status;
}

static void learned_weights_can_lack_memory(void **state)
{
    (void)state;
    play_all(look_at_the_middle_game, "othello");
}

static enum by_status talk(const char *game, struct by_error *err)
{
    struct by_session *session = NULL;
    const struct by_session_config config = {
        .game = game, .spec = "mcts sims=20", .defaults = "threads=1"};
    enum by_status status = by_session_open(&config, &session, err);
    if (status == BY_OK) /* not another player because memory was short */
        assert_string_equal(by_player_spec(session->player), "mcts sims=20");
    for (int i = 0; i < 3 && status == BY_OK; i++) {
        status = by_session_think(session, NULL, NULL, false, err);
        if (status == BY_OK)
            status = by_session_play(session, i % 2, session->decision.move, err);
    }
    if (status == BY_OK)
        (void)by_session_undo(session);
    if (status == BY_OK)
        status = by_session_seat(session, "random", BY_TRUST_NONE, err);
    if (status == BY_OK)
        status = by_session_choose(session, "connect4", &session->settings, NULL, err);
    by_session_close(session);
    return status;
}

static void a_session_can_lack_memory(void **state)
{
    (void)state;
    play_all(talk, "tictactoe");
    play_all(talk, "go");
}

static enum by_status match(const char *store, struct by_error *err)
{
    struct by_rules *rules = NULL;
    struct by_match_result result = {0};
    struct by_match_plan plan = {.a = "random",
                                 .b = "mcts sims=10",
                                 .games = 2,
                                 .openings = {.plies = 1},
                                 .concurrency = 1,
                                 .seed = 1,
                                 .keeper = *store ? by_keeper_store : NULL,
                                 .store = *store ? store : NULL};
    enum by_status status = by_rules_open("tictactoe", NULL, 0, NULL, &rules, err);
    plan.rules = rules;
    if (status == BY_OK) {
        status = by_match(&plan, NULL, NULL, NULL, &result, err);
        by_match_close(&plan, &result);
    }
    by_rules_close(rules);
    return status;
}

static enum by_status match_in_a_store(const char *path, struct by_error *err)
{
    char other[128];
    unlink(path);
    snprintf(other, sizeof other, "%s-wal", path);
    unlink(other);
    snprintf(other, sizeof other, "%s-shm", path);
    unlink(other);
    return match(path, err);
}

static void a_match_can_lack_memory(void **state)
{
    (void)state;
    play_all(match, "");
}

static void a_store_can_lack_memory(void **state)
{
    (void)state;
    char folder[] = "/tmp/banyan-memory-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/m.db", folder);
    play_all(match_in_a_store, path);
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learned_weights_can_lack_memory), /* before anybody needs them */
        cmocka_unit_test(every_game_can_lack_memory),
        cmocka_unit_test(every_search_can_lack_memory),
        cmocka_unit_test(a_session_can_lack_memory),
        cmocka_unit_test(a_match_can_lack_memory),
        cmocka_unit_test(a_store_can_lack_memory),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
