import { languagesAsking } from './asking-words.ts';
import { languagesOfWord } from './common-words.ts';
import { detectLanguage, type Telling } from './detect-language.ts';

/** Fewer words are as often a name or a heading. */
const wordsMin = 3;
/** So much more must speak for a language than for the next. */
const leadMin = 1.2;
/** A prompt may hold a whole document: its language is plain long before its end. */
const readMax = 4_000;

const ofQuestions: Telling = {
  languagesOf: (word) => {
    const asking = languagesAsking.get(word) ?? [];
    const common = languagesOfWord.get(word) ?? [];
    return asking.length + common.length === 0 ? undefined : [...new Set([...asking, ...common])];
  },
  lettersMin: 10,
  // One word does, where no other language has it.
  distinctMin: 1,
  scoreMin: 0.9,
};

/** The language to answer in, as a BCP 47 tag: as it was given, else as the question tells. Null: nobody can be sure. */
export function questionLanguage({
  given,
  text,
}: {
  readonly given: string | null;
  readonly text: string;
}): string | null {
  if (given !== null) return Intl.getCanonicalLocales(given)[0] ?? null;
  const read = text.slice(0, readMax);
  const [first, second] = detectLanguage(read, ofQuestions);
  if (first === undefined) return null;
  const [language, score] = first;
  const isSpaced = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u.test(read);
  if (isSpaced && (read.match(/[\p{L}\p{M}]+/gu)?.length ?? 0) < wordsMin) return null;
  return second === undefined || score >= second[1] * leadMin ? language : null;
}
