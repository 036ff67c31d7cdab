/* gtp_setup.c: positions that nobody played: handicaps, records, settings. */
#include "protocols/gtp_engine.h"

#include "base/file.h"
#include "games/grid.h"
#include "games/knowledge.h"
#include "record/sgf_line.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define RECORD_MAX ((size_t)16 << 20)
#define PATH_SIZE  4096

/* --- handicaps ------------------------------------------------------------------------------ */

/* An empty board of the session's size, or a refusal. */
static bool empty_board(struct by_gtp *gtp, struct by_grid *out)
{
    const struct by_session *session = gtp->session;
    if (!by_gtp_is(gtp, BY_TRAIT_OWNERS)) {
        by_gtp_fail(gtp, "there are no handicaps in this game");
        return false;
    }
    if (by_sgf_grid(session->rules, by_line_position(session->line), out, &gtp->error) != BY_OK ||
        by_grid_count(out, '.') < out->width * out->height) {
        by_gtp_fail(gtp, "board not empty: clear_board first");
        return false;
    }
    return true;
}

/* Begins the game with these stones, and names them. */
static void begin_with(struct by_gtp *gtp, struct by_grid *grid)
{
    char text[1024];
    struct by_text writer = by_text_over(text, sizeof text);
    grid->side = 1;
    by_grid_write(grid, &writer);
    if (by_session_begin_text(gtp->session, text, &gtp->error) != BY_OK) {
        by_gtp_fail_because(gtp, "bad vertex list");
        return;
    }
    by_gtp_begin(gtp);
    bool first = true;
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (grid->cell[i] != 'X')
            continue;
        by_gtp_say(gtp, "%s", first ? "" : " ");
        by_gtp_say_point(gtp, i % grid->width, grid->height - 1 - i / grid->width);
        first = false;
    }
}

/* The stones where the rules have them. */
static bool fixed_stones(struct by_gtp *gtp, int count, struct by_grid *grid)
{
    char size[8], stones[8];
    struct by_rules *rules;
    struct by_setting settings[] = {{"size", size}, {"handicap", stones}};
    (void)snprintf(size, sizeof size, "%d", gtp->session->rules->width);
    (void)snprintf(stones, sizeof stones, "%d", count);
    if (by_rules_open(gtp->session->rules->game->name, settings, 2, NULL, &rules, &gtp->error) !=
        BY_OK)
        return false;
    bool done = by_sgf_grid(rules, rules->start, grid, &gtp->error) == BY_OK;
    by_rules_close(rules);
    return done;
}

void by_gtp_run_fixed_handicap(struct by_gtp *gtp)
{
    struct by_grid grid;
    int64_t count;
    if (!by_gtp_int_at(gtp, 0, 0, 1000, &count) || !empty_board(gtp, &grid))
        return;
    if (count < 2)
        by_gtp_fail(gtp, "invalid number of stones: a handicap has at least two");
    else if (fixed_stones(gtp, (int)count, &grid))
        begin_with(gtp, &grid);
    else
        by_gtp_fail_because(gtp, "invalid number of stones");
}

static int distance(int width, int a, int b)
{
    return abs(a % width - b % width) + abs(a / width - b / width);
}

/* How good a point is for one more stone: far from the others, and not near the edge. */
static int worth(const struct by_grid *grid, int point)
{
    int near = grid->width + grid->height, x = point % grid->width, y = point / grid->width;
    int edges[] = {x, y, grid->width - 1 - x, grid->height - 1 - y};
    for (int i = 0; i < grid->width * grid->height; i++)
        if (grid->cell[i] == 'X' && distance(grid->width, i, point) < near)
            near = distance(grid->width, i, point);
    for (int i = 0; i < 4; i++)
        if (edges[i] < 2)
            near -= 2 - edges[i];
    return near;
}

static void add_stone(struct by_grid *grid)
{
    int best = -1;
    for (int i = 0; i < grid->width * grid->height; i++)
        if (grid->cell[i] == '.' && (best < 0 || worth(grid, i) > worth(grid, best)))
            best = i;
    if (best >= 0)
        grid->cell[best] = 'X';
}

/* As many of the fixed ones as there are, the others spread out. White must have somewhere to
 * go, so there are never more than half of the points. */
void by_gtp_run_place_free_handicap(struct by_gtp *gtp)
{
    struct by_grid grid;
    int64_t count;
    if (!empty_board(gtp, &grid))
        return;
    int points = grid.width * grid.height;
    if (!by_gtp_int_at(gtp, 0, 0, 1000, &count))
        return;
    if (count < 2 || count >= points) {
        by_gtp_fail(gtp, "invalid number of stones: from 2 to %d on this board", points - 1);
        return;
    }
    count = count > points / 2 ? points / 2 : count;
    struct by_grid empty = grid;
    for (int fixed = count < 9 ? (int)count : 9; fixed >= 2; fixed--) {
        if (fixed_stones(gtp, fixed, &grid))
            break;
        grid = empty;
    }
    while (by_grid_count(&grid, 'X') < count)
        add_stone(&grid);
    begin_with(gtp, &grid);
}

void by_gtp_run_set_free_handicap(struct by_gtp *gtp)
{
    const struct by_session *session = gtp->session;
    struct by_grid grid;
    char quoted[BY_QUOTE_SIZE];
    if (!empty_board(gtp, &grid))
        return;
    if (gtp->command.count < 2) {
        by_gtp_fail(gtp, "invalid number of stones: a handicap has at least two");
        return;
    }
    for (int i = 0; i < gtp->command.count; i++) {
        const char *word = gtp->command.arguments[i];
        by_move move;
        bool read = by_gtp_read_move(session->rules, session->base, word, &move, NULL) == BY_OK;
        if (!read || move >= grid.width * grid.height || grid.cell[move] != '.') {
            by_gtp_fail(gtp, "bad vertex list: '%s' is no point, or stands there twice",
                        by_quote(word, quoted));
            return;
        }
        grid.cell[move] = 'X';
    }
    begin_with(gtp, &grid);
    if (!gtp->failed) { /* GTP's answer to this one is empty */
        by_buffer_close(&gtp->text);
        by_buffer_open(&gtp->text, 1024);
    }
}

/* --- records ---------------------------------------------------------------------------------- */

/* What is no plain file could make us wait for ever. */
static char *read_file(const char *path, size_t *size, struct by_error *err)
{
    struct stat about;
    char quoted[BY_QUOTE_SIZE], *text = NULL;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        by_fail(err, BY_BAD_INPUT, "'%s' is no plain file", by_quote(path, quoted));
    else
        (void)by_file_load(path, RECORD_MAX, &text, size, err);
    return text;
}

/* The game of the session where it shares its number with the record's, which may not say more: NoGo
 * is written as GM[1], m,n,k as GM[4]. NULL: the game that the record names. */
static const char *kept_game(const struct by_gtp *gtp, const struct by_record *record)
{
    const struct by_sgf_property *gm = by_sgf_find(record->tree.root, "GM");
    const struct by_sgf_mapping *mapping = by_sgf_mapping_of(gtp->session->rules->game->name);
    char word[16];
    int64_t number = 1; /* what GM is when it is missing */
    if (gm && !(by_sgf_word(&gm->value, word, sizeof word) && by_read_int(word, 1, 1000, &number)))
        return NULL;
    bool shared = mapping && mapping->game && mapping->named && mapping->number == number;
    return shared ? gtp->session->game : NULL;
}

/* The position before that move of the record's main line; -1: at its end. */
static bool load(struct by_gtp *gtp, const char *text, size_t size, int before)
{
    struct by_record record = {.format = NULL};
    struct by_record_source source = {
        .format = by_record_format_find("sgf"), .text = text, .size = size};
    struct by_record_request request = {.ply = before > 0 ? before - 1 : -1};
    struct by_error *err = &gtp->error;
    bool found = false;
    enum by_status status = by_record_next(&source, &record, &found, err);
    if (status == BY_OK && !found)
        status = by_fail(err, BY_BAD_INPUT, "there is no game in the file");
    if (status == BY_OK) {
        request.game = kept_game(gtp, &record);
        status = by_record_play(&record, &request, err);
    }
    if (status == BY_OK) {
        status = by_session_adopt(gtp->session, record.rules, record.line, err);
        if (status == BY_OK) {
            record.rules = NULL;
            record.line = NULL;
        }
    }
    by_record_close(&record);
    return status == BY_OK;
}

/* The last word is the move number where it is a number and there is a word before it. */
void by_gtp_run_loadsgf(struct by_gtp *gtp)
{
    char path[PATH_SIZE];
    struct by_text writer = by_text_over(path, sizeof path);
    int64_t number = 0;
    size_t size = 0;
    int count = gtp->command.count;
    if (count > 1 && by_read_int(gtp->command.arguments[count - 1], 1, BY_LENGTH_MAX, &number))
        gtp->command.count--;
    by_gtp_join(gtp, 0, &writer);
    char *text = read_file(path, &size, &gtp->error);
    if (text && load(gtp, text, size, (int)number)) {
        by_gtp_begin(gtp);
        by_gtp_say(gtp, "%s", by_gtp_colour(by_line_side(gtp->session->line)));
    } else {
        by_gtp_fail_because(gtp, "cannot load file");
    }
    free(text);
}

/* The record as a text; with a file's name, into that file. */
void by_gtp_run_printsgf(struct by_gtp *gtp)
{
    const struct by_record_format *format = by_record_format_find("sgf");
    struct by_record record = {
        .format = format, .rules = gtp->session->rules, .line = gtp->session->line};
    char path[PATH_SIZE], *text = NULL;
    struct by_text writer = by_text_over(path, sizeof path);
    size_t size = 0;
    by_gtp_join(gtp, 0, &writer);
    by_pool_open(&record.pool, BY_SGF_ARENA_MAX);
    if (by_record_text(&record, format, &text, &size, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "cannot print");
    else if (!*path)
        by_gtp_say(gtp, "%s", text);
    else if (by_file_save(path, text, size, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "cannot write file");
    by_pool_close(&record.pool);
    free(text);
}

/* --- our own ------------------------------------------------------------------------------------ */

void by_gtp_run_banyan_spec(struct by_gtp *gtp)
{
    char spec[PATH_SIZE];
    struct by_text writer = by_text_over(spec, sizeof spec);
    by_gtp_join(gtp, 0, &writer);
    if (gtp->command.count == 0)
        by_gtp_say(gtp, "%s", by_player_spec(gtp->session->player));
    else if (by_session_seat(gtp->session, by_same_text(spec, "default") ? "" : spec, BY_TRUST_NONE,
                             &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "bad spec");
}

/* The player goes on with it. */
void by_gtp_run_banyan_seed(struct by_gtp *gtp)
{
    struct by_session *session = gtp->session;
    int64_t seed;
    if (gtp->command.count == 0) {
        by_gtp_say(gtp, "%llu", (unsigned long long)session->seed);
    } else if (by_gtp_int_at(gtp, 0, 0, INT64_MAX, &seed)) {
        by_session_set_seed(session, (uint64_t)seed);
    }
}

/* What was set. */
static void say_settings(struct by_gtp *gtp)
{
    const struct by_session_settings *settings = &gtp->session->settings;
    for (int i = 0; i < settings->count; i++)
        by_gtp_say(gtp, "%s %s\n", settings->name[i], settings->value[i]);
}

/* The sentence is the one that setting such an option gets. */
static void refuse_option(struct by_gtp *gtp, const char *name)
{
    const struct by_rules *rules = gtp->session->rules;
    const struct by_setting setting = {name, ""};
    struct by_values values;
    char owner[BY_SESSION_NAME_MAX + sizeof "the game "];
    struct by_text text = by_text_over(owner, sizeof owner);
    by_text_format(&text, "the game %s", rules->name);
    if (by_values_open(owner, rules->game->options, &setting, 1, &values, &gtp->error) == BY_OK)
        by_values_close(&values);
    by_gtp_fail_because(gtp, "cannot tell");
}

/* What one option is, set or not. The board may come from other options than its size (m, n). */
static void say_option(struct by_gtp *gtp, const char *name)
{
    const struct by_rules *rules = gtp->session->rules;
    const struct by_value *value = by_values_find(&rules->values, name);
    if (!value)
        refuse_option(gtp, name);
    else if (strcmp(name, "size") == 0)
        by_gtp_say(gtp, "size %dx%d", rules->width, rules->height);
    else if (value->set)
        by_gtp_say(gtp, "%s %s", name, value->text);
    else
        by_gtp_say(gtp, "%s is not set", name);
}

/* Elsewhere it is OPTION=VALUE: who writes that here is told, and nothing is set. */
static bool refuse_equals(struct by_gtp *gtp)
{
    for (int i = 0; i < gtp->command.count; i += 2)
        if (strchr(gtp->command.arguments[i], '=')) {
            by_gtp_fail(gtp, "syntax error: banyan-set takes OPTION VALUE with a blank between "
                             "them, not OPTION=VALUE");
            return true;
        }
    return false;
}

/* What came with the protocol reads no files. Whoever started the engine may, with --option. */
static bool names_file(const struct by_gtp *gtp, int at)
{
    const struct by_setting setting = {gtp->command.arguments[at], gtp->command.arguments[at + 1]};
    return by_setting_names_file(gtp->session->rules->game->options, &setting);
}

static bool refuse_files(struct by_gtp *gtp)
{
    char quoted[BY_QUOTE_SIZE];
    for (int i = 0; i + 1 < gtp->command.count; i += 2)
        if (names_file(gtp, i)) {
            by_gtp_fail(gtp, "cannot set: settings from here may not read a file: %s %s",
                        gtp->command.arguments[i], by_quote(gtp->command.arguments[i + 1], quoted));
            return true;
        }
    return false;
}

/* All of them together: a board may be too small for the row that wins on the one before. */
void by_gtp_run_banyan_set(struct by_gtp *gtp)
{
    struct by_session *session = gtp->session;
    struct by_session_settings settings = session->settings;
    bool fits = true;
    if (refuse_equals(gtp))
        return;
    if (gtp->command.count < 2) {
        if (gtp->command.count == 0)
            say_settings(gtp);
        else
            say_option(gtp, gtp->command.arguments[0]);
        return;
    }
    if (refuse_files(gtp))
        return;
    for (int i = 0; i + 1 < gtp->command.count; i += 2)
        fits = fits && by_session_settings_put(&settings, gtp->command.arguments[i],
                                               gtp->command.arguments[i + 1]);
    if (gtp->command.count % 2 != 0)
        by_gtp_fail(gtp, "syntax error: banyan-set takes pairs of OPTION VALUE");
    else if (!fits)
        by_gtp_fail(gtp, "syntax error: so long an option, or so many, there cannot be");
    else if (by_session_choose(session, session->game, &settings, NULL, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "cannot set");
    else
        by_gtp_begin(gtp);
}

void by_gtp_run_banyan_position(struct by_gtp *gtp)
{
    char text[PATH_SIZE];
    struct by_text writer = by_text_over(text, sizeof text);
    if (gtp->command.count == 0) {
        by_line_text(gtp->session->line, text, sizeof text);
        by_gtp_say(gtp, "%s", text);
        return;
    }
    by_gtp_join(gtp, 0, &writer);
    if (by_session_begin_text(gtp->session, text, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "bad position");
    else
        by_gtp_begin(gtp);
}
