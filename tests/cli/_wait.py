"""Waiting for what a process does, in place of a pause that should be long enough: on a busy machine none is."""
import multiprocessing
import os
import signal
import subprocess
import time

from _tap import BANYAN

PATIENCE = 60.0  # seconds, when something never comes


def until(condition, seconds=PATIENCE):
    """Whether it came to be."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return bool(found)


def _fields(pid):
    """Those of /proc/PID/stat behind the name; none when the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def processor_time(pid):
    """Seconds that the process has had so far."""
    fields = _fields(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def catches(pid, number):
    """Whether it has a handler for the signal: before that it would just be gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            mask = next(int(line.split()[1], 16) for line in file if line.startswith("SigCgt:"))
    except (OSError, StopIteration):
        return False
    return bool(mask >> (number - 1) & 1)


def works(process, seconds, number=signal.SIGINT):
    """It hears the signal and has had so much processor time: it is in the middle of its work."""
    return until(lambda: process.poll() is not None or
                 (catches(process.pid, number) and processor_time(process.pid) >= seconds))


def stopped(*arguments, seconds=0.5):
    """Runs the program, presses Ctrl-C once it has had so much processor time, and waits for it."""
    with subprocess.Popen([BANYAN, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        works(process, seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def rests(process, number=signal.SIGINT):
    """It hears the signal and waits for something, and still does a moment later."""
    def sleeps():
        before = processor_time(process.pid)
        if not catches(process.pid, number) or _fields(process.pid)[:1] != ["S"]:
            return False
        time.sleep(0.2)
        return processor_time(process.pid) == before and _fields(process.pid)[:1] == ["S"]
    return until(lambda: process.poll() is not None or sleeps())


def _be_busy(worst):
    last = time.monotonic()
    while True:
        now = time.monotonic()
        worst.value = max(worst.value, now - last)
        last = now


class Busy:
    """A core that is busy, and sees how long it was kept waiting: on a machine that others load, too, an answer
    may be late by as much, and that is nobody's fault."""

    def __enter__(self):
        self.worst = multiprocessing.Value("d", 0.0)
        self.process = multiprocessing.Process(target=_be_busy, args=(self.worst,), daemon=True)
        self.process.start()
        return self.worst

    def __exit__(self, *reason):
        self.process.terminate()
        self.process.join()
