/* pattern3x3.c: which 3x3 surroundings are worth an answer.
 *
 * Here the eight points are a ring: 0 north, 1 north-east, 2 east and so on round the clock, so
 * that even ones are neighbours and odd ones diagonal, and a turn of the board is a rotation. */
#include "games/go/pattern3x3.h"

#include <string.h>

#define SIDES 0x55U

/* Stones of both colours around a point, off the board taken out. */
struct ring {
    unsigned own, theirs, off;
};

static bool at(unsigned set, int place)
{
    return set >> (place & 7) & 1;
}

static int count(unsigned set)
{
    return __builtin_popcount(set);
}

/* How many neighbours of a colour there are that no stones of the ring connect. */
static int parts(unsigned set)
{
    int links = 0;
    for (int side = 0; side < 8; side += 2)
        links += at(set, side) && at(set, side + 1) && at(set, side + 2);
    int neighbours = count(set & SIDES);
    return links == 4 ? 1 : neighbours - links;
}

/* Own stones that are not connected yet, and an opponent who could come between. */
static bool connects(const struct ring *ring)
{
    return parts(ring->own) >= 2 && ring->theirs != 0;
}

/* The opponent's stones would be connected by playing here; the stone has somebody near, and
 * room to breathe. */
static bool cuts(const struct ring *ring)
{
    bool room = (SIDES & ~(ring->theirs | ring->off)) != 0;
    return parts(ring->theirs) >= 2 && ring->own != 0 && room;
}

/* Under a stone of the opponent, beside an own one, with nobody in the way. */
static bool turns(const struct ring *ring)
{
    for (int side = 0; side < 8; side += 2)
        if (at(ring->theirs, side) && (at(ring->own, side - 1) || at(ring->own, side + 1)) &&
            count(ring->theirs & SIDES) == 1 && ring->off == 0)
            return true;
    return false;
}

/* On the edge, below a stone that another is fighting with. */
static bool stops(const struct ring *ring)
{
    for (int side = 0; side < 8; side += 2) {
        int in = side + 4; /* the neighbour away from the edge */
        if (!at(ring->off, side) || count(ring->off & SIDES) != 1)
            continue;
        unsigned beside = (1U << ((in + 1) & 7)) | (1U << ((in - 1) & 7));
        if ((at(ring->theirs, in) && (ring->own & beside)) ||
            (at(ring->own, in) && (ring->theirs & beside)))
            return true;
    }
    return false;
}

/* From neighbours and diagonals (four bits each) to the ring. */
static unsigned spread(unsigned set)
{
    unsigned ring = 0;
    for (int i = 0; i < 4; i++)
        ring |= (set >> i & 1U) << 2 * i | (set >> (4 + i) & 1U) << (2 * i + 1);
    return ring;
}

static bool likes(unsigned own, unsigned theirs)
{
    own = spread(own);
    theirs = spread(theirs);
    unsigned off = own & theirs;
    struct ring ring = {own & ~off, theirs & ~off, off};
    return connects(&ring) || cuts(&ring) || turns(&ring) || stops(&ring);
}

void by_go_pattern3x3_fill(uint64_t set[2][1024])
{
    memset(set, 0, 2 * sizeof set[0]);
    for (unsigned i = 0; i < 65536; i++) {
        unsigned black = i & 255, white = i >> 8;
        set[0][i >> 6] |= (uint64_t)likes(black, white) << (i & 63);
        set[1][i >> 6] |= (uint64_t)likes(white, black) << (i & 63);
    }
}
