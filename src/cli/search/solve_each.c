/* solve_each.c: `solve --each`: after which replies to the position the other player wins by threats.
 *
 * Nobody knows which replies are hard: every one is asked with few nodes, then those that are left with
 * four times as many, until the time is over. Every proof goes into the file as soon as it is there, and
 * is not looked for again when the file is there at the beginning. */
#include "base/clock.h"
#include "base/file.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/search/solve_threats.h"
#include "games/win_tree.h"
#include "report/threats.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_NODES 1000000
#define FILE_BYTES  ((size_t)1 << 30)

struct each {
    struct by_cli *cli;
    const struct by_rules *rules;
    struct by_answered_replies replies;
    unsigned char *image; /* of the position behind each reply: the same for all its images */
    unsigned char *after; /* room for a position */
    uint8_t *scratch;
    struct by_buffer file;
    struct by_progress progress;
    uint64_t nodes; /* of the replies before */
    double deadline;
};

static bool is_over(const struct each *e)
{
    return by_interrupted() || (e->deadline > 0 && by_clock_now() >= e->deadline);
}

static bool on_nodes(void *context, uint64_t nodes)
{
    struct each *e = context;
    atomic_store(&e->progress.positions, e->nodes + nodes);
    return !is_over(e);
}

/* --- the replies --------------------------------------------------------------------------- */

static const void *position_after(struct each *e, by_move move)
{
    memcpy(e->after, by_line_position(e->cli->line), e->rules->position_size);
    e->rules->game->play(e->rules, e->after, move, NULL);
    return e->after;
}

/* The number of the reply whose position is an image of this one; `count` when there is none. */
static int find_image(struct each *e, const void *position)
{
    size_t size = e->rules->position_size;
    int i = 0;
    unsigned char *image = e->image + (size_t)e->replies.count * size;
    (void)by_canonical(e->rules, position, image, e->scratch);
    while (i < e->replies.count && memcmp(e->image + (size_t)i * size, image, size) != 0)
        i++;
    return i;
}

/* One of those that are images of each other; who ends the game has not to be answered. */
static void list_replies(struct each *e)
{
    const struct by_game *game = e->rules->game;
    by_move *moves = malloc(((size_t)e->rules->max_moves + 1) * sizeof *moves);
    int count = moves ? game->moves(e->rules, by_line_position(e->cli->line), moves) : 0;
    for (int i = 0; i < count; i++) {
        const void *position = position_after(e, moves[i]);
        if (find_image(e, position) == e->replies.count)
            e->replies.reply[e->replies.count++] = (struct by_answered_reply){
                .move = moves[i],
                .found = game->over(e->rules, position) ? BY_THREATS_NONE : BY_THREATS_OPEN};
    }
    free(moves);
}

static void note_win(struct each *e, int i, const struct by_win_tree *proof)
{
    struct by_answered_reply *reply = &e->replies.reply[i];
    reply->found = BY_THREATS_WIN;
    reply->moves = by_win_tree_moves(proof);
    reply->proof_nodes = proof->count;
    atomic_store(&e->progress.done, ++e->replies.proved);
}

/* --- the file --------------------------------------------------------------------------------- */

/* The proof of an earlier session, when it is one of what is asked here. */
static enum by_status take_proof(struct each *e, const char *text)
{
    struct by_rules *rules = NULL;
    struct by_win_tree tree = {.most = BY_SOLVE_PROOF_NODES};
    enum by_status status = by_win_tree_read(text, &rules, &tree, &e->cli->error);
    int i = e->replies.count;
    uint64_t nodes;
    if (status == BY_OK && rules->game == e->rules->game &&
        rules->position_size == e->rules->position_size)
        i = find_image(e, rules->start);
    if (status == BY_OK && i == e->replies.count)
        status =
            by_fail(&e->cli->error, BY_BAD_INPUT, "it has a proof of a position that is none here");
    if (status == BY_OK)
        status = rules->game->check_proof(rules, rules->start, &tree, &nodes, &e->cli->error);
    if (status == BY_OK && e->replies.reply[i].found != BY_THREATS_WIN) {
        note_win(e, i, &tree);
        by_win_tree_write(rules, rules->start, &tree, &e->file);
    }
    by_win_tree_free(&tree);
    by_rules_close(rules);
    return status;
}

static int take_file(struct each *e, const char *path)
{
    char quoted[BY_QUOTE_SIZE];
    size_t size;
    char *text;
    if (by_file_load(path, FILE_BYTES, &text, &size, &e->cli->error) != BY_OK)
        return errno == ENOENT ? BY_EXIT_OK : by_cli_report(e->cli);
    int status = BY_EXIT_OK;
    for (char *at = text, *next; at && *at && status == BY_EXIT_OK; at = next) {
        next = by_solve_cut_proof(at);
        if (take_proof(e, at) != BY_OK)
            status = by_cli_refuse(e->cli, "%s stays as it is: %s", by_quote(path, quoted),
                                   e->cli->error.text);
    }
    free(text);
    return status;
}

static int write_file(struct each *e)
{
    const char *path = by_cli_text(e->cli, "proof");
    char quoted[BY_QUOTE_SIZE];
    if (!path || e->replies.proved == 0)
        return BY_EXIT_OK;
    if (e->file.failed)
        return by_cli_failed(e->cli, "the proofs are too large to be written");
    if (by_file_save(path, by_buffer_text(&e->file), e->file.length, &e->cli->error) != BY_OK)
        return by_cli_failed(e->cli, "%s: %s", by_quote(path, quoted), e->cli->error.text);
    return BY_EXIT_OK;
}

/* --- asking ---------------------------------------------------------------------------------------- */

static int ask_reply(struct each *e, int i, uint64_t most_nodes)
{
    struct by_threats threats = by_solve_question(e->cli, most_nodes);
    const void *position = position_after(e, e->replies.reply[i].move);
    int status = BY_EXIT_OK;
    threats.tell = on_nodes;
    threats.context = e;
    if (e->rules->game->threats(e->rules, position, &threats, &e->cli->error) != BY_OK)
        status = by_cli_report(e->cli);
    e->nodes += threats.nodes;
    e->replies.reply[i].found = threats.found;
    if (status == BY_EXIT_OK && threats.found == BY_THREATS_WIN) {
        note_win(e, i, &threats.proof);
        by_win_tree_write(e->rules, position, &threats.proof, &e->file);
        status = write_file(e);
    }
    by_win_tree_free(&threats.proof);
    return status;
}

static int ask_all(struct each *e)
{
    bool given = by_cli_value(e->cli, "nodes")->given, left = true;
    uint64_t most = given ? (uint64_t)by_cli_int(e->cli, "nodes") : FIRST_NODES;
    int status = BY_EXIT_OK;
    for (bool once = given || e->deadline == 0; left; most *= 4, left = left && !once) {
        left = false;
        for (int i = 0; i < e->replies.count && status == BY_EXIT_OK && !is_over(e); i++) {
            if (e->replies.reply[i].found != BY_THREATS_OPEN)
                continue;
            by_progress_note(&e->progress, "%.0f M nodes each", (double)most / 1e6);
            status = ask_reply(e, i, most);
            left = left || e->replies.reply[i].found == BY_THREATS_OPEN;
        }
        left = left && status == BY_EXIT_OK && !is_over(e);
    }
    return status;
}

/* --- all of it ------------------------------------------------------------------------------------- */

static bool make_room(struct each *e)
{
    size_t moves = (size_t)e->rules->max_moves + 1;
    e->replies.reply = calloc(moves, sizeof *e->replies.reply);
    e->image = calloc(moves, e->rules->position_size);
    e->after = calloc(1, e->rules->position_size);
    e->scratch = calloc(1, by_canonical_scratch(e->rules));
    return e->replies.reply && e->image && e->after && e->scratch;
}

static int print_replies(struct each *e)
{
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(e->cli);
    const char *path = by_cli_text(e->cli, "proof");
    if (path && e->replies.proved > 0)
        by_cli_wrote(e->cli, path);
    if (by_cli_flag(e->cli, "json")) {
        by_report_replies(by_cli_json(e->cli), e->cli->line, &e->replies);
        return by_cli_json_end(e->cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_replies(&text, e->cli->line, &e->replies, &marks);
    return by_cli_print(e->cli, &text);
}

static int work(struct each *e)
{
    const char *path = by_cli_text(e->cli, "proof");
    double begun = by_clock_now(), time = by_cli_real(e->cli, "time");
    if (!make_room(e))
        return by_cli_failed(e->cli, "there is not enough memory");
    e->deadline = time > 0 ? begun + time : 0;
    list_replies(e);
    int status = path ? take_file(e, path) : BY_EXIT_OK;
    if (status != BY_EXIT_OK)
        return status;
    by_progress_open(&e->progress, "replies");
    atomic_store(&e->progress.total, e->replies.count);
    atomic_store(&e->progress.done, e->replies.proved);
    status = ask_all(e);
    by_progress_close(&e->progress);
    e->replies.nodes = e->nodes;
    e->replies.seconds = by_clock_now() - begun;
    return status == BY_EXIT_OK ? print_replies(e) : status;
}

int by_solve_each(struct by_cli *cli)
{
    struct each *e = calloc(1, sizeof *e);
    if (!e)
        return by_cli_failed(cli, "there is not enough memory");
    e->cli = cli;
    e->rules = cli->rules;
    by_buffer_open(&e->file, FILE_BYTES);
    int status = work(e);
    by_buffer_close(&e->file);
    free(e->replies.reply);
    free(e->image);
    free(e->after);
    free(e->scratch);
    free(e);
    return status;
}
