import type { MessageId, TenantId } from '@avow/foundation';
import type { MessageFilter } from './message-filter.ts';
import type { RecordStore, StoredMessage } from './record-store.ts';

interface ScanOptions {
  readonly filter: MessageFilter;
  readonly before: MessageId | null;
  readonly limit: number;
  /** What of them is wanted, by their content, which the store cannot look for: it is encrypted. */
  readonly isWanted: (message: StoredMessage) => boolean;
}

interface ScannedMessages {
  readonly found: readonly StoredMessage[];
  /** From which older messages may be wanted; null: there are no others. */
  readonly next: MessageId | null;
}

const readSize = 200;
/** Of one call: opening a message takes time. */
export const scannedMax = 2_000;

/** Looks through messages, newest first, until as many are found as are asked for, or enough were looked at. */
export async function scanMessages(
  records: Pick<RecordStore, 'listMessages'>,
  tenantId: TenantId,
  { filter, before, limit, isWanted }: ScanOptions,
): Promise<ScannedMessages> {
  const found: StoredMessage[] = [];
  let next = before;
  for (let scanned = 0; scanned < scannedMax; scanned += readSize) {
    const page = await records.listMessages(tenantId, filter, { before: next, limit: readSize });
    for (const message of page) {
      next = message.messageId;
      if (!isWanted(message)) continue;
      found.push(message);
      if (found.length === limit) return { found, next };
    }
    if (page.length < readSize) return { found, next: null };
  }
  return { found, next };
}
