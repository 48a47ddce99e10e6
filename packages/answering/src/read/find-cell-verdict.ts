import { cellsOf } from '@avow/text/markdown';
import { hasNegation, isGenericTerm } from '@avow/text/terms';
import type { PassageWindow } from './open-window.ts';
import { groupAt, headEnd, unitWords } from './unit-structure.ts';
import { creditTerms, readQuestionTerms } from './weigh-question-terms.ts';

const saidByCell: ReadonlyMap<string, 'Yes.' | 'No.'> = new Map([
  ...['yes', 'y', '✓', '✔'].map((cell) => [cell, 'Yes.'] as const),
  ...['no', 'n', '✗', '✘'].map((cell) => [cell, 'No.'] as const),
]);

/**
 * The yes or no that a table says in the row that was pointed at, in the column that the question names: "Vegan: yes". Null where
 * row and column together do not name all that is asked about.
 */
export function findCellVerdict(
  window: PassageWindow,
  pointed: { readonly start: number },
  asked: string,
): 'Yes.' | 'No.' | null {
  const at = window.units.findIndex(({ end }) => end > pointed.start);
  const row = window.units[at];
  const head = row === undefined ? undefined : window.units[groupAt(window, at).first];
  if (row?.kind !== 'row' || head === undefined || head === row || headEnd(window, at) === null) return null;
  if (hasNegation(asked)) return null;
  const question = readQuestionTerms(asked);
  const specific = question.terms.filter((term) => !isGenericTerm(term));
  const names = cellsOf(unitWords(window, head));
  const cells = cellsOf(unitWords(window, row));
  const ofRow = creditTerms(question, cells.join(' '));
  const columns = names.flatMap((name, column) => {
    const verdict = saidByCell.get((cells[column] ?? '').toLowerCase());
    const named = creditTerms(question, name);
    return verdict !== undefined && named.size > 0 ? [{ verdict, named }] : [];
  });
  const [column, other] = columns;
  if (column === undefined || other !== undefined || ofRow.size === 0) return null;
  return specific.every((term) => ofRow.has(term) || column.named.has(term)) ? column.verdict : null;
}
