/** A text as a terminal may show it: what would move its cursor, colour it or turn it round is taken out; lines stay lines. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu, '');
}
