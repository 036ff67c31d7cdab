/* tree.c: the tree of a position, searched as it is taught: minimax and alpha-beta step by step. */
#include "games/tree/dag.h"
#include "report/line.h"
#include "report/searched_tree.h"
#include "server/api.h"
#include "server/body.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SHOWN   20000  /* characters of a tree that is told as text */
#define WRITTEN_MAX  200000 /* nodes of a tree that is written down */
#define DEEP_MAX     400
#define STEPS_USUAL  1000
#define STEPS_MAX    5000
#define NODES_MAX    8000 /* that come with steps */
#define DRAWN_USUAL  200
#define DRAWN_MAX    2000
#define SETTINGS_MAX 5

struct asked {
    struct by_told_line told;
    struct by_tree_question question;
    const char *text, *random;
    bool min, svg;
    int64_t steps, first, shown, depth;
    char seed[24], depth_text[16];
};

/* --- reading ------------------------------------------------------------------------------------------ */

static enum by_status read_size(const char *text, int *branching, int *depth, struct by_error *err)
{
    int used = 0;
    if (strlen(text) < 8 && sscanf(text, "%2dx%2d%n", branching, depth, &used) == 2 &&
        text[used] == '\0' && *branching >= 1 && *depth >= 1)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT, "\"random\" must be like \"3x2\": children x levels");
}

/* As `tree` on the command line opens its tree. */
static enum by_status open_written(struct asked *a, struct by_error *err)
{
    struct by_setting settings[SETTINGS_MAX];
    char branching[16], depth[16];
    int count = 0, wide, deep;
    enum by_status status = BY_OK;
    if (a->text && a->random)
        return by_fail(err, BY_BAD_INPUT, "give \"tree\" or \"random\", not both");
    if (a->random) {
        status = read_size(a->random, &wide, &deep, err);
        if (status != BY_OK)
            return status;
        if (a->question.seed > INT32_MAX)
            return by_fail(err, BY_BAD_INPUT, "a random tree is made from a seed of at most %d",
                           INT32_MAX);
        snprintf(branching, sizeof branching, "%d", wide);
        snprintf(depth, sizeof depth, "%d", deep);
        settings[count++] = (struct by_setting){"branching", branching};
        settings[count++] = (struct by_setting){"depth", depth};
        settings[count++] = (struct by_setting){"mixed", "on"};
        settings[count++] = (struct by_setting){"values", a->seed};
    }
    if (a->min)
        settings[count++] = (struct by_setting){"root", "min"};
    if (a->text)
        status = by_tree_text_check(a->text, err);
    if (status == BY_OK)
        status = by_rules_open("tree", settings, count, a->text, &a->told.rules, err);
    return status == BY_OK ? by_line_open(a->told.rules, &a->told.line, err) : status;
}

static enum by_status check_written(const struct asked *a, struct by_error *err)
{
    const struct by_dag *dag = a->told.rules->data;
    if (a->min && by_line_side(a->told.line) == 0)
        return by_fail(
            err, BY_BAD_INPUT,
            "\"min\" says that MIN moves first, and the X behind the tree that MAX does");
    if (dag->shape.nodes > WRITTEN_MAX || dag->shape.depth > DEEP_MAX)
        return by_fail(err, BY_BAD_INPUT,
                       "a tree from here has at most %d nodes and %d levels; 'banyan tree --file' "
                       "takes larger ones",
                       WRITTEN_MAX, DEEP_MAX);
    return BY_OK;
}

static enum by_status open_line(const json_t *body, struct asked *a, struct by_error *err)
{
    const char *game;
    enum by_status status = by_body_text(body, "game", &game, err);
    if (status != BY_OK)
        return status;
    a->question.game = game != NULL;
    if (!game) {
        status = open_written(a, err);
        return status == BY_OK ? check_written(a, err) : status;
    }
    if (a->text || a->random || a->min)
        return by_fail(err, BY_BAD_INPUT, "give a \"game\", or a tree that is written down");
    return by_body_line(body, &a->told, err);
}

static enum by_status check_words(const struct by_tree_question *q, struct by_error *err)
{
    if (q->search && strcmp(q->search, "minimax") != 0 && strcmp(q->search, "alphabeta") != 0)
        return by_fail(err, BY_BAD_INPUT, "\"search\" must be minimax or alphabeta");
    if (q->order && q->search && strcmp(q->search, "minimax") == 0)
        return by_fail(err, BY_BAD_INPUT,
                       "minimax looks at everything: \"order\" is for alphabeta");
    if (q->eval && (!q->game || strpbrk(q->eval, "\"\\")))
        return by_fail(err, BY_BAD_INPUT, "\"eval\" must be the name of an evaluation of a game");
    if (q->depth > 0 && !q->game)
        return by_fail(err, BY_BAD_INPUT, "\"depth\" is for the tree of a game");
    if (q->order && strspn(q->order, "abcdefghijklmnopqrstuvwxyz") != strlen(q->order))
        return by_fail(err, BY_BAD_INPUT, "\"order\" must be a word");
    return BY_OK;
}

static enum by_status read_words(const json_t *body, struct asked *a, struct by_error *err)
{
    struct by_tree_question *q = &a->question;
    enum by_status status = by_body_text(body, "tree", &a->text, err);
    if (status == BY_OK)
        status = by_body_text(body, "random", &a->random, err);
    if (status == BY_OK)
        status = by_body_text(body, "search", &q->search, err);
    if (status == BY_OK)
        status = by_body_text(body, "order", &q->order, err);
    if (status == BY_OK)
        status = by_body_text(body, "eval", &q->eval, err);
    if (status == BY_OK)
        status = by_body_flag(body, "min", &a->min, err);
    return status == BY_OK ? by_body_flag(body, "svg", &a->svg, err) : status;
}

static enum by_status read(const json_t *body, struct asked *a, struct by_error *err)
{
    struct by_tree_question *q = &a->question;
    q->seed = BY_SEED_USUAL;
    a->steps = STEPS_USUAL;
    a->first = 1;
    a->shown = DRAWN_USUAL;
    enum by_status status = read_words(body, a, err);
    if (status == BY_OK)
        status = by_body_int(body, "steps", 1, STEPS_MAX, &a->steps, err);
    if (status == BY_OK)
        status = by_body_int(body, "first", 1, INT32_MAX, &a->first, err);
    if (status == BY_OK)
        status = by_body_int(body, "show", 1, DRAWN_MAX, &a->shown, err);
    if (status == BY_OK)
        status = by_body_int(body, "depth", 0, BY_LENGTH_MAX, &a->depth, err);
    if (status == BY_OK)
        status = by_body_seed(body, &q->seed, err);
    snprintf(a->seed, sizeof a->seed, "%llu", (unsigned long long)q->seed);
    snprintf(a->depth_text, sizeof a->depth_text, "%lld", (long long)a->depth);
    q->depth = (int)a->depth;
    if (status == BY_OK)
        status = open_line(body, a, err);
    q->line = a->told.line;
    return status == BY_OK ? check_words(q, err) : status;
}

/* --- answering ------------------------------------------------------------------------------------------- */

static void put_written(struct by_buffer *out, const struct asked *a, const struct by_said *said)
{
    by_buffer_add(out, "banyan tree");
    if (a->text && strlen(a->text) <= TEXT_SHOWN) {
        by_buffer_char(out, ' ');
        by_put_word(out, a->text);
    } else if (a->text) {
        by_buffer_add(out, " --file FILE");
    }
    for (; said->name; said++) {
        by_buffer_format(out, " --%s", said->name);
        if (said->value) {
            by_buffer_char(out, ' ');
            by_put_word(out, said->value);
        }
    }
}

static void put_command(struct by_buffer *out, const struct asked *a)
{
    const struct by_tree_question *q = &a->question;
    bool drawn = a->random || (q->order && strcmp(q->order, "random") == 0);
    const struct {
        struct by_said said;
        bool there;
    } all[] = {{{"random", a->random}, a->random},
               {{"depth", a->depth_text}, a->depth > 0},
               {{"eval", q->eval}, q->eval},
               {{"search", q->search}, q->search},
               {{"order", q->order}, q->order},
               {{"min", NULL}, a->min},
               {{"seed", a->seed}, a->random || (drawn && q->seed != BY_SEED_USUAL)}};
    struct by_said said[sizeof all / sizeof *all + 1] = {{NULL, NULL}};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].there)
            said[count++] = all[i].said;
    if (q->game)
        by_put_command(out, "tree --game", q->line, said);
    else
        put_written(out, a, said);
}

/* The tree as text: a random one can be had again elsewhere. */
static void report_text(struct by_json *json, const struct asked *a)
{
    char *text =
        a->question.game ? NULL : by_position_string(a->told.rules, by_line_position(a->told.line));
    by_json_text(json, "text", text && strlen(text) <= TEXT_SHOWN ? text : NULL);
    free(text);
}

static enum by_status report_tree(struct by_json *json, const struct asked *a,
                                  const struct by_searched_tree *tree, struct by_error *err)
{
    struct by_buffer whole;
    struct by_json inner;
    const struct by_tree_told told = {
        .steps = a->steps, .first = a->first - 1, .nodes_limit = NODES_MAX};
    by_buffer_open(&whole, json->out->limit);
    by_json_open(&inner, &whole, BY_JSON_LINE);
    enum by_status status = by_report_searched_tree(&inner, tree, &told, err);
    by_json_written(json, "tree", &whole);
    by_buffer_close(&whole);
    return status;
}

/* As it stands after the step `first`, as `tree --svg` draws it. */
static enum by_status report_svg(struct by_json *json, const struct asked *a,
                                 const struct by_searched_tree *tree, struct by_error *err)
{
    const struct by_tree_drawing drawing = {BY_RECORDER_END, BY_RECORDER_NONE, (int32_t)a->shown,
                                            false};
    struct by_buffer svg;
    by_buffer_open(&svg, json->out->limit);
    enum by_status status = by_searched_tree_svg(tree, &drawing, &svg, err);
    by_json_text(json, "svg", by_buffer_text(&svg));
    json->out->failed |= svg.failed;
    by_buffer_close(&svg);
    return status;
}

static enum by_status report(struct by_answer *answer, const struct asked *a,
                             const struct by_searched_tree *tree, struct by_error *err)
{
    struct by_json json;
    struct by_buffer command;
    by_buffer_open(&command, answer->body.limit);
    put_command(&command, a);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    enum by_status status =
        a->svg ? report_svg(&json, a, tree, err) : report_tree(&json, a, tree, err);
    by_json_flag(&json, "whole", tree->whole);
    by_json_int(&json, "plies", tree->depth);
    report_text(&json, a);
    if (a->question.game)
        by_report_line(&json, "line", a->told.line);
    else
        by_json_null(&json, "line");
    by_json_text(&json, "command", by_buffer_text(&command));
    by_json_end_object(&json);
    by_buffer_close(&command);
    return status;
}

/* The search ends when the server does. */
struct watch {
    const atomic_bool *stopping;
    struct by_player *player;
};

static void on_player(void *context, struct by_player *player)
{
    struct watch *watch = context;
    watch->player = player;
}

static void on_leaf(void *context)
{
    const struct watch *watch = context;
    if (atomic_load_explicit(watch->stopping, memory_order_relaxed) && watch->player)
        by_player_stop(watch->player);
}

static enum by_status search(struct by_server *server, const struct by_request *request,
                             struct by_answer *answer, struct by_error *err)
{
    struct watch watch = {.stopping = by_api_stopping(by_server_api(server))};
    struct asked a = {.question = {.context = &watch, .thinking = on_player, .leaf = on_leaf}};
    struct by_searched_tree tree = {0};
    json_t *body = NULL;
    enum by_status status = by_body_read(request, &body, err);
    if (status == BY_OK)
        status = read(body, &a, err);
    if (status == BY_OK)
        status = by_searched_tree_open(&a.question, &tree, err);
    if (status == BY_OK)
        status = report(answer, &a, &tree, err);
    by_searched_tree_close(&tree);
    by_told_line_close(&a.told);
    json_decref(body);
    return status;
}

/* A large tree takes a request thread for a second, and a hundred megabytes: few at once. */
enum by_status by_answer_tree(struct by_server *server, const struct by_request *request,
                              struct by_answer *answer, struct by_error *err)
{
    atomic_int *searching = by_api_searching(by_server_api(server));
    bool fits = atomic_fetch_add(searching, 1) < BY_SEARCHING_AT_ONCE;
    enum by_status status =
        fits ? search(server, request, answer, err)
             : by_answer_refuse(answer, err, 429, "%d trees are being searched: try again",
                                BY_SEARCHING_AT_ONCE);
    atomic_fetch_sub(searching, 1);
    return status;
}
