# The everyday commands. `make help` lists them; meson.build says how things are built.

BUILD  ?= build
PREFIX ?= /usr/local
# More options for Meson: make OPTIONS=-Dportable=true
OPTIONS ?=
FUZZ_TIME ?= 60

TESTED = -Dtests=true -Dwerror=true -Dbuildtype=debugoptimized
SANITIZED = $(TESTED) -Doptimization=1 -Db_sanitize=address,undefined

# What meets text and bytes from outside, and other programs.
READERS = $(shell tools/sources.sh --fuzz | sed 's|fuzz/||; s|\.c||') buffer_test child_test \
	conformance_garbage_test expr_error_test fault_test file_test formula_test gtp_words_test options_test program_test \
	record-sgf_hostile_test save_test session_test spec_test store_test text_test words_test \
	faulty-engine

.PHONY: all run test test-long check-game ci bench reproduction lint lint-short asan asan-short tsan fuzz install clean help

all: ## install what is missing and build build/banyan (the default)
	@tools/need.sh build
	@tools/build.sh $(BUILD) -Dprefix=$(PREFIX) $(OPTIONS)

run: all ## the same, then serve the page on which all games can be played
	@$(BUILD)/banyan serve

test: ## install what is missing, build with gcc and clang, run all tests
	@tools/need.sh build test
	@CC=gcc tools/build.sh build-test $(TESTED)
	@CC=clang tools/build.sh build-clang $(TESTED)
	@tests/run.py build-test

test-long: ## the same with many more cases, which takes a while
	@BY_LONG=1 $(MAKE) --no-print-directory test

check-game: ## build and run the tests of one game alone: make check-game GAME=nim
	@tools/need.sh build test
	@tools/check_game.sh "$(GAME)" $(TESTED)

ci: test lint-short asan-short ## what has to hold before a change is accepted

bench: all ## measure the speed
	@$(BUILD)/banyan bench

reproduction: all ## run all experiments of the documents (about an hour; goes on after Ctrl-C), write docs/REPRODUCTION.md
	@tools/reproduction.sh $(BUILD)

lint: ## check the format, the code and the layers
	@tools/need.sh build test lint
	@CC=clang tools/build.sh build-clang $(TESTED)
	@tools/lint.sh build-clang

lint-short: ## the same without the analyser, which takes most of the time
	@tools/need.sh build test lint
	@[ -f build-clang/compile_commands.json ] || CC=clang tools/build.sh build-clang $(TESTED)
	@tools/lint.sh build-clang --short

asan: ## test programs and command line under the address and undefined behaviour sanitizers
	@tools/need.sh build test
	@CC=gcc tools/build.sh build-asan $(SANITIZED)
	@tests/run.py build-asan --unit --cli

asan-short: ## the readers of text alone, with all inputs that are kept for them
	@tools/need.sh build test
	@CC=gcc TARGETS="$(READERS)" tools/build.sh build-asan $(SANITIZED)
	@tests/run.py build-asan --unit --only "$$(echo '$(READERS)' | sed 's/ /|/g; s/.*/^(&)$$/')"

tsan: ## what uses threads, under the thread sanitizer
	@tools/need.sh build test
	@CC=gcc tools/build.sh build-tsan $(TESTED) -Db_sanitize=thread
	@tests/run.py build-tsan --unit --cli --only 'match|perft|search|solve|mcts|cli|queues|workers|serve|load'

fuzz: ## throw bytes at every reader of text for FUZZ_TIME seconds each
	@tools/need.sh build
	@CC=clang tools/need.sh fuzz
	@tools/fuzz.sh $(FUZZ_TIME)

install: all ## install program, library, header, Python module and manual below PREFIX (and DESTDIR)
	@meson install -C $(BUILD) --no-rebuild --quiet --destdir "$(DESTDIR)"
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig

clean: ## remove everything that was built
	rm -rf build build-test build-clang build-asan build-tsan build-fuzz

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' Makefile | expand -t 12
