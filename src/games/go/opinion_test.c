/* opinion_test.c: what a network's opinion of a position of Go is made of: shares of the moves, a chance, a lead and
 * owners, from the logits that the test asks for itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/planes.h"
#include "nets/net_file_test.h"

#include <unistd.h>

#define PATH "/tmp/banyan-opinion-XXXXXX"

static void save(const uint8_t *bytes, size_t size, char *path)
{
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, bytes, size), size);
    assert_int_equal(close(descriptor), 0);
}

/* Rules with a network from a file, which has gone then. */
static struct by_rules *open_with(const struct net_file *file, const char *settings)
{
    char path[] = PATH, all[256];
    save(file->bytes, file->size, path);
    (void)snprintf(all, sizeof all, "%s net=%s", settings, path);
    struct by_rules *rules = open_rules("go", all);
    assert_int_equal(unlink(path), 0);
    return rules;
}

static const struct by_net_shape net_shape = {BY_GO_PLANES, 16, 1, 16, 8};

/* What a position is thought to be. */
struct thought {
    by_move moves[BY_GO_POINTS_MAX + 1];
    int count;
    float prior[BY_GO_POINTS_MAX + 1], owner[BY_JUDGED_MAX];
    struct by_opinion said;
};

static void think_of(const struct by_rules *rules, const void *position, struct thought *out)
{
    size_t bytes = rules->game->opinion_bytes(rules);
    void *scratch = aligned_alloc(64, bytes);
    assert_non_null(scratch);
    memset(scratch, 0xa5, bytes);
    rules->game->opinion(rules, position, out->moves, out->count, scratch, &out->said);
    free(scratch);
}

static void think(const struct by_rules *rules, const void *position, struct thought *out)
{
    out->count = rules->game->moves(rules, position, out->moves);
    out->said = (struct by_opinion){.prior = out->prior, .owner = out->owner};
    think_of(rules, position, out);
}

/* The network itself, asked by the test. */
struct logits {
    float policy[BY_GO_POINTS_MAX + 1], owner[BY_GO_POINTS_MAX];
    struct by_net_out said;
};

static void ask(const struct by_rules *rules, const void *position, const struct net_file *file,
                struct logits *out)
{
    static uint8_t planes[BY_GO_POINTS_MAX * BY_GO_PLANES];
    struct by_net *net = net_file_read(file);
    void *scratch = aligned_alloc(64, by_net_scratch(net, rules->width));
    assert_non_null(scratch);
    by_go_planes(rules, position, planes);
    out->said = (struct by_net_out){.policy = out->policy, .owner = out->owner};
    by_net_run(net, rules->width, planes, scratch, &out->said);
    free(scratch);
    by_net_close(net);
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-6 + 1e-5 * fabs(b)))
        fail_msg("%.9g is not about %.9g", a, b);
}

static double chance(float logit)
{
    return 1 / (1 + exp(-(double)logit));
}

/* Shares of 1 in the proportion of e to the logit: the larger the logit, the larger the share. */
static void check_shares(const struct thought *t, const struct logits *logits)
{
    double sum = 0, all = 0;
    for (int i = 0; i < t->count; i++)
        sum += exp((double)logits->policy[t->moves[i]]);
    for (int i = 0; i < t->count; i++) {
        assert_near((double)t->prior[i], exp((double)logits->policy[t->moves[i]]) / sum);
        all += (double)t->prior[i];
        for (int j = 0; j < i; j++)
            if (logits->policy[t->moves[j]] < logits->policy[t->moves[i]])
                assert_true(t->prior[j] <= t->prior[i]);
            else
                assert_true(t->prior[j] >= t->prior[i]);
    }
    assert_near(all, 1);
}

static void check_opinion(const struct by_rules *rules, const void *position,
                          const struct net_file *file)
{
    struct thought *t = calloc(1, sizeof *t);
    struct logits *logits = calloc(1, sizeof *logits);
    assert_true(t && logits);
    int points = rules->width * rules->width;
    double sign = rules->game->side(rules, position) == 0 ? 1 : -1;
    think(rules, position, t);
    ask(rules, position, file, logits);
    check_shares(t, logits);
    assert_near((double)t->said.chance, chance(logits->said.value));
    assert_true(t->said.lead == logits->said.lead);
    for (int i = 0; i < points; i++)
        assert_near((double)t->owner[i], sign * (2 * chance(logits->owner[i]) - 1));
    t->count = t->count / 2 + 1; /* some of the moves */
    think_of(rules, position, t);
    check_shares(t, logits);
    free(t);
    free(logits);
}

static void an_opinion_is_what_the_network_says(void **state)
{
    (void)state;
    static const int sizes[] = {2, 5, 9, 13, 19, 25};
    static const char *const boards[] = {"fast", "unionfind", "halfway", "array"};
    struct by_rng rng;
    by_rng_init(&rng, 32, 0);
    for (int i = 0; i < long_or(600, 24); i++) {
        struct net_file file;
        char settings[64];
        net_file_make(&file, net_shape, NET_USUAL, (uint64_t)i);
        (void)snprintf(settings, sizeof settings, "size=%d board=%s", sizes[i % 6],
                       boards[i / 6 % 4]);
        struct by_rules *rules = open_with(&file, settings);
        void *position = new_position(rules);
        memcpy(position, rules->start, rules->position_size);
        for (int ply = 0; ply < 30 && !rules->game->over(rules, position); ply++) {
            by_move moves[BY_GO_POINTS_MAX + 1];
            int count = rules->game->moves(rules, position, moves);
            if (ply % 3 == 0)
                check_opinion(rules, position, &file);
            by_move move = moves[by_rng_below(&rng, (uint32_t)count)];
            rules->game->play(rules, position, move, NULL);
        }
        free(position);
        by_rules_close(rules);
        free(file.bytes);
    }
}

/* --- the two colours ------------------------------------------------------------------------------------ */

/* The network does not see which colour it has. */
static void blind(struct net_file *file)
{
    size_t weights = NET_FILE_LAYERS + 8 * (size_t)net_shape.channels;
    for (int row = 0; row < net_shape.channels * 9; row++)
        file->bytes[weights + (size_t)(row * BY_GO_PLANES + BY_GO_PLANE_FIRST)] = 0;
    net_file_seal(file->bytes, file->size);
}

static void swap_colours(const char *text, char *out)
{
    for (; *text; text++)
        *out++ = (char)(*text == 'X' ? 'O' : *text == 'O' ? 'X' : *text);
    *out = 0;
}

/* With the colours exchanged, and the komi turned, all is the same for who is to move. */
static void owners_turn_with_the_colours(void **state)
{
    (void)state;
    struct net_file file;
    static struct thought t[2];
    char text[256];
    const char *position = "..X.O/.XXO./.X.OO/..XO./..X.O X ply=12";
    net_file_make(&file, net_shape, NET_USUAL, 77);
    blind(&file);
    for (int turned = 0; turned < 2; turned++) {
        struct by_rules *rules = open_with(&file, turned ? "size=5 komi=-2.5" : "size=5 komi=2.5");
        strcpy(text, position);
        if (turned)
            swap_colours(position, text);
        void *at = read_text(rules, text);
        think(rules, at, &t[turned]);
        free(at);
        by_rules_close(rules);
    }
    assert_true(t[0].said.chance == t[1].said.chance && t[0].said.lead == t[1].said.lead);
    assert_int_equal(t[0].count, t[1].count);
    assert_memory_equal(t[0].prior, t[1].prior, (size_t)t[0].count * sizeof(float));
    bool some = false;
    for (int i = 0; i < 25; i++) {
        assert_true(t[0].owner[i] == -t[1].owner[i]);
        some |= fabsf(t[0].owner[i]) > 0.01F;
    }
    assert_true(some);
    free(file.bytes);
}

static double logit_of(float chance)
{
    return log((double)chance / (1 - (double)chance));
}

/* The plane of komi ends at 16 for White; what is beyond counts by the point, for either side. */
static void komi_beyond_the_planes_counts(void **state)
{
    (void)state;
    struct net_file file;
    static struct thought t[3], white[2];
    static const char *const settings[3] = {"size=5 komi=16", "size=5 komi=26", "size=5 komi=1000"};
    net_file_make(&file, net_shape, NET_USUAL, 78);
    for (int i = 0; i < 3; i++) {
        struct by_rules *rules = open_with(&file, settings[i]);
        think(rules, rules->start, &t[i]);
        by_rules_close(rules);
    }
    assert_true(fabs(logit_of(t[0].said.chance) - logit_of(t[1].said.chance) - 3) < 1e-3);
    assert_true(fabsf(t[0].said.lead - t[1].said.lead - 10) < 1e-3F);
    assert_memory_equal(t[0].prior, t[1].prior, (size_t)t[0].count * sizeof(float));
    assert_true(t[2].said.chance < 1e-6F);
    for (int i = 0; i < 2; i++) {
        struct by_rules *rules = open_with(&file, settings[i]);
        void *at = read_text(rules, "..X../...../..O../...../..... O");
        think(rules, at, &white[i]);
        free(at);
        by_rules_close(rules);
    }
    assert_true(white[1].said.chance > white[0].said.chance);
    free(file.bytes);
}

/* --- what is not asked for, what is too much, what is refused ---------------------------------------------- */

static void what_is_not_asked_for_changes_nothing(void **state)
{
    (void)state;
    struct net_file file;
    static struct thought all, none;
    net_file_make(&file, net_shape, NET_USUAL, 5);
    struct by_rules *rules = open_with(&file, "size=7");
    think(rules, rules->start, &all);
    think_of(rules, rules->start, &none); /* no moves, no owners */
    assert_true(all.said.chance == none.said.chance && all.said.lead == none.said.lead);
    assert_null(none.said.prior);
    by_rules_close(rules);
    free(file.bytes);
}

static void an_opinion_is_finite_whatever_the_network(void **state)
{
    (void)state;
    static struct thought t;
    for (int i = 0; i < long_or(3000, 150); i++) {
        struct net_file file;
        net_file_make(&file, net_shape, i % 2 ? NET_EXTREME : NET_ANY, (uint64_t)i);
        struct by_rules *rules = open_with(&file, "size=5");
        double sum = 0;
        think(rules, rules->start, &t);
        assert_true(t.said.chance >= 0 && t.said.chance <= 1 && isfinite(t.said.lead));
        for (int m = 0; m < t.count; m++) {
            assert_true(t.prior[m] >= 0 && t.prior[m] <= 1);
            sum += (double)t.prior[m];
        }
        assert_near(sum, 1);
        for (int p = 0; p < 25; p++)
            assert_true(t.owner[p] >= -1 && t.owner[p] <= 1);
        by_rules_close(rules);
        free(file.bytes);
    }
}

static void without_a_network_there_is_no_opinion(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("go", "size=9"), *learned;
    assert_int_equal(rules->game->plane_count, BY_GO_PLANES);
    assert_int_equal(rules->game->opinion_bytes(rules), 0);
    by_rules_close(rules);
    learned = open_rules("go", "size=9 net=learned");
    assert_int_equal(learned->game->opinion_bytes(learned) > 0, by_go_own_net() != NULL);
    by_rules_close(learned);
}

static void expect_net_refused(struct by_net_shape shape, size_t cut, const char *words)
{
    struct net_file file;
    char path[] = PATH, settings[128];
    net_file_make(&file, shape, NET_USUAL, 1);
    save(file.bytes, file.size - cut, path);
    (void)snprintf(settings, sizeof settings, "size=5 net=%s", path);
    assert_settings_refused("go", settings, words);
    assert_int_equal(unlink(path), 0);
    assert_settings_refused("go", settings, path); /* it is gone */
    free(file.bytes);
}

static void a_network_of_another_game_is_refused(void **state)
{
    (void)state;
    expect_net_refused((struct by_net_shape){BY_GO_PLANES - 1, 16, 0, 16, 1}, 0, "planes");
    expect_net_refused((struct by_net_shape){BY_GO_PLANES + 1, 16, 0, 16, 1}, 0, "planes");
    expect_net_refused(net_shape, 1, "checksum");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_opinion_is_what_the_network_says),
        cmocka_unit_test(owners_turn_with_the_colours),
        cmocka_unit_test(komi_beyond_the_planes_counts),
        cmocka_unit_test(what_is_not_asked_for_changes_nothing),
        cmocka_unit_test(an_opinion_is_finite_whatever_the_network),
        cmocka_unit_test(without_a_network_there_is_no_opinion),
        cmocka_unit_test(a_network_of_another_game_is_refused),
    };
    return cmocka_run_group_tests_name("go opinion", tests, NULL, NULL);
}
