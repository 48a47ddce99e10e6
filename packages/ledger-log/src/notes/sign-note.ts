import { LogError } from '../log-error.ts';
import { formatNote, type NoteSignature } from './note.ts';
import type { VerifierKey } from './verifier-key.ts';

/** Ed25519, injected: the private key stays with the caller. */
type SignEd25519 = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array | ArrayBuffer>;

export interface NoteSigner {
  /** The key that readers verify with. */
  readonly key: VerifierKey;
  readonly sign: SignEd25519;
}

export const ed25519SignatureBytes = 64;

/** Signs a text and formats the note. Each signer signs the text only, not the other signatures. */
export async function signNote({
  text,
  signers,
}: {
  readonly text: string;
  readonly signers: readonly NoteSigner[];
}): Promise<string> {
  const message = new TextEncoder().encode(text);
  const signatures = await Promise.all(
    signers.map(async ({ key, sign }): Promise<NoteSignature> => {
      const signature = new Uint8Array(await sign(message.slice()));
      if (signature.length !== ed25519SignatureBytes) {
        throw new LogError(
          'signature_wrong',
          `an Ed25519 signature must have ${ed25519SignatureBytes} bytes`,
        );
      }
      return { keyName: key.name, keyId: key.id, signature };
    }),
  );
  return formatNote({ text, signatures });
}
