import { type BlockedReason, none, type QueryResponse } from '@avow/contract';
import { messageIdFrom } from '@avow/foundation';
import type { PastMessage, PastMessages } from '@avow/guardrails';
import { indexCodePoints } from '@avow/text';
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
  const { question, refined_question: refined, response } = openEnvelope(envelope);
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
  };
}

/** What a language model wrote is not what it quotes. */
function shownQuotes({ answer, citations, processing }: QueryResponse): string[] {
  if (processing.model_tier > 0) return citations.flatMap(({ quote }) => quote ?? []);
  const offsets = indexCodePoints(answer);
  return citations.map(({ answer_start, answer_end }) =>
    answer.slice(offsets.toUtf16(answer_start), offsets.toUtf16(answer_end)),
  );
}
