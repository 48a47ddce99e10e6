import type { Steps } from '@avow/foundation/concurrency';
import { attackSteps } from '../prompt-attack/find-attacks.ts';
import type { View } from '../views/build-part-views.ts';
import type { AttackFound } from './attack-found.ts';
import type { CheckDependencies } from './check-builder.ts';
import { attackThresholds } from './classifier-thresholds.ts';
import { scoreViews } from './score-views.ts';

/** What is known of a text before a model screens it. */
export interface ScoredAttack {
  readonly found: AttackFound;
  /** The most suspicious view, for a model to screen. Null: not needed. */
  readonly toScreen: string | null;
}

/** Scores all views of a text by rules and the classifier. */
export function* scoreAttack(
  text: string,
  views: Steps<readonly View[]>,
  { classifier, screener }: Pick<CheckDependencies, 'classifier' | 'screener'>,
  closely = false,
): Steps<ScoredAttack> {
  const seen = yield* views;
  const [rule] = yield* attackSteps(seen);
  const kind = rule?.kind ?? null;
  const hint = rule?.score ?? 0;
  if (hint >= attackThresholds.ruleSure) return { found: { score: hint, kind, models: [] }, toScreen: null };
  // With a hint from a rule it is suspicious anyway.
  const suspicion = closely ? Number.POSITIVE_INFINITY : hint > 0 ? 0 : attackThresholds.clear;
  const enough = { score: attackThresholds.sure, suspicion };
  const worst =
    classifier === null
      ? { score: 0, suspicion: 1, text }
      : yield* scoreViews(text, seen, classifier, enough);
  const isClear = hint === 0 && worst.suspicion < attackThresholds.clear;
  const isSure = worst.score >= attackThresholds.sure;
  const byClassifier = closely && classifier !== null ? worst.suspicion : worst.score;
  const score = screener === null ? Math.max(hint, byClassifier) : byClassifier;
  const toScreen = isClear || isSure ? null : worst.text;
  const models = classifier === null ? [] : [classifier.name];
  return { found: { score, kind, models }, toScreen };
}
