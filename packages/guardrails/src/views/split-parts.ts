import { viewedUnitsMax } from './build-part-views.ts';

/** What crosses the boundary of two parts is complete in one of them. */
const overlapUnits = 1_000;

/** Views leave out the middle of a text that is too long, so it is read in parts. */
export function splitParts(text: string): readonly string[] {
  const partUnits = 2 * viewedUnitsMax;
  const strideUnits = partUnits - overlapUnits;
  const count = 1 + Math.max(0, Math.ceil((text.length - partUnits) / strideUnits));
  return Array.from({ length: count }, (_, index) => {
    const start = index * strideUnits;
    return text.slice(start, start + partUnits);
  });
}
