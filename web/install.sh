#!/bin/sh
# install.sh: what the page is built and tested with, as package-lock.json has it. What is installed already and fits is
# taken as it is, so that this works without a network; two at once wait for each other.
cd "$(dirname "$0")" || exit 1
exec 9<package-lock.json
flock 9
npm ls --all --silent >/dev/null 2>&1 && [ -x node_modules/.bin/esbuild ] && [ -x node_modules/.bin/tsc ] &&
    [ -d node_modules/playwright-core ] && [ -d node_modules/axe-core ] && exit
npm ci --prefer-offline --no-audit --no-fund
