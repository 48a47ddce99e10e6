import { describe, expect, it } from 'vitest';
import { foreignLanguage } from './foreign-language.ts';

const english = 'Every employee has 27 days of paid holiday in a year, and they can be carried over.';
const german = 'Alle Angestellten haben im Jahr 27 Tage bezahlten Urlaub, und sie können übertragen werden.';
const norwegian = 'Alle ansatte har 27 dager med betalt ferie i året, og de kan ikke overføres til en annen.';

describe('foreignLanguage', () => {
  it.each([
    ['another language', [english, english], 'de', 'en'],
    ['another language in another region', [english], 'de-AT', 'en'],
    ['texts of unknown language beside a known one', ['2026', english, '| 5 |'], 'de', 'en'],
    ['the same language', [german], 'de', null],
    ['the same language in another region', [english], 'en-GB', null],
    ['the same language by another name', [norwegian], 'nb', null],
    ['several languages', [english, german], 'fr', null],
    ['nothing', [], 'de', null],
    ['texts of unknown language only', ['2026', 'A-17'], 'de', null],
    ['a question of no known language', [english], null, null],
  ] as const)('of %s', (_, texts, wanted, foreign) => {
    expect(foreignLanguage(texts, { wanted })).toBe(foreign);
  });

  it('considers only the best texts', () => {
    expect(foreignLanguage([english, english, english, english, german], { wanted: 'fr' })).toBe('en');
  });
});
