/* tournament.h: many players, everybody against whom the format says.
 *
 * A tournament is a number of matches (match.h) under the same rules, terms, openings and seed, and,
 * where there is a store, in one store: what was played is not played again. */
#ifndef BY_ARENA_TOURNAMENT_H
#define BY_ARENA_TOURNAMENT_H

#include "arena/entries.h"
#include "arena/match.h"
#include "arena/rating.h"

#define BY_TOURNAMENT_PLAYERS_MAX 256

enum by_tournament_format {
#define BY_FORMAT(id, name, title) BY_##id,
#include "arena/formats.def"
#undef BY_FORMAT
};

struct by_entrant {
    const char *name, *spec;
    int line; /* in the file */
};

/* What the file says; texts are in `entries`. */
struct by_tournament {
    struct by_entries entries;
    const char *title;
    const char *game;
    const char *size;     /* NULL: the game's own */
    const char *settings; /* "komi=7 superko=on", or NULL */
    const char *position; /* NULL: the game's own start */
    enum by_tournament_format format;
    int games;               /* of each pairing */
    int rounds;              /* of a Swiss tournament */
    enum by_colours colours; /* of each pairing; a is who stands first in the file */
    const char *openings;    /* "random:4", a file, or NULL */
    const char *time, *adjudicate;
    double margin;
    uint64_t seed;
    int concurrency;
    const char *store;   /* or NULL */
    const char *records; /* a folder for game records, or NULL */
    int count;
    struct by_entrant *players;
};

/* What is wrong is told with its line. */
enum by_status by_tournament_read(const char *text, size_t size, struct by_tournament *out,
                                  struct by_error *err);
void by_tournament_close(struct by_tournament *tournament);

/* One pairing that was played, or begun. */
struct by_meeting {
    int round; /* from 0; 0 in formats without rounds */
    int a, b;
    int planned, played;
    int wins, draws, losses; /* a's */
    struct by_tally tally;   /* the same, and by pairs */
    struct by_score score;   /* a's, with its 95 % interval */
    int endings[BY_ENDINGS_MAX][3];
    int64_t moved[2];    /* moves of a and of b; */
    double spent[2];     /* the seconds they took; */
    uint64_t sims[2];    /* the simulations they took; */
    int64_t proven[2];   /* those of them whose result was proven: their searches end early */
    char reason[2][200]; /* the first thing that a, or b, did wrong; "": nothing */
};

struct by_standing {
    int player, rank; /* ranks from 1; equals share one. By points, in a gauntlet by Elo */
    int games, wins, draws, losses;
    double points;           /* wins and half the draws; a bye in a Swiss round is a pairing won */
    int pairing_points;      /* OTH: the winner of a pairing gets the difference in per cent */
    int faults;              /* games lost by time or by what is not allowed */
    struct by_score score;   /* of his games, with its 95 % interval */
    struct by_rating rating; /* 0 is the players' mean, in a gauntlet the first player */
    int64_t moved;           /* moves; */
    double spent;            /* the seconds that they took */
};

struct by_tournament_result {
    int meeting_count;
    struct by_meeting *meetings;   /* in the order in which they were played */
    struct by_standing *standings; /* count entries, the best first */
    struct by_shard shard;         /* all below and above is of this part */
    int games_planned, games_played;
    bool complete;
};

/* What is going on, after every game, whenever a match tells (match.h) and when a meeting has ended; from any
 * thread, one call at a time. */
struct by_tournament_news {
    int done, total; /* games */
    int a, b;        /* who is playing now */
    const struct by_match_plan *plan;
    const struct by_match_result *match;
    bool ended;      /* the meeting: its result is whole */
    const void *all; /* for by_tournament_so_far */
};
typedef void by_tournament_progress(void *context, const struct by_tournament_news *news);

/* Writes a game of a meeting down, as in match.h. */
typedef enum by_status by_tournament_record_fn(void *context,
                                               const struct by_tournament *tournament,
                                               const struct by_meeting *meeting,
                                               const struct by_played *played,
                                               const struct by_line *line, struct by_error *err);

/* A game of a meeting that is being played, as in match.h; meetings are counted from 0 in the order in which
 * they are played. */
typedef void by_tournament_watch_fn(void *context, int meeting, int a, int b,
                                    const struct by_watched *game);

/* What the file's texts meant to those who opened them. */
struct by_tournament_setup {
    const struct by_rules *rules;
    struct by_openings openings;
    struct by_terms terms;
    unsigned trust;                  /* what the file's specs may do (player.h) */
    by_keeper_open_fn *keeper;       /* for tournaments with a store (match.h) */
    by_tournament_record_fn *record; /* NULL: nobody */
    void *record_context;
    by_tournament_watch_fn *watch; /* NULL: nobody */
    void *watch_context;
    const struct by_sprt
        *sprt; /* ends a meeting early, for tournaments of two; NULL: no such test */
    bool look; /* plays nothing: what the keeper has (match.h); a Swiss tournament up to the first
                  meeting that lacks a game */
    struct by_shard shard; /* which games are played here, counted from pairing to pairing; not of a
                              Swiss tournament: who meets whom depends on all games before */
};

/* Where the file speaks of a key of the whole tournament; 1 when it does not. */
int by_tournament_line(const struct by_tournament *tournament, const char *key);

/* Tries every player once, so that nothing is played before all can play. */
enum by_status by_tournament_check(const struct by_tournament *tournament,
                                   const struct by_rules *rules, unsigned trust,
                                   struct by_error *err);

/* Plays. After a stop, or a failure, the result holds what is finished. by_tournament_result_close
 * frees it in any case. */
enum by_status by_tournament_play(const struct by_tournament *tournament,
                                  const struct by_tournament_setup *setup, const atomic_bool *stop,
                                  by_tournament_progress *progress, void *context,
                                  struct by_tournament_result *out, struct by_error *err);
void by_tournament_result_close(struct by_tournament_result *result);

/* The match that the games of a and b are in a round: what its store knows them by. */
struct by_match_plan by_tournament_plan(const struct by_tournament *tournament,
                                        const struct by_tournament_setup *setup, int round, int a,
                                        int b);

/* While it is told: all of it so far, with ratings. Closed by by_tournament_result_close. */
enum by_status by_tournament_so_far(const struct by_tournament_news *told,
                                    struct by_tournament_result *out, struct by_error *err);

/* The games of i against j over all their meetings, seen by i: lost, drawn, won. */
void by_tournament_between(const struct by_tournament_result *result, int i, int j, int out[3]);

#endif
