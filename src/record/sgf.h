/* sgf.h: the Smart Game Format, FF[3] and FF[4]: reading, writing, walking.
 *
 *   collection = game { game }                     game     = "(" sequence { game } ")"
 *   sequence   = node { node }                     node     = ";" { property }
 *   property   = name value { value }              value    = "[" bytes "]"
 *   name       = capital { capital | digit }, small letters anywhere between, which do not count
 *   bytes      = anything; "\" takes the next byte as it is, so that "\]" does not end the value
 *
 * Blanks and line breaks may stand between any two of these. Whatever stands before the first
 * "(;" is skipped (mail headers, a byte order mark); behind a game only another one may follow.
 * Source: "SGF File Format FF[4]" by Arno Hollosi, and the FF[3] specification before it.
 *
 * A game is a tree of nodes in a pool. The bytes of a value stay where they were read, escapes
 * and line breaks included, in whatever encoding: the text must outlive the game, and writing
 * gives them back as they were. Writing is a normal form of all that surrounds them: reading
 * what was written and writing it again gives the same bytes.
 *
 * Nothing here recurses: depth costs nothing but nodes. A game takes at most 40 bytes of the
 * pool for each byte of text, never more than the pool's limit, and the limits below hold. */
#ifndef BY_RECORD_SGF_H
#define BY_RECORD_SGF_H

#include "base/error.h"
#include "base/pool.h"
#include "base/text.h"

/* The raw bytes between "[" and "]". */
struct by_sgf_value {
    struct by_sgf_value *next;
    const char *data;
    uint32_t size;
};

struct by_sgf_property {
    struct by_sgf_property *next;
    struct by_sgf_value value; /* the first of at least one */
    char name[];               /* capitals and digits */
};

struct by_sgf_node {
    struct by_sgf_node *parent; /* NULL: the root */
    struct by_sgf_node *child;  /* the first one is the main line */
    struct by_sgf_node *next;   /* the next variation: another child of the same parent */
    struct by_sgf_property *properties;
    uint32_t offset; /* of its ";" in the text, counted from 1; 0: it was not read */
    bool opens;      /* the text had a "(" before it */
};

struct by_sgf_game {
    struct by_sgf_node *root; /* NULL: no game */
    size_t nodes, values;
    const char *text; /* what it was read from, for places in messages; or NULL */
    size_t size;
    struct by_pool *pool;
};

/* What a text and each game in it may have. The pool has a limit of its own. */
struct by_sgf_limits {
    size_t bytes, nodes, values;
};

#define BY_SGF_BYTES_MAX  ((size_t)1 << 28) /* 256 MiB; offsets have 32 bits */
#define BY_SGF_NODES_MAX  ((size_t)1 << 21)
#define BY_SGF_VALUES_MAX ((size_t)1 << 22)
#define BY_SGF_ARENA_MAX  ((size_t)1 << 28) /* enough for most games within these limits */
#define BY_SGF_NAME_MAX   63
#define BY_SGF_SIDE_MAX   52 /* a..z, then A..Z */

/* --- reading (sgf_read.c) --------------------------------------------------- */

struct by_sgf_reader {
    const char *text;
    size_t size;
    size_t at; /* behind the games read so far */
    struct by_sgf_limits limits;
};

/* `limits` may be NULL: those above. */
void by_sgf_open(struct by_sgf_reader *reader, const char *text, size_t size,
                 const struct by_sgf_limits *limits);

/* The next game of the collection, in `pool`. At the end of the text out->root is NULL; a text
 * without a single game is refused. The caller may reset the pool between games, so that a
 * long collection takes the memory of its longest game. Sentences name line and column. */
enum by_status by_sgf_next(struct by_sgf_reader *reader, struct by_pool *pool,
                           struct by_sgf_game *out, struct by_error *err);

/* Line and column of a byte, both counted from 1. LF, CR, CRLF and LFCR end a line. */
void by_sgf_where(const char *text, size_t size, size_t offset, long *line, long *column);

/* Refuses a value: its line and column, where it has them, and the sentence. */
enum by_status by_sgf_fail(const struct by_sgf_game *game, const struct by_sgf_value *value,
                           struct by_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The beginning of a value, fit for a message. Returns `buffer`. */
const char *by_sgf_quote(const struct by_sgf_value *value, char buffer[BY_QUOTE_SIZE]);

/* Where a node was read; false when it was not. */
bool by_sgf_node_where(const struct by_sgf_game *game, const struct by_sgf_node *node, long *line,
                       long *column);

/* --- writing (sgf_write.c) -------------------------------------------------- */

/* The normal form: parentheses only where there is a choice, names in capitals, lines broken
 * between nodes after about 76 characters, a line break at the end. */
void by_sgf_write(const struct by_sgf_game *game, struct by_text *out);

/* --- walking (sgf_tree.c) --------------------------------------------------- */

/* A way through the tree: at the i-th node with several children take child choices[i] (from
 * 0); when the choices are used up, or there is no such child, the first one: the main line. */
struct by_sgf_path {
    const int *choices;
    int count;
    int used;   /* choices made so far */
    int missed; /* the last one that had no such child, counted from 1; 0: none */
};

/* The node after this one on the way; NULL at the end. `path` may be NULL: the main line. */
const struct by_sgf_node *by_sgf_forward(const struct by_sgf_node *node, struct by_sgf_path *path);

/* Every node below and with `root`, parents first; NULL after the last. */
const struct by_sgf_node *by_sgf_after(const struct by_sgf_node *node,
                                       const struct by_sgf_node *root);

/* Where the way from the root to a node, that one included, could have gone on otherwise: how many moves
 * (B, W) stand before, and how many ways there are. Returns how many forks there are, also beyond
 * `most`; out[] has the first, in the order of play. */
struct by_sgf_fork {
    int moves, ways;
};
int by_sgf_forks(const struct by_sgf_node *node, struct by_sgf_fork *out, int most);

const struct by_sgf_property *by_sgf_find(const struct by_sgf_node *node, const char *name);

/* Has the node AB, AW or AE? */
bool by_sgf_sets_stones(const struct by_sgf_node *node);

/* --- building (sgf_tree.c) -------------------------------------------------- */

/* An empty game in the pool: one node without properties. */
enum by_status by_sgf_create(struct by_pool *pool, struct by_sgf_game *out, struct by_error *err);

/* Appends a child; NULL when there is no memory. */
struct by_sgf_node *by_sgf_add_node(struct by_sgf_game *game, struct by_sgf_node *parent);

/* Appends a value to the node's property of that name, which is made when it is missing. The text
 * is copied with "]" and "\\" escaped: any bytes will do. The caller vouches for the name. */
enum by_status by_sgf_add(struct by_sgf_game *game, struct by_sgf_node *node, const char *name,
                          const char *text, size_t size, struct by_error *err);

/* --- values (sgf_value.c) ---------------------------------------------------- */

enum by_sgf_kind {
    BY_SGF_TEXT,   /* line breaks are kept, as LF */
    BY_SGF_SIMPLE, /* SimpleText: line breaks become blanks */
};

/* The text that a value stands for: without escapes and soft line breaks, blanks for tabs. */
void by_sgf_text(const struct by_sgf_value *value, enum by_sgf_kind kind, struct by_text *out);

/* The two halves of a value with an unescaped ":" in it; false when there is none. */
bool by_sgf_split(const struct by_sgf_value *value, struct by_sgf_value *left,
                  struct by_sgf_value *right);

/* A value without any blanks: numbers, points, names. False when it has more than `room` - 1
 * bytes or a zero byte. */
bool by_sgf_word(const struct by_sgf_value *value, char *word, size_t room);

/* The points of a value: one ("dc"), or a rectangle ("aa:cc"); columns from the left and rows
 * from the top, from 0. False when this is none, or none within the board. */
struct by_sgf_area {
    int left, top, right, bottom;
};
bool by_sgf_points(const struct by_sgf_value *value, int width, int height,
                   struct by_sgf_area *out);

/* The two letters of a point, and the zero behind them. */
void by_sgf_write_point(int column, int row, char out[3]);

/* SZ: "19" or "9:7", columns first. False when it is no such thing or out of range. */
bool by_sgf_board_size(const struct by_sgf_value *value, int *width, int *height);

#endif
