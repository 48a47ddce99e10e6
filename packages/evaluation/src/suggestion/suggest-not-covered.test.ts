import { contentTerms } from '@avow/text/terms';
import { describe, expect, it } from 'vitest';
import { suggestNotCovered } from './suggest-not-covered.ts';

const vocabulary = new Set(
  contentTerms('Holidays, sickness and the lift. Who calls whom? Report to the team lead.'),
);

describe('suggestNotCovered', () => {
  it('suggests questions about words that the pack never uses', () => {
    const asked = suggestNotCovered(vocabulary, []).map(({ question }) => question);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.some((question) => question.includes('lift'))).toBe(false);
  });

  it('suggests questions of other packs that it does not cover, and names the pack', () => {
    const [first, ...rest] = suggestNotCovered(vocabulary, [
      { question: 'How is yeast stored in the bakery?', packName: 'bakery' },
      { question: 'When is sickness reported?', packName: 'bakery' },
    ]);
    expect(first).toMatchObject({
      question: 'How is yeast stored in the bakery?',
      expects: { kind: 'not_covered' },
      note: 'It is a question of the pack “bakery”.',
    });
    expect(rest.map(({ question }) => question)).not.toContain('When is sickness reported?');
  });
});
