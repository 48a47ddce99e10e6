import { viewedUnitsMax } from './views-of.ts';

/** What stands on the seam of two parts stands whole in one of them. */
const overlapUnits = 1_000;

/** Of a text that is too long for them views leave out the middle: it is looked at in parts. */
export function cutParts(text: string): readonly string[] {
  const partUnits = 2 * viewedUnitsMax;
  const strideUnits = partUnits - overlapUnits;
  const count = 1 + Math.max(0, Math.ceil((text.length - partUnits) / strideUnits));
  return Array.from({ length: count }, (_, index) => {
    const start = index * strideUnits;
    return text.slice(start, start + partUnits);
  });
}
