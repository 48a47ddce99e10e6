/** Lower-case hexadecimal. */
export function encodeHex(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0');
  return digits;
}

const noDigit = 16;

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x61 + 10 : noDigit;
}

/** Decodes hexadecimal, or returns null. Only lower case is accepted, so that the encoding is canonical. */
export function decodeHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    const high = digitOf(text.charCodeAt(2 * at));
    const low = digitOf(text.charCodeAt(2 * at + 1));
    if (high === noDigit || low === noDigit) return null;
    bytes[at] = high * 16 + low;
  }
  return bytes;
}

/** Whether a text is hexadecimal of this many bytes, without decoding it: every appended leaf is checked. */
export function isHex(text: string, bytes: number): boolean {
  if (text.length !== 2 * bytes) return false;
  for (let at = 0; at < text.length; at++) if (digitOf(text.charCodeAt(at)) === noDigit) return false;
  return true;
}
