import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operations as all, type HttpOperation } from '@avow/contract';
import { expect, it } from 'vitest';

const operations: readonly HttpOperation[] = Object.values(all);
const root = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(`${root}SECURITY.md`, 'utf8');
const asvs = readFileSync(`${root}docs/asvs.md`, 'utf8');
const threats = readFileSync(`${root}docs/threat-model.md`, 'utf8');

/** What a point says that no test shows. */
const marks = ['Not defended', 'Left open', 'Yours'];

/** The sections of the threat model go through STRIDE, a point for each letter. */
const pointsOf = (text: string) => text.split('\n').filter((line) => /^\s*[-*] /.test(line));
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`]+\.(?:test|suite)\.ts)`/g)].map(([, file = '']) => file);
const missing = (text: string) => filesIn(text).filter((file) => !existsSync(root + file));
const isUnshown = (point: string) =>
  !filesIn(point).some((file) => existsSync(root + file)) && !marks.some((mark) => point.includes(mark));

/** Requirements of levels 1 and 2 of ASVS 5.0.0, by chapter. */
const requirements: Readonly<Record<string, number>> = {
  ...{ V1: 27, V2: 11, V3: 19, V4: 10, V5: 9, V6: 35, V7: 18, V8: 7, V9: 7, V10: 29, V11: 14, V12: 9 },
  ...{ V13: 13, V14: 9, V15: 13, V16: 16, V17: 7 },
};

const rows = [...asvs.matchAll(/^\| (V\d+\.\d+\.\d+) +\| (.*?) +\| (.*?) +\| (.*?) *\|$/gm)].map(
  ([, id = '', state = '', words = '', shown = '']) => ({ id, state, words, shown }),
);

it('the table of ASVS has every requirement once, in order', () => {
  const numbersOf = (id: string) => id.slice(1).split('.').map(Number);
  const order = (one: string, other: string) => {
    const [a, b] = [numbersOf(one), numbersOf(other)];
    const at = a.findIndex((number, index) => number !== b[index]);
    return (a[at] ?? 0) - (b[at] ?? 0);
  };
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort(order));
  const counts = Object.groupBy(ids, (id) => id.split('.', 1)[0] ?? '');
  expect(Object.fromEntries(Object.entries(counts).map(([name, all]) => [name, all?.length]))).toEqual(
    requirements,
  );
});

it('the table of ASVS says how each is met, or why not, with files that exist', () => {
  for (const { id, state, words, shown } of rows) {
    expect(['met', 'yours', 'n/a', 'open'], id).toContain(state);
    expect(words, id).not.toBe('');
    const files = [...shown.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    for (const file of files) expect([id, file, existsSync(root + file)]).toEqual([id, file, true]);
    if (state === 'open' || state === 'n/a') expect([id, files]).toEqual([id, []]);
  }
  const counted = /There are (\d+) met, (\d+) yours, (\d+) not applicable and (\d+) open/.exec(asvs);
  const countOf = (wanted: string) => String(rows.filter(({ state }) => state === wanted).length);
  expect(counted?.slice(1)).toEqual(['met', 'yours', 'n/a', 'open'].map(countOf));
});

it('the table of what is protected names tests that exist in each row', () => {
  const [, section = ''] = /^## What is protected, and how$(.*?)^## /ms.exec(page) ?? [];
  const [head = '', , ...protectedRows] = section.split('\n').filter((line) => line.startsWith('|'));
  expect(head).toMatch(/\| Shown by +\|$/);
  expect(protectedRows.length).toBeGreaterThan(6);
  for (const row of protectedRows) {
    const [what = '', , shown = ''] = row.slice(1, -1).split('|');
    expect([what, filesIn(shown).length > 0, missing(row)]).toEqual([what, true, []]);
  }
});

it('names every path that needs no key, and no other', () => {
  const [, words = ''] = /^\*\*Unauthenticated endpoints\.\*\*(.*?)need no key/ms.exec(page) ?? [];
  const named = [...words.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path);
  const paths = operations
    .filter((one) => one.scope === null && one.session !== true)
    .map(({ path }) => path);
  const covers = (name: string, path: string) =>
    path === name || (name !== '/' && path.startsWith(`${name}/`));
  expect(paths.filter((path) => !named.some((name) => covers(name, path)))).toEqual([]);
  expect(named.filter((name) => !paths.some((path) => covers(name, path)))).toEqual([]);
});

it('every point of the threat model names a test that exists, or says that it is not defended', () => {
  const points = pointsOf(threats);
  expect(points.length).toBeGreaterThan(70);
  expect(points.filter(isUnshown)).toEqual([]);
  expect([...missing(threats), ...missing(page)]).toEqual([]);
});

it('a point without a test or a mark is found', () => {
  const made =
    '## Client\n\n- **Spoofing.** Keys are random (`docs/none.test.ts`).\n- **Tampering.** Bodies are strict.\n';
  expect(pointsOf(made).filter(isUnshown)).toHaveLength(2);
  for (const mark of marks) expect(isUnshown(`- **Spoofing.** ${mark}: something.`)).toBe(false);
  expect(isUnshown('- **Spoofing.** Shown (`docs/security-page.test.ts`).')).toBe(false);
});
