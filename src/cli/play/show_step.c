/* show_step.c: a walk through a game with the keyboard, into its variations, too. */
#include "cli/keys.h"
#include "cli/play/show_file.h"
#include "games/value.h"
#include "report/board.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHOICES_MAX 1000
#define WAYS_SHOWN  9
#define BELOW       4 /* rows below the board: the move, a line of the comment, ways, keys */

struct walk {
    struct by_cli *cli;
    struct by_game_file *gf; /* NULL, or one without a tree: the line of the command is walked */
    const char *game;
    int *choices; /* at the forks passed so far, and as far as somebody has chosen */
    int choice_count;
    int ply, total; /* moves before the position shown; of the whole way */

    /* Where the walk stands, by go_to: */
    const struct by_line *line; /* ends there */
    struct by_line *own;        /* the same, of a line that is not a tree */
    const struct by_sgf_node *node;
    const char *comment;
};

static bool has_tree(const struct walk *w)
{
    return w->gf && w->gf->record.tree.root;
}

/* --- moving -------------------------------------------------------------------------------- */

static int replay(struct walk *w, int choice_count, int ply)
{
    int status = by_game_file_replay(w->cli, w->gf, w->game, w->choices, choice_count, ply);
    w->line = w->gf->record.line;
    w->node = w->gf->record.node;
    w->comment = w->gf->record.comment;
    return status;
}

static int go_to_line(struct walk *w, int ply)
{
    struct by_line *line = w->cli->line;
    w->total = line->count;
    if (!w->own && by_line_open(line->rules, &w->own, &w->cli->error) != BY_OK)
        return by_cli_report(w->cli);
    by_line_begin(w->own, by_line_position_at(line, 0));
    w->ply = ply < w->total ? ply : w->total;
    for (int i = 0; i < w->ply; i++) {
        by_line_resume(w->own);
        if (by_line_play(w->own, line->moves[i], &w->cli->error) != BY_OK)
            return by_cli_report(w->cli);
    }
    w->line = w->own;
    w->comment = w->gf && w->ply == w->total ? w->gf->record.comment : NULL;
    return BY_EXIT_OK;
}

static int go_to(struct walk *w, int ply)
{
    if (!has_tree(w))
        return go_to_line(w, ply);
    int status = replay(w, w->choice_count, -1);
    w->total = w->gf->record.plies;
    w->ply = ply < w->total ? ply : w->total;
    return status == BY_EXIT_OK ? replay(w, w->choice_count, w->ply) : status;
}

/* The forks before a node; how many ways lead on from it. */
static int forks_before(const struct by_sgf_node *node)
{
    int forks = 0;
    for (node = node->parent; node; node = node->parent)
        forks += node->child && node->child->next;
    return forks;
}

static int ways_on(const struct walk *w)
{
    int ways = 0;
    for (const struct by_sgf_node *child = has_tree(w) ? w->node->child : NULL; child;
         child = child->next)
        ways++;
    return ways;
}

/* The way that is taken from here, from 0. */
static int way_taken(const struct walk *w)
{
    int fork = forks_before(w->node);
    return fork < w->choice_count ? w->choices[fork] : 0;
}

/* Takes another way from here; those chosen further on are forgotten. */
static void choose(struct walk *w, int way)
{
    int fork = forks_before(w->node);
    if (fork >= CHOICES_MAX)
        return;
    while (w->choice_count < fork)
        w->choices[w->choice_count++] = 0;
    w->choices[fork] = way;
    w->choice_count = fork + 1;
}

/* --- drawing ------------------------------------------------------------------------------- */

/* The board, and of what stands below it as much as there is room for. Returns how many rows it took. */
static int print_position(const struct walk *w, int most)
{
    struct by_marks marks = by_cli_marks(w->cli);
    struct by_buffer text;
    int rows = 0;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_board(&text, w->line, &marks, false);
    for (const char *at = by_buffer_text(&text); *at && rows < most; rows++) {
        size_t length = strcspn(at, "\n");
        fprintf(w->cli->out, "%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
    by_buffer_close(&text);
    return rows;
}

/* The first moves of the ways from here; the one taken is marked. */
static int print_ways(struct walk *w, int ways, int columns)
{
    char text[BY_MOVE_BUFFER], item[BY_MOVE_BUFFER + 16];
    int taken = way_taken(w), ply = w->ply, used = 0, kept = w->choice_count,
        fork = forks_before(w->node);
    int before = fork < CHOICES_MAX ? w->choices[fork] : 0;
    fprintf(w->cli->out, "%d ways:", ways);
    for (int way = 0; way < ways && way < WAYS_SHOWN && fork < CHOICES_MAX; way++) {
        choose(w, way);
        if (replay(w, w->choice_count, ply + 1) != BY_EXIT_OK || w->line->count == 0)
            return BY_EXIT_FAILED;
        int last = w->line->count - 1;
        by_move_string(w->line->rules, by_line_position_at(w->line, last), w->line->moves[last],
                       text);
        snprintf(item, sizeof item, way == taken ? " [%d %s]" : "  %d %s ", way + 1, text);
        used += (int)strlen(item);
        if (used < columns - 40)
            fputs(item, w->cli->out);
        if (replay(w, fork, ply) != BY_EXIT_OK) /* the node is needed again */
            return BY_EXIT_FAILED;
    }
    fputs(ways > WAYS_SHOWN ? " ...; up, down: another\n" : "; up, down: another\n", w->cli->out);
    if (fork < CHOICES_MAX)
        w->choices[fork] = before;
    w->choice_count = kept;
    return replay(w, w->choice_count, ply);
}

static void print_move(const struct walk *w)
{
    char text[BY_MOVE_BUFFER];
    const struct by_line *line = w->line;
    fprintf(w->cli->out, "%s", by_style(w->cli, BY_STYLE_BOLD));
    if (w->ply == 0 || line->count == 0)
        fprintf(w->cli->out, "before the first move, of %d", w->total);
    else {
        const void *position = by_line_position_at(line, line->count - 1);
        fprintf(w->cli->out, "move %d of %d: %s %s", w->ply, w->total,
                by_player_name(line->rules, line->rules->game->side(line->rules, position)),
                by_move_string(line->rules, position, line->moves[line->count - 1], text));
    }
    fprintf(w->cli->out, "%s\n", by_style(w->cli, BY_STYLE_PLAIN));
}

/* As much of the comment as there is room for. It came from a file: here, where the command has the screen,
 * nobody else takes escapes out of it. */
static void print_comment(const struct walk *w, int rows, int columns)
{
    char *text = w->comment ? strdup(w->comment) : NULL;
    const char *at = text;
    if (text)
        by_make_printable(text, strlen(text), "\n");
    size_t width = columns > 20 ? (size_t)columns - 1 : 20;
    for (; at && *at && rows > 0; rows--) {
        size_t length = strcspn(at, "\n"), part = length < width ? length : width;
        while (part < length && part > 1 && at[part] != ' ')
            part--;
        part = part <= 1 && length > width ? width : part;
        fprintf(w->cli->out, "%.*s\n", (int)part, at);
        at += part;
        at += *at == '\n' || *at == ' ';
    }
    free(text);
}

static int draw(struct walk *w)
{
    struct by_screen screen = by_screen_size();
    int ways = ways_on(w);
    by_output_screen(w->cli, "\033[H\033[2J");
    int left = screen.rows - BELOW - print_position(w, screen.rows - BELOW);
    print_move(w);
    print_comment(w, left + 1, screen.columns);
    if (ways > 1 && print_ways(w, ways, screen.columns) != BY_EXIT_OK)
        return BY_EXIT_FAILED;
    fprintf(w->cli->out, "%sn on, b back, g first, e last%s, q leave%s",
            by_style(w->cli, BY_STYLE_DIM), ways > 1 ? ", up and down" : "",
            by_style(w->cli, BY_STYLE_PLAIN));
    return by_output_flush(w->cli) ? BY_EXIT_OK : BY_EXIT_FAILED;
}

/* --- the keyboard -------------------------------------------------------------------------- */

static int obey(struct walk *w, int key)
{
    int ways = ways_on(w);
    if (ways > 1 && (key == BY_KEY_UP || key == BY_KEY_DOWN)) {
        choose(w, (way_taken(w) + (key == BY_KEY_DOWN ? 1 : ways - 1)) % ways);
        return go_to(w, w->ply);
    }
    if (ways > 1 && key >= '1' && key <= '9' && key - '1' < ways) {
        choose(w, key - '1');
        return go_to(w, w->ply + 1);
    }
    if (key == BY_KEY_UP || key == BY_KEY_DOWN)
        return BY_EXIT_OK;
    int to = by_keys_walk(key, w->ply, w->total + 1);
    return go_to(w, to <= w->total ? to : w->total);
}

static int walk(struct walk *w, const struct by_keys *keys)
{
    int status = go_to(w, 0), key = BY_KEY_NONE;
    by_output_screen(w->cli, "\033[?1049h");
    while (status == BY_EXIT_OK && key != BY_KEY_LEAVE) {
        status = draw(w);
        key = status == BY_EXIT_OK ? by_keys_read(keys) : BY_KEY_LEAVE;
        if (key != BY_KEY_LEAVE)
            status = obey(w, key);
    }
    by_output_screen(w->cli, "\033[?1049l");
    by_output_flush(w->cli);
    return status;
}

/* Without a keyboard: every move of the way, with its comment. */
static int list(struct walk *w)
{
    int status = go_to(w, 0);
    for (int ply = 0; status == BY_EXIT_OK && ply <= w->total; ply++) {
        status = go_to(w, ply);
        if (status != BY_EXIT_OK)
            break;
        print_move(w);
        print_comment(w, 1000, 80);
        int ways = ways_on(w);
        if (ways > 1)
            status = print_ways(w, ways, 80);
    }
    return status;
}

int by_show_step(struct by_cli *cli, struct by_game_file *gf, const char *game)
{
    struct by_keys keys = {.descriptor = -1};
    struct walk w = {.cli = cli, .gf = gf, .game = game};
    w.choices = calloc(CHOICES_MAX + 1, sizeof *w.choices);
    if (!w.choices)
        return by_cli_failed(cli, "there is not enough memory");
    int status;
    if (by_style_escapes(STDOUT_FILENO) && by_keys_open(&keys))
        status = walk(&w, &keys);
    else
        status = list(&w);
    by_keys_close(&keys);
    by_line_close(w.own);
    free(w.choices);
    return status;
}
