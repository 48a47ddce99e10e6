import { capScore } from '@avow/answering/score';
import type { MessageEnding } from '@avow/contract/guardrails';
import type { QueryResponse } from '@avow/contract/query';
import { type BlockedReason, none } from '@avow/contract/values';
import { messageIdFrom } from '@avow/foundation';
import type { PastMessage, PastMessages } from '@avow/guardrails/policies';
import { indexCodePoints } from '@avow/text/sentences';
import type { RecordStore, StoredMessage } from '../records/record-store.ts';
import { mayRead, openEnvelope } from '../records/records.ts';

/** Messages that have been, as guardrails would meet them again. */
export function createPastMessages(records: Pick<RecordStore, 'getMessage' | 'listMessages'>): PastMessages {
  return {
    read: async (tenantId, which, readableBy) => {
      if (which.kind === 'last') {
        const stored = await records.listMessages(
          tenantId,
          { readableBy },
          { before: null, limit: which.count },
        );
        return stored.map((message) => ({ id: message.messageId, message: toPastMessage(message) }));
      }
      return await Promise.all(
        which.ids.map(async (id) => {
          const messageId = messageIdFrom(id);
          const stored = messageId === null ? null : await records.getMessage(tenantId, messageId);
          const isShown = stored !== null && mayRead(stored.audience, readableBy);
          return { id, message: isShown ? toPastMessage(stored) : null };
        }),
      );
    },
  };
}

function reasonOf({ agent_context: context }: QueryResponse): BlockedReason | null {
  return context.blocked_reason === none ? null : context.blocked_reason;
}

function toPastMessage({
  messageId,
  status,
  contentState,
  sourceType,
  envelope,
}: StoredMessage): PastMessage {
  const { question, refined_question: refined, response, scored, review } = openEnvelope(envelope);
  // A prompt is never empty: an empty text is one that was not kept.
  const isStored = question !== '' && contentState !== 'erased' && contentState !== 'expired';
  const stoppedBy = response.guardrails.find(({ action }) => action === 'block');
  return {
    messageId,
    status,
    blockedReason: reasonOf(response),
    isCauseGone: status === 'blocked' && (stoppedBy?.stage !== 'input' || contentState === 'redacted'),
    question: isStored ? question : null,
    asked: isStored ? (refined ?? question) : null,
    answer: isStored && status === 'delivered' && sourceType !== 'none' ? response.answer : null,
    shownQuotes: shownQuotes(response),
    urls: response.citations.flatMap(({ url }) => url ?? []),
    ending: review === null ? endingOf({ status, sourceType }) : 'in_review',
    scoreUnder:
      scored === null
        ? null
        : (caps) =>
            capScore(
              scored.calibrated,
              scored.caps.map(({ cause }) => caps[cause]),
            ),
  };
}

/** What the policy did with a message that nobody reviewed. */
function endingOf({
  status,
  sourceType,
}: Pick<StoredMessage, 'status' | 'sourceType'>): MessageEnding | null {
  switch (status) {
    case 'delivered':
      return sourceType === 'none' ? 'no_answer' : 'answered';
    case 'blocked':
    case 'in_review':
      return status;
    case 'queued':
    case 'processing':
    case 'failed':
    case 'cancelled':
      return null;
  }
}

/** What a language model wrote is not what it quotes. */
function shownQuotes({ answer, citations, processing }: QueryResponse): string[] {
  if (processing.model_tier > 0) return citations.flatMap(({ quote }) => quote ?? []);
  const offsets = indexCodePoints(answer);
  return citations.map(({ answer_start, answer_end }) =>
    answer.slice(offsets.toUtf16(answer_start), offsets.toUtf16(answer_end)),
  );
}
