import { openEnvelope } from '../audit/envelope.ts';
import type { Turn } from '../interfaces/answering.ts';
import type { RecordStore } from '../interfaces/record-store.ts';
import type { Admission } from './admission.ts';

const turnsMax = 4;

/** The thread so far, newest first, as far back as a follow-up may reach. */
export async function readHistory(records: RecordStore, admission: Admission): Promise<Turn[]> {
  if (admission.request.thread_id === undefined) return [];
  const { tenantId, threadId, messageId } = admission;
  const stored = await records.listMessages(tenantId, { threadId }, { before: messageId, limit: turnsMax });
  return stored
    .filter((message) => message.status === 'delivered')
    .map((message) => ({
      question: openEnvelope(message.envelope).question,
      wasAnswered: message.sourceType !== 'none',
    }));
}
