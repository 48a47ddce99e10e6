import { isAscii } from './plain-text.ts';
import { replaceParts, type ViewPart, type ViewReading } from './view-source.ts';

interface Letter {
  readonly sign: string;
  readonly start: number;
  readonly end: number;
}

const lettersMin = 4;
const gapLengthMax = 10;
/** Runs of letters or digits; a combining mark belongs to its letter. */
const pieces = /[\p{L}\p{N}\p{M}@$]+/gu;
const single = /^[\p{L}\p{N}@$]\p{M}*$/u;
const letter = /\p{L}/u;
/** Three single letters in a row: most texts have none and need no further parsing. */
const asciiTrace = /(?<![\w@$])[\w@$][^\w@$]{1,10}[\w@$][^\w@$]{1,10}[\w@$](?![\w@$])/;
const trace =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$]\p{M}{0,4}[^\p{L}\p{N}\p{M}]{1,10}[\p{L}\p{N}@$]\p{M}{0,4}[^\p{L}\p{N}\p{M}]{1,10}[\p{L}\p{N}@$]/u;

/** The most frequent gap between letters is the one within words; any other gap separates words. */
function commonGap(gaps: readonly string[]): string {
  const counts = new Map<string, number>();
  let best = gaps[0] ?? '';
  for (const gap of gaps) {
    const count = (counts.get(gap) ?? 0) + 1;
    counts.set(gap, count);
    if (count > (counts.get(best) ?? 0)) best = gap;
  }
  return best;
}

function joinLetters(text: string, run: readonly Letter[]): ViewPart | null {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined || run.length < lettersMin) return null;
  // A run of mostly digits is a list of numbers.
  if (run.filter(({ sign }) => letter.test(sign)).length * 2 < run.length) return null;
  const gaps = run.slice(1).map(({ start }, index) => text.slice(run[index]?.end ?? start, start));
  const within = commonGap(gaps);
  // If the gaps are all different, such as emoji, only those with a space separate words.
  const isMixed = new Set(gaps).size * 2 > gaps.length;
  let joined = first.sign;
  for (const [index, { sign }] of run.slice(1).entries()) {
    const gap = gaps[index] ?? '';
    const isWordBreak = isMixed ? /\s{2,}|\n|\S\s+\S|^\s+$/.test(gap) && gap !== within : gap !== within;
    joined += isWordBreak ? ` ${sign}` : sign;
  }
  return { start: first.start, end: last.end, text: joined };
}

/** Letters separated by spaces, dots, hyphens or emoji. */
export const spacedLetterReading: ViewReading = {
  name: 'spaced letters',
  isDisguise: true,
  read({ text }) {
    if (!(isAscii(text) ? asciiTrace : trace).test(text)) return null;
    const replacements: ViewPart[] = [];
    let run: Letter[] = [];
    const close = (): void => {
      const replacement = joinLetters(text, run);
      if (replacement !== null) replacements.push(replacement);
      run = [];
    };
    for (const match of text.matchAll(pieces)) {
      const last = run.at(-1);
      if (last !== undefined && match.index - last.end > gapLengthMax) close();
      if (match[0].length <= 4 && single.test(match[0])) {
        run.push({ sign: match[0], start: match.index, end: match.index + match[0].length });
      } else {
        close();
      }
    }
    close();
    return replaceParts(text, replacements);
  },
};
