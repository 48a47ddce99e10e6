import type { PassageWindow } from './open-window.ts';
import { groupAt, unitWords } from './unit-structure.ts';
import { creditTerms, readQuestionTerms } from './weigh-question-terms.ts';

/**
 * The row that the question names, where words in another row of the same table were pointed at: rows are alike, and a
 * model that sees the right column takes the wrong row. Null where the words stand in no table, or in the row that is named.
 */
export function findRow(
  window: PassageWindow,
  span: { readonly start: number; readonly end: number },
  asked: string,
): { readonly start: number; readonly end: number } | null {
  const { units, passage } = window;
  const at = units.findIndex(({ end }) => end > span.start);
  const pointed = units[at];
  if (pointed?.groupKind !== 'table') return null;
  const question = readQuestionTerms(asked);
  const { first, last } = groupAt(window, at);
  // What the passage does not hold was not read.
  const rows = units
    .slice(first + 1, last + 1)
    .filter(({ start, end }) => start >= passage.start && end <= passage.end);
  const namedBy = (row: (typeof rows)[number]) => {
    const credits = creditTerms(question, unitWords(window, row));
    return [...credits.values()].reduce((sum, credit) => sum + credit, 0);
  };
  let best = { row: pointed, named: rows.includes(pointed) ? namedBy(pointed) : 0 };
  for (const row of rows) {
    const named = namedBy(row);
    if (named > best.named) best = { row, named };
  }
  return best.row === pointed ? null : { start: best.row.start, end: best.row.end };
}
