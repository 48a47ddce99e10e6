import type { FoundRange } from '../guardrail.ts';

/** About the length of one instruction or request: in a longer text it drowns among harmless sentences. */
const windowUnits = 200;
const strideUnits = 100;

interface TextWindow {
  readonly start: number;
  readonly text: string;
}

/** Overlapping windows over a long text; none for a short one. With a range, only the windows that touch it. */
export function* slidingWindows(
  text: string,
  range: FoundRange | null,
): Generator<TextWindow, void, undefined> {
  if (text.length <= windowUnits) return;
  const last = Math.ceil((text.length - windowUnits) / strideUnits);
  const first = range === null ? 0 : Math.ceil((range.start - windowUnits) / strideUnits);
  const end = range === null ? text.length : range.end;
  for (let index = Math.min(last, Math.max(0, first)); index <= last; index++) {
    const start = index * strideUnits;
    if (start > end) return;
    yield { start, text: text.slice(start, start + windowUnits) };
  }
}
