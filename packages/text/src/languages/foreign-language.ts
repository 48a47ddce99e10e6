import { rememberResults } from '../remember-results.ts';
import { answerLanguage } from './answer-language.ts';
import { plainLanguage } from './plain-language.ts';

/** Passages below the best ones may be about anything. */
const textsMax = 4;

/** The same passages are found again and again. */
const passagesKnownMax = 1_000;
const languageOf = rememberResults({ textsMax: passagesKnownMax }, (text) =>
  answerLanguage({ text, wanted: null }),
);

/** The language of the texts if it is not the wanted one. Null if it is the same, mixed or not known. */
export function foreignLanguage(
  texts: readonly string[],
  { wanted }: { readonly wanted: string | null },
): string | null {
  if (wanted === null) return null;
  const detected = texts.slice(0, textsMax).flatMap((text) => languageOf(text) ?? []);
  const [language, ...others] = new Set(detected);
  if (language === undefined || others.length > 0 || language === plainLanguage(wanted)) return null;
  return language;
}
