import { decodeBytes, readsAsEnglish } from './decode-bytes.ts';
import type { ViewReading } from './view-source.ts';

// None of these patterns is ambiguous, so they take linear time.
const binaryRun = /(?<![0-9A-Za-z])(?:0b)?[01]{7,8}(?:[\s,;:_-]{0,3}(?:0b)?[01]{7,8}){5,}/g;
const hexRun =
  /(?<![0-9A-Za-z])(?:0x|\\?x)?[0-9a-f]{2}(?:[\s,;:_-]{0,3}(?:0x|\\?x)?[0-9a-f]{2}){5,}(?![0-9a-z])/gi;
const numberRun =
  /(?<![0-9A-Za-z.])\\?\d{1,3}(?:(?:[\s,;:_\\/-]{1,3}|\)\s?[+.&]\s?chr\()\\?\d{1,3}){5,}(?![\d.])/g;

function decodeBinary(run: string): string | null {
  const groups = run.replaceAll('0b', ' ').match(/[01]+/g) ?? [];
  const bits = groups.length === 1 ? (groups[0]?.match(/[01]{1,8}/g) ?? []) : groups;
  return decodeBytes(Uint8Array.from(bits.map((byte) => Number.parseInt(byte, 2) & 255)));
}

/** Two-digit numbers occur in any table; pairs that include letters do not. */
function decodeHex(run: string): string | null {
  const digits = run.replace(/0x|[^0-9a-f]/gi, '');
  const decoded = decodeBytes(Buffer.from(digits, 'hex'));
  if (decoded === null || (decoded.length >= sureLengthMin && /[a-f]/i.test(digits))) return decoded;
  return readsAsEnglish(decoded) ? decoded : null;
}

const sureLengthMin = 12;

function decodeNumbers(numbers: readonly string[], base: number): string | null {
  const codes = numbers.map((number) => Number.parseInt(number, base));
  if (!codes.every((code) => code >= 9 && code <= 126)) return null;
  const decoded = codes.map((code) => String.fromCharCode(code)).join('');
  return readsAsEnglish(decoded) ? decoded : null;
}

/** Decodes positions in the alphabet; a slash, a zero or a wider gap separates words. */
function decodePositions(run: string): string | null {
  const words = run.split(/\s*[/;]\s*|\s{2,}|[\s,-]+(?:0|27)[\s,-]+/).map((word) =>
    (word.match(/\d+/g) ?? []).map((number) => {
      const place = Number(number);
      return place >= 1 && place <= 26 ? String.fromCharCode(96 + place) : '?';
    }),
  );
  const decoded = words.map((letters) => letters.join('')).join(' ');
  return !decoded.includes('?') && readsAsEnglish(decoded) ? decoded : null;
}

const numbersAtOnceMax = 40_000;

function decodeNumberRun(run: string): string | null {
  const numbers = run.match(/\d+/g) ?? [];
  if (numbers.length > numbersAtOnceMax) return null;
  return (
    decodeNumbers(numbers, 10) ??
    (numbers.every((number) => /^[0-7]+$/.test(number)) ? decodeNumbers(numbers, 8) : null) ??
    decodePositions(run)
  );
}

const digitsMin = 6;

/** Text written as character codes: binary, hexadecimal, decimal, octal, or positions in the alphabet. */
export const characterCodeReading: ViewReading = {
  name: 'character codes',
  isDisguise: true,
  read({ text }) {
    if ((text.match(/\d/g)?.length ?? 0) < digitsMin) return null;
    const decoded = text
      .replace(binaryRun, (run) => decodeBinary(run) ?? run)
      .replace(hexRun, (run) => decodeHex(run) ?? run);
    return decoded.replace(numberRun, (run) => decodeNumberRun(run) ?? run);
  },
};
