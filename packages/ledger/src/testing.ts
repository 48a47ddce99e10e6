/** Logs in memory, and the suite that each store of a log runs. */

// Stores and ledgers.

export { logOrigin } from './checkpoints/create-log-signer.ts';
export { describeLogStore, sampleLogEvent } from './checkpoints/log-store.suite.ts';
export { createMemoryLogStore, type MemoryLogStore } from './checkpoints/test-support/memory-log-store.ts';
export { newAnchorFolder, newLogKey, openLedger } from './checkpoints/test-support/open-ledger.ts';

// Steps by themselves.

export { discloseRecord } from './export/disclose-record.ts';
export { KnownExpiries } from './verification/known-expiries.ts';
export { parseAnchorLines } from './verification/read-anchor-file.ts';
export { verifyLog } from './verification/verify-log.ts';
