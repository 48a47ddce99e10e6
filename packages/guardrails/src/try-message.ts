import type { MessageEnding, MessageTrial } from '@avow/contract/guardrails';
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
  const reason = ofPrompt.blockedReason ?? ofAnswer?.blockedReason ?? null;
  const ending = reason === null ? endingByScore(policy, message) : 'blocked';
  return {
    kind: 'message',
    message_id: message.messageId,
    state: 'tried',
    action: strongestOf(results.map(({ action }) => action)),
    blocked_reason: reason,
    results,
    question: ofPrompt.text,
    answer: ofAnswer?.text ?? null,
    original: originalOf(message),
    ending,
    changed: isChanged(message, { ofPrompt, ofAnswer, reason, ending }),
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
    ending: null,
    changed: null,
  };
}

function originalOf({ status, blockedReason, ending }: PastMessage): MessageTrial['original'] {
  return { status, blocked_reason: blockedReason, ending };
}

/** What becomes of an answer that no guardrail blocks. Null: nothing was found that could be scored, or it is not known. */
function endingByScore({ written }: TrialPolicy, { ending, scoreUnder }: PastMessage): MessageEnding | null {
  if (scoreUnder === null) return ending === 'no_answer' ? ending : null;
  const { confidence, review } = written;
  const score = scoreUnder(confidence.caps);
  if (score < confidence.withhold_below) return 'no_answer';
  return review.below !== null && score < review.below ? 'in_review' : 'answered';
}

interface Tried {
  readonly ofPrompt: TrialOutcome;
  readonly ofAnswer: TrialOutcome | null;
  readonly reason: MessageTrial['blocked_reason'];
  readonly ending: MessageEnding | null;
}

function isChanged(message: PastMessage, { ofPrompt, ofAnswer, reason, ending }: Tried): boolean | null {
  switch (message.ending) {
    case 'answered':
    case 'no_answer':
    case 'in_review': {
      const isOtherText = ofPrompt.text !== message.question || (ofAnswer?.text ?? null) !== message.answer;
      return isOtherText || (ending !== null && ending !== message.ending);
    }
    case 'blocked':
      // The cause of the block is not stored, so it is unknown whether it would be blocked again.
      if (reason === null && message.isCauseGone) return null;
      return reason !== message.blockedReason;
    case null:
      return null;
  }
}
