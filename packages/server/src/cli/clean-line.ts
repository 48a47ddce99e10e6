import { cleanText, shorten } from '@avow/text';

/** A text as one line that is safe to show in a terminal. */
export function cleanLine(text: string, codePointsMax: number): string {
  return shorten(cleanText(text.replace(/\s+/g, ' ')).trim(), codePointsMax);
}
