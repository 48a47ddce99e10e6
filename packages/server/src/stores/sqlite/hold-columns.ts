import type { Hold, HoldTarget } from '../../interfaces/forgetting-store.ts';
import type { HoldId, MessageId, ThreadId } from '../../interfaces/identity.ts';

/** What of a hold stands in clear, in the order of `holdColumnsSql`. */
export type HoldValues = readonly [
  holdId: HoldId,
  scope: HoldTarget['scope'],
  messageId: MessageId | null,
  threadId: ThreadId | null,
  placedAtMs: number,
  placedBy: Hold['placedBy'],
  liftedAtMs: number | null,
  liftedBy: Hold['liftedBy'],
];

/** A hold as the threads pass it, open. Its words are JSON. */
export type HoldColumns = readonly [...HoldValues, words: string];

export const holdColumnsSql =
  'hold_id, scope, message_id, thread_id, placed_at_ms, placed_by, lifted_at_ms, lifted_by';

/** Who is held, and why: what a person may be known by. */
export interface HoldWords {
  /** Null also of a person who was erased since. */
  readonly endUserId: string | null;
  readonly reason: string;
}

export const noWords: HoldWords = { endUserId: null, reason: '' };

export function encodeHold({ target, reason, ...hold }: Hold): HoldColumns {
  const words: HoldWords = { endUserId: target.scope === 'end_user' ? target.endUserId : null, reason };
  return [
    hold.holdId,
    target.scope,
    target.scope === 'message' ? target.messageId : null,
    target.scope === 'thread' ? target.threadId : null,
    ...([hold.placedAtMs, hold.placedBy, hold.liftedAtMs, hold.liftedBy] as const),
    JSON.stringify(words),
  ];
}

export function readWords(words: string): HoldWords {
  // Only what `encodeHold` wrote, or `noWords`, is ever sealed as such.
  return JSON.parse(words);
}

function targetOf([, scope, messageId, threadId]: HoldColumns, endUserId: string | null): HoldTarget {
  if (scope === 'message' && messageId !== null) return { scope, messageId };
  if (scope === 'thread' && threadId !== null) return { scope, threadId };
  return scope === 'end_user' ? { scope, endUserId } : { scope: 'tenant' };
}

export function decodeHold(columns: HoldColumns): Hold {
  const [holdId, , , , placedAtMs, placedBy, liftedAtMs, liftedBy, words] = columns;
  const { endUserId, reason } = readWords(words);
  const target = targetOf(columns, endUserId);
  return { holdId, target, reason, placedAtMs, placedBy, liftedAtMs, liftedBy };
}
