import type { HoldId, MessageId, ThreadId } from '@avow/foundation';
import { columnsOf } from '@avow/storage';
import type { Hold, HoldTarget } from '../retention-store.ts';

/** The unencrypted columns of a hold. */
export interface ClearHold {
  readonly hold_id: HoldId;
  readonly scope: HoldTarget['scope'];
  readonly message_id: MessageId | null;
  readonly thread_id: ThreadId | null;
  readonly placed_at_ms: number;
  readonly placed_by: Hold['placedBy'];
  readonly lifted_at_ms: number | null;
  readonly lifted_by: Hold['liftedBy'];
}

/** A hold as passed between threads, unsealed. Its words are JSON. */
export interface OpenHold extends ClearHold {
  readonly words: string;
}

/** A row of `holds`. */
export interface HoldColumns extends ClearHold {
  readonly tenant_id: string;
  readonly person: string | null;
  readonly secret_no: number;
  readonly words: Uint8Array;
}

export const clearHoldColumns = columnsOf<ClearHold>()([
  'hold_id',
  'scope',
  'message_id',
  'thread_id',
  'placed_at_ms',
  'placed_by',
  'lifted_at_ms',
  'lifted_by',
]);

export const holdColumns = columnsOf<HoldColumns>()([
  ...clearHoldColumns,
  'tenant_id',
  'person',
  'secret_no',
  'words',
]);

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

export function readWords(words: string): HoldWords {
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
