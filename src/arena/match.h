/* match.h: games between two players, with an honest result.
 *
 * Game k (from 0) belongs to pair k / 2: both games of a pair start from the same
 * opening, a is the first player (X) in the even one, b in the odd one. Where one of them is
 * always the first player, every game has its own opening and there are no pairs. Openings and
 * players take their seeds from (seed, opening) and (seed, k) alone, so with players that
 * think under work limits the games are the same at any concurrency, and game k can be
 * played again by itself.
 *
 * With a store every finished game is kept, and a match that was begun there goes on where it
 * stopped, if both players are who they were (players/identity.h); several processes may play one
 * match together. Everything in the result, but `fresh`,
 * is of all games of the match in the store. */
#ifndef BY_ARENA_MATCH_H
#define BY_ARENA_MATCH_H

#include "arena/openings.h"
#include "arena/referee.h"
#include "arena/shard.h"
#include "arena/sprt.h"
#include "players/identity.h"
#include <stdatomic.h>

struct by_keeper;
struct by_keeper_job;
typedef enum by_status by_keeper_open_fn(const struct by_keeper_job *job, struct by_keeper **out,
                                         struct by_error *err);

/* Who is the first player. */
enum by_colours {
#define BY_COLOUR(id, name) BY_COLOURS_##id,
#include "arena/colours.def"
#undef BY_COLOUR
    BY_COLOURS_COUNT
};
const char *by_colours_name(enum by_colours colours);
extern const char by_colours_words[]; /* "|alternate|a-first|b-first", for BY_CHOICES */

/* A game that is being played. */
struct by_watched {
    int seat;   /* which of those that are played at once: 0 to concurrency - 1 */
    int number; /* in its match */
    bool a_first;
    const struct by_line *line; /* as far as it is; NULL: it has ended, or was given up */
};
typedef void by_watch_fn(void *context, const struct by_watched *game);

struct by_match_plan {
    const struct by_rules *rules;
    const char *a, *b;     /* specs */
    unsigned trust;        /* what they may do (player.h); 0: nothing but play */
    int games;             /* 1 to 10,000,000 */
    struct by_shard shard; /* which of them are played, and counted, here */
    enum by_colours colours;
    struct by_openings openings; /* the caller's */
    struct by_terms terms;
    const struct by_sprt *sprt; /* ends the match early; NULL: no such test */
    int concurrency;            /* threads, 1 to 256 */
    uint64_t seed;
    by_keeper_open_fn *keeper; /* where games are kept (keeper.h); NULL: in memory */
    void *keeper_context;      /* for a keeper of the caller's own */
    const char *store;         /* for the keeper: the path of a store; NULL: none */
    bool forget;               /* keep no moves in the result */

    /* Called for each game when it has arrived (keeper.h): played now, or in the store before; one call
     * at a time, from any thread; NULL: nobody. `line` stands at the game's end. A failure ends the
     * match. */
    enum by_status (*record)(void *context, const struct by_played *played,
                             const struct by_line *line, struct by_error *err);
    void *record_context;

    /* Called for each game before its first move, after every one, and when it has ended: by the thread that
     * plays it, for several games at once; NULL: nobody. */
    by_watch_fn *watch;
    void *watch_context;

    /* Nothing is played and nobody is opened: the result is what the keeper has (store/keeper.h has one for
     * this). */
    bool look;
};

/* How many of its games are played here. */
int by_match_games(const struct by_match_plan *plan);

/* Whether each opening is played twice, here, so that pairs of games are what is independent. */
bool by_match_paired(const struct by_match_plan *plan);

/* The terms as a store knows them, with the colours where they do not alternate; and whether terms
 * so written are those of a match with alternating colours. */
void by_match_terms(const struct by_match_plan *plan, struct by_text *out);
bool by_match_terms_alternate(const char *terms);

/* What the sums need of a game, and the game itself where it is kept. */
struct by_match_outcome {
    bool finished;
    uint8_t points, ending;       /* a's half points; why it ended (referee.h) */
    int plies;                    /* with the hash: equal games have both equal */
    uint64_t hash;                /* of the moves */
    const struct by_played *game; /* owned by the result; NULL: the plan says forget, and there is
                                     nothing to say about it */
};

struct by_match_result {
    int played; /* finished games */
    int fresh;  /* of them: played now */
    int a_wins, b_wins, draws;
    int as[2][3];                   /* a's games as first and as second player: lost, drawn, won */
    int endings[BY_ENDINGS_MAX][3]; /* why games ended: lost by a, drawn, lost by b */
    int distinct;                   /* different move lists among them; 0 while the match runs */
    struct by_tally tally;
    struct by_score score; /* a's, with its 95 % interval */
    int64_t moved[2];      /* moves of a and of b; */
    double spent[2];       /* the seconds they took; */
    double longest[2];     /* the longest of them; */
    uint64_t sims[2];      /* the simulations they took; */
    int64_t proven[2];     /* moves with a proven result: their searches end early */

    /* With a test: games in their order, as far as there is no gap. */
    struct by_tally judged;
    enum by_sprt_verdict verdict;
    double llr;
    int judged_games; /* when the verdict fell, or so far */

    /* Who a and b are; of a match that is kept. Names were looked up once, when the match was made. */
    struct by_identity who[2];

    char waiting[256]; /* while it is told (below): who plays the last games; "" otherwise */

    struct by_match_outcome *games; /* plan->games entries, in order */
};

/* Called after each finished game, and once when others have been playing the last ones for a while
 * (`waiting`), one call at a time, from any thread. Games are finished in any order: `so_far` tells
 * how many, not which. */
typedef void by_match_progress(void *context, const struct by_match_result *so_far);

/* Plays the match. `stop` may be NULL; when it becomes true, running games are given up within
 * about 50 ms and the finished ones are kept. A person cannot play here. Specs are checked
 * before the first game begins; a failure of ours in any game ends the match, what another program
 * does wrong loses it the game. `out` is closed by by_match_close, also after a failure. */
enum by_status by_match(const struct by_match_plan *plan, const atomic_bool *stop,
                        by_match_progress *progress, void *context, struct by_match_result *out,
                        struct by_error *err);
void by_match_close(const struct by_match_plan *plan, struct by_match_result *result);

#endif
