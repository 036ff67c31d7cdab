/* knowledge.h: what a player knows that others do not: what stands behind the colon in
 * `eval=matrix:FILE` (by_rules_knowing, game.h), and whether that is a file to be read. */
#ifndef BY_GAMES_KNOWLEDGE_H
#define BY_GAMES_KNOWLEDGE_H

#include "games/game.h"

/* Whether the setting names a file: that of a TEXT option with `choices` which is none of those. */
bool by_setting_names_file(const struct by_option *options, const struct by_setting *setting);

/* Calls `each` for every file that knowing `argument` means reading. */
typedef void by_knowledge_file_fn(void *context, const char *path);
void by_knowledge_files(const struct by_rules *rules, const char *argument,
                        by_knowledge_file_fn *each, void *context);

/* Whether knowing `argument`, what stood behind the colon, means reading a file. */
bool by_knowledge_reads_file(const struct by_rules *rules, const char *argument);

#endif
