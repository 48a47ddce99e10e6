/**
 * The operator's side of the audit log: checkpoints that are signed and anchored, and export. A store offers
 * `LogStore`; formats and proofs are in `@avow/ledger-log`, verification of a whole store is at
 * `@avow/ledger/verification`.
 */

// The store of a log.

export type {
  Author,
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

// What others attest of checkpoints.

export type {
  Attestation,
  AttestationFailure,
  AttestationKind,
  AttestationSource,
  AttestationStore,
  Attestor,
} from './attestations/attestation.ts';
export { createAttester } from './attestations/create-attester.ts';
export { createTimeStamper, sourceOfUrl } from './attestations/create-time-stamper.ts';
export { createWitnessClient } from './attestations/create-witness-client.ts';
export { parseCertificates } from './time-stamps/verify-time-stamp.ts';

// Being a witness of others.

export type { WitnessedLog, WitnessedLogStore } from './witness/witnessed-log.ts';

// Export.

export { type ExportReport, exportBundle } from './export/export-bundle.ts';
