/** Offsets into a text, the end excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How many expected spans were found, and how many findings were right. */
export interface SpanCounts {
  readonly expected: number;
  readonly hit: number;
  readonly found: number;
  readonly right: number;
}

export const noSpans: SpanCounts = { expected: 0, hit: 0, found: 0, right: 0 };

/** A span counts as found if at least this share of it is covered. */
const coveredMin = 0.5;

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

/** The share of a span covered by others, which must not overlap each other. */
export function coveredShare({ start, end }: Span, others: readonly Span[]): number {
  let units = 0;
  for (const other of others) units += Math.max(0, Math.min(end, other.end) - Math.max(start, other.start));
  return end > start ? units / (end - start) : 0;
}

/** A finding in an ignored span, such as a date that is not a birthday, is neither right nor wrong. */
export function countSpans({
  expected,
  ignored,
  found,
}: {
  readonly expected: readonly Span[];
  readonly ignored: readonly Span[];
  readonly found: readonly Span[];
}): SpanCounts {
  const right = found.filter((one) => expected.some((span) => overlaps(one, span)));
  const beside = found.filter((one) => !right.includes(one) && ignored.some((span) => overlaps(one, span)));
  return {
    expected: expected.length,
    hit: expected.filter((span) => coveredShare(span, found) >= coveredMin).length,
    found: found.length - beside.length,
    right: right.length,
  };
}

export function addCounts(one: SpanCounts, other: SpanCounts): SpanCounts {
  return {
    expected: one.expected + other.expected,
    hit: one.hit + other.hit,
    found: one.found + other.found,
    right: one.right + other.right,
  };
}

/** 1 if nothing was expected; likewise precision is 1 if nothing was found. */
export function recallOf({ expected, hit }: SpanCounts): number {
  return expected === 0 ? 1 : hit / expected;
}

export function precisionOf({ found, right }: SpanCounts): number {
  return found === 0 ? 1 : right / found;
}

/** The F-score; with a `beta` of 2, recall counts twice as much as precision. */
export function fScore(counts: SpanCounts, beta: number): number {
  const [precision, recall] = [precisionOf(counts), recallOf(counts)];
  const weight = beta * beta;
  return precision + recall === 0 ? 0 : ((1 + weight) * precision * recall) / (weight * precision + recall);
}
