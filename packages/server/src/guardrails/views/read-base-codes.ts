import { decodeBytes } from './readable.ts';
import { type Reading, type Replacement, replaceParts } from './source.ts';

interface Run {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  /** Whether no word is written like that: capitals after small letters, digits among letters. */
  readonly isOdd: boolean;
}

interface BaseCode {
  /** What a text must hold that holds such a code: most hold none, and need not be taken apart. */
  readonly trace: RegExp;
  /** A run of the signs of the code, short ones too, since a code may be cut into pieces. */
  readonly run: RegExp;
  readonly isOdd: (run: string) => boolean;
  readonly decode: (code: string) => string | null;
}

const codeLengthMin = 12;

function findRuns(text: string, { run, isOdd }: BaseCode): readonly Run[] {
  return Array.from(text.matchAll(run), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    code: match[0],
    isOdd: isOdd(match[0]),
  }));
}

/**
 * Runs that are parted by nothing but blanks, and of which each is odd or stands between odd ones: pieces of one
 * code. A plain word within them is a piece that looks like a word by chance.
 */
function groupRuns(text: string, runs: readonly Run[]): ReadonlyArray<readonly Run[]> {
  const groups: Run[][] = [];
  let group: Run[] = [];
  for (const [index, run] of runs.entries()) {
    const last = group.at(-1);
    const isNext = last !== undefined && text.slice(last.end, run.start).trim() === '';
    if (!isNext && group.length > 0) {
      groups.push(group);
      group = [];
    }
    const isBetween = isNext && run.code.length === last.code.length && runs[index + 1]?.isOdd === true;
    if (run.isOdd || isBetween) group.push(run);
    else if (group.length > 0) {
      groups.push(group);
      group = [];
    }
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function decodeRuns(runs: readonly Run[], decode: BaseCode['decode']): readonly Replacement[] {
  const first = runs[0];
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return [];
  const code = runs.map((run) => run.code).join('');
  if (code.length < codeLengthMin) return [];
  const whole = decode(code);
  if (whole !== null) return [{ start: first.start, end: last.end, text: ` ${whole} ` }];
  // Several codes in a row, or a code beside an odd word.
  return runs.length === 1 ? [] : runs.flatMap((run) => decodeRuns([run], decode));
}

function createBaseReading(name: string, code: BaseCode): Reading {
  return {
    name,
    isDisguise: true,
    read({ text }) {
      if (!code.trace.test(text)) return null;
      const runs = findRuns(text, code);
      if (!runs.some((run) => run.isOdd)) return null;
      return replaceParts(
        text,
        groupRuns(text, runs).flatMap((group) => decodeRuns(group, code.decode)),
      );
    },
  };
}

/** A code that lost its last signs still gives all bytes but the last ones. */
function decodeBase64(code: string): string | null {
  const signs = code.replaceAll('=', '');
  const whole = decodeBytes(Buffer.from(signs, 'base64'));
  if (whole !== null || signs.length % 4 === 0) return whole;
  return decodeBytes(Buffer.from(signs.slice(0, signs.length - (signs.length % 4)), 'base64'));
}

export const base64Reading: Reading = createBaseReading('base64', {
  trace: /[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][A-Za-z]|[A-Za-z][0-9]/,
  run: /[A-Za-z0-9+/_-]{4,}={0,2}|[A-Za-z0-9+/_-]{2,3}={1,2}/g,
  isOdd: (run) => /[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][A-Za-z]|[A-Za-z][0-9]|[A-Za-z0-9][+/]|=/.test(run),
  decode: decodeBase64,
});

const base32Alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

function decodeBase32(code: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const sign of code.toLowerCase().replaceAll('=', '')) {
    value = ((value << 5) | base32Alphabet.indexOf(sign)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  return decodeBytes(Uint8Array.from(bytes));
}

export const base32Reading: Reading = createBaseReading('base32', {
  trace: /[2-7][A-Z]{2}|[A-Z]{2}[2-7]|[a-z][2-7][a-z2-7]{2}|[A-Z]{16}/,
  run: /(?<![A-Za-z0-9])(?:[A-Z2-7]{4,}|[a-z2-7]{4,})={0,6}(?![A-Za-z0-9])/g,
  isOdd: (run) => /[2-7][A-Za-z]|[A-Za-z][2-7]|=/.test(run) || run.length >= 16,
  decode: decodeBase32,
});

const ascii85 = /<~([!-uz\s]{5,})~>/g;

function decodeAscii85(code: string): string | null {
  const signs = code.replaceAll('z', '!!!!!').replace(/\s/g, '');
  const missing = (5 - (signs.length % 5)) % 5;
  const padded = signs + 'u'.repeat(missing);
  const bytes: number[] = [];
  for (let index = 0; index < padded.length; index += 5) {
    let value = 0;
    for (let offset = 0; offset < 5; offset++) value = value * 85 + (padded.charCodeAt(index + offset) - 33);
    bytes.push((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
  }
  return decodeBytes(Uint8Array.from(bytes.slice(0, bytes.length - missing)));
}

export const ascii85Reading: Reading = {
  name: 'Ascii85',
  isDisguise: true,
  read({ text }) {
    if (!text.includes('<~')) return null;
    return text.replace(ascii85, (whole: string, code: string) => decodeAscii85(code) ?? whole);
  },
};
