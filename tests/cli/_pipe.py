"""A program on two pipes, as boards and managers run engines: lines out, lines in, with times.

Transcripts (tests/golden/*.txt) are lines that begin with "> " (said to the engine) and "< " (expected of
it, in this order and nothing else); "#" begins a remark. In an expected line MOVE stands for a move,
LINE for one or more of NBoard's, and NUMBER for a number.
"""
import os
import queue
import re
import subprocess
import threading
import time

from _tap import BANYAN, check, seeded

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "golden")


class Pipe:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([BANYAN, *seeded(arguments)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.errors = b""
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((line.decode("utf-8", "replace").rstrip("\r\n"), time.monotonic()))
        self.lines.put((None, time.monotonic()))

    def _read_errors(self):
        self.errors = self.process.stderr.read()

    def send(self, *lines):
        """Returns the time just before they were sent."""
        begun = time.monotonic()
        data = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n"
                        for line in lines)
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        return begun

    def hear(self, seconds=20):
        """The next line and when it came; None when there was none."""
        try:
            return self.lines.get(timeout=seconds)
        except queue.Empty:
            return None, time.monotonic()

    def ask(self, line, wanted, seconds=20):
        """Says a line and waits for one that `wanted` matches; that one, and how long it took."""
        begun = self.send(line)
        while True:
            got, came = self.hear(seconds)
            if got is None or re.fullmatch(wanted, got):
                return got, came - begun

    def end(self, *lines, seconds=10):
        """Says its last words; the status, and how long it took to leave."""
        begun = self.send(*lines)
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            status = self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "it did not leave"
        return status, time.monotonic() - begun


def _fits(pattern, line):
    pattern = re.escape(pattern).replace("MOVE", r"(\d+,\d+|[A-H][1-8]|PA)")
    pattern = pattern.replace("LINE", r"([A-H][1-8]|PA)+").replace("NUMBER", r"-?\d+(\.\d+)?")
    return line is not None and re.fullmatch(pattern, line)


def transcript(name, pipe, sync, synced):
    """Plays tests/golden/NAME.txt. `sync` is said after every step's answers have come (a line that waits
    hurries a search), and `synced` is its answer: nothing else may come before it. A line "<? PATTERN" and the one
    behind it may come any number of times: what a slow machine tells before the answer is there."""
    wrong, expected, maybe, number = [], [], [], 0

    def hear():
        line = pipe.hear()[0]
        while line is not None and any(_fits(pattern, line) for pattern in maybe):
            pipe.hear()
            line = pipe.hear()[0]
        return line

    def settle():
        got = [hear() for _ in expected]
        pipe.send(sync)
        got.append(pipe.hear()[0])
        for (at, pattern), line in zip(expected + [(number, synced)], got):
            if not _fits(pattern, line):
                wrong.append(f"line {at}: got {line!r}, wanted {pattern!r}")
                while line is not None and not _fits(synced, got[-1]):
                    got.append(pipe.hear(2)[0])
                    line = got[-1]
                return

    with open(os.path.join(GOLDEN, name + ".txt"), encoding="utf-8") as file:
        for number, text in enumerate(file.read().splitlines(), 1):
            if text.startswith("> "):
                if expected:
                    settle()
                expected, maybe = [], []
                pipe.send(text[2:])
            elif text.startswith("<? "):
                maybe.append(text[3:])
            elif text.startswith("< "):
                expected.append((number, text[2:]))
    settle()
    check(f"the transcript {name}", not wrong, "\n".join(wrong))
