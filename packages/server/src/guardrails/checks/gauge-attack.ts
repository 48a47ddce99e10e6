import type { AttackKind } from '../prompt-attack/attack-kinds.ts';
import { attackSteps } from '../prompt-attack/find-attacks.ts';
import type { Steps } from '../take-turns.ts';
import type { View } from '../views/views-of.ts';
import type { CheckParts } from './check-builder.ts';
import { attackLines } from './gauge-lines.ts';
import { gaugeSteps } from './gauge-views.ts';

export interface AttackFound {
  /** 0 to 1: how likely the text tries to give orders. */
  readonly score: number;
  /** What kind of orders, where a rule told; null where only their likeness did. */
  readonly kind: AttackKind | null;
}

/** What is known of a text before a model has read it. */
export interface GaugedAttack {
  readonly found: AttackFound;
  /** What a model is to read where that is not enough: the view that looks worst. Null: it is enough. */
  readonly toScreen: string | null;
  /** The part of it that looks worst: in a long text one sentence drowns. Null: there is none to read by itself. */
  readonly excerpt: string | null;
}

/** Rules and a first guess, on all views of a text. */
export function* gaugeAttack(
  text: string,
  views: Steps<readonly View[]>,
  { gauge, screener }: Pick<CheckParts, 'gauge' | 'screener'>,
  closely = false,
): Steps<GaugedAttack> {
  const seen = yield* views;
  const [rule] = yield* attackSteps(seen);
  const kind = rule?.kind ?? null;
  const hint = rule?.score ?? 0;
  if (hint >= attackLines.ruleSure) return { found: { score: hint, kind }, toScreen: null, excerpt: null };
  // With a hint it is suspicious anyway.
  const suspicion = closely ? Number.POSITIVE_INFINITY : hint > 0 ? 0 : attackLines.clear;
  const enough = { score: attackLines.sure, suspicion };
  const worst =
    gauge === null
      ? { score: 0, suspicion: 1, text, excerpt: null }
      : yield* gaugeSteps(text, seen, gauge, enough);
  const isClear = hint === 0 && worst.suspicion < attackLines.clear;
  const isSure = worst.score >= attackLines.sure;
  const score = screener === null ? Math.max(hint, worst.score) : worst.score;
  const toScreen = isClear || isSure ? null : worst.text;
  return { found: { score, kind }, toScreen, excerpt: closely && toScreen !== null ? worst.excerpt : null };
}
