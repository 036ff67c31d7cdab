/* store_ls.c: the matches of a store, with what their games add up to. */
#include "cli/arena/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- sums ------------------------------------------------------------------------ */

/* Games come in their order: the last one may be the other of a pair. */
struct sum {
    struct by_tally *tally;
    bool any;
    int64_t last;
    int last_points;
};

static bool add_game(void *context, const struct by_played *game)
{
    struct sum *sum = context;
    int points = game->points < 0 || game->points > 2 ? 1 : game->points;
    by_tally_game(sum->tally, points);
    if (game->number % 2 == 1 && sum->any && sum->last == game->number - 1)
        by_tally_pair(sum->tally, points + sum->last_points);
    sum->any = true;
    sum->last = game->number;
    sum->last_points = points;
    return true;
}

enum by_status by_stored_sum(struct by_store *store, int64_t match, struct by_tally *out,
                             struct by_error *err)
{
    struct sum sum = {.tally = out};
    *out = (struct by_tally){0};
    return by_store_games(store, match, NULL, add_game, &sum, err);
}

/* --- matches, kept --------------------------------------------------------------- */

struct kept {
    struct by_store_match match; /* texts below */
    struct by_tally tally;
    char texts[];
};

struct listing {
    struct by_cli *cli;
    struct by_store *store;
    struct kept **list;
    int count, room;
    enum by_status status;
};

enum { TEXTS = 13 };

static void texts_of(struct by_store_match *match, const char **out[TEXTS])
{
    const char **const all[TEXTS] = {
        &match->game,    &match->settings, &match->position, &match->a,     &match->b,
        &match->a_who,   &match->b_who,    &match->openings, &match->terms, &match->seed,
        &match->version, &match->a_name,   &match->b_name};
    memcpy(out, all, sizeof all);
}

static struct kept *copy(const struct by_store_match *match)
{
    struct by_store_match from = *match;
    const char **old[TEXTS], **new[TEXTS];
    size_t size = sizeof(struct kept);
    texts_of(&from, old);
    for (int i = 0; i < TEXTS; i++)
        size += strlen(*old[i]) + 1;
    struct kept *kept = calloc(1, size);
    if (!kept)
        return NULL;
    kept->match = from;
    texts_of(&kept->match, new);
    char *at = kept->texts;
    for (int i = 0; i < TEXTS; i++) {
        *new[i] = strcpy(at, *old[i]);
        at += strlen(at) + 1;
    }
    return kept;
}

static enum by_status add(struct listing *listing, struct kept *kept, struct by_error *err)
{
    if (!kept)
        return by_fail_memory(err, sizeof *kept);
    if (listing->count == listing->room) {
        int room = listing->room ? 2 * listing->room : 64;
        struct kept **list = realloc(listing->list, (size_t)room * sizeof *list);
        if (!list) {
            free(kept);
            return by_fail_memory(err, (size_t)room * sizeof *list);
        }
        listing->list = list;
        listing->room = room;
    }
    listing->list[listing->count++] = kept;
    return BY_OK;
}

static bool keep_match(void *context, const struct by_store_match *match)
{
    struct listing *listing = context;
    struct by_error *err = &listing->cli->error;
    listing->status = add(listing, copy(match), err);
    if (listing->status == BY_OK)
        listing->status = by_stored_sum(listing->store, match->id,
                                        &listing->list[listing->count - 1]->tally, err);
    return listing->status == BY_OK;
}

/* --- several as one ---------------------------------------------------------------- */

/* All but the seed, the version, the names and the date. */
static int compare_matches(const struct kept *a, const struct kept *b)
{
    enum { COMPARED = TEXTS - 4 };
    struct by_store_match one = a->match, two = b->match;
    const char **left[TEXTS], **right[TEXTS];
    texts_of(&one, left);
    texts_of(&two, right);
    for (int i = 0; i < COMPARED; i++) {
        int order = strcmp(*left[i], *right[i]);
        if (order)
            return order;
    }
    return 0;
}

static int compare_then_id(const void *left, const void *right)
{
    const struct kept *a = *(struct kept *const *)left, *b = *(struct kept *const *)right;
    int order = compare_matches(a, b);
    return order ? order : (a->match.id > b->match.id) - (a->match.id < b->match.id);
}

/* A part of the list: matches that are shown as one. */
struct group {
    int from, count;
    int64_t id; /* of its first match */
};

static int compare_ids(const void *left, const void *right)
{
    const struct group *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

/* Returns how many groups there are, in the order in which their first matches were stored. */
static int make_groups(struct listing *listing, struct group *groups, bool pool)
{
    int count = 0;
    if (pool && listing->count > 0)
        qsort(listing->list, (size_t)listing->count, sizeof *listing->list, compare_then_id);
    for (int i = 0; i < listing->count; i++) {
        const struct kept *kept = listing->list[i];
        if (pool && i > 0 && compare_matches(listing->list[i - 1], kept) == 0)
            groups[count - 1].count++;
        else
            groups[count++] = (struct group){i, 1, kept->match.id};
    }
    qsort(groups, (size_t)count, sizeof *groups, compare_ids);
    return count;
}

/* --- out ------------------------------------------------------------------------------ */

typedef void put_fn(void *context, const struct by_stored *stored);

static void each_group(const struct listing *listing, const struct group *groups, int count,
                       const struct by_store_match **room, put_fn *put, void *context)
{
    for (int i = 0; i < count; i++) {
        struct by_stored stored = {.matches = room, .count = groups[i].count};
        for (int k = 0; k < groups[i].count; k++) {
            const struct kept *kept = listing->list[groups[i].from + k];
            room[k] = &kept->match;
            by_tally_add(&stored.tally, &kept->tally);
        }
        put(context, &stored);
    }
}

static void put_text(void *context, const struct by_stored *stored)
{
    by_put_stored(context, stored);
}

static void put_line(void *context, const struct by_stored *stored)
{
    by_put_stored_line(context, stored);
}

static void put_json(void *context, const struct by_stored *stored)
{
    by_report_stored(context, stored);
}

static void count_games(const struct listing *listing, int64_t *games, int64_t *left_out)
{
    *games = *left_out = 0;
    for (int i = 0; i < listing->count; i++) {
        int64_t read = by_tally_games(&listing->list[i]->tally);
        *games += read;
        *left_out += listing->list[i]->match.games - read;
    }
}

static int print_json(const struct listing *listing, const struct group *groups, int count,
                      const struct by_store_match **room)
{
    struct by_json *json = by_cli_json(listing->cli);
    int64_t games, left_out;
    count_games(listing, &games, &left_out);
    by_json_object(json, NULL);
    by_json_int(json, "games", games);
    by_json_int(json, "left_out", left_out);
    by_json_array(json, "matches");
    each_group(listing, groups, count, room, put_json, json);
    by_json_end_array(json);
    by_json_end_object(json);
    return by_cli_json_end(listing->cli);
}

static int print_text(const struct listing *listing, const struct group *groups, int count,
                      const struct by_store_match **room)
{
    struct by_buffer out;
    int64_t games, left_out;
    bool csv = by_cli_value(listing->cli, "format")->choice == 1;
    count_games(listing, &games, &left_out);
    by_buffer_open(&out, BY_REPORT_LIMIT);
    if (csv)
        by_put_stored_head(&out);
    each_group(listing, groups, count, room, csv ? put_line : put_text, &out);
    if (csv)
        return by_cli_print(listing->cli, &out);
    by_buffer_format(&out, "%" PRId64 " game%s of %d match%s", games, games == 1 ? "" : "s",
                     listing->count, listing->count == 1 ? "" : "es");
    if (left_out > 0)
        by_buffer_format(&out, "; %" PRId64 " more left out", left_out);
    by_buffer_char(&out, '\n');
    return by_cli_print(listing->cli, &out);
}

static int print(struct listing *listing)
{
    struct by_cli *cli = listing->cli;
    size_t places = (size_t)listing->count + 1;
    struct group *groups = calloc(places, sizeof *groups);
    const struct by_store_match **room = calloc(places, sizeof *room);
    int status = BY_EXIT_FAILED;
    if (!groups || !room) {
        status = by_cli_failed(cli, "there is not enough memory for the matches of the store");
    } else {
        int count = make_groups(listing, groups, by_cli_flag(cli, "pool"));
        status = (by_cli_flag(cli, "json") ? print_json : print_text)(listing, groups, count, room);
    }
    free(groups);
    free(room);
    return status;
}

int by_store_list(struct by_cli *cli, struct by_store *store)
{
    struct listing listing = {.cli = cli, .store = store};
    enum by_status status = by_store_matches(store, keep_match, &listing, &cli->error);
    bool whole = status == BY_OK && listing.status == BY_OK;
    int done = whole ? print(&listing) : by_cli_report(cli);
    for (int i = 0; i < listing.count; i++)
        free(listing.list[i]);
    free(listing.list);
    return done;
}
