import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(`${root}docs/evaluation.md`, 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
);

/** Sections of figures: those behind them say how to measure and where history is. */
const [, ...sections] = (page.split(/^## Data$/m)[0] ?? '').split(/^## /m);

/** What stands in backticks, blocks of code left out. */
const inCode = (text: string) =>
  [...text.replace(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const isScript = (name: string) => /^(?:eval|bench|fit|check|test):[\w-]+$/.test(name);

it('every command of the measurements exists, and every measuring command is described', () => {
  const run = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  const named = new Set([...run, ...inCode(page).filter(isScript)]);
  expect(named.size).toBeGreaterThan(35);
  expect([...named].filter((name) => scripts[name] === undefined)).toEqual([]);
  const measuring = Object.keys(scripts).filter((name) => /^(?:eval|bench|fit)\b/.test(name));
  expect(measuring.filter((name) => !named.has(name))).toEqual([]);
});

it('every section of the measurements says when and with which command its figures were measured', () => {
  expect(sections.length).toBeGreaterThan(7);
  for (const section of sections) {
    const [title = ''] = section.split('\n');
    expect(section, title).toMatch(/\b1\d November\b/);
    expect(section, title).toMatch(/npm run (?:eval|bench|test|check)/);
  }
});

it('the measurements list every report', () => {
  const [, listed = ''] = page.split(/^## Reports$/m);
  const links = [...listed.matchAll(/\]\(reports\/([^)]+)\)/g)].map(([, name = '']) => name);
  expect(links.toSorted()).toEqual(globSync('*.md', { cwd: `${root}docs/reports` }).toSorted());
});
