/* tutor.h: a student's own search, checked step by step: the first step that minimax or alpha-beta would not
 * have taken, and why.
 *
 * A trace is text. First come lines of a word and what it says (tutor_keys.def): which tree or game, which search;
 * all but the tree or the game may be left out. Then a line of five words whenever the program enters a node, and one
 * when it leaves it:
 *
 *   PLY MOVE ALPHA BETA VALUE
 *
 * PLY is 0 at the root. MOVE is what leads there from the node above: the number of a child of a tree, counted
 * from 1, or the game's move text; any word at the root. ALPHA and BETA are the window on entering; '-' in minimax, which
 * has none. VALUE is '?' on entering and a number on leaving. A leaf may have both in one line: its number at
 * once. Empty lines and lines that begin with '#' say nothing.
 *
 * What may differ between right programs is accepted: children in any order; a cut when alpha reaches beta or only
 * when it passes it; values outside the window as found (fail-soft) or as its ends (fail-hard); on leaving, the window as
 * it was on entering or as it has become. Everything else is a fault, and the first one is named.
 *
 * MAX is the first player; with `values root` and `values mover`, whoever moves at the root. Numbers in sentences are
 * those of the program, seen as it sees them. */
#ifndef BY_LESSONS_TUTOR_H
#define BY_LESSONS_TUTOR_H

#include "games/line.h"

#define BY_TUTOR_BYTES_MAX  ((size_t)16 << 20)
#define BY_TUTOR_EVENTS_MAX 1500000 /* minimax prints 1.1 million of tic-tac-toe */

enum by_tutor_key {
#define BY_TUTOR_KEY(id, name, help) BY_TUTOR_##id,
#include "lessons/tutor_keys.def"
#undef BY_TUTOR_KEY
    BY_TUTOR_KEYS
};

enum by_tutor_search { BY_TUTOR_MINIMAX, BY_TUTOR_ALPHABETA };
#define BY_TUTOR_SEARCH_WORDS "minimax|alphabeta" /* in that order */
enum by_tutor_values { BY_TUTOR_MAX, BY_TUTOR_MOVER, BY_TUTOR_ROOT };
#define BY_TUTOR_VALUES_WORDS "max|mover|root" /* in that order */

enum by_tutor_fault_kind {
    BY_TUTOR_RIGHT, /* there is none */
#define BY_TUTOR_FAULT(id, name) BY_TUTOR_FAULT_##id,
#include "lessons/tutor_faults.def"
#undef BY_TUTOR_FAULT
    BY_TUTOR_FAULT_KINDS
};

/* What is said beside the trace, by key: the grammar of its first lines; NULL: nothing. It comes before what the
 * trace says itself, and must stay while the tutor is open. */
struct by_tutor_said {
    const char *text[BY_TUTOR_KEYS];
};

/* A line of five words. */
struct by_tutor_event {
    int line; /* from 1 */
    int ply;
    const char *move;
    bool window, enters; /* has a window; VALUE is '?' */
    double alpha, beta, value;
};

/* A node that was entered. The program's own numbers, as it printed them. */
struct by_tutor_node {
    int parent; /* -1: the root, which is node 0; always before it */
    int ply;
    by_move move;
    int line, left; /* where it was entered and left; 0: not left */
    uint8_t side;   /* who is to move: 0 or 1 */
    bool maximum;   /* it is MAX's turn */
    bool leaf, cut; /* cut: left with moves that were not looked at, rightly */
    bool window;
    double alpha, beta, value;
};

/* The first wrong step. What should have been there, where that is a window or a value. */
#define BY_TUTOR_SENTENCE 600
struct by_tutor_fault {
    enum by_tutor_fault_kind kind;
    int line;
    int node; /* which it is about; -1: none */
    bool has_window, has_value;
    double alpha, beta, value;
    char sentence[BY_TUTOR_SENTENCE]; /* without the line's number */
};

struct by_tutor {
    /* what is searched, and how */
    struct by_rules *rules;
    struct by_line *line;
    bool tree; /* one that was written down, and no game */
    enum by_tutor_search search;
    enum by_tutor_values values;
    bool values_said;
    int depth;     /* 0: to the end */
    bool own_eval; /* what the program says at the depth limit is believed */
    double win;    /* 0: the result */
    bool sooner;   /* a win counts one less for every ply */
    void *scratch; /* room for a position */

    /* the trace */
    char *text;
    const char *said[BY_TUTOR_KEYS];
    int event_count, event_room;
    struct by_tutor_event *event;
    int line_count;

    /* what came of it */
    struct by_tutor_fault fault;
    int node_count;
    struct by_tutor_node *node;
    int leaves, cuts;
    int equal;    /* nodes that went on where alpha had reached beta: >= instead of > saves some */
    double value; /* of the root, when it was left */
};

/* Reads the trace and finds its first fault. BY_BAD_INPUT: it is no trace, or says too little; the sentence names
 * the line. Closing is safe after a failure. */
enum by_status by_tutor_open(struct by_tutor *tutor, const char *text, size_t size,
                             const struct by_tutor_said *said, struct by_error *err);
void by_tutor_close(struct by_tutor *tutor);

/* "minimax"; "mover"; "early-cut", NULL where there is no fault; a key's name and what it is for. */
const char *by_tutor_search_name(enum by_tutor_search search);
const char *by_tutor_values_name(enum by_tutor_values values);
const char *by_tutor_fault_name(enum by_tutor_fault_kind kind);
const char *by_tutor_key_name(enum by_tutor_key key);

/* The way from the root, "2.1", "b2.a1"; "" for the root. */
void by_tutor_way(const struct by_tutor *tutor, int node, struct by_text *out);

/* A number as a trace has it: "3", "-2.5", "-inf". */
void by_tutor_number(double value, struct by_text *out);

/* --- between tutor.c, tutor_read.c and tutor_words.c ------------------------------------ */

/* The text into events and `said`: neither the game nor the order of the steps is looked at. */
enum by_status by_tutor_read(struct by_tutor *tutor, const char *text, size_t size,
                             struct by_error *err);

/* Opens rules and line, and sets all but `values` from `said`. */
enum by_status by_tutor_settle(struct by_tutor *tutor, struct by_error *err);

/* Equal as far as printed numbers tell. */
bool by_tutor_same(double a, double b);

#endif
