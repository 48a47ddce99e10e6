/** What a verifier needs, in Node or in a browser: nothing here depends on anything but what is passed in. */
export { parseEntry } from './log/entry.ts';
export { decodeHex, encodeHex } from './log/hex.ts';
export { LogError } from './log/log-error.ts';
export { followKeyChanges, isSameKey } from './log/notes/key-change.ts';
export { openProvedCheckpoint } from './log/notes/key-history.ts';
export { openCheckpoint } from './log/notes/open-checkpoint.ts';
export type { SignedMessage } from './log/notes/open-note.ts';
export { parseVerifierKey } from './log/notes/verifier-key.ts';
export { leafHash } from './log/tree/hash.ts';
export { verifyInclusion } from './log/tree/verify-inclusion.ts';
export { verifyCommitment } from './log/verify-commitment.ts';
