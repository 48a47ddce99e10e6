import { existsSync, readFileSync } from 'node:fs';
import { goldenFileSchema } from '@avow/contract/evaluation';
import { curatedKey } from '@avow/text';
import { expect, it } from 'vitest';

const read = (name: string) => JSON.parse(readFileSync(new URL(`guide/${name}`, import.meta.url), 'utf8'));
const { questions: golden } = goldenFileSchema.parse(read('golden.json'));
const pairs: ReadonlyArray<{ question: string; alternatives?: readonly string[]; source: string }> =
  read('questions.qna.json');
const exists = (page: string) => existsSync(new URL(`guide/${page}`, import.meta.url));

it('the pairs and golden questions of the guide name its pages', () => {
  const named = [
    ...pairs.map(({ source }) => source),
    ...golden.flatMap(({ expects }) => (expects.kind === 'answer' ? (expects.sources ?? []) : [])),
  ];
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((page) => !exists(page))).toEqual([]);
});

it('no phrasing of the guide is filed under two pairs', () => {
  const phrasings = pairs.flatMap(({ question, alternatives = [] }) =>
    [question, ...alternatives].map((text) => curatedKey(text)),
  );
  expect(phrasings.filter((key, at) => phrasings.indexOf(key) !== at)).toEqual([]);
});

it('golden questions that are kept apart are phrasings of no pair', () => {
  const keys = new Set(
    pairs.flatMap(({ question, alternatives = [] }) => [question, ...alternatives].map(curatedKey)),
  );
  const apart = golden.filter(({ note }) => note?.startsWith('No phrasing') === true);
  expect(apart.length).toBeGreaterThanOrEqual(20);
  expect(apart.filter(({ question }) => keys.has(curatedKey(question)))).toEqual([]);
});
