/** Checks and their parts, which research and benchmarks measure one at a time. */

// Checks.

export { assessAttacks } from '../checks/assess-attack.ts';
export { worstOf } from '../checks/assess-unsafe.ts';
export { buildPersonalData } from '../checks/build-personal-data.ts';
export { buildSecrets } from '../checks/build-secrets.ts';
export { findTextsToScreen } from '../checks/build-unsafe-content.ts';
export { buildWords } from '../checks/build-words.ts';
export { attackThresholds, unsafeThresholds } from '../checks/classifier-thresholds.ts';
export { combineOdds } from '../checks/combine-odds.ts';
export { scoreViewsSync } from '../checks/score-views.ts';
export { filterPassages } from '../filter-passages.ts';
export { guardrailIds } from '../guardrail-ids.ts';

// What they look for.

export { createPhraseFinder } from '../phrase-finder.ts';
export { findAttacks } from '../prompt-attack/find-attacks.ts';
export { createCanaryFinder } from '../prompt-leak/create-canary-finder.ts';
export { createOverlapMeter } from '../prompt-leak/create-overlap-meter.ts';

// Views of a text.

export { allReadings, buildPartViewsSync, type View } from '../views/build-part-views.ts';
export { buildViews } from '../views/build-views.ts';
