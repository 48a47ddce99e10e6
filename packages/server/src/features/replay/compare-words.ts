/** A run of words that is in both texts, or in only one of them. */
export interface WordRun {
  readonly kind: 'same' | 'gone' | 'added';
  readonly text: string;
}

/** Beyond this many comparisons the middle is shown as replaced: nobody reads a finer diff of that much text. */
const comparisonsMax = 4_000_000;

/**
 * The difference between two texts, word by word. The runs that are the same or gone make up the first text, those that are
 * the same or added the second.
 */
export function compareWords({ was, now }: { readonly was: string; readonly now: string }): WordRun[] {
  const [before, after] = [wordsOf(was), wordsOf(now)];
  const head = countEqual(before, after);
  const tail = countEqual(before.slice(head).reverse(), after.slice(head).reverse());
  const [gone, added] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return joinRuns([
    ...before.slice(0, head).map(same),
    ...compareMiddle(gone, added),
    ...before.slice(before.length - tail).map(same),
  ]);
}

/** Words with the space before them, and what is left of it at the end. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/gu) ?? [];
}

function same(text: string): WordRun {
  return { kind: 'same', text };
}

function countEqual(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length);
  let count = 0;
  while (count < length && one[count] === other[count]) count += 1;
  return count;
}

/** By the longest common subsequence of words. */
function compareMiddle(before: readonly string[], after: readonly string[]): WordRun[] {
  const width = after.length + 1;
  if (before.length * after.length > comparisonsMax)
    return [
      { kind: 'gone', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ];
  // The length of the common subsequence of the remainders from each position on.
  const common = new Uint32Array((before.length + 1) * width);
  const at = (from: number, to: number) => common[from * width + to] ?? 0;
  for (let from = before.length - 1; from >= 0; from -= 1)
    for (let to = after.length - 1; to >= 0; to -= 1)
      common[from * width + to] =
        before[from] === after[to] ? at(from + 1, to + 1) + 1 : Math.max(at(from + 1, to), at(from, to + 1));
  const runs: WordRun[] = [];
  let [from, to] = [0, 0];
  while (from < before.length || to < after.length) {
    const [gone, added] = [before[from], after[to]];
    if (gone !== undefined && gone === added) {
      runs.push(same(gone));
      from += 1;
      to += 1;
    } else if (gone !== undefined && (added === undefined || at(from + 1, to) >= at(from, to + 1))) {
      runs.push({ kind: 'gone', text: gone });
      from += 1;
    } else {
      runs.push({ kind: 'added', text: added ?? '' });
      to += 1;
    }
  }
  return runs;
}

function joinRuns(runs: readonly WordRun[]): WordRun[] {
  const joined: WordRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (run.text === '') continue;
    if (last?.kind === run.kind) joined.splice(-1, 1, { kind: run.kind, text: last.text + run.text });
    else joined.push(run);
  }
  return joined;
}
