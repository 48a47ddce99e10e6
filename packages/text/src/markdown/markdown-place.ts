/** A position in a line of Markdown and its column: a tab advances to the next multiple of four. */
export interface MarkdownPlace {
  readonly offset: number;
  readonly column: number;
}

function isBlankAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit === 0x20 || unit === 0x09;
}

/** Skips this many columns of white space; a tab that extends beyond them is skipped whole. */
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

/** The end of a range without trailing white space. */
export function trimmedEnd(text: string, range: { readonly start: number; readonly end: number }): number {
  let { end } = range;
  while (end > range.start && isBlankAt(text, end - 1)) end -= 1;
  return end;
}
