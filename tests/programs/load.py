"""load.py: many clients of one `banyan serve`, well-behaved and not.

    load.py hold PORT --streams 200 --searches 20 --seconds 60
        holds event streams while searches run, and measures how long events take: each second some pages
        ask for a ping and wait for the event
    load.py bad PORT --requests 10000 --seed 1
        malformed requests of many kinds: each has to be answered with 4xx or closed

Both print one JSON object; the status is 0 when there was no error."""
import argparse
import asyncio
import json
import random
import sys
import time

HOST = "127.0.0.1"


async def request(port, method, path, body=None):
    """Status and JSON of one good request."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        data = json.dumps(body).encode() if body is not None else b""
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: close\r\n"
                     f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await reader.read()
        head, _, text = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(text)
    finally:
        writer.close()


# --- streams and searches -----------------------------------------------------------------------


class Page:
    """One page: a stream, the pings that are under way, and what its search has told."""

    def __init__(self, port, number):
        self.port, self.name = port, f"load-page-{number:05d}"
        self.waiting, self.delays, self.errors = {}, [], []
        self.events, self.work, self.job = 0, [], None

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection(HOST, self.port)
        self.writer.write(f"GET /api/v1/events?client={self.name} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        status = await self.reader.readline()
        if b" 200 " not in status:
            self.errors.append(f"stream: {status!r}")
        while (await self.reader.readline()).strip():
            pass
        self.task = asyncio.create_task(self.follow())

    async def follow(self):
        text = b""
        while True:
            line = await self.reader.readline()
            if not line or not line.strip():
                self.errors.append("the stream has ended")
                return
            size = int(line, 16)
            text += (await self.reader.readexactly(size + 2))[:-2]
            *whole, text = text.split(b"\n\n")
            for event in whole:
                self.note(event.decode())

    def note(self, event):
        fields = dict(line.partition(": ")[::2] for line in event.splitlines() if not line.startswith(":"))
        name = fields.get("event")
        if name == "pong":
            self.delays.append(time.monotonic() - self.waiting.pop(json.loads(fields["data"])["n"]))
        elif name == "progress":
            self.work.append(json.loads(fields["data"])["result"]["work"]["simulations"])
        elif name in ("failed", "gap"):
            self.errors.append(event[:200])
        self.events += 1

    async def ping(self, number):
        self.waiting[number] = time.monotonic()
        status, _ = await request(self.port, "POST", f"/api/v1/ping?client={self.name}&n={number}")
        if status != 200:
            self.errors.append(f"ping: {status}")

    async def think(self, seconds):
        status, answer = await request(self.port, "POST", "/api/v1/jobs", {
            "client": self.name, "kind": "think", "game": "go", "options": {"size": "9"}, "start": None,
            "moves": [], "player": "mcts memory=64M", "limits": {"time": seconds}, "seed": 1})
        if status != 202:
            self.errors.append(f"job: {status} {answer}")
        self.job = answer.get("job")

    async def close(self):
        if self.job:
            await request(self.port, "DELETE", f"/api/v1/jobs/{self.job}")
        self.task.cancel()
        self.writer.close()


def quantile(values, part):
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else None


async def hold(options):
    pages = [Page(options.port, number) for number in range(options.streams)]
    chance = random.Random(options.seed)
    for page in pages:
        await page.open()
    thinkers = pages[:options.searches]
    for page in thinkers:
        await page.think(options.seconds + 60)
    end, pings = time.monotonic() + options.seconds, 0
    while time.monotonic() < end:
        for page in chance.sample(pages, min(20, len(pages))):
            pings += 1
            await page.ping(pings)
            await asyncio.sleep(1 / 20)
    await asyncio.sleep(1)
    lost = sum(len(page.waiting) for page in pages)
    errors = [error for page in pages for error in page.errors]
    stuck = [page.name for page in thinkers if len(page.work) < 2 or page.work[-1] <= page.work[0]]
    for page in pages:
        await page.close()
    delays = [1000 * delay for page in pages for delay in page.delays]
    return {"streams": len(pages), "searches": len(thinkers), "seconds": options.seconds, "pings": pings,
            "events": sum(page.events for page in pages), "errors": errors[:10] + [f"{lost} pings lost"] * (lost > 0),
            "without_progress": stuck, "simulations": sum(page.work[-1] for page in thinkers if page.work),
            "delay_ms": {"median": quantile(delays, 0.5), "p99": quantile(delays, 0.99), "most": max(delays, default=None)}}


# --- bad requests --------------------------------------------------------------------------------

LINE = {"game": "go", "options": {"size": "9"}, "start": None, "moves": ["e5", "c3"]}
JOB = {"client": "load-bad-1", "kind": "think", **LINE, "player": "mcts sims=100", "seed": 1}
SESSION = {**LINE, "players": ["human", "easy"], "seed": 1}
POSTS = ["position", "explain", "records/read", "records/write", "sessions", "jobs", "sessions/x/move", "sessions/x/undo"]
HUGE = [-1, 2**63, 2**64, 10**30, -10**30, 1.5, True, "1e999", [], {}]


def message(method, path, headers, body=b"", length=True):
    lines = [f"{method} {path} HTTP/1.1".encode("latin-1", "replace")]
    lines += [f"{name}: {value}".encode("latin-1", "replace") for name, value in headers]
    lines += [b"Content-Length: %d" % len(body)] if length and body else []
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def good_head():
    return [("Host", "localhost"), ("Connection", "close")]


def noise(chance, most=300):
    return bytes(chance.randrange(256) for _ in range(chance.randrange(1, most)))


def bad_bytes(chance):
    return noise(chance, 2000) + b"\r\n\r\n"


def bad_first_line(chance):
    line = chance.choice(["GET", "GET /", "GET  / HTTP/1.1", "/ GET HTTP/1.1", "GET / HTTP/9.9", "GET / HTTP/x", "G\0T / HTTP/1.1",
                          "GET http://evil.example/ HTTP/1.1", "GET * HTTP/1.1", "CONNECT a:1 HTTP/1.1", "TRACE / HTTP/1.1",
                          "PATCH / HTTP/1.1", "A" * 40000, "GET /" + "a" * 40000 + " HTTP/1.1", "GET / HTTP/1.1 x", ""])
    return line.encode() + b"\r\nHost: evil.example\r\n\r\n"


def bad_header(chance):
    kind = chance.randrange(9)
    extra = [b"no colon here", b": no name", b"X: " + b"y" * 40000, b"Host: localhost", b"X\0Y: z",
             b"\r\n".join(b"X%d: %d" % (i, i) for i in range(5000)), b"Content-Length: x", b"Content-Length: -5",
             b"Transfer-Encoding: nothing"][kind]
    if kind in (0, 1, 4, 8):  # which might pass by themselves
        return b"GET / HTTP/1.1\r\nHost: evil.example\r\n" + extra + b"\r\n\r\n"
    return b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + extra + b"\r\n\r\n"


def bad_host(chance):
    host = chance.choice(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "0.0.0.0", "[::2]", "127.0.0.2",
                          "localhost:99999999", "localhost:x", "a b", "\xff\xfe", "", "localhost@evil.example", "x" * 300])
    return message("GET", "/api/v1/status", [("Host", host), ("Connection", "close")])


def bad_origin(chance):
    origin = chance.choice(["http://evil.example", "null", "file://", "http://localhost:1", "https://127.0.0.1", "localhost",
                            "http://localhost.evil.example", "http://localhost@evil.example", "\xff", "x" * 5000])
    return message("POST", "/api/v1/position", good_head() + [("Origin", origin)], json.dumps(LINE).encode())


def bad_path(chance):
    path = chance.choice(["/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../x", "/%00", "/a%0d%0ab",
                          "/%zz", "/%", "/%c0%ae%c0%ae/", "/....//x", "/\\..\\x", "//", "/api/v1/../../x", "/api/v1/games/%2e%2e",
                          "/index.html/", "/%ff%fe", "/./", "/api", "/api/v1/", "/api/v99/status", "/%252e%252e/etc/passwd"])
    return message("GET", path, good_head())


def bad_id(chance):
    name = chance.choice(["0", "-1", "99999999999999999999", "x" * 3000, "%00", "%2e%2e", "a%20b", "'%20OR%201=1--", "1e9", "NaN", "*", "%F0%9F%8C%B3"])
    method, path = chance.choice([("GET", "/jobs/{}"), ("DELETE", "/jobs/{}"), ("GET", "/sessions/{}"), ("DELETE", "/sessions/{}"),
                                  ("POST", "/sessions/{}/move"), ("POST", "/sessions/{}/stop"), ("GET", "/games/{}"), ("GET", "/searches/{}")])
    return message(method, "/api/v1" + path.format(name), good_head(), b'{"move": "e5", "ply": 0}' if method == "POST" else b"")


def bad_query(chance):
    query = chance.choice(["", "client=", "client=short", "client=" + "x" * 65, "client=a%00bcdefgh", "client=%zzabcdefgh", "client=a/b/c/d/e/f",
                           "client=../../../x", "CLIENT=abcdefgh1", "x=" + "y" * 3000, "&&&&", "client=%F0%9F%8C%B3%F0%9F%8C%B3"])
    return message("GET", "/api/v1/events?" + query, good_head())


def bad_json(chance):
    """No JSON, or none that is an object."""
    whole = json.dumps(JOB).encode()
    body = chance.choice([b"{", b"[]", b"null", b"0", b'"x"', whole[:chance.randrange(1, len(whole))], noise(chance), b"[" * 100000,
                          b'{"a":' * 50000, b"\xff\xfe{}", b'{"game": "go", "x": \xc3\x28}', b'{"game": 1e99999}', whole + b"}", b"\0" * 100,
                          b'{"game": "\\ud800"}', b"{'game': 'go'}", b"NaN", b'{"game": "go",}', b" " * 100000])
    return message("POST", "/api/v1/" + chance.choice(POSTS), good_head(), body)


def bad_value(chance):
    """JSON that asks for what cannot be."""
    path, body = chance.choice([("position", LINE), ("jobs", JOB), ("sessions", SESSION)])
    body = json.loads(json.dumps(body))
    change = chance.choice([("game", "no-such-game"), ("game", 7), ("game", None), ("game", "x" * 100000), ("moves", ["z99"]), ("moves", [7]), ("moves", "x" * 9),
                            ("moves", ["e5", "e5"]), ("moves", ["e5"] * 100000), ("moves", {"a": 1}), ("options", {"size": "99999999999"}),
                            ("options", {"size": "-1"}), ("options", {"no-such": "1"}), ("options", []), ("options", {"komi": "1e999"}),
                            ("start", "garbage"), ("start", 5), ("start", "." * 100000)])
    if path == "jobs" and chance.random() < 0.6:
        change = chance.choice([("kind", "destroy"), ("kind", 5), ("player", "no-such-search"), ("player", 'gtp cmd="touch /tmp/x"'),
                                ("player", "mcts sims=-5"), ("player", "mcts memory=99999T"), ("player", "human"), ("player", 9), ("client", "short"),
                                ("client", 5), ("player", "alphabeta eval=file:/etc/passwd"), ("player", "x" * 5000)]
                               + [("seed", value) for value in HUGE if value not in (2**63,)]
                               + [("limits", {"sims": value}) for value in HUGE] + [("limits", {"time": -1}), ("limits", 5)])
    if path == "sessions" and chance.random() < 0.5:
        change = chance.choice([("players", []), ("players", ["human"]), ("players", ["human"] * 3), ("players", "human"), ("players", [1, 2]),
                                ("players", ["human", 'gtp cmd="true"']), ("players", ["human", "no-such"]), ("clock", "x"), ("clock", 7), ("seed", -1)])
    body[change[0]] = change[1]
    return message("POST", "/api/v1/" + path, good_head(), json.dumps(body).encode())


def bad_length(chance):
    length = chance.choice([b"5000000", b"99999999999999999999", b"-1", b"0x10", b"1 1", b""])
    return (b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + length
            + b"\r\n\r\n" + noise(chance))


def bad_chunks(chance):
    chunks = chance.choice([b"zz\r\nabc\r\n", b"ffffffffffffffff\r\nabc", b"-5\r\nabc\r\n", b"5\r\nab", b"3\r\nabcdef\r\n0\r\n\r\n", b"1;" + b"x" * 40000])
    return (b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)


KINDS = [bad_bytes, bad_first_line, bad_header, bad_host, bad_origin, bad_path, bad_id, bad_query, bad_json, bad_value, bad_value,
         bad_length, bad_chunks]


UNFINISHED = {bad_bytes, bad_first_line, bad_header, bad_length, bad_chunks}  # whose end has to be told


async def send_bad(port, data, chance, ends):
    """What came back: a status, 0 for closed without a word, -1 for silence."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        if chance.random() < 0.1:  # in pieces
            for start in range(0, min(len(data), 400), 40):
                writer.write(data[start:start + 40])
                await writer.drain()
                await asyncio.sleep(0.002)
            data = data[400:]
        writer.write(data)
        await writer.drain()
        if ends or chance.random() < 0.1:
            writer.write_eof()
        answer = await asyncio.wait_for(reader.read(4096), 60)
        return int(answer[9:12]) if answer.startswith(b"HTTP/1.") else 0 if not answer else -1
    except asyncio.TimeoutError:
        return -1
    except OSError:
        return 0
    finally:
        writer.close()


async def slow_client(port, stop):
    """Says very little, and goes without a word."""
    while not stop.is_set():
        try:
            _, writer = await asyncio.open_connection(HOST, port)
            for letter in b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{":
                writer.write(bytes([letter]))
                await asyncio.sleep(0.05)
                if stop.is_set():
                    break
            writer.transport.abort()
        except OSError:
            await asyncio.sleep(0.1)


async def bad(options):
    counts, errors, stop = {}, [], asyncio.Event()
    numbers = iter(range(options.requests))
    slow = [asyncio.create_task(slow_client(options.port, stop)) for _ in range(20)]

    async def work():
        for number in numbers:
            chance = random.Random(options.seed * 1000003 + number)
            kind = chance.choice(KINDS)
            data = kind(chance)
            status = await send_bad(options.port, data, chance, kind in UNFINISHED)
            told = counts.setdefault(kind.__name__, {})
            told[status] = told.get(status, 0) + 1
            if status != 0 and not 400 <= status < 500 and status != 505:  # 505: another version of HTTP
                errors.append(f"{number} {kind.__name__}: {status}: {data[:100]!r} ... {data[-300:]!r}")

    await asyncio.gather(*[work() for _ in range(16)])
    stop.set()
    await asyncio.gather(*slow)
    status, _ = await request(options.port, "GET", "/api/v1/status")
    if status != 200:
        errors.append(f"afterwards: {status}")
    return {"requests": options.requests, "answers": counts, "errors": errors[:20],
            "error_count": len(errors), "without_progress": []}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["hold", "bad"])
    parser.add_argument("port", type=int)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--searches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--requests", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    result = asyncio.run(hold(options) if options.what == "hold" else bad(options))
    print(json.dumps(result))
    sys.exit(1 if result["errors"] or result["without_progress"] else 0)


main()
