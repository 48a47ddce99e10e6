"""What the training of the reading and of the screening model share."""

import torch


def mean_where(values, chosen):
    """Takes no decision by what the device holds: to wait for it would cost more than the work."""
    return (values * chosen).sum() / chosen.sum().clamp(min=1)


def optimiser_for(model, rate, device):
    """AdamW; the tables of words and positions learn half as fast, and matrices alone decay. `peak`: a group's rate."""
    named = dict(model.named_parameters())
    tables = [value for name, value in named.items() if "words" in name or "positions" in name]
    others = [value for name, value in named.items() if "words" not in name and "positions" not in name]
    groups = [
        {"params": [value for value in others if value.ndim == 2], "weight_decay": 0.01, "peak": rate},
        {"params": [value for value in others if value.ndim == 1], "weight_decay": 0.0, "peak": rate},
        {"params": tables, "weight_decay": 0.0, "peak": rate / 2},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=device == "cuda")
