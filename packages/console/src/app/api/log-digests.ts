import type { SignedMessage } from '@avow/ledger-log/notes';

/** What a verifier of the log needs of the browser. */
export const sha256InBrowser = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);

export async function verifyInBrowser({ publicKey, message, signature }: SignedMessage): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, message);
}

export async function hmacInBrowser(key: Uint8Array, text: string): Promise<ArrayBuffer> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign']);
  return crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text));
}
