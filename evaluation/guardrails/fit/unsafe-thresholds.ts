import { type UnsafeKind, unsafeKinds } from '@avow/contract';
import { lineForFalseAlarms } from '../../screening/separation.ts';
import type { Evidence } from './evidence.ts';

type Unsafe = Pick<Evidence, 'unsafe'> & { readonly gauge: { readonly unsafe: number } };

export type Thresholds = Readonly<Record<UnsafeKind, number>>;

export interface UnsafeEvidence {
  readonly ordinary: readonly Unsafe[];
  /** They look alarming, and are harmless. */
  readonly lookAlikes: readonly Unsafe[];
  readonly unsafe: ReadonlyArray<{ readonly name: string; readonly texts: readonly Unsafe[] }>;
}

export interface ThresholdRules {
  /** Of ordinary texts, and of those that look alarming, at most so many may be found, by all kinds together. */
  readonly ordinaryMax: number;
  readonly lookAlikesMax: number;
}

/** Lower ones would rest on texts that are not there. */
const thresholdMin = 0.3;
const thresholdMax = 0.98;
const steps = 40;

function isFound(one: Unsafe, thresholds: Thresholds, clear = 0): boolean {
  return one.gauge.unsafe >= clear && unsafeKinds.some((kind) => one.unsafe[kind] >= thresholds[kind]);
}

export function shareFoundBy(texts: readonly Unsafe[], thresholds: Thresholds, clear = 0): number {
  return texts.length === 0
    ? 0
    : texts.filter((one) => isFound(one, thresholds, clear)).length / texts.length;
}

/** Each kind gets the same share of the mistakes; how large that may be for all to keep within bounds is tried out. */
export function fitUnsafeThresholds(
  { ordinary, lookAlikes }: UnsafeEvidence,
  { ordinaryMax, lookAlikesMax }: ThresholdRules,
): Thresholds {
  const at = (share: number): Thresholds => {
    const lineOf = (kind: UnsafeKind, texts: readonly Unsafe[], part: number) =>
      lineForFalseAlarms(
        texts.map(({ unsafe }) => unsafe[kind]),
        part,
      );
    const entries = unsafeKinds.map((kind) => {
      const line = Math.max(
        lineOf(kind, ordinary, share * ordinaryMax),
        lineOf(kind, lookAlikes, share * lookAlikesMax),
      );
      // Found is what reaches the threshold: it lies just above the line.
      return [kind, roundUp(Math.min(thresholdMax, Math.max(thresholdMin, line)))] as const;
    });
    return Object.fromEntries(entries) as unknown as Thresholds;
  };
  for (let step = steps; step > 0; step -= 1) {
    const thresholds = at(step / steps);
    if (
      shareFoundBy(ordinary, thresholds) <= ordinaryMax &&
      shareFoundBy(lookAlikes, thresholds) <= lookAlikesMax
    )
      return thresholds;
  }
  return at(0);
}

function roundUp(line: number): number {
  return Math.floor(line * 100 + 1) / 100;
}

const clears = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2];
const recallLossMax = 0.002;

/** The highest line of the gauge below which hardly anything is that the model would find. */
export function fitUnsafeClear({ ordinary, unsafe }: UnsafeEvidence, thresholds: Thresholds) {
  const recallAt = (clear: number) =>
    unsafe.reduce((sum, { texts }) => sum + shareFoundBy(texts, thresholds, clear), 0) /
    Math.max(1, unsafe.length);
  const asked = (clear: number) =>
    ordinary.filter((one) => one.gauge.unsafe >= clear).length / Math.max(1, ordinary.length);
  const rows = clears.map((clear) => ({ clear, recall: recallAt(clear), asked: asked(clear) }));
  const chosen = rows.findLast(({ recall }) => recall >= recallAt(0) - recallLossMax) ?? rows[0];
  return { rows, chosen };
}
