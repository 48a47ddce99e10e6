const digitRun = /\d+/g;
/** No identifier has more characters than this before its first digit, between two of them, or after the last. */
const reachBefore = 20;
const reachBetween = 12;
const reachAfter = 20;

export interface DigitRegion {
  readonly region: string;
  readonly offset: number;
  readonly digits: number;
}

/**
 * The parts of a text with digits close together. Prose has few digits, most of them years and counts, so patterns for
 * identifiers can skip the rest.
 */
export function digitRegions(text: string): readonly DigitRegion[] {
  const regions: DigitRegion[] = [];
  let first = -1;
  let last = 0;
  let digits = 0;
  const close = () => {
    const offset = Math.max(0, first - reachBefore);
    regions.push({ region: text.slice(offset, last + reachAfter), offset, digits });
  };
  for (const { 0: run, index } of text.matchAll(digitRun)) {
    if (first >= 0 && index - last > reachBetween) {
      close();
      first = -1;
      digits = 0;
    }
    if (first < 0) first = index;
    last = index + run.length;
    digits += run.length;
  }
  if (first >= 0) close();
  return regions;
}
