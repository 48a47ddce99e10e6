import type { TableSheet } from '../../parsing/parsed-file.ts';
import { cellReader, isTooWide, type NamedTable, placeIn, tooWideReason } from './table-columns.ts';
import { type WrittenPair, type WrittenPairs, writtenPair } from './written-pair.ts';

const known: ReadonlySet<string> = new Set([
  'question',
  'answer',
  'source',
  'url',
  'tags',
  'groups',
  'validfrom',
  'validuntil',
]);

/** A table with columns of our own names. */
export function readPlainTable(table: NamedTable): WrittenPairs {
  const alternativeColumns = table.columns.filter(({ name }) => name.startsWith('alternative'));
  const strange = table.columns.filter(({ name }) => !known.has(name) && !name.startsWith('alternative'));
  const notes = strange.map(
    ({ written }) => `column ${written.slice(0, 64)}: is not known and was not taken`,
  );
  const pairs: WrittenPair[] = [];
  for (const row of table.rows) {
    const place = table.placeOf(row);
    if (isTooWide(table, row)) {
      notes.push(`${place}: ${tooWideReason}`);
      continue;
    }
    const cell = cellReader(table, row);
    pairs.push(
      writtenPair({
        place,
        question: cell('question'),
        alternatives: alternativeColumns.flatMap(({ position }) =>
          splitCell(row.cells[position] ?? '', /[|\n]/),
        ),
        answer: cell('answer'),
        source: cell('source'),
        url: cell('url'),
        tags: splitCell(cell('tags'), /[|,;\n]/),
        groups: splitCell(cell('groups'), /[|,;\n]/),
        validFrom: cell('validfrom'),
        validUntil: cell('validuntil'),
      }),
    );
  }
  return { format: 'table', pairs, notes };
}

/**
 * A table that names no columns: of two, or of three where the third holds addresses, as Amazon Kendra takes them. Null
 * where it is neither: then nobody can say which column is which.
 */
export function readNamelessTable(sheet: TableSheet): WrittenPairs | null {
  const placeOf = placeIn(sheet);
  const width = Math.max(0, ...sheet.rows.slice(0, 20).map(({ cells }) => cells.length));
  const addresses = sheet.rows.map(({ cells }) => cells[2]?.trim() ?? '').filter((cell) => cell !== '');
  const isAddress = (cell: string) => /^[a-z][a-z0-9+.-]{1,20}:\/\/\S+$/i.test(cell);
  if (width !== 2 && !(width === 3 && addresses.length > 0 && isAddress(addresses[0] ?? ''))) return null;
  const notes: string[] = [];
  const pairs: WrittenPair[] = [];
  for (const row of sheet.rows) {
    const [question = '', answer = '', address = ''] = row.cells;
    const place = placeOf(row);
    if (row.cells.slice(width).some((cell) => cell.trim() !== '')) notes.push(`${place}: ${tooWideReason}`);
    else if (/^https?:/i.test(address.trim()) || address.trim() === '')
      pairs.push(writtenPair({ place, question, answer, url: address }));
    else pairs.push(writtenPair({ place, question, answer, source: address }));
  }
  return { format: width === 3 ? 'kendra-csv' : 'table', pairs, notes };
}

function splitCell(cell: string, separator: RegExp): string[] {
  return cell.split(separator).filter((part) => part.trim() !== '');
}
