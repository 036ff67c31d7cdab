#!/bin/sh
# web_check.sh: the page: the types hold, and the bundle that is committed is what its sources give with the
# Node found here, byte by byte.
. "$(dirname "$0")/tap.sh"
cd "$BY_SOURCE/web" || exit 1

check "what the page is built with can be installed" ./install.sh

no_addresses()
{
    ! grep -n '"resolved"' package-lock.json
}
check "the lock file names no registry" no_addresses

check "the types hold" npm run --silent check
check "the page builds, and weighs no more than it may" node build.mjs "$scratch/dist"
check "the committed bundle is what the sources give" diff -r dist "$scratch/dist"
names_libraries()
{
    grep -q "^preact [0-9]" dist/assets/notices.txt || return 1
    grep -q 'Permission is hereby granted' dist/assets/notices.txt
}
check "the bundle brings the notices of its libraries" names_libraries
finish
