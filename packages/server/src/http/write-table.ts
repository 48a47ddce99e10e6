type Cell = string | number | null | undefined;

/** A table for spreadsheets (RFC 4180), one row a line. */
export function writeTable<Row>(
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  listed: readonly Row[],
  { hasHead }: { readonly hasHead: boolean },
): string {
  const rows = listed.map((row) => Object.values(columns).map((cell) => writeCell(cell(row))));
  const head = hasHead ? [Object.keys(columns)] : [];
  return [...head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** A spreadsheet takes a cell that begins with one of these for a formula, and a visitor may have written it. */
const formulaStart = /^[=+\-@\t\r]/;

function writeCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const plain = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
