"""Fits the n-gram classifier: logistic regression for each label by itself, then whole numbers in place of weights."""

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, diags

from ngram_features import BUCKETS, Ngrams, features_of, windows_of

ITERATIONS = (40, 80)
# A feature counts by how much it tells alone, to this power, and less where it occurs in fewer windows than this.
TELLING_POWER, FREQUENT = 0.6, 30
# A weight beyond this many standard deviations (of those that are not nought) is cut off: the rest is finer for it.
WEIGHT_DEVIATIONS = 12


class Windows:
    """Features of all windows of the texts, a row each, and which text a row belongs to."""

    def __init__(self, texts):
        buckets, values, ends, owners = [], [], [0], []
        for owner, text in enumerate(texts):
            for units in windows_of(text):
                found, value = features_of(units)
                buckets.append(found.astype(np.int32))
                values.append(value)
                ends.append(ends[-1] + len(found))
                owners.append(owner)
        content = (np.concatenate(values), np.concatenate(buckets), ends)
        self.rows = csr_matrix(content, shape=(len(owners), BUCKETS), dtype=np.float32)
        self.rows.sum_duplicates()
        self.owners = np.array(owners)
        self.alone = np.bincount(self.owners)[self.owners] == 1


def importance(rows, label):
    """What each feature is multiplied with before the fit: the log ratio of its shares under the label and without."""
    present = csr_matrix((np.ones_like(rows.data), rows.indices, rows.indptr), shape=rows.shape)
    inside, outside = (np.asarray(present[label == side].sum(0)).ravel() for side in (1, 0))
    shares = [(count + 1) / (label == side).sum() for count, side in ((inside, 1), (outside, 0))]
    telling = np.maximum(np.abs(np.log(shares[0] / shares[1])), 0.05) ** TELLING_POWER
    return telling * np.minimum(1, np.sqrt((inside + outside) / FREQUENT))


def fit(rows, label, times, penalty, iterations, start=None):
    """Weights and, last, the bias: L-BFGS on the weighted mean of the logistic loss."""
    sign, times, turned = 2.0 * label - 1, times / times.sum(), rows.T.tocsr()

    def loss(guess):
        weights = guess[:-1]
        margin = sign * (rows @ weights.astype(np.float32) + guess[-1])
        slope = -times * sign / (1 + np.exp(np.minimum(margin, 500)))
        gradient = (turned @ slope.astype(np.float32)).astype(float) + penalty * weights
        return times @ np.logaddexp(0, -margin) + penalty * (weights @ weights) / 2, np.append(gradient, slope.sum())

    begin = np.zeros(rows.shape[1] + 1) if start is None else start
    return minimize(loss, begin, jac=True, method="L-BFGS-B", options={"maxiter": iterations}).x


def fit_label(windows, labels, times, penalty):
    """`labels` has -1 where nothing is known.

    Of a long text that is marked it is not known which window is to blame: the first fit goes without them, and the
    second takes of each the window that the first finds worst.
    """
    label, times = labels[windows.owners], times[windows.owners]
    scale = importance(windows.rows, label)
    rows = (windows.rows @ diags(scale.astype(np.float32))).tocsr()
    usable = np.flatnonzero((label == 0) | ((label == 1) & windows.alone))
    first = fit(rows[usable], label[usable], times[usable], penalty, ITERATIONS[0])
    scores, worst = rows @ first[:-1].astype(np.float32), {}
    for row in np.flatnonzero((label == 1) & ~windows.alone):
        owner = windows.owners[row]
        if owner not in worst or scores[row] > scores[worst[owner]]:
            worst[owner] = row
    usable = np.sort(np.append(usable, list(worst.values())).astype(int))
    second = fit(rows[usable], label[usable], times[usable], penalty, ITERATIONS[1], first)
    return np.append(second[:-1] * scale, second[-1])


def quantise(fitted):
    """The classifier as it ships, of (weights and bias) for each label."""
    weights, scales = [], []
    for each in fitted:
        size = np.abs(each[:-1])
        highest = min(size.max(), WEIGHT_DEVIATIONS * each[:-1][size > 0].std())
        scales.append(highest / 127)
        weights.append(np.clip(np.round(each[:-1] / scales[-1]), -127, 127))
    return Ngrams(np.stack(weights, axis=1), np.array(scales), np.array([each[-1] for each in fitted]))
