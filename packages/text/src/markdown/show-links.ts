/** A part of a text. UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface LinkOptions {
  readonly acrossLines?: boolean;
  readonly images?: 'show' | 'drop';
}

/** Replaces the links of Markdown by the words they show, and images by theirs or by nothing. */
export function showLinks(source: string, options: LinkOptions = {}): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of linkMarks(source, options)) {
    shown += source.slice(from, start);
    from = end;
  }
  return shown + source.slice(from);
}

/**
 * What of a Markdown text belongs to links and is not shown: brackets, targets, and images as a whole if they are dropped. In
 * order, and in one pass: if a bracket does not begin a link, no bracket before the next closing one does, while a pattern
 * would try each of them up to the end of the text.
 */
export function* linkMarks(
  source: string,
  { acrossLines = false, images = 'show' }: LinkOptions = {},
): Generator<TextRange> {
  const [wordsEnd, targetMark] = acrossLines ? [/\]/g, /\)/g] : [/[\]\n]/g, /[)\n]/g];
  let from = 0;
  /** Where the latest target was found to end, or its line. */
  let targetEnd = -1;
  for (let open = source.indexOf('['); open !== -1; ) {
    const close = endOf(source, open + 1, wordsEnd);
    const hasTarget = source[close] === ']' && source[close + 1] === '(';
    if (hasTarget && targetEnd < close + 2) targetEnd = endOf(source, close + 2, targetMark);
    const isLink = hasTarget && source[targetEnd] === ')';
    if (isLink) {
      const isImage = source[open - 1] === '!' && open > from;
      const start = isImage ? open - 1 : open;
      const end = targetEnd + 1;
      if (isImage && images === 'drop') yield { start, end };
      else
        yield* [
          { start, end: open + 1 },
          { start: close, end },
        ];
      from = end;
    }
    open = source.indexOf('[', isLink ? from : close);
  }
}

function endOf(source: string, from: number, mark: RegExp): number {
  mark.lastIndex = from;
  return mark.exec(source)?.index ?? source.length;
}
