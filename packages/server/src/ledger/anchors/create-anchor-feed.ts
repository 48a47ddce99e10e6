import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckpointAnchor } from '../../interfaces/audit-log.ts';
import type { TenantId } from '../../interfaces/identity.ts';
import type { StoredCheckpoint } from '../../interfaces/log-store.ts';
import type { LogSigner } from '../create-log-signer.ts';
import { toHex } from '../hashing.ts';
import { callInLine, within } from './call-in-line.ts';

type SignedTree = Pick<StoredCheckpoint, 'size' | 'root'>;

/** An anchor as the service uses it: one that fails, or hangs, holds nothing up and is tried again. */
export interface AnchorFeed {
  readonly name: string;
  /** The newest tree that it knows, if the log's own key signed it; null: none, or it cannot be asked now. */
  newest(tenantId: TenantId, reach: 'tail' | 'whole'): Promise<SignedTree | null>;
  /** Tenants of which it may know something; none where it cannot be asked. */
  listTenants(): Promise<readonly TenantId[]>;
  /** Has a checkpoint sent there, without waiting. Only the latest of a tenant is sent where there are several. */
  offer(tenantId: TenantId, checkpoint: StoredCheckpoint): void;
  /** Tries what is left once more, for so long at most. What it does not take is offered again at the next start. */
  close(timeoutMs: number): Promise<void>;
}

export interface AnchorFeedParts {
  readonly anchor: CheckpointAnchor;
  readonly signer: Pick<LogSigner, 'open'>;
  readonly onFailure: (anchor: string, error: unknown) => void;
  /** Rejects where the signal says so. Handed in by tests, which do not wait. */
  readonly wait?: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
  readonly timeouts?: { readonly askMs: number; readonly publishMs: number };
}

/** Signing waits for answers, and nothing waits for a checkpoint to be taken. */
const timeoutsUsual = { askMs: 3000, publishMs: 15_000 };
/** At a start all of an anchor is read. */
const longFactor = 20;
const delayFirstMs = 1000;
const delayMaxMs = 5 * 60_000;

const waitForReal = (delayMs: number, signal: AbortSignal) =>
  sleep(delayMs, undefined, { signal, ref: false });

export function createAnchorFeed({ anchor, ...parts }: AnchorFeedParts): AnchorFeed {
  const { signer, wait = waitForReal, timeouts = timeoutsUsual } = parts;
  const ask = callInLine(timeouts.askMs);
  const askLong = callInLine(timeouts.askMs * longFactor);
  const publish = callInLine(timeouts.publishMs);
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
        // The others come first now: what fails for one tenant need not fail for them.
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
      await within(timeoutMs, sending).catch(fail);
    },
  };
}

function first<Key, Value>(entries: ReadonlyMap<Key, Value>): readonly [Key, Value] | null {
  for (const entry of entries) return entry;
  return null;
}

/** What is no checkpoint of ours was put there by somebody else: it is told of, and what stands before it counts. */
async function findTrue(
  { anchor, signer, fail }: Pick<AnchorFeedParts, 'anchor' | 'signer'> & { fail: (error: unknown) => void },
  tenantId: TenantId,
  reach: 'tail' | 'whole',
): Promise<SignedTree | null> {
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

/** What stands beside a note is worth as much as the note says. */
async function requireTrue(
  signer: Pick<LogSigner, 'open'>,
  tenantId: TenantId,
  found: SignedTree & Pick<StoredCheckpoint, 'note'>,
): Promise<void> {
  const { size, root } = await signer.open(tenantId, found.note);
  if (size !== found.size || toHex(root) !== found.root)
    throw new Error('an anchor has a checkpoint that says something else than the note in it');
}
