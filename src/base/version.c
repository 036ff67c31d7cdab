/* version.c: the version, given by the build, and what the interface looks like from inside. */
#include "base/version.h"
#include <banyan/banyan.h>
#include <string.h>

#ifndef BY_VERSION
#define BY_VERSION "0.1.0"
#endif

const char *by_version(void)
{
    return BY_VERSION;
}

int by_abi(void)
{
    return BY_ABI;
}

size_t by_struct_size(const char *name)
{
#define SIZE(tag)                                                                                  \
    {                                                                                              \
#tag, sizeof(struct tag)                                                                   \
    }
    static const struct {
        const char *name;
        size_t bytes;
    } list[] = {SIZE(by_error),      SIZE(by_listed),     SIZE(by_listed_option), SIZE(by_setting),
                SIZE(by_game_clock), SIZE(by_limits),     SIZE(by_move_stat),     SIZE(by_work),
                SIZE(by_decision),   SIZE(by_choice),     SIZE(by_step),          SIZE(by_events),
                SIZE(by_cells),      SIZE(by_bandit_game)};
#undef SIZE
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].name, name) == 0)
            return list[i].bytes;
    return 0;
}

#ifdef BY_HAS_DIGEST
extern const char by_sources[]; /* made by the build */
#else
static const char by_sources[] = "";
#endif

const char *by_build(char buffer[BY_BUILD_SIZE])
{
    struct by_text text = by_text_over(buffer, BY_BUILD_SIZE);
    by_text_format(&text, "%s%s%s", by_version(), by_sources[0] ? "+" : "", by_sources);
    return buffer;
}

/* A build without -Dportable=true is for the machine it was made on; elsewhere it may meet an
 * instruction that is not there in the middle of a game. */
const char *by_build_lacks(void)
{
#if defined(__x86_64__) && defined(__AVX512F__)
    if (!__builtin_cpu_supports("avx512f"))
        return "AVX-512";
#endif
#if defined(__x86_64__) && defined(__AVX2__)
    if (!__builtin_cpu_supports("avx2"))
        return "AVX2";
#endif
#if defined(__x86_64__) && defined(__BMI2__)
    if (!__builtin_cpu_supports("bmi2"))
        return "BMI2";
#endif
    return NULL;
}
