/* explain.h: why a position is liked: evaluations and their terms on the board, what the game says
 * of moves and cells, what a search would begin with. */
#ifndef BY_REPORT_EXPLAIN_H
#define BY_REPORT_EXPLAIN_H

#include "games/explanation.h"
#include "games/value.h"
#include "players/player.h"
#include "report/pieces.h"
#include "search/search.h"

/* The player who was asked; `choices` only where it is a Monte Carlo search. */
struct by_told_player {
    const char *spec;    /* NULL: nobody asked */
    const char *formula; /* in letters */
    bool has_prior;
    struct by_choice *choices; /* best first */
    int choice_count, width;
};

/* --- asking (explain_ask.c) --------------------------------------------------------------------- */

struct by_explain_question {
    const struct by_line *line;
    const char *eval, *playout; /* names, with what stands behind the colon; NULL: none */
    int64_t playouts;           /* games of the playout */
    struct by_player
        *player; /* whose evaluation and playouts these are otherwise; NULL: nobody's */
    uint64_t seed;
    const atomic_bool *stop; /* may be NULL */
    atomic_int *done;        /* of the playouts, in per mille; may be NULL */
};

#define BY_FORMULA_ROOM 1200

struct by_explain_answer {
    struct by_explanation why;
    struct by_told_player told;
    struct by_rules *knowing; /* rules of an evaluation's or playout's own; NULL: none */
    struct by_line *line;     /* the same moves by them */
    char formula[BY_FORMULA_ROOM];
};

/* Collects all that is to say. Closed by by_explain_close, also after a failure. */
enum by_status by_explain(const struct by_explain_question *question, struct by_explain_answer *out,
                          struct by_error *err);
void by_explain_close(struct by_explain_answer *answer);

/* --- telling -------------------------------------------------------------------------------------- */

/* One object. */
void by_report_explanation(struct by_json *json, const struct by_explanation *why,
                           const struct by_told_player *player);

/* What the game's judge says: {"lead", "settled", "owners"}, or null where it has none. */
void by_report_verdict(struct by_json *json, const char *name, const struct by_explanation *why);

/* The same for people; `all`: every evaluation term by term, and tables that are not cut. */
void by_put_explanation(struct by_buffer *out, const struct by_explanation *why,
                        const struct by_told_player *player, bool all,
                        const struct by_marks *marks);

/* The boards as SVG: one for each evaluation that is explained, and for each figure that belongs on
 * one; games without a board have lines of words. */
void by_draw_explanation(struct by_buffer *out, const struct by_explanation *why);

/* --- in explain_pieces.c: what all three share ---------------------------------------------- */

/* A board of values: of an evaluation, of a figure of the table that begins at a remark, or of who
 * will own what. */
struct by_value_board {
    const char *title; /* "evaluation mobility", "a-b" */
    bool is_signed;
    double value[BY_CELLS_MAX]; /* NAN: none here */
};
#define BY_VALUE_BOARDS_MAX 24

/* The board number `index` of the evaluation `eval`, then of the figures; false past the end, and
 * where the game has none. */
bool by_board_of_eval(const struct by_explanation *why, int eval, struct by_value_board *out);
bool by_board_of_figure(const struct by_explanation *why, int from, int figure,
                        struct by_value_board *out);
bool by_board_of_owners(const struct by_explanation *why, struct by_value_board *out);

/* The value of an evaluation, in words: "Black +4 discs". */
const char *by_told_eval_string(const struct by_explanation *why, const struct by_told_eval *told,
                                char buffer[BY_WORTH_BUFFER]);

/* A number on a board or in a table: "12", "+3", ".017", "" for none. */
#define BY_FIGURE_BUFFER 32
const char *by_figure_string(double value, bool is_signed, char buffer[BY_FIGURE_BUFFER]);

/* "a1+b2+c3", of which no more than `most`; "" for none. */
void by_put_cells(struct by_buffer *out, const struct by_cells *cells, const int16_t *cell,
                  int count, int most);

/* What a remark is about, in words: its move, its name, or its cells. */
void by_put_subject(struct by_buffer *out, const struct by_explanation *why,
                    const struct by_remark *remark);

#endif
