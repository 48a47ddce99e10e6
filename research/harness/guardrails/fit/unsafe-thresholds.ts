import { type UnsafeKind, unsafeKinds } from '@avow/contract/guardrails';
import type { Evidence } from './evidence.ts';

type Unsafe = Pick<Evidence, 'unsafe'> & { readonly classifier: { readonly unsafe: number } };

export type Thresholds = Readonly<Record<UnsafeKind, number>>;

export interface UnsafeEvidence {
  readonly ordinary: readonly Unsafe[];
  /** They look alarming but are harmless. */
  readonly lookAlikes: readonly Unsafe[];
  readonly unsafe: ReadonlyArray<{ readonly name: string; readonly texts: readonly Unsafe[] }>;
}

export interface ThresholdRules {
  /** The largest shares of ordinary and of alarming texts that may be found, over all kinds. */
  readonly ordinaryMax: number;
  readonly lookAlikesMax: number;
}

/** Below 0.5 a finding would be more likely wrong than right. */
const steps = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99] as const;

function isFound(one: Unsafe, thresholds: Thresholds, clear = 0): boolean {
  return one.classifier.unsafe >= clear && unsafeKinds.some((kind) => one.unsafe[kind] >= thresholds[kind]);
}

export function shareFoundBy(texts: readonly Unsafe[], thresholds: Thresholds, clear = 0): number {
  return texts.length === 0
    ? 0
    : texts.filter((one) => isFound(one, thresholds, clear)).length / texts.length;
}

/**
 * Starts with one threshold for all kinds: the lowest at which few merely alarming texts are found. Then raises the kind
 * with the most mistakes in ordinary texts, step by step, until there are few.
 */
export function fitUnsafeThresholds(
  { ordinary, lookAlikes }: UnsafeEvidence,
  { ordinaryMax, lookAlikesMax }: ThresholdRules,
): Thresholds {
  const places = unsafeKinds.map(() => 0);
  const thresholdsAt = () =>
    Object.fromEntries(
      unsafeKinds.map((kind, index) => [kind, steps[places[index] ?? 0]]),
    ) as unknown as Thresholds;
  while (shareFoundBy(lookAlikes, thresholdsAt()) > lookAlikesMax && (places[0] ?? 0) < steps.length - 1)
    places.fill((places[0] ?? 0) + 1);
  while (shareFoundBy(ordinary, thresholdsAt()) > ordinaryMax) {
    const thresholds = thresholdsAt();
    const mistakes = unsafeKinds.map((kind, index) =>
      (places[index] ?? 0) === steps.length - 1
        ? 0
        : ordinary.filter(({ unsafe }) => unsafe[kind] >= thresholds[kind]).length,
    );
    const worst = mistakes.indexOf(Math.max(...mistakes));
    if (mistakes[worst] === 0) break;
    places[worst] = (places[worst] ?? 0) + 1;
  }
  return thresholdsAt();
}

const clears = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2];
const recallLossMax = 0.002;

/** The highest classifier threshold below which the model would find hardly anything. */
export function fitUnsafeClear({ ordinary, unsafe }: UnsafeEvidence, thresholds: Thresholds) {
  const recallAt = (clear: number) =>
    unsafe.reduce((sum, { texts }) => sum + shareFoundBy(texts, thresholds, clear), 0) /
    Math.max(1, unsafe.length);
  const asked = (clear: number) =>
    ordinary.filter((one) => one.classifier.unsafe >= clear).length / Math.max(1, ordinary.length);
  const rows = clears.map((clear) => ({ clear, recall: recallAt(clear), asked: asked(clear) }));
  const chosen = rows.findLast(({ recall }) => recall >= recallAt(0) - recallLossMax) ?? rows[0];
  return { rows, chosen };
}
