/* searchdraw.h: a recorded search (search/textbook/recorder.h) in words, lines and SVG.
 *
 * Everything can be drawn as it stood after any number of events: `now`. BY_RECORDER_END is the
 * finished picture, smaller numbers are the steps towards it.
 *
 * A tree may be larger than anybody wants to see. A view chooses which nodes are drawn and keeps
 * a list of them in drawing order; what is left out appears there as a number. */
#ifndef BY_LESSONS_SEARCHDRAW_H
#define BY_LESSONS_SEARCHDRAW_H

#include "base/text.h"
#include "search/textbook/recorder.h"

/* --- words (searchwords.c) ---------------------------------------------------- */

/* A number or an open end: "3", "0.25", "-inf", "+inf"; beside the values of an evaluation a game
 * that is won or lost: "wins", "loses"; a window: "(3, +inf)". */
void by_recorder_number(const struct by_recorder *recorder, int64_t value, struct by_text *out);
void by_recorder_interval(const struct by_recorder *recorder, struct by_recorder_window window,
                          struct by_text *out);

/* What is known of the node's value: "3", "<= 2"; nothing before it has one. */
void by_recorder_value(const struct by_recorder *recorder, int32_t id, struct by_text *out);

/* How likely a child of a chance node is: "1/3"; nothing of other nodes. */
void by_recorder_part(const struct by_recorder *recorder, int32_t id, struct by_text *out);

/* "MAX", "MIN", "CHANCE", "leaf". */
const char *by_recorder_kind(const struct by_recorder_node *node);

/* Where a node is: "the root", or the way there by numbers of children from 1: "2.1". Of a long
 * way only the end is written: "...1.3.1". */
void by_recorder_name(const struct by_recorder *recorder, int32_t id, struct by_text *out);

/* Why the node was left, or never looked at, in one sentence without a full stop. */
void by_recorder_why(const struct by_recorder *recorder, int32_t id, struct by_text *out);

/* What happens in event `event`, of node `id`; `windows`: the search has a window. */
void by_recorder_tell(const struct by_recorder *recorder, int32_t id, int32_t event, bool windows,
                      struct by_text *out);

/* --- what is drawn (searchview.c) ---------------------------------------------- */

#define BY_SEARCHVIEW_LEVELS 40 /* no drawing has more */

struct by_searchview_item {
    int32_t node;   /* BY_RECORDER_NONE: siblings that are left out */
    int32_t parent; /* the item above; -1: the first */
    int32_t level;
    int32_t hidden;   /* nodes left out here: the siblings with all below them, or, of a node,
                       all below it because none of its children is drawn */
    int32_t siblings; /* how many of them are left out here */
    bool last;        /* of its siblings */
    bool best;        /* on the line of best play, as it is now */
};

struct by_searchview {
    const struct by_recorder *recorder;
    bool windows; /* the search had a window, which is drawn too */
    int32_t now;
    int32_t focus;  /* the node that must be seen; BY_RECORDER_NONE: none */
    int32_t most;   /* nodes to draw */
    int32_t levels; /* to draw, from 2 to BY_SEARCHVIEW_LEVELS */
    bool moves;     /* nodes are named by the moves that lead there, too */
    bool blank;     /* an exercise: the numbers of the leaves, and nothing that a search found */
    int columns; /* of text: reasons that do not fit stand below it, numbered; 0: as wide as it is */
    bool brief;  /* such reasons are cut to their first words instead */

    /* Filled by by_searchview_open. */
    int32_t top;   /* the node that is drawn first: the root, or below it where focus is deep */
    int32_t count; /* items, in preorder */
    struct by_searchview_item *item;
};

/* Chooses: the way to the focus, the line of best play, then everything from the top level by
 * level until `most` nodes are chosen. The caller has set what stands above; the recorder has a root
 * and outlives it. Closing is safe after a failure. */
enum by_status by_searchview_open(struct by_searchview *view, struct by_error *err);
void by_searchview_close(struct by_searchview *view);

/* How many nodes it shows. */
int32_t by_searchview_drawn(const struct by_searchview *view);

/* --- drawings ------------------------------------------------------------------ */

/* One line of text. */
struct by_recorder_row {
    int32_t node; /* BY_RECORDER_NONE: a heading, or nodes left out */
    bool seen;    /* the search has entered it by now, or it is no node */
    bool best;
    const char *text;
};
typedef void by_recorder_row_fn(void *context, const struct by_recorder_row *row);

/* The tree, one node a line, children indented below their parent (searchtext.c): name, value,
 * window on entering and on leaving, and what there is to say about it. */
enum by_status by_searchdraw_text(const struct by_searchview *view, by_recorder_row_fn *print,
                                  void *context, struct by_error *err);

/* The same as a picture from top to bottom, one self-contained SVG file (searchsvg.c). */
enum by_status by_searchdraw_svg(const struct by_searchview *view, const char *title,
                                 const char *subtitle, struct by_text *out, struct by_error *err);

/* The same as a tikzpicture of LaTeX (searchtex.c), without words about single moves. */
enum by_status by_searchdraw_tikz(const struct by_searchview *view, struct by_text *out,
                                  struct by_error *err);

#endif
