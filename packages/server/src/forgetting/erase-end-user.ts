import { auditLimits } from '@avow/contract';
import { erasedEvent } from '../events/audit-events.ts';
import type { ErasedEndUser, Forgetting } from '../interfaces/forgetting.ts';
import type { CuratedId, KeyId, MessageId, TenantId } from '../interfaces/identity.ts';
import { heldError } from './erase-message.ts';
import type { ForgettingParts } from './forgetting-parts.ts';

/** Erased side by side: they share a commit, and answers that come meanwhile wait for no more than that. */
const atOnceMax = 50;

/** What has become of the messages of a person so far. */
interface Tally {
  erased: number;
  readonly held: Set<MessageId>;
  readonly notEnded: MessageId[];
  readonly pairs: Set<CuratedId>;
}

export function createEraseEndUser(parts: ForgettingParts): Forgetting['eraseEndUser'] {
  const { store, forgetCached } = parts;
  return async (tenantId, endUserId, by) => {
    const holdIds = await store.holdsOver(tenantId, endUserId);
    if (holdIds.length > 0) throw heldError(holdIds);
    // Also where it fails: what came before that is erased.
    return await eraseSome(parts, tenantId, { endUserId, by }).finally(() => forgetCached(tenantId));
  };
}

async function eraseSome(
  parts: ForgettingParts,
  tenantId: TenantId,
  { endUserId, by }: { readonly endUserId: string; readonly by: KeyId },
): Promise<ErasedEndUser> {
  const { store } = parts;
  // Asked first: whatever of it ends before it is looked for is found and erased.
  const running = new Set(parts.listRunningOf(tenantId, endUserId));
  const tally: Tally = { erased: 0, held: new Set(), notEnded: [], pairs: new Set() };
  let after: MessageId | null = null;
  let hasMore = true;
  // What stays is passed over, so that whoever asks again comes further each time.
  while (hasMore && tally.erased < auditLimits.erasedPerCallMax) {
    const limit = Math.min(atOnceMax, auditLimits.erasedPerCallMax - tally.erased);
    const page: MessageId[] = await store.listMessagesOf(tenantId, endUserId, { after, limit });
    await eraseEach(parts, tenantId, { messageIds: page, by, tally });
    for (const messageId of page) running.delete(messageId);
    after = page.at(-1) ?? after;
    hasMore = page.length === limit;
  }
  if (!hasMore) {
    const { held, pairs } = await store.forgetEndUser(tenantId, endUserId);
    // What the person said of them stays as well, whoever asked.
    for (const messageId of held) tally.held.add(messageId);
    for (const curatedId of pairs) tally.pairs.add(curatedId);
  }
  tally.notEnded.push(...running);
  return { ...tally, held: [...tally.held], pairs: [...tally.pairs], hasMore };
}

async function eraseEach(
  { store, nowMs }: ForgettingParts,
  tenantId: TenantId,
  {
    messageIds,
    by,
    tally,
  }: { readonly messageIds: readonly MessageId[]; readonly by: KeyId; readonly tally: Tally },
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
    if (outcome.kind === 'held') tally.held.add(messageId);
    if (outcome.kind === 'not_ended') tally.notEnded.push(messageId);
    if (outcome.kind !== 'erased') continue;
    tally.erased += 1;
    for (const curatedId of outcome.pairs) tally.pairs.add(curatedId);
  }
}
