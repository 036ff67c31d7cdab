#!/usr/bin/env python3
"""run.py BUILD [--unit] [--cli] [--only PATTERN]: runs the tests and counts what they say.

A test is a program or script that writes TAP (`ok 1 - name`, `not ok 2 - name`) on its
output: the *_test programs in BUILD and its *_fuzz programs with the inputs in fuzz/corpus
(--unit), tests/cli/*.py (--cli), tests/*_check.sh; without a choice, all of them. Two run at a time. A crash, a time-out, a plan that was not
fulfilled, and a file without a single test point each count as one failure. At most two files that
failed are run again when all others have ended: what needs a processor in time may not get it while
something else wants both. What passes only then is said. The last line is `N passed, M failed`; the
status is 1 when M is not 0.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONG = os.environ.get("BY_LONG") == "1"
LIMIT_S = 3600 if LONG else 1800  # the page in a browser: 10 minutes where 25 other processes want the two processors, 5 where few do
JOBS = 2
AGAIN = 2  # files that are run again: where more fail it is not for want of time

POINT = re.compile(r"^(not )?ok\b[^#]*(# *SKIP)?", re.IGNORECASE)
PLAN = re.compile(r"^1\.\.(\d+)\s*$")


class Outcome:
    """What one test file said."""

    def __init__(self, name, status, output, seconds):
        self.name, self.output, self.seconds = name, output, seconds
        self.passed = self.failed = self.skipped = planned = 0
        for line in output.splitlines():
            point, plan = POINT.match(line), PLAN.match(line)
            if plan:
                planned += int(plan.group(1))
            elif point and point.group(2):
                self.skipped += 1
            elif point and point.group(1):
                self.failed += 1
            elif point:
                self.passed += 1
        self.trouble = self._trouble(status, planned)
        if self.trouble:
            self.failed += 1

    def _trouble(self, status, planned):
        points = self.passed + self.failed + self.skipped
        if status is None:
            return f"ran longer than {LIMIT_S} s"
        if status < 0:
            return f"killed by {signal.Signals(-status).name}"
        if points == 0:
            return f"no test points, status {status}"
        if planned > points:
            return f"{planned} tests planned, {points} reported"
        if status != 0 and self.failed == 0:
            return f"status {status}"
        return None

    def line(self):
        words = [f"{self.passed} passed"]
        if self.failed:
            words.append(f"{self.failed} failed")
        if self.skipped:
            words.append(f"{self.skipped} skipped")
        if self.trouble:
            words.append(self.trouble)
        mark = "FAIL" if self.failed else "ok"
        return f"{mark:4} {self.name:40} {self.seconds:6.1f} s  {', '.join(words)}"


def find_tests(build, unit, cli):
    """The (name, command) of every test, the slow kinds first: they end last."""
    everything = not (unit or cli)
    tests = []
    if everything:
        for path in sorted(glob.glob(f"{ROOT}/tests/*_check.sh")):
            tests.append((os.path.relpath(path, ROOT), ["sh", path]))
    if everything or cli:
        for path in sorted(glob.glob(f"{ROOT}/tests/cli/*.py")):
            if not os.path.basename(path).startswith("_"):
                tests.append((os.path.relpath(path, ROOT), [sys.executable, path]))
    if everything or unit:
        for path in sorted(glob.glob(f"{build}/*_test")):
            tests.append((os.path.basename(path), [path]))
        for path in sorted(glob.glob(f"{build}/*_fuzz")):
            name = os.path.basename(path)
            tests.append((name, [path, f"{ROOT}/fuzz/corpus/{name.removesuffix('_fuzz')}"]))
    return tests


def environment(build):
    env = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", BY_SOURCE=ROOT, BY_BUILD=build,
               BY_BANYAN=f"{build}/banyan", PYTHONDONTWRITEBYTECODE="1",
               XDG_CONFIG_HOME=f"{build}/test-config")  # not the user's own
    # Tests ask for more memory than there is: a sanitizer must refuse it like malloc does.
    for name in ("ASAN_OPTIONS", "TSAN_OPTIONS"):
        env[name] = "allocator_may_return_null=1"
    env["UBSAN_OPTIONS"] = "print_stacktrace=1"
    # A test that calls make must not talk to the make that called us.
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"):
        env.pop(name, None)
    return env


def run_test(test, build, logs):
    name, command = test
    begun = time.monotonic()
    # A session of its own, so that a time-out also ends the children.
    with subprocess.Popen(command, cwd=ROOT, env=environment(build), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=LIMIT_S)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            status = None
    text = output.decode("utf-8", "replace")
    with open(f"{logs}/{name.replace('/', '-')}.log", "w", encoding="utf-8") as log:
        log.write(text)
    return Outcome(name, status, text, time.monotonic() - begun)


def run_again(failed, build, logs):
    """Runs the few files that failed once more, each alone: their outcomes by name."""
    outcomes = {}
    for test in failed if len(failed) <= AGAIN else []:
        outcome = outcomes[test[0]] = run_test(test, build, logs)
        print(f"again, alone: {outcome.line()}", flush=True)
        if outcome.failed:
            print(outcome.output, flush=True)
        else:
            print(f"# {test[0]} passed only when it was run again", flush=True)
    return outcomes


def inherit_no_deafness():
    """Tests send signals, and a signal that whoever started us ignores (nohup, a job in the background)
    or blocks would be ignored by them. A handler is not inherited: this one does nothing, so that we
    stay deaf and they are not."""
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for number in signal.valid_signals() - {signal.SIGPIPE, signal.SIGXFSZ}:  # Popen restores these
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def main():
    inherit_no_deafness()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", help="the directory with the program and the test programs")
    parser.add_argument("--unit", action="store_true", help="the test programs")
    parser.add_argument("--cli", action="store_true", help="the tests of the command line")
    parser.add_argument("--only", default="", metavar="PATTERN",
                        help="tests whose name matches this regular expression")
    options = parser.parse_args()

    build = os.path.abspath(options.build)
    logs = f"{build}/test-logs"
    os.makedirs(logs, exist_ok=True)
    tests = [test for test in find_tests(build, options.unit, options.cli)
             if re.search(options.only, test[0])]

    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        waiting = [pool.submit(run_test, test, build, logs) for test in tests]
        for done in concurrent.futures.as_completed(waiting):
            outcome = done.result()
            outcomes.append(outcome)
            print(outcome.line(), flush=True)
            if outcome.failed:
                print(outcome.output, flush=True)

    late = run_again([test for test in tests if test[0] in {one.name for one in outcomes if one.failed}], build, logs)
    outcomes = [late.get(outcome.name, outcome) for outcome in outcomes]
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    if not tests:
        print("There are no tests to run.")
        failed = 1
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
