/** Verification of a whole store against its log, its anchors and its keys. A store offers `Archive`. */

// What is verified.

export type {
  Archive,
  ArchivedAttestation,
  ArchivedCheckpoint,
  ArchivedContent,
  ArchivedHold,
  ArchivedMessage,
  ArchivedNode,
  ArchivedPack,
  ArchivedPlace,
  ArchivedRight,
  ArchivedSample,
  OpenedContent,
  Stray,
} from './verification/archive.ts';

// Verifying, and what was found.

export { type Fault, FaultFound, firstFault } from './verification/fault.ts';
export { noLeaves, RangeInspector, type RangeReport } from './verification/inspect-range.ts';
export {
  type KnownWitnesses,
  type ProvedBy,
  type ProvedTimes,
  readAttestations,
} from './verification/read-attestations.ts';
export { ArchiveFaultFound, verifyArchive } from './verification/verify-archive.ts';
export type { LogReport, VerificationDependencies } from './verification/verify-log.ts';

// Anchors that were kept.

export {
  listAnchoredTenants,
  readAnchoredKeyChanges,
  readAnchorFile,
} from './verification/read-anchor-file.ts';
