"""The server under load: many streams beside running searches, and thousands of malformed requests."""
import json
import os
import subprocess
import sys

from _server import Server
from _tap import LONG, check, finish, same

PROGRAM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "programs", "load.py")


def load(server, *arguments):
    done = subprocess.run([sys.executable, PROGRAM, arguments[0], str(server.port), *map(str, arguments[1:])],
                          capture_output=True, text=True, timeout=1800, check=False)
    print("#", done.stdout.strip()[:1500], done.stderr[-1000:].replace("\n", "\n# "))
    return json.loads(done.stdout) if done.stdout else {"errors": [done.stderr[-300:]]}


def memory(server):
    """Bytes that the server holds now."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))


def test_hold():
    """p99 of the delay is a demand on a machine that does nothing else: short runs, beside others, get more."""
    streams, searches, seconds, most = (200, 20, 60, 250) if LONG else (50, 8, 10, 2000)
    with Server() as server:
        told = load(server, "hold", "--streams", streams, "--searches", searches, "--seconds", seconds)
        same("no stream, ping or search has failed", told["errors"], [])
        same("every search has made progress", told.get("without_progress"), [])
        check(f"99 of 100 events came within {most} ms", told["delay_ms"]["p99"] < most, told)
        limit = (searches * 100 + 200) << 20  # 64M for each tree, and the rest
        check("memory is bounded", memory(server) < limit, f"{memory(server) >> 20} MiB")
        status, seconds, errors = server.stop()
        check("it stops within 5 s, and cleanly", (status, errors) == (0, "") and seconds < 5, (status, seconds, errors))


def test_bad():
    with Server() as server:
        told = load(server, "bad", "--requests", 10000 if LONG else 500)
        same("malformed requests are answered with 4xx or closed", told["errors"], [])
        check("memory is bounded", memory(server) < 1 << 30, f"{memory(server) >> 20} MiB")
        status, _, errors = server.stop()
        same("nothing has crashed", (status, errors), (0, ""))


test_hold()
test_bad()
finish()
