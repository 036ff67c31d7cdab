/* fuzz.h: what the fuzz targets share.
 *
 * A target is one file, NAME_fuzz.c, that gives any bytes to one reader and demands of it what it
 * promises: to refuse with a sentence, or to understand and then be consistent. Sanitizers see to the
 * rest. It is built twice: with replay.c as a test program that reads the inputs kept in corpus/NAME/,
 * and with libFuzzer, which makes up new ones (`make fuzz`). */
#ifndef BY_FUZZ_FUZZ_H
#define BY_FUZZ_FUZZ_H

#include "games/line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts, and says what was demanded, unless it holds. */
void by_fuzz_demand(bool holds, const char *what);

/* Demands that a failure is told in one sentence: not empty, one line, nothing in it that a terminal
 * would obey. */
void by_fuzz_sentence(const struct by_error *err);

/* The bytes as a text, from malloc: up to the first zero. */
char *by_fuzz_text(const uint8_t *data, size_t size);

/* Cuts the text at its first newline; returns what stands behind it, "" when there is none. */
char *by_fuzz_split(char *text);

/* Makes a text harmless that may name files and programs: no '/', no "cmd", no "transcript". */
void by_fuzz_tame(char *text);

/* Opens rules by a spec as "go size=5x5", at the position (NULL: the game's start). NULL: refused. */
struct by_rules *by_fuzz_rules(const char *spec, const char *position);

/* A folder for this run of the program, and a file in it; `path` has room for BY_FUZZ_PATH. */
#define BY_FUZZ_PATH 512
void by_fuzz_folder(char *path);
void by_fuzz_file(char *path, const char *name, const void *data, size_t size);
void by_fuzz_remove(const char *path); /* the file; the folder too when it is empty then */

/* The descriptor of a pipe from which these bytes come, and then the end. */
int by_fuzz_pipe(const void *data, size_t size);

#endif
