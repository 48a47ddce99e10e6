import type { MessageTrial } from '@avow/contract';
import type { PastMessage } from '../interfaces/guardrail-policies.ts';
import { resultsOf, strongestOf, type TrialPolicy, type Tried, tryAnswer, tryPrompt } from './try-text.ts';

/** What a policy would have done about a message of the past, as far as what is stored of it tells. */
export async function tryMessage(
  policy: TrialPolicy,
  message: PastMessage,
  signal: AbortSignal,
): Promise<MessageTrial> {
  const { question, answer, shownQuotes, urls } = message;
  if (question === null) return untriedMessage(message.messageId, 'not_stored', message);
  // What was looked up is the question itself, unless the thread before it was joined to it.
  const asked = message.asked === question ? null : message.asked;
  const ofPrompt = await tryPrompt(policy, { text: question, asked }, signal);
  const isBlocked = ofPrompt.blockedReason !== null;
  const ofAnswer =
    isBlocked || answer === null
      ? null
      : await tryAnswer(policy, { text: answer, shownQuotes, urls }, signal);
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
    before: beforeOf(message),
    changed: isChanged(message, ofPrompt, ofAnswer),
  };
}

/** One that there is nothing to try on. */
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
    before: message === null ? null : beforeOf(message),
    changed: null,
  };
}

function beforeOf({ status, blockedReason }: PastMessage): MessageTrial['before'] {
  return { status, blocked_reason: blockedReason };
}

function isChanged(message: PastMessage, ofPrompt: Tried, ofAnswer: Tried | null): boolean | null {
  const reason = ofPrompt.blockedReason ?? ofAnswer?.blockedReason ?? null;
  switch (message.status) {
    case 'delivered':
      return (
        reason !== null || ofPrompt.text !== message.question || (ofAnswer?.text ?? null) !== message.answer
      );
    case 'blocked':
      // What it was blocked for is not stored: whether it would be blocked again cannot be told.
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
