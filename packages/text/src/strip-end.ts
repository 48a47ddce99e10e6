/**
 * Removes these characters, given as a pattern for one of them, from the end of a text. A pattern such as `[…]+$` would be
 * tried at each of them anywhere in the text, which takes quadratic time.
 */
export function stripEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
