"""Banyan from Python: games, positions, searches, matches and records, over libbanyan.

    import banyan
    game = banyan.Game("connect4")
    position = game.start().play("d")
    print(position)
    print(game.search("alphabeta depth=8").think(position).move)

A move is its text ("d", "e2e3"); where one is given, its action index will do, too. Whatever the library
refuses is an Error with its one sentence. Every object keeps what it needs alive, and nothing can be used
after it was closed. Positions and searches may be shared by threads: a position that a search thinks about
can be read meanwhile, and changing it is refused.

Needs Python 3.9 and the shared library: that of the installation this file belongs to, or of the tree it
stands in, or the file named by the environment's BANYAN_LIBRARY, or what the system finds.
"""
import ctypes
import math
import os
import queue
import random
import threading
import weakref
from collections import namedtuple
from ctypes import (POINTER, byref, c_bool, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t,
                    c_uint8, c_uint64, c_void_p)

__all__ = ["Error", "Game", "Position", "Search", "Decision", "MoveStat", "Step", "Choice", "Record", "Match",
           "Entry", "Option", "games", "searches", "formats", "options", "evaluations", "playouts", "match",
           "read", "read_text", "version", "library"]


class Error(Exception):
    """What the library refused, in one sentence."""


# --- the library ------------------------------------------------------------------------------------

_ABI = 1


class _Error(ctypes.Structure):
    _fields_ = [("status", c_int), ("text", c_char * 512)]


class _Listed(ctypes.Structure):
    _fields_ = [(name, c_char_p) for name in ("name", "title", "summary", "settings")]


class _ListedOption(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("type", c_char_p), ("fallback", c_char_p), ("low", c_double),
                ("high", c_double), ("choices", c_char_p), ("help", c_char_p)]


class _Setting(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class _Clock(ctypes.Structure):
    _fields_ = [("left", c_double), ("increment", c_double), ("period", c_double), ("periods", c_int),
                ("stones", c_int), ("moves_to_go", c_int), ("lag", c_double)]


class _Limits(ctypes.Structure):
    _fields_ = [("simulations", c_uint64), ("nodes", c_uint64), ("depth", c_int), ("seconds", c_double),
                ("memory", c_size_t), ("clock", _Clock)]


class _MoveStat(ctypes.Structure):
    _fields_ = [("move", c_int32), ("bound", c_int), ("visits", c_uint64), ("value", c_double)]


class _Work(ctypes.Structure):
    _fields_ = [("nodes", c_uint64), ("last_depth_nodes", c_uint64), ("leaves", c_uint64),
                ("simulations", c_uint64), ("seconds", c_double), ("tree_bytes", c_size_t),
                ("tree_blocks", c_uint64), ("states", c_uint64), ("saved", c_uint64)]


_PV_MAX = 64


class _Decision(ctypes.Structure):
    _fields_ = [("move", c_int32), ("scale", c_int), ("bound", c_int), ("complete", c_bool),
                ("proven", c_bool), ("depth", c_int), ("eval", c_char_p), ("value", c_double), ("pv_count", c_int),
                ("pv", c_int32 * _PV_MAX), ("move_count", c_int), ("moves", POINTER(_MoveStat)),
                ("work", _Work)]


class _Choice(ctypes.Structure):
    _fields_ = [("move", c_int32), ("taken", c_bool), ("proven", c_bool), ("result", c_int),
                ("visits", c_double), ("points", c_double), ("amaf_visits", c_double),
                ("amaf_points", c_double), ("weight", c_double), ("prior", c_double),
                ("exploit", c_double), ("explore", c_double), ("value", c_double)]


class _Step(ctypes.Structure):
    _fields_ = [("kind", c_int), ("reason", c_int), ("ply", c_int), ("move", c_int32), ("side", c_int),
                ("maximise", c_bool), ("alpha", c_int64), ("beta", c_int64), ("value", c_int64),
                ("unit", c_int64), ("eval", c_char_p), ("depth", c_int), ("skipped", c_int),
                ("share", c_double), ("points", c_double * 2), ("visits", c_double), ("length", c_int),
                ("played", POINTER(c_int32)), ("choices", POINTER(_Choice)),
                ("choice_count", c_int), ("position", c_void_p)]


_ON_PROGRESS = ctypes.CFUNCTYPE(None, c_void_p, POINTER(_Decision))
_ON_STEP = ctypes.CFUNCTYPE(None, c_void_p, POINTER(_Step))


class _Events(ctypes.Structure):
    _fields_ = [("context", c_void_p), ("progress", _ON_PROGRESS), ("trace", _ON_STEP)]


_CELLS_MAX = 625


class _Cells(ctypes.Structure):
    _fields_ = [("width", c_int), ("height", c_int), ("side", c_int), ("skip_i", c_bool),
                ("from_top", c_bool), ("cell", c_char * _CELLS_MAX), ("mark", c_uint8 * _CELLS_MAX)]


_STRUCTS = {"by_error": _Error, "by_listed": _Listed, "by_listed_option": _ListedOption,
            "by_setting": _Setting, "by_game_clock": _Clock, "by_limits": _Limits,
            "by_move_stat": _MoveStat, "by_work": _Work, "by_decision": _Decision, "by_choice": _Choice,
            "by_step": _Step, "by_events": _Events, "by_cells": _Cells}

_err, _out = POINTER(_Error), POINTER(c_void_p)
_FUNCTIONS = {
    "by_version": (c_char_p,),
    "by_list_games": (c_bool, c_int, POINTER(_Listed)),
    "by_list_searches": (c_bool, c_int, POINTER(_Listed)),
    "by_list_formats": (c_bool, c_int, POINTER(_Listed)),
    "by_list_game_options": (c_bool, c_char_p, c_int, POINTER(_ListedOption)),
    "by_list_search_options": (c_bool, c_char_p, c_int, POINTER(_ListedOption)),
    "by_list_evaluations": (c_bool, c_char_p, c_int, POINTER(_Listed)),
    "by_list_playouts": (c_bool, c_char_p, c_int, POINTER(_Listed)),
    "by_rules_open": (c_int, c_char_p, POINTER(_Setting), c_int, c_char_p, _out, _err),
    "by_rules_close": (None, c_void_p),
    "by_rules_name": (c_char_p, c_void_p),
    "by_rules_board": (None, c_void_p, POINTER(c_int), POINTER(c_int)),
    "by_rules_settings": (c_size_t, c_void_p, c_char_p, c_size_t),
    "by_rules_max_moves": (c_int, c_void_p),
    "by_rules_action_count": (c_int, c_void_p),
    "by_line_open": (c_int, c_void_p, _out, _err),
    "by_line_copy": (c_int, c_void_p, _out, _err),
    "by_line_close": (None, c_void_p),
    "by_line_count": (c_int, c_void_p),
    "by_line_move": (c_int32, c_void_p, c_int),
    "by_line_read": (c_int, c_void_p, c_char_p, POINTER(c_int32), _err),
    "by_line_play": (c_int, c_void_p, c_int32, _err),
    "by_line_undo": (c_bool, c_void_p),
    "by_line_moves": (c_int, c_void_p, POINTER(c_int32)),
    "by_line_over": (c_bool, c_void_p),
    "by_line_side": (c_int, c_void_p),
    "by_line_nature": (c_bool, c_void_p),
    "by_line_draw_nature": (c_int, c_void_p, c_uint64, POINTER(c_int32), _err),
    "by_line_result": (c_int32, c_void_p),
    "by_line_text": (c_size_t, c_void_p, c_char_p, c_size_t),
    "by_line_draw": (c_size_t, c_void_p, c_char_p, c_size_t),
    "by_line_move_text": (c_size_t, c_void_p, c_int32, c_char_p, c_size_t),
    "by_line_cells": (c_bool, c_void_p, POINTER(_Cells)),
    "by_line_record": (c_int, c_void_p, c_char_p, POINTER(_Setting), c_int, POINTER(c_void_p),
                       POINTER(c_size_t), _err),
    "by_free": (None, c_void_p),
    "by_searcher_open": (c_int, c_void_p, c_char_p, c_uint64, _out, _err),
    "by_searcher_close": (None, c_void_p),
    "by_searcher_reset": (None, c_void_p, c_uint64),
    "by_searcher_think": (c_int, c_void_p, c_void_p, POINTER(_Limits), POINTER(_Events),
                          POINTER(_Decision), _err),
    "by_searcher_line": (c_int, c_void_p, c_int32, POINTER(c_int32)),
    "by_searcher_stop": (None, c_void_p),
    "by_searcher_unstop": (None, c_void_p),
    "by_decision_open": (c_int, c_void_p, POINTER(_Decision), _err),
    "by_decision_close": (None, POINTER(_Decision)),
    "by_records_open": (c_int, c_char_p, c_size_t, c_char_p, _out, _err),
    "by_records_load": (c_int, c_char_p, c_char_p, _out, _err),
    "by_records_close": (None, c_void_p),
    "by_records_next": (c_int, c_void_p, POINTER(c_bool), _err),
    "by_records_take": (c_bool, c_void_p, _out, _out),
    "by_records_info": (c_char_p, c_void_p, c_char_p),
    "by_records_info_name": (c_char_p, c_int),
}


def _places():
    """Where the library may be, the first that is there."""
    here = os.path.dirname(os.path.abspath(__file__))
    given = os.environ.get("BANYAN_LIBRARY")
    if given:
        return [given]
    beside = [os.path.join(here, "..", "..", "..", "lib", "libbanyan.so.0"),  # PREFIX/share/banyan/python
              os.path.join(here, "..", "build", "libbanyan.so")]  # the tree
    return [place for place in beside if os.path.exists(place)] + ["libbanyan.so.0", "libbanyan.so"]


def _load():
    """The library, with its functions declared. A library of another interface is refused."""
    tried = []
    for place in _places():
        try:
            loaded = ctypes.CDLL(place)
        except OSError as refusal:
            tried.append(str(refusal))
            continue
        if not hasattr(loaded, "by_abi"):
            raise ImportError(f"{place} is a libbanyan of an older interface than {_ABI}")
        if loaded.by_abi() != _ABI:
            raise ImportError(f"{place} has the interface {loaded.by_abi()}, and banyan.py is for {_ABI}")
        loaded.by_struct_size.restype = c_size_t
        for name, struct in _STRUCTS.items():
            if loaded.by_struct_size(name.encode()) != ctypes.sizeof(struct):
                raise ImportError(f"{place} has another struct {name} than banyan.py")
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
        return place, loaded
    raise ImportError("libbanyan is not there; BANYAN_LIBRARY may name it: " + "; ".join(tried))


library, _c = _load()  # the path, and the library


# --- words ------------------------------------------------------------------------------------------


def _bytes(text):
    data = os.fsencode(text) if isinstance(text, os.PathLike) else str(text).encode("utf-8", "surrogateescape")
    if b"\0" in data:
        raise Error("a text with a zero byte in it cannot be meant")
    return data


def _str(data):
    return None if data is None else data.decode("utf-8", "surrogateescape")


def _call(function, *arguments):
    """Calls what returns a status and takes an error; raises what it says."""
    error = _Error()
    if function(*arguments, byref(error)) != 0:
        raise Error(_str(error.text))


def _written(function, *arguments):
    """The text of a function that writes like snprintf."""
    room = 256
    while True:
        buffer = ctypes.create_string_buffer(room)
        length = function(*arguments, buffer, room)
        if length < room:
            return _str(buffer.value)
        room = length + 1


def _settings(values):
    """A C array of settings from a dictionary. True and False are on and off."""
    words = {True: "on", False: "off"}
    pairs = [(_bytes(name), _bytes(words.get(value, value) if isinstance(value, bool) else value))
             for name, value in values.items()]
    return (_Setting * max(1, len(pairs)))(*[_Setting(*pair) for pair in pairs]), len(pairs)


version = _str(_c.by_version())


# --- what there is ------------------------------------------------------------------------------------

Entry = namedtuple("Entry", "name title summary settings")
Option = namedtuple("Option", "name type fallback low high choices help")


def _listed(kind, struct, function, *arguments):
    entries, entry = [], struct()
    while function(*arguments, len(entries), byref(entry)):
        values = [getattr(entry, field) for field, _ in struct._fields_]
        entries.append(kind(*[_str(v) if isinstance(v, (bytes, type(None))) else v for v in values]))
    return entries


def games():
    """All games, each followed by its other names."""
    return _listed(Entry, _Listed, _c.by_list_games)


def searches():
    return _listed(Entry, _Listed, _c.by_list_searches)


def formats():
    """The formats of records."""
    return _listed(Entry, _Listed, _c.by_list_formats)


def options(name):
    """The options of a game or of a search."""
    of_game = any(entry.name == name for entry in games())
    if not of_game and all(entry.name != name for entry in searches()):
        raise Error(f"there is no game and no search '{name}'")
    function = _c.by_list_game_options if of_game else _c.by_list_search_options
    return _listed(Option, _ListedOption, function, _bytes(name))


def evaluations(game):
    return _listed(Entry, _Listed, _c.by_list_evaluations, _bytes(game))


def playouts(game):
    return _listed(Entry, _Listed, _c.by_list_playouts, _bytes(game))


# --- handles ------------------------------------------------------------------------------------------


class _Handle:
    """Something of the library. It is closed once: when nobody can reach it any more, and then before what
    it stands on, or by close(), and never while it is in use."""

    def __init__(self, what, pointer, close, *stands_on):
        self.what, self.lock, self.users = what, threading.RLock(), 0
        self._pointer = pointer
        # The finalizer holds what this stands on until this is closed, in whatever order they die.
        self._finalizer = weakref.finalize(self, _Handle._close, close, pointer, stands_on)
        self._finalizer.atexit = False  # a thread may still be at work then; the system frees it all

    @staticmethod
    def _close(close, pointer, _stands_on):
        close(pointer)

    @property
    def pointer(self):
        if not self._finalizer.alive:
            raise Error(f"the {self.what} is closed")
        return self._pointer

    def close(self):
        with self.lock:
            self.refuse_if_used("closed")
            self._finalizer()

    def refuse_if_used(self, what):
        if self.users:
            raise Error(f"the {self.what} cannot be {what} while a search is thinking")

    def take(self, alone):
        with self.lock:
            _ = self.pointer
            if alone and self.users:
                raise Error(f"the {self.what} is thinking already")
            self.users += 1

    def give(self):
        with self.lock:
            self.users -= 1


# --- games and positions --------------------------------------------------------------------------------


class Game:
    """A game with its options chosen: Game("go", size="9x9", komi=7). `position` is a text to start from."""

    def __init__(self, name, *, position=None, _pointer=None, **settings):
        if _pointer is None:
            _pointer = c_void_p()
            array, count = _settings(settings)
            _call(_c.by_rules_open, _bytes(name), array, count,
                  None if position is None else _bytes(position), byref(_pointer))
        self._handle = _Handle("game", _pointer, _c.by_rules_close)

    @property
    def name(self):
        return _str(_c.by_rules_name(self._handle.pointer))

    @property
    def settings(self):
        """What was set, as a text: "size=9x9 komi=7"."""
        return _written(_c.by_rules_settings, self._handle.pointer)

    @property
    def size(self):
        """Columns and rows of the board; None: the game has none."""
        width, height = c_int(), c_int()
        _c.by_rules_board(self._handle.pointer, byref(width), byref(height))
        return (width.value, height.value) if width.value else None

    @property
    def max_moves(self):
        return _c.by_rules_max_moves(self._handle.pointer)

    @property
    def action_count(self):
        return _c.by_rules_action_count(self._handle.pointer)

    def start(self):
        """A new position, at the start."""
        line = c_void_p()
        _call(_c.by_line_open, self._handle.pointer, byref(line))
        return Position(self, line)

    def search(self, spec, seed=1):
        return Search(self, spec, seed)

    def __repr__(self):
        return f"<banyan.Game {' '.join(filter(None, (self.name, self.settings)))}>"


Cell = namedtuple("Cell", "stone last origin barred")


class Position:
    """A start and the moves since. Games make them (Game.start), and records."""

    def __init__(self, game, line):
        self.game = game
        self._handle = _Handle("position", line, _c.by_line_close, game._handle)

    def _ask(self, function, *arguments):
        with self._handle.lock:
            return function(self._handle.pointer, *arguments)

    def _write(self, function, *arguments):
        with self._handle.lock:
            return _written(function, self._handle.pointer, *arguments)

    def _index(self, move):
        if isinstance(move, int):
            return move
        out = c_int32()
        _call(_c.by_line_read, self._handle.pointer, _bytes(move), byref(out))
        return out.value

    def _move_text(self, move):
        return None if move < 0 else self._write(_c.by_line_move_text, move)

    def _indices(self):
        out = (c_int32 * self.game.max_moves)()
        return list(out[:self._ask(_c.by_line_moves, out)])

    @property
    def moves(self):
        """The legal moves; empty when the game is over."""
        with self._handle.lock:
            return [self._move_text(move) for move in self._indices()]

    def play(self, *moves):
        """Plays moves, one after the other; returns the position itself."""
        for move in moves:
            with self._handle.lock:
                self._handle.refuse_if_used("changed")
                _call(_c.by_line_play, self._handle.pointer, self._index(move))
        return self

    def undo(self):
        """Takes the last move back; False: there is none."""
        with self._handle.lock:
            self._handle.refuse_if_used("changed")
            return _c.by_line_undo(self._handle.pointer)

    def copy(self):
        line = c_void_p()
        with self._handle.lock:
            _call(_c.by_line_copy, self._handle.pointer, byref(line))
        return Position(self.game, line)

    @property
    def side(self):
        """Who is to move: 0 or 1."""
        return self._ask(_c.by_line_side)

    @property
    def over(self):
        return self._ask(_c.by_line_over)

    @property
    def result(self):
        """For the first player: above 0 won, 0 drawn, below 0 lost; None: the game is not over."""
        with self._handle.lock:
            return self._ask(_c.by_line_result) if self.over else None

    @property
    def nature(self):
        """Whether a coin or a die is to move, and no player."""
        return self._ask(_c.by_line_nature)

    def draw_nature(self, seed):
        """What nature does here in the game with this seed, to be played like any move."""
        out = c_int32()
        with self._handle.lock:
            _call(_c.by_line_draw_nature, self._handle.pointer, seed, byref(out))
            return self._move_text(out.value)

    @property
    def text(self):
        """The position as text, which Game(position=...) takes."""
        return self._write(_c.by_line_text)

    @property
    def cells(self):
        """The board as rows of cells, the upper row first; None: the game has no board."""
        cells = _Cells()
        if not self._ask(_c.by_line_cells, byref(cells)):
            return None
        stones = cells.cell.decode("ascii")
        rows = [[Cell(stones[i], bool(cells.mark[i] & 1), bool(cells.mark[i] & 2), bool(cells.mark[i] & 4))
                 for i in range(y * cells.width, (y + 1) * cells.width)] for y in range(cells.height)]
        return rows if cells.from_top else rows[::-1]

    def __len__(self):
        """Moves played."""
        return self._ask(_c.by_line_count)

    def __bool__(self):
        return True

    @property
    def history(self):
        """The moves played, as texts."""
        back, texts = self.copy(), []
        for ply in range(len(back) - 1, -1, -1):
            move = back._ask(_c.by_line_move, ply)
            back.undo()
            texts.append(back._move_text(move))
        return texts[::-1]

    def record(self, format="sgf", **info):
        """The game so far as a record; info: first="Ada", second="Bob", date="2026-11-16", ..."""
        text, size = c_void_p(), c_size_t()
        array, count = _settings(info)
        with self._handle.lock:
            _call(_c.by_line_record, self._handle.pointer, _bytes(format), array, count, byref(text),
                  byref(size))
        try:
            return _str(ctypes.string_at(text, size.value))
        finally:
            _c.by_free(text)

    def __str__(self):
        return self._write(_c.by_line_draw)

    def __repr__(self):
        return f"<banyan.Position {self.game.name} {self.text}>"


# --- searches -------------------------------------------------------------------------------------------

_SCALES = ("score", "probability")
_BOUNDS = ("none", "exact", "upper", "lower", "estimate")
_KINDS = ("enter", "leave", "select", "expand", "simulate", "backup")
_REASONS = ("none", "finished", "horizon", "searched", "cut", "known", "stopped", "largest", "untried", "random",
            "drawn", "seen", "forced", "chance", "turn", "network")

MoveStat = namedtuple("MoveStat", "move value visits bound")
Decision = namedtuple("Decision", "move value scale eval bound proven complete depth pv moves nodes simulations "
                                  "seconds tree_bytes")
Choice = namedtuple("Choice", [name for name, _ in _Choice._fields_])
Step = namedtuple("Step", "kind reason ply move side maximise alpha beta value unit eval depth skipped share "
                          "points visits played choices")


def _name(names, number):
    return names[number] if 0 <= number < len(names) else str(number)


def _decision(position, c):
    """A Decision from the library's."""
    ahead, pv = position.copy(), []
    for move in c.pv[:c.pv_count]:
        pv.append(ahead._move_text(move))
        ahead.play(move)
    stats = [MoveStat(position._move_text(s.move), s.value, s.visits, _name(_BOUNDS, s.bound))
             for s in c.moves[:c.move_count]]
    return Decision(position._move_text(c.move), c.value, _name(_SCALES, c.scale), _str(c.eval),
                    _name(_BOUNDS, c.bound), c.proven, c.complete, c.depth, pv, stats, c.work.nodes, c.work.simulations, c.work.seconds,
                    c.work.tree_bytes)


def _step(c):
    """A Step; moves in it are action indices, for they are not of the position that is thought about."""
    choices = [Choice(*[getattr(x, name) for name, _ in _Choice._fields_]) for x in c.choices[:c.choice_count]]
    return Step(_name(_KINDS, c.kind), _name(_REASONS, c.reason), c.ply, c.move, c.side, c.maximise, c.alpha,
                c.beta, c.value, c.unit, _str(c.eval), c.depth, c.skipped, c.share, tuple(c.points), c.visits,
                c.played[:c.length] if c.played else None, choices)


class _Think:
    """One think. The library works on a thread of its own; callbacks run on the caller's, while that one
    waits. So Ctrl-C and whatever a callback raises reach the caller at once."""

    def __init__(self, search, position, limits, on_progress, on_step):
        self.search, self.position, self.limits = search, position, limits
        self.callbacks = {"progress": on_progress, "step": on_step}
        self.news, self.heard = queue.SimpleQueue(), threading.Semaphore(0)
        self.left = False  # the caller does not listen any more
        self.stopped = False  # by a callback
        self.answer = self.failure = None

    def tell(self, kind, made):
        """On the library's thread."""
        if self.left:
            return
        try:
            self.news.put((kind, made()))
            self.heard.acquire()
        except BaseException as failure:  # nothing may pass through the library
            self.failure = failure
            self.search.stop()

    def work(self):
        search, position = self.search, self.position
        decision, opened = _Decision(), False
        events = _Events(
            None,
            _ON_PROGRESS(lambda _, c: self.tell("progress", lambda: _decision(position, c.contents)))
            if self.callbacks["progress"] else _ON_PROGRESS(),
            _ON_STEP(lambda _, c: self.tell("step", lambda: _step(c.contents)))
            if self.callbacks["step"] else _ON_STEP())
        try:
            _call(_c.by_decision_open, search.game._handle.pointer, byref(decision))
            opened = True
            _call(_c.by_searcher_think, search._handle.pointer, position._handle.pointer, byref(self.limits),
                  byref(events), byref(decision))
            self.answer = _decision(position, decision)
        except BaseException as failure:
            self.failure = self.failure or failure
        finally:
            if opened:
                _c.by_decision_close(byref(decision))
            with search._handle.lock:  # a stop that came too late is not for the next think
                _c.by_searcher_unstop(search._handle.pointer)
                search._handle.give()
            position._handle.give()
            self.news.put(("done", None))

    def listen(self):
        while True:
            kind, what = self.news.get()
            if kind == "done":
                return
            if self.callbacks[kind](what) is False:
                self.stopped = True
                self.search.stop()
            self.heard.release()

    def run(self):
        worker = threading.Thread(target=self.work, name="banyan", daemon=True)
        worker.start()
        try:
            self.listen()
        except BaseException:
            self.left = True
            self.search.stop()
            self.heard.release()
            worker.join()
            raise
        worker.join()
        if self.failure:
            raise self.failure
        if self.callbacks["progress"] and not self.stopped:
            self.callbacks["progress"](self.answer)
        return self.answer


class Search:
    """An algorithm with its options: Search(game, "mcts sims=1000 rave=on"). It remembers from one think to
    the next what its options say; reset makes it forget."""

    def __init__(self, game, spec, seed=1):
        pointer = c_void_p()
        _call(_c.by_searcher_open, game._handle.pointer, _bytes(spec), seed, byref(pointer))
        self.game, self.spec = game, str(spec)
        self._handle = _Handle("search", pointer, _c.by_searcher_close, game._handle)

    def think(self, position, *, simulations=0, nodes=0, depth=0, seconds=0.0, memory=0, on_progress=None,
              on_step=None):
        """Thinks about a position, and returns a Decision. The limits join those of the spec: the smaller one
        holds. on_progress(decision) is called now and then with the best so far, and at the end with the
        result unless it stopped the search itself; on_step(step) at every step of the search. Who returns False
        stops it. Exceptions in them, and Ctrl-C, stop it and are raised."""
        limits = _Limits(simulations=simulations, nodes=nodes, depth=depth, seconds=seconds, memory=memory)
        self._handle.take(alone=True)
        try:
            position._handle.take(alone=False)
        except BaseException:
            self._handle.give()
            raise
        return _Think(self, position, limits, on_progress, on_step).run()

    def stop(self):
        """From any thread: the think in progress returns soon with the best so far."""
        with self._handle.lock:
            if self._handle.users:
                _c.by_searcher_stop(self._handle.pointer)

    def line(self, move, position):
        """What the last think, which was about that position, expects behind one of its moves."""
        out = (c_int32 * _PV_MAX)()
        with self._handle.lock:
            self._handle.refuse_if_used("asked")
            count = _c.by_searcher_line(self._handle.pointer, position._index(move), out)
        ahead, texts = position.copy(), []
        for index in out[:count]:
            texts.append(ahead._move_text(index))
            ahead.play(index)
        return texts

    def reset(self, seed=1):
        """Forgets everything, and takes a seed: the next game depends on it alone."""
        with self._handle.lock:
            self._handle.refuse_if_used("reset")
            _c.by_searcher_reset(self._handle.pointer, seed)

    def close(self):
        """Gives its memory back now; it is of no use afterwards."""
        self._handle.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"<banyan.Search {self.game.name}: {self.spec}>"


# --- records --------------------------------------------------------------------------------------------

Record = namedtuple("Record", "position info")


def _records(pointer):
    handle = _Handle("record", pointer, _c.by_records_close)
    names = []
    while _c.by_records_info_name(len(names)):
        names.append(_c.by_records_info_name(len(names)))
    while True:
        found, rules, line = c_bool(), c_void_p(), c_void_p()
        _call(_c.by_records_next, handle.pointer, byref(found))
        if not found.value:
            return
        stated = {_str(name): _str(_c.by_records_info(handle.pointer, name)) for name in names}
        _c.by_records_take(handle.pointer, byref(rules), byref(line))
        position = Position(Game(None, _pointer=rules), line)
        yield Record(position, {name: text for name, text in stated.items() if text is not None})


def read(path, format=None):
    """The games of a file, one after the other: position (at the end of the game, with all its moves) and
    info, a dictionary of what the record says besides."""
    pointer = c_void_p()
    _call(_c.by_records_load, _bytes(path), None if format is None else _bytes(format), byref(pointer))
    return _records(pointer)


def read_text(text, format=None):
    """The same from a text, or from bytes."""
    data = text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape")
    pointer = c_void_p()
    _call(_c.by_records_open, data, len(data), None if format is None else _bytes(format), byref(pointer))
    return _records(pointer)


# --- matches --------------------------------------------------------------------------------------------

_Z95 = 1.959963984540054


class Match(namedtuple("Match", "wins draws losses")):
    """Games of a against b, as a sees them."""

    @property
    def games(self):
        return self.wins + self.draws + self.losses

    @property
    def score(self):
        """The share of the points, draws counting half."""
        return (self.wins + self.draws / 2) / self.games if self.games else math.nan

    @property
    def interval(self):
        """95 %, by Wilson (1927); with draws it is wider than need be, never narrower."""
        n, p = self.games, self.score
        if not n:
            return 0.0, 1.0
        middle = (p + _Z95 ** 2 / (2 * n)) / (1 + _Z95 ** 2 / n)
        half = _Z95 / (1 + _Z95 ** 2 / n) * math.sqrt(p * (1 - p) / n + _Z95 ** 2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self):
        return _elo(self.score)

    @property
    def elo_interval(self):
        low, high = self.interval
        return _elo(low), _elo(high)

    def __str__(self):
        low, high = self.interval
        return (f"{self.wins} won, {self.draws} drawn, {self.losses} lost: {100 * self.score:.1f} %, 95 % interval "
                f"{100 * low:.1f} to {100 * high:.1f} %, Elo {self.elo:+.0f}")


def _elo(score):
    if not 0 < score < 1:
        return math.nan if math.isnan(score) else math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def _opening(game, plies, seed):
    """A position after so many random moves, none of which ended the game."""
    chance = random.Random(seed)
    for _ in range(100):
        position = game.start()
        while len(position) < plies and not position.over:
            position.play(position.draw_nature(seed) if position.nature else chance.choice(position.moves))
        if not position.over:
            return position
    return game.start()


def _play_game(players, position, seed, limits):
    for side, player in enumerate(players):
        player.reset(2 * seed + side)
    while not position.over:
        if position.nature:
            position.play(position.draw_nature(seed))
        else:
            position.play(players[position.side].think(position, **limits).move)
    return position


def match(game, a, b, games=100, seed=1, opening=0, on_game=None, **limits):
    """Games between two specs. Two games that follow each other have the same opening (`opening` random moves)
    and the colours exchanged, and game k depends on the seed and on k alone. on_game(match, position, a_side) is
    called after each; who returns False ends the match."""
    if not isinstance(games, int) or not 1 <= games <= 1000000:
        raise Error(f"a match has 1 to 1000000 games, not {games!r:.40}")
    a, b = (Search(game, spec) if isinstance(spec, str) else spec for spec in (a, b))
    wins = draws = losses = 0
    for number in range(games):
        own = seed * 1000003 + number
        position = _opening(game, opening, seed * 1000003 + number // 2)
        side = number % 2
        _play_game((a, b) if side == 0 else (b, a), position, own, limits)
        result = position.result if side == 0 else -position.result
        wins, draws, losses = wins + (result > 0), draws + (result == 0), losses + (result < 0)
        if on_game and on_game(Match(wins, draws, losses), position, side) is False:
            break
    return Match(wins, draws, losses)
