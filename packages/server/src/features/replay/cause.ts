import type { Circumstances } from './circumstances.ts';
import type { Difference } from './difference.ts';

/** Why something differs, as far as is known. */
export interface Cause {
  readonly kind:
    | 'review'
    | 'groups'
    | 'history_gone'
    | 'redacted_question'
    | 'other_question'
    | 'cache'
    | 'fallback'
    | 'degraded'
    | 'missing_model'
    | 'budget'
    | 'language_model'
    | 'embedded_model'
    | 'confidence_model'
    | 'calibration'
    | 'other_answer'
    | 'evidence';
  /** One plain sentence or two. */
  readonly words: string;
}

/** Null: no cause of this kind is known for the difference. */
export type Explain = (difference: Difference, circumstances: Circumstances) => Cause | null;
