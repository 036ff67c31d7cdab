/* store_check.c: is a store whole, and do its games follow the rules? */
#include "cli/arena/store.h"
#include "cli/interrupt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_MAX 50 /* problems told one by one */

struct check {
    struct by_cli *cli;
    struct by_store *store;
    bool as_json;
    struct by_buffer list; /* a JSON array: the sums that stand before it come last */
    struct by_json json;
    int problems;
    int64_t games;
    const struct by_store_match *match;
    struct by_rules *rules;
    struct by_line *line;
};

static void problem(void *context, const char *sentence)
{
    struct check *check = context;
    if (check->problems++ >= SHOWN_MAX)
        return;
    if (check->as_json)
        by_json_text(&check->json, NULL, sentence);
    else
        fprintf(check->cli->out, "%s\n", sentence);
}

static void game_problem(struct check *check, const struct by_played *game, const char *what)
{
    char sentence[700];
    struct by_text text = by_text_over(sentence, sizeof sentence);
    by_text_format(&text, "match %" PRId64 ", game %" PRId64 ": %s", check->match->id,
                   game->number + 1, what);
    problem(check, sentence);
}

/* The result by the rules must be the one that is stored. */
static void compare_result(struct check *check, const struct by_played *game)
{
    if (!by_line_over(check->line)) {
        game_problem(check, game, "it is said to have ended by the rules, but goes on");
        return;
    }
    int32_t result = by_line_result(check->line);
    int32_t for_a = game->a_first ? result : -result;
    if (game->points != (for_a > 0 ? 2 : for_a == 0 ? 1 : 0))
        game_problem(check, game, "it ended otherwise than is said");
}

static bool check_game(void *context, const struct by_played *game)
{
    struct check *check = context;
    struct by_error err = {0};
    check->games++;
    while (by_line_undo(check->line))
        ;
    if (by_line_play_list(check->line, game->moves, &err) != BY_OK)
        game_problem(check, game, err.text);
    else if (strcmp(game->ended, "rules") == 0)
        compare_result(check, game);
    return !by_interrupted();
}

static enum by_status open_rules(struct check *check, const struct by_store_match *match,
                                 struct by_error *err)
{
    char named[BY_SPEC_LENGTH_MAX + 2];
    struct by_spec spec;
    struct by_text text = by_text_over(named, sizeof named);
    by_text_format(&text, "rules %s", match->settings);
    enum by_status status = by_spec_read(named, &spec, err);
    if (status == BY_OK)
        status = by_rules_open(match->game, spec.settings, spec.count,
                               *match->position ? match->position : NULL, &check->rules, err);
    if (status == BY_OK)
        status = by_line_open(check->rules, &check->line, err);
    return status;
}

static bool check_match(void *context, const struct by_store_match *match)
{
    struct check *check = context;
    struct by_error err = {0};
    check->match = match;
    if (open_rules(check, match, &err) == BY_OK) {
        if (by_store_games(check->store, match->id, NULL, check_game, check, &err) != BY_OK)
            problem(check, err.text);
    } else {
        char sentence[700];
        struct by_text text = by_text_over(sentence, sizeof sentence);
        by_text_format(&text, "match %" PRId64 ": %s", match->id, err.text);
        problem(check, sentence);
    }
    if (check->line)
        by_line_close(check->line);
    if (check->rules)
        by_rules_close(check->rules);
    check->line = NULL;
    check->rules = NULL;
    return !by_interrupted();
}

static int print(struct check *check)
{
    struct by_cli *cli = check->cli;
    if (!check->as_json) {
        fprintf(cli->out, "%" PRId64 " games, %d problems\n", check->games, check->problems);
        return BY_EXIT_OK;
    }
    struct by_json *json = by_cli_json(cli);
    by_json_end_array(&check->json);
    by_json_object(json, NULL);
    by_json_int(json, "games", check->games);
    by_json_int(json, "problems", check->problems);
    by_json_written(json, "list", &check->list);
    by_json_end_object(json);
    return by_cli_json_end(cli);
}

static int examine(struct check *check)
{
    struct by_cli *cli = check->cli;
    enum by_status status = by_store_check(check->store, problem, check, &cli->error);
    by_store_on_problem(check->store, by_said_elsewhere, NULL); /* by the check above */
    if (status == BY_OK)
        status = by_store_matches(check->store, check_match, check, &cli->error);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (by_interrupted())
        return by_cli_failed(cli, "stopped before everything was looked at");
    int printed = print(check);
    if (printed == BY_EXIT_OK && check->problems > 0) {
        by_cli_note("the store has %d problems", check->problems);
        return BY_EXIT_FAILED;
    }
    return printed;
}

int by_store_examine(struct by_cli *cli, struct by_store *store)
{
    struct check check = {.cli = cli, .store = store, .as_json = by_cli_flag(cli, "json")};
    by_buffer_open(&check.list, BY_REPORT_LIMIT);
    by_json_open(&check.json, &check.list, BY_JSON_LINE);
    if (check.as_json)
        by_json_array(&check.json, NULL);
    int status = examine(&check);
    by_buffer_close(&check.list);
    return status;
}
