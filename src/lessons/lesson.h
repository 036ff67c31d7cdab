/* lesson.h: the contract between the lessons and everything else.
 *
 * A lesson explains one idea of recursion, search or chance: it computes something, says what it
 * found in words and a drawing of characters, draws the same as SVG, and hands its numbers to
 * programs. It is one constant struct by_lesson; lessons.def lists them, one line each. Options
 * are a table as for games and searches, so that parsing, help and error messages come with it.
 *
 * Everything a lesson says goes into a sink. Nothing is printed here, and nothing grows without
 * bound: the options have ranges, texts and drawings a limit. */
#ifndef BY_LESSONS_LESSON_H
#define BY_LESSONS_LESSON_H

#include "base/buffer.h"
#include "base/json.h"
#include "base/options.h"

/* --- the sink --------------------------------------------------------------- */

enum by_want {
    BY_WANT_SVG = 1,
    BY_WANT_STEPS = 2,
    BY_WANT_FRAMES = 4,
};

/* More steps than these nobody walks through; the last one says that the others are left out. */
#define BY_STEPS_MAX       20000
#define BY_STEPS_BYTES_MAX ((size_t)32 << 20)

/* Of a moving picture: who draws it keeps all of them at hand. */
#define BY_FRAMES_MAX       4000
#define BY_FRAMES_BYTES_MAX ((size_t)2 << 20)

/* What a lesson writes into. `text` is for people, lines of 80 characters where a drawing does
 * not need more; `svg` is one whole drawing; `figures` is one JSON object. `steps` holds the
 * pictures of a walk through the algorithm, one after the other. `frames` are the same for who draws
 * himself: a JSON object each, with all that the picture of that moment shows and `figures` does not
 * say; where they are wanted, by_lesson_run joins them to the figures as "frames". */
struct by_sink {
    unsigned wants; /* of enum by_want: what else the caller will look at */
    bool colour;    /* the text is for a terminal that understands escapes */
    struct by_buffer text;
    struct by_buffer svg;
    struct by_buffer json;
    struct by_json figures; /* writes into json */
    struct by_buffer steps;
    size_t *step_starts; /* step i is steps.data[step_starts[i] .. step_starts[i + 1]) */
    int step_count;
    bool steps_cut; /* there were more than there is room for */
    struct by_buffer frames_json;
    struct by_json frames; /* writes into frames_json: an array */
    int frame_count;
    bool frames_cut;

    /* NULL, or what the steps make up, one after the other ("simulation"), and the step that each of them
     * begins with. */
    const char *chapter;
    int *chapter_starts;
    int chapter_count;
};

void by_sink_open(struct by_sink *sink, unsigned wants, bool colour);
void by_sink_close(struct by_sink *sink);

bool by_sink_wants(const struct by_sink *sink, enum by_want want);

/* Begins the next step: the picture goes into the buffer returned. NULL: nobody wants it. */
struct by_buffer *by_sink_step(struct by_sink *sink);

/* Begins the next frame, an object: its members go into what is returned, and by_json_end_object ends it. NULL:
 * nobody wants it, or there are too many. */
struct by_json *by_sink_frame(struct by_sink *sink);

/* The step that was begun last begins a chapter. Where the next one behind step `index` begins; the last step
 * when there is none. */
void by_sink_chapter(struct by_sink *sink, const char *what);
int by_sink_next_chapter(const struct by_sink *sink, int index);

/* The picture of step `index`, and its length. */
const char *by_sink_step_text(const struct by_sink *sink, int index, size_t *length);

/* Escapes for emphasis; "" where the text is plain. */
enum by_mark { BY_MARK_PLAIN, BY_MARK_BOLD, BY_MARK_DIM, BY_MARK_GOOD, BY_MARK_BAD, BY_MARK_NEW };
const char *by_mark(const struct by_sink *sink, enum by_mark mark);

/* --- lessons ---------------------------------------------------------------- */

struct by_lesson {
    const char *name;
    const char *title;               /* a heading */
    const char *summary;             /* one line, no full stop */
    const struct by_option *options; /* ended by a NULL name, or NULL */

    /* Teaches. `values` have been checked against `options`. Writes words and the drawing into
     * sink->text, numbers into sink->figures (inside an object already begun), and, where they
     * are wanted, sink->svg and steps. Running out of memory while writing needs no attention
     * here: by_lesson_run looks at the buffers afterwards. */
    enum by_status (*run)(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err);
};

/* The lessons in the order of lessons.def; NULL past the end. */
const struct by_lesson *by_lesson_at(int index);
const struct by_lesson *by_lesson_find(const char *name);
void by_lesson_names(struct by_text *out); /* "pi|factorial|..." */

/* Runs a lesson with its options chosen; the sink must be fresh. On failure its contents mean
 * nothing. */
enum by_status by_lesson_run(const struct by_lesson *lesson, const struct by_setting *settings,
                             int count, struct by_sink *sink, struct by_error *err);

/* --- what several lessons use ------------------------------------------------ */

int by_lesson_int(const struct by_values *values, const char *name);

/* Seeds use all 64 bits: the option "seed" is a text that this reads. */
#define BY_LESSON_SEED                                                                             \
    {                                                                                              \
        .name = "seed", .type = BY_OPTION_TEXT, .fallback = "1", .low = 1, .high = 20,             \
        .help = "what all chance depends on: 0 to 18446744073709551615"                            \
    }
enum by_status by_lesson_seed(const struct by_values *values, uint64_t *seed, struct by_error *err);

/* A value with its sign, and 0 without: "+8", "0", "-4". Returns `buffer`. */
#define BY_SIGNED_SIZE 16
const char *by_signed(int value, char buffer[BY_SIGNED_SIZE]);

/* A count with commas: "14,200". Returns `buffer`. */
#define BY_COMMAS_SIZE 32
const char *by_commas(uint64_t count, char buffer[BY_COMMAS_SIZE]);

#endif
