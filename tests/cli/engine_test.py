#!/usr/bin/env python3
"""Names for players, and other programs as players."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from _tap import BANYAN, check, finish, run, same, sanitizer_spoke, words

BUILD = os.path.abspath(os.environ.get("BY_BUILD", "build-test"))
SOURCE = os.path.abspath(os.environ.get("BY_SOURCE", "."))
FOLDER = tempfile.mkdtemp(prefix="banyan-engine-")
os.environ["XDG_CONFIG_HOME"] = f"{FOLDER}/config"
LIST = f"{FOLDER}/config/banyan/engines"


# What happens within a moment may take longer on a busy machine; only silence is cut short.
def faulty(fault, protocol="gtp", options="move=5s command=5s margin=5s"):
    return f'{protocol} cmd="{BUILD}/faulty-engine {protocol} {fault}" {options}'


def refused(name, result, words_wanted):
    check(name, result.returncode == 2 and words_wanted in result.stderr and result.stdout == ""
          and result.stderr.count("\n") <= 4, words(result))


# --- names -----------------------------------------------------------------------------------

result = run("engine", "ls")
check("without a file there are no names", result.returncode == 0 and LIST in result.stdout,
      words(result))
check("and none is made", not os.path.exists(LIST))
same("a name is added", run("engine", "add", "quick", "mcts sims=20").returncode, 0)
same("another one", run("engine", "add", "Bad-1", faulty("illegal")).returncode, 0)
same("both stand in the file, one a line",
     open(LIST, encoding="utf-8").read(), f"quick mcts sims=20\nBad-1 {faulty('illegal')}\n")
listed = json.loads(run("engine", "ls", "--json").stdout)
same("and in the list", [entry["name"] for entry in listed["engines"]], ["quick", "Bad-1"])

same("a player has manners", run("engine", "add", "polite", "mcts sims=10 resign=5").returncode, 0)
same("and plays with them", run("think", "tictactoe", "--player", "polite", "--threads", "2").returncode, 0)
same("it goes", run("engine", "rm", "polite").returncode, 0)
refused("a search's name cannot be given", run("engine", "add", "mcts", "random"), "mcts")
refused("nor a protocol's", run("engine", "add", "GTP", "random"), "GTP")
refused("nor human", run("engine", "add", "human", "random"), "human")
refused("nor a word with a blank", run("engine", "add", "a b", "random"), "a b")
refused("a name is not lost by mistake", run("engine", "add", "QUICK", "random"), "already")
refused("a spec must be one", run("engine", "add", "x", "randm"), "random")
refused("with the options it has", run("engine", "add", "x", "mcts simz=3"), "sims")
refused("a program needs a command", run("engine", "add", "x", "gtp"), "cmd")
refused("what is not there cannot go", run("engine", "rm", "nobody"), "nobody")
refused("actions have names", run("engine", "lss"), "ls")
refused("and arguments", run("engine", "rm"), "engine rm NAME")
same("--replace means it",
     run("engine", "add", "QUICK", "random", "--replace").returncode, 0)
same("a name is in either case", run("engine", "rm", "quick").returncode, 0)

with open(LIST, "a", encoding="utf-8") as file:
    file.write("# kept\n\nswift mcts sims=10\n")
same("a file edited by hand is read", run("engine", "add", "last", "swift").returncode, 0)
check("comments stay, and a name's name is what it stands for",
      "# kept\n\nswift mcts sims=10\nlast mcts sims=10\n" in open(LIST, encoding="utf-8").read())
result = run("think", "tictactoe", "--player", "swift", "--json")
same("a name is a player", json.loads(result.stdout or "{}").get("work", {}).get("simulations"), 10)
result = run("think", "tictactoe", "--player", "swift rave=on", "--json")
same("and takes more options", result.returncode, 0)
refused("an unknown name is refused with those there are",
        run("think", "tictactoe", "--player", "swfit"), "swift")
with open(LIST, "a", encoding="utf-8") as file:
    file.write("9lives random\n")
refused("a mistake in the file is named with its line", run("engine", "ls"), "line 6")
check("the file is not changed then", run("engine", "add", "y", "random").returncode == 2
      and open(LIST, encoding="utf-8").read().endswith("9lives random\n"))
shutil.rmtree(f"{FOLDER}/config")

# --- other programs ------------------------------------------------------------------------------

result = run("match", "tictactoe", "--a", faulty("none"), "--b", "random", "--games", "4", "--list")
check("a program plays a match", result.returncode == 0 and "games     4" in result.stdout,
      words(result))
result = run("match", "tictactoe", "--a", "random", "--b", faulty("crash"), "--games", "2",
             "--json", "--list")
said = json.loads(result.stdout or "{}")
same("its faults are listed", [(f["number"], f["player"], f["fault"]) for f in said["faults"]],
     [(1, "b", "crash"), (2, "b", "crash")])
check("with its last words", "something broke" in said["faults"][0]["why"], said)
same("and how each game ended", [game["ended"] for game in said["list"]], ["crash", "crash"])
result = run("match", "tictactoe", "--a", "random", "--b", faulty("crash"), "--games", "2")
check("also in words", "game 1 lost by b: crash" in result.stdout, words(result))
result = run("think", "tictactoe", "--player", faulty("none"), "--json")
same("think asks a program", json.loads(result.stdout or "{}").get("move"), "a1")
result = run("think", "tictactoe", "--player", faulty("resign"))
check("which may resign", result.returncode == 1 and "resigns" in result.stderr, words(result))
result = run("think", "tictactoe", "--player", faulty("half", options="move=1s"))
check("or fail", result.returncode == 1 and "middle" in result.stderr, words(result))
refused("its thoughts are its own", run("think", "tictactoe", "--player", faulty("none"),
                                        "--trace"), "--trace")
refused("and so is its tree", run("think", "tictactoe", "--player", faulty("none"),
                                  "--tree", "-"), "--tree")
result = run("play", "tictactoe", "--first", faulty("none"), "--second", "random", "--json")
check("play seats a program", json.loads(result.stdout or "{}").get("winner") is not None,
      words(result))
result = run("play", "tictactoe", "--first", "random", "--second", faulty("resign"))
check("and lets it resign", result.returncode == 0 and "O resigns. X wins" in result.stdout,
      words(result))
names = [entry["name"] for entry in json.loads(run("searches", "--json").stdout)["programs"]]
same("the protocols are listed", names, ["gtp", "gomocup", "nboard"])
check("with their options", "transcript" in run("searches", "gtp").stdout)

# --- engine check ---------------------------------------------------------------------------------

starters = [(f"gtp cmd={BUILD}/examples-engines-gtp", "gomoku"),
            (f'gtp cmd="{sys.executable} {SOURCE}/examples/engines/gtp.py"', "go"),
            (f"gomocup cmd={BUILD}/examples-engines-gomocup", "gomoku"),
            (f'gomocup cmd="{sys.executable} {SOURCE}/examples/engines/gomocup.py"', "gomoku")]
for spec, game in starters:
    result = run("engine", "check", f"{spec} margin=10s", "--game", game)
    check(f"a starter engine passes: {spec.split('/')[-1]}",
          result.returncode == 0 and "checks passed" in result.stdout, words(result))
    repeats = ["--option", "superko=on"] if game == "go" else []  # the starter knows no other rule
    result = run("match", game, "--size", "5", *repeats, "--a", spec, "--b", "random", "--games", "2", "--json")
    same("and plays", json.loads(result.stdout or "{}").get("faults"), [])
for path in ("gtp.c", "gtp.py", "gomocup.c", "gomocup.py"):
    with open(f"{SOURCE}/examples/engines/{path}", encoding="utf-8") as file:
        lines = len(file.readlines())
    check(f"{path} has at most 60 lines", lines <= 60, lines)

for fault in ("crash", "hang", "occupied", "garbage", "id", "ignore-quit"):
    short = {"hang": "move=0.2s margin=0s", "ignore-quit": "stop=0.2s"}
    result = run("engine", "check", faulty(fault, options=short.get(fault, "")), "--game",
                 "tictactoe", "--json")
    said = json.loads(result.stdout or "{}")
    check(f"{fault} is found", result.returncode == 1 and said.get("wrong", 0) > 0
          and len(said["findings"]) == said["checks"], words(result))
result = run("engine", "check", faulty("crash"), "--game", "tictactoe")
check("what was sent, expected and got is printed",
      all(text in result.stdout for text in
          ("WRONG", "sent      ", "genmove black", "expected  a legal move", "got       SIGABRT")),
      words(result))
refused("searches are not checked here", run("engine", "check", "mcts"), "mcts")
refused("nor games that the protocol has not",
        run("engine", "check", faulty("none", "gomocup"), "--game", "go"), "gomoku")

# --- time ------------------------------------------------------------------------------------------


def late(margin, match_margin):
    """A program that takes a second where it has a tenth."""
    result = run("match", "tictactoe", "--a", faulty("late", options=f"margin={margin}"), "--b", "random", "--games", "1",
                 "--time", "100ms", "--margin", match_margin, "--adjudicate", "plies=2", "--json")
    return json.loads(result.stdout or "{}").get("endings")


check("a program's own margin forgives what the match's does not", "adjudicated" in (late("20s", "0ms") or {}))
check("and the match's does not forgive what its own does not", "time" in (late("100ms", "20s") or {}))

# --- what GTP has no word for ------------------------------------------------------------------------


def told(*arguments):
    """What our own engine was told by banyan-set in a game, and how the match ended."""
    path = f"{FOLDER}/transcript"
    engine = f"gtp cmd=\"'{BANYAN}' gtp --player random --seed 1\" margin=20s transcript={path}"
    result = run("match", *arguments, "--a", engine, "--b", "random", "--games", "2", "--openings", "random:1", "--json")
    with open(path, encoding="utf-8") as file:
        lines = re.findall("banyan-set .*", file.read())
    os.remove(path)
    return lines[:1], json.loads(result.stdout or "{}").get("faults")


same("the rule of Gomoku", told("gomoku", "--option", "rule=renju"), (["banyan-set size 15x15 rule renju"], []))
same("k of m,n,k", told("mnk", "--option", "m=5", "--option", "n=4", "--option", "k=4"),
     (["banyan-set size 5x4 k 4"], []))
same("also where it fits the new board alone", told("mnk", "--size", "2x2", "--option", "k=2"),
     (["banyan-set size 2x2 k 2"], []))
same("nothing where nothing was set", told("gomoku"), ([], []))

# --- Ctrl-C ---------------------------------------------------------------------------------------

with subprocess.Popen([BANYAN, "match", "tictactoe", "--a", faulty("hang", options=""), "--b",
                       "random"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
    try:
        process.communicate(timeout=1)
    except subprocess.TimeoutExpired:
        process.send_signal(2)
    out, err = process.communicate(timeout=60)
    check("Ctrl-C ends a match with a program that is silent",
          process.returncode == 1 and "stopped after 0" in err and not sanitizer_spoke(err), err)

shutil.rmtree(FOLDER)
finish()
