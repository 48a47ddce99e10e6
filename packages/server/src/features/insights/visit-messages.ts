import type { Nearest } from '@avow/answering';
import type { NoAnswerCause } from '@avow/contract/values';
import type { MessageId, TenantId } from '@avow/foundation';
import type { GiveWay } from '@avow/foundation/concurrency';
import type { RecordStore, StoredMessage } from '../records/record-store.ts';
import { type MessageContent, openEnvelope } from '../records/records.ts';

export interface ReadMessage {
  readonly stored: StoredMessage;
  readonly content: MessageContent;
}

/** Larger batches would block the reader thread for others. */
const batchSize = 16;

/** Visits these messages in order; missing ones are skipped. */
export async function visitMessages(
  records: Pick<RecordStore, 'getMessage'>,
  tenantId: TenantId,
  messageIds: readonly MessageId[],
  also: { readonly giveWay: GiveWay; readonly visit: (message: ReadMessage) => void },
): Promise<void> {
  for (let start = 0; start < messageIds.length; start += batchSize) {
    const ids = messageIds.slice(start, start + batchSize);
    const messages = await Promise.all(ids.map((messageId) => records.getMessage(tenantId, messageId)));
    for (const stored of messages) {
      await also.giveWay();
      if (stored !== null) also.visit({ stored, content: openEnvelope(stored.envelope) });
    }
  }
}

/** The stored question as it was searched for; null if none is stored. */
export function questionOf({ stored, content }: ReadMessage): string | null {
  if (stored.contentState === 'erased' || stored.contentState === 'expired') return null;
  const text = (content.refined_question ?? content.question).trim();
  return text === '' ? null : text;
}

/** Why no answer was given. Legacy records without a cause have only this one. */
export function causeOf({ response }: MessageContent): NoAnswerCause {
  return response.agent_context.no_answer_cause ?? 'nothing_found';
}

/** The nearest content, best first; for an answer without it, the cited content. */
export function nearestContentOf(content: MessageContent): readonly Omit<Nearest, 'score'>[] {
  const { nearest } = content;
  if (nearest.length > 0) return nearest;
  return content.response.citations.map(({ document_id: documentId, content_pack_id: packId }) => ({
    documentId,
    packId,
    headings: '',
  }));
}
