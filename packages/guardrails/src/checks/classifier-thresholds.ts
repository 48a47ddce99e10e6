/**
 * For attacks. The classifier alone passes a text below `clear` and finds it from `sure` on; in between, the model's score
 * has the weight `modelShare`, and the classifier's the rest. A rule from `ruleSure` on needs neither. The score of an
 * excerpt of a passage is lowered by `excerptPenalty` (in log odds), because many sentences sound like instructions out of
 * context. Passages count from `passageThreshold` on; without a matching rule, the score is multiplied by `unnamedShare`, so
 * that it counts only for a policy with a lower threshold.
 */
export const attackThresholds = {
  clear: 0.03,
  sure: 0.999,
  ruleSure: 0.95,
  modelShare: 0.8,
  excerptPenalty: 2.2,
  passageThreshold: 0.2,
  unnamedShare: 0.49,
};

/** For unsafe content. Below `clear` a text passes without a model. */
export const unsafeThresholds = { clear: 0.02 };
