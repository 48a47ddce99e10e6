import { auditLimits } from '@avow/contract';
import type { CallerId, CuratedId, MessageId, TenantId } from '@avow/foundation';
import { erasedEvent } from '../events/audit-events.ts';
import { holdError } from './erase-message.ts';
import type { RecordRetentionParts } from './record-retention-parts.ts';
import type { ErasedEndUser, RecordRetention } from './retention.ts';

/** Erased concurrently: they share a commit, and answers in the meantime wait for no more than that. */
const atOnceMax = 50;

/** The progress of erasing a person's messages. */
interface Tally {
  erased: number;
  readonly underHold: Set<MessageId>;
  readonly notEnded: MessageId[];
  readonly pairs: Set<CuratedId>;
}

export function createEraseEndUser(parts: RecordRetentionParts): RecordRetention['eraseEndUser'] {
  const { store, dropCached } = parts;
  return async (tenantId, endUserId, by) => {
    const holdIds = await store.holdsOver(tenantId, endUserId);
    if (holdIds.length > 0) throw holdError(holdIds);
    // Even if it fails: some messages may be erased already.
    return await eraseSome(parts, tenantId, { endUserId, by }).finally(() => dropCached(tenantId));
  };
}

async function eraseSome(
  parts: RecordRetentionParts,
  tenantId: TenantId,
  { endUserId, by }: { readonly endUserId: string; readonly by: CallerId },
): Promise<ErasedEndUser> {
  const { store } = parts;
  // Read first: a message that ends before the search is found and erased.
  const running = new Set(await parts.listRunningOf(tenantId, endUserId));
  const tally: Tally = { erased: 0, underHold: new Set(), notEnded: [], pairs: new Set() };
  let after: MessageId | null = null;
  let hasMore = true;
  // What cannot be erased is skipped, so that each further call makes progress.
  while (hasMore && tally.erased < auditLimits.erasedPerCallMax) {
    const limit = Math.min(atOnceMax, auditLimits.erasedPerCallMax - tally.erased);
    const page: MessageId[] = await store.listMessagesOf(tenantId, endUserId, { after, limit });
    await eraseEach(parts, tenantId, { messageIds: page, by, tally });
    for (const messageId of page) running.delete(messageId);
    after = page.at(-1) ?? after;
    hasMore = page.length === limit;
  }
  if (!hasMore) {
    const { underHold, pairs } = await store.eraseEndUserTraces(tenantId, endUserId);
    // The feedback of the person on messages under hold stays as well.
    for (const messageId of underHold) tally.underHold.add(messageId);
    for (const curatedId of pairs) tally.pairs.add(curatedId);
  }
  for (const messageId of running) tally.notEnded.push(messageId);
  return { ...tally, underHold: [...tally.underHold], pairs: [...tally.pairs], hasMore };
}

async function eraseEach(
  { store, nowMs }: RecordRetentionParts,
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
