import { createHash } from 'node:crypto';
import { type FoundData, scores } from './data-types.ts';

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base58Form = /(?<![A-Za-z0-9])[13LMDTAr][1-9A-HJ-NP-Za-km-z]{25,34}(?![A-Za-z0-9])/g;
const bech32Form = /(?<![A-Za-z0-9])(?:bc1|ltc1|tb1)[02-9ac-hj-np-z]{11,87}(?![A-Za-z0-9])/gi;
const hexForm = /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g;

/** The first byte of addresses: Bitcoin, Litecoin, Dogecoin, Tron, Dash. */
const versions: ReadonlySet<number> = new Set([0x00, 0x05, 0x30, 0x32, 0x1e, 0x16, 0x41, 0x4c]);
const addressBytes = 25;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

function decodeBase58(text: string): Uint8Array | null {
  let value = 0n;
  for (const character of text) value = value * 58n + BigInt(base58Alphabet.indexOf(character));
  const hex = value.toString(16).padStart(addressBytes * 2, '0');
  return hex.length === addressBytes * 2 ? Uint8Array.from(Buffer.from(hex, 'hex')) : null;
}

/** The last four bytes are the first bytes of the double SHA-256 of the rest. */
function hasBase58Check(text: string): boolean {
  const bytes = decodeBase58(text);
  if (bytes === null || !versions.has(bytes[0] ?? -1)) return false;
  const hash = sha256(sha256(bytes.subarray(0, 21)));
  return hash.subarray(0, 4).equals(bytes.subarray(21));
}

const bech32Alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** The checksum constants of Bech32 and of its successor Bech32m. */
const bech32Sums: ReadonlySet<number> = new Set([1, 0x2bc830a3]);

function bech32Sum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    generators.forEach((generator, bit) => {
      if ((top >>> bit) & 1) sum ^= generator;
    });
  }
  return sum;
}

function hasBech32Check(written: string): boolean {
  if (written !== written.toLowerCase() && written !== written.toUpperCase()) return false;
  const [prefix = '', ...rest] = written.toLowerCase().split('1');
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  const data = Array.from(rest.join('1'), (character) => bech32Alphabet.indexOf(character));
  return bech32Sums.has(
    bech32Sum([...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...data]),
  );
}

const isPlainHex = (written: string) => new Set(written.slice(2).toLowerCase()).size < 6;

/** Finds cryptocurrency addresses by their checksum or their distinctive format. */
export function findWalletAddresses(text: string): readonly FoundData[] {
  const found: FoundData[] = [];
  const search = (form: RegExp, score: number, isValid: (written: string) => boolean) => {
    for (const { 0: written, index: start } of text.matchAll(form)) {
      if (isValid(written)) found.push({ type: 'wallet', start, end: start + written.length, score });
    }
  };
  search(base58Form, scores.sure, hasBase58Check);
  search(bech32Form, scores.sure, hasBech32Check);
  search(hexForm, scores.shaped, (written) => !isPlainHex(written));
  return found;
}
