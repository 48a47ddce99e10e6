import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('decisions/', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const pages = globSync('*.md', { cwd: folder }).filter((name) => name !== 'README.md');

const linksIn = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);

/** The rows of the index, each a date, a linked title and a state. */
const rows = [
  ...read('README.md').matchAll(/^\| (\d{4}-\d\d-\d\d) \| \[(.+?)\]\(([^)]+)\) +\| (.+?) +\|$/gm),
].map(([, date = '', title = '', name = '', state = '']) => ({ date, title, name, state }));

/** What a page says of itself below its title. */
function readHead(name: string): { readonly title: string; readonly date: string; readonly head: string } {
  const [title = '', head = ''] = read(name).split('\n\n');
  return { title: title.replace(/^# /, ''), date: head.slice(0, 10), head };
}

/** The pages that replace this one, by its own words; and whether all of it is replaced. */
function replacedBy(head: string): { readonly state: string; readonly by: readonly string[] } {
  const [, words, by = ''] = /\b((?:Partly r|R)eplaced by)\b(.*)/s.exec(head) ?? [];
  return words === undefined
    ? { state: 'in force', by: [] }
    : { state: words.toLowerCase(), by: linksIn(by).toSorted() };
}

it('the index of decisions has every page once, with its date and title', () => {
  expect(pages.length).toBeGreaterThan(70);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(pages.toSorted());
  for (const { date, title, name } of rows) {
    expect({ title, date }, name).toEqual({ title: readHead(name).title, date: readHead(name).date });
    expect(name.startsWith(date), name).toBe(true);
  }
});

it('the state of a decision in the index is what its page says at its top', () => {
  for (const { name, state } of rows) {
    const [words = ''] = /^(?:in force$|replaced by|partly replaced by)/.exec(state) ?? [];
    expect({ state: words, by: linksIn(state).toSorted() }, name).toEqual(replacedBy(readHead(name).head));
    expect(linksIn(state).length > 0, name).toBe(words !== 'in force');
  }
});

it('what replaces a decision is another one of the same day or later', () => {
  const replacing = rows.flatMap(({ name, state }) => linksIn(state).map((by) => ({ name, by })));
  expect(replacing.length).toBeGreaterThan(20);
  for (const { name, by } of replacing) {
    expect(pages, name).toContain(by);
    expect(by, name).not.toBe(name);
    expect(by.slice(0, 10) >= name.slice(0, 10), `${name} is older than ${by}`).toBe(true);
  }
});

it('a page that says at its top that it is replaced is recognized', () => {
  expect(replacedBy('2026-11-15')).toEqual({ state: 'in force', by: [] });
  expect(replacedBy('2026-11-15. Replaces [a](a.md). Partly replaced by [b](b.md) (one half).')).toEqual({
    state: 'partly replaced by',
    by: ['b.md'],
  });
  expect(replacedBy('2026-11-15. Replaced by [c](c.md).').state).toBe('replaced by');
});
