import { AppError } from '../errors/app-error.ts';
import { erasedEvent } from '../events/audit-events.ts';
import type { Forgetting } from '../interfaces/forgetting.ts';
import type { HoldId } from '../interfaces/identity.ts';
import type { ForgettingParts } from './forgetting-parts.ts';

const heldNamedMax = 5;

/** Names a few of what holds: there may be hundreds. */
export function heldError(holdIds: readonly HoldId[]): AppError {
  const named = holdIds.slice(0, heldNamedMax).join(', ');
  const more = holdIds.length > heldNamedMax ? ` and ${holdIds.length - heldNamedMax} more` : '';
  return new AppError('legal_hold', { detail: `It is held: ${named}${more}.` });
}

export function createEraseMessage({
  store,
  nowMs,
  forgetCached,
}: ForgettingParts): Forgetting['eraseMessage'] {
  return async (tenantId, messageId, by) => {
    const atMs = nowMs();
    const event = erasedEvent(messageId, atMs);
    const outcome = await store
      .eraseMessage(tenantId, messageId, { atMs, actor: by, event })
      // Also where it fails: the message may be erased, and only copies of it still in use.
      .finally(() => forgetCached(tenantId));
    switch (outcome.kind) {
      case 'erased':
      case 'already_erased':
        return { messageId, erasedAtMs: outcome.atMs, place: outcome.place, pairs: outcome.pairs };
      case 'held':
        throw heldError(outcome.holdIds);
      case 'not_ended':
        throw new AppError('invalid_state', {
          messageId,
          detail: 'The message has not ended: erase it once it has.',
        });
      case 'dropped':
        throw new AppError('record_expired', {
          messageId,
          detail: 'The record was dropped, as the retention rules say: there is nothing left to erase.',
          extra: { leaf_index: outcome.place.leafIndex, leaf_hash: outcome.place.leafHash },
        });
      case 'unknown':
        throw new AppError('not_found');
    }
  };
}
