import type { ThreadEntry } from '@avow/contract/query';
import type {
  ErasedEndUserEntry,
  ErasedMessageEntry,
  HoldEntry,
  RetentionEntry,
} from '@avow/contract/records';
import { formatTime } from '@avow/contract/values';
import type { ErasedMessage, ErasedMessages } from '../retention.ts';
import type { Hold, Retention, Thread } from '../retention-store.ts';

/** Conversions between the code and the wire, for erasure, legal holds and retention. */

export function erasedMessageToWire(erased: ErasedMessage): ErasedMessageEntry {
  const { leafIndex, leafHash } = erased.place;
  return {
    message_id: erased.messageId,
    content_state: 'erased',
    erased_at: formatTime(erased.erasedAtMs),
    log: { leaf_index: leafIndex, leaf_hash: leafHash },
    curated_pairs: [...erased.pairs],
  };
}

/** Of an end user or of a thread. */
export function erasedMessagesToWire(erased: ErasedMessages): ErasedEndUserEntry {
  return {
    erased: erased.erased,
    under_legal_hold: [...erased.underHold],
    unfinished: [...erased.notEnded],
    curated_pairs: [...erased.pairs],
    has_more: erased.hasMore,
  };
}

export function threadToWire(thread: Thread): ThreadEntry {
  return {
    thread_id: thread.threadId,
    created_at: formatTime(thread.createdAtMs),
    last_message_at: formatTime(thread.lastMessageAtMs),
    message_count: thread.messageCount,
    emptied_count: thread.emptiedCount,
    closed: thread.isClosed,
  };
}

export function holdToWire({ target, ...hold }: Hold): HoldEntry {
  return {
    hold_id: hold.holdId,
    scope: target.scope,
    message_id: target.scope === 'message' ? target.messageId : null,
    thread_id: target.scope === 'thread' ? target.threadId : null,
    end_user_id: target.scope === 'end_user' ? target.endUserId : null,
    reason: hold.reason,
    placed_at: formatTime(hold.placedAtMs),
    placed_by: hold.placedBy,
    lifted_at: hold.liftedAtMs === null ? null : formatTime(hold.liftedAtMs),
    lifted_by: hold.liftedBy,
  };
}

export function retentionToWire({ contentDays, recordDays }: Retention): RetentionEntry {
  return { content_days: contentDays, record_days: recordDays };
}
