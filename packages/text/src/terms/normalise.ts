// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII, too.
const isAscii = /^[\x00-\x7f]*$/;
/** More marks on one letter than any language writes. */
const manyMarks = /\p{M}{32}/gu;

/**
 * Normalises a text (Unicode). The runtime sorts the combining marks of one letter in quadratic time, a second for 20,000,
 * so long runs are normalised in pieces.
 */
export function normalise(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  // Every form of it is the text itself, and most texts are such.
  if (isAscii.test(text)) return text;
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: run } of text.matchAll(manyMarks)) {
    parts.push(text.slice(start, index + run.length).normalize(form));
    start = index + run.length;
  }
  return start === 0 ? text.normalize(form) : parts.join('') + text.slice(start).normalize(form);
}
