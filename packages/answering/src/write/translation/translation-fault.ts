import { type MissingFact, missingFacts, readFacts, readSourceFacts } from '@avow/facts';
import { answerLanguage, exactWords, inEnglishTerms, plainLanguage } from '@avow/text/languages';

export interface Languages {
  readonly from: string;
  readonly into: string;
}

/** Why words cannot stand for others in another language: they are in the wrong one, or say more, less or otherwise. */
export type TranslationFault =
  | 'length'
  | 'sentences'
  | 'marks'
  | 'language'
  | { readonly kind: 'lost' | 'added'; readonly fact: MissingFact };

/** Of letters; Chinese, Japanese and Korean say with one character what others need several for. */
const denseWeight = 3;
const lengthShare = { min: 0.5, max: 2 };
const lengthSlack = 16;

/**
 * What is exact in one must stand in the other, both ways: numbers with their units, dates, times, bounds, names, codes
 * and addresses; and one negates what the other does, as far as the words of both languages are known.
 */
export function findTranslationFault(
  { original, translated }: { readonly original: string; readonly translated: string },
  { from, into }: Languages,
): TranslationFault | null {
  const [before, after] = [lengthOf(original), lengthOf(translated)];
  const isShort = after < before * lengthShare.min - lengthSlack;
  if (after === 0 || isShort || after > before * lengthShare.max + lengthSlack) return 'length';
  if (countBreaks(translated) > countBreaks(original)) return 'sentences';
  if (/[<>]/u.test(translated) && !/[<>]/u.test(original)) return 'marks';
  const detected = answerLanguage({ text: translated, wanted: into });
  if (detected !== null && plainLanguage(detected) !== plainLanguage(into)) return 'language';
  const [said, again] = [comparable(original, from), comparable(translated, into)];
  const canTell = [from, into].every(hasExactWords)
    ? () => true
    : (fact: MissingFact) => !verbalFacts.has(fact);
  const lost = missingIn(said, again).find(canTell);
  if (lost !== undefined) return { kind: 'lost', fact: lost };
  const added = missingIn(again, said).find(canTell);
  return added === undefined ? null : { kind: 'added', fact: added };
}

const breaks =
  /(?<=\p{L}{3})(?<!(?<!\p{L})(?:bzw|ggf|inkl|exkl|evtl|usw|vgl|zzgl|bspw|etc|sog|env|aprox|approx|incl|Abs|Art|Sra|Mme))\.\s+\p{Lu}|[!?。！？]\s*\p{L}/gu;

/** Where one sentence ends and the next begins: a further one says something more. */
function countBreaks(text: string): number {
  return text.match(breaks)?.length ?? 0;
}

/** Facts that only words express, compared only for languages whose words are known. */
const verbalFacts: ReadonlySet<MissingFact> = new Set([
  'bound',
  'negation added',
  'negation dropped',
  'opposite',
  'restriction added',
  'exception added',
]);

function hasExactWords(language: string): boolean {
  const plain = plainLanguage(language);
  return plain === 'en' || exactWords.has(plain);
}

function missingIn(text: string, other: string): MissingFact[] {
  return missingFacts(readFacts(text), { quoted: [readSourceFacts(other)], above: [], asked: null });
}

function lengthOf(text: string): number {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + dense * (denseWeight - 1);
}

const quotationMarks = /["“”„«»‹›‟「」『』]/gu;
/** German writes every noun with a capital: none of them names anything by that. */
const germanNoun = /(?<![\p{L}\d_./-])\p{Lu}\p{Ll}+(?![\p{L}\d_/]|\.\p{L})/gu;

const month = 'january|february|march|märz|april|may|june|july|august|september|october|november|december';
/** "First" is a number in one language and an adverb in the next. As the day of a month it stays. */
const first = new RegExp(
  `(?<!\\p{L}|\\d|(?:${month}) )(?:first|1(?:st|th))(?!\\p{L}|\\d| (?:of )?(?:${month})(?!\\p{L}))`,
  'giu',
);

/** What somebody is quoted as saying is put into the other language too: its words are compared like all others. */
function comparable(text: string, language: string): string {
  const bare = text.replace(quotationMarks, ' ');
  const plain =
    plainLanguage(language) === 'de' ? bare.replace(germanNoun, (word) => word.toLowerCase()) : bare;
  return inEnglishTerms(plain, language).replace(first, '');
}
