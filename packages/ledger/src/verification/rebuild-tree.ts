import { appendLeaf, emptyFrontier, type Frontier } from '@avow/ledger-log/entries';
import type { Archive } from './archive.ts';
import type { Digests } from './digests.ts';
import type { RangeFault } from './fault.ts';

/** Levels of the tree between one row of tiles and the next. */
const tileLevels = 8;
const pageLength = 4096;

export interface TreeReport {
  /** Of the leaves up to the first gap. */
  readonly frontier: Frontier;
  /** The first stored hash that does not match the leaves below it. */
  readonly fault: RangeFault | null;
}

/**
 * Rebuilds the tree from its leaf hashes and compares the stored nodes with it. `onGrowth` is called with every frontier
 * on the way, the empty one first.
 */
export function rebuildTree(
  {
    archive,
    digests,
    tenantId,
  }: { readonly archive: Archive; readonly digests: Digests; readonly tenantId: string },
  { size, onGrowth }: { readonly size: number; readonly onGrowth: (frontier: Frontier) => void },
): TreeReport {
  const nodes = new StoredNodes(archive, tenantId);
  let frontier = emptyFrontier;
  onGrowth(frontier);
  for (let from = 0; from < size && frontier.size === from; from += pageLength) {
    const page = archive.readLeafHashes(tenantId, { start: from, end: Math.min(size, from + pageLength) });
    for (const [index, hash] of page) {
      if (index !== frontier.size) break;
      const grown = appendLeaf({ frontier, leafHash: hash }, digests.sha256);
      for (const { level, ...node } of grown.completed) {
        if (level > 0 && level % tileLevels === 0) nodes.compare({ level: level / tileLevels, ...node });
      }
      frontier = grown.frontier;
      onGrowth(frontier);
    }
  }
  // If leaves are missing, that is the fault to report.
  return { frontier, fault: frontier.size === size ? nodes.fault() : null };
}

class StoredNodes {
  readonly #tenantId: string;
  readonly #stored = new Map<string, Uint8Array>();
  #fault: TreeReport['fault'] = null;

  constructor(archive: Archive, tenantId: string) {
    this.#tenantId = tenantId;
    for (const { level, index, hash } of archive.readNodes(tenantId))
      this.#stored.set(`${level}/${index}`, hash);
  }

  compare({
    level,
    index,
    hash,
  }: {
    readonly level: number;
    readonly index: number;
    readonly hash: Uint8Array;
  }): void {
    const key = `${level}/${index}`;
    const stored = this.#stored.get(key);
    this.#stored.delete(key);
    if (this.#fault !== null || (stored !== undefined && Buffer.compare(stored, hash) === 0)) return;
    const why =
      stored === undefined
        ? 'The hash over these entries is missing.'
        : 'The stored hash over these entries does not match them.';
    this.#fault = this.#faultAt({ level, index }, why);
  }

  fault(): TreeReport['fault'] {
    const [surplus] = this.#stored.keys();
    if (this.#fault !== null || surplus === undefined) return this.#fault;
    const [level = 0, index = 0] = surplus.split('/').map(Number);
    return this.#faultAt(
      { level, index },
      `There is a hash at level ${level}, index ${index}, which the tree does not have.`,
    );
  }

  #faultAt({ level, index }: { readonly level: number; readonly index: number }, why: string) {
    const width = 2 ** (level * tileLevels);
    const leaves = { start: index * width, end: (index + 1) * width };
    return { tenantId: this.#tenantId, leaves, messageId: null, field: 'log_nodes.hash', why };
  }
}
