/** Something that two sequences of texts have in common, or that only one of them has. */
export interface DiffPart {
  readonly kind: 'same' | 'gone' | 'added';
  readonly text: string;
}

/** The table of common lengths grows with the product of the two; nobody reads a finer diff of that much text. */
const cellsMax = 4_000_000;

/**
 * What a sequence must lose and gain to become another: the longest common subsequence stays. What is the same or gone makes
 * up the first, what is the same or added the second. Beyond the limit, everything between the common ends is replaced.
 */
export function diff(before: readonly string[], after: readonly string[]): DiffPart[] {
  const head = countEqual(before, after);
  const tail = countEqual(before.slice(head).reverse(), after.slice(head).reverse());
  const [old, next] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return [
    ...before.slice(0, head).map(same),
    ...(old.length * next.length > cellsMax ? [...old.map(gone), ...next.map(added)] : diffMiddle(old, next)),
    ...before.slice(before.length - tail).map(same),
  ];
}

const same = (text: string): DiffPart => ({ kind: 'same', text });
const gone = (text: string): DiffPart => ({ kind: 'gone', text });
const added = (text: string): DiffPart => ({ kind: 'added', text });

function countEqual(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length);
  let count = 0;
  while (count < length && one[count] === other[count]) count += 1;
  return count;
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffPart[] {
  const width = after.length + 1;
  // The length of the common subsequence of the remainders from each position on.
  const common = new Uint32Array((before.length + 1) * width);
  const at = (from: number, to: number) => common[from * width + to] ?? 0;
  for (let from = before.length - 1; from >= 0; from -= 1)
    for (let to = after.length - 1; to >= 0; to -= 1)
      common[from * width + to] =
        before[from] === after[to] ? at(from + 1, to + 1) + 1 : Math.max(at(from + 1, to), at(from, to + 1));
  const parts: DiffPart[] = [];
  let [from, to] = [0, 0];
  while (from < before.length || to < after.length) {
    const [was, now] = [before[from], after[to]];
    if (was !== undefined && was === now) {
      parts.push(same(was));
      from += 1;
      to += 1;
    } else if (was !== undefined && (now === undefined || at(from + 1, to) >= at(from, to + 1))) {
      parts.push(gone(was));
      from += 1;
    } else {
      parts.push(added(now ?? ''));
      to += 1;
    }
  }
  return parts;
}
