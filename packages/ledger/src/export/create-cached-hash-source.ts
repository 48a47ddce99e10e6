import { LogError } from '@avow/ledger-log';
import { type HashSource, nodeHash, type Position, type Sha256 } from '@avow/ledger-log/tree';
import type { Archive } from '../verification/archive.ts';

const tileLevels = 8;
/** Neighbouring leaves share nearly all of their path to the root, so computed nodes are cached. */
const nodesMax = 10_000;
const leavesPerRead = 256;

/** A cached source of node hashes, for building proofs for one leaf after another. */
export function createCachedHashSource(
  { archive, tenantId }: { readonly archive: Archive; readonly tenantId: string },
  sha256: Sha256<Uint8Array>,
): HashSource {
  const nodes = new Map<string, Uint8Array>();
  const keyOf = ({ level, index }: Position) => `${level}/${index}`;
  const missing = () => new LogError('tile_invalid', 'a hash of the log is missing');

  const readLeaf = (index: number): Uint8Array => {
    const start = index - (index % leavesPerRead);
    for (const [leaf, hash] of archive.readLeafHashes(tenantId, { start, end: start + leavesPerRead }))
      nodes.set(keyOf({ level: 0, index: leaf }), hash);
    const found = nodes.get(keyOf({ level: 0, index }));
    if (found === undefined) throw missing();
    return found;
  };

  const make = ({ level, index }: Position): Uint8Array => {
    if (level === 0) return readLeaf(index);
    if (level % tileLevels === 0) {
      const stored = archive.readNode(tenantId, { level: level / tileLevels, index });
      if (stored === null) throw missing();
      return stored;
    }
    const left = readHash({ level: level - 1, index: 2 * index });
    const right = readHash({ level: level - 1, index: 2 * index + 1 });
    return nodeHash({ left, right }, sha256);
  };

  const readHash = (position: Position): Uint8Array => {
    const key = keyOf(position);
    const known = nodes.get(key);
    if (known !== undefined) return known;
    if (nodes.size > nodesMax) nodes.clear();
    const hash = make(position);
    nodes.set(key, hash);
    return hash;
  };

  return { readHash, sha256 };
}
