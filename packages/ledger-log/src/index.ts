export type { BundleFilter } from './bundle/bundle-line.ts';
export {
  type BundledContentState,
  type BundleEnd,
  type BundleEvent,
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
export { commit, type Hmac, saltBytes } from './commitment.ts';
export {
  entryBytesMax,
  formatEntry,
  type LogEntry,
  type NamedText,
  parseEntry,
  wholeContent,
} from './entry.ts';
export { fieldSalt } from './field-salt.ts';
export { decodeHex, encodeHex } from './hex.ts';
export { type Leaf, leafBytes } from './leaf.ts';
export { expiredLeavesMax, formatLeafRanges, parseLeafRanges } from './leaf-ranges.ts';
export { LogError, type LogErrorCode } from './log-error.ts';
export { type Checkpoint, formatCheckpoint, parseCheckpoint } from './notes/checkpoint.ts';
export {
  followKeyChanges,
  formatKeyChange,
  isSameKey,
  type KeyChangeReader,
  type KeyPeriod,
  keyChangesMax,
  namedNextKey,
  openSignedCheckpoint,
} from './notes/key-change.ts';
export { openProvedCheckpoint, proveKeyHistory } from './notes/key-history.ts';
export { formatNote, type Note, type NoteSignature, parseNote } from './notes/note.ts';
export { type CheckpointReader, openCheckpoint } from './notes/open-checkpoint.ts';
export {
  type NoteReader,
  type OpenedNote,
  openNote,
  type SignedMessage,
  type VerifyEd25519,
} from './notes/open-note.ts';
export { type NoteSigner, type SignEd25519, signNote } from './notes/sign-note.ts';
export {
  formatVerifierKey,
  makeVerifierKey,
  parseVerifierKey,
  type VerifierKey,
} from './notes/verifier-key.ts';
export { createRunningDigest, type RunningDigest } from './running-digest.ts';
export { decodeEntryBundle, encodeEntryBundle } from './tiles/entry-bundle.ts';
export { listTiles } from './tiles/list-tiles.ts';
export { readHashFromTiles, type TileSource } from './tiles/read-hash-from-tiles.ts';
export { type Tile, tilePositions } from './tiles/tile.ts';
export { tileBytes } from './tiles/tile-bytes.ts';
export { entriesPath, parseTilePath, type TilePath, tilePath } from './tiles/tile-path.ts';
export { computeRoot } from './tree/compute-root.ts';
export {
  appendLeaf,
  type CompletedNode,
  emptyFrontier,
  type Frontier,
  frontierPositions,
  frontierRoot,
  type Growth,
} from './tree/frontier.ts';
export { type AnySha256, hashBytes, leafHash, nodeHash, type Sha256 } from './tree/hash.ts';
export type { InclusionPath, Sizes } from './tree/path.ts';
export { proveConsistency } from './tree/prove-consistency.ts';
export { proveInclusion } from './tree/prove-inclusion.ts';
export type { Position, Range } from './tree/range.ts';
export { type HashSource, type ReadHash, readRoot } from './tree/read-range.ts';
export { type Consistency, type TreeHead, verifyConsistency } from './tree/verify-consistency.ts';
export { type Inclusion, verifyInclusion } from './tree/verify-inclusion.ts';
export { type AnyHmac, type OpenedCommitment, verifyCommitment } from './verify-commitment.ts';
