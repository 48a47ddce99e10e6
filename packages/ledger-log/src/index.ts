/**
 * The arithmetic of the audit log. It depends on nothing and keeps no state: hash, HMAC and signature are handed in, so that it
 * runs in Node and in browsers. To check a bundle takes only `verifyBundle`; the README specifies every format.
 * `@avow/ledger-log/entries` is the part that the threads of a store import.
 */

// Checking and writing bundles.

export {
  type BundleEvent,
  type BundleFilter,
  type BundleHead,
  type BundleLine,
  type BundleRecord,
  type BundleScope,
  bundleVersion,
} from './bundle/bundle-line.ts';
export { formatBundleLine } from './bundle/format-bundle-line.ts';
export { parseBundleLine } from './bundle/parse-bundle-line.ts';
export {
  BundleError,
  type BundleVerifierOptions,
  type VerifiedBundle,
  verifyBundle,
} from './bundle/verify-bundle.ts';

// Leaves and commitments.

export { commit, type Hmac, saltBytes } from './commitment.ts';
export { formatEntry, type LogEntry, type NamedText, parseEntry, wholeContent } from './entry.ts';
export { fieldSalt } from './field-salt.ts';
export { leafBytes } from './leaf.ts';
export { expiredLeavesMax, formatLeafRanges, parseLeafRanges } from './leaf-ranges.ts';
export { type AnyHmac, verifyCommitment } from './verify-commitment.ts';

// Trees and proofs.

export { computeRoot } from './tree/compute-root.ts';
export { appendLeaf, emptyFrontier, type Frontier, frontierRoot } from './tree/frontier.ts';
export { type AnySha256, leafHash, nodeHash, type Sha256 } from './tree/hash.ts';
export { proveConsistency } from './tree/prove-consistency.ts';
export { proveInclusion } from './tree/prove-inclusion.ts';
export type { Position, Range } from './tree/range.ts';
export { type HashSource, readRoot } from './tree/read-range.ts';
export { type TreeHead, verifyConsistency } from './tree/verify-consistency.ts';
export { verifyInclusion } from './tree/verify-inclusion.ts';

// Signed notes, checkpoints and keys.

export { type Checkpoint, formatCheckpoint, parseCheckpoint } from './notes/checkpoint.ts';
export {
  followKeyChanges,
  formatKeyChange,
  isSameKey,
  type KeyPeriod,
  keyChangesMax,
  namedNextKey,
  openSignedCheckpoint,
} from './notes/key-change.ts';
export { openProvedCheckpoint, proveKeyHistory } from './notes/key-history.ts';
export { formatNote, parseNote } from './notes/note.ts';
export { openCheckpoint } from './notes/open-checkpoint.ts';
export { openNote, type SignedMessage, type VerifyEd25519 } from './notes/open-note.ts';
export { type NoteSigner, signNote } from './notes/sign-note.ts';
export {
  formatVerifierKey,
  makeVerifierKey,
  parseVerifierKey,
  type VerifierKey,
} from './notes/verifier-key.ts';

// Tiles.

export { decodeEntryBundle, encodeEntryBundle } from './tiles/entry-bundle.ts';
export { listTiles } from './tiles/list-tiles.ts';
export { readHashFromTiles } from './tiles/read-hash-from-tiles.ts';
export { type Tile, tilePositions } from './tiles/tile.ts';
export { tileBytes } from './tiles/tile-bytes.ts';
export { entriesPath, parseTilePath, type TilePath, tilePath } from './tiles/tile-path.ts';

// Bytes and errors.

export { decodeHex, encodeHex } from './hex.ts';
export { LogError, type LogErrorCode } from './log-error.ts';
export { createRunningDigest } from './running-digest.ts';
