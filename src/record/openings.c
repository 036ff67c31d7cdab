/* openings.c: Gomocup's openings, one a line, in two forms:
 *
 *      offset      8,-3, 6,-4, 5,-4        steps to the right and down from the middle,
 *                                          which is point size / 2 from the left and the top
 *      pos         b7d6e6f7                columns a, b, ..., rows from the top, from 1
 *
 * The size of the board is not stated, and is lost in writing. It is 15x15, as for most of Gomocup,
 * or else the first of 20x20 and 25x25 on which all moves of the opening fit. */
#include "record/gomocup.h"

#include <string.h>

/* No opening has more points than the largest board. */
#define LARGEST    25
#define POINTS_MAX (LARGEST * LARGEST)

struct opening {
    struct by_gomocup_point point[POINTS_MAX];
    int count;
};

static const int sizes[] = {15, 20, LARGEST};

/* Reads one point at the cursor. */
typedef enum by_status read_point_fn(struct by_gomocup_text *in, bool first,
                                     struct by_gomocup_point *out);

static enum by_status read_offset(struct by_gomocup_text *in, bool first,
                                  struct by_gomocup_point *out)
{
    bool good = first || (by_gomocup_skip(in, ",") && (by_gomocup_skip(in, " ") || true));
    out->from = in->at;
    good = good && by_gomocup_number(in, &out->x) && by_gomocup_skip(in, ",") &&
           by_gomocup_number(in, &out->y);
    return good ? BY_OK
                : by_gomocup_fail(in, in->at,
                                  "an opening is 'x,y, x,y, ...', in steps from the middle");
}

static enum by_status read_pos(struct by_gomocup_text *in, bool first, struct by_gomocup_point *out)
{
    (void)first;
    out->from = in->at;
    char c = in->at < in->size ? in->text[in->at] : '\0';
    int column = c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' : -1;
    in->at += column >= 0;
    if (column < 0 || !by_gomocup_number(in, &out->y))
        return by_gomocup_fail(in, in->at, "an opening is 'b7d6e6...': letters and numbers");
    out->x = column;
    out->y--;
    return BY_OK;
}

static enum by_status read_line(struct by_gomocup_text *in, read_point_fn *read_point,
                                struct opening *out)
{
    enum by_status status = BY_OK;
    out->count = 0;
    while (status == BY_OK && !by_gomocup_end_line(in)) {
        if (out->count == POINTS_MAX)
            return by_gomocup_fail(in, in->at, "an opening has at most %d moves", POINTS_MAX);
        struct by_gomocup_point *point = &out->point[out->count];
        status = read_point(in, out->count == 0, point);
        point->to = in->at;
        out->count += status == BY_OK;
    }
    return status;
}

/* The size for the points, of which those of `offset` count from the middle. */
static int fitting_size(const struct opening *opening, bool offset)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int low = offset ? -(sizes[i] / 2) : 0, high = low + sizes[i] - 1, fit = 0;
        while (fit < opening->count && opening->point[fit].x >= low &&
               opening->point[fit].x <= high && opening->point[fit].y >= low &&
               opening->point[fit].y <= high)
            fit++;
        if (fit == opening->count)
            return sizes[i];
    }
    return sizes[sizeof sizes / sizeof *sizes - 1];
}

static enum by_status play_opening(struct by_gomocup_text *in, struct by_record *record,
                                   const struct opening *opening, int board, bool offset)
{
    int size = board ? board : fitting_size(opening, offset), shift = offset ? size / 2 : 0;
    enum by_status status = by_gomocup_open(record, size, size, NULL, in->err);
    for (int i = 0; i < opening->count && status == BY_OK; i++) {
        struct by_gomocup_point point = opening->point[i];
        point.x += shift;
        point.y += shift;
        status = by_gomocup_play(in, record, &point);
    }
    return status;
}

static enum by_status read_opening(struct by_record_source *source, struct by_record *record,
                                   bool *found, bool offset, struct by_error *err)
{
    struct by_gomocup_text in = {source->text, source->size, source->at, err};
    struct opening opening;
    while (in.at < in.size && by_gomocup_end_line(&in))
        continue; /* empty lines */
    *found = false;
    if (in.at == in.size) {
        source->at = in.at;
        return source->games > 0 ? BY_OK : by_gomocup_fail(&in, in.at, "there is no opening");
    }
    enum by_status status = read_line(&in, offset ? read_offset : read_pos, &opening);
    if (status == BY_OK)
        status = play_opening(&in, record, &opening, source->board, offset);
    source->at = in.at;
    *found = status == BY_OK;
    return status;
}

static enum by_status read_offsets(struct by_record_source *source, struct by_record *record,
                                   bool *found, struct by_error *err)
{
    return read_opening(source, record, found, true, err);
}

static enum by_status read_positions(struct by_record_source *source, struct by_record *record,
                                     bool *found, struct by_error *err)
{
    return read_opening(source, record, found, false, err);
}

static enum by_status check(const struct by_record *record, const char *format,
                            struct by_error *err)
{
    enum by_status status = by_gomocup_check(record, format, err);
    if (status == BY_OK && record->line->count == 0)
        return by_fail(err, BY_BAD_INPUT, "an opening of the format %s has at least one move",
                       format);
    return status;
}

static enum by_status write_offsets(struct by_record *record, struct by_text *out,
                                    struct by_error *err)
{
    enum by_status status = check(record, "offset", err);
    for (int ply = 0; status == BY_OK && ply < record->line->count; ply++) {
        struct by_gomocup_point point = by_gomocup_point_at(record, ply);
        int x = point.x - record->rules->width / 2, y = point.y - record->rules->height / 2;
        by_text_format(out, "%s%d,%d", ply > 0 ? ", " : "", x, y);
    }
    if (status == BY_OK)
        by_text_char(out, '\n');
    return status;
}

static enum by_status write_positions(struct by_record *record, struct by_text *out,
                                      struct by_error *err)
{
    enum by_status status = check(record, "pos", err);
    for (int ply = 0; status == BY_OK && ply < record->line->count; ply++) {
        struct by_gomocup_point point = by_gomocup_point_at(record, ply);
        by_text_format(out, "%c%d", 'a' + point.x, point.y + 1);
    }
    if (status == BY_OK)
        by_text_char(out, '\n');
    return status;
}

/* The first line is an opening of the form; says whether a point is off a board of 8x8. */
static bool looks_like(const char *text, size_t size, read_point_fn *read_point, bool *beyond_8)
{
    struct by_gomocup_text in = {text, size, 0, NULL};
    struct opening opening = {.count = 0};
    *beyond_8 = false;
    if (read_line(&in, read_point, &opening) != BY_OK || opening.count == 0)
        return false;
    bool on_a_board = true;
    for (int i = 0; i < opening.count; i++) {
        const struct by_gomocup_point *p = &opening.point[i];
        *beyond_8 = *beyond_8 || p->x >= 8 || p->y >= 8;
        on_a_board = on_a_board && p->x < LARGEST && p->y < LARGEST;
    }
    return on_a_board;
}

static bool sniff_offset(const char *text, size_t size)
{
    bool beyond_8;
    return looks_like(text, size, read_offset, &beyond_8);
}

/* A line on 8x8 may just as well be a game of Othello: that must be told. */
static bool sniff_pos(const char *text, size_t size)
{
    bool beyond_8;
    return looks_like(text, size, read_pos, &beyond_8) && beyond_8;
}

const struct by_record_format by_record_offset = {
    .name = "offset",
    .sniff = sniff_offset,
    .read = read_offsets,
    .write = write_offsets,
};

const struct by_record_format by_record_pos = {
    .name = "pos",
    .sniff = sniff_pos,
    .read = read_positions,
    .write = write_positions,
};
