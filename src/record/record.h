/* record.h: game records of any format, one game after the other.
 *
 * A format is one constant struct by_record_format; records.def lists them, one line each. A
 * source is a text in one format; by_record_next takes the next game out of it. A format that
 * keeps more than a line of play (SGF: variations, comments, unknown properties) keeps its games
 * as a tree; by_record_play turns that into rules and a line. All that belongs to a record is
 * gone with the next by_record_next or with by_record_close. */
#ifndef BY_RECORD_RECORD_H
#define BY_RECORD_RECORD_H

#include "games/line.h"
#include "record/sgf.h"

enum by_info {
#define BY_INFO(key, property, label) BY_INFO_##key,
#include "record/infos.def"
#undef BY_INFO
    BY_INFO_COUNT
};

/* A longer information or comment is cut. */
#define BY_INFO_MAX 4000

/* Settings that take longer texts are worked out anew for every game. */
#define BY_RECORD_SETTINGS_MAX 256

/* So many kinds of games of one file are at hand: boards of 15x15 and 20x20 may take turns. */
#define BY_RECORD_SPARES 4

struct by_record_format;

/* What a record says that a move in its last position is worth to the side to move. */
struct by_known_move {
    by_move move;
    double score;
};

/* Rules, and what they were opened with; "": with a position, or with too much to compare. */
struct by_record_rules {
    struct by_rules *rules;
    char opened[BY_RECORD_SETTINGS_MAX];
};

struct by_record {
    const struct by_record_format *format;
    struct by_pool pool;
    struct by_sgf_game tree; /* root NULL: the format has lines only */
    const char *own_result;  /* the result as the format writes it; NULL: as in `info` */
    char opened[BY_RECORD_SETTINGS_MAX]; /* of `rules`, as in struct by_record_rules */
    struct by_record_rules
        spare[BY_RECORD_SPARES]; /* of earlier games: the next is often like one */
    int next_spare;              /* the one to give up first */

    /* Filled by by_record_play. */
    struct by_rules *rules;
    struct by_line *line;
    int plies;   /* moves of the record that were played */
    int dropped; /* of them: before stones were set up in mid-game; the line begins behind */
    const char *info[BY_INFO_COUNT];   /* text, NULL: not stated; in the pool */
    const char *comment;               /* at the last node; NULL: none */
    const struct by_sgf_node *node;    /* the last one that was played; NULL: there is no tree */
    const struct by_known_move *known; /* in the pool */
    int known_count;
};

/* What by_record_play shall do. All zero but `ply`: the whole main line of the game that the
 * record names. */
struct by_record_request {
    const char *game;                  /* the game to play; NULL: the one the record names */
    const struct by_setting *settings; /* they win over those of the record */
    int setting_count;
    const int *choices; /* of variations, as in struct by_sgf_path */
    int choice_count;
    int ply; /* stop after so many moves; -1: at the end */

    /* Of a record that is a tree: hears which node the move of each ply of the line stands in, the
     * first being 0; begins again where stones are set up in mid-game. Or NULL. */
    void (*moved)(void *context, int ply, const struct by_sgf_node *node);
    void *context;
};

struct by_record_source {
    const struct by_record_format *format;
    const char *text;
    size_t size;
    size_t skipped; /* by by_record_at: bytes of the file between the head and the rest of `text` */
    size_t whole;   /* by by_record_at: the size of the file; 0: `text` is all of it */
    int board;      /* the side of the board, for formats that do not state it; 0: one that fits */
    size_t at;      /* behind the games read so far: read() moves it */
    int games;      /* read so far */
};

struct by_record_format {
    const char *name; /* that in records.def, which has its extensions and its title, too */

    bool single; /* a file holds one game */

    /* Where all games have one length: bytes before the first, and of each. `each` 0: they do not. */
    size_t head, each;

    /* Could this be a text of the format? Looks at the beginning. */
    bool (*sniff)(const char *text, size_t size);

    /* The next game, at source->at; false in *found at the end of the text. The record is empty
     * but for its pool. A format without trees fills in the rules, the line and `info` here. */
    enum by_status (*read)(struct by_record_source *source, struct by_record *record, bool *found,
                           struct by_error *err);

    /* Writes one game. The record has a tree, or rules and a line, or both: then they agree. Called
     * more than once for one game: first with too little room. */
    enum by_status (*write)(struct by_record *record, struct by_text *out, struct by_error *err);
};

/* --- the register ------------------------------------------------------------- */

const struct by_record_format *by_record_format_at(int index); /* NULL past the end */
const struct by_record_format *by_record_format_find(const char *name);
void by_record_format_names(struct by_text *out); /* separated by '|' */

/* By the extension of a file's name; NULL when there is none or it is not known. */
const struct by_record_format *by_record_format_of(const char *path);

/* By what the text looks like; NULL when it looks like nothing known. */
const struct by_record_format *by_record_format_sniff(const char *text, size_t size);

/* --- records ------------------------------------------------------------------- */

/* `*record` may have been filled before, or be all zero; in the end by_record_close frees it. */
enum by_status by_record_next(struct by_record_source *source, struct by_record *record,
                              bool *found, struct by_error *err);
void by_record_close(struct by_record *record);

/* A file that is not read as a whole. */
struct by_record_bytes {
    void *context;
    size_t size;
    /* The `count` bytes that stand at `at`; false: they could not be read. */
    bool (*read)(void *context, size_t at, size_t count, char *out);
};

/* Game `number`, from 1, of a file in a format whose games have one length (format->each is not 0):
 * the head and that game are read, and nothing else. `*games` is how many the file has; false in
 * *found when those are fewer. */
enum by_status by_record_at(const struct by_record_format *format,
                            const struct by_record_bytes *bytes, int number,
                            struct by_record *record, bool *found, int *games,
                            struct by_error *err);

/* Plays the game through: fills in rules, line, info and comment. May be called again. */
enum by_status by_record_play(struct by_record *record, const struct by_record_request *request,
                              struct by_error *err);

/* For formats: begins a line of play in the record, with these rules; `position` may be NULL: the
 * game's start. Rules like those of the game before are not opened again. What the game refuses
 * leaves the line as it was. */
enum by_status by_record_begin(struct by_record *record, const char *game,
                               const struct by_setting *settings, int count, const char *position,
                               struct by_error *err);

/* The text of the game in `format`, from malloc. */
enum by_status by_record_text(struct by_record *record, const struct by_record_format *format,
                              char **text, size_t *size, struct by_error *err);

/* The same of a game that is in no record: a line of play, and what is known of it (`info`:
 * BY_INFO_COUNT texts or NULLs; or NULL). */
enum by_status by_record_line_text(const struct by_line *line, const char *const *info,
                                   const struct by_record_format *format, char **text, size_t *size,
                                   struct by_error *err);

const char *by_info_key(enum by_info info);
const char *by_info_label(enum by_info info);
const char *by_info_property(enum by_info info); /* in SGF */

#endif
