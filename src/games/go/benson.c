/* benson.c: unconditional life: see life.h. */
#include "games/go/life.h"

#include <stdlib.h>
#include <string.h>

#define VITAL_MAX 4 /* an empty point has no more neighbours */

/* The board as chains of one colour, and the regions between them. */
struct parts {
    int size, colour;
    const uint8_t *cell;
    int16_t part[BY_GO_POINTS_MAX]; /* the chain or region of a point, by one of its points */
    bool lives[BY_GO_POINTS_MAX];   /* by chain */
    bool holds[BY_GO_POINTS_MAX];   /* by region: only chains that live surround it */
};

static void divide(struct parts *parts)
{
    uint8_t own[BY_GO_POINTS_MAX];
    bool seen[BY_GO_POINTS_MAX] = {false};
    int16_t list[BY_GO_POINTS_MAX];
    int points = parts->size * parts->size;
    for (int p = 0; p < points; p++)
        own[p] = parts->cell[p] == parts->colour;
    for (int p = 0; p < points; p++) {
        if (seen[p])
            continue;
        int count = by_go_connected(parts->size, own, p, seen, list);
        for (int i = 0; i < count; i++)
            parts->part[list[i]] = (int16_t)p;
        parts->lives[p] = own[p];
        parts->holds[p] = !own[p];
    }
}

static bool touches(const struct parts *parts, int point, int chain)
{
    int near[4], nears = by_go_neighbours(parts->size, point, near);
    for (int i = 0; i < nears; i++)
        if (parts->cell[near[i]] == parts->colour && parts->part[near[i]] == chain)
            return true;
    return false;
}

/* Whether all empty points of the region are liberties of the chain. */
static bool is_vital(const struct parts *parts, int region, int chain)
{
    for (int p = region; p < parts->size * parts->size; p++)
        if (parts->part[p] == region && parts->cell[p] == BY_GO_EMPTY && !touches(parts, p, chain))
            return false;
    return true;
}

/* Adds the vital regions to the chains that have them. */
static void count_vital(const struct parts *parts, int region, int *vital)
{
    int near[4], found[VITAL_MAX], count = 0, p = region;
    int points = parts->size * parts->size;
    while (p < points && (parts->part[p] != region || parts->cell[p] != BY_GO_EMPTY))
        p++;
    int nears = p < points ? by_go_neighbours(parts->size, p, near) : 0;
    for (int i = 0; i < nears; i++) {
        int chain = parts->part[near[i]], j = 0;
        if (parts->cell[near[i]] != parts->colour || !parts->lives[chain])
            continue;
        while (j < count && found[j] != chain)
            j++;
        if (j < count)
            continue;
        found[count++] = chain;
        vital[chain] += is_vital(parts, region, chain);
    }
}

/* A region beside a chain that does not live holds no more; whether there was one. */
static bool open_regions(struct parts *parts)
{
    bool changed = false;
    for (int p = 0; p < parts->size * parts->size; p++) {
        int near[4], nears = by_go_neighbours(parts->size, p, near);
        if (parts->cell[p] != parts->colour || parts->lives[parts->part[p]])
            continue;
        for (int i = 0; i < nears; i++) {
            int region = parts->part[near[i]];
            changed |= parts->holds[region];
            parts->holds[region] = false;
        }
    }
    return changed;
}

void by_go_benson(int size, const uint8_t *cell, int colour, bool *alive)
{
    struct parts parts = {.size = size, .colour = colour, .cell = cell};
    int points = size * size;
    bool again = true;
    divide(&parts);
    while (again) {
        int vital[BY_GO_POINTS_MAX] = {0};
        for (int p = 0; p < points; p++)
            if (parts.holds[p])
                count_vital(&parts, p, vital);
        for (int p = 0; p < points; p++)
            parts.lives[p] = parts.lives[p] && vital[p] >= 2;
        again = open_regions(&parts);
    }
    for (int p = 0; p < points; p++)
        if (cell[p] == colour && parts.lives[parts.part[p]])
            alive[p] = true;
}
