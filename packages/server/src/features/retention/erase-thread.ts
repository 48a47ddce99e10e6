import { AppError } from '@avow/foundation';
import { holdError } from './erase-message.ts';
import { eraseMessages } from './erase-messages.ts';
import type { RecordRetentionParts } from './record-retention-parts.ts';
import type { RecordRetention } from './retention.ts';

export function createEraseThread(parts: RecordRetentionParts): RecordRetention['eraseThread'] {
  const { store, dropCached } = parts;
  return async (tenantId, threadId, by) => {
    // Closed first, so that no further question joins it while it is erased.
    const outcome = await store.closeThread(tenantId, threadId);
    if (outcome.kind === 'unknown') throw new AppError('not_found');
    if (outcome.kind === 'under_hold') throw holdError(outcome.holdIds);
    const erased = eraseMessages(parts, tenantId, {
      ...{ whose: { kind: 'thread', id: threadId }, by },
      list: (page) => store.listMessagesIn(tenantId, threadId, page),
    });
    return await erased.finally(() => dropCached(tenantId));
  };
}
