export interface TextLine {
  readonly text: string;
  /** UTF-16 offsets, without the line break. */
  readonly start: number;
  readonly end: number;
}

/** The lines of a text. */
export function* linesOf(text: string): Generator<TextLine> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { text: text.slice(start, end), start, end };
    start = end + 1;
  }
}
