/**
 * The Merkle tree of RFC 6962: roots, and proofs of inclusion and consistency with their verification.
 */

// Hashes, positions and roots.

export { computeRoot } from './tree/compute-root.ts';
export { frontierRoot } from './tree/frontier.ts';
export { type AnySha256, nodeHash, type Sha256 } from './tree/hash.ts';
export type { Position, Range } from './tree/range.ts';
export { type HashSource, readRoot } from './tree/read-range.ts';
export type { TreeHead } from './tree/verify-consistency.ts';

// Proofs.

export { proveConsistency } from './tree/prove-consistency.ts';
export { proveInclusion } from './tree/prove-inclusion.ts';
export { verifyConsistency } from './tree/verify-consistency.ts';
export { verifyInclusion } from './tree/verify-inclusion.ts';
