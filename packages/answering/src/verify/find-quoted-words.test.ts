import { describe, expect, it } from 'vitest';
import { createSource } from '../write/test-support/create-source.ts';
import { findQuotedWords } from './find-quoted-words.ts';
import { readQuotableSource } from './read-quotable-source.ts';

const leave = createSource(
  1,
  '## Holiday\n\nStaff are **given** 30 days of leave a year. It can’t be “sold” <ever>. Unused leave\nends in March.\n\n- Interns: 20 days\n- Guests: none',
);
const fees = createSource(2, 'The fee is 5 €. Cash is taken too.');
const sources = [leave, fees].map(readQuotableSource);

function sentencesWith(words: string): string | null {
  const place = findQuotedWords(words, sources);
  if (place === null) return null;
  const { pieces, source } = place.read;
  return source.text.slice(pieces[place.from]?.start, pieces[place.to]?.end);
}

describe('findQuotedWords', () => {
  it('gives the whole sentence, whatever is quoted of it', () => {
    expect(sentencesWith('given 30 days of leave')).toBe('Staff are **given** 30 days of leave a year.');
    expect(sentencesWith('  "Cash is taken too." ')).toBe('Cash is taken too.');
    expect(sentencesWith('- Interns: 20 days')).toBe('Interns: 20 days');
  });

  it('compares as quotations are compared: without case, emphasis, line breaks and the kind of a mark', () => {
    expect(sentencesWith('staff are given 30 days')).not.toBeNull();
    expect(sentencesWith('Unused leave ends in March')).toBe('Unused leave\nends in March.');
    // As the model was shown it: no angle brackets.
    expect(sentencesWith('It can\'t be "sold" ‹ever›.')).toBe('It can’t be “sold” <ever>.');
  });

  it('finds what runs over several sentences', () => {
    expect(sentencesWith('The fee is 5 €. Cash is taken')).toBe('The fee is 5 €. Cash is taken too.');
  });

  it.each([
    'Staff are given 31 days of leave a year.',
    'Staff are given 30 days of cake',
    'taff are give',
    'The fee is 5 €. Unused leave ends in March.',
    'Holiday',
    '',
    '“…”',
    'x'.repeat(2_000),
  ])('finds nothing that no sentence of a source has: %s', (words) => {
    expect(sentencesWith(words)).toBeNull();
  });
});
