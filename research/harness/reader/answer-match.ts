/** How well an answer matches: 0 or 1 for an exact match, and 0 to 1 by shared words (F1). */
export interface AnswerMatch {
  readonly exact: number;
  readonly f1: number;
}

const punctuation = /[!-/:-@[-`{-~]/g;
const articles = /(?<![\p{L}\p{N}_])(?:an?|the)(?![\p{L}\p{N}_])/gu;

/** Normalises as SQuAD does: lower case, without ASCII punctuation, articles and extra white space, in that order. */
export function normaliseAnswer(text: string): string {
  return text
    .toLowerCase()
    .replace(punctuation, '')
    .replace(articles, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}

/** The best match with any gold answer. If there are none, the right answer is empty. */
export function matchAnswer(predicted: string, golds: readonly string[]): AnswerMatch {
  const wanted = golds.map(normaliseAnswer).filter((gold) => gold !== '');
  if (wanted.length === 0) wanted.push('');
  const given = normaliseAnswer(predicted);
  return {
    exact: wanted.includes(given) ? 1 : 0,
    f1: Math.max(...wanted.map((gold) => overlap(wordsOf(given), wordsOf(gold)))),
  };
}

function wordsOf(normalised: string): string[] {
  return normalised === '' ? [] : normalised.split(' ');
}

/** F1 over words, counting repetitions. An empty answer matches only an empty one. */
function overlap(given: readonly string[], wanted: readonly string[]): number {
  if (given.length === 0 || wanted.length === 0) return given.length === wanted.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(word, count - 1);
  }
  return (2 * shared) / (given.length + wanted.length);
}
