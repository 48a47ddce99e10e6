import { inEnglishTerms, plainLanguage, questionLanguage } from '@avow/text/languages';
import { hasNegation, wordsOf } from '@avow/text/terms';

const unitsMax = 500;
const lengthShare = { min: 0.25, max: 3 };
const lengthSlack = 24;
const sharedShareMin = 0.6;
const placeholder = /\[[A-Z][A-Z_]*_\d+\]/g;
/** Words that no language puts otherwise: abbreviations, and what has a digit or a low line in it. */
const fixedWord = /(?<![\p{L}\d_])(?:\p{Lu}{2,}|\p{L}+[\d_][\p{L}\d_]*)(?![\p{L}\d_])/gu;

export interface QuestionTranslation {
  readonly question: string;
  readonly translated: string;
  /** Of the question; null: not known. */
  readonly from: string | null;
  readonly into: string;
}

/** Whether what a model wrote asks the same in the other language, as far as numbers, names and negations show. */
export function asksTheSame({ question, translated, from, into }: QuestionTranslation): boolean {
  if (translated === '' || translated.length > unitsMax || /[\r\n<>]/u.test(translated)) return false;
  const isShort = translated.length < question.length * lengthShare.min - lengthSlack;
  if (
    translated === question ||
    isShort ||
    translated.length > question.length * lengthShare.max + lengthSlack
  )
    return false;
  const detected = questionLanguage({ given: null, text: translated });
  if (detected !== null && detected !== plainLanguage(into)) return false;
  const one = withDigits(from === null ? question : inEnglishTerms(question, from));
  const other = withDigits(inEnglishTerms(translated, into));
  // German writes every noun with a capital, so capitals do not mark names there.
  const namesStand = plainLanguage(into) === 'de' ? hasNamesOf(one, other) : hasNamesOf(other, one);
  return hasSame(one, other) && namesStand && denies(one) === denies(other);
}

const numbers =
  'two three|third four|fourth five|fifth six|sixth seven|seventh eight|eighth nine|ninth ten|tenth eleven|eleventh twelve|twelfth'
    .split(' ')
    .map((words, at) => [new RegExp(`\\b(?:${words})\\b`, 'giu'), String(at + 2)] as const);

function withDigits(english: string): string {
  const text = english.replaceAll('märz', 'March');
  return numbers.reduce((said, [pattern, digits]) => said.replace(pattern, digits), text);
}

function hasSame(question: string, translated: string): boolean {
  const everyOf = (text: string, pattern: RegExp) =>
    (text.match(pattern) ?? []).map((part) => part.replace(/[.,]/g, '')).toSorted();
  const isEqual = (pattern: RegExp) =>
    everyOf(question, pattern).join(' ') === everyOf(translated, pattern).join(' ');
  const kept = (question.match(fixedWord) ?? []).every((word) => translated.includes(word));
  return kept && isEqual(/\d+(?:[.,]\d+)*/g) && isEqual(placeholder);
}

/** Capitals in mid-sentence name somebody or something: whom nobody asked about is not brought in. */
function hasNamesOf(text: string, other: string): boolean {
  const known = wordsOf(other).map((word) => word.toLowerCase());
  return wordsOf(text)
    .slice(1)
    .filter((word) => /^\p{Lu}/u.test(word) && !/^(?:I(?:['’].*)?|Mrs?|Ms|Dr|Prof)$/u.test(word))
    .every((name) => known.some((word) => isAlike(name.toLowerCase(), word)));
}

/** Equal but for an ending: "Okafor" and "Okafors". */
function isAlike(one: string, other: string): boolean {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= Math.max(one.length, other.length) * sharedShareMin;
}

const knownDenials =
  /(?<!\p{L})(?:nicht|nie|kein\p{L}{0,2}|ohne|pas|jamais|sans|aucune?|no|nunca|sin)(?!\p{L})/iu;

/** In terms that are English where they deny. */
function denies(terms: string): boolean {
  return hasNegation(terms) || knownDenials.test(terms);
}
