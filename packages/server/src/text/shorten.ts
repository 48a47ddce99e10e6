/** A text of at most this many code points: of a longer one the beginning, and a sign that there is more. */
export function shorten(text: string, codePointsMax: number): string {
  const all = [...text];
  return all.length <= codePointsMax ? text : `${all.slice(0, codePointsMax - 1).join('')}…`;
}
