import { functionWords, questionWords } from '@avow/text/terms';
import type { Token } from './read-tokens.ts';
import { isCurrency, unitNamed } from './units.ts';

const german = new Set(
  'der die das den dem des und oder nicht ist sind wird werden ein eine einen mit für auf von zu im bei nach muss kann dass es gibt bis wir ich an aus auch nur mindestens höchstens pro'.split(
    ' ',
  ),
);
const germanWordsMin = 2;
const startsAnew = new Set([
  '.',
  '!',
  '?',
  ':',
  ';',
  '|',
  '•',
  '–',
  '—',
  '(',
  '[',
  '…',
  '¿',
  '¡',
  '*',
  '#',
  '/',
]);
const titles = new Set('mr mrs ms dr prof'.split(' '));
/** Capitals that any sentence may hold. */
const ordinary = new Set(
  'i ok yes no also however therefore additionally furthermore finally note important'.split(' '),
);

/**
 * Words that name something, as they are written: capitals in mid-sentence, or throughout. German writes every noun so;
 * there only capitals throughout count.
 */
export function readNames(tokens: readonly Token[], taken: ReadonlySet<number>): string[] {
  const words = tokens.filter(({ kind }) => kind === 'word');
  const isGerman = words.filter(({ lower }) => german.has(lower)).length >= germanWordsMin;
  const isShouted = words.length > 2 && words.every(({ text }) => text === text.toUpperCase());
  const names: string[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || taken.has(at) || !/^\p{Lu}/u.test(token.text)) continue;
    if (isUnit(token.lower, tokens[at - 1])) continue;
    if (ordinary.has(token.lower) || titles.has(token.lower)) continue;
    const isCapitals = !isShouted && /^\p{Lu}{2,}(?:'?s)?$/u.test(token.text);
    if (isCapitals || (!isGerman && isNamed(tokens, at, token))) names.push(token.text);
  }
  return names;
}

/** "5 GBs", "EUR 5": what a number counts names nothing. "HR" does, if no number precedes it. */
function isUnit(lower: string, before: Token | undefined): boolean {
  if (isCurrency(lower)) return true;
  return before?.kind === 'number' && (unitNamed(lower) ?? unitNamed(lower.replace(/s$/, ''))) !== null;
}

function isNamed(tokens: readonly Token[], at: number, token: Token): boolean {
  if (functionWords.has(token.lower) || questionWords.has(token.lower)) return false;
  if (!beginsSentence(tokens, at)) return true;
  // A name of several words goes on with a capital.
  const next = tokens[at + 1];
  return next?.kind === 'word' && /^\p{Lu}\p{Ll}/u.test(next.text) && !functionWords.has(next.lower);
}

function beginsSentence(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined) return true;
  // "St. Gallen", "J. Okafor": a full stop after a short word with a capital ends nothing.
  const isInitial = before.text === '.' && /^\p{Lu}\p{L}{0,2}$/u.test(tokens[at - 2]?.text ?? '');
  return startsAnew.has(before.text) && !isInitial;
}

/** First letters of words with a capital, in order: what an abbreviation may stand for. */
export function readInitials(tokens: readonly Token[]): string {
  return tokens
    .filter(({ kind, text }) => kind === 'word' && /^\p{Lu}/u.test(text))
    .map(({ text }) => text[0] ?? '')
    .join('');
}
