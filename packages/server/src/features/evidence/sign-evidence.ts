import { createPublicKey, hash, type KeyObject, sign } from 'node:crypto';
import { makeVerifierKey, signNote } from '@avow/ledger-log/notes';
import { formatSignedText } from './sums.ts';

const publicKeyBytes = 32;

/** Signs the hash of a folder with the key of the log, under the name of evidence. */
export async function signEvidence(
  privateKey: KeyObject,
  signed: Parameters<typeof formatSignedText>[0],
): Promise<string> {
  // The raw key is the end of its SPKI encoding.
  const encoded = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(encoded.subarray(-publicKeyBytes));
  const key = await makeVerifierKey({ name: signed.origin, publicKey }, (bytes) =>
    hash('sha256', bytes, 'buffer'),
  );
  const signer = { key, sign: async (message: Uint8Array) => sign(null, message, privateKey) };
  return await signNote({ text: formatSignedText(signed), signers: [signer] });
}
