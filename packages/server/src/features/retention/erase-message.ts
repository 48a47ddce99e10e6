import type { HoldId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { erasedEvent } from '../records/events/audit-events.ts';
import type { RecordRetentionParts } from './record-retention-parts.ts';
import type { RecordRetention } from './retention.ts';

const heldNamedMax = 5;

/** Names only a few holds: there may be hundreds. */
export function holdError(holdIds: readonly HoldId[]): AppError {
  const named = holdIds.slice(0, heldNamedMax).join(', ');
  const more = holdIds.length > heldNamedMax ? ` and ${holdIds.length - heldNamedMax} more` : '';
  return new AppError('legal_hold', { detail: `It is under a legal hold: ${named}${more}.` });
}

export function createEraseMessage({
  store,
  nowMs,
  dropCached,
}: RecordRetentionParts): RecordRetention['eraseMessage'] {
  return async (tenantId, messageId, by) => {
    const atMs = nowMs();
    const event = erasedEvent(messageId, atMs);
    const outcome = await store
      .eraseMessage(tenantId, messageId, { atMs, actor: by, event })
      // Even if it fails: the message may be erased, with only copies still in use.
      .finally(() => dropCached(tenantId));
    switch (outcome.kind) {
      case 'erased':
      case 'already_erased':
        return { messageId, erasedAtMs: outcome.atMs, place: outcome.place, pairs: outcome.pairs };
      case 'under_hold':
        throw holdError(outcome.holdIds);
      case 'unfinished':
        throw new AppError('invalid_state', {
          messageId,
          detail: 'The message has not ended. Erase it once it has.',
        });
      case 'dropped':
        throw new AppError('record_expired', {
          messageId,
          detail: 'The record was dropped under the retention rules: there is nothing left to erase.',
          extra: { leaf_index: outcome.place.leafIndex, leaf_hash: outcome.place.leafHash },
        });
      case 'unknown':
        throw new AppError('not_found');
    }
  };
}
