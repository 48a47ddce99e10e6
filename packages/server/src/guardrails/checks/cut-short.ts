import type { FoundRange } from '../../interfaces/guardrail.ts';

/** As long as an order or a request is: in a longer text it drowns among what is harmless. */
export const partUnits = 200;
const strideUnits = 100;

interface ShortPart {
  readonly start: number;
  readonly text: string;
}

/** Short parts of a long text that overlap; none of a short one. Of a range only those that touch it. */
export function* cutShort(text: string, range: FoundRange | null): Generator<ShortPart, void, undefined> {
  if (text.length <= partUnits) return;
  const last = Math.ceil((text.length - partUnits) / strideUnits);
  const first = range === null ? 0 : Math.ceil((range.start - partUnits) / strideUnits);
  const end = range === null ? text.length : range.end;
  for (let index = Math.min(last, Math.max(0, first)); index <= last; index++) {
    const start = index * strideUnits;
    if (start > end) return;
    yield { start, text: text.slice(start, start + partUnits) };
  }
}
