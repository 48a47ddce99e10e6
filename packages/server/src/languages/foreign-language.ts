import { rememberResults } from '../text/remember-results.ts';
import { answerLanguage } from './answer-language.ts';
import { plainLanguage } from './plain-language.ts';

/** Of the best passages: those after them may be of anything. */
const textsMax = 4;

/** The same passages are found again and again. */
const passagesKnownMax = 1_000;
const languageOf = rememberResults({ textsMax: passagesKnownMax }, (text) =>
  answerLanguage({ text, wanted: null }),
);

/** The language of these texts, where it is another than the one that is wanted. Null: the same, mixed, or not certain. */
export function foreignLanguage(
  texts: readonly string[],
  { wanted }: { readonly wanted: string | null },
): string | null {
  if (wanted === null) return null;
  const told = texts.slice(0, textsMax).flatMap((text) => languageOf(text) ?? []);
  const [language, ...others] = new Set(told);
  if (language === undefined || others.length > 0 || language === plainLanguage(wanted)) return null;
  return language;
}
