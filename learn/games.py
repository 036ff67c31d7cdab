"""Games as the C code plays and reads them: many games of a network against itself side by side
(src/learn/net_games.h), and games that somebody played (src/learn/net_replay.h).

They come from a library that this builds with cc, into build-learn/ (which git ignores), when it is not there or
older than the sources.
"""
import concurrent.futures
import ctypes
import glob
import os
import platform
import subprocess

import numpy as np
import torch

import samples

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = os.path.join(ROOT, "build-learn", "liblearn.so")
ROOMS = ("base", "nets", "games", "record", "search")


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char * 512)]


class Setting(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Plan(ctypes.Structure):
    _fields_ = [("rules", ctypes.POINTER(ctypes.c_void_p)), ("rules_count", ctypes.c_int), ("games", ctypes.c_int),
                ("full", ctypes.c_int), ("fast", ctypes.c_int), ("full_share", ctypes.c_double),
                ("opening", ctypes.c_int), ("drawn", ctypes.c_int), ("plies_max", ctypes.c_int),
                ("seed", ctypes.c_uint64)]


class Score(ctypes.Structure):
    _fields_ = [("games", ctypes.c_uint64), ("plies", ctypes.c_uint64), ("evaluations", ctypes.c_uint64),
                ("won", ctypes.c_double)]


class Replay(ctypes.Structure):
    _fields_ = [("path", ctypes.c_char_p), ("game", ctypes.c_char_p), ("width", ctypes.c_int),
                ("first", ctypes.c_int), ("step", ctypes.c_int), ("share", ctypes.c_double),
                ("seed", ctypes.c_uint64)]


def sources(ending="c"):
    found = [path for room in ROOMS for path in glob.glob(f"{ROOT}/src/{room}/**/*.{ending}", recursive=True)
             if not path.endswith("_test.c")]
    return found + sorted(glob.glob(f"{ROOT}/src/learn/net_*.{ending}"))


def is_current():
    if not os.path.exists(LIBRARY):
        return False
    built = os.path.getmtime(LIBRARY)
    return all(os.path.getmtime(path) <= built for ending in ("c", "h", "def") for path in sources(ending))


def compile_one(path):
    made = os.path.join(os.path.dirname(LIBRARY), os.path.relpath(path, ROOT).replace("/", "-")[:-2] + ".o")
    march = ["-march=x86-64-v3"] if platform.machine() == "x86_64" else []
    subprocess.run(["cc", "-O3", *march, "-fPIC", "-ffp-contract=off", f"-I{ROOT}/include",
                    f"-I{ROOT}/src", "-c", path, "-o", made], check=True)
    return made


def build(threads):
    os.makedirs(os.path.dirname(LIBRARY), exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        objects = list(pool.map(compile_one, sources()))
    subprocess.run(["cc", "-shared", "-o", LIBRARY, *objects, "-lm", "-lpthread"], check=True)
    for path in objects:
        os.remove(path)


def library(threads):
    if not is_current():
        print(f"building {LIBRARY}, which takes a minute of one core", flush=True)
        build(threads)
    lib = ctypes.CDLL(LIBRARY)
    lib.by_net_games_take.restype = ctypes.c_size_t
    lib.by_net_games_score.restype = Score
    lib.by_net_record_size.restype = ctypes.c_size_t
    return lib


def demand(status, error):
    if status != 0:
        raise SystemExit(error.text.decode())


def open_rules(lib, size, komi):
    """Rules of Go; they are never closed."""
    settings = (Setting * 2)(Setting(b"size", str(size).encode()), Setting(b"komi", str(komi).encode()))
    rules, error = ctypes.c_void_p(), Error()
    demand(lib.by_rules_open(b"go", settings, 2, None, ctypes.byref(rules), ctypes.byref(error)), error)
    return rules


def count_planes(lib):
    """How many planes networks are shown of Go: what a record has beside its other parts."""
    rest = lib.by_net_record_size(open_rules(lib, 9, 7)) - samples.record_bytes(9, 0)
    return rest // (samples.record_bytes(9, 1) - samples.record_bytes(9, 0))


class Pool:
    """Games of one board size against itself, and what they are asked and answered."""

    def __init__(self, lib, size, planes, komis, device, **plan):
        self.lib, self.size, self.planes = lib, size, planes
        self.rules = (ctypes.c_void_p * len(komis))(*[open_rules(lib, size, komi) for komi in komis])
        self.plan = Plan(rules=self.rules, rules_count=len(komis), plies_max=size * size * 3 // 2, **plan)
        self.record = lib.by_net_record_size(ctypes.c_void_p(self.rules[0]))
        self.handle, error = ctypes.c_void_p(), Error()
        demand(lib.by_net_games_open(ctypes.byref(self.plan), ctypes.byref(self.handle), ctypes.byref(error)), error)
        games, points = self.plan.games, size * size
        pin = device.type == "cuda"
        self.asked = torch.zeros(games, size, size, planes, dtype=torch.uint8, pin_memory=pin)
        self.policy = torch.zeros(games, points + 1, pin_memory=pin)
        self.value = torch.zeros(games, pin_memory=pin)
        self.lead = torch.zeros(games, pin_memory=pin)

    def step(self, threads):
        pointers = [ctypes.c_void_p(t.data_ptr()) for t in (self.policy, self.value, self.lead, self.asked)]
        self.lib.by_net_games_step_all(self.handle, threads, *pointers)

    def take(self):
        """The records of games that have ended since."""
        parts = []
        while True:
            room = np.empty((4096, self.record), np.uint8)
            size = self.lib.by_net_games_take(self.handle, ctypes.c_void_p(room.ctypes.data),
                                              ctypes.c_size_t(room.nbytes))
            parts.append(room[:size // self.record])
            if size < room.nbytes:
                return samples.Samples(self.size, self.planes, torch.from_numpy(np.concatenate(parts)))

    def score(self):
        return self.lib.by_net_games_score(self.handle)


def replay_part(lib, path, size, planes, first, step, share):
    plan = Replay(path.encode(), b"go", size, first, step, share, 1)
    out, count = ctypes.c_void_p(), ctypes.c_size_t()
    error = Error()
    demand(lib.by_net_replay(ctypes.byref(plan), ctypes.byref(out), ctypes.byref(count), ctypes.byref(error)), error)
    each = samples.record_bytes(size, planes)
    flat = np.ctypeslib.as_array(ctypes.cast(out, ctypes.POINTER(ctypes.c_uint8)), (count.value,)) \
        if count.value else np.empty(0, np.uint8)
    return torch.from_numpy(flat.reshape(-1, each))  # its memory is never given back


def replay(lib, path, size, planes, share, threads):
    """The positions of a file of games, `share` of them."""
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(lambda k: replay_part(lib, path, size, planes, k, threads, share), range(threads)))
    return samples.Samples(size, planes, torch.cat(parts))
