import { detectLanguage } from './detect-language.ts';
import { plainLanguage } from './plain-language.ts';

/** Related languages share most words: another language than the wanted one needs twice its score. */
const doubtShare = 0.5;
const leadMin = 1.1;
const readMax = 4_000;

/**
 * The language of an answer as a BCP 47 tag, or null if it is not known. In case of doubt it is the wanted one, with the
 * script and region of that.
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
