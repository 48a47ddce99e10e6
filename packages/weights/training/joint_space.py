"""The space an encoder is taught: that of two teachers together, in as many numbers as the student has.

The product of two joined vectors is the weighted mean of the teachers' products. Of the joined ones the strongest
directions are kept, and turned so that they lie as near as can be to where the student is already, which then has less
to learn.
"""

import math

import torch
import torch.nn.functional as F

from torch_encoder import WIDTH

SECOND_WEIGHT = 0.5  # where the first teacher weighs 1
SAMPLED_EVERY = 7


def joined(runs, teacher, second):
    """Only the first teacher knows the prefix of questions."""
    share = SECOND_WEIGHT / (1 + SECOND_WEIGHT)
    first, other = runs.vectors(teacher, runs.asked).float(), runs.vectors(second, False).float()
    return torch.cat([first * math.sqrt(1 - share), other * math.sqrt(share)], dim=1)


def strongest_directions(vectors):
    """And the share of the whole that they hold. The mean is not taken off, for products shall stay as they are."""
    strengths, directions = torch.linalg.eigh(vectors.T @ vectors / len(vectors))
    return directions.flip(1)[:, :WIDTH], (strengths.flip(0)[:WIDTH].sum() / strengths.sum()).item()


def turn_towards(vectors, wanted):
    """The rotation that brings the vectors nearest to those wanted."""
    left, _, right = torch.linalg.svd(vectors.T @ wanted)
    return left @ right


def set_targets(taught, measured, teacher, second, student):
    """Gives every text its target. The space is made of the texts taught alone, not of those measured by."""
    vectors = [joined(runs, teacher, second) for runs in taught]
    sample = torch.cat([each[::SAMPLED_EVERY] for each in vectors])
    directions, kept = strongest_directions(sample)
    present = torch.cat([runs.vectors(student, runs.asked)[::SAMPLED_EVERY].float() for runs in taught])
    directions = directions @ turn_towards(F.normalize(sample @ directions, dim=-1), F.normalize(present, dim=-1))
    for runs, each in zip(taught, vectors, strict=True):
        runs.targets = F.normalize(each @ directions, dim=-1).half()
    for runs in measured:
        runs.targets = F.normalize(joined(runs, teacher, second) @ directions, dim=-1).half()
    return kept
