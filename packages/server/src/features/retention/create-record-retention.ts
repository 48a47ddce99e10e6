import { auditLimits } from '@avow/contract';
import { AppError, newId } from '@avow/foundation';
import { createEraseEndUser } from './erase-end-user.ts';
import { createEraseMessage } from './erase-message.ts';
import { createEraseThread } from './erase-thread.ts';
import type { RecordRetentionParts } from './record-retention-parts.ts';
import type { RecordRetention } from './retention.ts';
import type { Hold } from './retention-store.ts';

/** Erasure, legal holds and retention, for the tenants of a service. */
export function createRecordRetention(parts: RecordRetentionParts): RecordRetention {
  const { store, nowMs } = parts;
  return {
    eraseMessage: createEraseMessage(parts),
    eraseEndUser: createEraseEndUser(parts),
    eraseThread: createEraseThread(parts),
    getThread: store.getThread,
    placeHold: createPlaceHold(parts),
    async liftHold(tenantId, holdId, by) {
      const outcome = await store.liftHold(tenantId, holdId, { atMs: nowMs(), actor: by });
      if (outcome === 'unknown') throw new AppError('not_found');
      if (outcome === 'already_lifted')
        throw new AppError('invalid_state', { detail: 'The hold is already lifted.' });
      const hold = await store.getHold(tenantId, holdId);
      if (hold === null) throw new AppError('internal', { cause: new Error('a lifted hold is gone') });
      return hold;
    },
    getHold: store.getHold,
    listHolds: store.listHolds,
    getRetention: store.getRetention,
    async setRetention(tenantId, retention, by) {
      await store.setRetention(tenantId, retention, { atMs: nowMs(), actor: by });
      return retention;
    },
  };
}

function createPlaceHold({ store, nowMs }: RecordRetentionParts): RecordRetention['placeHold'] {
  return async (tenantId, { target, reason }, by) => {
    const placedAtMs = nowMs();
    const hold: Hold = {
      ...{ holdId: newId('hld', placedAtMs), target, reason, placedAtMs },
      ...{ placedBy: by, liftedAtMs: null, liftedBy: null },
    };
    const { standingHoldsMax } = auditLimits;
    const outcome = await store.placeHold(tenantId, hold, standingHoldsMax);
    if (outcome === 'unknown')
      throw new AppError('not_found', { detail: `There is no such ${target.scope}.` });
    if (outcome === 'too_many')
      throw new AppError('invalid_state', {
        detail: `At most ${standingHoldsMax.toLocaleString('en')} holds can be active. Lift one first.`,
      });
    return hold;
  };
}
