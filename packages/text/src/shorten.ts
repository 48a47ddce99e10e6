/** Shortens a text to this many code points, with an ellipsis if something was cut. */
export function shorten(text: string, codePointsMax: number): string {
  const all = [...text];
  return all.length <= codePointsMax ? text : `${all.slice(0, codePointsMax - 1).join('')}…`;
}
