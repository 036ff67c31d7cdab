"""Sample files: positions of Go games with what the search and the end of the game said of them.

Format: README.md. Records stay packed, in the memory of the device that trains; a batch is unpacked there when it is
needed.
"""
import struct

import numpy as np
import torch

MAGIC = b"banyan\x1as"
HEADER = struct.Struct("<8s3I")  # magic, version, board size, planes
VERSION = 1
HELD_OUT = 0.05  # the end of each file: contiguous, so that no game is on both sides (but one at the cut)
OWNER_UNKNOWN = 2
FLOATS = 3  # at the end of a record: result, search, lead


class Samples:
    """Records of one board size: a byte tensor [record][byte]."""

    def __init__(self, size, planes, records):
        self.size, self.planes, self.records = size, planes, records

    def __len__(self):
        return len(self.records)

    def of(self, records):
        return Samples(self.size, self.planes, records)

    def to(self, device):
        return self.of(self.records.to(device))

    def spread(self, count):
        """At most `count` records, evenly spread."""
        if len(self) <= count:
            return self
        return self.of(self.records[torch.linspace(0, len(self) - 1, count).long()])

    def split(self):
        """(to train on, held out)"""
        cut = len(self) - int(len(self) * HELD_OUT)
        return self.of(self.records[:cut]), self.of(self.records[cut:])


def record_bytes(size, planes):
    points = size * size
    return planes * (1 + (points + 7) // 8) + (points + 1) + points + 4 * FLOATS


def open_file(path):
    with open(path, "rb") as file:
        head = file.read(HEADER.size)
        length = file.seek(0, 2)
    if len(head) < HEADER.size:
        raise SystemExit(f"{path}: too short for a sample file")
    magic, version, size, planes = HEADER.unpack(head)
    if magic != MAGIC or version != VERSION:
        raise SystemExit(f"{path}: not a sample file of version {VERSION}")
    each = record_bytes(size, planes)
    count = (length - HEADER.size) // each  # a record cut off at the end is dropped
    flat = np.fromfile(path, np.uint8, count * each, offset=HEADER.size)
    return Samples(size, planes, torch.from_numpy(flat.reshape(count, each)))


def write(group, path):
    with open(path, "wb") as file:
        file.write(HEADER.pack(MAGIC, VERSION, group.size, group.planes))
        file.write(group.records.cpu().numpy().tobytes())


def open_files(paths):
    files = [open_file(path) for path in paths]
    if len({file.planes for file in files}) != 1:
        raise SystemExit("the sample files differ in their number of planes")
    return files


def join_sizes(files):
    """One Samples for each board size."""
    by_size = {}
    for file in files:
        by_size.setdefault(file.size, []).append(file)
    return [same[0].of(torch.cat([file.records for file in same])) for same in by_size.values()]


def plane_bytes(packed, size):
    """The planes as bytes, [record][plane][y][x]; `packed` has for each plane its level and its bits."""
    places = torch.arange(8, dtype=torch.uint8, device=packed.device)
    bits = (packed[:, :, 1:, None] >> places) & 1
    bits = bits.flatten(2)[:, :, :size * size] * packed[:, :, :1]
    return bits.view(len(packed), packed.shape[1], size, size)


def turn(boards, symmetry):
    """One of the eight symmetries of the last two axes, a view."""
    if symmetry & 4:
        boards = boards.transpose(-1, -2)
    if symmetry & 2:
        boards = boards.flip(-2)
    return boards.flip(-1) if symmetry & 1 else boards


def turn_back(boards, symmetry):
    """The inverse of turn()."""
    if symmetry & 1:
        boards = boards.flip(-1)
    if symmetry & 2:
        boards = boards.flip(-2)
    return boards.transpose(-1, -2) if symmetry & 4 else boards


def turn_each(boards, symmetric):
    """Symmetry k for the k-th eighth of the batch: as random as one each, because the batch is in random order."""
    if not symmetric:
        return boards
    return torch.cat([turn(part, k) for k, part in enumerate(torch.tensor_split(boards, 8))])


def unpack(samples, chosen, symmetric=False):
    """A batch as a dict of tensors; `planes` are bytes, [record][plane][y][x]."""
    records = samples.records[chosen]
    count, n, points = len(records), samples.size, samples.size ** 2
    cut = samples.planes * (1 + (points + 7) // 8)
    packed, policy, owner, floats = records.split([cut, points + 1, points, 4 * FLOATS], 1)
    planes = turn_each(plane_bytes(packed.reshape(count, samples.planes, -1), n), symmetric)
    moves = turn_each(policy[:, :-1].reshape(count, n, n), symmetric).reshape(count, points)
    policy = torch.cat([moves, policy[:, -1:]], 1).float()
    visits = policy.sum(1)
    owner = turn_each(owner.reshape(count, n, n), symmetric).reshape(count, points)
    result, search, lead = floats.contiguous().view(torch.float32).unbind(1)
    return {
        "planes": planes.contiguous(memory_format=torch.channels_last),
        "policy": policy / visits.clamp(min=1)[:, None],
        "has_policy": (visits > 0).float(),
        "owner": owner.contiguous().view(torch.int8).float(),
        "result": result,
        "search": search,
        "lead": lead,
    }


def in_order(groups, batch):
    for group in groups:
        for at in range(0, len(group), batch):
            yield unpack(group, slice(at, at + batch))
