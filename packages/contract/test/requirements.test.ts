import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { requirements } from '../src/requirements/requirements.ts';

const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** A comment proves nothing: an id counts only in a title, or in the rows that titles are made of. */
const commentPattern = /^\s*(?:\/\/|\/?\*).*$/gm;
const citationPattern = /\[((?:INT|CON)-[A-Z0-9]+-\d{2})\]/g;

/** Ids cited by tests, each with the files that cite it. */
function collectCitations(): Map<string, string[]> {
  const files = globSync(['packages/*/{src,test}/**/*.test.ts', 'e2e/**/*.test.ts'], { cwd: repositoryRoot });
  const citations = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(`${repositoryRoot}${file}`, 'utf8').replaceAll(commentPattern, '');
    for (const [, id = ''] of text.matchAll(citationPattern)) {
      citations.set(id, [...(citations.get(id) ?? []), file]);
    }
  }
  return citations;
}

const citations = collectCitations();

test('every requirement of this version is proved by some test', () => {
  const unproved = requirements.filter(({ id, scope }) => scope === 'now' && !citations.has(id));
  expect(unproved.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
});

test('every id that a test cites is a requirement', () => {
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = [...citations].filter(([id]) => !known.has(id));
  expect(unknown).toEqual([]);
});
