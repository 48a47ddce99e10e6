import { formatTime } from '@avow/contract/values';
import type { MessageJournal } from '../streaming/create-journals.ts';
import type { RecordedQuery } from './compose-message.ts';
import { type Delivery, type RecordingDependencies, recordAdmission } from './record-message.ts';

/** The record of an admission, which may not be committed yet. */
export interface AdmissionRecord {
  /** Commits it, once, no matter how often this is called. Throws once it is closed, if it was not committed before. */
  commit(): Promise<void>;
  /** From now on it is not committed any more. Whether nothing of the message is on record, and nobody has tried to put it there. */
  close(): Promise<boolean>;
}

/**
 * The admission of a query is recorded before its question is sent to a provider, so that the record shows what was sent even
 * if this process dies.
 */
export function createAdmissionRecord(
  path: RecordingDependencies,
  query: RecordedQuery & { readonly isAdmitted: boolean },
): AdmissionRecord {
  const { isAdmitted } = query;
  const commit = () => recordAdmission(path, query, { status: 'processing', firstEvents: [] });
  return commitOnce({ isAdmitted, commit });
}

export function commitOnce({
  isAdmitted,
  commit,
}: {
  readonly isAdmitted: boolean;
  readonly commit: () => Promise<unknown>;
}): AdmissionRecord {
  let admitted: Promise<unknown> | null = isAdmitted ? Promise.resolve() : null;
  let isClosed = false;
  return {
    async commit() {
      if (isClosed && admitted === null) throw new Error('The query has ended');
      admitted ??= commit();
      await admitted;
    },
    async close() {
      isClosed = true;
      // What is under way must not come after the end of the message.
      await admitted?.catch(() => undefined);
      return admitted === null;
    },
  };
}

/** Records an admission, with the first events of its journal, before anyone hears of it. */
export async function journalAdmission(
  path: RecordingDependencies,
  query: RecordedQuery,
  { status, journal }: { readonly status: 'queued' | 'processing'; readonly journal: MessageJournal },
): Promise<Delivery> {
  const { messageId, threadId, createdAtMs } = query.admission;
  const suffix = messageId.slice('msg_'.length);
  const firstEvents = journal.first([
    {
      type: 'message.created',
      data: {
        message_id: messageId,
        request_id: `req_${suffix}`,
        audit_ref: `aud_${suffix}`,
        thread_id: threadId,
        created_at: formatTime(createdAtMs),
      },
    },
    ...query.input.results.map((data) => ({ type: 'message.guardrail', data }) as const),
  ]);
  return await recordAdmission(path, query, { status, firstEvents });
}
