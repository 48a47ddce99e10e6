import { endsInColon, type MarkdownLine } from '@avow/text/markdown';
import { type ReferenceForm, readReferences } from './read-references.ts';

/** Three digits and a full stop. */
const itemMarkUnitsMax = 4;

/**
 * What a line is to the cutter. Quoted lines are words, whatever is quoted. A line that would underline a heading parts
 * like a rule: what it underlines may have been handed out. The mark of an item is not compared with sources: one that
 * stands alone, or may be a year, is read as words.
 */
export function roleOf({ kind, quote, mark, start, end }: MarkdownLine): 'text' | 'item' | 'row' | 'line' {
  if (kind === 'text' || (quote !== '' && kind !== 'blank')) return 'text';
  if (kind === 'row') return 'row';
  if (kind !== 'item') return 'line';
  return start === end || mark.length > itemMarkUnitsMax ? 'text' : 'item';
}

/** Whether words end where their line does. References do not span lines, so the last line decides. */
export function endsWithItsLine(body: string, form: ReferenceForm): boolean {
  const written = body.trimEnd();
  const { text, references } = readReferences(written.slice(written.lastIndexOf('\n') + 1), form);
  return references.at(-1)?.at === text.length || endsInColon(text);
}
