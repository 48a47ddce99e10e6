import type { ArchivedHead, Stray } from './archive.ts';
import type { Fault, RangeFault } from './fault.ts';
import type { TreeReport } from './rebuild-tree.ts';
import type { SignedTreeHead } from './signed-tree-heads.ts';

export function keyFault(tenantId: string, key: 'none' | 'damaged'): Fault {
  const why =
    key === 'none'
      ? 'The tenant has records, but the key that encrypts them is missing.'
      : 'The key of the tenant cannot be unwrapped: it was changed, or the master key is a different one.';
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
        ? 'The message is finished but has no entry in the log.'
        : `It refers to leaf ${leafIndex}, but the log of ${size} entries has no such entry.`,
  };
}

/** Narrows the range of leaves if stored hashes, signed roots, or both contradict them: the range is where they overlap. */
export function narrowFault(
  { node, fork }: { readonly node: RangeFault | null; readonly fork: RangeFault | null },
  trees: Iterable<SignedTreeHead>,
): RangeFault | null {
  if (node === null || fork === null) return fork ?? (node === null ? null : explainNode(node, trees));
  const leaves = {
    start: Math.max(node.leaves.start, fork.leaves.start),
    end: Math.min(node.leaves.end, fork.leaves.end),
  };
  if (leaves.start < leaves.end) return { ...fork, leaves };
  return node.leaves.start < fork.leaves.start ? node : fork;
}

function explainNode(node: RangeFault, trees: Iterable<SignedTreeHead>): RangeFault {
  const isSigned = Iterator.from(trees).some(({ size }) => size >= node.leaves.end);
  return isSigned
    ? { ...node, why: `${node.why} The entries are the signed ones: only this hash was changed.` }
    : node;
}

/** A log without any checkpoint proves nothing. */
export function unsignedFault(
  tenantId: string,
  size: number,
  trees: { readonly length: number },
): Fault | null {
  if (size === 0 || trees.length > 0) return null;
  const why = `None of its ${size} entries is covered by a checkpoint, here or in an anchor, so all of them could have been rewritten. If the service has not run since the data folder was upgraded, start it once; if it has, checkpoints were removed.`;
  return { tenantId, leaves: null, messageId: null, field: 'checkpoints', why };
}

/** The stored frontier is what the next append continues from. */
export function frontierFault(tenantId: string, head: ArchivedHead, { frontier }: TreeReport): Fault | null {
  if (Buffer.compare(Buffer.concat(frontier.hashes), head.frontier) === 0) return null;
  const why = 'The stored frontier does not match the entries of the log.';
  return { tenantId, leaves: null, messageId: null, field: 'logs.frontier', why };
}
