import { setTimeout as wait } from 'node:timers/promises';
import type { ForgettingStore } from '../interfaces/forgetting-store.ts';
import type { TenantId } from '../interfaces/identity.ts';

const dayMs = 86_400_000;

/** Rows that one transaction looks at: answers that come meanwhile wait for no more than that. */
const rowsMax = 100;

/** Between one transaction and the next, so that answers are never queued behind more than one. */
const pauseMs = 10;

export interface ExpiryParts {
  readonly store: Pick<ForgettingStore, 'listTenantIds' | 'getRetention' | 'expireContent' | 'dropRecords'>;
  readonly nowMs: () => number;
  /** The same where it is borne out; null: it is in doubt, and nothing is destroyed. */
  readonly trustedNowMs: () => Promise<number | null>;
  /** Of one tenant: the others go on. */
  readonly onFailure: (error: unknown, tenantId: TenantId) => void;
}

/** What is left to do for a tenant. Content goes first: only what is empty is dropped. */
type Task = 'expire' | 'drop' | 'nothing';

/** Destroys what has been kept for as long as its tenant's rules say. Ends early where the signal says so. */
export function createExpireRecords(parts: ExpiryParts): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    // Asked once: what is due by then goes, whatever becomes of the clock meanwhile.
    const dueMs = await parts.trustedNowMs();
    if (dueMs === null) return;
    // In turns, a batch each: a tenant with much to destroy does not keep the others waiting.
    const line = (await parts.store.listTenantIds()).map((tenantId) => ({
      tenantId,
      task: 'expire' as Task,
    }));
    for (let turn = line.shift(); turn !== undefined && !signal.aborted; turn = line.shift()) {
      const { tenantId } = turn;
      try {
        const { left, count } = await doOnce(parts, { ...turn, dueMs });
        if (left !== 'nothing') line.push({ tenantId, task: left });
        // Whoever has nothing that is due keeps nobody waiting.
        if (count > 0) await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      } catch (error) {
        parts.onFailure(error, tenantId);
      }
    }
  };
}

/** One batch: how many it destroyed, and what is left to do then. */
async function doOnce(
  { store, nowMs }: ExpiryParts,
  { tenantId, task, dueMs }: { readonly tenantId: TenantId; readonly task: Task; readonly dueMs: number },
): Promise<{ readonly left: Task; readonly count: number }> {
  // Asked each time: rules may change meanwhile.
  const { contentDays, recordDays } = await store.getRetention(tenantId);
  const wish = (days: number) => ({ askedBeforeMs: dueMs - days * dayMs, atMs: nowMs(), rowsMax });
  if (task === 'expire') {
    const { expired, isDone } = await store.expireContent(tenantId, wish(contentDays));
    const next = recordDays === null ? 'nothing' : 'drop';
    return { left: isDone ? next : 'expire', count: expired };
  }
  if (recordDays === null) return { left: 'nothing', count: 0 };
  const { dropped, isDone } = await store.dropRecords(tenantId, wish(recordDays));
  return { left: isDone ? 'nothing' : 'drop', count: dropped };
}
