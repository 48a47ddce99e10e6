import type { TierFailure } from '@avow/contract';
import type { ModelTier } from '@avow/inference';
import type { DraftChange } from './draft.ts';

/** A tier of language models that did not answer, or whose answer was not used or ends early. */
export interface FailedTier {
  readonly tier: ModelTier['tier'];
  /** The name of its model. */
  readonly model: string;
  readonly cause: TierFailure;
  /** What it wrote, if that was not used. */
  readonly changes?: readonly DraftChange[];
}
