import { checkContent } from './check-content.ts';
import { readCsvRows } from './csv-rows.ts';
import { decodeExported } from './decode-text.ts';
import { documentKindOf } from './document-kind.ts';
import type { FileToParse } from './file-to-parse.ts';
import type { TableRow, TableSheet } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { readXlsxSheets } from './xlsx-sheets.ts';

/** More columns than anybody reads, but few enough to process for each row. */
const columnsMax = 1_000;

/** Reads the rows of a table file, cell by cell. Empty rows are left out; the others keep their numbers. */
export async function readTable({ bytes, fileName, limits }: FileToParse): Promise<TableSheet[]> {
  const kind = documentKindOf(fileName);
  if (kind !== 'csv' && kind !== 'tsv' && kind !== 'xlsx')
    throw new ParsingFault('is not a table: use a CSV, TSV or XLSX file');
  checkContent(bytes, kind);
  const keep = createKeeping(limits);
  if (kind === 'xlsx') {
    return readXlsxSheets(bytes, limits).sheets.map(({ name, rows }) => {
      const kept: TableRow[] = [];
      for (const row of rows) keep(kept, row);
      return { name, rows: kept };
    });
  }
  const kept: TableRow[] = [];
  const lines = kind === 'tsv' ? plainLines(decodeExported(bytes)) : null;
  if (lines === null) {
    const delimiter = kind === 'tsv' ? '\t' : null;
    readCsvRows(bytes, { delimiter, onRow: (cells, number) => keep(kept, { cells, number }) });
  } else {
    for (const [position, cells] of lines.entries()) keep(kept, { cells, number: position + 1 });
  }
  return [{ name: '', rows: kept }];
}

/** Counts rows and bytes across sheets and stops at the limits. */
function createKeeping(limits: ParsingLimits): (into: TableRow[], row: TableRow) => void {
  let rows = 0;
  let bytes = 0;
  return (into, row) => {
    if (row.cells.every((cell) => cell.trim() === '')) return;
    if (row.cells.length > columnsMax)
      throw new ParsingFault(`row ${row.number} has more than ${columnsMax} cells`);
    rows += 1;
    if (rows > limits.rowsMax) throw new ParsingFault(`has more than ${limits.rowsMax} rows`);
    for (const cell of row.cells) bytes += Buffer.byteLength(cell);
    if (bytes > limits.textBytesMax)
      throw new ParsingFault(`holds more than ${limits.textBytesMax} bytes of text`);
    into.push(row);
  };
}

/**
 * Tab-separated files often have a line for each row and no quoting at all, so that `"Yes" is …` begins with a plain
 * quote. Null if the lines have different widths, or a cell opens a quote and does not close it: then quoting applies.
 */
function plainLines(text: string): string[][] | null {
  const rows = text.split('\n').map((line) => line.split('\t'));
  const width = rows.find((cells) => cells.some((cell) => cell !== ''))?.length ?? 0;
  const isPlain = rows.every(
    (cells) =>
      (cells.length === width || (cells.length === 1 && cells[0] === '')) &&
      cells.every((cell) => !cell.startsWith('"') || (cell.split('"').length - 1) % 2 === 0),
  );
  return isPlain ? rows.map((cells) => cells.map(unquote)) : null;
}

function unquote(cell: string): string {
  if (cell.length < 2 || !cell.startsWith('"') || !cell.endsWith('"')) return cell;
  const inner = cell.slice(1, -1);
  return /^(?:[^"]|"")*$/.test(inner) ? inner.replaceAll('""', '"') : cell;
}
