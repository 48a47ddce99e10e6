import type { PassageHit } from '@avow/search';
import { expect, test } from 'vitest';
import { listNearest } from './list-nearest.ts';

const hit = (kind: PassageHit['kind'], text: string, headings = 'Leave'): PassageHit => ({
  ...{ kind, documentId: 'doc_a', revision: 1, ordinal: 0, headings, text, start: 0, end: text.length },
  ...{ groups: [], validFromMs: null, validUntilMs: null, pack: { packId: 'pack_a', version: 1 } },
  ...{ score: 0.5, wordScore: null, vectorScore: null, alsoAt: [] },
});

test('one curated question and two passages, by their headings', () => {
  const curated = [hit('curated', 'Who pays?', ''), hit('curated', 'Who else pays?', '')];
  const documents = ['One', 'Two', 'Three'].map((heading) => hit('document', 'Words.', heading));
  expect(listNearest({ curated, documents }).map(({ headings }) => headings)).toEqual([
    ...['Who pays?', 'One', 'Two'],
  ]);
  expect(listNearest({ curated: [], documents: [] })).toEqual([]);
});

test('no longer than a line, and no half of a character', () => {
  const [nearest] = listNearest({
    curated: [],
    documents: [hit('document', 'Words.', `x${'😀'.repeat(400)}`)],
  });
  expect(nearest?.headings.length).toBe(300);
  expect(nearest?.headings.isWellFormed()).toBe(true);
});

test('leaves out what is far by its meaning: the search always finds something', () => {
  const near = { ...hit('document', 'a', 'Near'), vectorScore: 0.7 };
  const far = { ...hit('document', 'b', 'Far'), vectorScore: 0.55 };
  const pair = { ...hit('curated', 'Far, too?', ''), vectorScore: 0.61 };
  expect(listNearest({ curated: [pair], documents: [far, near] }).map(({ headings }) => headings)).toEqual([
    'Near',
  ]);
});
