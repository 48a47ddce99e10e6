import { combineOdds } from '@avow/guardrails/testing/checks';
import { lineForFalseAlarms, shareAbove } from '../separation.ts';
import type { Evidence } from './evidence.ts';

/** What decides whether a text counts as an attack. */
export interface AttackLines {
  readonly clear: number;
  readonly sure: number;
  readonly ruleSure: number;
  readonly modelShare: number;
}

export interface AttackEvidence {
  /** By source, with equal weight regardless of size. No model was trained on them. */
  readonly attacks: ReadonlyArray<readonly Evidence[]>;
  /** Models were trained on these: they are shown but not used for any choice. */
  readonly learned: ReadonlyArray<readonly Evidence[]>;
  readonly ordinary: ReadonlyArray<readonly Evidence[]>;
  /** They sound like attacks but are not. */
  readonly lookAlikes: readonly Evidence[];
}

export interface LinesFigures {
  /** The threshold above which 1 % of ordinary texts lie, averaged over their sets. */
  readonly threshold: number;
  readonly recall: number;
  readonly recallOfLearned: number;
  /** The share of look-alikes that are found. */
  readonly mistaken: number;
  /** The share of ordinary texts for which the model is asked. */
  readonly asked: number;
}

type AttackFacts = Pick<Evidence, 'hint' | 'injection'> & {
  readonly classifier: Pick<Evidence['classifier'], 'attack' | 'suspicion'>;
};

/** Scores as the check does with all its parts. */
export function scoreAttack(
  { hint, classifier: { attack, suspicion }, injection }: AttackFacts,
  lines: AttackLines,
): { readonly score: number; readonly isAsked: boolean } {
  if (hint >= lines.ruleSure) return { score: hint, isAsked: false };
  if ((hint === 0 && suspicion < lines.clear) || attack >= lines.sure)
    return { score: attack, isAsked: false };
  return {
    score: combineOdds({ byModel: injection, byClassifier: attack }, lines.modelShare),
    isAsked: true,
  };
}

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

export function figuresOf(
  { attacks, learned, ordinary, lookAlikes }: AttackEvidence,
  lines: AttackLines,
  falseAlarms: number,
): LinesFigures {
  const scored = ordinary.map((set) => set.map((one) => scoreAttack(one, lines)));
  const threshold = lineForFalseAlarms(
    scored.flat().map(({ score }) => score),
    falseAlarms,
  );
  const found = (set: readonly Evidence[]) =>
    shareAbove(
      set.map((one) => scoreAttack(one, lines).score),
      threshold,
    );
  const asked = scored.map((set) => meanOf(set.map(({ isAsked }) => Number(isAsked))));
  return {
    threshold,
    recall: meanOf(attacks.map(found)),
    recallOfLearned: meanOf(learned.map(found)),
    mistaken: found(lookAlikes),
    asked: meanOf(asked),
  };
}

const shares = [0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const clears = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12];
const sures = [0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1];
/** The share of attacks that may be lost to avoid asking the model. */
const recallLossMax = 0.002;

/**
 * First chooses the weight of the model with everything read by it; then minimises what it reads, as long as hardly any
 * attack is lost.
 */
export function fitAttackLines(
  evidence: AttackEvidence,
  { ruleSure, falseAlarms }: { readonly ruleSure: number; readonly falseAlarms: number },
) {
  const at = (lines: AttackLines) => ({ lines, ...figuresOf(evidence, lines, falseAlarms) });
  const byShare = shares.map((modelShare) => at({ clear: 0, sure: 2, ruleSure, modelShare }));
  const best = byShare.reduce((one, other) => (other.recall > one.recall ? other : one));
  const byClear = clears.map((clear) => at({ ...best.lines, clear }));
  const clear = byClear.findLast(({ recall }) => recall >= best.recall - recallLossMax) ?? best;
  const bySure = sures.map((sure) => at({ ...clear.lines, sure }));
  const chosen = bySure.find(({ recall }) => recall >= clear.recall - recallLossMax) ?? clear;
  return { byShare, byClear, bySure, chosen };
}
