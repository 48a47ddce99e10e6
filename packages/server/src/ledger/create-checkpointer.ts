import { frontierRoot, LogError } from '@avow/audit';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import { checkpointEvent } from '../events/audit-events.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { LogHead, LogStore, StoredCheckpoint } from '../interfaces/log-store.ts';
import type { AnchorFeed } from './anchors/create-anchor-feed.ts';
import { beginsWith } from './begins-with.ts';
import type { LogSigner } from './create-log-signer.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import type { Fork } from './fork.ts';
import { sha256, toHex } from './hashing.ts';
import { shareRuns } from './share-runs.ts';

/** Signs what logs have become, once it is proved that they begin with all that was signed before. */
export interface Checkpointer {
  /** The newest where it has so many leaves at least, else a new one. Throws `audit_unavailable` where the log is forked. */
  cover(tenantId: TenantId, sizeMin: number): Promise<StoredCheckpoint>;
  /** Signs every log that has grown. False: some could not be signed now; they are told of and left for the next time. */
  signGrown(): Promise<boolean>;
  /** Holds every log against all that is known to have been signed. Anchors that lag behind are sent what they lack. */
  checkAll(): Promise<readonly Fork[]>;
}

export interface CheckpointerParts {
  readonly store: LogStore;
  readonly signer: LogSigner;
  readonly anchors: readonly AnchorFeed[];
  readonly clock: Clock;
  /** Once for each tenant. */
  readonly onFork: (fork: Fork) => void;
  readonly onFailure: (tenantId: TenantId, error: unknown) => void;
}

/** A tree that was signed, and who says so. */
interface KnownTree extends Pick<StoredCheckpoint, 'size' | 'root'> {
  readonly knownBy: string;
}

/** Another process may sign at the same time, and be faster; it will not be every time. */
const attemptsMax = 5;
const logsAtOnce = 8;

export function createCheckpointer(parts: CheckpointerParts): Checkpointer {
  const { store, anchors } = parts;
  const forks = new Map<TenantId, Fork>();
  /** What this process has signed itself: it is not forgotten where database and anchors are made to. */
  const signed = new Map<TenantId, StoredCheckpoint>();
  const report = (fork: Fork) => {
    if (forks.has(fork.tenantId)) return;
    forks.set(fork.tenantId, fork);
    parts.onFork(fork);
  };

  const sign = shareRuns(async (tenantId: TenantId) => {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      if (forks.has(tenantId)) break;
      const outcome = await trySigning(parts, tenantId, signed.get(tenantId) ?? null);
      if (outcome.kind === 'forked') report(outcome.fork);
      if (outcome.kind === 'signed') {
        signed.set(tenantId, outcome.checkpoint);
        return outcome.checkpoint;
      }
    }
    throw new AppError('audit_unavailable', {
      detail: forks.has(tenantId)
        ? 'The log contradicts what was signed of it before: nothing more is signed.'
        : 'The log could not be signed just now.',
    });
  });

  const check = async (tenantId: TenantId) => {
    const last = await store.lastCheckpoint(tenantId);
    const fork = (await findOtherKey(parts, tenantId, last)) ?? (await findForkNow(parts, tenantId, last));
    if (fork !== null) report(fork);
    else if (last !== null) for (const anchor of anchors) await offerWhereBehind(anchor, tenantId, last);
  };

  return {
    cover: async (tenantId, sizeMin) => {
      const last = forks.has(tenantId) ? null : await store.lastCheckpoint(tenantId);
      return last !== null && last.size >= sizeMin ? last : await sign(tenantId);
    },
    signGrown: async () => {
      const grown = (await store.listLogs()).filter(({ size, checkpointSize }) => size !== checkpointSize);
      const due = grown.map(({ tenantId }) => tenantId).filter((tenantId) => !forks.has(tenantId));
      let failures = 0;
      await forEachAtOnce(due, logsAtOnce, async (tenantId) => {
        await sign(tenantId).catch((error: unknown) => {
          failures++;
          parts.onFailure(tenantId, error);
        });
      });
      return failures === 0 && forks.size === 0;
    },
    checkAll: async () => {
      const logs = (await store.listLogs()).map(({ tenantId }) => tenantId);
      const anchored = await Promise.all(anchors.map((anchor) => anchor.listTenants()));
      await forEachAtOnce([...new Set([...logs, ...anchored.flat()])], logsAtOnce, check);
      return [...forks.values()];
    },
  };
}

type Signing =
  | { readonly kind: 'signed'; readonly checkpoint: StoredCheckpoint }
  | { readonly kind: 'forked'; readonly fork: Fork }
  /** Another process put a later checkpoint in between. */
  | { readonly kind: 'overtaken' };

async function trySigning(
  parts: CheckpointerParts,
  tenantId: TenantId,
  signedHere: StoredCheckpoint | null,
): Promise<Signing> {
  const { store, signer, anchors, clock } = parts;
  const last = await store.lastCheckpoint(tenantId);
  const known = [
    ...(signedHere === null ? [] : [{ ...signedHere, knownBy: 'this process' }]),
    ...(await knownTrees(anchors, tenantId, { last, reach: 'tail' })),
  ];
  // Read after them, so that whoever signs beside this process cannot make the log look too small.
  const head = await store.readHead(tenantId);
  const fork = await findFork(parts, { tenantId, head }, known);
  if (fork !== null) return { kind: 'forked', fork };
  if (last?.size === head.size) return { kind: 'signed', checkpoint: last };
  const root = frontierRoot(head, sha256);
  const note = await signer.sign(tenantId, { size: head.size, root });
  const checkpoint = { size: head.size, root: toHex(root), note, createdAtMs: clock.nowMs() };
  const put = await store.putCheckpoint(tenantId, checkpoint, checkpointEvent(checkpoint));
  if (put !== 'kept') return { kind: 'overtaken' };
  for (const anchor of anchors) anchor.offer(tenantId, checkpoint);
  return { kind: 'signed', checkpoint };
}

async function knownTrees(
  anchors: readonly AnchorFeed[],
  tenantId: TenantId,
  { last, reach }: { readonly last: StoredCheckpoint | null; readonly reach: 'tail' | 'whole' },
): Promise<readonly KnownTree[]> {
  const anchored = await Promise.all(
    anchors.map(async (anchor) => {
      const tree = await anchor.newest(tenantId, reach);
      return tree === null ? [] : [{ ...tree, knownBy: anchor.name }];
    }),
  );
  return [...(last === null ? [] : [{ ...last, knownBy: 'database' }]), ...anchored.flat()];
}

async function findFork(
  { store }: Pick<CheckpointerParts, 'store'>,
  { tenantId, head }: { readonly tenantId: TenantId; readonly head: LogHead },
  known: readonly KnownTree[],
): Promise<Fork | null> {
  for (const { knownBy, ...tree } of known) {
    if (await beginsWith({ store, tenantId, head }, tree)) continue;
    const kind = tree.size > head.size ? 'cut' : 'rewritten';
    return { tenantId, knownBy, signedSize: tree.size, size: head.size, kind };
  }
  return null;
}

async function findForkNow(
  parts: CheckpointerParts,
  tenantId: TenantId,
  last: StoredCheckpoint | null,
): Promise<Fork | null> {
  const known = await knownTrees(parts.anchors, tenantId, { last, reach: 'whole' });
  return await findFork(parts, { tenantId, head: await parts.store.readHead(tenantId) }, known);
}

/** A log whose key was exchanged would be two logs in its readers' eyes. */
async function findOtherKey(
  { signer, store }: CheckpointerParts,
  tenantId: TenantId,
  last: StoredCheckpoint | null,
): Promise<Fork | null> {
  if (last === null) return null;
  try {
    await signer.open(tenantId, last.note);
    return null;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const { size } = await store.readHead(tenantId);
    return { tenantId, knownBy: 'database', signedSize: last.size, size, kind: 'other_key' };
  }
}

async function offerWhereBehind(
  anchor: AnchorFeed,
  tenantId: TenantId,
  last: StoredCheckpoint,
): Promise<void> {
  const known = await anchor.newest(tenantId, 'tail');
  if ((known?.size ?? -1) < last.size) anchor.offer(tenantId, last);
}
