import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { replaceCodeSpans } from '../markdown/code-spans.ts';
import { createFenceReader } from '../markdown/fences.ts';
import { linesOf } from '../markdown/lines.ts';
import { normalise } from '../terms/normalise.ts';
import { languagesAsking } from './asking-words.ts';
import { languagesOfWord, languagesWithWords } from './common-words.ts';

type Detector = typeof import('eld/extrasmall')['eld'];

let detector: Detector | undefined;

/** The n-grams take 28 MB of memory and a quarter of a second of processor time, so they are loaded when they are first needed. */
function loadDetector(): Detector {
  detector ??= load();
  return detector;
}

function load(): Detector {
  // `require` is synchronous, but the package only exports its modules to `import`.
  const path = fileURLToPath(import.meta.resolve('eld/extrasmall'));
  const { eld }: { readonly eld: Detector } = createRequire(import.meta.url)(path);
  return eld;
}

/** Scripts in which practically one language is written. */
const languageOfScript: ReadonlyArray<readonly [pattern: RegExp, language: string]> = [
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Sinhala}/gu, 'si'],
  [/\p{Script=Khmer}/gu, 'km'],
  [/\p{Script=Lao}/gu, 'lo'],
  [/\p{Script=Myanmar}/gu, 'my'],
  [/\p{Script=Ethiopic}/gu, 'am'],
];
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const han = /\p{Script=Han}/gu;
/** Scripts of many languages: n-grams and common words decide. If they do not, it may be any of those named. */
const sharedScripts: ReadonlyArray<readonly [pattern: RegExp, languages: readonly string[]]> = [
  [/\p{Script=Latin}/gu, []],
  [/\p{Script=Cyrillic}/gu, ['ru', 'uk', 'bg', 'sr', 'mk', 'be']],
  [/\p{Script=Arabic}/gu, ['ar', 'fa', 'ur']],
  [/\p{Script=Devanagari}/gu, ['hi', 'mr', 'ne']],
];

/** Languages that the n-grams do not include. */
const languagesByWordsOnly: ReadonlySet<string> = new Set(['af', 'id', 'mk', 'ne', 'sw']);

/** Every language that can be detected. */
export const knownLanguages: ReadonlySet<string> = new Set([
  ...languagesWithWords,
  ...languageOfScript.map(([, language]) => language),
  'zh',
  'ja',
]);

/** Shorter texts are names, numbers or codes as often as sentences. */
const usualLettersMin = 20;
/** Chinese, Japanese and Korean say with one character what others need several letters for. */
const denseWeight = 3;
const wordsOnlyMin = 1.6;
const wordsOnlyLead = 1.2;
/** How much a common word adds to the n-grams of its language. */
const commonWordWeight = 1.2;

/** A score for each possible language, the highest first. Empty if the language is not known. */
export type LanguageScores = ReadonlyMap<string, number>;

const address = /\b(?:https?:\/\/|www\.)[^\s<>)]+|[^\s@<>]{1,64}@[^\s@<>]+/gi;
const tag = /<[^<>\n]{1,500}>/g;

/** Only prose counts: code is not written in a language. */
function proseOf(text: string): string {
  const prose = replaceCodeSpans(withoutFences(text), () => ' ')
    .replace(tag, ' ')
    .replace(address, ' ');
  return normalise(prose, 'NFC').toLowerCase();
}

function withoutFences(text: string): string {
  if (!/[`~]{3}/.test(text)) return text;
  const fences = createFenceReader();
  const lines = Array.from(linesOf(text), (line) => (fences.read(line.text) === 'outside' ? line.text : ' '));
  return lines.join('\n');
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Most texts have no letters beyond ASCII and need not be searched for other scripts. */
const beyondAscii = /[\u0080-\uffff]/;
const latin = sharedScripts.slice(0, 1);

interface ScriptUse {
  readonly letters: number;
  readonly scores: () => LanguageScores;
}

/** Detects the language of a text by its script, and if several languages share that, by n-grams and common words. */
export function detectLanguage(text: string, lettersMin = usualLettersMin): LanguageScores {
  const prose = proseOf(text);
  const isAscii = !beyondAscii.test(prose);
  const shared = (isAscii ? latin : sharedScripts).map(([pattern, languages]) => ({
    letters: count(prose, pattern),
    scores: () => scoreProse(prose, { isLatin: languages.length === 0 }) ?? equally(languages),
  }));
  const uses = isAscii ? shared : [...shared, ...usesOfOneLanguage(prose)];
  const main = uses.reduce((one, other) => (other.letters > one.letters ? other : one));
  return main.letters < lettersMin ? new Map() : main.scores();
}

/** How much the text uses each script that determines the language by itself. */
function usesOfOneLanguage(prose: string): ScriptUse[] {
  const kanaCount = count(prose, kana);
  return [
    {
      letters: (kanaCount + count(prose, han)) * denseWeight,
      scores: () => equally([kanaCount > 0 ? 'ja' : 'zh']),
    },
    ...languageOfScript.map(([pattern, language]) => ({
      letters: count(prose, pattern) * (language === 'ko' ? denseWeight : 1),
      scores: () => equally([language]),
    })),
  ];
}

function equally(languages: readonly string[]): LanguageScores {
  return new Map(languages.map((language) => [language, 1]));
}

/** Null if the language is not known. */
function scoreProse(prose: string, { isLatin }: { readonly isLatin: boolean }): LanguageScores | null {
  const byWords = scoreWords(prose);
  if (isByWordsOnly(byWords)) return byWords;
  const found = loadDetector().detect(prose);
  // Names, addresses and codes, which English texts are full of, also consist of the n-grams of some language.
  if (!found.isReliable() || (isLatin && !byWords.has(found.language))) return null;
  const scores = Object.entries(found.getScores()).map(
    ([language, share]) =>
      [language, (share / (1 - share)) * (byWords.has(language) ? commonWordWeight : 1)] as const,
  );
  return rank(scores);
}

/** Whether the text is clearly in a language that the n-grams would take for a related one. */
function isByWordsOnly(byWords: LanguageScores): boolean {
  const [[language, score] = ['', 0], [, next] = ['', 0]] = byWords;
  return languagesByWordsOnly.has(language) && score >= Math.max(wordsOnlyMin, next * wordsOnlyLead);
}

/** Sums up the common words of each language. A word that several languages have counts less for each of them. */
function scoreWords(prose: string): LanguageScores {
  const scores = new Map<string, number>();
  for (const word of new Set(prose.match(/[\p{L}\p{M}]+/gu))) {
    const languages = languagesWithWord(word);
    for (const language of languages)
      scores.set(language, (scores.get(language) ?? 0) + 1 / Math.sqrt(languages.length));
  }
  return rank(scores);
}

function languagesWithWord(word: string): readonly string[] {
  return [...new Set([...(languagesOfWord.get(word) ?? []), ...(languagesAsking.get(word) ?? [])])];
}

function rank(scores: Iterable<readonly [string, number]>): LanguageScores {
  return new Map([...scores].toSorted(([, one], [, other]) => other - one));
}
