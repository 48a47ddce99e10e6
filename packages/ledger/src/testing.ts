/** Logs in memory, and the suite that each store of a log runs. */

// Stores and ledgers.

export { describeAttestationStore } from './attestations/attestation-store.suite.ts';
export { createMemoryAttestationStore } from './attestations/test-support/memory-attestation-store.ts';
export { logOrigin } from './checkpoints/create-log-signer.ts';
export { describeLogStore, sampleLogEvent } from './checkpoints/log-store.suite.ts';
export { createMemoryLogStore, type MemoryLogStore } from './checkpoints/test-support/memory-log-store.ts';
export { newAnchorFolder, newLogKey, openLedger } from './checkpoints/test-support/open-ledger.ts';

// Others who attest.

export { stampedDigest } from './attestations/create-time-stamper.ts';
export { readTimeStampResponse } from './time-stamps/read-time-stamp.ts';
export { startAuthority } from './time-stamps/test-support/time-stamp-authority.ts';
export { formatTimeStampRequest } from './time-stamps/time-stamp-request.ts';
export { verifyTimeStamp } from './time-stamps/verify-time-stamp.ts';
export { openWitness, serveWitness } from './witness/test-support/open-witness.ts';

// Steps by themselves.

export { discloseRecord } from './export/disclose-record.ts';
export { KnownExpiries } from './verification/known-expiries.ts';
export { parseAnchorLines } from './verification/read-anchor-file.ts';
export { verifyLog } from './verification/verify-log.ts';
