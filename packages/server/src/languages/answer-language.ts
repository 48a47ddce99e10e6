import { detectLanguage } from './detect-language.ts';

/** Related languages share most words: an answer is in another than was wanted where twice as much speaks for that. */
const doubtShare = 0.5;
const leadMin = 1.1;
const readMax = 4_000;
/** Norwegian is written in two ways, which its common words do not tell apart. */
const written: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/**
 * The language of an answer, as a BCP 47 tag; null where it is too short to tell. In case of doubt the one that was
 * wanted, and that with the script and region that it was wanted in.
 */
export function answerLanguage({
  text,
  wanted,
}: {
  readonly text: string;
  readonly wanted: string | null;
}): string | null {
  const scores = detectLanguage(text.slice(0, readMax));
  const [first, second] = scores;
  if (first === undefined) return null;
  const [language, most] = first;
  if (wanted !== null) {
    const plain = wanted.split('-')[0]?.toLowerCase() ?? '';
    const forWanted = scores.get(written.get(plain) ?? plain) ?? 0;
    if (forWanted > most * doubtShare) return wanted;
  }
  return second === undefined || most >= second[1] * leadMin ? language : null;
}
