/* sgf_write.c: from tree to text, going down and up along the nodes' own pointers. */
#include "record/sgf.h"
#include <string.h>

#define LINE_MAX_SGF 76

struct writer {
    struct by_text *out;
    size_t line; /* where the current line begins */
};

static void put(struct writer *w, const char *data, size_t size)
{
    struct by_text *out = w->out;
    if (out->length + size < out->size) {
        memcpy(out->data + out->length, data, size);
        out->data[out->length + size] = '\0';
        out->length += size;
        return;
    }
    for (size_t i = 0; i < size; i++) /* some of it may still fit */
        by_text_char(out, data[i]);
}

static void new_line(struct writer *w)
{
    put(w, "\n", 1);
    w->line = w->out->length;
}

static void write_node(struct writer *w, const struct by_sgf_node *node)
{
    put(w, ";", 1);
    for (const struct by_sgf_property *p = node->properties; p; p = p->next) {
        put(w, p->name, strlen(p->name));
        for (const struct by_sgf_value *value = &p->value; value; value = value->next) {
            put(w, "[", 1);
            put(w, value->data, value->size);
            put(w, "]", 1);
        }
    }
}

static bool is_choice(const struct by_sgf_node *parent)
{
    return parent->child && parent->child->next;
}

/* A node that is one of several children begins a line of its own, with its "(". */
static void lead_in(struct writer *w, const struct by_sgf_node *node)
{
    if (is_choice(node->parent)) {
        new_line(w);
        put(w, "(", 1);
    } else if (w->out->length - w->line > LINE_MAX_SGF || !node->parent->parent) {
        new_line(w); /* also behind the root: game information here, moves there */
    }
}

/* Closes what ends with this node; the next node to write, or NULL. */
static const struct by_sgf_node *climb(struct writer *w, const struct by_sgf_node *node)
{
    for (; node->parent; node = node->parent) {
        if (is_choice(node->parent))
            put(w, ")", 1);
        if (node->next)
            return node->next;
    }
    return NULL;
}

void by_sgf_write(const struct by_sgf_game *game, struct by_text *out)
{
    struct writer w = {.out = out, .line = out->length};
    put(&w, "(", 1);
    for (const struct by_sgf_node *node = game->root; node;) {
        if (node->parent)
            lead_in(&w, node);
        write_node(&w, node);
        node = node->child ? node->child : climb(&w, node);
    }
    put(&w, ")\n", 2);
}
