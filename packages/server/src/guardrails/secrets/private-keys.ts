import { scores } from '../personal-data/data-types.ts';
import type { FoundSecret } from './secret-types.ts';

const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const puttyBegin = /PuTTY-User-Key-File-[23]:/g;
/** What a key is made of where its end is missing; in JSON its line ends are written `\n`. */
const body = /(?:[A-Za-z0-9+/=\s:,.-]|\\n){0,12000}/y;
const bodyLengthMin = 64;
const keyLengthMax = 20_000;

function scoreOf(written: string): number {
  const inner = written.replace(/-----[^-]{0,60}-----/g, '').replace(/\\n|\s/g, '');
  // Documentation shows the first line and three dots.
  return inner.length < bodyLengthMin || /\.\.\.|…|[<[*]/.test(inner) ? scores.hinted : scores.sure;
}

/** Private keys in PEM, OpenSSH, PGP and PuTTY form, from the first line to the last. */
export function findPrivateKeys(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  const ends = text.includes('-----END')
    ? Array.from(text.matchAll(end), (match) => match.index + match[0].length)
    : [];
  let next = 0;
  let covered = 0;
  for (const { 0: header, index: start } of text.includes('-----BEGIN') ? text.matchAll(begin) : []) {
    if (start < covered) continue;
    // Both lists are in order, so each is gone through once.
    while ((ends[next] ?? Number.POSITIVE_INFINITY) < start) next += 1;
    const closed = ends[next];
    body.lastIndex = start + header.length;
    const open = start + header.length + (closed === undefined ? (body.exec(text)?.[0].length ?? 0) : 0);
    covered =
      closed !== undefined && closed - start <= keyLengthMax ? closed : Math.max(open, start + header.length);
    found.push({ type: 'private_key', start, end: covered, score: scoreOf(text.slice(start, covered)) });
  }
  for (const { index: start } of text.includes('PuTTY-User') ? text.matchAll(puttyBegin) : []) {
    const mac = text.slice(start, start + keyLengthMax).search(/Private-MAC: [0-9a-f]{40,64}/);
    if (mac >= 0) found.push({ type: 'private_key', start, end: start + mac + 53, score: scores.sure });
  }
  return found;
}
