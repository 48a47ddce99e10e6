import type { UnsafeKind } from '@avow/contract/guardrails';
import type { Band, BlockedReason, NextAction, NoAnswerCause } from '@avow/contract/values';
import type { Draft } from '../draft.ts';
import type { Evidence, Scorers } from './confidence.ts';

/** What happened, as far as it decides what an agent should do next. */
export type Situation =
  | { readonly kind: 'answered'; readonly band: Band; readonly sourceType: Draft['sourceType'] }
  | {
      readonly kind: 'not_covered';
      readonly cause: NoAnswerCause;
      /** The question before it in the thread found nothing either. */
      readonly askedBefore: boolean;
      /** Something that should have taken part did not, and may have found an answer. */
      readonly degraded: boolean;
      /** Something near was found, which the caller may read. */
      readonly hasRelated: boolean;
    }
  | { readonly kind: 'blocked'; readonly reason: BlockedReason; readonly concern?: UnsafeKind }
  | { readonly kind: 'pending' }
  | { readonly kind: 'in_review' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed' };

/** How certain the service is of its answers, and what to do next. */
export interface Scoring extends Scorers {
  /** Everything that was measured of a draft to predict how likely it is right. */
  evidenceOf(draft: Draft, about: { readonly question: string; readonly tier: number }): Evidence;
  suggestNextAction(situation: Situation): NextAction;
}
