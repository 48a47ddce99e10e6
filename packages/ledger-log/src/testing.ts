export {
  buildBundle,
  changeKey,
  endLineOf,
  exampleKeyText,
  exampleSigner,
  origin,
} from './test-support/build-bundle.ts';
export { keyPairOf, verify } from './test-support/ed25519.ts';
export {
  type ExampleLeaf,
  exampleEvent,
  exampleFirstRecord,
  exampleLog,
  exampleRecord,
  tenantId,
} from './test-support/example-log.ts';
export { exampleVerifier, outcomeOf } from './test-support/example-verifier.ts';
export { growTree } from './test-support/grow-tree.ts';
export { sha256 } from './test-support/naive-tree.ts';
