import { holdError } from './erase-message.ts';
import { eraseMessages } from './erase-messages.ts';
import type { RecordRetentionParts } from './record-retention-parts.ts';
import type { RecordRetention } from './retention.ts';

export function createEraseEndUser(parts: RecordRetentionParts): RecordRetention['eraseEndUser'] {
  const { store, dropCached } = parts;
  return async (tenantId, endUserId, by) => {
    const holdIds = await store.holdsOver(tenantId, endUserId);
    if (holdIds.length > 0) throw holdError(holdIds);
    const erased = eraseMessages(parts, tenantId, {
      ...{ whose: { kind: 'end_user', id: endUserId }, by },
      list: (page) => store.listMessagesOf(tenantId, endUserId, page),
      finish: async (tally) => {
        const { underHold, pairs } = await store.eraseEndUserTraces(tenantId, endUserId);
        // The feedback of the person on messages under hold stays as well.
        for (const messageId of underHold) tally.underHold.add(messageId);
        for (const curatedId of pairs) tally.pairs.add(curatedId);
      },
    });
    // Even if it fails: some messages may be erased already.
    return await erased.finally(() => dropCached(tenantId));
  };
}
