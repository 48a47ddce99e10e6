import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { replaceCodeSpans } from '../markdown/code-spans.ts';
import { createFenceReader } from '../markdown/fences.ts';
import { linesOf } from '../markdown/lines.ts';
import { normalise } from '../normalise.ts';
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

/**
 * Words that are common in questions but not in other prose. Questions are short, and few words in them are common
 * elsewhere.
 */
const lists: Readonly<Record<string, string>> = {
  en: 'what which who whose when where why how many much long often does did do is are can could may must should would my i me about get any there need happens we our please have has',
  de: 'was welche welcher welches welchen wer wem wen wann wo woher wohin warum wieso wie viel viele lange oft hoch darf kann muss soll gibt ich mein meine meinen bekomme gilt wo wird ist sind hat haben man mir mich brauche passiert kostet wofür womit werden können müssen dürfen sollen bekommen bitte unser unsere mein meiner lang',
  fr: 'que quel quelle quels quelles qui quand où pourquoi comment combien est-ce ce qu puis je peut on dois mon ma mes faut il y a-t-il quoi suis jours ont avez donc dois-je puis-je cela quelqu sont-ils ils elles elle notre nos peuvent doivent coûte sont',
  es: 'qué cuál cuáles quién quiénes cuándo dónde por cómo cuánto cuánta cuántos cuántas puedo puede debo hay mi mis tengo tiene necesito existe pasa días cuesta son están hace nuestro nuestra pueden deben cual cuanto donde cuando como',
  it: 'che cosa quale quali chi quando dove perché come quanto quanta quanti quante posso può devo ho mio mia miei devono serve costa hanno giorni esiste succede bisogna vengono',
  nl: 'wat welke welk wie wanneer waar waarom hoe hoeveel lang vaak mag kan moet ik mijn krijg kost heb nodig gebeurt zijn hebben waarvoor hoelang',
  pt: 'qual quais quem quando onde porquê quanto quanta quantos quantas posso pode devo há meu minha tenho preciso existe acontece dias custa são têm faço',
  sv: 'vad vilken vilket vilka vem när var varför hur många mycket länge får kan måste jag min mitt finns kostar behöver',
  da: 'hvad hvilken hvilket hvilke hvem hvornår hvor hvorfor hvordan mange meget længe må kan jeg min mit koster findes skal',
  no: 'hva hvilken hvilket hvilke hvem når hvor hvorfor hvordan mange mye lenge får kan jeg min mitt koster finnes skal må',
  pl: 'co jaki jaka jakie kto kiedy gdzie dlaczego jak ile czy mogę można muszę mój moje długo często jest są',
  cs: 'co jaký jaká jaké kdo kdy kde proč jak kolik mohu můžu musím můj moje dlouho často je jsou',
  fi: 'mikä mitä mitkä kuka milloin missä miksi miten kuinka paljon monta voinko saanko pitääkö onko minun',
  tr: 'ne hangi kim zaman nerede neden niçin nasıl kaç mı mi mu mü var yok benim kadar',
  ro: 'ce care cine când unde cum cât câte câți pot trebuie am meu mea există',
};

/** The languages that ask with each word. */
const languagesAsking: ReadonlyMap<string, readonly string[]> = groupByWord();

function groupByWord(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, list] of Object.entries(lists))
    for (const word of new Set(list.split(' ')))
      languages.set(word, [...(languages.get(word) ?? []), language]);
  return languages;
}
