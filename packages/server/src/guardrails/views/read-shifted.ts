import { findGarbledRuns, type GarbledRun, readsBetter } from './garbled-runs.ts';
import { type Reading, type Replacement, replaceParts } from './source.ts';

const codeOfA = 97;
const letters = 26;
/** How often each letter of the alphabet stands in a thousand letters of English, about. */
const frequencies = [
  82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1,
];
const logFrequencies = frequencies.map(Math.log);

/** One letter for each other: moved along the alphabet, and perhaps turned round before. */
interface Shift {
  readonly by: number;
  readonly isMirrored: boolean;
}

function shiftLetter(code: number, { by, isMirrored }: Shift): number {
  const place = isMirrored ? letters - 1 - (code - codeOfA) : code - codeOfA;
  return codeOfA + ((place + by) % letters);
}

function shiftWord(word: string, shift: Shift): string {
  let shifted = '';
  for (let index = 0; index < word.length; index++) {
    shifted += String.fromCharCode(shiftLetter(word.charCodeAt(index), shift));
  }
  return shifted;
}

const shifts: readonly Shift[] = [
  ...Array.from({ length: letters - 1 }, (_, index) => ({ by: index + 1, isMirrored: false })),
  { by: 0, isMirrored: true },
];

const candidatesMax = 3;

/** For each shift, what a letter of each kind adds to the likelihood of the whole. */
const gains: readonly Float64Array[] = shifts.map((shift) =>
  Float64Array.from(
    { length: letters },
    (_, place) => logFrequencies[shiftLetter(place + codeOfA, shift) - codeOfA] ?? 0,
  ),
);

function countLetters({ words }: GarbledRun): Float64Array {
  const counts = new Float64Array(letters);
  for (const { word } of words) {
    for (let index = 0; index < word.length; index++) {
      const place = word.charCodeAt(index) - codeOfA;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  return counts;
}

/** The shifts under which the letters are as frequent as in English: counting is cheap, reading is not. */
function likelyShifts(run: GarbledRun): readonly Shift[] {
  const counts = countLetters(run);
  const scored = gains.map((gain, index) => {
    let score = 0;
    for (let place = 0; place < letters; place++) score += (counts[place] ?? 0) * (gain[place] ?? 0);
    return { index, score };
  });
  scored.sort((one, other) => other.score - one.score);
  return scored.slice(0, candidatesMax).flatMap(({ index }) => shifts[index] ?? []);
}

function findShift(run: GarbledRun): Shift | null {
  return (
    likelyShifts(run).find((shift) =>
      readsBetter(
        run.words.map(({ word }) => shiftWord(word, shift)),
        run.likelihood,
      ),
    ) ?? null
  );
}

/** The longest ones: of a text that is one long disguise there are few. */
const runsMax = 8;
const lettersMin = 12;
const lengthOf = ({ start, end }: GarbledRun): number => end - start;
/** A few letters can be shifted into some word or other. */
const isLong = (run: GarbledRun): boolean => lengthOf(run) >= lettersMin;

/** Caesar's cipher by any shift, rot13 among them, and the alphabet turned round. */
export const shiftedReading: Reading = {
  name: 'shifted letters',
  isDisguise: true,
  read(source) {
    const runs = findGarbledRuns(source)
      .filter(isLong)
      .sort((one, other) => lengthOf(other) - lengthOf(one))
      .slice(0, runsMax)
      .sort((one, other) => one.start - other.start);
    const parts: Replacement[] = [];
    let garbled = 0;
    let found: Shift | null = null;
    for (const run of runs) {
      const shift = findShift(run);
      if (shift === null) continue;
      found ??= shift;
      garbled += run.end - run.start;
      for (const { word, start, end } of run.words) parts.push({ start, end, text: shiftWord(word, shift) });
    }
    if (found === null) return null;
    if (garbled * 2 <= source.text.length) return replaceParts(source.text, parts);
    // Most of the text: then all of it, with the short words that looked ordinary.
    const shift = found;
    return replaceParts(
      source.text,
      source.words().map(({ word, start, end }) => ({ start, end, text: shiftWord(word, shift) })),
    );
  },
};
