import { systemClock } from '@avow/foundation';
import type { Frontier } from '@avow/ledger-log/entries';
import { frontierRoot } from '@avow/ledger-log/tree';
import type { AnchoredLine } from './anchored-line.ts';
import type { Archive } from './archive.ts';
import { compareContent } from './compare-content.ts';
import { compareRetention } from './compare-retention.ts';
import { compareRights } from './compare-rights.ts';
import { compareSamples } from './compare-samples.ts';
import type { Digests } from './digests.ts';
import { type Fault, FaultFound } from './fault.ts';
import { findHoldViolation } from './find-hold-violation.ts';
import { ForkSearch } from './fork-search.ts';
import type { RangeReport } from './inspect-range.ts';
import { frontierFault, keyFault, narrowFault, strayFault, unsignedFault } from './log-faults.ts';
import { type KnownWitnesses, type ProvedTimes, readAttestations } from './read-attestations.ts';
import { readSignedTreeHeads, type SigningKey } from './read-signed-tree-heads.ts';
import { rebuildTree } from './rebuild-tree.ts';

export interface LogReport {
  readonly tenantId: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly root: string;
  readonly counts: RangeReport['counts'];
  readonly checkpoints: number;
  /** Anchored lines that agree with the log. */
  readonly anchored: number;
  readonly newest: { readonly size: number; readonly root: string } | null;
  /** Since when others prove what the log is. */
  readonly proved: ProvedTimes;
}

export interface VerificationDependencies {
  readonly archive: Archive;
  readonly digests: Digests;
  /** False: without the master key, what is encrypted is not looked at. */
  readonly opensContent?: boolean;
  /** The key that checkpoints of this tenant must be signed by. */
  signingKey(tenantId: string): Promise<SigningKey>;
  /** Who is trusted to say when a checkpoint existed. */
  readonly others: KnownWitnesses;
  /** The anchored checkpoints of a tenant. */
  anchored(tenantId: string): AsyncIterable<AnchoredLine>;
  /** Tenants with anchored checkpoints. */
  anchoredTenants(): Promise<readonly string[]>;
  /** Inspects entries and their records, in this thread or in several. */
  inspectRecords(tenantId: string, size: number, onProgress: (leaves: number) => void): Promise<RangeReport>;
}

/** Re-derives the log of a tenant from what is stored. Throws `FaultFound` with the first fault. */
export async function verifyLog(
  parts: VerificationDependencies,
  tenantId: string,
  onProgress: (leaves: number) => void,
): Promise<LogReport> {
  const { archive, digests } = parts;
  const rootOf = (frontier: Frontier) => frontierRoot(frontier, digests.sha256);
  // Read before the log, so that a checkpoint signed meanwhile does not make the log look truncated.
  const { trees, fault: signedFault } = await readSignedTreeHeads(
    { archive, digests, tenantId, signing: () => parts.signingKey(tenantId) },
    parts.anchored(tenantId),
  );
  const { head, stray, records } = archive.inSnapshot(() => readLogState(archive, tenantId));
  const size = head.size ?? 0;
  const key = parts.opensContent === false ? 'kept' : archive.keyOf(tenantId);
  if (key === 'damaged' || (key === 'none' && records > 0)) throw new FaultFound(keyFault(tenantId, key));
  // The worker threads inspect records while this thread rebuilds the tree.
  const checking = parts.inspectRecords(tenantId, size, onProgress);
  // If rebuilding the tree throws, nobody awaits this promise.
  checking.catch(() => undefined);
  const forks = new ForkSearch({ tenantId, size }, trees);
  const onGrowth = (frontier: Frontier) => forks.visit(frontier.size, () => rootOf(frontier));
  const tree = archive.inSnapshot(() => rebuildTree({ ...parts, tenantId }, { size, onGrowth }));
  const { fault, counts } = await checking;
  const first =
    fault ??
    (stray === null ? null : strayFault(tenantId, size, stray)) ??
    narrowFault({ node: tree.fault, fork: forks.end() }, trees) ??
    signedFault ??
    frontierFault(tenantId, head, tree) ??
    findRetentionFault(archive, tenantId) ??
    findRightsFault(archive, tenantId) ??
    compareContent(archive, tenantId) ??
    archive.inSnapshot(() => compareSamples(archive, tenantId)) ??
    unsignedFault(tenantId, size, trees);
  if (first !== null) throw new FaultFound(first);
  const root = Buffer.from(rootOf(tree.frontier)).toString('hex');
  const proved = await readAttestations({ archive, tenantId }, parts.others);
  return { ...{ tenantId, size, root, counts }, ...trees.counts, proved };
}

/** Finds holds, retention, erasures and expiries that contradict the log. It is meaningful only if the log itself is valid. */
function findRetentionFault(archive: Archive, tenantId: string): Fault | null {
  const { fault, holds, size } = archive.inSnapshot(() => {
    return { ...compareRetention(archive, tenantId), size: archive.readHead(tenantId).size ?? 0 };
  });
  return fault ?? findHoldViolation(archive, tenantId, { holds, size });
}

/** Finds people, keys and policies that contradict the log. It is meaningful only if the log itself is valid. */
export function findRightsFault(archive: Archive, tenantId: string): Fault | null {
  const now = new Date(systemClock.nowMs()).toISOString();
  return archive.inSnapshot(() => compareRights(archive, tenantId, now));
}

/** Read in one snapshot, so that a log that grows meanwhile does not seem to contradict itself. */
function readLogState(archive: Archive, tenantId: string) {
  const head = archive.readHead(tenantId);
  const size = head.size ?? 0;
  return { head, stray: archive.findStray(tenantId, size), records: archive.countRecords(tenantId, size) };
}
