"""What the tests of the command line share: running the program, and TAP.

The program's path is in the environment variable BY_BANYAN. BY_LONG=1 asks for longer tests.
"""
import json
import os
import shutil
import subprocess
import sys

BANYAN = os.path.abspath(os.environ.get("BY_BANYAN", "build/banyan"))
LONG = os.environ.get("BY_LONG") == "1"

_done = 0
_failed = 0


def check(name, good, detail=""):
    """One test point; `detail` is shown when it fails."""
    global _done, _failed
    _done += 1
    print(f"{'ok' if good else 'not ok'} {_done} - {name}", flush=True)
    if not good:
        _failed += 1
        for line in str(detail).splitlines()[:20]:
            print(f"# {line}", flush=True)
    return good


def same(name, got, wanted):
    return check(name, got == wanted, f"got    {got!r}\nwanted {wanted!r}")


def finish():
    print(f"1..{_done}")
    sys.exit(1 if _failed else 0)


def seeded(arguments):
    """Engines and `play` take a seed of the moment: a test that names none takes 1."""
    plays = arguments and arguments[0] in ("gtp", "gomocup", "nboard", "play")
    return [*arguments, "--seed", "1"] if plays and "--seed" not in arguments else list(arguments)


def run(*arguments, **options):
    """Runs the program with no terminal; text in and out."""
    options.setdefault("stdin", None if "input" in options else subprocess.DEVNULL)
    if options["stdin"] is None:
        del options["stdin"]
    options.setdefault("timeout", 200)
    return subprocess.run([BANYAN, *seeded(arguments)], capture_output=True, text=True, check=False,
                          **options)


def run_bound(folder, *arguments, **options):
    """Runs the program as somebody whom the modes of files bind. Root they do not, so that the test then plays
    as somebody else, with a copy of the program in `folder`: everybody may open that one, whereas the
    program itself may lie below a closed folder, as the home of root is."""
    if os.getuid() != 0:
        return run(*arguments, **options)
    copy = os.path.join(folder, "banyan-for-all")
    if not os.path.exists(copy):
        shutil.copy(BANYAN, copy)
        os.chmod(copy, 0o755)
        os.chmod(folder, 0o755)
    return run(*arguments, executable=copy, user=65534, **options)


def words(result):
    """A result for a failure's detail."""
    return f"status {result.returncode}\nstdout {result.stdout!r}\nstderr {result.stderr!r}"


def data(*arguments):
    """The JSON that a command prints; a failed test point and {} when there is none."""
    result = run(*arguments, "--json")
    try:
        if result.returncode == 0 and result.stderr == "":
            return json.loads(result.stdout)
    except ValueError:
        pass
    check("JSON from " + " ".join(arguments), False, words(result))
    return {}


def sanitizer_spoke(text):
    return "Sanitizer" in text or "runtime error" in text
