/* dag_text.h: the words that a tree is written with, and the first pass over them: check and count. */
#ifndef BY_GAMES_TREE_DAG_TEXT_H
#define BY_GAMES_TREE_DAG_TEXT_H

#include "games/tree/dag.h"
#include <stddef.h>

enum by_dag_word {
    BY_WORD_END,
    BY_WORD_OPEN,
    BY_WORD_CLOSE,
    BY_WORD_CHANCE_OPEN,
    BY_WORD_CHANCE_CLOSE,
    BY_WORD_WEIGHT,
    BY_WORD_LEAF,
    BY_WORD_COMMA,
    BY_WORD_SIDE,
    BY_WORD_BAD
};

struct by_dag_scanner {
    const char *text;
    const char *word; /* where the last word begins */
    const char *next;
    bool lists;    /* brackets are inner nodes */
    int decimals;  /* leaves are counted in units of 10^-decimals */
    int digits;    /* that the last number has behind its point, without zeros at the end */
    int64_t value; /* of a leaf, in units; a weight; or the side: 0 or 1 */
};

struct by_dag_scanner by_dag_scan(const char *text, int decimals);
enum by_dag_word by_dag_next_word(struct by_dag_scanner *s);

/* Checks the whole text, and says how much there is of everything. */
enum by_status by_dag_measure(const char *text, struct by_dag_shape *out, struct by_error *err);

#endif
