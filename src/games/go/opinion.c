/* opinion.c: what a network says of a position of Go, in the words of the slot `opinion`. */
#include "base/data.h"
#include "base/num.h"
#include "games/go/planes.h"
#include "nets/net.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define OWN_FILE "go.net"

/* In the logit of the chance, a point of komi that the planes cannot show: 20 points more decide any game that
 * looked even. */
#define A_POINT 0.3F

/* A network that takes Go's planes, or none. */
static enum by_status keep_ours(const char *name, struct by_net **net, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    int planes = by_net_shape(*net).planes;
    if (planes == BY_GO_PLANES)
        return BY_OK;
    by_net_close(*net);
    *net = NULL;
    return by_fail(err, BY_BAD_INPUT, "%s: a network of %d planes, not of Go's %d",
                   by_quote(name, quoted), planes, BY_GO_PLANES);
}

/* Two threads that need it first at the same time both unpack, and one throws its own away. */
const struct by_net *by_go_own_net(void)
{
    static struct by_net *_Atomic shared;
    struct by_net *now = atomic_load_explicit(&shared, memory_order_acquire);
    struct by_data data;
    if (!now && by_data_find(OWN_FILE, &data)) {
        struct by_net *mine = NULL;
        if (by_net_read(data.bytes, data.size, data.name, &mine, NULL) == BY_OK)
            (void)keep_ours(data.name, &mine, NULL);
        if (mine && atomic_compare_exchange_strong(&shared, &now, mine))
            now = mine;
        else
            by_net_close(mine);
    }
    return now;
}

enum by_status by_go_net_load(const char *path, struct by_net **out, struct by_error *err)
{
    enum by_status status = by_net_load(path, out, err);
    return status == BY_OK ? keep_ours(path, out, err) : status;
}

/* Asked for by these rules, or by the player that the game has by itself. */
static bool is_wanted(const struct by_rules *rules)
{
    const char *player = rules->game->player;
    return by_same_text(by_values_get(&rules->values, "net")->text, "learned") ||
           (player && strstr(player, "net=learned"));
}

const char *by_go_lacks(const struct by_rules *rules)
{
    if (by_go_shape_of(rules)->net || !is_wanted(rules) || by_go_own_net())
        return NULL;
    return "this build has no network for Go: players that ask for it (net=learned) have the "
           "strengths of moves and playouts in its place";
}

/* The work of the network, its planes and what it says of points. */
struct room {
    size_t work, planes, policy, owner, all;
};

static size_t in_lines(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static struct room room_of(const struct by_go_shape *shape)
{
    size_t points = (size_t)shape->points;
    struct room room = {.work = 0};
    room.planes = in_lines(by_net_scratch(shape->net, shape->size));
    room.policy = room.planes + in_lines(points * BY_GO_PLANES);
    room.owner = room.policy + in_lines((points + 1) * sizeof(float));
    room.all = room.owner + in_lines(points * sizeof(float));
    return room;
}

size_t by_go_opinion_bytes(const struct by_rules *rules)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    return shape->net ? room_of(shape).all : 0;
}

/* The logits of the moves as shares. */
static void share_out(const float *policy, const by_move *moves, int count, float *prior)
{
    float most = -INFINITY;
    double sum = 0;
    for (int i = 0; i < count; i++)
        most = policy[moves[i]] > most ? policy[moves[i]] : most;
    for (int i = 0; i < count; i++) {
        prior[i] = (float)by_exp((double)(policy[moves[i]] - most));
        sum += (double)prior[i];
    }
    for (int i = 0; i < count; i++)
        prior[i] = (float)((double)prior[i] / sum);
}

static float chance_of(float logit)
{
    return (float)(1 / (1 + by_exp(-(double)logit)));
}

void by_go_opinion(const struct by_rules *rules, const void *position, const by_move *moves,
                   int count, void *scratch, struct by_opinion *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct room room = room_of(shape);
    unsigned char *bytes = scratch;
    uint8_t *planes = bytes + room.planes;
    struct by_net_out said = {.policy = (float *)(void *)(bytes + room.policy),
                              .owner = out->owner ? (float *)(void *)(bytes + room.owner) : NULL};
    by_go_planes(rules, position, planes);
    by_net_run(shape->net, shape->size, planes, bytes, &said);
    float beyond = by_go_komi_beyond(rules, position);
    out->chance = chance_of(said.value + A_POINT * beyond);
    out->lead = said.lead + beyond;
    if (out->prior)
        share_out(said.policy, moves, count, out->prior);
    float sign = by_go_side(rules, position) == 0 ? 1 : -1;
    for (int i = 0; out->owner && i < shape->points; i++)
        out->owner[i] = sign * (2 * chance_of(said.owner[i]) - 1);
}
