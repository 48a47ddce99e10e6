import type { Clock, TenantId } from '@avow/foundation';
import { AppError, forEachConcurrently } from '@avow/foundation';
import { frontierRoot, LogError, proveConsistency, verifyConsistency } from '@avow/ledger-log';
import type { AnchorFeed } from '../anchors/create-anchor-feed.ts';
import { checkpointEvent } from './checkpoint-event.ts';
import { coalesceCalls } from './coalesce-calls.ts';
import type { LogSigner } from './create-log-signer.ts';
import { createTileHashSource, type StoredLog } from './create-tile-hash-source.ts';
import type { Fork } from './fork.ts';
import { fromHex, sha256Bytes, toHex } from './hashing.ts';
import type { LogHead, LogStore, StoredCheckpoint } from './log-store.ts';

/** Signs checkpoints of logs, after verifying that they extend everything that was signed before. */
export interface Checkpointer {
  /**
   * The newest checkpoint if it has at least this size, otherwise a new one. Throws `audit_unavailable` if the log is
   * forked.
   */
  cover(tenantId: TenantId, sizeMin: number): Promise<StoredCheckpoint>;
  /** Signs every log that has grown. False: some could not be signed; they are reported and tried again next time. */
  signGrown(): Promise<boolean>;
  /** Verifies that every log extends all known checkpoints. Anchors that lag behind are sent the newest one. */
  checkAll(): Promise<readonly Fork[]>;
}

export interface CheckpointerParts {
  readonly store: LogStore;
  readonly signer: LogSigner;
  readonly anchors: readonly AnchorFeed[];
  readonly clock: Clock;
  /** Called once per tenant. */
  readonly onFork: (fork: Fork) => void;
  readonly onFailure: (tenantId: TenantId, error: unknown) => void;
}

/** A signed tree head, and who knows of it. */
interface KnownTreeHead extends Pick<StoredCheckpoint, 'size' | 'root'> {
  readonly knownBy: string;
}

/** Another process may sign at the same time and be faster, but not every time. */
const attemptsMax = 5;
const logsInParallelMax = 8;

export function createCheckpointer(parts: CheckpointerParts): Checkpointer {
  const { store, anchors } = parts;
  const forks = new Map<TenantId, Fork>();
  /** What this process signed itself, remembered even if database and anchors are rolled back. */
  const signed = new Map<TenantId, StoredCheckpoint>();
  const report = (fork: Fork) => {
    if (forks.has(fork.tenantId)) return;
    forks.set(fork.tenantId, fork);
    parts.onFork(fork);
  };

  const sign = coalesceCalls(async (tenantId: TenantId) => {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      if (forks.has(tenantId)) break;
      const outcome = await signOnce(parts, tenantId, signed.get(tenantId) ?? null);
      if (outcome.kind === 'forked') report(outcome.fork);
      if (outcome.kind === 'signed') {
        signed.set(tenantId, outcome.checkpoint);
        return outcome.checkpoint;
      }
    }
    throw new AppError('audit_unavailable', {
      detail: forks.has(tenantId)
        ? 'The log contradicts an earlier checkpoint, so nothing more is signed.'
        : 'The log could not be signed now.',
    });
  });

  const check = async (tenantId: TenantId) => {
    const last = await store.lastCheckpoint(tenantId);
    const fork =
      (await findKeyChange(parts, tenantId, last)) ?? (await findCurrentFork(parts, tenantId, last));
    if (fork !== null) report(fork);
    else if (last !== null) for (const anchor of anchors) await offerIfBehind(anchor, tenantId, last);
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
      await forEachConcurrently(due, logsInParallelMax, async (tenantId) => {
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
      await forEachConcurrently([...new Set([...logs, ...anchored.flat()])], logsInParallelMax, check);
      return [...forks.values()];
    },
  };
}

type SignOutcome =
  | { readonly kind: 'signed'; readonly checkpoint: StoredCheckpoint }
  | { readonly kind: 'forked'; readonly fork: Fork }
  /** Another process stored a later checkpoint meanwhile. */
  | { readonly kind: 'overtaken' };

async function signOnce(
  parts: CheckpointerParts,
  tenantId: TenantId,
  signedByThisProcess: StoredCheckpoint | null,
): Promise<SignOutcome> {
  const { store, signer, anchors, clock } = parts;
  const last = await store.lastCheckpoint(tenantId);
  const change = await findKeyChange(parts, tenantId, last);
  if (change !== null) return { kind: 'forked', fork: change };
  const known = [
    ...(signedByThisProcess === null ? [] : [{ ...signedByThisProcess, knownBy: 'this process' }]),
    ...(await listKnownTreeHeads(anchors, tenantId, { last, reach: 'tail' })),
  ];
  // Read after them, so that a checkpoint signed by another process meanwhile does not make the log look truncated.
  const head = await store.readHead(tenantId);
  const fork = await findFork(parts, { tenantId, head }, known);
  if (fork !== null) return { kind: 'forked', fork };
  if (last?.size === head.size) return { kind: 'signed', checkpoint: last };
  const root = frontierRoot(head, sha256Bytes);
  const note = await signer.sign(tenantId, { size: head.size, root });
  const checkpoint = { size: head.size, root: toHex(root), note, createdAtMs: clock.nowMs() };
  // Only after the one that was looked at: another may have handed the log over to another key.
  const after = last?.size ?? null;
  const put = await store.putCheckpoint(tenantId, checkpoint, { event: checkpointEvent(checkpoint), after });
  if (put !== 'kept') return { kind: 'overtaken' };
  for (const anchor of anchors) anchor.offer(tenantId, checkpoint);
  return { kind: 'signed', checkpoint };
}

async function listKnownTreeHeads(
  anchors: readonly AnchorFeed[],
  tenantId: TenantId,
  { last, reach }: { readonly last: StoredCheckpoint | null; readonly reach: 'tail' | 'whole' },
): Promise<readonly KnownTreeHead[]> {
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
  known: readonly KnownTreeHead[],
): Promise<Fork | null> {
  for (const { knownBy, ...tree } of known) {
    const fork = { tenantId, knownBy, signedSize: tree.size, size: head.size };
    if (tree.size > head.size) return { ...fork, kind: 'cut' };
    try {
      await verifyExtendsCheckpoint({ store, tenantId, head }, tree);
    } catch (error) {
      if (error instanceof LogError) return { ...fork, kind: 'rewritten' };
      throw error;
    }
  }
  return null;
}

async function findCurrentFork(
  parts: CheckpointerParts,
  tenantId: TenantId,
  last: StoredCheckpoint | null,
): Promise<Fork | null> {
  const known = await listKnownTreeHeads(parts.anchors, tenantId, { last, reach: 'whole' });
  return await findFork(parts, { tenantId, head: await parts.store.readHead(tenantId) }, known);
}

/** A log whose key was replaced without a statement would look like two different logs to its readers. */
async function findKeyChange(
  { signer, store }: CheckpointerParts,
  tenantId: TenantId,
  last: StoredCheckpoint | null,
): Promise<Fork | null> {
  if (last === null) return null;
  try {
    await signer.requireNext(tenantId, last.note);
    return null;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const { size } = await store.readHead(tenantId);
    return { tenantId, knownBy: 'database', signedSize: last.size, size, kind: 'other_key' };
  }
}

async function offerIfBehind(anchor: AnchorFeed, tenantId: TenantId, last: StoredCheckpoint): Promise<void> {
  const known = await anchor.newest(tenantId, 'tail');
  if ((known?.size ?? -1) < last.size) anchor.offer(tenantId, last);
}

/**
 * Verifies that the tree of this head extends a tree that was signed before. Throws a `LogError` if it does not, if the
 * store contradicts itself, or if it lacks what the proof needs; errors of reading the store are passed on.
 */
async function verifyExtendsCheckpoint(
  { head, ...log }: StoredLog & { readonly head: LogHead },
  signed: Pick<StoredCheckpoint, 'size' | 'root'>,
): Promise<void> {
  const older = { size: signed.size, root: fromHex(signed.root) };
  const newer = { size: head.size, root: frontierRoot(head, sha256Bytes) };
  const sizes = { older: older.size, newer: newer.size };
  const proof = await proveConsistency(sizes, createTileHashSource(log, head.size));
  await verifyConsistency({ older, newer, proof }, sha256Bytes);
}
