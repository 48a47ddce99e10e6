/** How far an answer is what was wanted: 0 or 1 word for word, and 0 to 1 by shared words. */
export interface AnswerMatch {
  readonly exact: number;
  readonly f1: number;
}

const punctuation = /[!-/:-@[-`{-~]/g;
const articles = /(?<![\p{L}\p{N}_])(?:an?|the)(?![\p{L}\p{N}_])/gu;

/** As SQuAD compares answers: lower case, without the punctuation of ASCII, articles and needless space; in that order. */
export function normaliseAnswer(text: string): string {
  return text
    .toLowerCase()
    .replace(punctuation, '')
    .replace(articles, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}

/** The best over all answers that count as right. None of them: the right answer is to give none. */
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

/** The harmonic mean of precision and recall over words, each as often as it stands. Nothing matches nothing alone. */
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
