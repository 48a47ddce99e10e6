import { runSteps, type Steps } from '@avow/foundation';
import type { Screener } from '@avow/inference';
import type { View } from '../views/build-part-views.ts';
import { buildViews } from '../views/build-views.ts';
import type { CheckParts } from './check-builder.ts';
import { attackThresholds } from './classifier-thresholds.ts';
import { combineOdds, lowerOdds } from './combine-odds.ts';
import { type AttackFound, type ScoredAttack, scoreAttack } from './score-attack.ts';

interface Assessing {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Whether the most suspicious part of a text is also screened alone. */
  readonly closely?: boolean;
  /** Provides the views of a text; left out, they are built. */
  readonly viewsOf?: (text: string) => Steps<readonly View[]>;
}

/**
 * How likely each text tries to give instructions: by rules and the classifier on all its views, and by a model if these are
 * unsure. Rejects if a model is needed and unavailable, because an unscreened text must not pass.
 */
export function assessAttacks(
  texts: readonly string[],
  parts: Pick<CheckParts, 'classifier' | 'screener'>,
  assessing: Assessing,
): readonly AttackFound[] | Promise<readonly AttackFound[]> {
  const scored = runSteps(scoreAll(texts, parts, assessing), assessing.signal);
  return 'then' in scored
    ? scored.then((all) => conclude(all, parts, assessing))
    : conclude(scored, parts, assessing);
}

function* scoreAll(
  texts: readonly string[],
  parts: Pick<CheckParts, 'classifier' | 'screener'>,
  { viewsOf = buildViews, closely = false }: Assessing,
): Steps<readonly ScoredAttack[]> {
  const scored: ScoredAttack[] = [];
  for (const text of texts) scored.push(yield* scoreAttack(text, viewsOf(text), parts, closely));
  return scored;
}

function conclude(
  scored: readonly ScoredAttack[],
  { screener }: Pick<CheckParts, 'screener'>,
  { timeoutMs, closely = false }: Assessing,
): readonly AttackFound[] | Promise<readonly AttackFound[]> {
  const adjust = closely ? adjustPassage : (found: AttackFound) => found;
  if (screener === null || scored.every(({ toScreen }) => toScreen === null))
    return scored.map(({ found }) => adjust(found));
  return screenUnsure(screener, scored, { timeoutMs, closely }).then((all) => all.map(adjust));
}

/**
 * Documentation about assistants reads like instructions to models, and must not get lost: without a matching rule, a passage
 * stays in the lower half of the scale.
 */
function adjustPassage({ score, kind }: AttackFound): AttackFound {
  return { kind, score: kind === null ? score * attackThresholds.unnamedShare : score };
}

async function screenUnsure(
  screener: Screener,
  scored: readonly ScoredAttack[],
  limits: { readonly timeoutMs: number; readonly closely: boolean },
): Promise<readonly AttackFound[]> {
  const unsure = scored.flatMap(({ toScreen, excerpt }) => [toScreen ?? [], excerpt ?? []].flat());
  const screened = await screener.screen(unsure, limits);
  if (screened === null) throw new Error('the text could not be screened');
  let next = 0;
  const read = () => screened[next++]?.injection ?? Number.NaN;
  return scored.map(({ found, toScreen, excerpt }) => {
    if (toScreen === null) return found;
    const whole = combineOdds({ byModel: read(), byClassifier: found.score }, attackThresholds.modelShare);
    const part = excerpt === null ? 0 : lowerOdds(read(), attackThresholds.excerptPenalty);
    const score = Math.max(whole, part);
    return { ...found, score: limits.closely ? stretch(score) : score };
  });
}

/** Moves the threshold of passages to the middle of the scale, as for all other scores. */
function stretch(score: number): number {
  const { passageThreshold } = attackThresholds;
  return score < passageThreshold
    ? (0.5 * score) / passageThreshold
    : 0.5 + (0.5 * (score - passageThreshold)) / (1 - passageThreshold);
}
