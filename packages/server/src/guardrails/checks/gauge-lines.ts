/**
 * For attacks. Below `clear` a text passes on the first guess alone, from `sure` on it is found by it alone; between them
 * the model's word counts by `modelShare`, and the first guess by the rest. A rule from `ruleSure` on needs neither.
 */
export const attackLines = { clear: 0.03, sure: 0.999, ruleSure: 0.95, modelShare: 0.8 };

/** For unsafe content. Below `clear` a text passes on the first guess alone. */
export const unsafeLines = { clear: 0.02 };
