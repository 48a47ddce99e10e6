/** A quote as the answer shows it. */
export interface ShownQuote {
  readonly shown: string;
  readonly follows: 'as_paragraph' | 'as_row';
}

/** What cannot go on in the line of the lead: lists, tables, code, headings, what others said. */
const beginsBlock = /^\s*(?:[-*+•|#>`~]|\d{1,9}[.)]\s)/;

/**
 * The text of an answer, from what it says of itself and what it quotes. `ranges` says where each quote stands in it, in
 * UTF-16 units: between them there is nothing but white space, before the first nothing but the lead.
 */
export function joinAnswer(
  lead: string,
  quotes: readonly ShownQuote[],
): {
  readonly text: string;
  readonly ranges: ReadonlyArray<{ readonly start: number; readonly end: number }>;
} {
  let text = lead;
  const ranges = quotes.map(({ shown, follows }, position) => {
    if (position > 0) text += follows === 'as_row' ? '\n' : '\n\n';
    else if (lead !== '') text += beginsBlock.test(shown) ? '\n\n' : ' ';
    const start = text.length;
    text += shown;
    return { start, end: text.length };
  });
  return { text, ranges };
}
