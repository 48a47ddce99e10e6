/** A place in a line of Markdown, and the column it is seen at: a tab reaches to the next multiple of four. */
export interface MarkdownPlace {
  readonly offset: number;
  readonly column: number;
}

function isBlankAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit === 0x20 || unit === 0x09;
}

/** Passes over so many columns of white space; a tab that reaches further is passed over whole. */
export function passColumns(text: string, place: MarkdownPlace, columns: number): MarkdownPlace {
  const columnEnd = place.column + columns;
  let { offset, column } = place;
  while (column < columnEnd && isBlankAt(text, offset)) {
    column += text[offset] === '\t' ? 4 - (column % 4) : 1;
    offset += 1;
  }
  return { offset, column };
}

export function passBlanks(text: string, place: MarkdownPlace): MarkdownPlace {
  return passColumns(text, place, Number.POSITIVE_INFINITY);
}

export function passCharacters({ offset, column }: MarkdownPlace, characters: number): MarkdownPlace {
  return { offset: offset + characters, column: column + characters };
}

/** The end of a range without the white space before it. */
export function trimmedEnd(text: string, range: { readonly start: number; readonly end: number }): number {
  let { end } = range;
  while (end > range.start && isBlankAt(text, end - 1)) end -= 1;
  return end;
}
