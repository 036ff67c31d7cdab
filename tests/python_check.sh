#!/bin/sh
# python/banyan.py against the shared library of the build. Not with the tests of the command line: a library
# that was built with a sanitizer cannot be loaded by a plain Python.
: "${BY_SOURCE:=$(cd "$(dirname "$0")/.." && pwd)}"
: "${BY_BUILD:=$BY_SOURCE/build-test}"
export BANYAN_LIBRARY="$BY_BUILD/libbanyan.so" BY_BANYAN="${BY_BANYAN:-$BY_BUILD/banyan}"
exec python3 "$BY_SOURCE/tests/python/banyan_test.py"
