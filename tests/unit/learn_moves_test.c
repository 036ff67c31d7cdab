/* learn_moves_test.c: the strengths of moves, learned from games of records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/go/learned.h"
#include "learn/moves.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

struct source {
    struct by_record_source text;
    struct by_record record;
};

static enum by_status next(void *context, bool first, const struct by_line **out,
                           struct by_error *err)
{
    struct source *source = context;
    bool found = false;
    if (first)
        source->text.at = 0, source->text.games = 0;
    enum by_status status = by_record_next(&source->text, &source->record, &found, err);
    *out = status == BY_OK && found ? source->record.line : NULL;
    return status;
}

struct rounds {
    int count;
    const char *last;
    struct by_bt_score fitted;
};

static void count_rounds(void *context, const struct by_moves_round *round)
{
    struct rounds *rounds = context;
    assert_true(round->round == 1 || round->fitted.ln_likelihood >= rounds->fitted.ln_likelihood);
    rounds->count++;
    rounds->last = round->set;
    rounds->fitted = round->fitted;
}

static void learn(const char *games, const atomic_bool *stop, struct rounds *rounds,
                  uint8_t **bytes, size_t *size)
{
    const struct by_moves_plan plan = {.model = &by_go_move_model,
                                       .every = 1,
                                       .rounds = 3,
                                       .patterns = 100,
                                       .seen = 2,
                                       .belief = 1,
                                       .seed = 5,
                                       .memory = 64 << 20};
    struct source source = {
        {.format = by_record_format_find("golines"), .text = games, .size = strlen(games)}, {0}};
    const struct by_moves_games all = {&source, next};
    *rounds = (struct rounds){0};
    assert_int_equal(by_moves_learn(&plan, &all, stop, count_rounds, rounds, bytes, size, NULL),
                     BY_OK);
    by_record_close(&source.record);
}

static const char games[] = "9 7 B+R - B:eegcccggcgecdcdbebfbdacbeaedddfdcadehdhchegdgehgfefcff\n"
                            "9 7 W+R - B:eecegecgggdcgcedddcdfdecfcfbgbdgdfcfehdhefchgabg\n"
                            "19 7 B+R - B:pdddpqdpqnfqcfckfcdfdgefcecdbdcicgbfbg\n";

static void the_same_games_give_the_same_bytes(void **state)
{
    (void)state;
    uint8_t *one = NULL, *two = NULL;
    size_t one_size = 0, two_size = 0;
    struct rounds rounds;
    struct by_go_model *model = NULL;
    learn(games, NULL, &rounds, &one, &one_size);
    assert_int_equal(rounds.count, 6);
    assert_string_equal(rounds.last, "larger");
    learn(games, NULL, &rounds, &two, &two_size);
    assert_int_equal(one_size, two_size);
    assert_memory_equal(one, two, one_size);
    assert_int_equal(by_go_model_read(one, one_size, "x", &model, NULL), BY_OK);
    by_go_model_close(model);
    free(one);
    free(two);
}

/* White walks into atari in a corner, and Black takes the stone: thirty times. */
static void what_is_always_played_is_strong(void **state)
{
    (void)state;
    static const char game[] = "5 0 ? Bba W:aaab\n";
    char text[30 * sizeof game] = "";
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct rounds rounds;
    struct by_go_model *model = NULL;
    for (int i = 0; i < 30; i++)
        memcpy(text + (size_t)i * (sizeof game - 1), game, sizeof game);
    learn(text, NULL, &rounds, &bytes, &size);
    assert_int_equal(rounds.count, 3); /* there are no games on larger boards */
    assert_float_equal(rounds.fitted.top_one, 1, 0);
    assert_int_equal(by_go_model_read(bytes, size, "x", &model, NULL), BY_OK);
    assert_true(model->set[0].value[BY_TEAM_CAPTURE][2] > 2);
    assert_true(model->set[1].value[BY_TEAM_CAPTURE][2] == 1);
    for (int g = 0; g < BY_TEAM_GROUPS; g++)
        assert_float_equal(model->set[0].value[g][0], 1, 0);
    by_go_model_close(model);
    free(bytes);
}

static void stopped_it_gives_nothing(void **state)
{
    (void)state;
    const atomic_bool stop = true;
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct rounds rounds;
    learn(games, &stop, &rounds, &bytes, &size);
    assert_null(bytes);
    assert_int_equal(rounds.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_games_give_the_same_bytes),
        cmocka_unit_test(what_is_always_played_is_strong),
        cmocka_unit_test(stopped_it_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
