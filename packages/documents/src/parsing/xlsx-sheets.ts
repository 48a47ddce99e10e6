import { zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { readOfficeParts } from './office-parts.ts';
import type { ParsingLimits } from './parsing-limits.ts';

interface XlsxSheet {
  readonly name: string;
  readonly rows: readonly string[][];
}

/** The rows of each sheet with their last calculated values. Empty sheets are left out. */
export async function readXlsxSheets(bytes: Uint8Array, limits: ParsingLimits): Promise<XlsxSheet[]> {
  const parts = readOfficeParts(bytes, { kind: 'xlsx', limits });
  // Repacked, so that only checked parts are read.
  const sheets = await readXlsxFile(new Uint8Array(zipSync(Object.fromEntries(parts), { level: 0 })).buffer);
  return sheets
    .filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)))
    .map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(cellText)) }));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell);
  // Spreadsheets show fifteen digits; the rest is binary rounding.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return String(cell);
}

/** A date, with its time unless that is midnight. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
