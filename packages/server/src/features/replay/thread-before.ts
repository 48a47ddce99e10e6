import type { MessageId, TenantId, ThreadId } from '@avow/foundation';
import type { LogStore } from '@avow/ledger';
import { parseEntry } from '@avow/ledger-log';
import type { RecordStore, StoredMessage } from '../records/record-store.ts';
import { openEnvelope } from '../records/records.ts';

interface Asked {
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly createdAtMs: number;
}

/** The thread as it was when a message was asked: messages that had not ended by then had no answer to follow up. */
export function threadBefore(
  records: Pick<RecordStore, 'listMessages'>,
  { messageId, createdAtMs }: Asked,
): {
  readonly listMessages: RecordStore['listMessages'];
  /** How many answered messages the last read of the thread returned. */
  readCount(): number;
} {
  let count = 0;
  return {
    listMessages: async (tenantId, filter, { limit }) => {
      const stored = await records.listMessages(tenantId, filter, { before: messageId, limit });
      const asItWas = stored.map(
        (message): StoredMessage =>
          endedAtMs(message) > createdAtMs ? { ...message, status: 'processing' } : message,
      );
      count = asItWas.filter(({ status }) => status === 'delivered').length;
      return asItWas;
    },
    readCount: () => count,
  };
}

/** Older erasures are not read: after so many, gaps in threads are expected. */
const erasuresMax = 500;

/**
 * How many earlier messages of the thread are known to be erased: the first, whose id the thread id contains, and those
 * whose erasure is on the log.
 */
export async function countGoneBefore(
  {
    records,
    log,
  }: { readonly records: Pick<RecordStore, 'getRecord'>; readonly log: Pick<LogStore, 'listLogEvents'> },
  tenantId: TenantId,
  { messageId, threadId }: Asked,
): Promise<number> {
  const first: MessageId = `msg_${threadId.slice('thr_'.length)}`;
  if (first >= messageId) return 0;
  const events = await log.listLogEvents(tenantId, { kind: 'erasure' }, { before: null, limit: erasuresMax });
  const erased = events
    .map(({ text }) => parseEntry(text).subject)
    .filter((id) => first < id && id < messageId);
  const looked = await Promise.all(
    [...new Set([first, ...erased])].map((id) => records.getRecord(tenantId, id as MessageId)),
  );
  return looked.filter(
    (record, position) =>
      (position === 0 && (record === null || record.kind === 'dropped')) ||
      (record?.kind === 'emptied' && record.threadId === threadId),
  ).length;
}

/** When a message was answered, to the millisecond, and never later; after a review, when the reviewer decided. */
export function endedAtMs({
  createdAtMs,
  timeMs,
  envelope,
}: Pick<StoredMessage, 'createdAtMs' | 'timeMs' | 'envelope'>): number {
  const { review } = openEnvelope(envelope);
  return review === null ? Math.floor(createdAtMs + timeMs) : Date.parse(review.decided_at);
}
