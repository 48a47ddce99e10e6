import { parseEntry } from '@avow/audit';
import type { MessageId, TenantId, ThreadId } from '../interfaces/identity.ts';
import type { LogStore } from '../interfaces/log-store.ts';
import type { RecordStore, StoredMessage } from '../interfaces/record-store.ts';
import { endedAtMs } from '../replaying/ended-at.ts';

interface Asked {
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly createdAtMs: number;
}

/** The thread as it was when a message was asked: what had not ended by then had no answer that could be followed. */
export function threadBefore(
  records: Pick<RecordStore, 'listMessages'>,
  { messageId, createdAtMs }: Asked,
): {
  readonly listMessages: RecordStore['listMessages'];
  /** How many answered messages the last look at the thread has given. */
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

/** More are not looked through: who erased so much knows that threads are torn. */
const erasuresMax = 500;

/**
 * How many messages of the thread, asked before this one, are known to be gone: its first, whose id the thread bears, and
 * those whose erasure is on the log.
 */
export async function countGoneBefore(
  {
    records,
    log,
  }: { readonly records: Pick<RecordStore, 'getRecord'>; readonly log: Pick<LogStore, 'listDeeds'> },
  tenantId: TenantId,
  { messageId, threadId }: Asked,
): Promise<number> {
  const first: MessageId = `msg_${threadId.slice('thr_'.length)}`;
  if (first >= messageId) return 0;
  const deeds = await log.listDeeds(tenantId, { kind: 'erasure' }, { before: null, limit: erasuresMax });
  const erased = deeds
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
