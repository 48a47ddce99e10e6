/**
 * Entries, the leaves that they become, and the frontier that grows by them: what the threads of a store
 * write and read, without the rest.
 */

// Entries and commitments.

export { commit, type Hmac, saltBytes } from './commitment.ts';
export { formatEntry, type LogEntry, type NamedText, parseEntry, spellEntry, wholeContent } from './entry.ts';
export { fieldSalt } from './field-salt.ts';

// Leaves and the frontier of a tree.

export { leafBytes } from './leaf.ts';
export { appendLeaf, emptyFrontier, type Frontier } from './tree/frontier.ts';
export { leafHash } from './tree/hash.ts';

// Ranges of leaves that have expired.

export { expiredLeavesMax, formatLeafRanges, parseLeafRanges } from './leaf-ranges.ts';
