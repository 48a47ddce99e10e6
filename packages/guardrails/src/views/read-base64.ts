import { decodeBytes } from './decode-bytes.ts';
import { replaceParts, type ViewPart, type ViewReading } from './view-source.ts';

interface Run {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  /** Whether it cannot be a word: upper case after lower case, or digits among letters. */
  readonly isOdd: boolean;
}

const codeLengthMin = 12;

/** A quick test: most texts contain no such run and need no further parsing. */
const trace = /[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][A-Za-z]|[A-Za-z][0-9]/;
/** A run of Base64 characters, including short ones, because encoded text may be split into pieces. */
const run = /[A-Za-z0-9+/_-]{4,}={0,2}|[A-Za-z0-9+/_-]{2,3}={1,2}/g;
const odd = /[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][A-Za-z]|[A-Za-z][0-9]|[A-Za-z0-9][+/]|=/;

function findRuns(text: string): readonly Run[] {
  return Array.from(text.matchAll(run), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    code: match[0],
    isOdd: odd.test(match[0]),
  }));
}

/**
 * Groups runs that are separated only by white space, if each is odd or between odd ones: they are pieces of one encoded
 * text. A plain word among them is a piece that looks like a word by chance.
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

function decodeRuns(runs: readonly Run[]): readonly ViewPart[] {
  const first = runs[0];
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return [];
  const code = runs.map((run) => run.code).join('');
  if (code.length < codeLengthMin) return [];
  const whole = decodeBase64(code);
  if (whole !== null) return [{ start: first.start, end: last.end, text: ` ${whole} ` }];
  // Several encoded texts in a row, or one next to an odd word.
  return runs.length === 1 ? [] : runs.flatMap((run) => decodeRuns([run]));
}

/** Truncated Base64 still decodes to all bytes except the last ones. */
function decodeBase64(code: string): string | null {
  const signs = code.replaceAll('=', '');
  const whole = decodeBytes(Buffer.from(signs, 'base64'));
  if (whole !== null || signs.length % 4 === 0) return whole;
  return decodeBytes(Buffer.from(signs.slice(0, signs.length - (signs.length % 4)), 'base64'));
}

export const base64Reading: ViewReading = {
  name: 'base64',
  isDisguise: true,
  read({ text }) {
    if (!trace.test(text)) return null;
    const runs = findRuns(text);
    if (!runs.some(({ isOdd }) => isOdd)) return null;
    return replaceParts(text, groupRuns(text, runs).flatMap(decodeRuns));
  },
};
