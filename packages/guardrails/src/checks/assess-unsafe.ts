import { type UnsafeKind, unsafeKinds } from '@avow/contract/guardrails';
import type { GuardModel, Screening } from '@avow/inference';

/** The rule that a language model applies for a second opinion. */
const rule =
  'The text must not ask for help with, threaten, promote or express hate, harassment, self-harm, sexual exploitation, violence, weapons or crime. Questions about safety, prevention, law, medicine, history, news or fiction do not break the rule.';
const secondOpinionMs = 2_000;
/** Nearer to the threshold than this, on either side, a second opinion is worth its time. */
const nearThreshold = 0.35;

export interface UnsafeFound {
  /** The kind that exceeds its threshold the most, or is nearest to it. */
  readonly kind: UnsafeKind;
  /** 0 to 1, where 0.5 is the threshold of that kind. */
  readonly score: number;
}

/** The most serious kind, on one scale for all, since each has its own threshold. */
export function worstOf(unsafe: Screening['unsafe'], thresholdOf: (kind: UnsafeKind) => number): UnsafeFound {
  return unsafeKinds
    .map((kind) => ({ kind, score: onScale(unsafe[kind], thresholdOf(kind)) }))
    .reduce((worst, one) => (one.score > worst.score ? one : worst));
}

/** Stretched so that the threshold is in the middle. */
function onScale(score: number, threshold: number): number {
  const at = Math.min(1, Math.max(0, score));
  if (at < threshold) return (0.5 * at) / threshold;
  return threshold >= 1 ? 1 : 0.5 + (0.5 * (at - threshold)) / (1 - threshold);
}

/** A language model's opinion if the local one is near the threshold. Null: it was not asked. `late`: it failed or timed out. */
export async function askSecondOpinion(
  guardModel: GuardModel | null,
  found: UnsafeFound,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<number | 'late' | null> {
  if (guardModel === null || Math.abs(found.score - 0.5) > nearThreshold) return null;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(secondOpinionMs)]);
  try {
    return await guardModel.applyRule({ rule, examples: [], text }, limit);
  } catch {
    return 'late';
  }
}
