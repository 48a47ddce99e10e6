/**
 * The arithmetic of the audit log, and the checker of exported bundles. It depends on nothing and keeps no
 * state: hash, HMAC and signature are handed in, so that it runs in Node and in browsers. To check a bundle
 * takes only `verifyBundle`; the README specifies every format. What bundles are made of is at
 * `@avow/ledger-log/entries`, `/tree`, `/notes` and `/tiles`.
 */

// Checking and writing bundles.

export { bundledAttestationsMax } from './bundle/bundle-limits.ts';
export {
  attestedBundleVersion,
  type BundleAttestation,
  type BundleEvent,
  type BundleFilter,
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
export { type AnyHmac, verifyCommitment } from './verify-commitment.ts';

// Bytes and errors.

export { decodeHex, encodeHex } from './hex.ts';
export { LogError, type LogErrorCode } from './log-error.ts';
export { createRunningDigest } from './running-digest.ts';
