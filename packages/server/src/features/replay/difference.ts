import type { GuardrailStage } from '@avow/contract';

interface Changed<Kind, Value = string | null> {
  readonly kind: Kind;
  /** As it is on record. */
  readonly was: Value;
  /** As in the replay. */
  readonly now: Value;
}

/** One difference between a replay and the record. */
export type Difference =
  | Changed<'status' | 'answer' | 'source' | 'reason' | 'related' | 'looked_up_as' | 'packs'>
  | CitationDifference
  | GuardrailDifference
  | (Changed<'confidence', string | number | null> & {
      readonly part: 'score' | 'band' | 'model' | 'calibration';
    })
  | (Changed<'model'> & { readonly part: 'refinement' | 'answering' | 'checking' })
  | (Changed<'processing', string | number | boolean> & { readonly part: 'tier' | 'degraded' | 'routing' });

/** `was` and `now` are the words that are quoted; null if there are none, or they were withheld. */
export interface CitationDifference extends Changed<'citation'> {
  readonly change: 'gone' | 'added' | 'other_words';
  readonly document_id: string;
  readonly source: string;
  readonly title: string;
}

/** `was` and `now` say what it decided, in words; null if the policy of that side does not have it. */
export interface GuardrailDifference extends Changed<'guardrail'> {
  readonly guardrail_id: string;
  readonly name: string;
  readonly stage: GuardrailStage | (string & {});
}

const answerKinds: ReadonlySet<Difference['kind']> = new Set(['status', 'answer', 'citation']);
const saidKinds: ReadonlySet<Difference['kind']> = new Set([...answerKinds, 'source', 'reason', 'related']);

/** Whether it makes the replay a different answer, rather than the same answer reached differently. */
export function isOfAnswer({ kind }: Difference): boolean {
  return answerKinds.has(kind);
}

/** Whether it is about what was said, and from where. */
export function isOfWhatWasSaid({ kind }: Difference): boolean {
  return saidKinds.has(kind);
}

/** Whether it is about the confidence in the answer. */
export function isOfScore(difference: Difference): boolean {
  return difference.kind === 'confidence' && (difference.part === 'score' || difference.part === 'band');
}
