/* playout_tmpl.h: the playout policies of the fast boards; the second half of board_tmpl.h.
 *
 * A policy is a way to choose among the legal points; `run_game` does the rest. Players and
 * generator are local to it, so that on small boards a whole game stays in registers. */

struct run {
    struct field field;
    const struct by_nogo_shape *shape;
    struct by_rng rng;
    struct by_ply *plies;
    int length;
    struct set last; /* the opponent's last move; empty before the first */
};

/* The point that `me` plays, given the legal ones, of which there are some. */
typedef struct set choose_fn(struct run *run, const struct player *me, const struct player *you,
                             struct set legal);

/* Whether a policy may choose an illegal point, which loses. */
enum care { CAREFUL, CARELESS };

INLINE struct set any_of(struct run *run, struct set set)
{
    return nth(set, (int)by_rng_below(&run->rng, (uint32_t)size_of(set)));
}

/* False when the player to move has lost: he cannot move, or he chose an illegal point. */
INLINE bool take_turn(struct run *run, choose_fn *choose, enum care care, struct player *me,
                      struct player *you, int mover)
{
    struct set legal = legal_points(&run->field, me, you);
    if (is_empty(legal))
        return false;
    struct set point = choose(run, me, you, legal);
    if (care == CARELESS && !overlap(point, legal))
        return false;
    place(&run->field, me, you, point);
    if (run->plies)
        run->plies[run->length] = (struct by_ply){run->shape->action[bit_of(point)], mover};
    run->length++;
    run->last = point;
    return true;
}

INLINE void run_game(const struct by_rules *rules, void *position, struct by_rng *rng,
                     struct by_playout *out, choose_fn *choose, enum care care)
{
    struct nogo *nogo = position;
    int first = nogo->side;
    struct player a = nogo->player[first], b = nogo->player[!first];
    struct run run = {
        .field = field_of(rules), .shape = rules->data, .rng = *rng, .plies = out->plies};
    while (take_turn(&run, choose, care, &a, &b, first) &&
           take_turn(&run, choose, care, &b, &a, !first))
        continue;
    nogo->key ^= stones_key(run.shape, without(a.stones, nogo->player[first].stones), first);
    nogo->key ^= stones_key(run.shape, without(b.stones, nogo->player[!first].stones), !first);
    nogo->player[first] = a;
    nogo->player[!first] = b;
    nogo->side = first ^ (run.length & 1);
    *rng = run.rng;
    out->length = run.length;
    out->result = result(rules, position); /* also when the mover erred: he has lost */
}

/* --- uniform, naive ---------------------------------------------------------------- */

INLINE struct set any_legal(struct run *run, const struct player *me, const struct player *you,
                            struct set legal)
{
    (void)me, (void)you;
    return any_of(run, legal);
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    run_game(rules, position, rng, out, any_legal, CAREFUL);
}

#ifdef BATCHED
#include "games/nogo/batch_tmpl.h"
#else
#define MANY_UNIFORM NULL
#define BATCH        0
#endif

INLINE struct set any_empty(struct run *run, const struct player *me, const struct player *you,
                            struct set legal)
{
    (void)legal;
    return any_of(run, empty_points(&run->field, me, you));
}

static void naive(const struct by_rules *rules, void *position, struct by_rng *rng,
                  struct by_playout *out)
{
    run_game(rules, position, rng, out, any_empty, CARELESS);
}

/* --- antidecisive2 ------------------------------------------------------------------ */

/* One move takes no more points from the opponent: itself, the lone liberty of its own chain, and
 * for each of four neighbours one, itself if it is empty, or the lone liberty of its chain. */
#define TAKEN_MAX 6

/* Whether `you`, to move, can leave `me` without a move. */
static bool can_be_stopped(const struct field *field, const struct player *me,
                           const struct player *you)
{
    if (size_of(legal_points(field, me, you)) > TAKEN_MAX)
        return false;
    for (struct set rest = legal_points(field, you, me); !is_empty(rest);) {
        struct set reply = lowest(rest);
        struct player me_then = *me, you_then = *you;
        place(field, &you_then, &me_then, reply);
        if (is_empty(legal_points(field, &me_then, &you_then)))
            return true;
        rest = without(rest, reply);
    }
    return false;
}

/* Drawing until a point passes gives each point that would pass the same chance. */
static struct set any_that_lets_move_again(struct run *run, const struct player *me,
                                           const struct player *you, struct set legal)
{
    for (struct set rest = legal; !is_empty(rest);) {
        struct set point = any_of(run, rest);
        struct player me_then = *me, you_then = *you;
        place(&run->field, &me_then, &you_then, point);
        if (!can_be_stopped(&run->field, &me_then, &you_then))
            return point;
        rest = without(rest, point);
    }
    return any_of(run, legal);
}

static void antidecisive2(const struct by_rules *rules, void *position, struct by_rng *rng,
                          struct by_playout *out)
{
    run_game(rules, position, rng, out, any_that_lets_move_again, CAREFUL);
}

/* --- mobility (NOGO 3.5) ------------------------------------------------------------- */

/* Legal moves of `me` minus those of `you`. */
static int balance(const struct field *field, const struct player *me, const struct player *you)
{
    return size_of(legal_points(field, me, you)) - size_of(legal_points(field, you, me));
}

/* The balance after `me` has played on the point. */
static int balance_after(const struct field *field, struct player me, struct player you,
                         struct set point)
{
    place(field, &me, &you, point);
    return balance(field, &me, &you);
}

/* With a and b the moves that a stone there takes from the opponent and from oneself, and m the
 * balance now, a - b is the balance after it minus m. With a' and b' the same for a stone of
 * the opponent, -a' + b' is m minus the balance after that, or 0 where he cannot play. */
static int worth(const struct field *field, const struct player *me, const struct player *you,
                 struct set point, bool full)
{
    int value = balance_after(field, *me, *you, point);
    if (!full)
        return value;
    if (overlap(point, legal_points(field, you, me)))
        return value + balance_after(field, *you, *me, point);
    return value - balance(field, me, you);
}

/* A uniform choice among the points that are worth most. */
INLINE struct set any_best(struct run *run, const struct player *me, const struct player *you,
                           struct set legal, bool full)
{
    struct set best = lowest(legal);
    int most = worth(&run->field, me, you, best, full);
    for (struct set rest = without(legal, best); !is_empty(rest);) {
        struct set point = lowest(rest);
        int value = worth(&run->field, me, you, point, full);
        if (value >= most)
            best = value > most ? point : join(best, point);
        most = value > most ? value : most;
        rest = without(rest, point);
    }
    return any_of(run, best);
}

static struct set best_by_mobility(struct run *run, const struct player *me,
                                   const struct player *you, struct set legal)
{
    return any_best(run, me, you, legal, false);
}

static struct set best_by_full_mobility(struct run *run, const struct player *me,
                                        const struct player *you, struct set legal)
{
    return any_best(run, me, you, legal, true);
}

static void mobility(const struct by_rules *rules, void *position, struct by_rng *rng,
                     struct by_playout *out)
{
    run_game(rules, position, rng, out, best_by_mobility, CAREFUL);
}

static void mobility_full(const struct by_rules *rules, void *position, struct by_rng *rng,
                          struct by_playout *out)
{
    run_game(rules, position, rng, out, best_by_full_mobility, CAREFUL);
}

/* --- go ------------------------------------------------------------------------------ */

/* What a Go playout prefers; README.md says what stands for what. */
INLINE struct set any_as_in_go(struct run *run, const struct player *me, const struct player *you,
                               struct set allowed)
{
    const struct field *field = &run->field;
    struct set near = next_to(field, run->last);
    struct set weak = spread(field, meet(near, me->weak), me->weak);
    struct set chain = spread(field, run->last, you->stones);
    struct set liberties = meet(next_to(field, chain), empty_points(field, me, you));
    struct set contact = meet(next_to(field, you->stones), around(field, me->stones));
    struct set none = {{0}};
    struct set wish[] = {
        next_to(field, weak),                               /* escape */
        size_of(liberties) == 2 ? liberties : none,         /* atari */
        meet(contact, around(field, run->last)),            /* contact */
        next_to(field, without(field->points, me->stones)), /* no own eye */
    };
    for (size_t i = 0; i < sizeof wish / sizeof *wish; i++) {
        struct set points = meet(wish[i], allowed);
        if (!is_empty(points))
            return any_of(run, points);
    }
    return any_of(run, allowed);
}

/* Go allows captures, which lose here, and forbids suicide. */
static struct set any_go_move(struct run *run, const struct player *me, const struct player *you,
                              struct set legal)
{
    struct set captures = meet(you->lone, empty_points(&run->field, me, you));
    return any_as_in_go(run, me, you, join(legal, captures));
}

static struct set any_legal_go_move(struct run *run, const struct player *me,
                                    const struct player *you, struct set legal)
{
    return any_as_in_go(run, me, you, legal);
}

static void go(const struct by_rules *rules, void *position, struct by_rng *rng,
               struct by_playout *out)
{
    run_game(rules, position, rng, out, any_go_move, CARELESS);
}

static void go_legal(const struct by_rules *rules, void *position, struct by_rng *rng,
                     struct by_playout *out)
{
    run_game(rules, position, rng, out, any_legal_go_move, CAREFUL);
}

static const struct by_policy policies[] = {
    {.name = "uniform",
     .help = "every legal move equally likely",
     .run = uniform,
     .many = MANY_UNIFORM,
     .batch = BATCH},
    {.name = "antidecisive",
     .help = "the same: no move that loses at once",
     .run = uniform,
     .many = MANY_UNIFORM,
     .batch = BATCH},
    {.name = "antidecisive2",
     .help = "nor one after which a reply leaves the player no move",
     .run = antidecisive2},
    {.name = "naive",
     .help = "every empty point equally likely; a capture or a suicide loses",
     .run = naive,
     .early = true},
    {.name = "mobility",
     .help = "takes most moves from the opponent and fewest from oneself (a-b)",
     .run = mobility},
    {.name = "mobility-full",
     .help = "the same, less what the opponent's stone there would take (a-b-a'+b')",
     .run = mobility_full},
    {.name = "go",
     .help = "as in Go: escapes, ataris, contact, no own eyes; a capture loses",
     .run = go,
     .early = true},
    {.name = "go-legal", .help = "the same without captures", .run = go_legal},
    {0},
};
