import type { FoundRange } from '../../interfaces/guardrail.ts';

/** In order, and with what overlaps united: a text can be replaced at each of them. */
export function uniteRanges<Range extends FoundRange>(ranges: readonly Range[]): readonly Range[] {
  const united: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = united.at(-1);
    if (last === undefined || range.start >= last.end) united.push(range);
    else if (range.end > last.end) united[united.length - 1] = { ...last, end: range.end };
  }
  return united;
}
