#!/bin/sh
# The arena stands without SQLite: all of it but src/arena/store/ is built into a program that plays a
# match with the keeper in memory.
. "$(dirname "$0")/tap.sh"

cat >"$scratch/match.c" <<'END'
#include "arena/match.h"
#include <stdio.h>
int main(void)
{
    struct by_rules *rules = NULL;
    struct by_match_result result;
    struct by_error err = {0};
    if (by_rules_open("tictactoe", NULL, 0, NULL, &rules, &err) != BY_OK)
        return puts(err.text), 1;
    struct by_match_plan plan = {
        .rules = rules, .a = "alphabeta", .b = "random", .games = 20, .concurrency = 2, .seed = 1};
    plan.openings.plies = 1;
    if (by_match(&plan, NULL, NULL, NULL, &result, &err) != BY_OK)
        return puts(err.text), 1;
    printf("%d games, %d won, %d lost\n", result.played, result.a_wins, result.b_wins);
    int good = result.played == 20 && result.a_wins > 10 && result.b_wins == 0;
    by_match_close(&plan, &result);
    plan.store = "games.db";
    good = good && by_match(&plan, NULL, NULL, NULL, &result, &err) == BY_BAD_INPUT;
    puts(err.text);
    by_match_close(&plan, &result);
    by_rules_close(rules);
    return good ? 0 : 1;
}
END

builds_without_sqlite()
{
    sources=$("$BY_SOURCE/tools/sources.sh" wire players arena | grep -v '^src/arena/store/')
    cd "$BY_SOURCE" || return 1
    sanitized=
    if nm "$BY_BUILD/libbanyan.a" 2>/dev/null | grep -q __asan_init; then
        sanitized=-fsanitize=address,undefined
    fi
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c17 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -O1 -Iinclude -Isrc \
        -DBY_VERSION='"test"' -o "$scratch/match" "$scratch/match.c" $sources \
        "$BY_BUILD/libbanyan.a" $sanitized -lm -pthread
}
check "the arena builds without SQLite" builds_without_sqlite
check "and plays a match" "$scratch/match"

# The arena beside the store must not know it; others may know what its rows are, but not SQLite.
keeps_apart()
{
    cd "$BY_SOURCE" || return 1
    ! grep -rn '#include "arena/store/' src/arena --include='*.[ch]' | grep -v '^src/arena/store/' &&
        ! grep -rn '#include <sqlite3' src --include='*.[ch]' | grep -v '^src/arena/store/'
}
check "only the store knows SQLite" keeps_apart
finish
