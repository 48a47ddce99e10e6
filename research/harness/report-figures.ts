import { writeFileSync } from 'node:fs';

export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Formats rows as a table: the first column left-aligned, the others right-aligned. */
export function writeTable(rows: ReadonlyArray<readonly string[]>): string {
  const columns = Math.max(...rows.map((row) => row.length));
  // A row with one cell is a heading and does not affect the column width.
  const aligned = rows.filter((row) => row.length > 1);
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...aligned.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          if (row.length === 1) return cell;
          return column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Writes the figures to the file of `--json`, if given. */
export function writeFigures(path: string | undefined, figures: unknown): void {
  if (path === undefined) return;
  writeFileSync(path, `${JSON.stringify(figures, null, 2)}\n`);
  process.stderr.write(`Figures written to ${path}\n`);
}
