/**
 * The operator's side of the audit log: checkpoints that are signed and anchored, verification of a whole store, and export.
 * A store offers `LogStore` and `Archive`; formats and proofs are in `@avow/ledger-log`.
 */

// The store of a log.

export type {
  LogEvent,
  LogEventKind,
  LogPlace,
  LogStore,
  StoredCheckpoint,
  StoredEntry,
} from './checkpoints/log-store.ts';

// Signing checkpoints and changing keys.

export { checkpointEvent } from './checkpoints/checkpoint-event.ts';
export { type Checkpointer, createCheckpointer } from './checkpoints/create-checkpointer.ts';
export { createLogSigner, type LogSigner, signKeyChange } from './checkpoints/create-log-signer.ts';
export { createTileHashSource } from './checkpoints/create-tile-hash-source.ts';
export { describeForks } from './checkpoints/fork.ts';
export { fromHex, sha256Bytes, toHex } from './checkpoints/hashing.ts';
export { keyChangeEvent, listKeyChanges } from './checkpoints/key-change-event.ts';
export { startCheckpoints } from './checkpoints/start-checkpoints.ts';

// Anchors outside the store.

export { type AnchorFeed, createAnchorFeed } from './anchors/create-anchor-feed.ts';
export { createFolderAnchor } from './anchors/create-folder-anchor.ts';
export { createWebAnchor } from './anchors/create-web-anchor.ts';

// Verification of a whole store.

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
export { ArchiveFaultFound, verifyArchive } from './verification/verify-archive.ts';
export type { LogReport, VerifyParts } from './verification/verify-log.ts';

// Export.

export { type ExportOptions, type ExportReport, exportBundle } from './export/export-bundle.ts';
