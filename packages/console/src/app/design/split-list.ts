/** The entries of a field in which they are separated by commas or lines. */
export function splitList(text: string, separator: ',' | '\n' = ','): string[] {
  return text.split(separator).flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]));
}
