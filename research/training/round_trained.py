"""Rounds the weights of a trained reading model to the integers that ship, so that it says what it said before.

Usage: round_trained.py TRAINED_NPZ EXAMPLES_XZ OUTPUT_NPZ [--batches 48] [--device cuda]

Each weight to its nearest step would lose what training moved by less than a step. Here the columns of a matrix are
rounded one after another, and what rounding one of them changes in the products of real texts is made up for by those
that are still to come (Frantar et al., GPTQ, 2022). Layers are rounded in turn: each sees what those before it give.
"""

import argparse
from pathlib import Path

import torch
import torch.nn.functional as F

from bert_graph import scales_of
from reader_pools import ExamplePool
from torch_encoder import read_packed
from torch_mpnet import load_trained, save_trained, second_text

POOLS = ("read", "rank", "judge_long", "judge_claims", "judge_short")
TOKENS, DAMPING, BLOCK = 12_000, 0.01, 128


def round_matrix(weight, inputs_squared, limit, step):
    """`inputs_squared`: the sum over tokens of the products of every two inputs."""
    scale = torch.from_numpy(scales_of(weight.float().cpu().numpy(), 1, limit, step)).to(weight.device)[:, 0]
    # What is fed most is rounded first: most is left to make up for it.
    order = inputs_squared.diagonal().argsort(descending=True)
    left, squared = weight.float()[:, order], inputs_squared[order][:, order].double()
    squared.diagonal().add_(DAMPING * squared.diagonal().mean())
    inverse = torch.linalg.cholesky(torch.cholesky_inverse(torch.linalg.cholesky(squared)), upper=True).float()
    rounded = torch.empty_like(left)
    for low in range(0, left.shape[1], BLOCK):
        high = min(low + BLOCK, left.shape[1])
        errors = torch.zeros_like(left[:, low:high])
        for at in range(low, high):
            rounded[:, at] = (left[:, at] / scale).round().clamp(-limit, limit) * scale
            errors[:, at - low] = (left[:, at] - rounded[:, at]) / inverse[at, at]
            left[:, at:high] -= errors[:, at - low, None] * inverse[at, at:high]
        left[:, high:] -= errors @ inverse[low:high, high:]
    return rounded[:, order.argsort()]


class Inputs:
    """Gathers what a linear layer is given at the tokens that are there."""

    def __init__(self, linear):
        self.squared = torch.zeros(linear.in_features, linear.in_features, device=linear.weight.device)
        self.present = None
        self.hook = linear.register_forward_pre_hook(self.add)

    def add(self, _linear, given):
        value = given[0][self.present].float()
        self.squared += value.T @ value


def draw(packed, batches, device):
    """Batches of every pool, of all lengths."""
    pools = [ExamplePool(packed, name, TOKENS, device) for name in POOLS]
    return [pools[at % len(pools)].batch(((at * 7) % batches + 0.5) / batches) for at in range(batches)]


@torch.no_grad()
def round_layers(model, batches):
    """Changes the model's layers in place."""
    given = ((batch.rows, second_text(batch.rows, batch.firsts, batch.present), batch.present) for batch in batches)
    states, biases = zip(*(model.embedded(*each) for each in given), strict=True)
    options = model.options
    for at, layer in enumerate(model.layers):
        for linear in (layer.mixed, layer.joined, layer.wide, layer.narrow):
            inputs = Inputs(linear)
            for batch, hidden, bias in zip(batches, states, biases, strict=True):
                inputs.present = batch.present
                layer(hidden, bias)
            inputs.hook.remove()
            rounded = round_matrix(linear.weight.data, inputs.squared, options.weight_limit, options.step)
            change = F.mse_loss(rounded, linear.weight.data).sqrt() / linear.weight.data.square().mean().sqrt()
            linear.weight.data = rounded
        states = [layer(hidden, bias) for hidden, bias in zip(states, biases, strict=True)]
        print(f"layer {at}: the last matrix changed by {change.item():.3f} of its usual size", flush=True)


def main():
    parser = argparse.ArgumentParser()
    for name in ("trained", "examples", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--batches", type=int, default=48)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    torch.manual_seed(7)
    model = load_trained(options.trained).to(options.device).eval()
    round_layers(model, draw(read_packed(options.examples), options.batches, options.device))
    save_trained(model, options.output, quantised=True)


if __name__ == "__main__":
    main()
