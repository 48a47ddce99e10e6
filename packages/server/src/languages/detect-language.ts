import { languagesOfWord, languagesWithWords } from './common-words.ts';

/** Scripts that one language is written in, as far as answers go. */
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
/** Scripts of many languages: there the common words decide. Where they do not, it may be any of those named. */
const sharedScripts: ReadonlyArray<readonly [pattern: RegExp, languages: readonly string[]]> = [
  [/\p{Script=Latin}/gu, []],
  [/\p{Script=Cyrillic}/gu, ['ru', 'uk', 'bg', 'sr', 'mk', 'be']],
  [/\p{Script=Arabic}/gu, ['ar', 'fa', 'ur']],
  [/\p{Script=Devanagari}/gu, ['hi', 'mr', 'ne']],
];

/** Every language that can be told. */
export const knownLanguages: ReadonlySet<string> = new Set([
  ...languagesWithWords,
  ...languageOfScript.map(([, language]) => language),
  'zh',
  'ja',
]);

/** Letters that a language has and those that it is taken for have not. */
const tellingLetters: ReadonlyArray<readonly [pattern: RegExp, language: string]> = [
  [/ß/g, 'de'],
  [/[ñ¿¡]/g, 'es'],
  [/[ãõ]/g, 'pt'],
  [/[œùê]/g, 'fr'],
  [/[őű]/g, 'hu'],
  [/[łżśźń]/g, 'pl'],
  [/[řůě]/g, 'cs'],
  [/[ľŕĺ]/g, 'sk'],
  [/[ğışİ]/g, 'tr'],
  [/[țăș]/g, 'ro'],
  [/[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệ]/g, 'vi'],
  [/[ėųįū]/g, 'lt'],
  [/[āēīļņķģ]/g, 'lv'],
  [/ë/g, 'sq'],
  [/[ыэё]/g, 'ru'],
  [/[їєґ]/g, 'uk'],
  [/ў/g, 'be'],
  [/[ђћџ]/g, 'sr'],
  [/[ѓќѕ]/g, 'mk'],
  [/[پچگژ]/g, 'fa'],
  [/[ٹڈڑے]/g, 'ur'],
];

/** What speaks for a language, and how much must. */
export interface Telling {
  readonly languagesOf: (word: string) => readonly string[] | undefined;
  /** A text with fewer letters is a name, a number or a code as often as a sentence. */
  readonly lettersMin: number;
  /** So many different words must speak for one. */
  readonly distinctMin: number;
  readonly scoreMin: number;
}

const byCommonWords: Telling = {
  languagesOf: (word) => languagesOfWord.get(word),
  lettersMin: 20,
  distinctMin: 2,
  scoreMin: 1.6,
};
/** Chinese, Japanese and Korean say with one character what others need several letters for. */
const denseWeight = 3;
const scoreShareMin = 0.08;
/** Of a word of one letter: it may be a name in a formula. */
const letterWeight = 0.4;
const tellingLetterWeight = 0.5;

/** How much speaks for each language, the most first. Empty where a text does not tell. */
export type LanguageScores = ReadonlyMap<string, number>;

const codeBlock = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const inlineCode = /`[^`\n]*`/g;
const address = /\b(?:https?:\/\/|www\.)[^\s<>)]+|[^\s@<>]{1,64}@[^\s@<>]+/gi;
const tag = /<[^<>\n]{1,500}>/g;

/** Only what is prose counts: code is in no language. */
function proseOf(text: string): string {
  return text
    .replace(codeBlock, ' ')
    .replace(inlineCode, ' ')
    .replace(tag, ' ')
    .replace(address, ' ')
    .normalize('NFC')
    .toLowerCase();
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Most texts have no letter beyond those of ASCII, and need not be looked through for scripts and letters beyond them. */
const beyondAscii = /[\u0080-\uffff]/;
const latin = sharedScripts.slice(0, 1);

interface ScriptUse {
  readonly letters: number;
  readonly scores: () => LanguageScores;
}

/** Tells the language of a text by its script and its commonest words. */
export function detectLanguage(text: string, telling: Telling = byCommonWords): LanguageScores {
  const prose = proseOf(text);
  const isPlain = !beyondAscii.test(prose);
  const shared = (isPlain ? latin : sharedScripts).map(([pattern, languages]) => ({
    letters: count(prose, pattern),
    scores: () => scoreWords(prose, isPlain, telling) ?? equally(languages),
  }));
  const uses = isPlain ? shared : [...shared, ...usesOfOneLanguage(prose)];
  const main = uses.reduce((one, other) => (other.letters > one.letters ? other : one));
  return main.letters < telling.lettersMin ? new Map() : main.scores();
}

/** Of scripts that tell the language by themselves. */
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

/** Null where too little speaks for any. */
function scoreWords(
  prose: string,
  isPlain: boolean,
  { languagesOf, distinctMin, scoreMin }: Telling,
): LanguageScores | null {
  const scores = new Map<string, number>();
  const add = (language: string, weight: number) =>
    scores.set(language, (scores.get(language) ?? 0) + weight);
  const words = prose.match(/[\p{L}\p{M}]+/gu) ?? [];
  const seen = new Set<string>();
  for (const word of words) {
    const languages = languagesOf(word);
    if (languages === undefined) continue;
    seen.add(word);
    // A word of three languages says less about each, but the right one of them has all its words.
    const weight = (word.length === 1 ? letterWeight : 1) / Math.sqrt(languages.length);
    for (const language of languages) add(language, weight);
  }
  for (const [pattern, language] of isPlain ? [] : tellingLetters) {
    const letters = count(prose, pattern);
    if (letters > 0) add(language, letters * tellingLetterWeight);
  }
  const ranked = [...scores].toSorted(([, one], [, other]) => other - one);
  const [, most] = ranked[0] ?? [null, 0];
  const isTold = seen.size >= distinctMin && most >= Math.max(scoreMin, words.length * scoreShareMin);
  return isTold ? new Map(ranked) : null;
}
