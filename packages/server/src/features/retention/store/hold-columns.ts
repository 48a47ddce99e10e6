import type { Row } from '@avow/storage';
import type { Hold, HoldTarget } from '../retention-store.ts';
import { holds } from './retention-tables.ts';

const clearHolds = holds.without('tenant_id', 'person', 'secret_no', 'words');
/** The unencrypted columns of a hold. */
export type ClearHold = Row<typeof clearHolds>;

/** A hold, unsealed. Its words are JSON. */
export interface OpenHold extends ClearHold {
  readonly words: string;
}

/** A row of `holds`. */
export type HoldColumns = Row<typeof holds>;

export const clearHoldColumns = clearHolds.columns;

export const holdColumns = holds.columns;

/** The person under hold and the reason, either of which may identify them. */
export interface HoldWords {
  /** Null also if the person was erased since. */
  readonly endUserId: string | null;
  readonly reason: string;
}

export const noWords: HoldWords = { endUserId: null, reason: '' };

export function encodeHold({ target, reason, ...hold }: Hold): OpenHold {
  const words: HoldWords = { endUserId: target.scope === 'end_user' ? target.endUserId : null, reason };
  return {
    hold_id: hold.holdId,
    scope: target.scope,
    message_id: target.scope === 'message' ? target.messageId : null,
    thread_id: target.scope === 'thread' ? target.threadId : null,
    placed_at_ms: hold.placedAtMs,
    placed_by: hold.placedBy,
    lifted_at_ms: hold.liftedAtMs,
    lifted_by: hold.liftedBy,
    words: JSON.stringify(words),
  };
}

function readWords(words: string): HoldWords {
  // Only what `encodeHold` wrote, or `noWords`, is ever sealed as such.
  return JSON.parse(words);
}

function targetOf(row: OpenHold, endUserId: string | null): HoldTarget {
  const { scope, message_id: messageId, thread_id: threadId } = row;
  if (scope === 'message' && messageId !== null) return { scope, messageId };
  if (scope === 'thread' && threadId !== null) return { scope, threadId };
  return scope === 'end_user' ? { scope, endUserId } : { scope: 'tenant' };
}

export function decodeHold(row: OpenHold): Hold {
  const { endUserId, reason } = readWords(row.words);
  return {
    holdId: row.hold_id,
    target: targetOf(row, endUserId),
    reason,
    placedAtMs: row.placed_at_ms,
    placedBy: row.placed_by,
    liftedAtMs: row.lifted_at_ms,
    liftedBy: row.lifted_by,
  };
}
