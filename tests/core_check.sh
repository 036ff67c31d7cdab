#!/bin/sh
# The core stands alone: libc, threads, and of libm the square root only.
. "$(dirname "$0")/tap.sh"
shared=$BY_BUILD/libbanyan.so
archive=$BY_BUILD/libbanyan.a

needs_only_libc()
{
    readelf -d "$shared" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$scratch/needed"
    cat "$scratch/needed"
    [ -s "$scratch/needed" ] && ! grep -Ev '^(libc|libm|libpthread|ld-linux.*)\.so' "$scratch/needed"
}
check "the shared library needs nothing but libc, libm and threads" needs_only_libc

# glibc chooses among variants of exp, log and the like by processor; sqrt is exact by the
# standard (IEEE 754), so every machine agrees on it.
uses_only_sqrt()
{
    nm -D --defined-only "$(cc -print-file-name=libm.so.6)" | awk '{ sub(/@.*/, "", $3); print $3 }' |
        grep -v '^sqrt$' | sort -u >"$scratch/libm"
    nm -u "$archive" 2>/dev/null | awk '$1 == "U" { print $2 }' | sort -u >"$scratch/used"
    [ -s "$scratch/libm" ] && [ -s "$scratch/used" ] || return 1
    ! comm -12 "$scratch/libm" "$scratch/used" | grep .
}
check "of libm the core uses sqrt alone" uses_only_sqrt

# What the header promises is what the shared library offers, no less and no more.
exports_the_header()
{
    sed -n 's/.*[ *]\(by_[a-z_]*\)(.*/\1/p' "$BY_SOURCE/include/banyan/banyan.h" | sort -u \
        >"$scratch/promised"
    nm -D --defined-only "$shared" | awk '{ print $3 }' | sort -u >"$scratch/offered"
    diff "$scratch/promised" "$scratch/offered"
}
check "the shared library exports the functions of banyan.h" exports_the_header

# The README's plain compiler line: from `cc ` to the first line that does not end in `\`.
plain_line()
{
    sed -n '/^ *cc /,/[^\\]$/p' "$BY_SOURCE/README.md" | sed '/[^\\]$/q'
}
builds_plainly()
{
    mkdir "$scratch/plain" && cd "$scratch/plain" || return 1
    cp -R "$BY_SOURCE/include" "$BY_SOURCE/src" "$BY_SOURCE/examples" .
    plain_line >../line.sh
    cat ../line.sh
    grep -q examples/first.c ../line.sh && sh -e ../line.sh
}
check "the README's one cc line builds examples/first.c" builds_plainly

runs_plainly()
{
    cd "$scratch/plain" || return 1
    program=$(sed -n 's/.* -o *\([^ ]*\).*/\1/p' ../line.sh)
    "./${program:-a.out}" >../said && cat ../said && [ -s ../said ]
}
check "and the example runs" runs_plainly

# The version stands in meson.build; version.c repeats it for builds without Meson.
same_version()
{
    stated=$(sed -n "s/^project(.* version: '\([^']*\)'.*/\1/p" "$BY_SOURCE/meson.build")
    echo "meson.build says $stated"
    [ -n "$stated" ] && grep "^#define BY_VERSION \"$stated\"" "$BY_SOURCE/src/base/version.c"
}
check "a plain build has the same version" same_version
finish
