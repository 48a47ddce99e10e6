/** Makes a text safe for a terminal: removes what would move the cursor, change colours or reverse the text. Line ends stay. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu, '');
}
