/** Logs, bundles and keys to check the checkers with. */

// Bundles.

export {
  buildBundle,
  changeKey,
  endLineOf,
  exampleAttestation,
  exampleKeyText,
  exampleSigner,
  exampleWitness,
  origin,
} from './test-support/build-bundle.ts';
export { exampleVerifier, outcomeOf } from './test-support/example-verifier.ts';

// Receipts.

export {
  exampleReceipt,
  receiptKeyText,
  receiptPartsIn,
  receiptTexts,
  receiptVerifier,
} from './test-support/build-receipt.ts';

// Logs.

export {
  type ExampleLeaf,
  exampleEvent,
  exampleFirstRecord,
  exampleLog,
  exampleRecord,
  tenantId,
} from './test-support/example-log.ts';
export { growTree } from './test-support/grow-tree.ts';

// Hashes and signatures, as simply as they can be written.

export { keyPairOf, verify } from './test-support/ed25519.ts';
export { sha256 } from './test-support/naive-tree.ts';
