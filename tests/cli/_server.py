"""The page's server as a test runs it: started on a free port, asked over sockets, stopped."""
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time

from _tap import BANYAN


class Server:
    """`banyan serve` with a store of its own; `lines` is what it printed before the address."""

    def __init__(self, *arguments, store=None, environment=None, port=0):
        self.folder = tempfile.TemporaryDirectory()
        self.store = store or os.path.join(self.folder.name, "games.db")
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            [BANYAN, "serve", "--port", str(port), "--store", self.store, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **(environment or {})})
        self.lines, self.port, self.address = [], None, ""
        for line in self.process.stdout:
            found = re.match(r"http://.*:(\d+)/", line)
            if found:
                self.port, self.address = int(found.group(1)), line.strip()
                break
            self.lines.append(line.rstrip("\n"))

    def ask(self, method, path, body=None, headers=None, timeout=60):
        """Status, headers (small letters) and body of one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            if isinstance(body, (dict, list)):
                body = json.dumps(body)
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            connection.close()

    def data(self, method, path, body=None, **options):
        """Status and JSON of a request under /api/v1."""
        status, _, text = self.ask(method, "/api/v1" + path, body, **options)
        return status, json.loads(text)

    def raw(self, data, timeout=20):
        """Sends these bytes and returns all that comes until the other side closes or says no more."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as link:
            said = b""
            with contextlib.suppress(OSError):  # it may have closed in the middle, with an answer or without
                link.sendall(data)
                link.shutdown(socket.SHUT_WR)
            with contextlib.suppress(OSError):
                while (more := link.recv(65536)):
                    said += more
            return said

    def stop(self, number=signal.SIGTERM):
        """Exit status, seconds it took, what stood on standard error."""
        begun = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, time.monotonic() - begun, errors

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        self.folder.cleanup()


class Stream:
    """One event stream: `next` gives (id, event, data)."""

    def __init__(self, server, client, last=None, headers=None):
        self.link = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        lines = [f"GET /api/v1/events?client={client} HTTP/1.1", f"Host: 127.0.0.1:{server.port}"]
        lines += [f"Last-Event-ID: {last}"] if last else []
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.link.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.file = self.link.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = {}
        while (line := self.file.readline().strip()):
            name, _, value = line.decode().partition(":")
            self.headers[name.lower()] = value.strip()
        self.text = b""

    def _line(self):
        """The next line of the stream, out of its chunks; None at its end."""
        while b"\n" not in self.text:
            size = int(self.file.readline().strip() or b"0", 16)
            if size == 0:
                return None
            self.text += self.file.read(size)
            self.file.readline()
        line, _, self.text = self.text.partition(b"\n")
        return line.decode()

    def next(self, seconds=20):
        """The next event; None: the stream has ended. Raises TimeoutError where none comes."""
        self.link.settimeout(seconds)
        event = {}
        while True:
            line = self._line()
            if line is None:
                return None
            if line == "" and "data" in event:
                return event.get("id"), event.get("event"), json.loads(event["data"])
            name, _, value = line.partition(": ")
            if name:
                event[name] = value

    def close(self):
        self.file.close()
        self.link.close()
