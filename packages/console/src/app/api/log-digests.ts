import type { SignedMessage } from '@avow/ledger-log/notes';

/** What a verifier of the log needs of the browser. */
export const sha256InBrowser = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);

export async function verifyInBrowser({ publicKey, message, signature }: SignedMessage): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, message);
}
