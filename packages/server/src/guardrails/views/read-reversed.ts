import { findGarbledRuns, type GarbledRun, readsBetter } from './garbled-runs.ts';
import { type Reading, type Replacement, replaceParts, type Source } from './source.ts';

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Runs whose words read as English from their ends. */
function backwardRuns(source: Source): readonly GarbledRun[] {
  const known = backwardOf.get(source);
  if (known !== undefined) return known;
  const runs = findGarbledRuns(source).filter(({ words, likelihood }) =>
    readsBetter(
      words.map(({ word }) => reverse(word)),
      likelihood,
    ),
  );
  backwardOf.set(source, runs);
  return runs;
}

const backwardOf = new WeakMap<Source, readonly GarbledRun[]>();

export const reversedReading: Reading = {
  name: 'reversed',
  isDisguise: true,
  read(source) {
    const runs = backwardRuns(source);
    const [first] = runs;
    const last = runs.at(-1);
    if (first === undefined || last === undefined) return null;
    const letters = runs.reduce((sum, { start, end }) => sum + end - start, 0);
    // Most of the text: then all of it, with the short words at its ends.
    if (letters * 2 > source.text.length) return reverse(source.text);
    return replaceParts(
      source.text,
      runs.map(({ start, end }) => ({ start, end, text: reverse(source.text.slice(start, end)) })),
    );
  },
};

export const reversedWordReading: Reading = {
  name: 'reversed words',
  isDisguise: true,
  read(source) {
    const runs = backwardRuns(source);
    const letters = runs.reduce((sum, { start, end }) => sum + end - start, 0);
    const words = letters * 2 > source.text.length ? source.words() : runs.flatMap((run) => run.words);
    const parts: Replacement[] =
      runs.length === 0 ? [] : words.map(({ start, end, word }) => ({ start, end, text: reverse(word) }));
    return replaceParts(source.text, parts);
  },
};
