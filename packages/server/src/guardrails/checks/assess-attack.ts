import type { Screener } from '../../interfaces/screener.ts';
import { type Steps, takeTurns } from '../take-turns.ts';
import { seeThrough } from '../views/see-through.ts';
import type { View } from '../views/views-of.ts';
import type { CheckParts } from './check-builder.ts';
import { type AttackFound, type GaugedAttack, gaugeAttack } from './gauge-attack.ts';
import { attackLines } from './gauge-lines.ts';
import { lowerOdds, mixOdds } from './mix-odds.ts';

interface Assessing {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Whether the part of a text that looks worst is read by itself too. */
  readonly closely?: boolean;
  /** How views of a text are had; left out, they are made. */
  readonly see?: (text: string) => Steps<readonly View[]>;
}

/**
 * How likely each of these texts tries to give orders: rules and a first guess on all views of it, and a model where
 * these are unsure. Rejects where a model is needed and cannot be had: what was not looked at must not pass.
 */
export function assessAttacks(
  texts: readonly string[],
  parts: Pick<CheckParts, 'gauge' | 'screener'>,
  assessing: Assessing,
): readonly AttackFound[] | Promise<readonly AttackFound[]> {
  const gauged = takeTurns(gaugeAll(texts, parts, assessing), assessing.signal);
  return 'then' in gauged
    ? gauged.then((all) => conclude(all, parts, assessing))
    : conclude(gauged, parts, assessing);
}

function* gaugeAll(
  texts: readonly string[],
  parts: Pick<CheckParts, 'gauge' | 'screener'>,
  { see = seeThrough, closely = false }: Assessing,
): Steps<readonly GaugedAttack[]> {
  const gauged: GaugedAttack[] = [];
  for (const text of texts) gauged.push(yield* gaugeAttack(text, see(text), parts, closely));
  return gauged;
}

function conclude(
  gauged: readonly GaugedAttack[],
  { screener }: Pick<CheckParts, 'screener'>,
  { timeoutMs, closely = false }: Assessing,
): readonly AttackFound[] | Promise<readonly AttackFound[]> {
  const weigh = closely ? weighPassage : (found: AttackFound) => found;
  if (screener === null || gauged.every(({ toScreen }) => toScreen === null))
    return gauged.map(({ found }) => weigh(found));
  return screenUnsure(screener, gauged, { timeoutMs, closely }).then((all) => all.map(weigh));
}

/**
 * Pages about services that answer read like orders to models, and what knowledge says must not get lost: without a rule that
 * tells what is ordered, a passage stays in the lower half of the scale.
 */
function weighPassage({ score, kind }: AttackFound): AttackFound {
  return { kind, score: kind === null ? score * attackLines.untoldShare : score };
}

async function screenUnsure(
  screener: Screener,
  gauged: readonly GaugedAttack[],
  limits: { readonly timeoutMs: number; readonly closely: boolean },
): Promise<readonly AttackFound[]> {
  const unsure = gauged.flatMap(({ toScreen, excerpt }) => [toScreen ?? [], excerpt ?? []].flat());
  const screened = await screener.screen(unsure, limits);
  if (screened === null) throw new Error('the text could not be screened');
  let next = 0;
  const read = () => screened[next++]?.injection ?? Number.NaN;
  return gauged.map(({ found, toScreen, excerpt }) => {
    if (toScreen === null) return found;
    const whole = mixOdds({ byModel: read(), byGauge: found.score }, attackLines.modelShare);
    const part = excerpt === null ? 0 : lowerOdds(read(), attackLines.excerptPenalty);
    const score = Math.max(whole, part);
    return { ...found, score: limits.closely ? stretch(score) : score };
  });
}

/** The line of passages comes to lie in the middle of the scale, as all others do. */
function stretch(score: number): number {
  const { passageLine } = attackLines;
  return score < passageLine
    ? (0.5 * score) / passageLine
    : 0.5 + (0.5 * (score - passageLine)) / (1 - passageLine);
}
