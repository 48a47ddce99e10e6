import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '@avow/foundation';
import { createMutex } from '@avow/foundation/concurrency';
import type { LogSigner } from '../checkpoints/create-log-signer.ts';
import { toHex } from '../checkpoints/hashing.ts';
import type { StoredCheckpoint } from '../checkpoints/log-store.ts';
import type { CheckpointAnchor } from './checkpoint-anchor.ts';

/**
 * Serialises calls that may hang forever, as on a network disk, each with a timeout. While a call that timed out is
 * still pending, further calls fail at once, so that at most one is ever stuck: a call stuck on a file occupies one of
 * the few threads that serve all file access.
 */
function serialiseCalls(timeoutMs: number): <Value>(call: () => Promise<Value>) => Promise<Value> {
  const mutex = createMutex();
  let outstanding = 0;
  return (call) =>
    mutex.run(() => {
      if (outstanding > 0) throw new Error('a previous call to the anchor is still pending');
      outstanding++;
      const work = Promise.try(call);
      const done = () => {
        outstanding--;
      };
      work.then(done, done);
      return withTimeout(timeoutMs, work);
    });
}

/** Rejects if the work takes longer than the timeout. The work itself goes on. */
async function withTimeout<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const done = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error('the anchor timed out');
  });
  // Nobody awaits the loser of the race.
  timeout.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    done.abort();
  }
}

type SignedTreeHead = Pick<StoredCheckpoint, 'size' | 'root'>;

/** Publishes to an anchor in the background: one that fails or hangs does not block anything and is retried. */
export interface AnchorFeed {
  readonly name: string;
  /** The newest anchored tree head that the key of the log signed; null: there is none, or the anchor cannot be read now. */
  newest(tenantId: TenantId, reach: 'tail' | 'whole'): Promise<SignedTreeHead | null>;
  /** The tenants that may have checkpoints here; empty if the anchor cannot be read. */
  listTenants(): Promise<readonly TenantId[]>;
  /** Queues a checkpoint without waiting. If several of a tenant are queued, only the latest is sent. */
  offer(tenantId: TenantId, checkpoint: StoredCheckpoint): void;
  /** Tries once more to send what is queued, within the timeout. What fails is offered again at the next start. */
  close(timeoutMs: number): Promise<void>;
}

export interface AnchorFeedDependencies {
  readonly anchor: CheckpointAnchor;
  readonly signer: Pick<LogSigner, 'open'>;
  readonly onFailure: (anchor: string, error: unknown) => void;
  /** Rejects when the signal aborts. Tests pass one that does not wait. */
  readonly wait?: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
  readonly timeouts?: { readonly askMs: number; readonly publishMs: number };
}

/** Signing waits until the anchor is read, but nothing waits until a checkpoint is published. */
const timeoutsUsual = { askMs: 3000, publishMs: 15_000 };
/** At a start the whole anchor is read. */
const longFactor = 20;
const delayFirstMs = 1000;
const delayMaxMs = 5 * 60_000;

const waitForReal = (delayMs: number, signal: AbortSignal) =>
  sleep(delayMs, undefined, { signal, ref: false });

export function createAnchorFeed({ anchor, ...parts }: AnchorFeedDependencies): AnchorFeed {
  const { signer, wait = waitForReal, timeouts = timeoutsUsual } = parts;
  const ask = serialiseCalls(timeouts.askMs);
  const askLong = serialiseCalls(timeouts.askMs * longFactor);
  const publish = serialiseCalls(timeouts.publishMs);
  const fail = (error: unknown) => parts.onFailure(anchor.name, error);
  const pending = new Map<TenantId, StoredCheckpoint>();
  const closing = new AbortController();
  let sending: Promise<void> | null = null;

  const sendAll = async () => {
    let failures = 0;
    for (let next = first(pending); next !== null; next = first(pending)) {
      const [tenantId, checkpoint] = next;
      try {
        await publish(() => anchor.publish(tenantId, checkpoint));
        if (pending.get(tenantId) === checkpoint) pending.delete(tenantId);
        failures = 0;
      } catch (error) {
        fail(error);
        failures++;
        const latest = pending.get(tenantId) ?? checkpoint;
        // Moves the tenant to the end of the queue: what fails for one tenant need not fail for others.
        pending.delete(tenantId);
        if (closing.signal.aborted) continue;
        pending.set(tenantId, latest);
        const delayMs = Math.min(delayMaxMs, delayFirstMs * 2 ** Math.min(failures - 1, 20));
        await wait(delayMs, closing.signal).catch(() => undefined);
      }
    }
    sending = null;
  };

  return {
    name: anchor.name,
    newest: async (tenantId, reach) => {
      try {
        const find = () => findTrue({ anchor, signer, fail }, tenantId, reach);
        return await (reach === 'tail' ? ask(find) : askLong(find));
      } catch (error) {
        fail(error);
        return null;
      }
    },
    listTenants: async () => {
      try {
        return await ask(async () => (await anchor.listTenants?.()) ?? []);
      } catch (error) {
        fail(error);
        return [];
      }
    },
    offer: (tenantId, checkpoint) => {
      if (closing.signal.aborted || (pending.get(tenantId)?.size ?? -1) > checkpoint.size) return;
      pending.set(tenantId, checkpoint);
      sending ??= sendAll();
    },
    close: async (timeoutMs) => {
      closing.abort();
      if (sending === null) return;
      await withTimeout(timeoutMs, sending).catch(fail);
    },
  };
}

function first<Key, Value>(entries: ReadonlyMap<Key, Value>): readonly [Key, Value] | null {
  for (const entry of entries) return entry;
  return null;
}

/** A checkpoint that is not ours was put there by somebody else: it is reported once, and the search goes on before it. */
async function findTrue(
  {
    anchor,
    signer,
    fail,
  }: Pick<AnchorFeedDependencies, 'anchor' | 'signer'> & { fail: (error: unknown) => void },
  tenantId: TenantId,
  reach: 'tail' | 'whole',
): Promise<SignedTreeHead | null> {
  let isTold = false;
  const found = await anchor.newest(
    tenantId,
    async (candidate) => {
      try {
        await requireTrue(signer, tenantId, candidate);
        return true;
      } catch (error) {
        if (!isTold) fail(error);
        isTold = true;
        return false;
      }
    },
    reach,
  );
  return found === null ? null : { size: found.size, root: found.root };
}

/** The size and the root beside a note must match what the note says. */
async function requireTrue(
  signer: Pick<LogSigner, 'open'>,
  tenantId: TenantId,
  found: SignedTreeHead & Pick<StoredCheckpoint, 'note'>,
): Promise<void> {
  const { size, root } = await signer.open(tenantId, found.note);
  if (size !== found.size || toHex(root) !== found.root)
    throw new Error('an anchored checkpoint does not match its signed note');
}
