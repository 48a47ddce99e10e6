import { type MarkdownLine, readMarkdownLine } from './markdown-line.ts';

export interface FenceReader {
  /** What the next line is to the fenced blocks of the text. */
  read(line: string): 'outside' | 'opens' | 'inside' | 'closes';
}

/** Follows the fenced blocks of a text from line to line. */
export function createFenceReader(): FenceReader {
  let open: MarkdownLine | null = null;
  return {
    read(text) {
      if (open === null && !/[`~]{3}/.test(text)) return 'outside';
      const line = readMarkdownLine(text);
      // A block in a quote ends with the quote.
      if (open !== null && open.quote !== '' && line.quote === '') open = null;
      if (open === null) {
        if (line.kind !== 'fence') return 'outside';
        open = line;
        return 'opens';
      }
      if (!closesFence(line, open)) return 'inside';
      open = null;
      return 'closes';
    },
  };
}

/** Whether a line closes the block that another one opens: as many marks or more, nothing behind them, not much further in. */
export function closesFence(line: MarkdownLine, opening: Pick<MarkdownLine, 'mark' | 'indent'>): boolean {
  return (
    line.kind === 'fence' &&
    line.start === line.end &&
    line.mark.startsWith(opening.mark) &&
    line.indent < opening.indent + 4
  );
}

/** What a fenced block contains, without the fences. */
export function fencedBody(block: string): string {
  const lines = block.split('\n');
  const opening = readMarkdownLine(lines[0] ?? '');
  const closing = lines.length > 1 ? readMarkdownLine(lines.at(-1) ?? '') : null;
  return lines.slice(1, closing !== null && closesFence(closing, opening) ? -1 : undefined).join('\n');
}

/** Writes a fenced block, with fences that nothing in it closes. */
export function writeFenced(body: string): string {
  let longest = 2;
  for (const [run] of body.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${body}\n${fence}`;
}
