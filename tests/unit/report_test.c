/* report_test.c: results in, bytes out, without the program. */
#include "report/decision.h"
#include "report/match.h"
#include "report/mcts_tree.h"
#include "report/position.h"
#include "report/recorded.h"
#include "report/store.h"
#include "report/tournament.h"
#include "report/trace.h"
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A game, a position of it, and a buffer to write into. */
struct desk {
    struct by_rules *rules;
    struct by_line *line;
    struct by_buffer out;
    struct by_json json;
};

static struct desk open_desk(const char *game, const char *moves)
{
    struct desk desk = {0};
    assert_int_equal(by_rules_open(game, NULL, 0, NULL, &desk.rules, NULL), BY_OK);
    assert_int_equal(by_line_open(desk.rules, &desk.line, NULL), BY_OK);
    assert_int_equal(by_line_play_list(desk.line, moves, NULL), BY_OK);
    return desk;
}

static struct by_json *begin(struct desk *desk)
{
    by_buffer_close(&desk->out);
    by_buffer_open(&desk->out, BY_REPORT_LIMIT);
    by_json_open(&desk->json, &desk->out, BY_JSON_LINE);
    return &desk->json;
}

static const char *text(const struct desk *desk)
{
    assert_false(desk->out.failed);
    return by_buffer_text(&desk->out);
}

static void close_desk(struct desk *desk)
{
    by_buffer_close(&desk->out);
    by_line_close(desk->line);
    by_rules_close(desk->rules);
}

/* --- positions and decisions ------------------------------------------------------------ */

static void test_a_position(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "a1 b2 a2 b3");
    struct by_json *json = begin(&desk);
    by_json_object(json, NULL);
    by_report_state(json, desk.line);
    by_json_end_object(json);
    assert_string_equal(text(&desk), "{\"position\": \".O./XO./X.. X\", \"to_move\": \"X\", "
                                     "\"legal\": [\"b1\", \"c1\", \"c2\", \"a3\", \"c3\"], "
                                     "\"over\": false, \"winner\": null, \"score\": null}");
    close_desk(&desk);
}

static void test_a_finished_position(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "a1 b2 a2 b3 a3");
    struct by_json *json = begin(&desk);
    by_json_object(json, NULL);
    by_report_state(json, desk.line);
    by_json_end_object(json);
    assert_string_equal(text(&desk), "{\"position\": \"XO./XO./X.. O\", \"to_move\": \"O\", "
                                     "\"legal\": [], \"over\": true, \"winner\": \"X\", "
                                     "\"score\": 1}");
    close_desk(&desk);
}

static by_move move_of(const struct desk *desk, const char *name)
{
    by_move move;
    assert_int_equal(by_line_read(desk->line, name, &move, NULL), BY_OK);
    return move;
}

static void test_a_decision(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "a1 b2 a2 b3");
    struct by_move_stat stats[] = {
        {.move = move_of(&desk, "a3"), .bound = BY_BOUND_EXACT, .value = 1, .visits = 2},
        {.move = move_of(&desk, "b1"), .bound = BY_BOUND_UPPER, .value = -1, .visits = 7}};
    struct by_decision decision = {
        .move = stats[0].move,
        .scale = BY_SCALE_SCORE,
        .bound = BY_BOUND_EXACT,
        .complete = true,
        .proven = true,
        .depth = 5,
        .value = 1,
        .pv_count = 1,
        .pv = {stats[0].move},
        .move_count = 2,
        .moves = stats,
        .work = {.nodes = 9, .last_depth_nodes = 5, .leaves = 4, .seconds = 0.25}};
    const struct by_marks marks = {.strong = "<", .plain = ">"};
    struct by_json *json = begin(&desk);
    by_json_object(json, NULL);
    by_report_decision(json, desk.line, &decision, NULL, 0);
    by_json_end_object(json);
    assert_string_equal(
        text(&desk),
        "{\"move\": \"a3\", \"value\": 1, \"scale\": \"score\", \"meaning\": \"X wins in 1 ply\", "
        "\"pv\": [\"a3\"], \"work\": "
        "{\"nodes\": 9, \"last_depth_nodes\": 5, \"leaves\": 4, \"simulations\": 0, \"seconds\": "
        "0.25, \"tree_bytes\": 0, \"tree_blocks\": 0, "
        "\"states\": 0, \"saved\": 0}, \"moves\": [{\"move\": \"a3\", \"visits\": 2, \"value\": 1, "
        "\"bound\": \"exact\", \"meaning\": \"X wins\", \"interval\": null}, {\"move\": \"b1\", "
        "\"visits\": 7, "
        "\"value\": -1, \"bound\": \"upper\", \"meaning\": \"O wins\", \"interval\": null}], "
        "\"bound\": \"exact\", "
        "\"complete\": true, \"proven\": true, \"depth\": 5}");
    begin(&desk);
    by_put_decision(&desk.out, desk.line, &decision, 0, &marks);
    assert_string_equal(
        text(&desk),
        "move   <a3>\nvalue  X wins in 1 ply (proven)\npv     a3\n"
        "work   9 nodes in all, 5 at the last depth, 4 leaves, 0.250 s, 36 nodes/s, depth 5\n\n"
        "move              for X         visits\n"
        "a3                 wins              2\n"
        "b1                loses              7\n");
    close_desk(&desk);
}

/* A probability stays a real when it is whole, and an opinion nobody has is null. */
static void test_values_of_a_simulating_search(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "");
    struct by_move_stat stats[] = {{.move = 0, .bound = BY_BOUND_ESTIMATE, .value = 1},
                                   {.move = 1, .bound = BY_BOUND_NONE}};
    struct by_decision decision = {.scale = BY_SCALE_PROBABILITY,
                                   .bound = BY_BOUND_ESTIMATE,
                                   .value = 1,
                                   .move_count = 2,
                                   .moves = stats};
    struct by_json *json = begin(&desk);
    by_json_object(json, NULL);
    by_report_decision(json, desk.line, &decision, NULL, 0);
    by_json_end_object(json);
    assert_non_null(strstr(text(&desk), "\"value\": 1.0, \"scale\": \"probability\", "
                                        "\"meaning\": \"X 100.0 %\", \"pv\": []"));
    assert_non_null(strstr(text(&desk), "\"value\": null, \"bound\": null, \"meaning\": null, "
                                        "\"interval\": null}"));
    close_desk(&desk);
}

static void test_counts(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "");
    struct by_perft perft = {.depth = 2, .nodes = {9, 72}, .finished = {0, 0}};
    struct by_count count = {.positions = 5478, .positions_symmetric = 765, .games = BY_COUNT_MANY};
    by_report_perft(begin(&desk), desk.rules, &perft, 0.5);
    assert_string_equal(text(&desk),
                        "{\"game\": \"tictactoe\", \"nodes\": [9, 72], \"finished\": [0, 0], "
                        "\"seconds\": 0.5}");
    by_report_count(begin(&desk), &count, 2);
    assert_string_equal(text(&desk), "{\"positions\": 5478, \"positions_symmetric\": 765, "
                                     "\"games\": null, \"x\": 0, \"o\": 0, \"draws\": 0, "
                                     "\"seconds\": 2.0}");
    begin(&desk);
    by_put_count(&desk.out, &count, 2);
    assert_non_null(strstr(text(&desk), "games           more than 2^64\n"));
    close_desk(&desk);
}

/* --- searches ---------------------------------------------------------------------------- */

/* Thinks with `spec` and traces so many steps. */
static void think(struct desk *desk, const char *spec, struct by_trace *trace, bool as_json,
                  struct by_searcher **searcher, struct by_decision *decision)
{
    assert_int_equal(by_searcher_open(desk->rules, spec, 1, searcher, NULL), BY_OK);
    assert_int_equal(by_decision_open(desk->rules, decision, NULL), BY_OK);
    assert_true(by_trace_open(trace, desk->rules, *searcher, as_json, 3));
    struct by_events events = {.context = trace, .trace = by_trace_step};
    assert_int_equal(by_searcher_think(*searcher, desk->line, NULL, &events, decision, NULL),
                     BY_OK);
    by_trace_end(trace);
}

static void test_a_trace(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "a1 b2 a2 b3");
    const char *const expected[] = {
        "Values are MAX's, whoever moves: MAX wants them large, MIN small.\nMAX is X, MIN is O.\n"
        "At the depth limit a position is estimated by lines; win is a game that MAX has won.\n\n"
        "depth 1\n> root  MAX to move\n  > b1  MIN to move\n"
        "  < b1  value 0, estimated: the depth limit\n... and 9 steps more\n",
        "[{\"step\": \"enter\", \"ply\": 0, \"move\": null, \"to_move\": \"X\", \"alpha\": null, "
        "\"beta\": null}, {\"step\": \"enter\", \"ply\": 1, \"move\": \"b1\", \"to_move\": \"O\", "
        "\"alpha\": null, \"beta\": null}, {\"step\": \"leave\", \"ply\": 1, \"move\": \"b1\", "
        "\"to_move\": \"O\", \"alpha\": null, \"beta\": null, \"value\": 0, \"reason\": "
        "\"horizon\", \"skipped\": 0}]"};
    for (int as_json = 0; as_json < 2; as_json++) {
        struct by_trace trace;
        struct by_searcher *searcher;
        struct by_decision decision;
        think(&desk, "minimax depth=1", &trace, as_json == 1, &searcher, &decision);
        assert_string_equal(by_buffer_text(&trace.out), expected[as_json]);
        by_trace_close(&trace);
        by_searcher_close(searcher);
        by_decision_close(&decision);
    }
    close_desk(&desk);
}

static json_t *read_back(const struct desk *desk)
{
    json_t *value = json_loads(text(desk), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(value);
    return value;
}

static void test_a_monte_carlo_tree(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "");
    struct by_trace trace;
    struct by_searcher *searcher;
    struct by_decision decision;
    think(&desk, "mcts sims=50", &trace, true, &searcher, &decision);
    struct by_mcts_view view = {.line = desk.line,
                                .decision = &decision,
                                .spec = "mcts",
                                .depth = 1,
                                .width = 2,
                                .room = BY_MCTS_VIEW_SVG};
    assert_int_equal(by_mcts_view_open(&view, by_mcts_of(searcher), NULL), BY_OK);
    by_report_mcts_tree(begin(&desk), NULL, &view);
    json_t *tree = read_back(&desk), *root = json_object_get(tree, "root");
    assert_int_equal(json_integer_value(json_object_get(tree, "simulations")), 50);
    assert_int_equal(json_integer_value(json_object_get(tree, "shown")), 3);
    assert_int_equal(json_integer_value(json_object_get(root, "visits")), 50);
    assert_int_equal(json_array_size(json_object_get(root, "children")), 2);
    assert_int_equal(json_integer_value(json_object_get(root, "left_out")), 7);
    json_decref(tree);
    begin(&desk);
    by_draw_mcts_tree(&desk.out, &view);
    assert_int_equal(strncmp(text(&desk), "<svg ", 5), 0);
    assert_non_null(strstr(text(&desk), "7 more, "));
    by_mcts_view_close(&view);
    by_trace_close(&trace);
    by_searcher_close(searcher);
    by_decision_close(&decision);
    close_desk(&desk);
}

static void test_a_recorded_tree(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "a1 b2 a2 b3 a3");
    struct by_recorder recorder;
    assert_int_equal(by_recorder_open(&recorder, desk.rules, 10, NULL), BY_OK);
    assert_int_equal(by_recorder_complete(&recorder, by_line_position(desk.line), NULL), BY_OK);
    struct by_recorder_counts counts = by_recorder_count(&recorder);
    const struct by_recorded recorded = {&recorder, &counts, "minimax", NULL, false};
    struct by_json *json = begin(&desk);
    by_json_object(json, NULL);
    by_report_recorded(json, &recorded);
    by_json_end_object(json);
    assert_string_equal(text(&desk), "{\"value\": 1, \"leaves\": 1, \"visited\": 1, \"search\": "
                                     "\"minimax\", \"order\": null, \"root\": \"MIN\", \"pv\": "
                                     "[], \"depth\": 0, \"cuts\": 0, \"node_count\": 1, "
                                     "\"nodes_visited\": 1}");
    by_report_recorded_node(begin(&desk), &recorded, 0);
    json_t *node = read_back(&desk);
    assert_int_equal(json_object_size(node), 16);
    assert_true(json_is_null(json_object_get(node, "window")));
    assert_string_equal(json_string_value(json_object_get(node, "reason")), "leaf");
    json_decref(node);
    by_recorder_close(&recorder);
    close_desk(&desk);
}

/* --- matches, tournaments, stores ---------------------------------------------------------- */

static void test_a_match(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "");
    const struct by_played played[] = {
        {.a_first = true, .scored = true, .score = 1, .moves = "a1 a2 b1 b2 c1", .reason = ""},
        {.moves = "", .reason = "it said \"é\""}};
    struct by_match_outcome games[] = {
        {.finished = true, .points = 2, .game = &played[0]},
        {.finished = true, .ending = BY_END_TIME, .game = &played[1]}};
    struct by_match_plan plan = {.rules = desk.rules, .a = "one", .b = "two", .games = 2};
    struct by_match_result result = {.played = 2,
                                     .fresh = 1,
                                     .a_wins = 1,
                                     .b_wins = 1,
                                     .as = {{0, 0, 1}, {1, 0, 0}},
                                     .distinct = 2,
                                     .score = {.score = 0.5,
                                               .interval = {0.25, 0.75},
                                               .elo = 0,
                                               .elo_interval = {-INFINITY, INFINITY},
                                               .superiority = 0.5},
                                     .moved = {3, 2},
                                     .spent = {3, 1},
                                     .longest = {2, 1},
                                     .sims = {12, 0},
                                     .games = games};
    result.endings[BY_END_RULES][2] = 1;
    result.endings[BY_END_TIME][0] = 1;
    const struct by_origin origin = {"2026-11-16T09:30:00Z", "tree", "0.1.0+3f2a"};
    by_report_match(begin(&desk), &plan, &result, &origin, true);
    assert_string_equal(
        text(&desk),
        "{\"game\": \"tictactoe\", \"games\": 2, \"colours\": \"alternate\", \"a\": {\"spec\": "
        "\"one\", \"wins\": 1, "
        "\"wins_first\": "
        "1, \"wins_second\": 0, \"moves\": 3, \"seconds_per_move\": 1.0, \"longest_move\": 2.0, "
        "\"sims_per_move\": 4, \"sims\": 12, \"proven_moves\": 0, \"percent\": 50.0, "
        "\"pairing_points\": 0}, \"b\": "
        "{\"spec\": \"two\", \"wins\": 1, \"wins_first\": 1, "
        "\"wins_second\": 0, \"moves\": 2, \"seconds_per_move\": 0.5, \"longest_move\": 1.0, "
        "\"sims_per_move\": 0, \"sims\": 0, \"proven_moves\": 0, \"percent\": 50.0, "
        "\"pairing_points\": 0}, \"draws\": "
        "0, \"score\": 0.5, \"interval\": [0.25, 0.75], \"elo\": "
        "0, \"elo_interval\": [null, null], \"superiority\": 0.5, \"counted\": \"games\", "
        "\"seconds_per_game\": 2.0, "
        "\"distinct\": 2, \"planned\": 2, \"played_now\": 1, \"ended\": \"games\", \"made\": "
        "{\"version\": \"0.1.0+3f2a\", \"date\": \"2026-11-16T09:30:00Z\", \"host\": \"tree\", "
        "\"seed\": 0}, \"endings\": "
        "{\"rules\": {\"lost_by_a\": 0, \"draws\": 0, \"lost_by_b\": 1}, \"time\": {\"lost_by_a\": "
        "1, \"draws\": 0, \"lost_by_b\": 0}}, \"faults\": [{\"number\": 2, \"player\": \"a\", "
        "\"fault\": \"time\", \"why\": \"it said \\\"é\\\"\"}], \"list\": [{\"number\": 1, "
        "\"first\": \"a\", \"opening\": 0, \"moves\": [\"a1\", \"a2\", \"b1\", \"b2\", \"c1\"], "
        "\"winner\": \"a\", \"score\": 1, \"ended\": \"rules\"}, {\"number\": 2, \"first\": \"b\", "
        "\"opening\": 0, \"moves\": [], \"winner\": \"b\", \"score\": null, \"ended\": \"time\", "
        "\"reason\": \"it said \\\"é\\\"\"}]}");
    close_desk(&desk);
}

static void test_a_stored_game(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "");
    struct by_played game = {.number = 4,
                             .a_first = true,
                             .scored = true,
                             .plies = 1,
                             .moves = "a1, \"b2\"",
                             .times = "1",
                             .points = 1,
                             .ended = "rules",
                             .reason = "",
                             .moved = {1, 0},
                             .spent = {0.1, 0},
                             .sims = {7, 0},
                             .hash = 255,
                             .version = "é",
                             .host = "here",
                             .finished = 1.5};
    begin(&desk);
    by_json_open(&desk.json, &desk.out, BY_JSON_COMPACT);
    by_report_stored_game(&desk.json, NULL, &game);
    assert_string_equal(
        text(&desk),
        "{\"number\":5,\"first\":\"a\",\"opening\":0,\"plies\":1,\"moves\":\"a1, "
        "\\\"b2\\\"\",\"times\":\"1\",\"points\":1,\"score\":\"0\",\"ended\":\"rules\",\"reason\":"
        "\"\",\"moved\":[1,0],\"seconds\":[0.10000000000000001,0.0],\"longest\":[0.0,0.0],\"sims\":"
        "[7,0],\"proven\":[0,0],\"hash\":\"00000000000000ff\",\"version\":\"\\u00E9\",\"host\":"
        "\"here\",\"rank\":0,"
        "\"finished\":"
        "1.5}");
    begin(&desk);
    const struct by_store_match match = {.id = 3,
                                         .game = "tictactoe",
                                         .settings = "",
                                         .a = "gtp cmd=\"x, y\"",
                                         .b = "random",
                                         .openings = "",
                                         .terms = " time=1",
                                         .seed = "8"};
    by_put_stored_row(&desk.out, &match, &game);
    assert_string_equal(text(&desk), "3,tictactoe,,8,\"gtp cmd=\"\"x, y\"\"\",random,,,,,, time=1,"
                                     "5,a,draw,rules,0,1,0,1,0,0.100000,0.000000,0.000000,"
                                     "0.000000,7,0,0,0,\"a1, \"\"b2\"\"\"\n");
    begin(&desk);
    by_put_stored_game(&desk.out, &game, true);
    assert_string_equal(text(&desk), "   5 a a1, \"b2\" draw\n     times in ms: 1\n"
                                     "     by version é on here\n");
    close_desk(&desk);
}

static const char *const tournament_texts[] = {
    "rank,player,spec,points,games,won,drawn,lost,score,score_low,score_high,elo,elo_low,elo_high,"
    "ms_per_move,pairing_points,faults,seed,version,date,host\n"
    "1,\"one, "
    "\"\"é\"\"\",\"mcts\",1.5,2,1,1,0,0.7500,0.2500,0.9500,80.00,-10.00,170.00,1000.0000,50,"
    "0,7,\"0.1.0+3f2a\",2026-11-16T09:30:00Z,\"tree\"\n"
    "2,\"<two>\",\"random\",0.5,2,0,1,1,0.2500,0.0500,0.7500,-80.00,-170.00,10.00,500.0000,0,"
    "1,7,\"0.1.0+3f2a\",2026-11-16T09:30:00Z,\"tree\"\n",
    "Both\n"
    "tictactoe 3x3, round robin, 2 players, 2 of 2 games\n"
    "banyan 0.1.0+3f2a, 2026-11-16T09:30:00Z, on tree, seed 7\n\n"
    "     player    points  games  won drawn lost  score %  95 % interval    Elo   95 % interval   "
    " "
    "ms/move  pairing points  faults\n"
    "  1. one, \"é\"     1.5      2    1     1    0     75.0   25.0 to  95.0    +80     -10 to  "
    "+170   "
    "1000.000              50       0\n"
    "  2. <two>        0.5      2    0     1    1     25.0    5.0 to  75.0    -80    -170 to   +10 "
    "   "
    "500.000               0       1\n"
    "     score: the share of the points, with its 95 % interval (by pairs of games where openings "
    "are played twice)\n"
    "     Elo: Bradley-Terry ratings, the players' mean at 0, with 95 % intervals; ranks go by "
    "points\n"
    "     pairing points: who wins a pairing gets P_W - P_L, the per cent of its games that he won "
    "less those that the other won; the other gets nothing\n\n"
    "                   1      2\n"
    "  1. one, \"é\"      -    1.5\n"
    "  2. <two>       0.5      -\n\n"
    "     from:         1      2   P_W - P_L, per cent\n"
    "  1. one, \"é\"      /      0\n"
    "  2. <two>        50      /\n"
    "     total        50      0\n\n"
    "a         b         games  a won %  b won %  drawn %  score of a  95 % interval  points     "
    "s/game   ms/move: a, b        sims/move: a, b\n"
    "one, \"é\"  <two>         2     50.0      0.0     50.0        75.0   25.0 to  95.0    50 a    "
    " "
    "2.0000  1000.000   500.000       25.0       0.0\n"
    "simulations end where the result is proven: 1 of 3 moves\n\n"
    "fault     <two> against one, \"é\": late\n",
    "{\n  \"title\": \"Both\",\n  \"game\": \"tictactoe\",\n  \"size\": \"3x3\",\n"
    "  \"format\": \"round robin\",\n  \"colours\": \"alternate\",\n  \"games\": 2,\n  "
    "\"planned\": 2,\n  \"complete\": true,\n  \"elo_zero\": null,\n"
    "  \"made\": {\n    \"version\": \"0.1.0+3f2a\",\n    \"date\": \"2026-11-16T09:30:00Z\",\n"
    "    \"host\": \"tree\",\n    \"seed\": 7\n  },\n"
    "  \"standings\": [\n    {\n      \"rank\": 1,\n      \"name\": \"one, \\\"é\\\"\",\n"
    "      \"spec\": \"mcts\",\n      \"points\": 1.5,\n      \"games\": 2,\n"};

static void test_a_tournament(void **state)
{
    (void)state;
    struct desk desk = open_desk("tictactoe", "");
    struct by_entrant players[] = {{.name = "one, \"é\"", .spec = "mcts"},
                                   {.name = "<two>", .spec = "random"}};
    struct by_tournament tournament = {.title = "Both", .seed = 7, .count = 2, .players = players};
    struct by_standing standings[] = {{.player = 0,
                                       .rank = 1,
                                       .games = 2,
                                       .wins = 1,
                                       .draws = 1,
                                       .points = 1.5,
                                       .pairing_points = 50,
                                       .score = {.score = 0.75, .interval = {0.25, 0.95}},
                                       .moved = 3,
                                       .spent = 3,
                                       .rating = {.elo = 80, .interval = {-10, 170}}},
                                      {.player = 1,
                                       .rank = 2,
                                       .games = 2,
                                       .draws = 1,
                                       .losses = 1,
                                       .points = 0.5,
                                       .faults = 1,
                                       .score = {.score = 0.25, .interval = {0.05, 0.75}},
                                       .moved = 2,
                                       .spent = 1,
                                       .rating = {.elo = -80, .interval = {-170, 10}}}};
    struct by_meeting meeting = {.b = 1,
                                 .planned = 2,
                                 .played = 2,
                                 .wins = 1,
                                 .draws = 1,
                                 .score = {.score = 0.75, .interval = {0.25, 0.95}},
                                 .moved = {3, 2},
                                 .spent = {3, 1},
                                 .sims = {75, 0},
                                 .proven = {1, 0}};
    strcpy(meeting.reason[1], "late");
    struct by_tournament_result result = {1, &meeting, standings, {0, 0}, 2, 2, true};
    const struct by_tournament_report report = {
        &tournament, desk.rules, &result, {"2026-11-16T09:30:00Z", "tree", "0.1.0+3f2a"}};
    const char *const names[] = {"r.csv", "r.txt", "r.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        begin(&desk);
        by_tournament_writer_of(names[i])(&report, &desk.out);
        if (i == 2)
            desk.out.data[strlen(tournament_texts[i])] = 0; /* so much of it is enough */
        assert_string_equal(text(&desk), tournament_texts[i]);
    }
    begin(&desk);
    by_tournament_html(&report, &desk.out);
    assert_non_null(strstr(text(&desk), "<th>&lt;two&gt;</th>"));
    assert_null(strstr(text(&desk), "<two>"));
    close_desk(&desk);
}

static void test_reports_of_a_tournament_are_found_by_their_extension(void **state)
{
    (void)state;
    assert_true(by_tournament_writer_of("a.b/result.csv") == by_tournament_csv);
    assert_true(by_tournament_writer_of("result.md") == by_tournament_markdown);
    assert_true(by_tournament_writer_of("x/y.pairings.csv") == by_tournament_pairings_csv);
    assert_true(by_tournament_writer_of("result.svg") == by_tournament_svg);
    assert_null(by_tournament_writer_of("result.pdf"));
    assert_null(by_tournament_writer_of("result"));
}

static void test_words(void **state)
{
    (void)state;
    char number[BY_SCORE_BUFFER];
    assert_string_equal(by_short_number(12345678, number), "12.3 M");
    assert_string_equal(by_short_number(999, number), "999");
    assert_string_equal(by_winner_name(-3), "O");
    assert_string_equal(by_winner_name(0), "draw");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_position),
        cmocka_unit_test(test_a_finished_position),
        cmocka_unit_test(test_a_decision),
        cmocka_unit_test(test_values_of_a_simulating_search),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_a_trace),
        cmocka_unit_test(test_a_monte_carlo_tree),
        cmocka_unit_test(test_a_recorded_tree),
        cmocka_unit_test(test_a_match),
        cmocka_unit_test(test_a_tournament),
        cmocka_unit_test(test_a_stored_game),
        cmocka_unit_test(test_reports_of_a_tournament_are_found_by_their_extension),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
