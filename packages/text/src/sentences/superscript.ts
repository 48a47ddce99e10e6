/** What a raised text begins with if it must not run into the word before it: 10⁶ is not 106, "1st" and "Brand™" read on. */
const raised = /^\s*(?:[\d+\-−(]|\p{L}(?!\p{L}))/u;

/** The mark to write before a raised text: "10^6". */
export function superscriptMark(text: string): '^' | '' {
  return raised.test(text) ? '^' : '';
}
