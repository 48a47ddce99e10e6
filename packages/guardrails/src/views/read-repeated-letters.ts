import { knownWords } from './known-words.ts';
import { replaceParts, type ViewPart, type ViewReading } from './view-source.ts';

/** The only common word of three identical letters. */
const webPrefix = 'www';
const stretched = /([a-z])\1\1/;
const doubled = /^(?:([a-z])\1){3,}$/;
const letterRun = /([a-z])\1*/g;

/** The word without its repetitions: each run divided by the shortest one, or reduced to one or two letters. */
function shrink(word: string): string {
  const runs = word.match(letterRun) ?? [];
  const repeated = runs.reduce((least, run) => Math.min(least, run.length), word.length);
  const once = runs
    .map((run) => run.charAt(0).repeat(Math.max(1, Math.round(run.length / repeated))))
    .join('');
  if (repeated > 1 && (knownWords.has(once) || !stretched.test(once))) return once;
  const single = runs.map((run) => (run.length > 2 ? run.charAt(0) : run)).join('');
  const double = runs.map((run) => (run.length > 2 ? run.slice(0, 2) : run)).join('');
  return knownWords.has(single) || !knownWords.has(double) ? single : double;
}

/** Words with stretched letters, as in "pleeease". */
export const repeatedLetterReading: ViewReading = {
  name: 'repeated letters',
  isDisguise: false,
  read({ text, words }) {
    const parts: ViewPart[] = [];
    for (const { word, start, end } of words()) {
      if (word === webPrefix || !(stretched.test(word) || doubled.test(word))) continue;
      parts.push({ start, end, text: shrink(word) });
    }
    return replaceParts(text, parts);
  },
};
