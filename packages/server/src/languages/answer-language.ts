import { detectLanguage } from './detect-language.ts';
import { plainLanguage } from './plain-language.ts';

/** Related languages share most words: an answer is in another than was wanted where twice as much speaks for that. */
const doubtShare = 0.5;
const leadMin = 1.1;
const readMax = 4_000;

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
    const forWanted = scores.get(plainLanguage(wanted)) ?? 0;
    if (forWanted > most * doubtShare) return wanted;
  }
  return second === undefined || most >= second[1] * leadMin ? language : null;
}
