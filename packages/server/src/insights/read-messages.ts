import type { NoAnswerCause } from '@avow/contract';
import { type MessageContent, openEnvelope } from '../audit/envelope.ts';
import type { Nearest } from '../interfaces/answering.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { RecordStore, StoredMessage } from '../interfaces/record-store.ts';
import type { GiveWay } from './create-turns.ts';

export interface ReadMessage {
  readonly stored: StoredMessage;
  readonly content: MessageContent;
}

/** So many are asked for together: more would make others wait for the thread that reads. */
const atOnce = 16;

/** Shows these messages in their order; those that are not there are passed over. */
export async function readMessages(
  records: Pick<RecordStore, 'getMessage'>,
  tenantId: TenantId,
  messageIds: readonly MessageId[],
  also: { readonly giveWay: GiveWay; readonly visit: (message: ReadMessage) => void },
): Promise<void> {
  for (let start = 0; start < messageIds.length; start += atOnce) {
    const ids = messageIds.slice(start, start + atOnce);
    const messages = await Promise.all(ids.map((messageId) => records.getMessage(tenantId, messageId)));
    for (const stored of messages) {
      await also.giveWay();
      if (stored !== null) also.visit({ stored, content: openEnvelope(stored.envelope) });
    }
  }
}

/** The question as it was looked up, in the words that are stored; null where none are. */
export function questionOf({ stored, content }: ReadMessage): string | null {
  if (stored.contentState === 'erased' || stored.contentState === 'expired') return null;
  const text = (content.refined_question ?? content.question).trim();
  return text === '' ? null : text;
}

/** Why no answer was given. Records of before causes were told had but this one. */
export function causeOf({ response }: MessageContent): NoAnswerCause {
  return response.agent_context.no_answer_cause ?? 'nothing_found';
}

/** What was found that is nearest; of an answer what it rests on, where nothing else is stored. Best first. */
export function nearestOf(content: MessageContent): readonly Omit<Nearest, 'score'>[] {
  const { nearest } = content;
  if (nearest.length > 0) return nearest;
  return content.response.citations.flatMap(({ document_id: documentId, content_pack_id: packId }) =>
    packId === null ? [] : [{ documentId, packId, headings: '' }],
  );
}
