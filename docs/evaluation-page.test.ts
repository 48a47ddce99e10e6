import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { groups } from '../scripts/commands.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(`${root}docs/evaluation.md`, 'utf8');
const inFull = readFileSync(`${root}docs/reports/2026-11-18-figures.md`, 'utf8');
/** Sections of figures: those behind them say how to measure and where history is. */
const sectionsOf = (text: string) => (text.split(/^## Data$/m)[0] ?? '').split(/^## /m).slice(1);

it('every command of the measurements exists, and every measuring command is described', () => {
  const commandsIn = (text: string) =>
    [...text.matchAll(/npm run (bench|eval|fit|check|campaign) -- ([\w-]+)/g)].map(([found]) => found);
  const named = new Set(commandsIn(page));
  const commandsOf = (group: string) =>
    Object.keys(groups.get(group) ?? {}).map((name) => `npm run ${group} -- ${name}`);
  const existing = new Set([...groups.keys()].flatMap(commandsOf));
  expect(named.size).toBeGreaterThan(35);
  expect([...named, ...commandsIn(inFull)].filter((command) => !existing.has(command))).toEqual([]);
  const measuring = ['bench', 'eval', 'fit'].flatMap(commandsOf);
  expect(measuring.filter((command) => !named.has(command))).toEqual([]);
});

it('every section of the measurements says when and with which command its figures were measured', () => {
  expect(sectionsOf(page).length).toBeGreaterThan(7);
  expect(sectionsOf(inFull).length).toBeGreaterThan(7);
  for (const section of [page, inFull].flatMap(sectionsOf)) {
    const [title = ''] = section.split('\n');
    expect(section, title).toMatch(/\b1\d November\b/);
    expect(section, title).toMatch(/npm run (?:eval|bench|campaign|check) -- /);
  }
});

it('the measurements are a page', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(151);
});

it('the measurements list every report', () => {
  const [, listed = ''] = page.split(/^## Reports$/m);
  const links = [...listed.matchAll(/\]\(reports\/([^)]+)\)/g)].map(([, name = '']) => name);
  expect(links.toSorted()).toEqual(globSync('*.md', { cwd: `${root}docs/reports` }).toSorted());
});
