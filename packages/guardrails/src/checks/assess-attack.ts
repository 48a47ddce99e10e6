import { runSteps, type Steps } from '@avow/foundation/concurrency';
import type { Screener } from '@avow/inference';
import type { CheckCall } from '../guardrail.ts';
import type { View } from '../views/build-part-views.ts';
import { buildViews } from '../views/build-views.ts';
import type { AttackFound } from './attack-found.ts';
import type { CheckDependencies } from './check-builder.ts';
import { attackThresholds } from './classifier-thresholds.ts';
import { combineOdds } from './combine-odds.ts';
import { type ScoredAttack, scoreAttack } from './score-attack.ts';

interface Assessing extends CheckCall {
  /** Whether the classifier's score is that of the worst part of a text, since one sentence drowns in a passage. */
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
  parts: Pick<CheckDependencies, 'classifier' | 'screener'>,
  assessing: Assessing,
): readonly AttackFound[] | Promise<readonly AttackFound[]> {
  const scored = runSteps(scoreAll(texts, parts, assessing), assessing.signal);
  return 'then' in scored
    ? scored.then((all) => conclude(all, parts, assessing))
    : conclude(scored, parts, assessing);
}

function* scoreAll(
  texts: readonly string[],
  parts: Pick<CheckDependencies, 'classifier' | 'screener'>,
  { viewsOf = buildViews, closely = false }: Assessing,
): Steps<readonly ScoredAttack[]> {
  const scored: ScoredAttack[] = [];
  for (const text of texts) scored.push(yield* scoreAttack(text, viewsOf(text), parts, closely));
  return scored;
}

function conclude(
  scored: readonly ScoredAttack[],
  { screener }: Pick<CheckDependencies, 'screener'>,
  { signal, owner, isBackground = false }: Assessing,
): readonly AttackFound[] | Promise<readonly AttackFound[]> {
  if (screener === null || scored.every(({ toScreen }) => toScreen === null))
    return scored.map(({ found }) => found);
  return screenUnsure(screener, scored, { signal, owner, ...(isBackground ? { isBackground } : {}) });
}

async function screenUnsure(
  screener: Screener,
  scored: readonly ScoredAttack[],
  call: CheckCall,
): Promise<readonly AttackFound[]> {
  const unsure = scored.flatMap(({ toScreen }) => toScreen ?? []);
  const screened = await screener.screen(unsure, call);
  if (screened === null) throw new Error('the text could not be screened');
  let next = 0;
  return scored.map(({ found, toScreen }) => {
    if (toScreen === null) return found;
    const byModel = screened[next++]?.injection ?? Number.NaN;
    const score = combineOdds({ byModel, byClassifier: found.score }, attackThresholds.modelShare);
    return { ...found, score, models: [...found.models, screener.name] };
  });
}
