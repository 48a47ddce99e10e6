import type { PassageHit } from '@avow/search';
import { expect, test } from 'vitest';
import { coveredMin, nearMin, nearPassages } from './near-passages.ts';

const question = { text: 'How many days of holiday do employees have?' };

function hit(change: Partial<PassageHit>): PassageHit {
  return {
    ...{ kind: 'document', documentId: 'doc_a', revision: 1, ordinal: 0, headings: 'Leave', text: 'Words.' },
    ...{ start: 0, end: 6, groups: [], validFromMs: null, validUntilMs: null, alsoAt: [] },
    ...{ pack: { packId: 'pack_a', version: 1 }, score: 0.5, wordScore: null, vectorScore: null },
    ...change,
  };
}

const near = (...documents: readonly PassageHit[]) =>
  nearPassages(question, documents).map(({ hit: { headings }, nearness }) => [headings, nearness]);

test('passages are near by their meaning, whatever words they share', () => {
  const below = hit({ headings: 'Far', text: 'Employees have holiday.', vectorScore: nearMin - 0.001 });
  const at = hit({ headings: 'Near', vectorScore: nearMin });
  expect(near(below, at)).toEqual([['Near', nearMin]]);
});

test('passages without a vector are near by the words that they share', () => {
  const shared = hit({ headings: 'Holiday', text: 'Employees have 27 days.' });
  const other = hit({ headings: 'Sickness', text: 'A doctor decides on many things.' });
  const [first, ...others] = near(shared, other);
  expect(others).toEqual([]);
  expect(first?.[0]).toBe('Holiday');
  expect(first?.[1]).toBeGreaterThanOrEqual(coveredMin);
});

test('the nearest comes first, and what only leads elsewhere is left out', () => {
  const links = hit({ headings: 'Links', text: '- [Holiday](/holiday)', vectorScore: 0.95 });
  const [less, more] = [0.7, 0.8].map((vectorScore) => hit({ headings: String(vectorScore), vectorScore }));
  expect(near(links, less ?? links, more ?? links)).toEqual([
    ['0.8', 0.8],
    ['0.7', 0.7],
  ]);
});

test('each place is named once, best first, and at most three of them', () => {
  const places = ['A', 'A', 'B', 'C', 'D'].map((headings, ordinal) =>
    hit({ headings, ordinal, vectorScore: 0.9 - ordinal / 100 }),
  );
  expect(near(...places)).toEqual([
    ['A', 0.9],
    ['B', 0.88],
    ['C', 0.87],
  ]);
  const elsewhere = hit({ documentId: 'doc_b', headings: 'A', vectorScore: 0.8 });
  expect(near(hit({ headings: 'A', vectorScore: 0.9 }), elsewhere)).toHaveLength(2);
});
