#include "learn/bookmaking.h"

#include "base/text.h"
#include "base/thread.h"
#include "players/book.h"
#include "search/position_set.h"
#include <stdlib.h>
#include <string.h>

#define MEMORY      ((size_t)1 << 30)
#define TABLE_BYTES ((size_t)16 << 20)
#define THREADS_MAX 64
#define PLIES_MAX   200
#define PLY_COST    0.5
#define ODDS_COST   (1 / 32.0) /* of what is odds of e to one, where values are an evaluation's */
#define WON         100000     /* and a result, beyond all of them */

/* A position; the moves that lead to it are found by going from parent to parent. */
struct page {
    int parent; /* -1: the start */
    by_move move;
    int ply;
    bool over, taken_up, looked_at;
    int32_t
        value; /* for the side to move: of the look, and of its best move once it was taken up */
    double cost;
    size_t first, count; /* of its moves */
};

struct turn {
    by_move move;
    int to; /* page */
};

struct making {
    const struct by_rules *rules;
    const struct by_book_plan *plan;
    int unit; /* of the search's values, one of the book's; 0: they are the evaluation's own */
    double ply_cost; /* of a move that leads to a position, in the book's units */
    const atomic_bool *stop;
    struct page *pages;
    size_t page_count, page_room;
    struct turn *turns;
    size_t turn_count, turn_room;
    struct by_position_set set; /* of page numbers + 1, by the packs of canonical positions */
    size_t held;
    struct by_line *line;
    void *image;
    uint8_t *scratch, *pack;
    by_move *moves;
    atomic_size_t next; /* page to look at */
};

/* Each thread's own. */
struct looker {
    struct making *making;
    void *state;
    struct by_line *line;
    int32_t before; /* the value one ply less deep */
    bool knows_before;
    struct by_thread thread;
};

/* --- pages ------------------------------------------------------------------------------ */

static bool grow(void **block, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? 2 * *room : 1024;
    void *larger = realloc(*block, more * size);
    if (!larger)
        return false;
    *block = larger;
    *room = more;
    return true;
}

/* Lets a line stand at a page. */
static bool stand_at(const struct making *m, struct by_line *line, int page)
{
    by_move path[PLIES_MAX];
    int count = 0;
    for (int p = page; m->pages[p].parent >= 0; p = m->pages[p].parent)
        path[count++] = m->pages[p].move;
    bool good = true;
    while (by_line_undo(line))
        continue;
    while (count > 0 && good)
        good = by_line_play(line, path[--count], NULL) == BY_OK;
    return good;
}

/* The page of where the line stands, a new one when it is met for the first time; -1: no memory. */
static int page_here(struct making *m, int parent, by_move move)
{
    const struct by_rules *rules = m->rules;
    bool added = false;
    (void)by_canonical(rules, by_line_position(m->line), m->image, m->scratch);
    size_t size = rules->game->pack(rules, m->image, m->pack);
    int *number = by_position_set_at(&m->set, m->pack, size, &added);
    if (!number || !grow((void **)&m->pages, &m->page_room, m->page_count, sizeof *m->pages))
        return -1;
    if (!added)
        return *number - 1;
    bool over = by_line_over(m->line);
    int32_t result = over ? by_line_result(m->line) * (m->unit > 0 ? 1 : WON) : 0;
    m->pages[m->page_count++] = (struct page){
        .parent = parent,
        .move = move,
        .ply = m->line->count,
        .over = over,
        .looked_at = over,
        .value = by_line_side(m->line) == 0 ? result : -result,
    };
    *number = (int)m->page_count;
    return *number - 1;
}

/* --- looking ---------------------------------------------------------------------------- */

static bool is_stopped(const struct making *m)
{
    return m->stop && atomic_load(m->stop);
}

static bool goes_on(void *context, const struct by_own_search *so_far)
{
    struct looker *l = context;
    if (so_far->reached > 0 && so_far->reached + 1 == l->making->plan->depth && !so_far->proven) {
        l->before = so_far->value;
        l->knows_before = true;
    }
    return !is_stopped(l->making);
}

/* An estimate is within what a result is worth. */
static int32_t kept_within(int64_t value)
{
    const int most = WON - 1;
    return (int32_t)(value > most ? most : value < -most ? -most : value);
}

/* An evaluation's own values rise and fall with each ply, as whoever has made the last move is better off: the
 * mean of two depths can be compared with what was looked at a ply later. */
static int32_t in_units(const struct looker *l, const struct by_own_search *found)
{
    int unit = l->making->unit, half = unit / 2;
    if (unit > 0)
        return found->proven ? found->value
                             : (found->value + (found->value < 0 ? -half : half)) / unit;
    if (found->proven)
        return found->value * WON;
    return kept_within(l->knows_before
                           ? ((int64_t)kept_within(found->value) + kept_within(l->before)) / 2
                           : found->value);
}

static void look(struct looker *l, struct page *page, int number)
{
    const struct by_game *game = l->making->rules->game;
    struct by_own_search asked = {.depth = l->making->plan->depth, .tell = goes_on, .context = l};
    game->own_forget(l->state); /* what it found elsewhere must not help */
    l->knows_before = false;
    page->looked_at = stand_at(l->making, l->line, number) &&
                      game->own_search(l->state, by_line_position(l->line), &asked) &&
                      asked.complete;
    if (page->looked_at)
        page->value = in_units(l, &asked);
}

static void look_at_pages(void *context)
{
    struct looker *l = context;
    struct making *m = l->making;
    for (size_t i; (i = atomic_fetch_add(&m->next, 1)) < m->page_count && !is_stopped(m);)
        if (!m->pages[i].looked_at)
            look(l, &m->pages[i], (int)i);
}

/* At all pages from `first` on; false: it was stopped before they all had a value. */
static bool look_at_all(struct making *m, struct looker *lookers, size_t first)
{
    int threads = m->plan->threads, started = 0;
    atomic_store(&m->next, first);
    while (started + 1 < threads &&
           by_thread_start(&lookers[started].thread, 0, look_at_pages, &lookers[started]))
        started++;
    look_at_pages(&lookers[threads - 1]);
    for (int i = 0; i < started; i++)
        by_thread_join(&lookers[i].thread);
    for (size_t i = first; i < m->page_count; i++)
        if (!m->pages[i].looked_at)
            return false;
    return true;
}

/* --- taking up -------------------------------------------------------------------------- */

/* All of them, or those near what was played, where the game has such a list: in Gomoku the others are a
 * stone given away. */
static int list_turns(struct making *m)
{
    const struct by_rules *rules = m->rules;
    return rules->game->active ? rules->game->active(rules, by_line_position(m->line), m->moves)
                               : by_line_moves(m->line, m->moves);
}

/* A move that leads back or aside is none: values go up from later to earlier. */
static bool add_turns(struct making *m, int page)
{
    if (!stand_at(m, m->line, page))
        return false;
    size_t first = m->turn_count;
    int count = list_turns(m), ply = m->pages[page].ply;
    for (int i = 0; i < count; i++) {
        if (by_line_play(m->line, m->moves[i], NULL) != BY_OK ||
            !grow((void **)&m->turns, &m->turn_room, m->turn_count, sizeof *m->turns))
            return false;
        int to = page_here(m, page, m->moves[i]);
        (void)by_line_undo(m->line);
        if (to < 0)
            return false;
        if (m->pages[to].ply > ply)
            m->turns[m->turn_count++] = (struct turn){m->moves[i], to};
    }
    m->pages[page].first = first;
    m->pages[page].count = m->turn_count - first;
    return true;
}

static int deepest(const struct making *m)
{
    int ply = 0;
    for (size_t i = 0; i < m->page_count; i++)
        ply = m->pages[i].ply > ply ? m->pages[i].ply : ply;
    return ply;
}

/* The value of each page that was taken up is that of its best move. */
static void back_up(struct making *m)
{
    for (int ply = deepest(m); ply >= 0; ply--)
        for (size_t i = 0; i < m->page_count; i++) {
            struct page *p = &m->pages[i];
            for (size_t t = 0; p->ply == ply && p->taken_up && t < p->count; t++) {
                int32_t value = -m->pages[m->turns[p->first + t].to].value;
                p->value = t == 0 || value > p->value ? value : p->value;
            }
        }
}

static void spread_costs(struct making *m, const struct page *p)
{
    for (size_t t = 0; t < p->count; t++) {
        struct page *to = &m->pages[m->turns[p->first + t].to];
        double cost = p->cost + m->ply_cost + (p->value + to->value);
        to->cost = cost < to->cost ? cost : to->cost;
    }
}

/* The page that is to be taken up next; -1: there is none. */
static int choose(struct making *m)
{
    int best = -1, last = deepest(m);
    for (size_t i = 0; i < m->page_count; i++)
        m->pages[i].cost = i == 0 ? 0 : 1e9;
    for (int ply = 0; ply <= last; ply++)
        for (size_t i = 0; i < m->page_count; i++)
            if (m->pages[i].ply == ply && m->pages[i].taken_up)
                spread_costs(m, &m->pages[i]);
    for (size_t i = 0; i < m->page_count; i++) {
        const struct page *p = &m->pages[i];
        if (!p->taken_up && !p->over && p->ply < m->plan->plies &&
            (best < 0 || p->cost < m->pages[best].cost))
            best = (int)i;
    }
    return best;
}

/* False: it was stopped, or there is no memory left. What was not finished is forgotten. */
static bool take_up(struct making *m, struct looker *lookers, int page)
{
    size_t pages = m->page_count;
    if (!add_turns(m, page) || !look_at_all(m, lookers, pages))
        return false;
    m->pages[page].taken_up = m->pages[page].count > 0;
    m->pages[page].over = !m->pages[page].taken_up; /* nothing new behind it */
    back_up(m);
    return true;
}

static void grow_book(struct making *m, struct looker *lookers, atomic_int *done)
{
    int page = 0;
    for (int i = 0; i < m->plan->positions && page >= 0; i++) {
        if (!take_up(m, lookers, page))
            return;
        page = choose(m);
        if (done)
            atomic_store(done, i + 1);
    }
}

/* --- writing ---------------------------------------------------------------------------- */

static void write_move(const struct making *m, by_move move, struct by_buffer *out)
{
    char text[64];
    struct by_text word = by_text_over(text, sizeof text);
    m->rules->game->write_move(m->rules, by_line_position(m->line), move, &word);
    by_buffer_add(out, text);
}

static void write_page(const struct making *m, int page, struct by_buffer *out)
{
    const struct page *p = &m->pages[page];
    by_move path[PLIES_MAX];
    int count = p->ply;
    for (int n = page; m->pages[n].parent >= 0; n = m->pages[n].parent)
        path[--count] = m->pages[n].move;
    while (by_line_undo(m->line))
        continue;
    for (int i = 0; i < p->ply; i++) {
        write_move(m, path[i], out);
        if (i + 1 < p->ply)
            by_buffer_char(out, ' ');
        (void)by_line_play(m->line, path[i], NULL);
    }
    by_buffer_char(out, ':');
    for (size_t t = 0; t < p->count; t++) {
        int32_t value = -m->pages[m->turns[p->first + t].to].value;
        if (value < p->value - m->plan->margin)
            continue;
        by_buffer_char(out, ' ');
        write_move(m, m->turns[p->first + t].move, out);
        by_buffer_format(out, "=%d", (int)value);
    }
    by_buffer_char(out, '\n');
}

static void write_head(const struct by_rules *rules, struct by_buffer *out)
{
    by_buffer_format(out, "banyan book 1\n%s", rules->name);
    if (rules->width > 0)
        by_buffer_format(out, " %dx%d", rules->width, rules->height);
    by_buffer_char(out, '\n');
}

static void write_book(const struct making *m, struct by_buffer *out)
{
    write_head(m->rules, out);
    by_buffer_format(out, "# each move looked at %d plies ahead\n", m->plan->depth);
    for (size_t i = 0; i < m->page_count; i++)
        if (m->pages[i].taken_up)
            write_page(m, (int)i, out);
}

/* Does the head say all that there is to say of these rules? Else nobody could use the book. */
static enum by_status check_rules(const struct by_rules *rules, struct by_error *err)
{
    struct by_book *book = NULL;
    struct by_buffer head;
    by_buffer_open(&head, BY_BOOK_BYTES_MAX);
    write_head(rules, &head);
    enum by_status status =
        head.failed ? by_fail_memory(err, BY_BOOK_BYTES_MAX)
                    : by_book_read(by_buffer_text(&head), head.length, "to be made", &book, err);
    if (status == BY_OK && !by_book_is_for(book, rules))
        status = by_fail(err, BY_BAD_INPUT,
                         "a book is for the usual rules of a game on some board: leave out other "
                         "options of %s",
                         rules->name);
    by_book_close(book);
    by_buffer_close(&head);
    return status;
}

/* --- all of it -------------------------------------------------------------------------- */

static void choose_units(struct making *m)
{
    const struct by_game *game = m->rules->game;
    const struct by_eval *eval = game->own_eval ? by_eval_find(m->rules, game->own_eval) : NULL;
    m->unit = game->own_unit;
    m->ply_cost = m->unit == 0 && eval && eval->odds > 0 ? eval->odds * ODDS_COST : PLY_COST;
}

static enum by_status open_making(struct making *m, struct by_error *err)
{
    const struct by_rules *rules = m->rules;
    choose_units(m);
    m->image = malloc(rules->position_size);
    m->scratch = malloc(by_canonical_scratch(rules));
    m->pack = malloc(rules->pack_size);
    m->moves = malloc((size_t)rules->max_moves * sizeof *m->moves);
    if (!m->image || !m->scratch || !m->pack || !m->moves)
        return by_fail_memory(err, rules->position_size);
    enum by_status status =
        by_position_set_open(&m->set, rules->pack_size, sizeof(int), &m->held, MEMORY, err);
    if (status == BY_OK)
        status = by_line_open(rules, &m->line, err);
    return status == BY_OK && page_here(m, -1, BY_NO_MOVE) < 0 ? by_fail_memory(err, MEMORY)
                                                               : status;
}

static void close_making(struct making *m)
{
    by_line_close(m->line);
    if (m->set.stride > 0)
        by_position_set_close(&m->set);
    free(m->pages);
    free(m->turns);
    free(m->image);
    free(m->scratch);
    free(m->pack);
    free(m->moves);
}

static enum by_status open_lookers(struct making *m, struct looker *lookers, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < m->plan->threads && status == BY_OK; i++) {
        lookers[i].making = m;
        status = by_line_open(m->rules, &lookers[i].line, err);
        if (status == BY_OK)
            status = m->rules->game->own_open(m->rules, TABLE_BYTES, 1, &lookers[i].state, err);
        if (status == BY_OK && !lookers[i].state)
            status = by_fail(err, BY_BAD_INPUT, "there is no search for a book on this board");
    }
    return status;
}

static void close_lookers(const struct making *m, struct looker *lookers)
{
    for (int i = 0; i < m->plan->threads; i++) {
        if (lookers[i].state)
            m->rules->game->own_close(lookers[i].state);
        by_line_close(lookers[i].line);
    }
}

enum by_status by_book_build(const struct by_rules *rules, const struct by_book_plan *plan,
                             const atomic_bool *stop, atomic_int *done, struct by_buffer *out,
                             struct by_error *err)
{
    struct by_book_plan bounded = *plan;
    struct making m = {.rules = rules, .plan = &bounded, .stop = stop};
    struct looker lookers[THREADS_MAX] = {0};
    bounded.threads = plan->threads < 1             ? 1
                      : plan->threads > THREADS_MAX ? THREADS_MAX
                                                    : plan->threads;
    bounded.plies = plan->plies < PLIES_MAX ? plan->plies : PLIES_MAX - 1;
    if (!rules->game->own_open)
        return by_fail(err, BY_BAD_INPUT, "%s has no search of its own that could write a book",
                       rules->name);
    enum by_status status = check_rules(rules, err);
    if (status == BY_OK)
        status = open_making(&m, err);
    if (status == BY_OK)
        status = open_lookers(&m, lookers, err);
    if (status == BY_OK) {
        grow_book(&m, lookers, done);
        if (!m.pages[0].taken_up && !(stop && atomic_load(stop)))
            status = by_fail(err, BY_BAD_INPUT,
                             "%s has no evaluation to look ahead with on this board: there is "
                             "nothing to put into a book",
                             rules->name);
    }
    if (status == BY_OK)
        write_book(&m, out);
    close_lookers(&m, lookers);
    close_making(&m);
    return status;
}
