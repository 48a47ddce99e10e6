/**
 * Replaces the links of Markdown by the words they show, and images by theirs or by nothing, in one pass: if a bracket does not begin a link, no
 * bracket before the next closing one does, while a pattern would try each of them up to the end of the text.
 */
export function showLinks(
  source: string,
  {
    acrossLines = false,
    images = 'show',
  }: { readonly acrossLines?: boolean; readonly images?: 'show' | 'drop' } = {},
): string {
  const [wordsEnd, targetMark] = acrossLines ? [/\]/g, /\)/g] : [/[\]\n]/g, /[)\n]/g];
  let shown = '';
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
      shown += source.slice(from, isImage ? open - 1 : open);
      if (!isImage || images === 'show') shown += source.slice(open + 1, close);
      from = targetEnd + 1;
    }
    open = source.indexOf('[', isLink ? from : close);
  }
  return shown + source.slice(from);
}

function endOf(source: string, from: number, mark: RegExp): number {
  mark.lastIndex = from;
  return mark.exec(source)?.index ?? source.length;
}
