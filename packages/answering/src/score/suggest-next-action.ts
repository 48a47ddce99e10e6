import type { Band, BlockedReason, NextAction } from '@avow/contract/values';
import type { Draft } from '../draft.ts';
import type { Situation } from './scoring.ts';

type NotCovered = Extract<Situation, { readonly kind: 'not_covered' }>;

const afterBlock: Readonly<Record<BlockedReason, NextAction>> = {
  pii: 'rephrase',
  secrets: 'rephrase',
  prompt_injection: 'stop',
  unsafe_content: 'stop',
  policy: 'stop',
  out_of_scope: 'stop',
  ungrounded: 'escalate_to_human',
  guardrail_unavailable: 'retry_later',
};

function afterAnswer(band: Band, sourceType: Draft['sourceType']): NextAction {
  switch (band) {
    case 'high':
      return 'use_answer';
    case 'medium':
      return sourceType === 'qna' ? 'use_answer' : 'review_citations';
    case 'low':
    case 'none':
      return 'review_citations';
  }
}

function afterNoAnswer({ cause, askedBefore, degraded, hasRelated }: NotCovered): NextAction {
  switch (cause) {
    case 'no_knowledge':
      return 'escalate_to_human';
    case 'nothing_found':
    case 'below_risk_level':
      // Another time, other words, and what is near, help once at most.
      if (askedBefore) return 'escalate_to_human';
      if (degraded) return 'retry_later';
      return hasRelated ? 'review_citations' : 'rephrase';
    case 'language_not_served':
      // In a language that is served.
      return askedBefore ? 'escalate_to_human' : 'rephrase';
    case 'ambiguous':
      return 'ask_clarification';
    case 'access_restricted':
      return 'request_access';
  }
}

/** What an automated client should do next. */
export function suggestNextAction(situation: Situation): NextAction {
  switch (situation.kind) {
    case 'answered':
      return afterAnswer(situation.band, situation.sourceType);
    case 'not_covered':
      return afterNoAnswer(situation);
    case 'blocked':
      return situation.concern === 'self_harm' ? 'escalate_to_human' : afterBlock[situation.reason];
    case 'cancelled':
      return 'stop';
    case 'pending':
    case 'in_review':
    case 'failed':
      return 'retry_later';
  }
}
