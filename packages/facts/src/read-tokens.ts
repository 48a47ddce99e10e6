import { normalise } from '@avow/text/terms';

export interface Token {
  readonly kind: 'number' | 'word' | 'mark';
  readonly text: string;
  readonly lower: string;
  /** Offsets in the text as `foldText` gives it. */
  readonly start: number;
  readonly end: number;
  /** It follows the token before without a space. */
  readonly isJoined: boolean;
}

const fractions: ReadonlyMap<string, string> = new Map([
  ['½', '.5'],
  ['¼', '.25'],
  ['¾', '.75'],
]);
// A separator stays with the digits around it; what it means is decided later. One alternative for each first character,
// and no repetition within another that could take the same characters: the time grows with the text.
const token = /\d+(?:[.,'’_\u00a0\u2009\u202f]\d+)*|\p{L}[\p{L}\p{M}]*(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\d]/gu;
const narrowSpace = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/gu;

/** One form of what can be written in several: what facts are read from, and what their offsets count in. */
export function foldText(text: string): string {
  const written = text
    .toWellFormed()
    .replace(/(\d?)([½¼¾])/gu, (_, digit: string, mark: string) => `${digit || '0'}${fractions.get(mark)}`)
    .replace(narrowSpace, '_');
  return normalise(written, 'NFKC')
    .replace(/\u00ad/gu, '')
    .replace(/[‐‑‒]/gu, '-')
    .replace(/[’ʼ]/gu, "'");
}

export function readTokens(folded: string): Token[] {
  const tokens: Token[] = [];
  let before = -1;
  for (const match of folded.matchAll(token)) {
    const [text] = match;
    const start = match.index;
    const kind = /^\d/.test(text) ? 'number' : /^\p{L}/u.test(text) ? 'word' : 'mark';
    tokens.push({
      ...{ kind, text, lower: text.toLowerCase(), start },
      end: start + text.length,
      isJoined: start === before,
    });
    before = start + text.length;
  }
  return tokens;
}
