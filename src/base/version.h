/* version.h: which Banyan this is, more exactly than by_version (banyan.h) says.
 *
 * Between two versions the players change. by_build has the version and, where the build computed it
 * (tools/digest.sh), a digest of all sources and learned data that decide what is played:
 * "0.1.0+3f2a91c07d11". Equal texts mean equal players, wherever and however they were built. */
#ifndef BY_BASE_VERSION_H
#define BY_BASE_VERSION_H

#include "base/text.h"

#define BY_BUILD_SIZE 64
const char *by_build(char buffer[BY_BUILD_SIZE]);

/* What this build uses of a processor and this one has not, for people: "AVX-512"; NULL: nothing. */
const char *by_build_lacks(void);

#endif
