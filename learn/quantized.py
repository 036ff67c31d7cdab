"""The int8 network: made from a trained one, written, read, and computed exactly as the C code does.

Format and arithmetic: learn/README.md.
"""
import struct
import zlib

import numpy as np
import torch
import torch.nn.functional as F

from network import ACT_MAX, INPUT_STEP, LEAD_UNIT, act

MAGIC = b"banyan\x1an"
VERSION = 1
STEPS = 127  # of an activation, and of a weight to either side
SHAPE = ("planes", "channels", "blocks", "head", "dense")


def parts(shape):
    """(name, number type, dimensions) in the order of the file."""
    p, c, h, d = shape["planes"], shape["channels"], shape["head"], shape["dense"]

    def conv(name, weight):
        return [(name + ".mult", "<f4", (weight[0],)), (name + ".bias", "<f4", (weight[0],)),
                (name + ".weight", "i1", weight)]

    listed = conv("stem", (c, 3, 3, p))
    for k in range(shape["blocks"]):
        listed += conv(f"{k}.first", (c, 3, 3, c)) + conv(f"{k}.second", (c, 3, 3, c))
        listed.append((f"{k}.skip", "<f4", ()))
    listed += conv("head", (h, 1, 1, c))
    for name in ("policy", "owner"):
        listed += [(name + ".mult", "<f4", ()), (name + ".bias", "<f4", ()), (name + ".weight", "i1", (h,))]
    return listed + [("w1", "<f4", (d, 2 * h)), ("b1", "<f4", (d,)), ("w2", "<f4", (3, d)), ("b2", "<f4", (3,))]


def scales(network, inputs, percentile):
    """One step of each activation: its percentile over the inputs, at most ACT_MAX, is 127 steps."""
    highest = []
    with torch.no_grad():
        seen = []
        network(inputs, seen)
        for tensor in seen:
            top = np.percentile(tensor.numpy(), percentile)
            highest.append(min(max(float(top), 0.01), ACT_MAX))
    return [top / STEPS for top in highest]


def to_int8(weight, rows):
    """(int8 weights, the scale of each row)"""
    flat = weight.reshape(rows, -1)
    top = np.abs(flat).max(axis=1)
    scale = np.where(top > 0, top, 1.0) / STEPS
    return np.rint(flat / scale[:, None]).astype(np.int8).reshape(weight.shape), scale


def quantize_conv(name, conv, step_in, step_out):
    weight, bias = (tensor.detach().double().numpy() for tensor in conv.folded())
    ints, scale = to_int8(weight.transpose(0, 2, 3, 1), len(weight))
    return {name + ".weight": ints, name + ".mult": step_in * scale / step_out, name + ".bias": bias / step_out}


def quantize_line(name, line, step):
    ints, scale = to_int8(line.weight.detach().double().numpy().reshape(1, -1), 1)
    return {name + ".weight": ints[0], name + ".mult": step * scale[0], name + ".bias": line.bias.item()}


def quantize_dense(network, step):
    w1, b1, w2, b2 = (tensor.detach().double().numpy().copy() for tensor in (
        network.dense.weight, network.dense.bias, network.out.weight, network.out.bias))
    w2[2] *= LEAD_UNIT
    b2[2] *= LEAD_UNIT
    return {"w1": w1 * step, "b1": b1, "w2": w2, "b2": b2}


def uncorrected(network, steps):
    """The int8 network by rounding alone, as a dict of arrays named as in parts()."""
    made = quantize_conv("stem", network.stem, INPUT_STEP, steps[0])
    for k, block in enumerate(network.blocks):
        x, h, y = steps[2 * k:2 * k + 3]
        made.update(quantize_conv(f"{k}.first", block.first, x, h))
        made.update(quantize_conv(f"{k}.second", block.second, h, y))
        made[f"{k}.skip"] = x / y
    made.update(quantize_conv("head", network.head, steps[-2], steps[-1]))
    made.update(quantize_line("policy", network.policy, steps[-1]))
    made.update(quantize_line("owner", network.owner, steps[-1]))
    made.update(quantize_dense(network, steps[-1]))
    return {name: np.asarray(made[name]).astype(kind) for name, kind, _ in parts(network.shape)}


def quantize(network, inputs, percentile):
    """The int8 network, each bias corrected for the mean error of rounded weights (Nagel et al. 2019, section 4.2).

    Both networks run side by side through the convolutions; what a channel of the int8 one has too little on the
    average, before its activation, is added to its bias. On toy data: the value's error 0.0024 instead of 0.0042.
    """
    network.eval()
    steps = scales(network, inputs, percentile)
    arrays = uncorrected(network, steps)
    ints = Quantized(arrays, network.shape)

    def both(name, conv, step, pair, other=(None, None)):
        wanted = conv(pair[0]) + (0 if other[0] is None else other[0])
        skip = None if other[1] is None else ints.arrays[name.split(".")[0] + ".skip"]
        got = ints.before_rounding(name, pair[1], other[1], skip)
        ints.arrays[name + ".bias"] += wanted.mean((0, 2, 3)) / step - got.mean((0, 2, 3))
        return act(wanted), ints.conv(name, pair[1], other[1], skip)

    with torch.no_grad():
        x = both("stem", network.stem, steps[0], (inputs, torch.round(inputs / INPUT_STEP)))
        for k, block in enumerate(network.blocks):
            h = both(f"{k}.first", block.first, steps[2 * k + 1], x)
            x = both(f"{k}.second", block.second, steps[2 * k + 2], h, x)
        both("head", network.head, steps[-1], x)
    return {name: array.numpy() for name, array in ints.arrays.items()}


def write(arrays, shape, path):
    body = struct.pack("<5I", *(shape[name] for name in SHAPE))
    for name, kind, dimensions in parts(shape):
        assert arrays[name].shape == dimensions, name
        body += arrays[name].astype(kind).tobytes()
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<2I", VERSION, zlib.crc32(body)) + body)


def read(path):
    """(arrays, shape)"""
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < 36 or data[:8] != MAGIC:
        raise SystemExit(f"{path}: not a network file")
    version, crc = struct.unpack_from("<2I", data, 8)
    if version != VERSION or crc != zlib.crc32(data[16:]):
        raise SystemExit(f"{path}: of another version or damaged")
    shape = dict(zip(SHAPE, struct.unpack_from("<5I", data, 16)))
    arrays, at = {}, 36
    for name, kind, dimensions in parts(shape):
        count = int(np.prod(dimensions, dtype=np.int64))
        arrays[name] = np.frombuffer(data, kind, count, at).reshape(dimensions)
        at += arrays[name].nbytes
    if at != len(data):
        raise SystemExit(f"{path}: {len(data) - at} bytes too many")
    return arrays, shape


class Quantized:
    """Computes with whole numbers held in floats or doubles (exact), and single floats where the C code has them."""

    def __init__(self, arrays, shape):
        self.shape = shape
        self.arrays = {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}

    def sums(self, name, x):
        weight = self.arrays[name + ".weight"].permute(0, 3, 1, 2).double()
        if 255 * weight.abs().sum((1, 2, 3)).max() < 2 ** 24:  # then floats are as exact
            return F.conv2d(x.float(), weight.float(), padding=weight.shape[-1] // 2)
        return F.conv2d(x.double(), weight, padding=weight.shape[-1] // 2).float()

    def before_rounding(self, name, x, other=None, skip=None):
        """sum * mult + bias (+ other * skip), each step rounded to a float"""
        mult, bias = (self.arrays[name + end][:, None, None] for end in (".mult", ".bias"))
        t = self.sums(name, x) * mult
        t = t + bias
        if other is not None:
            t = t + other * skip
        return t

    def conv(self, name, x, other=None, skip=None):
        return torch.round(self.before_rounding(name, x, other, skip)).clamp(0, STEPS)

    def line(self, name, hid):
        dots = torch.einsum("bcyx,c->byx", hid.double(), self.arrays[name + ".weight"].double())
        return (dots.float() * self.arrays[name + ".mult"] + self.arrays[name + ".bias"]).flatten(1)

    def hidden(self, planes):
        x = self.conv("stem", planes)
        for k in range(self.shape["blocks"]):
            h = self.conv(f"{k}.first", x)
            x = self.conv(f"{k}.second", h, x, self.arrays[f"{k}.skip"])
        return self.conv("head", x)

    def __call__(self, planes):
        """planes: bytes as floats, [record][plane][y][x]; the outputs are named as the float network's."""
        hid, a = self.hidden(planes), self.arrays
        pooled = torch.cat([hid.mean((2, 3)), hid.amax((2, 3))], 1)
        out = F.relu(pooled @ a["w1"].T + a["b1"]) @ a["w2"].T + a["b2"]
        return {"policy": torch.cat([self.line("policy", hid), out[:, 1:2]], 1), "owner": self.line("owner", hid),
                "value": out[:, 0], "lead": out[:, 2]}
