import type { Screener } from '../../interfaces/screener.ts';
import type { AttackKind } from '../prompt-attack/attack-kinds.ts';
import { findAttacks } from '../prompt-attack/find-attacks.ts';
import { viewedUnitsMax, viewsOf } from '../views/views-of.ts';
import type { CheckParts } from './check-builder.ts';
import { attackLines } from './gauge-lines.ts';
import { gaugeViews } from './gauge-views.ts';
import { mixOdds } from './mix-odds.ts';

export interface AttackFound {
  /** 0 to 1: how likely the text tries to give orders. */
  readonly score: number;
  /** What kind of orders, where a rule told; null where only their likeness did. */
  readonly kind: AttackKind | null;
}

/** What is known of a text before a model has read it. */
interface Gauged {
  readonly found: AttackFound;
  /** What a model is to read where that is not enough: the view that looks worst. Null: it is enough. */
  readonly toScreen: string | null;
}

/**
 * How likely each of these texts tries to give orders: rules and a first guess on all views of it, and a model where
 * these are unsure. Rejects where a model is needed and cannot be had: what was not looked at must not pass.
 */
export function assessAttacks(
  texts: readonly string[],
  parts: Pick<CheckParts, 'gauge' | 'screener'>,
  limits: { readonly timeoutMs: number },
): readonly AttackFound[] | Promise<readonly AttackFound[]> {
  const gauged = texts.map((text) => gaugeText(text, parts));
  const { screener } = parts;
  if (screener === null || gauged.every(({ toScreen }) => toScreen === null))
    return gauged.map(({ found }) => found);
  return screenUnsure(screener, gauged, limits);
}

function gaugeText(text: string, { gauge, screener }: Pick<CheckParts, 'gauge' | 'screener'>): Gauged {
  const views = cutParts(text).flatMap((part) => viewsOf(part));
  const [rule] = findAttacks(views);
  const kind = rule?.kind ?? null;
  const hint = rule?.score ?? 0;
  if (hint >= attackLines.ruleSure) return { found: { score: hint, kind }, toScreen: null };
  const worst = gauge === null ? { score: 0, suspicion: 1, text } : gaugeViews(text, views, gauge);
  const isClear = hint === 0 && worst.suspicion < attackLines.clear;
  const isSure = worst.score >= attackLines.sure;
  const score = screener === null ? Math.max(hint, worst.score) : worst.score;
  return { found: { score, kind }, toScreen: isClear || isSure ? null : worst.text };
}

/** Orders on the seam of two parts stand whole in one of them. */
const overlapUnits = 1_000;

/** Of a text that is too long for them views leave out the middle: it is looked at in parts. */
function cutParts(text: string): readonly string[] {
  const partUnits = 2 * viewedUnitsMax;
  const strideUnits = partUnits - overlapUnits;
  const count = 1 + Math.max(0, Math.ceil((text.length - partUnits) / strideUnits));
  return Array.from({ length: count }, (_, index) => {
    const start = index * strideUnits;
    return text.slice(start, start + partUnits);
  });
}

async function screenUnsure(
  screener: Screener,
  gauged: readonly Gauged[],
  limits: { readonly timeoutMs: number },
): Promise<readonly AttackFound[]> {
  const unsure = gauged.flatMap(({ toScreen }) => toScreen ?? []);
  const screened = await screener.screen(unsure, limits);
  if (screened === null) throw new Error('the text could not be screened');
  let next = 0;
  return gauged.map(({ found, toScreen }) => {
    if (toScreen === null) return found;
    const injection = screened[next++]?.injection ?? Number.NaN;
    return { ...found, score: mixOdds({ byModel: injection, byGauge: found.score }, attackLines.modelShare) };
  });
}
