import { detectLanguage } from './detect-language.ts';

/** Shorter texts are names or headings as often as questions. */
const wordsMin = 3;
/** By this factor the first language must exceed the second. */
const leadMin = 1.12;
/** A prompt may contain a whole document; its beginning is enough. */
const readMax = 4_000;

const lettersMin = 10;

/** The language to answer in as a BCP 47 tag: the given one, else that of the question. Null if it is not known. */
export function questionLanguage({
  given,
  text,
}: {
  readonly given: string | null;
  readonly text: string;
}): string | null {
  if (given !== null) return Intl.getCanonicalLocales(given)[0] ?? null;
  const read = text.slice(0, readMax);
  const [first, second] = detectLanguage(read, lettersMin);
  if (first === undefined) return null;
  const [language, score] = first;
  const isSpaced = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u.test(read);
  if (isSpaced && (read.match(/[\p{L}\p{M}]+/gu)?.length ?? 0) < wordsMin) return null;
  return second === undefined || score >= second[1] * leadMin ? language : null;
}
