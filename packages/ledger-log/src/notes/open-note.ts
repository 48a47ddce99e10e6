import { LogError } from '../log-error.ts';
import { parseNote } from './note.ts';
import { ed25519SignatureBytes } from './sign-note.ts';
import type { VerifierKey } from './verifier-key.ts';

export interface SignedMessage {
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly message: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Ed25519, injected: true only for a valid signature, and false for every signature under a key of small order. */
export type VerifyEd25519 = (signed: SignedMessage) => Promise<boolean>;

export interface NoteReader {
  /** The keys that are trusted. */
  readonly keys: readonly VerifierKey[];
  readonly verify: VerifyEd25519;
}

export interface OpenedNote {
  readonly text: string;
  /** Which of the trusted keys have signed: at least one. */
  readonly signedBy: readonly VerifierKey[];
}

/** Names contain no spaces, so the label of a name and an id is unique. */
const labelOf = ({ name, id }: Pick<VerifierKey, 'name' | 'id'>) => `${id} ${name}`;

function labelKeys(keys: readonly VerifierKey[]): ReadonlyMap<string, VerifierKey> {
  const labelled = new Map(keys.map((key) => [labelOf(key), key]));
  if (labelled.size < keys.length) {
    throw new LogError('key_ambiguous', 'two of the known keys have the same name and id');
  }
  return labelled;
}

/**
 * The text of a note that a trusted key signed; there is no other way to get the text. Signatures of unknown keys are
 * ignored; an invalid signature under the name of a trusted key makes the whole note invalid.
 */
export async function openNote(bytes: Uint8Array, { keys, verify }: NoteReader): Promise<OpenedNote> {
  const labelled = labelKeys(keys);
  const { text, signatures } = parseNote(bytes);
  const message = new TextEncoder().encode(text);
  const signedBy = new Set<VerifierKey>();
  for (const { keyName, keyId, signature } of signatures) {
    const key = labelled.get(labelOf({ name: keyName, id: keyId }));
    if (key === undefined) continue;
    const isWhole = signature.length === ed25519SignatureBytes;
    const isGood = isWhole && (await verify({ publicKey: key.publicKey, message, signature }));
    // Compared with true, in case the injected function returns some other truthy value.
    if (isGood !== true) throw new LogError('signature_wrong', 'a signature of a known key does not verify');
    signedBy.add(key);
  }
  if (signedBy.size === 0) throw new LogError('signature_missing', 'no known key has signed');
  return { text, signedBy: [...signedBy] };
}
