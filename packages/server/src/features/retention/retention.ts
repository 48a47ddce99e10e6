import { auditLimits } from '@avow/contract';
import {
  AppError,
  type CallerId,
  type CuratedId,
  type HoldId,
  type MessageId,
  makeEvent,
  newId,
  type OutboxEvent,
  type TenantId,
  type ThreadId,
} from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';
import type { Hold, HoldTarget, Retention, RetentionStore, Thread } from './retention-store.ts';

export interface ErasedMessage {
  readonly messageId: MessageId;
  readonly erasedAtMs: number;
  readonly place: LogPlace;
  /** Curated pairs that were drafted from it. They are not erased. */
  readonly pairs: readonly CuratedId[];
}

/** The outcome of erasing the messages of a person or of a thread. */
export interface ErasedMessages {
  readonly erased: number;
  /** Messages under a legal hold: on the message, on its thread, or on somebody else who gave feedback on it. */
  readonly underHold: readonly MessageId[];
  /** Still being answered, or in review. */
  readonly notEnded: readonly MessageId[];
  readonly pairs: readonly CuratedId[];
  /** There is more than one call erases: call again. */
  readonly hasMore: boolean;
}

/** Erasure, legal holds and retention, as used by the routes. Refusals are thrown as an `AppError`: `not_found`, `legal_hold`, `invalid_state`. */
export interface RecordRetention {
  eraseMessage(tenantId: TenantId, messageId: MessageId, by: CallerId): Promise<ErasedMessage>;
  eraseEndUser(tenantId: TenantId, endUserId: string, by: CallerId): Promise<ErasedMessages>;
  /** Also closes the thread: it cannot be continued any more. */
  eraseThread(tenantId: TenantId, threadId: ThreadId, by: CallerId): Promise<ErasedMessages>;
  getThread(tenantId: TenantId, threadId: ThreadId): Promise<Thread | null>;
  placeHold(
    tenantId: TenantId,
    options: { readonly target: HoldTarget; readonly reason: string },
    by: CallerId,
  ): Promise<Hold>;
  liftHold(tenantId: TenantId, holdId: HoldId, by: CallerId): Promise<Hold>;
  getHold(tenantId: TenantId, holdId: HoldId): Promise<Hold | null>;
  listHolds(
    tenantId: TenantId,
    filter: { readonly isActive?: boolean },
    page: { readonly before: HoldId | null; readonly limit: number },
  ): Promise<Hold[]>;
  getRetention(tenantId: TenantId): Promise<Retention>;
  setRetention(tenantId: TenantId, retention: Retention, by: CallerId): Promise<Retention>;
}

/** Whose messages: of a person, or of a thread. */
export type Whose =
  | { readonly kind: 'end_user'; readonly id: string }
  | { readonly kind: 'thread'; readonly id: ThreadId };

export interface RetentionContext {
  readonly store: RetentionStore;
  readonly nowMs: () => number;
  /** Drops the tenant's questions and answers from caches in memory, on all nodes; rejects if one does not confirm it. */
  readonly dropCached: (tenantId: TenantId) => Promise<void>;
  /** Messages of this person or thread that are being answered on any node, and may not be recorded yet. */
  readonly listRunningOf: (tenantId: TenantId, whose: Whose) => Promise<readonly MessageId[]>;
}

/** Erasure, legal holds and retention, for the tenants of a service. */
export function createRecordRetention(parts: RetentionContext): RecordRetention {
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

function createPlaceHold({ store, nowMs }: RetentionContext): RecordRetention['placeHold'] {
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

const heldNamedMax = 5;

/** Names only a few holds: there may be hundreds. */
function holdError(holdIds: readonly HoldId[]): AppError {
  const named = holdIds.slice(0, heldNamedMax).join(', ');
  const more = holdIds.length > heldNamedMax ? ` and ${holdIds.length - heldNamedMax} more` : '';
  return new AppError('legal_hold', { detail: `It is under a legal hold: ${named}${more}.` });
}

function createEraseMessage({ store, nowMs, dropCached }: RetentionContext): RecordRetention['eraseMessage'] {
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

function createEraseEndUser(parts: RetentionContext): RecordRetention['eraseEndUser'] {
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

function createEraseThread(parts: RetentionContext): RecordRetention['eraseThread'] {
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

/** Erased concurrently: they share a commit, and answers in the meantime wait for no more than that. */
const atOnceMax = 50;

/** The progress of erasing many messages. */
interface Tally {
  erased: number;
  readonly underHold: Set<MessageId>;
  readonly notEnded: MessageId[];
  readonly pairs: Set<CuratedId>;
}

interface EraseMessagesOptions {
  readonly whose: Whose;
  readonly by: CallerId;
  /** Those that are not erased yet, oldest first. */
  list(page: { readonly after: MessageId | null; readonly limit: number }): Promise<MessageId[]>;
  /** Called once there are no more. */
  finish?(tally: Tally): Promise<void>;
}

/** Erases the messages of a person or of a thread, up to what one call may erase. */
async function eraseMessages(
  parts: RetentionContext,
  tenantId: TenantId,
  { whose, by, list, finish }: EraseMessagesOptions,
): Promise<ErasedMessages> {
  // Read first: a message that ends before the search is found and erased.
  const running = new Set(await parts.listRunningOf(tenantId, whose));
  const tally: Tally = { erased: 0, underHold: new Set(), notEnded: [], pairs: new Set() };
  let after: MessageId | null = null;
  let hasMore = true;
  // What cannot be erased is skipped, so that each further call makes progress.
  while (hasMore && tally.erased < auditLimits.erasedPerCallMax) {
    const limit = Math.min(atOnceMax, auditLimits.erasedPerCallMax - tally.erased);
    const page: MessageId[] = await list({ after, limit });
    await eraseEach(parts, tenantId, { messageIds: page, by, tally });
    for (const messageId of page) running.delete(messageId);
    after = page.at(-1) ?? after;
    hasMore = page.length === limit;
  }
  if (!hasMore) await finish?.(tally);
  for (const messageId of running) tally.notEnded.push(messageId);
  return { ...tally, underHold: [...tally.underHold], pairs: [...tally.pairs], hasMore };
}

async function eraseEach(
  { store, nowMs }: RetentionContext,
  tenantId: TenantId,
  {
    messageIds,
    by,
    tally,
  }: { readonly messageIds: readonly MessageId[]; readonly by: CallerId; readonly tally: Tally },
): Promise<void> {
  const atMs = nowMs();
  const outcomes = await Promise.all(
    messageIds.map(async (messageId) => {
      const event = erasedEvent(messageId, atMs);
      return {
        messageId,
        outcome: await store.eraseMessage(tenantId, messageId, { atMs, actor: by, event }),
      };
    }),
  );
  for (const { messageId, outcome } of outcomes) {
    if (outcome.kind === 'under_hold') tally.underHold.add(messageId);
    if (outcome.kind === 'unfinished') tally.notEnded.push(messageId);
    if (outcome.kind !== 'erased') continue;
    tally.erased += 1;
    for (const curatedId of outcome.pairs) tally.pairs.add(curatedId);
  }
}

/** The event that the content of a message was erased, so that holders of copies can erase them too. It contains only the id. */
function erasedEvent(messageId: MessageId, nowMs: number): OutboxEvent {
  return makeEvent('audit.erased', nowMs, { message_id: messageId });
}
