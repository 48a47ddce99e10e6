import { auditLimits } from '@avow/contract';
import type { CallerId, CuratedId, MessageId, TenantId } from '@avow/foundation';
import { erasedEvent } from '../records/events/audit-events.ts';
import type { RecordRetentionParts, Whose } from './record-retention-parts.ts';
import type { ErasedMessages } from './retention.ts';

/** Erased concurrently: they share a commit, and answers in the meantime wait for no more than that. */
const atOnceMax = 50;

/** The progress of erasing many messages. */
interface Tally {
  erased: number;
  readonly underHold: Set<MessageId>;
  readonly notEnded: MessageId[];
  readonly pairs: Set<CuratedId>;
}

export interface EraseMessagesOptions {
  readonly whose: Whose;
  readonly by: CallerId;
  /** Those that are not erased yet, oldest first. */
  list(page: { readonly after: MessageId | null; readonly limit: number }): Promise<MessageId[]>;
  /** Called once there are no more. */
  finish?(tally: Tally): Promise<void>;
}

/** Erases the messages of a person or of a thread, up to what one call may erase. */
export async function eraseMessages(
  parts: RecordRetentionParts,
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
