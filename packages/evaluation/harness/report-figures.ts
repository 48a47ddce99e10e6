import { writeFileSync } from 'node:fs';

export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Rows of cells, one under the other: the first column to the left, the others to the right. */
export function writeTable(rows: ReadonlyArray<readonly string[]>): string {
  const columns = Math.max(...rows.map((row) => row.length));
  // A row of one cell is a heading, and may be as long as it likes.
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

/** Writes the figures where `--json` wants them; does nothing where it was not given. */
export function writeFigures(path: string | undefined, figures: unknown): void {
  if (path === undefined) return;
  writeFileSync(path, `${JSON.stringify(figures, null, 2)}\n`);
  process.stderr.write(`Figures written to ${path}\n`);
}
