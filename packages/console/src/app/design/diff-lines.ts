import { type DiffPart, diff } from '@avow/text/diff';

export interface DiffLine extends DiffPart {
  readonly id: number;
}

export type ShownLine = DiffLine | { readonly id: number; readonly kind: 'skipped'; readonly count: number };

export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  return diff(before, after).map((line, id) => ({ ...line, id }));
}

/** Lines that are shown around a difference. */
const contextLines = 2;

/** Lines that are far from any difference become one line that counts them. */
export function leaveOut(lines: readonly DiffLine[]): readonly ShownLine[] {
  const isNear = (index: number) =>
    lines
      .slice(Math.max(0, index - contextLines), index + contextLines + 1)
      .some(({ kind }) => kind !== 'same');
  const shown: ShownLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear(index)) shown.push(line);
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { ...last, count: last.count + 1 };
    else shown.push({ id: line.id, kind: 'skipped', count: 1 });
  }
  return shown;
}
