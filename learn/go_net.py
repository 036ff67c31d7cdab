#!/usr/bin/python3
"""Train, export and check a convolutional network for Go. See learn/README.md."""
import argparse
import os
import struct
import sys

sys.dont_write_bytecode = True
# Before PyTorch is loaded: threads that spin at each other's barriers make two threads ten times slower than one as
# soon as another program wants a core (2 cores, load 5: under 150 samples/s spinning, 1964 sleeping).
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import torch

import course
import network as net
import quantized
import samples

BATCH = 512
VALUE_LOST, POLICY_LOST = 0.005, 0.02  # more than this lost by int8 asks for a look at the scales


def refuse_nonsense(options):
    """Whatever would fail only after the first lessons."""
    for name, value, _ in NUMBERS:
        given = getattr(options, name.replace("-", "_"))
        if given < 0 or not given < float("inf") or (given == 0 and name in NEEDED):
            raise SystemExit(f"--{name} {given:g} is too small or too large")
    if options.full_share > 1:
        raise SystemExit("--full-share is a share, from 0 to 1")
    if options.channels % 16 or options.head % 16:
        raise SystemExit("--channels and --head are multiples of 16")
    if options.threads < 1:
        raise SystemExit("--threads is 1 or more")
    if not os.path.isdir(os.path.dirname(os.path.abspath(options.out))):
        raise SystemExit(f"--out {options.out}: there is no such folder")
    for _, _, path in options.games:
        if not os.path.isfile(path):
            raise SystemExit(f"--games {path}: there is no such file")


def train(options):
    refuse_nonsense(options)
    taught = None
    try:
        taught = course.Course(options)
        taught.run()
    except KeyboardInterrupt:
        kept = f"the last lesson left {options.out}, and train --init {options.out} goes on from it" \
            if taught and taught.saved else "nothing had been written yet"
        raise SystemExit(f"stopped: {kept}") from None


def some(paths, count, from_held_out):
    """Samples to calibrate or check with: one Samples for each board size; all of a file too small to hold out."""
    files = samples.open_files(paths)
    parts = [file.split()[1] if from_held_out and len(file) >= 5000 else file for file in files]
    return samples.join_sizes([part.spread(max(1, count // len(parts))) for part in parts])


def export(options):
    network = net.restore(options.checkpoint)
    biggest = max(some(options.calibrate, options.count, False), key=len)
    inputs = net.inputs(samples.unpack(biggest, slice(None)))
    arrays = quantized.quantize(network, inputs, options.percentile)
    quantized.write(arrays, network.shape, options.out)
    print(f"{options.out}: {os.path.getsize(options.out)} bytes, calibrated with {len(inputs)} samples")


def raw(batch):
    """The planes' bytes as whole floats."""
    return batch["planes"].float()


def differences(float_net, int_net, batch):
    """Per sample: value, policy top-1 the same, what the float net thinks the other top move costs, owner, lead."""
    a, b = float_net(net.inputs(batch)), int_net(raw(batch))
    chance = torch.softmax(a["policy"], 1)
    best = b["policy"].argmax(1, keepdim=True)
    return torch.stack([
        (torch.sigmoid(a["value"]) - torch.sigmoid(b["value"])).abs(),
        (a["policy"].argmax(1) == b["policy"].argmax(1)).float(),
        chance.amax(1) - chance.gather(1, best)[:, 0],
        (torch.sigmoid(a["owner"]) - torch.sigmoid(b["owner"])).abs().mean(1),
        (a["lead"] - b["lead"]).abs(),
    ], 1)


def check(options):
    float_net = net.restore(options.checkpoint).eval()
    int_net = quantized.Quantized(*quantized.read(options.net))
    groups = some(options.samples, options.count, True)
    with torch.no_grad():
        rows = torch.cat([differences(float_net, int_net, batch) for batch in samples.in_order(groups, BATCH)])
    value, same, cost, owner, lead = rows.mean(0).tolist()
    print(f"{len(rows)} samples, int8 against float: value {value:.5f} (at most {rows[:, 0].max():.4f}), "
          f"policy top-1 the same {same:.4f}, costing {cost:.5f}, owner {owner:.5f}, lead {lead:.3f}")
    for name, said in (("float:", lambda batch: float_net(net.inputs(batch))),
                       ("int8: ", lambda batch: int_net(raw(batch)))):
        print(name, net.describe(net.measure(said, samples.in_order(groups, BATCH))))
    good = value <= VALUE_LOST and same >= 1 - POLICY_LOST
    print("good" if good else "int8 loses too much")
    return 0 if good else 1


def dump(options):
    int_net = quantized.Quantized(*quantized.read(options.net))
    group = some(options.samples[:1], options.count, False)[0]
    batch = samples.unpack(group, slice(None))
    with torch.no_grad():
        said = int_net(raw(batch))
    with open(options.out, "wb") as file:
        file.write(struct.pack("<3I", group.size, group.planes, len(group)))
        for k in range(len(group)):
            file.write(batch["planes"][k].contiguous().numpy().tobytes())
            for name in ("policy", "owner", "value", "lead"):
                file.write(said[name][k].numpy().astype("<f4").tobytes())


def games_of(text):
    """SIZE:SHARE:FILE"""
    try:
        size, share, path = text.split(":", 2)
        if not 0 < float(share) <= 1:
            raise ValueError
        return int(size), float(share), path
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not SIZE:SHARE:FILE, as in 9:1:go9.txt") from None


# (option, default, what it is), in the order of the help
NEEDED = ("seconds", "learn-seconds", "side-by-side", "full", "fast", "channels", "blocks", "head", "dense", "batch", "rate",
          "last-rate", "threads")  # that cannot be 0
NUMBERS = (
    ("seconds", 1100.0, "the whole course"),
    ("others-seconds", 150.0, "lessons from games of others before games against itself"),
    ("play-seconds", 26.0, "games against itself in each turn; 0: none"),
    ("learn-seconds", 15.0, "lessons in each turn"),
    ("side-by-side", 4096, "games at a time, in each of two pools; fewer on boards above 9x9"),
    ("full", 160, "visits of a search that is learned from"),
    ("fast", 32, "visits of another search"),
    ("full-share", 0.3, "of the searches that are learned from"),
    ("channels", 64, "of the network"),
    ("blocks", 6, "of the network, two convolutions each"),
    ("head", 32, "channels of its head"),
    ("dense", 64, "units of its last hidden layer"),
    ("batch", 4096, "positions of a lesson on 9x9; fewer on larger boards"),
    ("rate", 3e-3, "of learning, at the beginning"),
    ("last-rate", 1e-4, "of learning, at the end"),
    ("seed", 1, "of all that is drawn"),
)


def add_train(commands):
    p = commands.add_parser("train", help="a course: games of others, then games against itself")
    p.add_argument("--games", nargs="+", default=[], type=games_of, metavar="SIZE:SHARE:FILE",
                   help="records of games of others, and which share of their positions on boards of this size to take")
    p.add_argument("--out", required=True, help="the checkpoint, written after each lesson; samples go beside it")
    p.add_argument("--init", help="a checkpoint to go on from (its shape holds)")
    for name, value, text in NUMBERS:
        p.add_argument("--" + name, type=type(value), default=value, help=f"{text} (%(default)g)", metavar="N")
    p.set_defaults(run=train)


def add_export(commands):
    p = commands.add_parser("export", help="write the int8 network")
    p.add_argument("checkpoint")
    p.add_argument("--calibrate", nargs="+", required=True, metavar="SAMPLES", help="by which it is rounded")
    p.add_argument("--count", type=int, default=2048, help="so many of the samples (%(default)s)", metavar="N")
    p.add_argument("--percentile", type=float, default=99.99, metavar="P",
                   help="of the activations, below which none is cut off (%(default)s)")
    p.add_argument("--out", required=True, help="the file of the network")
    p.set_defaults(run=export)


def add_check(commands):
    p = commands.add_parser("check", help="compare the int8 network with the float one")
    p.add_argument("checkpoint")
    p.add_argument("net")
    p.add_argument("--samples", nargs="+", required=True, metavar="SAMPLES")
    p.add_argument("--count", type=int, default=4096, help="so many of the samples (%(default)s)", metavar="N")
    p.set_defaults(run=check)


def add_dump(commands):
    p = commands.add_parser("dump", help="inputs and outputs of the int8 network, to test another implementation")
    p.add_argument("net")
    p.add_argument("--samples", nargs=1, required=True, metavar="SAMPLES")
    p.add_argument("--count", type=int, default=16, help="so many of the samples (%(default)s)", metavar="N")
    p.add_argument("--out", required=True, help="the file (README.md: Dump)")
    p.set_defaults(run=dump)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    for add in (add_train, add_export, add_check, add_dump):
        add(commands)
    for command in commands.choices.values():
        command.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N",
                             help="processors to use (%(default)s)")
    options = parser.parse_args()
    torch.set_num_threads(max(1, options.threads))
    try:
        return options.run(options)
    except OSError as error:
        raise SystemExit(f"{error.filename or 'a file'}: {error.strerror}") from None


if __name__ == "__main__":
    sys.exit(main())
