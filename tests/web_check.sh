#!/bin/sh
# web_check.sh: the page: the types hold, and the bundle that is committed is what its sources give with the
# Node found here, byte by byte.
. "$(dirname "$0")/tap.sh"
cd "$BY_SOURCE/web" || exit 1

# What is installed already and fits the lock file is taken as it is: this works without a network.
fits()
{
    npm ls --all --silent && [ -x node_modules/.bin/esbuild ] && [ -x node_modules/.bin/tsc ]
}
install()
{
    fits >"$scratch/ls" 2>&1 || npm ci --prefer-offline --no-audit --no-fund
}
check "what the page is built with can be installed" install

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
    for library in preact uplot; do
        grep -q "^$library [0-9]" dist/assets/notices.txt || return 1
    done
    grep -q 'Permission is hereby granted' dist/assets/notices.txt
}
check "the bundle brings the notices of its libraries" names_libraries
finish
