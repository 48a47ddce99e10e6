import type { BundleAttestation } from '@avow/ledger-log';
import { type HashSource, proveConsistency } from '@avow/ledger-log/tree';
import { toHex } from '../checkpoints/hashing.ts';
import type { Archive, ArchivedAttestation } from '../verification/archive.ts';
import { listAttestations } from '../verification/read-attestations.ts';

interface AttestedLog {
  readonly tenantId: string;
  /** That of the checkpoint of the bundle. */
  readonly size: number;
  readonly tree: HashSource;
}

/** A log is cut into so many parts, and each source has one attestation in each: the time of all entries is narrowed down. */
const partsOfLog = 16;
const sourcesMax = 15;

/**
 * What others have said of a log of this size, for a bundle: of each source the first of each part of the log, and the
 * newest of all, which covers the most.
 */
export async function listBundledAttestations(
  archive: Pick<Archive, 'listAttestations'>,
  { tenantId, size, tree }: AttestedLog,
): Promise<readonly BundleAttestation[]> {
  const kept = new Map<string, { firsts: Map<number, ArchivedAttestation>; newest: ArchivedAttestation }>();
  for (const row of listAttestations(archive, tenantId)) {
    if (row.size > size || row.note === null) continue;
    const source = `${row.kind} ${row.source}`;
    const own = kept.get(source) ?? { firsts: new Map(), newest: row };
    if (!kept.has(source) && kept.size === sourcesMax) continue;
    const part = Math.floor(((row.size - 1) * partsOfLog) / size);
    if (!own.firsts.has(part)) own.firsts.set(part, row);
    kept.set(source, { ...own, newest: row });
  }
  const rows = new Set([...kept.values()].flatMap(({ firsts, newest }) => [...firsts.values(), newest]));
  const bySize = [...rows].sort((one, other) => one.size - other.size);
  const attestations: BundleAttestation[] = [];
  for (const { kind, source, note, proof, size: older } of bySize) {
    if (note === null) continue;
    const hashes = await proveConsistency({ older, newer: size }, tree);
    attestations.push({ kind, source, checkpoint: note, consistency: hashes.map(toHex), proof });
  }
  return attestations;
}
