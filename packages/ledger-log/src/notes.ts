/** Signed notes: checkpoints, verifier keys, and how a key replaces another. */

// Notes and their signatures.

export { formatNote, parseNote } from './notes/note.ts';
export { openNote, type SignedMessage, type VerifyEd25519 } from './notes/open-note.ts';
export { type NoteSigner, signNote } from './notes/sign-note.ts';

// Checkpoints.

export { type Checkpoint, formatCheckpoint, parseCheckpoint } from './notes/checkpoint.ts';
export { openSignedCheckpoint } from './notes/key-change.ts';
export { openCheckpoint } from './notes/open-checkpoint.ts';

// Keys and their changes.

export {
  followKeyChanges,
  formatKeyChange,
  isSameKey,
  type KeyPeriod,
  keyChangesMax,
  namedNextKey,
} from './notes/key-change.ts';
export { openProvedCheckpoint, proveKeyHistory } from './notes/key-history.ts';
export {
  formatVerifierKey,
  makeVerifierKey,
  parseVerifierKey,
  type VerifierKey,
} from './notes/verifier-key.ts';
