import { describe, expect, it } from 'vitest';
import { contextWords } from './context-words.ts';
import { scores } from './data-types.ts';
import { digitRegions } from './digit-regions.ts';
import { findIdentifiers, type Identifier, writtenAs } from './identifier.ts';

const identifier: Identifier = {
  type: 'us_ssn',
  pattern: writtenAs('[A-Z]\\d{3}[ -]\\d{3}'),
  digitsMin: 6,
  isValid: (compact) => !compact.endsWith('9'),
  alone: scores.shaped,
  named: scores.sure,
  context: contextWords('badge'),
};

const find = (text: string, also: Partial<Identifier> = {}) =>
  findIdentifiers(text, { regions: digitRegions(text), identifiers: [{ ...identifier, ...also }] });
const scoresIn = (text: string) => find(text).map(({ score }) => score);

describe('findIdentifiers', () => {
  it('returns the range, type and score', () => {
    expect(find('It is A123-456.')).toEqual([{ type: 'us_ssn', start: 6, end: 14, score: scores.shaped }]);
    expect(find('My badge is A123-456.')[0]?.score).toBe(scores.sure);
    expect(find('A123-456 is on the badge')[0]?.score).toBe(scores.sure);
  });

  it('is not found if its check fails', () => {
    expect(find('badge A123-459')).toEqual([]);
  });

  it('is found after an invalid candidate that overlaps it', () => {
    const pattern = writtenAs('\\d{3} \\d{3}');
    expect(find('badge 111 229 336', { pattern }).map(({ start }) => start)).toEqual([10]);
  });

  it('needs a label if it is attached to something else', () => {
    const { alone: _, ...named } = identifier;
    const regions = digitRegions('A123-456');
    expect(findIdentifiers('A123-456', { regions, identifiers: [named] })).toEqual([]);
  });

  it.each(['a123-456', 'x/A123-456', 'x-A123-456', 'A123-456/x', '5 A123 456', 'A123 456 7'])(
    'needs a word in %s',
    (text) => {
      expect(scoresIn(text)).toEqual([]);
      expect(scoresIn(`badge: ${text}`)).toEqual([scores.sure]);
    },
  );

  it.each([
    'XA123-456',
    'éA123-456',
    'A123-4567',
    'A123-456-7',
    'A123-456x',
    '+A123-456',
    'A123-456%',
    '7-A123-456',
  ])('is not found within %s', (text) => {
    expect(scoresIn(`badge ${text}`)).toEqual([]);
  });

  it('is found next to letters of scripts without spaces', () => {
    expect(scoresIn('我的号码A123-456谢谢')).toEqual([scores.shaped]);
  });
});

describe('digitRegions', () => {
  it('groups nearby digits with their surroundings', () => {
    const [first, second, ...others] = digitRegions(`12 34${' '.repeat(60)}56`);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ offset: 0, digits: 4 });
    expect(second).toMatchObject({ offset: 45, digits: 2 });
    expect(digitRegions('none')).toEqual([]);
  });
});
