import { scores } from '../personal-data/data-types.ts';
import type { FoundSecret } from './secret-types.ts';

const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const puttyBegin = /PuTTY-User-Key-File-[23]:/g;
const puttyEnd = /Private-MAC: [0-9a-f]{40,64}/;
/** The characters of a key whose end is missing; JSON escapes its line breaks as `\n`. */
const body = /(?:[A-Za-z0-9+/=\s:,.-]|\\n){0,12000}/y;
const bodyLengthMin = 64;
const keyLengthMax = 20_000;

function scoreOf(written: string): number {
  const inner = written.replace(/-----[^-]{0,60}-----/g, '').replace(/\\n|\s/g, '');
  // Documentation often shows only the first line and an ellipsis.
  return inner.length < bodyLengthMin || /\.\.\.|…|[<[*]/.test(inner) ? scores.hinted : scores.sure;
}

function findPemKeys(text: string): readonly FoundSecret[] {
  if (!text.includes('-----BEGIN')) return [];
  const found: FoundSecret[] = [];
  const ends = Array.from(text.matchAll(end), (match) => match.index + match[0].length);
  let next = 0;
  let covered = 0;
  for (const { 0: header, index: start } of text.matchAll(begin)) {
    if (start < covered) continue;
    // Both lists are sorted, so one pass over each is enough.
    while ((ends[next] ?? Number.POSITIVE_INFINITY) < start) next += 1;
    const closed = ends[next] ?? Number.POSITIVE_INFINITY;
    body.lastIndex = start + header.length;
    covered = closed - start <= keyLengthMax ? closed : body.lastIndex + (body.exec(text)?.[0].length ?? 0);
    found.push({ type: 'private_key', start, end: covered, score: scoreOf(text.slice(start, covered)) });
  }
  return found;
}

/** PuTTY key files end with a message authentication code. */
function findPuttyKeys(text: string): readonly FoundSecret[] {
  if (!text.includes('PuTTY-User')) return [];
  return Array.from(text.matchAll(puttyBegin)).flatMap(({ index: start }) => {
    const last = puttyEnd.exec(text.slice(start, start + keyLengthMax));
    if (last === null) return [];
    return [{ type: 'private_key', start, end: start + last.index + last[0].length, score: scores.sure }];
  });
}

/** Private keys in PEM, OpenSSH, PGP and PuTTY form, from the first line to the last. */
export function findPrivateKeys(text: string): readonly FoundSecret[] {
  return [...findPemKeys(text), ...findPuttyKeys(text)];
}
