import { readFileSync } from 'node:fs';
import { problemCodes } from '@avow/contract/values';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('./guide/errors.md', import.meta.url), 'utf8');

it('names every problem code', () => {
  expect(problemCodes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

it('names no code that does not exist', () => {
  const table = page.slice(page.indexOf('| Status'), page.indexOf('## Retrying'));
  const rows = table.split('\n').filter((line) => /^\| \d/.test(line));
  const named = rows
    .flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)])
    .map(([, code]) => code);
  expect(named.filter((code) => !problemCodes.includes(code as never))).toEqual([]);
});
