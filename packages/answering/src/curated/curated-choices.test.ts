import type { PassageHit } from '@avow/search';
import { describe, expect, it } from 'vitest';
import type { Question } from '../question.ts';
import type { CuratedMatch } from '../served-content.ts';
import { curatedChoices } from './curated-choices.ts';

const question: Question = {
  ...{ tenantId: 'ten_a', text: 'How is the invoice paid?', packIds: null, groups: [], nowMs: 0 },
  language: null,
};

/** Pairs by question, each with its answer; null: it does not exist for the caller. */
async function choose(pairs: Readonly<Record<string, string | null>>): Promise<string[]> {
  const questions = Object.keys(pairs);
  const curated = questions.map((text, at) => ({ text, documentId: `qna_${at}` }) as unknown as PassageHit);
  const content = {
    getCurated: async (_: string, id: string) => {
      const asked = questions[Number(id.slice('qna_'.length))] ?? '';
      const answer = pairs[asked] ?? null;
      return answer === null ? null : ({ pair: { question: asked, answer } } as unknown as CuratedMatch);
    },
  };
  return await curatedChoices(content, question, {
    ...{ packs: [], curated, documents: [], further: [], isDegraded: false },
  });
}

const own = 'How is the customer invoice paid?';
const theirs = 'How is the supplier invoice paid?';

describe('curatedChoices', () => {
  it('names questions that are as near and are answered differently', async () => {
    expect(await choose({ [own]: 'By card.', [theirs]: 'By transfer.' })).toEqual([own, theirs]);
  });

  it.each([
    ['both have one answer', { [own]: 'By card.', [theirs]: 'By card.' }],
    ['one does not exist for the caller', { [own]: 'By card.', [theirs]: null }],
    ['one is far', { [own]: 'By card.', 'Where is the canteen?': 'Upstairs.' }],
    ['one is much nearer', { 'How is the invoice paid?': 'By card.', [theirs]: 'By transfer.' }],
  ])('has nothing to choose if %s', async (_, pairs) => {
    expect(await choose(pairs)).toEqual([]);
  });
});
