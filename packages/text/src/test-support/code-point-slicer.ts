/** Slices a text by code points, as a client does that counts them one by one. */
export function codePointSlicer(
  text: string,
): (range: { readonly start: number; readonly end: number }) => string {
  const characters = [...text];
  return ({ start, end }) => characters.slice(start, end).join('');
}
