import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const defaultFolder = fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** The folder of the external data sets. Exits with a message if there is none. */
export function dataSetsFolder(given: string | undefined): string {
  const folder = resolve(given ?? process.env['AVOW_DATA_SETS'] ?? defaultFolder);
  if (existsSync(folder)) return folder;
  console.error(
    `There are no data sets at ${folder}.\nName their folder with --data FOLDER or the variable AVOW_DATA_SETS; docs/evaluation.md says what belongs there.`,
  );
  process.exit(1);
}

/** The rows of `SET/NAME.jsonl` or `SET/NAME.jsonl.gz`. The caller knows their type, because the sets are fixed. */
export function readRows<Row>(folder: string, name: string): Row[] {
  const plain = join(folder, `${name}.jsonl`);
  const text = existsSync(plain)
    ? readFileSync(plain, 'utf8')
    : gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}
