import type { CuratedPair } from '@avow/answering';
import type { CuratedId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { findDraftPairs } from './curated.ts';

function pairOf(number: number): CuratedPair {
  return {
    curatedId: `qna_${String(number).padStart(6, '0')}`,
    revision: 1,
    question: `What is number ${number}?`,
    alternatives: [`And ${number}?`, '???'],
    ...{ answer: 'It.', source: '', url: null, tags: [], groups: [] },
    ...{ validFromMs: null, validUntilMs: null, updatedAtMs: 1 },
  };
}

/** A draft with this many pairs. */
function draftOf(count: number) {
  const all = Array.from({ length: count }, (_, at) => pairOf(at));
  return {
    listDraftPairs: async (
      _tenant: string,
      _pack: string,
      { after, limit }: { readonly after: CuratedId | null; readonly limit: number },
    ) => all.filter(({ curatedId }) => after === null || curatedId > after).slice(0, limit),
  };
}

const find = async (count: number, ...questions: string[]) =>
  (await findDraftPairs(draftOf(count), { tenantId: 'ten_1', packId: 'pack_1' }, questions)).map(
    ({ question }) => question,
  );

it('finds pairs by their normalised questions and alternatives, anywhere in the draft', async () => {
  expect(await find(1_200, 'what is NUMBER 3', 'and 1199', 'What is number 5000?')).toEqual([
    'What is number 3?',
    'What is number 1199?',
  ]);
  expect(await find(500, 'And 499?')).toEqual(['What is number 499?']);
  expect(await find(0, 'And 0?')).toEqual([]);
});

it('finds nothing for a question without letters', async () => {
  expect(await find(3, '', '!?')).toEqual([]);
});
