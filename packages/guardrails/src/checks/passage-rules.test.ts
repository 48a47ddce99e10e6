import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { passageRules } from './passage-rules.ts';

/** The sources that decide what a passage scores. */
const deciding = [
  ...['views/*.ts', 'prompt-attack/*.ts', 'prompt-attack/words/*.ts'],
  ...['assess-attack', 'score-attack', 'score-views', 'sliding-windows', 'combine-odds'].map(
    (name) => `checks/${name}.ts`,
  ),
  'checks/classifier-thresholds.ts',
];

function digestOf(): string {
  const folder = join(import.meta.dirname, '..');
  const files = globSync(deciding, { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
  return hash('sha256', JSON.stringify(texts)).slice(0, 16);
}

it('has another version whenever a source changes that decides what a passage scores', () => {
  // If a score may change, raise the version as well: otherwise results of the old rules are used for ever.
  expect({ version: passageRules, digest: digestOf() }).toEqual({ version: 2, digest: 'b15f28b7dea763ab' });
});
