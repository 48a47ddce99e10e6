import type { TableSheet } from '@avow/documents';
import { type ImportedPair, type ImportedPairs, importedPair } from './imported-pair.ts';
import {
  cellReader,
  columnName,
  isTooWide,
  type NamedTable,
  placeIn,
  tooWideReason,
} from './table-columns.ts';

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

/** Whether the first row contains the name of a known column. */
export function hasKnownColumn({ rows }: TableSheet): boolean {
  return rows[0]?.cells.some((cell) => known.has(columnName(cell))) ?? false;
}

/** A table with our own column names. */
export function readPlainTable(table: NamedTable): ImportedPairs {
  const alternativeColumns = table.columns.filter(({ name }) => name.startsWith('alternative'));
  const unknownColumns = table.columns.filter(
    ({ name }) => !known.has(name) && !name.startsWith('alternative'),
  );
  const notes = unknownColumns.map(
    ({ written }) => `column ${written.slice(0, 64)}: is unknown and was ignored`,
  );
  const pairs: ImportedPair[] = [];
  for (const row of table.rows) {
    const place = table.placeOf(row);
    if (isTooWide(table, row)) {
      notes.push(`${place}: ${tooWideReason}`);
      continue;
    }
    const cell = cellReader(table, row);
    pairs.push(
      importedPair({
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
 * A table without column names: two columns, or three if the third contains URLs, as for Amazon Kendra. Null otherwise,
 * because the columns cannot be identified.
 */
export function readUnnamedTable(sheet: TableSheet): ImportedPairs | null {
  const placeOf = placeIn(sheet);
  const width = Math.max(0, ...sheet.rows.slice(0, 20).map(({ cells }) => cells.length));
  const addresses = sheet.rows.map(({ cells }) => cells[2]?.trim() ?? '').filter((cell) => cell !== '');
  const isAddress = (cell: string) => /^[a-z][a-z0-9+.-]{1,20}:\/\/\S+$/i.test(cell);
  if (width !== 2 && !(width === 3 && addresses.length > 0 && isAddress(addresses[0] ?? ''))) return null;
  const notes: string[] = [];
  const pairs: ImportedPair[] = [];
  for (const row of sheet.rows) {
    const [question = '', answer = '', address = ''] = row.cells;
    const place = placeOf(row);
    if (row.cells.slice(width).some((cell) => cell.trim() !== '')) notes.push(`${place}: ${tooWideReason}`);
    else if (/^https?:/i.test(address.trim()) || address.trim() === '')
      pairs.push(importedPair({ place, question, answer, url: address }));
    else pairs.push(importedPair({ place, question, answer, source: address }));
  }
  return { format: width === 3 ? 'kendra-csv' : 'table', pairs, notes };
}

function splitCell(cell: string, separator: RegExp): string[] {
  return cell.split(separator).filter((part) => part.trim() !== '');
}
