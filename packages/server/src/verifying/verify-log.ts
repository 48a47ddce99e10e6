import { type Frontier, frontierRoot } from '@avow/audit';
import type { Archive } from '../interfaces/archive.ts';
import type { AnchoredLine } from './anchored-line.ts';
import { checkHeld } from './check-held.ts';
import { checkKeeping } from './check-keeping.ts';
import type { RangeReport } from './check-range.ts';
import { checkTree } from './check-tree.ts';
import type { Digests } from './digests.ts';
import type { Fault } from './fault.ts';
import { ForkSearch } from './fork-search.ts';
import { readSigned, type SigningKey } from './read-signed.ts';
import { frontierFault, keyFault, narrowFault, strayFault, unsignedFault } from './weigh-faults.ts';

export interface LogReport {
  readonly tenantId: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly root: string;
  readonly counts: RangeReport['counts'];
  readonly checkpoints: number;
  /** Lines of anchors that agree. */
  readonly anchored: number;
  readonly newest: { readonly size: number; readonly root: string } | null;
}

export interface VerifyParts {
  readonly archive: Archive;
  readonly digests: Digests;
  /** The key that checkpoints of this tenant must be signed by. */
  signingKey(tenantId: string): Promise<SigningKey>;
  /** What anchors know of a tenant. */
  anchored(tenantId: string): AsyncIterable<AnchoredLine>;
  /** Tenants of which they know anything. */
  anchoredTenants(): Promise<readonly string[]>;
  /** Checks entries and their records: here, or in threads that do it side by side. */
  checkRecords(tenantId: string, size: number, onProgress: (leaves: number) => void): Promise<RangeReport>;
}

/** Re-derives the log of a tenant out of what is stored: a report where all of it fits, else the first thing that does not. */
export async function verifyLog(
  parts: VerifyParts,
  tenantId: string,
  onProgress: (leaves: number) => void,
): Promise<LogReport | Fault> {
  const { archive, digests } = parts;
  const rootOf = (frontier: Frontier) => frontierRoot(frontier, digests.sha256);
  // Before the log itself: what is signed while this runs must not make it look too small.
  const { trees, fault: signedFault } = await readSigned(
    { archive, digests, tenantId, signing: onDemand(() => parts.signingKey(tenantId)) },
    parts.anchored(tenantId),
  );
  const { head, stray, records } = archive.inSnapshot(() => readTop(archive, tenantId));
  const size = head.size ?? 0;
  const key = archive.keyOf(tenantId);
  if (key === 'damaged' || (key === 'none' && records > 0)) return keyFault(tenantId, key);
  // Threads that check records have begun by the time the tree is made here.
  const checking = parts.checkRecords(tenantId, size, onProgress);
  // Where the tree cannot be made nobody waits for them any more.
  checking.catch(() => undefined);
  const forks = new ForkSearch({ tenantId, size }, trees);
  const onGrowth = (frontier: Frontier) => forks.reach(frontier.size, () => rootOf(frontier));
  const tree = archive.inSnapshot(() => checkTree({ ...parts, tenantId }, { size, onGrowth }));
  const { fault, counts } = await checking;
  const first =
    fault ??
    (stray === null ? null : strayFault(tenantId, size, stray)) ??
    narrowFault({ node: tree.fault, fork: forks.end() }, trees) ??
    signedFault ??
    frontierFault(tenantId, head, tree) ??
    findUnkept(archive, tenantId) ??
    unsignedFault(tenantId, size, trees);
  if (first !== null) return first;
  const root = Buffer.from(rootOf(tree.frontier)).toString('hex');
  return { ...{ tenantId, size, root, counts }, ...trees.counts };
}

/** What was kept or let go otherwise than the log says. Only where the log itself is sound is it worth asking. */
function findUnkept(archive: Archive, tenantId: string): Fault | null {
  const { fault, holds, size } = archive.inSnapshot(() => {
    return { ...checkKeeping(archive, tenantId), size: archive.readHead(tenantId).size ?? 0 };
  });
  return fault ?? checkHeld(archive, tenantId, { holds, size });
}

/** Made where it is needed, once. A tenant of which nothing is signed needs no key. */
function onDemand<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** What is read at once, so that a log that grows meanwhile does not seem to contradict itself. */
function readTop(archive: Archive, tenantId: string) {
  const head = archive.readHead(tenantId);
  const size = head.size ?? 0;
  return { head, stray: archive.findStray(tenantId, size), records: archive.countRecords(tenantId, size) };
}
