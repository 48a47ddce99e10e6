/**
 * For attacks. Below `clear` a text passes on the first guess alone, from `sure` on it is found by it alone; between them
 * the model's word counts by `modelShare`, and the first guess by the rest. A rule from `ruleSure` on needs neither.
 * An excerpt of a passage, read by itself, must be surer than a whole text by `excerptPenalty` (of the logarithm of its odds):
 * out of its place many a sentence sounds like an order. Both together count from `passageLine` on; where no rule tells what
 * is ordered, what is left of it is `untoldShare`, so that it counts only for a policy with a lower threshold.
 */
export const attackLines = {
  clear: 0.03,
  sure: 0.999,
  ruleSure: 0.95,
  modelShare: 0.8,
  excerptPenalty: 2.2,
  passageLine: 0.2,
  untoldShare: 0.49,
};

/** For unsafe content. Below `clear` a text passes on the first guess alone. */
export const unsafeLines = { clear: 0.02 };
