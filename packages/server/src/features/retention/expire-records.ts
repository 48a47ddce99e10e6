import { setTimeout as wait } from 'node:timers/promises';
import type { TenantId } from '@avow/foundation';
import type { RetentionStore } from './retention-store.ts';

const dayMs = 86_400_000;

/** So long, records that are due wait for streams that are behind. */
export const streamWaitDays = 30;

/** Rows per transaction: answers in the meantime wait for no more than that. */
const rowsMax = 100;

/** Between one transaction and the next, so that answers are never queued behind more than one. */
const pauseMs = 10;

export interface ExpiryOptions {
  readonly store: Pick<RetentionStore, 'listTenantIds' | 'getRetention' | 'expireContent' | 'dropRecords'>;
  readonly nowMs: () => number;
  /** The current time if it is trusted; null: it is in doubt, and nothing is destroyed. */
  readonly trustedNowMs: () => Promise<number | null>;
  /** Streams of security events that send the findings of this tenant; omitted: there are none. */
  readonly streamsOf?: (tenantId: TenantId) => Promise<readonly string[]>;
  /** Once a run and tenant: records that are due are kept until this stream has read them. */
  readonly onWaiting?: (tenantId: TenantId, stream: string) => void;
  /** For one tenant: the others continue. */
  readonly onFailure: (error: unknown, tenantId: TenantId) => void;
}

/** What remains to be done for a tenant. Content comes first: only records without content are dropped. */
type Task = 'expire' | 'drop' | 'nothing';

/** Destroys what has reached the end of its tenant's retention. Stops early if the signal is aborted. */
export function createExpireRecords(parts: ExpiryOptions): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    // Read once: what is due at this time is destroyed, whatever happens to the clock.
    const dueMs = await parts.trustedNowMs();
    if (dueMs === null) return;
    // Round-robin, a batch each: a tenant with much to destroy does not delay the others.
    const line = (await parts.store.listTenantIds()).map((tenantId) => ({
      tenantId,
      task: 'expire' as Task,
    }));
    for (let turn = line.shift(); turn !== undefined && !signal.aborted; turn = line.shift()) {
      const { tenantId } = turn;
      try {
        const { left, count } = await doOnce(parts, { ...turn, dueMs });
        if (left !== 'nothing') line.push({ tenantId, task: left });
        // A tenant with nothing due delays nobody.
        if (count > 0) await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      } catch (error) {
        parts.onFailure(error, tenantId);
      }
    }
  };
}

/** One batch: how many records it destroyed, and what remains to be done. */
async function doOnce(
  { store, nowMs, streamsOf, onWaiting }: ExpiryOptions,
  { tenantId, task, dueMs }: { readonly tenantId: TenantId; readonly task: Task; readonly dueMs: number },
): Promise<{ readonly left: Task; readonly count: number }> {
  // Read each time: the retention may change meanwhile.
  const { contentDays, recordDays } = await store.getRetention(tenantId);
  const options = (days: number) => ({ askedBeforeMs: dueMs - days * dayMs, atMs: nowMs(), rowsMax });
  if (task === 'expire') {
    const { expired, isDone } = await store.expireContent(tenantId, options(contentDays));
    const next = recordDays === null ? 'nothing' : 'drop';
    return { left: isDone ? next : 'expire', count: expired };
  }
  if (recordDays === null) return { left: 'nothing', count: 0 };
  const streams = (await streamsOf?.(tenantId)) ?? [];
  const given = options(recordDays);
  const { dropped, isDone, waitsFor } = await store.dropRecords(tenantId, {
    ...given,
    ...(streams.length === 0
      ? {}
      : { waitFor: { streams, askedFromMs: given.askedBeforeMs - streamWaitDays * dayMs } }),
  });
  if (waitsFor !== null) onWaiting?.(tenantId, waitsFor);
  return { left: isDone ? 'nothing' : 'drop', count: dropped };
}
