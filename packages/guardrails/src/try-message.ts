import type { MessageTrial } from '@avow/contract/guardrails';
import type { CheckCall } from './guardrail.ts';
import type { PastMessage } from './guardrail-policies.ts';
import {
  resultsOf,
  strongestOf,
  type TrialOutcome,
  type TrialPolicy,
  tryAnswer,
  tryPrompt,
} from './try-text.ts';

/** What a policy would have done about a past message, as far as its stored content shows. */
export async function tryMessage(
  policy: TrialPolicy,
  message: PastMessage,
  call: CheckCall,
): Promise<MessageTrial> {
  const { question, answer, shownQuotes, urls } = message;
  if (question === null) return untriedMessage(message.messageId, 'not_stored', message);
  // The question was searched for as it is, unless it was rewritten for its thread.
  const asked = message.asked === question ? null : message.asked;
  const ofPrompt = await tryPrompt(policy, { text: question, asked }, call);
  const isBlocked = ofPrompt.blockedReason !== null;
  const ofAnswer =
    isBlocked || answer === null ? null : await tryAnswer(policy, { text: answer, shownQuotes, urls }, call);
  const results = [
    ...ofPrompt.results,
    ...(answer === null ? [] : (ofAnswer?.results ?? resultsOf(policy, 'output', []))),
  ];
  return {
    kind: 'message',
    message_id: message.messageId,
    state: 'tried',
    action: strongestOf(results.map(({ action }) => action)),
    blocked_reason: ofPrompt.blockedReason ?? ofAnswer?.blockedReason ?? null,
    results,
    question: ofPrompt.text,
    answer: ofAnswer?.text ?? null,
    original: originalOf(message),
    changed: isChanged(message, ofPrompt, ofAnswer),
  };
}

/** The entry of a message that was not tried. */
export function untriedMessage(
  id: string,
  state: 'not_stored' | 'not_found' | 'not_reached',
  message: PastMessage | null,
): MessageTrial {
  return {
    kind: 'message',
    message_id: id,
    state,
    action: 'none',
    blocked_reason: null,
    results: [],
    question: null,
    answer: null,
    original: message === null ? null : originalOf(message),
    changed: null,
  };
}

function originalOf({ status, blockedReason }: PastMessage): MessageTrial['original'] {
  return { status, blocked_reason: blockedReason };
}

function isChanged(
  message: PastMessage,
  ofPrompt: TrialOutcome,
  ofAnswer: TrialOutcome | null,
): boolean | null {
  const reason = ofPrompt.blockedReason ?? ofAnswer?.blockedReason ?? null;
  switch (message.status) {
    case 'delivered':
      return (
        reason !== null || ofPrompt.text !== message.question || (ofAnswer?.text ?? null) !== message.answer
      );
    case 'blocked':
      // The cause of the block is not stored, so it is unknown whether it would be blocked again.
      if (reason === null && message.isCauseGone) return null;
      return reason !== message.blockedReason;
    case 'queued':
    case 'processing':
    case 'in_review':
    case 'failed':
    case 'cancelled':
      return null;
  }
}
