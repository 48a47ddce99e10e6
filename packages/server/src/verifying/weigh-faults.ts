import type { ArchivedHead, Stray } from '../interfaces/archive.ts';
import type { TreeReport } from './check-tree.ts';
import type { Fault, RangeFault } from './fault.ts';
import type { SignedTree } from './signed-trees.ts';

export function keyFault(tenantId: string, key: 'none' | 'damaged'): Fault {
  const why =
    key === 'none'
      ? 'The tenant has records, and the key that they are sealed under is missing.'
      : 'The key of the tenant does not unwrap: it was changed, or the master key is another one.';
  return { tenantId, leaves: null, messageId: null, field: 'tenant_keys.wrapped', why };
}

export function strayFault(tenantId: string, size: number, { table, messageId, leafIndex }: Stray): Fault {
  const place = leafIndex === null ? null : Number(leafIndex);
  const isPlace = place !== null && Number.isSafeInteger(place) && place >= 0;
  return {
    tenantId,
    leaves: isPlace ? { start: place, end: place + 1 } : null,
    messageId,
    field: leafIndex === null ? `${table}.leaf_index` : table,
    why:
      leafIndex === null
        ? 'The message has ended, and has no place in the log.'
        : `It says that it stands at ${leafIndex}, where the log of ${size} entries has no such thing.`,
  };
}

/** What can be known where stored hashes, signed roots or both contradict the leaves: the leaves that both leave open. */
export function narrowFault(
  { node, fork }: { readonly node: RangeFault | null; readonly fork: RangeFault | null },
  trees: Iterable<SignedTree>,
): RangeFault | null {
  if (node === null || fork === null) return fork ?? (node === null ? null : explainNode(node, trees));
  const leaves = {
    start: Math.max(node.leaves.start, fork.leaves.start),
    end: Math.min(node.leaves.end, fork.leaves.end),
  };
  if (leaves.start < leaves.end) return { ...fork, leaves };
  return node.leaves.start < fork.leaves.start ? node : fork;
}

function explainNode(node: RangeFault, trees: Iterable<SignedTree>): RangeFault {
  const isSigned = Iterator.from(trees).some(({ size }) => size >= node.leaves.end);
  return isSigned
    ? { ...node, why: `${node.why} The entries are those that were signed: this hash alone was changed.` }
    : node;
}

/** A log of which nobody ever signed anything is whatever was written here last. */
export function unsignedFault(
  tenantId: string,
  size: number,
  trees: { readonly length: number },
): Fault | null {
  if (size === 0 || trees.length > 0) return null;
  const why = `Nothing of its ${size} entries is signed, here or in an anchor: whoever could write here could have rewritten all of them. Where the folder was not served since it was brought up to date, start the service once; where it was, checkpoints were removed.`;
  return { tenantId, leaves: null, messageId: null, field: 'checkpoints', why };
}

/** What a writer would go on from. */
export function frontierFault(tenantId: string, head: ArchivedHead, { frontier }: TreeReport): Fault | null {
  if (Buffer.compare(Buffer.concat(frontier.hashes), head.frontier) === 0) return null;
  const why = 'What is stored for the log to go on from is not what its entries make.';
  return { tenantId, leaves: null, messageId: null, field: 'logs.frontier', why };
}
