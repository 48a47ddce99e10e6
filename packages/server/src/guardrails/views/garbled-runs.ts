import { knownWords } from './known-words.ts';
import { textLikelihood, wordLikelihood } from './likely-english.ts';
import type { LatinWord, Source } from './source.ts';

/** A part of a text whose words are no English, with the likelihood of its letters. */
export interface GarbledRun {
  readonly words: readonly LatinWord[];
  readonly start: number;
  readonly end: number;
  readonly likelihood: number;
}

const strangeMax = -2.3;
const lettersMin = 10;
/** A short word or two may look like English by chance. */
const ordinaryBetweenMax = 2;

function isStrange(word: string): boolean {
  return !knownWords.has(word) && wordLikelihood(word) < strangeMax;
}

function createRun(words: readonly LatinWord[], until: number): GarbledRun | null {
  const kept = words.slice(0, until);
  const [first] = kept;
  const last = kept.at(-1);
  if (first === undefined || last === undefined) return null;
  const letters = kept.reduce((sum, { word }) => sum + word.length, 0);
  if (letters < lettersMin) return null;
  const likelihood = textLikelihood(kept.map(({ word }) => word));
  return { words: kept, start: first.start, end: last.end, likelihood };
}

/** The parts of a text that may be English in disguise: words that look like none, and what little stands between. */
export function findGarbledRuns(source: Source): readonly GarbledRun[] {
  const known = runsOf.get(source);
  if (known !== undefined) return known;
  const runs: GarbledRun[] = [];
  let open: LatinWord[] = [];
  let until = 0;
  const close = (): void => {
    const run = createRun(open, until);
    if (run !== null) runs.push(run);
    open = [];
    until = 0;
  };
  for (const word of source.words()) {
    if (isStrange(word.word)) {
      open.push(word);
      until = open.length;
    } else if (open.length > 0) {
      open.push(word);
      // What is not known belongs to the run as well, where it ends the text.
      if (!knownWords.has(word.word) && open.length - until === 1) until = open.length;
      if (open.length - until > ordinaryBetweenMax) close();
    }
  }
  close();
  runsOf.set(source, runs);
  return runs;
}

/** Several readings ask for the same runs of one text. */
const runsOf = new WeakMap<Source, readonly GarbledRun[]>();

const likelyMin = -2.45;
const gainMin = 0.9;

/** Whether words read as English, and far more so than what they were made from. */
export function readsBetter(words: readonly string[], before: number): boolean {
  const likelihood = textLikelihood(words);
  return likelihood > likelyMin && likelihood > before + gainMin;
}
