#!/bin/sh
# browser_check.sh: the page in a browser: what a person does, done by Playwright in Chromium (web/test/).
# Prints TAP; with BY_LONG=1 whole games of every game as well, and every view on a tablet.
: "${BY_SOURCE:=$(cd "$(dirname "$0")/.." && pwd)}"
cd "$BY_SOURCE/web" || exit 1
installed=$(./install.sh 2>&1) || {
    echo "not ok 1 - what the page is tested with can be installed"
    echo "$installed" | sed 's/^/# /'
    exit 1
}
exec node test/run.mjs "$@"
