"""A program on a pseudo-terminal, as a person has it: lines and keys in, what the screen is sent out."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

from _tap import BANYAN, check, seeded


class Terminal:
    """The program on a pseudo-terminal. `parts` names what is connected to it, `size` is its columns and rows."""

    def __init__(self, *arguments, parts=("stdin", "stdout", "stderr"), size=None, **environment):
        self.master, slave = pty.openpty()
        if size:
            fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.before = termios.tcgetattr(self.master)
        streams = {name: slave if name in parts else subprocess.DEVNULL for name in ("stdin", "stdout", "stderr")}
        env = {**os.environ, "TERM": "xterm", **environment}
        if "NO_COLOR" not in environment:
            env.pop("NO_COLOR", None)
        self.process = subprocess.Popen([BANYAN, *seeded(arguments)], env=env, preexec_fn=take_terminal, **streams)
        os.close(slave)
        self.text = ""

    def read(self, seconds):
        """Reads what comes within some time; false at the end."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        try:
            part = os.read(self.master, 65536) if ready else b""
        except OSError:
            return False
        self.text += part.decode("utf-8", "replace")
        return bool(part) or not ready

    def expect(self, wanted, seconds=20):
        """Waits until `wanted` was printed since the last thing typed."""
        end = time.monotonic() + seconds
        while wanted not in self.text and time.monotonic() < end:
            if not self.read(0.2):
                break
        return check(f"the terminal shows {wanted!r}", wanted in self.text, repr(self.text[-800:]))

    def type(self, text):
        self.text = ""
        os.write(self.master, text.encode())

    def press(self, key, seconds=20):
        """A key that means something only to the line editor: once the editor has the terminal."""
        end = time.monotonic() + seconds
        while termios.tcgetattr(self.master)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.01)
        self.type(key)

    def end(self, seconds=30):
        """Everything printed until the program ended; its status is in `status`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.read(0.2):
            pass
        try:
            self.status = self.process.wait(max(1.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.status = self.process.wait()
        os.close(self.master)
        return self.text


def take_terminal():
    """The terminal's Ctrl-C goes to the group in its foreground."""
    os.setsid()
    for descriptor in (0, 1, 2):
        if os.isatty(descriptor):
            fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)
            return


def shown(text):
    """Without colours and the terminal's line ends."""
    return re.sub("\033\\[[0-9;]*[mHJ]", "", text).replace("\r\n", "\n")
