"""A course of lessons: first games that others played, then in turns games of the network against itself and lessons
from them. Everything is planned by the clock."""
import concurrent.futures
import contextlib
import copy
import math
import os
import time

import torch
import torch.nn.functional as F

import games
import network as net
import samples

WEIGHT_DECAY = 0.02
AVERAGE = 0.998  # of the weights: what plays and what is kept is their running mean
KOMIS = [7, 7, 7, 7, 7.5, 7.5, 7.5, 6.5, 6.5, 6, 5.5, 5, 3, 9, 0.5, 14]  # one is drawn for each game
HELD_MOST = 4096
HUMAN_SHARE = {9: (0.35, 0.06), 19: (0.25, 0.16)}  # of all lessons: when self-play begins, at the end
SELF_SHARE = {9: 0.68, 13: 0.32}  # of the time of self-play, and of lessons from it
WINDOW = (400_000, 0.6)  # positions to learn from: so many, and of all that there were this share


class Player:
    """The network as it plays: in half precision on a GPU, normalisation folded into the convolutions."""

    def __init__(self, network, device):
        self.kind = torch.float16 if device.type == "cuda" else torch.float32
        self.stem = self.fold(network.stem)
        self.blocks = [(self.fold(block.first), self.fold(block.second)) for block in network.blocks]
        self.head = self.fold(network.head)
        self.network = copy.deepcopy(network).to(self.kind)

    def fold(self, conv):
        weight, bias = conv.folded()
        weight = weight.detach().to(self.kind).contiguous(memory_format=torch.channels_last)
        return weight, bias.detach().to(self.kind), conv.conv.padding

    @staticmethod
    def conv(x, folded):
        return F.conv2d(x, folded[0], folded[1], padding=folded[2])

    def __call__(self, planes, symmetry):
        """Planes as bytes [game][y][x][plane]; (policy, value, lead)."""
        n = planes.shape[1]
        x = samples.turn(planes.permute(0, 3, 1, 2), symmetry).to(self.kind).mul_(net.INPUT_STEP)
        x = net.act(self.conv(x.contiguous(memory_format=torch.channels_last), self.stem))
        for first, second in self.blocks:
            x = net.act(x + self.conv(net.act(self.conv(x, first)), second))
        hid = net.act(self.conv(x, self.head))
        pooled = torch.cat([hid.mean((2, 3)), hid.amax((2, 3))], 1)
        out = self.network.out(F.relu(self.network.dense(pooled))).float()
        points = samples.turn_back(self.network.policy(hid).float()[:, 0], symmetry)
        policy = torch.cat([points.reshape(len(planes), n * n), out[:, 1:2]], 1)
        return policy, out[:, 0], out[:, 2] * net.LEAD_UNIT


class Course:
    def __init__(self, options):
        self.options = options
        self.lib = games.library(options.threads)  # before the clock: it may have to be built
        self.start = time.time()
        torch.backends.cudnn.benchmark = True
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        self.planes = games.count_planes(self.lib)
        if options.init:
            self.network = net.restore(options.init).to(self.device)
        else:
            self.network = net.Network(self.planes, options.channels, options.blocks, options.head, options.dense)
            self.network = self.network.to(self.device, memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.network)
        self.means, self.nows = ([t for t in n.state_dict().values() if t.dtype.is_floating_point]
                                 for n in (self.mean, self.network))
        decays = [p for p in self.network.parameters() if p.dim() > 1]
        rest = [p for p in self.network.parameters() if p.dim() <= 1]
        self.optimize = torch.optim.AdamW([{"params": decays, "weight_decay": WEIGHT_DECAY},
                                           {"params": rest, "weight_decay": 0.0}], options.rate)
        self.human, self.own, self.held = {}, {}, {}  # by board size
        self.made = {}  # positions of self-play so far, by board size
        self.steps = 0
        self.saved = self.stopped = False

    def clock(self):
        return time.time() - self.start

    def say(self, text):
        print(f"{self.clock():7.1f} s  {text}", flush=True)

    def read(self):
        """Games that others played; the last of each file are held out."""
        for given in self.options.games:
            size, share, path = given
            found = games.replay(self.lib, path, size, self.planes, share, self.options.threads)
            if not len(found):
                raise SystemExit(f"{path}: no positions of games on {size}x{size}")
            order = torch.randperm(len(found))
            cut = len(found) - min(HELD_MOST, len(found) // 20)
            kept, held = found.records[:cut][order[order < cut]], found.records[cut:]
            self.human[size] = found.of(kept).to(self.device)
            self.held[f"others' {size}"] = found.of(held).to(self.device)
            self.say(f"{len(found)} positions of {path}")

    # --- lessons --------------------------------------------------------------------------

    def rate(self):
        """Rises for a moment; then falls evenly in its logarithm."""
        done = self.clock() / self.options.seconds
        rise = min(1.0, (self.steps + 1) / 200)
        return self.options.rate * rise * math.exp(done * math.log(self.options.last_rate / self.options.rate))

    def sources(self, playing):
        """(samples, share) of what a lesson is drawn from; `playing`: how much of the self-play is done, or None."""
        if playing is None or not self.own:
            return [(group, 1.0 / len(self.human)) for group in self.human.values()]
        listed = []
        for size, group in self.human.items():
            first, last = HUMAN_SHARE.get(size, (0.05, 0.05))
            listed.append((group, first + (last - first) * playing))
        left = 1.0 - sum(share for _, share in listed)
        own = sum(SELF_SHARE[size] for size in self.own)
        return listed + [(group, left * SELF_SHARE[size] / own) for size, group in self.own.items()]

    def learn_once(self, group):
        count = self.options.batch * 81 // group.size ** 2  # so that a lesson takes as long on any board
        chosen = torch.randint(len(group), (count,), device=self.device)
        batch = samples.unpack(group, chosen, symmetric=True)
        for parameters in self.optimize.param_groups:
            parameters["lr"] = self.rate()
        self.optimize.zero_grad(set_to_none=True)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            said = self.network(net.inputs(batch))
        loss = net.loss({name: tensor.float() for name, tensor in said.items()}, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimize.step()
        self.steps += 1
        self.average()

    def average(self):
        part = max(1 - AVERAGE, 1.0 / (self.steps + 1))
        with torch.no_grad():
            torch._foreach_mul_(self.means, 1 - part)
            torch._foreach_add_(self.means, self.nows, alpha=part)

    def learn(self, seconds, playing=None):
        self.network.train()
        until, first = time.time() + seconds, self.steps
        groups, shares = zip(*self.sources(playing))
        while time.time() < until or self.steps == first:
            for k in torch.multinomial(torch.tensor(shares), 16, replacement=True).tolist():
                self.learn_once(groups[k])
        self.say(f"{self.steps} steps, rate {self.rate():.5f}, "
                 f"{(self.steps - first) * self.options.batch * 81 / seconds:.0f} points/s")

    def look(self):
        self.mean.eval()
        for name, group in self.held.items():
            means = net.measure(lambda batch: self.mean(net.inputs(batch)), samples.in_order([group], 1024))
            self.say(f"held out, {name}: {net.describe(means)}")

    def save(self):
        path = self.options.out
        net.save(self.mean, path + ".part")
        os.replace(path + ".part", path)
        self.saved = True

    def save_samples(self):
        """Some positions of each size, to round the network by."""
        for size in {**self.human, **self.own}:
            group = self.own.get(size, self.human.get(size))
            samples.write(group.spread(HELD_MOST), f"{self.options.out}.{size}.samples")

    # --- self-play ------------------------------------------------------------------------

    def play_pool(self, pool, player, until):
        """One of two pools that take turns on processor and GPU."""
        cuda = self.device.type == "cuda"
        stream = torch.cuda.Stream() if cuda else None
        with torch.no_grad(), torch.cuda.stream(stream) if cuda else contextlib.nullcontext():
            while time.time() < until and not self.stopped:
                pool.step(self.options.threads)
                symmetry = int(torch.randint(8, ()))
                said = player(pool.asked.to(self.device, non_blocking=True), symmetry)
                for to, tensor in zip((pool.policy, pool.value, pool.lead), said):
                    to.copy_(tensor, non_blocking=True)
                if cuda:
                    stream.synchronize()

    def play(self, pools, player, seconds):
        until = time.time() + seconds
        before = [pool.score() for pool in pools]
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        with concurrent.futures.ThreadPoolExecutor(len(pools)) as threads:
            try:
                list(threads.map(lambda pool: self.play_pool(pool, player, until), pools))
            except BaseException:
                self.stopped = True  # or the other pool would be waited for
                raise
        after = [pool.score() for pool in pools]
        found = samples.join_sizes([pool.take() for pool in pools])[0]
        size = found.size
        self.made[size] = self.made.get(size, 0) + len(found)
        new = found.to(self.device).records
        old = self.own[size].records if size in self.own else new[:0]
        window = int(WINDOW[0] + WINDOW[1] * self.made[size])
        if len(new) > 0:
            self.own[size] = found.of(torch.cat([old, new])[-window:])
        told = {name: sum(getattr(a, name) - getattr(b, name) for a, b in zip(after, before))
                for name in ("games", "plies", "evaluations", "won")}
        ended = max(1, told["games"])
        self.say(f"{size}x{size}: {told['games']} games, {told['plies'] / ended:.1f} plies, X won "
                 f"{told['won'] / ended:.3f}, {told['evaluations'] / seconds:.0f} evaluations/s, {len(found)} positions")

    def open_pools(self, size):
        o = self.options
        number = max(2, int(o.side_by_side * 81 / size ** 2))
        return [games.Pool(self.lib, size, self.planes, KOMIS if size < 12 else [k + 0.5 if k == 7 else k for k in KOMIS],
                           self.device, games=number, full=o.full, fast=o.fast, full_share=o.full_share,
                           opening=size // 2, drawn=size + 3, seed=o.seed * 1000 + 10 * size + k) for k in range(2)]

    def generation(self, pools, playing):
        o = self.options
        self.mean.eval()
        player = Player(self.mean, self.device)
        for size, pair in pools.items():
            self.play(pair, player, o.play_seconds * SELF_SHARE[size])
        if self.own:
            self.learn(o.learn_seconds, playing)

    def others(self):
        while self.human and self.clock() < self.options.others_seconds:
            self.learn(min(30.0, max(1.0, self.options.others_seconds - self.clock())))
            self.look()
            self.save()

    def itself(self):
        pools = {size: self.open_pools(size) for size in SELF_SHARE if self.options.play_seconds > 0}
        begun = self.clock()
        each = self.options.play_seconds + self.options.learn_seconds
        while pools and self.clock() + each < self.options.seconds:
            self.generation(pools, (self.clock() - begun) / (self.options.seconds - begun))
            self.look()
            self.save()
        left = self.options.seconds - self.clock()
        if pools and left > 1 and (self.own or self.human):
            self.learn(left, 1.0)
            self.look()

    def run(self):
        self.say(f"{self.device}, {self.network.shape}")
        self.read()
        self.others()
        self.itself()
        self.save()
        self.save_samples()
