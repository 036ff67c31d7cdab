/* lab_shelf.c: what the laboratory behind the page has: its store, its experiments, answers made before; see lab.h. */
#include "base/thread.h"
#include "players/player.h"
#include "server/api.h"
#include "server/lab.h"
#include "server/seat.h"
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PATH_SIZE 4200
/* A store that another process is just making is tried again, for three seconds on a machine with other work;
 * one that nobody has touched for so many seconds is what it is. */
#define TRIES     60
#define SETTLED_S 5

struct by_laboratory {
    struct by_server *server;
    char path[PATH_SIZE];

    struct by_mutex lock; /* of what follows */
    struct own {
        char name[BY_LAB_WORD_MAX];
        char *text;
        size_t size;
    } own[BY_LAB_OWN_MAX]; /* the oldest first */
    int count, change;
    struct {
        struct by_buffer text;
        struct by_lab_stamp stamp;
    } answer[BY_LAB_ANSWERS];
};

/* Beside the games at the board, unless it was said where. */
static void name_store(struct by_laboratory *lab, const struct by_server_settings *settings)
{
    const char *slash = strrchr(settings->store, '/');
    int folder = slash ? (int)(slash - settings->store) + 1 : 0;
    if (settings->lab_store)
        (void)snprintf(lab->path, sizeof lab->path, "%s", settings->lab_store);
    else
        (void)snprintf(lab->path, sizeof lab->path, "%.*slab.db", folder, settings->store);
}

enum by_status by_laboratory_open(struct by_server *server, struct by_laboratory **out,
                                  struct by_error *err)
{
    struct by_laboratory *lab = calloc(1, sizeof *lab);
    const struct by_server_settings *settings = by_server_asked(server);
    *out = NULL;
    if (!lab || !by_mutex_open(&lab->lock)) {
        free(lab);
        return by_fail_memory(err, sizeof *lab);
    }
    lab->server = server;
    name_store(lab, settings);
    *out = lab;
    if (settings->lab_store && access(lab->path, F_OK) != 0)
        return by_fail(err, BY_FAILED, "there is no store %.200s: `banyan lab run` makes one",
                       lab->path);
    struct by_store *store = NULL;
    enum by_status status = by_laboratory_store(lab, NULL, &store, err);
    by_store_close(store);
    return status;
}

void by_laboratory_close(struct by_laboratory *lab)
{
    if (!lab)
        return;
    for (int i = 0; i < lab->count; i++)
        free(lab->own[i].text);
    for (int i = 0; i < BY_LAB_ANSWERS; i++)
        by_buffer_close(&lab->answer[i].text);
    by_mutex_close(&lab->lock);
    free(lab);
}

const char *by_laboratory_path(const struct by_laboratory *lab)
{
    return lab->path;
}

int by_laboratory_concurrency(void)
{
    int processors = by_thread_processors();
    return processors < 3 ? 1 : processors > 65 ? 64 : processors - 1;
}

enum by_status by_laboratory_store(const struct by_laboratory *lab, const atomic_bool *stop,
                                   struct by_store **out, struct by_error *err)
{
    const struct timespec moment = {.tv_nsec = 50 * 1000 * 1000};
    struct stat info;
    enum by_status status = BY_OK;
    *out = NULL;
    for (int i = 0; i < TRIES; i++) {
        if (stat(lab->path, &info) != 0)
            return BY_OK;
        status = by_store_open(lab->path, BY_STORE_READ, stop, out, err);
        if (status == BY_OK || !S_ISREG(info.st_mode) || time(NULL) - info.st_mtime > SETTLED_S)
            break;
        nanosleep(&moment, NULL);
    }
    return status;
}

/* --- experiments -------------------------------------------------------------------------------- */

static int find_own(const struct by_laboratory *lab, const char *name)
{
    for (int i = 0; i < lab->count; i++)
        if (strcmp(lab->own[i].name, name) == 0)
            return i;
    return -1;
}

/* A name of the page's is never a path. */
static bool is_plain(const char *name)
{
    size_t length = strlen(name);
    return !strchr(name, '/') && !(length > 4 && strcmp(name + length - 4, ".lab") == 0);
}

enum by_status by_laboratory_load(struct by_laboratory *lab, const char *name,
                                  struct by_lab_experiment *out, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    *out = (struct by_lab_experiment){0};
    by_mutex_lock(&lab->lock);
    int at = find_own(lab, name);
    enum by_status status = BY_OK;
    if (at >= 0)
        status = by_lab_read(lab->own[at].name, lab->own[at].text, lab->own[at].size, out, err);
    by_mutex_unlock(&lab->lock);
    if (at >= 0)
        return status;
    return is_plain(name)
               ? by_lab_load(name, out, err)
               : by_fail(err, BY_BAD_INPUT, "there is no experiment '%s'", by_quote(name, quoted));
}

const char *by_laboratory_name(struct by_laboratory *lab, int index, char name[BY_LAB_WORD_MAX])
{
    int own = 0;
    while (by_lab_name(own))
        own++;
    *name = '\0';
    if (index < own) {
        const char *file = by_lab_name(index);
        (void)snprintf(name, BY_LAB_WORD_MAX, "%.*s", (int)strcspn(file, "."), file);
    } else {
        by_mutex_lock(&lab->lock);
        if (index - own < lab->count)
            memcpy(name, lab->own[index - own].name, BY_LAB_WORD_MAX);
        by_mutex_unlock(&lab->lock);
    }
    return *name ? name : NULL;
}

/* --- the reader's own ----------------------------------------------------------------------------- */

static enum by_status check_player(struct by_laboratory *lab, const struct by_rules *rules,
                                   const char *spec, struct by_error *err)
{
    struct by_page_player *player = malloc(sizeof *player);
    if (!player)
        return by_fail_memory(err, sizeof *player);
    enum by_status status = by_page_player_read(lab->server, rules, spec, player, err);
    if (status == BY_OK && player->kind != BY_SEAT_SEARCH && player->kind != BY_SEAT_LEVEL)
        status =
            by_fail(err, BY_BAD_INPUT, "an experiment of the page is played by searches alone");
    free(player);
    return status;
}

static enum by_status check_openings(const struct by_lab_opened *opened, struct by_error *err)
{
    const char *openings = by_values_get(&opened->options, "openings")->text;
    if (!openings || strncmp(openings, "random:", 7) == 0)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "openings of an experiment of the page are random:PLIES: files are not read");
}

static enum by_status check_cell(struct by_laboratory *lab, const struct by_lab_cell *cell,
                                 struct by_error *err)
{
    struct by_lab_opened opened;
    enum by_status status = by_lab_measure_open(cell, &opened, err);
    if (status == BY_OK && !opened.measure->games)
        status = by_fail(err, BY_BAD_INPUT,
                         "an experiment of the page plays matches: run this one by `banyan lab run "
                         "FILE.lab`");
    if (status == BY_OK && !opened.rules)
        status = by_fail(err, BY_BAD_INPUT, "a match wants a game and two players: game, a and b");
    if (status == BY_OK)
        status = check_openings(&opened, err);
    if (status == BY_OK)
        status = check_player(lab, opened.rules, cell->a, err);
    if (status == BY_OK)
        status = check_player(lab, opened.rules, cell->b, err);
    by_lab_measure_close(&opened);
    return status;
}

static enum by_status check_cells(struct by_laboratory *lab,
                                  const struct by_lab_experiment *experiment, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < experiment->cells * BY_LAB_SCALES && status == BY_OK; i++) {
        struct by_lab_cell cell;
        struct by_error inner = {.status = BY_OK};
        status = by_lab_cell_open(experiment, i / BY_LAB_SCALES,
                                  (enum by_lab_scale)(i % BY_LAB_SCALES), 0, &cell, err);
        if (status != BY_OK)
            break;
        if ((status = check_cell(lab, &cell, &inner)) != BY_OK)
            status = by_fail(err, status, "%s, line %d, cell %s: %s", experiment->path,
                             cell.row->line, cell.label, inner.text);
        by_lab_cell_close(&cell);
    }
    return status;
}

static enum by_status check_own(struct by_laboratory *lab,
                                const struct by_lab_experiment *experiment, struct by_error *err)
{
    struct by_lab_experiment other;
    struct by_error ignored;
    if (experiment->cells > BY_LAB_OWN_CELLS)
        return by_fail(err, BY_BAD_INPUT, "%d cells are too many for the page: at most %d",
                       experiment->cells, BY_LAB_OWN_CELLS);
    bool taken =
        !is_plain(experiment->name) || by_lab_load(experiment->name, &other, &ignored) == BY_OK;
    if (taken) {
        if (is_plain(experiment->name))
            by_lab_close(&other);
        return by_fail(err, BY_BAD_INPUT,
                       "%s is the name of an experiment of the program: give yours another name",
                       experiment->name);
    }
    enum by_status status = check_cells(lab, experiment, err);
    return status == BY_OK ? by_lab_check(experiment, err) : status;
}

/* Under the lock: a place for it, that of the same name or of the oldest. */
static struct own *place_for(struct by_laboratory *lab, const char *name)
{
    int at = find_own(lab, name);
    if (at < 0 && lab->count == BY_LAB_OWN_MAX)
        at = 0;
    if (at >= 0) {
        free(lab->own[at].text);
        memmove(&lab->own[at], &lab->own[at + 1], (size_t)(--lab->count - at) * sizeof lab->own[0]);
    }
    lab->change++;
    return &lab->own[lab->count++];
}

enum by_status by_laboratory_keep(struct by_laboratory *lab, const char *text, size_t size,
                                  struct by_lab_experiment *out, struct by_error *err)
{
    *out = (struct by_lab_experiment){0};
    if (size > BY_LAB_OWN_BYTES)
        return by_fail(err, BY_BAD_INPUT, "an experiment of the page has at most %d bytes",
                       (int)BY_LAB_OWN_BYTES);
    enum by_status status = by_lab_read("experiment.lab", text, size, out, err);
    if (status == BY_OK)
        status = check_own(lab, out, err);
    char *copy = status == BY_OK ? malloc(size + 1) : NULL;
    if (status != BY_OK || !copy)
        return status == BY_OK ? by_fail_memory(err, size) : status;
    memcpy(copy, text, size);
    copy[size] = '\0';
    by_mutex_lock(&lab->lock);
    struct own *own = place_for(lab, out->name);
    (void)snprintf(own->name, sizeof own->name, "%s", out->name);
    own->text = copy;
    own->size = size;
    by_mutex_unlock(&lab->lock);
    return BY_OK;
}

/* --- looking at one ----------------------------------------------------------------------------- */

static enum by_status collect(struct by_laboratory_view *view, const char *scale,
                              const uint64_t *seed, const char *cells, struct by_error *err)
{
    const struct by_lab_experiment *experiment = &view->experiment;
    enum by_lab_scale at;
    uint64_t with;
    char quoted[BY_QUOTE_SIZE];
    enum by_status status = by_lab_which(view->store, experiment->name, &at, &with, err);
    if (status == BY_OK && scale && !by_lab_scale_find(scale, &at))
        status = by_fail(err, BY_BAD_INPUT, "there is no scale '%s': smoke, quick, standard, paper",
                         by_quote(scale, quoted));
    view->chosen = malloc((size_t)experiment->cells + 1);
    if (status == BY_OK && !view->chosen)
        status = by_fail_memory(err, (size_t)experiment->cells);
    if (status == BY_OK)
        status = by_lab_select(experiment, cells ? cells : "", view->chosen, err);
    if (status == BY_OK)
        status =
            by_lab_collect(view->store, experiment, at, seed ? *seed : with, &view->results, err);
    return status;
}

enum by_status by_laboratory_view(struct by_laboratory *lab, const char *name, const char *scale,
                                  const uint64_t *seed, const char *cells, const atomic_bool *stop,
                                  struct by_laboratory_view *out, struct by_error *err)
{
    *out = (struct by_laboratory_view){0};
    enum by_status status = by_laboratory_load(lab, name, &out->experiment, err);
    if (status == BY_OK)
        status = by_laboratory_store(lab, stop, &out->store, err);
    if (status == BY_OK)
        status = collect(out, scale, seed, cells, err);
    out->look = (struct by_lab_look){out->experiment.name, lab->path, out->store, &out->results};
    return status;
}

void by_laboratory_view_close(struct by_laboratory_view *view)
{
    by_lab_results_close(&view->results);
    by_store_close(view->store);
    free(view->chosen);
    by_lab_close(&view->experiment);
}

/* --- answers made before -------------------------------------------------------------------------- */

static struct by_lab_stamp stamp_of(const struct by_laboratory *lab)
{
    struct by_lab_stamp stamp;
    struct stat info;
    char log[PATH_SIZE + 8];
    memset(&stamp, 0, sizeof stamp);
    (void)snprintf(log, sizeof log, "%s-wal", lab->path);
    if (stat(lab->path, &info) == 0) {
        stamp.file = info.st_mtim;
        stamp.size = info.st_size;
    }
    if (stat(log, &info) == 0) {
        stamp.log = info.st_mtim;
        stamp.size += info.st_size;
    }
    stamp.change = lab->change;
    return stamp;
}

static bool is_same(const struct by_lab_stamp *a, const struct by_lab_stamp *b)
{
    return a->file.tv_sec == b->file.tv_sec && a->file.tv_nsec == b->file.tv_nsec &&
           a->log.tv_sec == b->log.tv_sec && a->log.tv_nsec == b->log.tv_nsec &&
           a->size == b->size && a->change == b->change;
}

bool by_laboratory_recall(struct by_laboratory *lab, enum by_lab_answer which,
                          struct by_buffer *out, struct by_lab_stamp *stamp)
{
    by_mutex_lock(&lab->lock);
    *stamp = stamp_of(lab);
    bool known = lab->answer[which].text.length > 0 && is_same(stamp, &lab->answer[which].stamp);
    if (known)
        by_buffer_add(out, by_buffer_text(&lab->answer[which].text));
    by_mutex_unlock(&lab->lock);
    return known;
}

void by_laboratory_remember(struct by_laboratory *lab, enum by_lab_answer which,
                            const struct by_buffer *answer, const struct by_lab_stamp *stamp)
{
    struct by_buffer copy;
    by_buffer_open(&copy, answer->limit);
    by_buffer_add(&copy, by_buffer_text(answer));
    by_mutex_lock(&lab->lock);
    struct by_buffer before = lab->answer[which].text;
    lab->answer[which].text = copy;
    lab->answer[which].stamp = *stamp;
    by_mutex_unlock(&lab->lock);
    by_buffer_close(&before);
}
