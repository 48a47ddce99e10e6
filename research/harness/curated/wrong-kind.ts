import { contentTerms, hasNegation, isNumberTerm } from '@avow/text/terms';

/** How a question differs from the one it was mistaken for. */
export type WrongKind = 'denial' | 'number' | 'name' | 'order' | 'word';

export function wrongKind(asked: string, taken: string): WrongKind {
  if (hasNegation(asked) !== hasNegation(taken)) return 'denial';
  const terms = [asked, taken].map((text) => contentTerms(text).sort());
  const numbers = terms.map((its) => its.filter(isNumberTerm).join(' '));
  if (numbers[0] !== numbers[1]) return 'number';
  if (terms[0]?.join(' ') === terms[1]?.join(' ')) return 'order';
  const [ours, theirs] = [asked, taken].map(namesOf);
  return ours === theirs ? 'word' : 'name';
}

/** Capitalised words except the first. */
function namesOf(text: string): string {
  return (text.match(/(?<=\S\s+)\p{Lu}[\p{L}\p{N}-]+/gu) ?? []).sort().join(' ');
}
