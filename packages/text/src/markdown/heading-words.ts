import { readMarkdownLine } from './markdown-line.ts';
import { trimmedEnd } from './markdown-place.ts';

/** The words of a heading, which is one line with hashes or several with an underline, with the marks within them. */
export function headingWords(block: string): string {
  const lines = block.split(/\r\n|\n|\r/);
  const { kind, start, end } = readMarkdownLine(lines[0] ?? '');
  if (kind === 'heading') return (lines[0] ?? '').slice(start, end);
  const isUnderlined = lines.length > 1 && readMarkdownLine(lines.at(-1) ?? '').level > 0;
  const words = lines.slice(0, isUnderlined ? -1 : undefined).join('\n');
  return words.slice(0, trimmedEnd(words, { start: 0, end: words.length }));
}
