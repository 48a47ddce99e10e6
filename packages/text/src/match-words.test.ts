import { describe, expect, it } from 'vitest';
import { createWordMatch, excerptAt } from './match-words.ts';

describe('createWordMatch', () => {
  it.each([
    ['yoga', ['What does Yoga cost?'], true],
    ['yoga cost', ['What does it cost?', 'Yoga is free.'], true],
    ['yoga price', ['What does yoga cost?'], false],
    ['CAFE', ['Where is the Café?'], true],
    ['müsli', ['MUESLI or Mu\u0308sli'], true],
    ['ref', ['A refund'], true],
    ['  ', ['anything'], true],
    ['%', ['100 percent'], false],
  ])('looks for %j in %j', (lookedFor, texts, isFound) => {
    expect(createWordMatch(lookedFor)(texts)).toBe(isFound);
  });
});

describe('excerptAt', () => {
  it('shows the line that has a word, around the word if it is long', () => {
    const text = `# Hours\n\nWe open at nine.\n\n${'before '.repeat(60)}the CAFÉ ${'after '.repeat(60)}`;
    expect(excerptAt(text, 'nine')).toBe('We open at nine.');
    const excerpt = excerptAt(text, 'cafe');
    expect(excerpt).toMatch(/^….*the CAFÉ after.*…$/);
    expect(excerpt.length).toBeLessThan(250);
    expect(excerptAt(text, 'nothing')).toBe('# Hours');
    expect(excerptAt('# Yoga\n\n| Yoga | 12 |\n\nThe yoga is free.', 'yoga')).toBe('The yoga is free.');
    expect(excerptAt('', 'nothing')).toBe('');
  });
});
