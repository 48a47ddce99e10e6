export interface DiffLine {
  readonly id: number;
  readonly kind: 'same' | 'added' | 'gone';
  readonly text: string;
}

/** The table of common lengths grows with the product of the two texts. */
const cellsMax = 4_000_000;

/** What a text must lose and gain to become another: the longest common subsequence of lines stays. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const { start, end } = commonEnds(before, after);
  const old = before.slice(start, before.length - end);
  const next = after.slice(start, after.length - end);
  const middle = old.length * next.length > cellsMax ? replaceAll(old, next) : diffMiddle(old, next);
  const same = (text: string) => ({ kind: 'same' as const, text });
  return [...before.slice(0, start).map(same), ...middle, ...after.slice(after.length - end).map(same)].map(
    (line, id) => ({ ...line, id }),
  );
}

type Line = Omit<DiffLine, 'id'>;

function commonEnds(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}

const replaceAll = (old: readonly string[], next: readonly string[]): Line[] => [
  ...old.map((text) => ({ kind: 'gone' as const, text })),
  ...next.map((text) => ({ kind: 'added' as const, text })),
];

function diffMiddle(old: readonly string[], next: readonly string[]): Line[] {
  const width = next.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = next.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        old[row] === next[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < next.length) {
    const [gone, added] = [old[row], next[column]];
    if (gone !== undefined && gone === added) {
      lines.push({ kind: 'same', text: gone });
      row += 1;
      column += 1;
    } else if (gone !== undefined && (added === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'gone', text: gone });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: added ?? '' });
      column += 1;
    }
  }
  return lines;
}
