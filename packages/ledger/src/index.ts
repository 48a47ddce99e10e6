export { type AnchorFeed, createAnchorFeed } from './anchors/create-anchor-feed.ts';
export { createFolderAnchor } from './anchors/create-folder-anchor.ts';
export { createWebAnchor } from './anchors/create-web-anchor.ts';
export { checkpointEvent } from './checkpoints/checkpoint-event.ts';
export { type Checkpointer, createCheckpointer } from './checkpoints/create-checkpointer.ts';
export {
  createLogSigner,
  type LogSigner,
  signKeyChange,
} from './checkpoints/create-log-signer.ts';
export { createTileHashSource } from './checkpoints/create-tile-hash-source.ts';
export { describeForks } from './checkpoints/fork.ts';
export { fromHex, sha256, toHex } from './checkpoints/hashing.ts';
export { keyChangeEvent, listKeyChanges } from './checkpoints/key-change-event.ts';
export type {
  LogEvent,
  LogEventKind,
  LogPlace,
  LogStore,
  StoredCheckpoint,
  StoredEntry,
} from './checkpoints/log-store.ts';
export { startCheckpoints } from './checkpoints/start-checkpoints.ts';
export { type ExportOptions, type ExportReport, exportBundle } from './export/export-bundle.ts';
export {
  type BundledContentState,
  type BundleEnd,
  type BundleEvent,
  type BundleHead,
  type BundleLine,
  type BundleRecord,
  type BundleScope,
  bundleVersion,
} from './log/bundle/bundle-line.ts';
export { formatBundleLine } from './log/bundle/format-bundle-line.ts';
export { parseBundleLine } from './log/bundle/parse-bundle-line.ts';
export {
  BundleError,
  type BundleVerifierOptions,
  type VerifiedBundle,
  verifyBundle,
} from './log/bundle/verify-bundle.ts';
export { commit, type Hmac, saltBytes } from './log/commitment.ts';
export {
  entryBytesMax,
  formatEntry,
  type LogEntry,
  type NamedText,
  parseEntry,
  wholeContent,
} from './log/entry.ts';
export { fieldSalt } from './log/field-salt.ts';
export { decodeHex, encodeHex } from './log/hex.ts';
export { type Leaf, leafBytes } from './log/leaf.ts';
export { expiredLeavesMax, formatLeafRanges, parseLeafRanges } from './log/leaf-ranges.ts';
export { LogError, type LogErrorCode } from './log/log-error.ts';
export { type Checkpoint, formatCheckpoint, parseCheckpoint } from './log/notes/checkpoint.ts';
export {
  followKeyChanges,
  isSameKey,
  type KeyChangeReader,
  type KeyPeriod,
  keyChangesMax,
} from './log/notes/key-change.ts';
export { openProvedCheckpoint, proveKeyHistory } from './log/notes/key-history.ts';
export { formatNote, type Note, type NoteSignature, parseNote } from './log/notes/note.ts';
export { type CheckpointReader, openCheckpoint } from './log/notes/open-checkpoint.ts';
export {
  type NoteReader,
  type OpenedNote,
  openNote,
  type SignedMessage,
  type VerifyEd25519,
} from './log/notes/open-note.ts';
export { type NoteSigner, type SignEd25519, signNote } from './log/notes/sign-note.ts';
export {
  formatVerifierKey,
  makeVerifierKey,
  parseVerifierKey,
  type VerifierKey,
} from './log/notes/verifier-key.ts';
export { createRunningDigest, type RunningDigest } from './log/running-digest.ts';
export { decodeEntryBundle, encodeEntryBundle } from './log/tiles/entry-bundle.ts';
export { listTiles } from './log/tiles/list-tiles.ts';
export { readHashFromTiles, type TileSource } from './log/tiles/read-hash-from-tiles.ts';
export { type Tile, tilePositions } from './log/tiles/tile.ts';
export { tileBytes } from './log/tiles/tile-bytes.ts';
export { entriesPath, parseTilePath, type TilePath, tilePath } from './log/tiles/tile-path.ts';
export { computeRoot } from './log/tree/compute-root.ts';
export {
  appendLeaf,
  type CompletedNode,
  emptyFrontier,
  type Frontier,
  frontierPositions,
  frontierRoot,
  type Growth,
} from './log/tree/frontier.ts';
export { type AnySha256, hashBytes, leafHash, nodeHash, type Sha256 } from './log/tree/hash.ts';
export type { InclusionPath, Sizes } from './log/tree/path.ts';
export { proveConsistency } from './log/tree/prove-consistency.ts';
export { proveInclusion } from './log/tree/prove-inclusion.ts';
export type { Position, Range } from './log/tree/range.ts';
export { type HashSource, type ReadHash, readRoot } from './log/tree/read-range.ts';
export { type Consistency, type TreeHead, verifyConsistency } from './log/tree/verify-consistency.ts';
export { type Inclusion, verifyInclusion } from './log/tree/verify-inclusion.ts';
export { type AnyHmac, type OpenedCommitment, verifyCommitment } from './log/verify-commitment.ts';
export type {
  Archive,
  ArchivedCheckpoint,
  ArchivedHold,
  ArchivedMessage,
  ArchivedNode,
  ArchivedPlace,
  ArchivedRight,
  OpenedContent,
  Stray,
} from './verification/archive.ts';
export { type Fault, firstFault } from './verification/fault.ts';
export { noLeaves, RangeInspector, type RangeReport } from './verification/inspect-range.ts';
export {
  listAnchoredTenants,
  readAnchoredKeyChanges,
  readAnchorFile,
} from './verification/read-anchor-file.ts';
export { ArchiveFaultFound, type VerifyOptions, verifyArchive } from './verification/verify-archive.ts';
export type { LogReport, VerifyParts } from './verification/verify-log.ts';
