import { zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { BlockWriter } from './block-writer.ts';
import { readOfficeParts } from './office-parts.ts';
import type { ParsedDocument } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { TableWriter } from './table-writer.ts';

/** Each sheet under its name, its rows as they were last calculated. */
export async function xlsxToMarkdown(bytes: Uint8Array, limits: ParsingLimits): Promise<ParsedDocument> {
  const parts = readOfficeParts(bytes, { kind: 'xlsx', limits });
  // Packed anew, so that what was checked is what is read.
  const sheets = await readXlsxFile(new Uint8Array(zipSync(Object.fromEntries(parts), { level: 0 })).buffer);
  const writer = new BlockWriter(limits.textBytesMax);
  for (const { sheet, data } of sheets) {
    if (data.every((row) => row.every((cell) => cell === null))) continue;
    writer.addHeading(1, sheet);
    const table = new TableWriter(writer);
    for (const [position, row] of data.entries()) table.addRow(row.map(cellText), position + 1);
  }
  return { title: null, text: writer.toText() };
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell);
  // Spreadsheets show fifteen digits; the rest is how binary numbers are stored.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return String(cell);
}

/** A day, and its time where it is not midnight. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
