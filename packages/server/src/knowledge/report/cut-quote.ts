const quotePointsMax = 300;

/** As much of a text as a report quotes. */
export function cut(text: string): string {
  return text.length <= quotePointsMax ? text : [...text].slice(0, quotePointsMax).join('');
}
