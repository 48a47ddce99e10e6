import { cellsOf, isTableRule, readMarkdownLine } from '@avow/text';

/** A unit of Markdown, taken apart into what is put into another language and what stays. */
export interface UnitForm {
  readonly mark: string;
  /** On one line; null: nothing of it is in any language, as of code. */
  readonly words: string | null;
  /** The rule below the head of a table. */
  readonly below: string;
  /** Of a row: how many cells it has; 0 elsewhere. */
  readonly cellCount: number;
}

export function readForm(text: string): UnitForm {
  const [first = '', ...others] = text.split('\n');
  const line = readMarkdownLine(first);
  if (line.kind === 'fence') return { mark: '', words: null, below: '', cellCount: 0 };
  if (line.kind === 'row') {
    const below = others.length > 0 && others.every(isTableRule) ? `\n${others.join('\n')}` : '';
    return { mark: '', words: onOneLine(first), below, cellCount: cellsOf(first).length };
  }
  const mark = line.prefix;
  return { mark, words: onOneLine(text.slice(mark.length)), below: '', cellCount: 0 };
}

/** Whether words have the form of those that they are to take the place of. */
export function hasForm(words: string, { cellCount }: UnitForm): boolean {
  const { kind, quote } = readMarkdownLine(words);
  return cellCount === 0
    ? kind === 'text' && quote === ''
    : kind === 'row' && cellsOf(words).length === cellCount;
}

const onOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();
