import { cleanText } from '../text/clean-text.ts';
import { shorten } from '../text/shorten.ts';

/** A text as one line that a terminal may show. */
export function cleanLine(text: string, codePointsMax: number): string {
  return shorten(cleanText(text.replace(/\s+/g, ' ')).trim(), codePointsMax);
}
