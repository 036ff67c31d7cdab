#!/usr/bin/env python3
"""Files that the program writes: a full disk loses nothing, links and modes stay, two at once do not meet."""
import os
import resource
import signal
import stat
import subprocess
import tempfile

from _tap import BANYAN, check, finish, run, run_bound, same, words

FOLDER = tempfile.mkdtemp(prefix="banyan-files-")
os.environ["XDG_CONFIG_HOME"] = f"{FOLDER}/config"
ENGINES = f"{FOLDER}/config/banyan/engines"
TOURNAMENT = """game = "tictactoe"
games = 2
[[player]]
name = "first"
spec = "random"
[[player]]
name = "second"
spec = "random"
"""


def path(name):
    return os.path.join(FOLDER, name)


def put(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return path(name)


def content(name):
    with open(path(name), "rb") as file:
        return file.read()


def little_room():
    """No file can be longer than 100 bytes: what a full disk does."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


# --- a full disk ---------------------------------------------------------------------------------------

def test_full_disk():
    game = put("game.sgf", "(;GM[1]FF[4]SZ[9]" + "".join(f";B[{a}a];W[{a}c]" for a in "abcdefghi") + ")")
    plan = put("plan", TOURNAMENT)
    writers = {
        "convert": ("old.sgf", ["convert", game, path("old.sgf")]),
        "lesson --svg": ("old.svg", ["lesson", "pi", "--points", "10", "--svg", path("old.svg")]),
        "tree --svg": ("old.svg", ["tree", "((5 -3)(2 4))", "--svg", path("old.svg")]),
        "think --tree": ("old.json", ["think", "tictactoe", "--player", "mcts", "--sims", "50", "--tree",
                                      path("old.json")]),
        "tournament --report": ("old.md", ["tournament", plan, "--report", path("old.md")]),
        "solve --save": ("old.save", ["solve", "tictactoe", "--save", path("old.save")]),
    }
    for name, (file, arguments) in writers.items():
        if name == "solve --save":  # what is there must be a save: it is read first
            run(*arguments)
            check("solve --save makes its file", os.path.exists(path(file)))
        else:
            put(file, "old")
        old, before = content(file), sorted(os.listdir(FOLDER))
        result = run(*arguments, preexec_fn=little_room)
        check(f"{name}: a full disk is a failure", result.returncode == 1 and "cannot write" in result.stderr,
              words(result))
        same(f"{name}: the old file is whole", content(file), old)
        same(f"{name}: nothing is left beside it", sorted(os.listdir(FOLDER)), before)
        same(f"{name}: with room it is written", run(*arguments).returncode, 0)
        check(f"{name}: as a new text", name == "solve --save" or content(file) != old)


def test_gtp_record():
    put("old.sgf", "old")
    moves = "".join(f"play {'bw'[i % 2]} {'ABCDEFGHJ'[i % 9]}{1 + i // 9}\n" for i in range(40))
    result = run("gtp", "--game", "go", "--size", "9", input=moves + f"printsgf {path('old.sgf')}\nquit\n",
                 preexec_fn=little_room)
    check("printsgf: a full disk is an error", "? cannot write file" in result.stdout, words(result))
    same("printsgf: the old file is whole", content("old.sgf"), b"old")


# --- answers and transcripts ---------------------------------------------------------------------------

def test_answers():
    for command, said in (("gtp", "name\nquit\n"), ("gomocup", "ABOUT\nEND\n"),
                          ("nboard", "nboard 2\nset depth 2\nping 1\nquit\n")):
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([BANYAN, command], input=said, stdout=full, stderr=subprocess.PIPE, text=True,
                                    check=False, timeout=60)
        check(f"{command}: an answer that cannot be written is a failure", result.returncode == 1 and
              "could not be written: No space left" in result.stderr, result.stderr)


def test_transcript():
    program = f'gtp cmd="{os.path.abspath(os.environ.get("BY_BUILD", "build-test"))}/faulty-engine gtp none"'
    result = run("match", "tictactoe", "--a", program + " transcript=/dev/full", "--b", "random", "--games", "2")
    check("a transcript that cannot be written is a failure", result.returncode == 1 and
          "transcript '/dev/full' cannot be written: No space left" in result.stderr, words(result))
    result = run("match", "tictactoe", "--a", f"{program} transcript={path('said')}", "--b", "random", "--games", "2",
                 preexec_fn=little_room)
    check("also in the middle of it", result.returncode == 1 and "cannot be written: File too large" in result.stderr,
          words(result))


# --- before the work ------------------------------------------------------------------------------------

def test_report_in_no_folder():
    plan = put("plan", TOURNAMENT)
    result = run("tournament", plan, "--store", path("t.db"), "--report", path("none/report.md"))
    check("a report in no folder", result.returncode == 1 and "cannot write" in result.stderr, words(result))
    check("no game was played for it", not os.path.exists(path("t.db")))
    os.mkdir(path("closed"))
    os.chmod(path("closed"), 0o555)
    result = run_bound(FOLDER, "tournament", plan, "--report", path("closed/report.html"))
    check("a report in a closed folder", result.returncode == 1 and "Permission denied" in result.stderr,
          words(result))
    with open(path("guarded.md"), "w", encoding="utf-8") as file:
        file.write("old")
    os.chmod(path("guarded.md"), 0o444)
    result = run_bound(FOLDER, "tournament", plan, "--report", path("guarded.md"))
    check("a report that may not be written", result.returncode == 1 and "cannot write" in result.stderr,
          words(result))


# --- names -----------------------------------------------------------------------------------------------

def test_many_names_at_once():
    crowd = [subprocess.Popen([BANYAN, "engine", "add", f"n{i}", "random"], stdout=subprocess.DEVNULL)
             for i in range(20)]
    same("twenty names at once", [one.wait() for one in crowd], [0] * 20)
    listed = sorted(line.split()[0] for line in open(ENGINES, encoding="utf-8"))
    same("all of them are in the list", listed, sorted(f"n{i}" for i in range(20)))
    same("others may not read a list that is new", stat.S_IMODE(os.stat(ENGINES).st_mode), 0o600)


def test_list_keeps_its_looks():
    real = path("dotfiles")
    os.replace(ENGINES, real)
    os.symlink(real, ENGINES)
    os.chmod(real, 0o640)
    same("a name is added through a link", run("engine", "add", "linked", "random").returncode, 0)
    check("the link is a link", os.path.islink(ENGINES))
    check("the name is behind it", b"linked random\n" in content("dotfiles"))
    same("its mode is kept", stat.S_IMODE(os.stat(real).st_mode), 0o640)
    same("a name is removed through it", run("engine", "rm", "linked").returncode, 0)
    check("the link is a link still", os.path.islink(ENGINES) and b"linked" not in content("dotfiles"))


def test_two_links_to_one_list():
    """Two config folders, each with a link of its own kind to the same list."""
    real = put("shared-list", "old random\n")
    homes = [path("home-a"), path("home-b")]
    for home, target in zip(homes, (real, "../../shared-list")):
        os.makedirs(f"{home}/banyan")
        os.symlink(target, f"{home}/banyan/engines")
    crowd = [subprocess.Popen([BANYAN, "engine", "add", f"n{i}", "random"], stdout=subprocess.DEVNULL,
                              env={**os.environ, "XDG_CONFIG_HOME": homes[i % 2]}) for i in range(20)]
    same("twenty names at once through two links", [one.wait() for one in crowd], [0] * 20)
    same("all of them are in the list, with the old one", sorted(content("shared-list").decode().split()[::2]),
         sorted(["old"] + [f"n{i}" for i in range(20)]))
    check("the lock is beside the list", os.path.exists(f"{real}.lock"))
    same("and none beside the links", [os.listdir(f"{home}/banyan") for home in homes], [["engines"]] * 2)


# --- solve --save twice -------------------------------------------------------------------------------------

def test_two_solve_at_once():
    work = ["solve", "breakthrough", "--size", "4x4", "--save", path("both.save")]
    crowd = [subprocess.Popen([BANYAN, *work], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
             for _ in range(4)]
    ends = [one.communicate()[1] for one in crowd]
    check("four solve with one file", all(one.returncode == 0 for one in crowd), "".join(ends))
    result = run(*work)
    check("and what they leave can be read", result.returncode == 0, words(result))
    same("nothing else is left", [name for name in os.listdir(FOLDER) if name.startswith("both") and
                                  name != "both.save" or name.endswith(".part")], [])


test_full_disk()
test_gtp_record()
test_answers()
test_transcript()
test_report_in_no_folder()
test_many_names_at_once()
test_list_keeps_its_looks()
test_two_links_to_one_list()
test_two_solve_at_once()
finish()
