#!/usr/bin/env python3
"""The lessons over the API: the list, every lesson as on the command line, and what is refused."""
from concurrent.futures import ThreadPoolExecutor

from _api import Api
from _tap import check, data, finish, run, same

TRIED = {
    "pi": [{"points": 1000, "seed": "7"}],
    "bandit": [{"horizon": 500, "runs": 5, "m": "best", "seed": 3}, {"means": "1,0", "kind": "gaussian", "horizon": 100, "runs": 3}],
    "factorial": [{"n": 0}, {"n": 20}],
    "fibonacci": [{"n": 1}, {"n": 8}, {"n": 30}],
    "hanoi": [{"n": 1}, {"n": "5", "show": 3}],
    "queens": [{"n": 3}, {"n": 6, "show": 1}],
    "maze": [{"size": "3x2"}, {"size": "12x8", "seed": 5}],
    "alphabeta": [{"tree": "((5 3)(2 (7 1) 4))"}],
    "hash": [{"keys": "Aa BB it's", "method": "java"}],
}
REFUSED = [
    ("hanoi", {"options": {"n": 99}}), ("hanoi", {"options": {"discs": 3}}), ("hanoi", {"options": {"n": "three"}}), ("hanoi", {"options": {"n": [3]}}),
    ("hanoi", {"options": 3}), ("hanoi", {"want": "svg"}), ("hanoi", {"want": ["films"]}), ("hanoi", {"want": [1]}), ("pi", {"options": {"points": 0}}),
    ("pi", {"options": {"seed": -1}}), ("bandit", {"options": {"means": "0.5"}}), ("maze", {"options": {"size": "1x1"}}), ("queens", {"options": {"n": 15}}),
]


def words(options):
    return [word for name, value in options.items() for word in (f"--{name}", str(value))]


def shown(name, options):
    """What the command line says: words, drawing and steps."""
    text = run("lesson", name, *words(options)).stdout
    svg = run("lesson", name, *words(options), "--svg", "-").stdout
    steps = run("lesson", name, *words(options), "--step").stdout
    return text, svg, steps


def test_same(server, name, options):
    title = " ".join([name, *words(options)])
    status, answer = server.data("POST", f"/lessons/{name}", {"options": options})
    if not check(f"{title}: 200", status == 200, answer):
        return
    same(f"{title}: figures and frames as on the command line", answer["figures"], data("lesson", name, *words(options), "--frames"))
    text, svg, steps = shown(name, options)
    same(f"{title}: the text", answer["text"], text)
    same(f"{title}: the drawing", answer["svg"], svg)
    listed = "\n".join(f"--- step {i + 1} of {len(answer['steps'])}\n\n{step}" for i, step in enumerate(answer["steps"]))
    check(f"{title}: the steps", answer["steps_cut"] or listed == steps, f"{listed[:400]}\n{steps[:400]}")
    check(f"{title}: its command", answer["command"].startswith(f"banyan lesson {name}"), answer["command"])
    status, answer = server.data("POST", f"/lessons/{name}", {"options": options, "want": []})
    check(f"{title}: no more than is wanted", status == 200 and answer["svg"] is None and answer["steps"] is None and "frames" not in answer["figures"])
    same(f"{title}: figures as without frames", answer["figures"], data("lesson", name, *words(options)))


def test_refused(server):
    for name, body in REFUSED:
        status, answer = server.data("POST", f"/lessons/{name}", body)
        check(f"{name} {body}: one sentence", status == 400 and 10 < len(answer["error"]) < 300 and "\n" not in answer["error"], f"{status} {answer}")
    status, answer = server.data("POST", "/lessons/chess", {})
    check("a lesson that is not there", status == 404 and "chess" in answer["error"], answer)
    same("another method", server.data("GET", "/lessons/hanoi")[0], 405)
    frames = run("lesson", "hanoi", "--frames")
    check("--frames alone is refused", frames.returncode == 2 and "--json" in frames.stderr, frames.stderr)


def test_many(server):
    """Twenty long ones at once: no more than eight are worked out, and others are answered meanwhile."""
    body = {"options": {"horizon": 10000, "runs": 500}, "want": []}
    with ThreadPoolExecutor(20) as pool:
        asked = [pool.submit(server.data, "POST", "/lessons/bandit", body) for _ in range(20)]
        short = server.data("GET", "/status")[0]
        told = [one.result() for one in asked]
    same("another request while they are worked out", short, 200)
    done = [answer["figures"] for status, answer in told if status == 200]
    refused = [answer["error"] for status, answer in told if status == 429]
    check("each is worked out or refused", len(done) + len(refused) == len(told), [status for status, _ in told])
    check("those that are worked out say the same", done and all(figures == done[0] for figures in done))
    check("too many at once: one sentence", refused and all("8 explanations and lessons" in why for why in refused), refused)
    same("and then again", server.data("POST", "/lessons/hanoi", {})[0], 200)


def main():
    with Api("--first", "tictactoe") as server:
        listed = server.get("/lessons")
        same("the list is that of the command line", listed, data("lesson"))
        for lesson in listed["lessons"]:
            test_same(server, lesson["name"], {})
            for options in TRIED.get(lesson["name"], []):
                test_same(server, lesson["name"], options)
        test_refused(server)
        test_many(server)


main()
finish()
