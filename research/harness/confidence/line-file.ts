import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** A file of rows by id. Each added row is stored immediately. */
export interface LineFile<Row> {
  readonly known: ReadonlyMap<string, Row>;
  add(row: Row): void;
}

export function openLineFile<Row extends { readonly id: string }>(
  path: string,
  { isFresh }: { readonly isFresh: boolean },
): LineFile<Row> {
  if (isFresh) rmSync(path, { force: true });
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  // A line truncated by an interrupted run does not count.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(path, whole);
  const lines = whole.split('\n').filter((line) => line !== '');
  const known = new Map(lines.map((line) => JSON.parse(line) as Row).map((row) => [row.id, row]));
  return {
    known,
    add: (row) => {
      known.set(row.id, row);
      appendFileSync(path, `${JSON.stringify(row)}\n`);
    },
  };
}
