const quotePointsMax = 300;

/** Shortens a text to the length of a quote in a report. */
export function shortenQuote(text: string): string {
  return text.length <= quotePointsMax ? text : [...text].slice(0, quotePointsMax).join('');
}
