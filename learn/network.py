"""The convolutional network, its losses and what is measured of it.

Small enough for int8 on a CPU (quantized.py): activations end at ACT_MAX, so that 127 steps describe them.
"""
import pickle

import torch
import torch.nn.functional as F
from torch import nn

ACT_MAX = 4.0
INPUT_STEP = 1.0 / 64  # of a byte of the input planes
LEAD_UNIT = 10.0  # points for one unit of the last layer, so that its weights stay small


def act(x):
    return F.hardtanh(x, 0.0, ACT_MAX)


class Conv(nn.Module):
    """Convolution and batch normalisation."""

    def __init__(self, inputs, outputs, width=3):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        nn.init.kaiming_normal_(self.conv.weight, nonlinearity="relu")

    def forward(self, x):
        return self.norm(self.conv(x))

    def folded(self):
        """(weight, bias) of the one convolution that does the same in use."""
        norm = self.norm
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return self.conv.weight * gain[:, None, None, None], norm.bias - norm.running_mean * gain


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first, self.second = Conv(channels, channels), Conv(channels, channels)
        nn.init.constant_(self.second.norm.weight, 0.5)  # near the identity at first

    def forward(self, x, seen=None):
        h = act(self.first(x))
        y = act(x + self.second(h))
        if seen is not None:
            seen += [h, y]
        return y


class Network(nn.Module):
    """shape: planes, channels, blocks, head, dense."""

    def __init__(self, planes, channels=32, blocks=3, head=32, dense=64):
        super().__init__()
        self.shape = dict(planes=planes, channels=channels, blocks=blocks, head=head, dense=dense)
        self.stem = Conv(planes, channels)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.head = Conv(channels, head, 1)
        self.policy, self.owner = nn.Conv2d(head, 1, 1), nn.Conv2d(head, 1, 1)
        self.dense, self.out = nn.Linear(2 * head, dense), nn.Linear(dense, 3)

    def forward(self, x, seen=None):
        """Logits and the lead in points; `seen` collects the activations: stem, two for each block, head."""
        x = act(self.stem(x))
        if seen is not None:
            seen.append(x)
        for block in self.blocks:
            x = block(x, seen)
        hid = act(self.head(x))
        if seen is not None:
            seen.append(hid)
        pooled = torch.cat([hid.mean((2, 3)), hid.amax((2, 3))], 1)
        out = self.out(F.relu(self.dense(pooled)))
        return {
            "policy": torch.cat([self.policy(hid).flatten(1), out[:, 1:2]], 1),
            "owner": self.owner(hid).flatten(1),
            "value": out[:, 0],
            "lead": out[:, 2] * LEAD_UNIT,
        }


def inputs(batch):
    """The planes of a batch of samples.unpack() as the network wants them."""
    return batch["planes"].float().mul_(INPUT_STEP)


def save(network, path):
    torch.save({"shape": network.shape, "state": network.state_dict()}, path)


def restore(path):
    try:
        kept = torch.load(path, map_location="cpu")
    except (OSError, RuntimeError, pickle.UnpicklingError, EOFError) as error:
        raise SystemExit(f"{path}: not a checkpoint: {str(error).splitlines()[0]}") from None
    network = Network(**kept["shape"])
    network.load_state_dict(kept["state"])
    return network.to(memory_format=torch.channels_last)


def masked_mean(values, mask):
    return (values * mask).sum() / mask.sum().clamp(min=1.0)


def policy_loss(said, batch):
    entropy = -(batch["policy"] * F.log_softmax(said["policy"], 1)).sum(1)
    return masked_mean(entropy, batch["has_policy"])


def value_loss(said, batch, mix):
    """The search counts with `mix`, or alone where nobody knows who won; where it is unknown the result does."""
    result, search = batch["result"], batch["search"]
    target = torch.where(torch.isnan(search), result, torch.where(torch.isnan(result), search,
                                                                  (1 - mix) * result + mix * search))
    known = ~torch.isnan(target)
    target = torch.where(known, target, torch.full_like(target, 0.5))
    return masked_mean(F.binary_cross_entropy_with_logits(said["value"], target, reduction="none"), known.float())


def owner_loss(said, batch):
    known = (batch["owner"] < 1.5).float()
    target = (batch["owner"].clamp(max=1.0) + 1) / 2
    return masked_mean(F.binary_cross_entropy_with_logits(said["owner"], target, reduction="none"), known)


def lead_loss(said, batch):
    known = ~torch.isnan(batch["lead"])
    lead = torch.where(known, batch["lead"], torch.zeros_like(batch["lead"]))
    return masked_mean(F.huber_loss(said["lead"], lead, reduction="none"), known.float())


def loss(said, batch, mix=0.3, owner=1.0, lead=0.02):
    """KataGo weighs the mean over the points of the owner's loss as much as the value's (Wu 2019, section 4.1: 1.5)."""
    return (policy_loss(said, batch) + value_loss(said, batch, mix)
            + owner * owner_loss(said, batch) + lead * lead_loss(said, batch))


def measures(said, batch):
    """name -> (sum, count) of what is printed of held-out samples."""
    has = batch["has_policy"] > 0
    best = said["policy"].argmax(1) == batch["policy"].argmax(1)
    finished = ~torch.isnan(batch["result"])
    decided = finished & (batch["result"] != 0.5)
    right = (said["value"] > 0) == (batch["result"] > 0.5)
    owned = batch["owner"].abs() == 1
    owner_right = (said["owner"] > 0) == (batch["owner"] > 0)
    led = ~torch.isnan(batch["lead"])
    count = finished.sum().item()
    value = value_loss(said, {**batch, "search": torch.full_like(batch["search"], float("nan"))}, 0.0)
    return {
        "policy top-1": (best[has].sum().item(), has.sum().item()),
        "policy loss": (policy_loss(said, batch).item() * has.sum().item(), has.sum().item()),
        "value loss": (value.item() * count, count),
        "value right": (right[decided].sum().item(), decided.sum().item()),
        "owner right": (owner_right[owned].sum().item(), owned.sum().item()),
        "lead off": ((said["lead"] - batch["lead"])[led].abs().sum().item(), led.sum().item()),
    }


def measure(compute, batches):
    """The means of measures() over batches; `compute` takes a batch of tensors."""
    totals = {}
    with torch.no_grad():
        for batch in batches:
            for name, pair in measures(compute(batch), batch).items():
                total, count = totals.get(name, (0.0, 0))
                totals[name] = total + pair[0], count + pair[1]
    return {name: total / count if count else float("nan") for name, (total, count) in totals.items()}


def describe(means):
    return ", ".join(f"{name} {mean:.4f}" for name, mean in means.items())
