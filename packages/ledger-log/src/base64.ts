/** Standard base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Decodes base64, or returns null. Only the canonical encoding is accepted: no white space, no missing padding, no stray
 * bits. Otherwise one signature could be encoded in several ways.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return encodeBase64(bytes) === text ? bytes : null;
}

/** The same in the alphabet for addresses, without padding (RFC 4648, section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes it, or returns null. Only the canonical encoding is accepted, as of base64. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  // One character alone does not make a byte, and stays invalid.
  return decodeBase64(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='));
}
