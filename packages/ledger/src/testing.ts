export { originOf } from './checkpoints/create-log-signer.ts';
export { describeLogStore, sampleLogEvent } from './checkpoints/log-store.suite.ts';
export { createMemoryLogStore, type MemoryLogStore } from './checkpoints/test-support/memory-log-store.ts';
export { newAnchorFolder, newLogKey, openLedger } from './checkpoints/test-support/open-ledger.ts';
export { discloseRecord } from './export/disclose-record.ts';
export { formatKeyChange } from './log/notes/key-change.ts';
export {
  buildBundle,
  changeKey,
  endLineOf,
  exampleKeyText,
  exampleSigner,
  origin,
} from './log/test-support/build-bundle.ts';
export { keyPairOf } from './log/test-support/ed25519.ts';
export {
  type ExampleLeaf,
  exampleEvent,
  exampleFirstRecord,
  exampleLog,
  exampleRecord,
  tenantId,
} from './log/test-support/example-log.ts';
export { exampleVerifier, outcomeOf } from './log/test-support/example-verifier.ts';
export { growTree } from './log/test-support/grow-tree.ts';
export { sha256 } from './log/test-support/naive-tree.ts';
export { KnownExpiries } from './verification/known-expiries.ts';
export { parseAnchorLines } from './verification/read-anchor-file.ts';
export { verifyLog } from './verification/verify-log.ts';
