import { textLikelihood } from './likely-english.ts';

const readableLengthMin = 6;
const unprintable = /[[\p{C}\ufffd]--[\n\r\t]]/v;
const alphanumeric = /[\p{L}\p{N}\s]/gu;
const alphanumericShareMin = 0.75;

/** Whether decoded bytes are text: random bytes rarely decode to letters only. */
function isReadable(decoded: string): boolean {
  if (decoded.length < readableLengthMin || unprintable.test(decoded)) return false;
  const letters = decoded.match(alphanumeric)?.length ?? 0;
  return letters >= decoded.length * alphanumericShareMin;
}

const englishMin = -2.75;

/** For encodings that ordinary numbers, such as a table of ages, can match: the result must also consist of words. */
export function readsAsEnglish(decoded: string): boolean {
  const words = decoded.toLowerCase().match(/[a-z]+/g) ?? [];
  return isReadable(decoded) && textLikelihood(words) > englishMin;
}

/** Decodes bytes as UTF-8 or UTF-16LE; null if they are neither. */
export function decodeBytes(bytes: Uint8Array): string | null {
  if (bytes.length >= 8 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0) {
    return readableOrNull(Buffer.from(bytes).toString('utf16le'));
  }
  return readableOrNull(Buffer.from(bytes).toString('utf8'));
}

/** Invalid UTF-8 decodes to replacement characters, which are not readable. */
function readableOrNull(decoded: string): string | null {
  return isReadable(decoded) ? decoded : null;
}
