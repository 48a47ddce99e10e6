/**
 * For attacks. The classifier alone passes a text below `clear` and finds it from `sure` on; in between, the model's score
 * has the weight `modelShare`, and the classifier's the rest. A rule from `ruleSure` on needs neither.
 */
export const attackThresholds = { clear: 0.01, sure: 0.999, ruleSure: 0.95, modelShare: 0.7 };

/** For unsafe content. Below `clear` a text passes without a model. */
export const unsafeThresholds = { clear: 0.02 };
