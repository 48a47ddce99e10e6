import { describe, expect, it } from 'vitest';
import { knownLanguages } from './detect-language.ts';
import { inEnglishTerms } from './in-english-terms.ts';

describe('inEnglishTerms', () => {
  it.each([
    ['en', 'Days of the fourth week, in May.', 'Days of the fourth week, in May.'],
    ['de', 'Ab dem vierten Tag', 'Ab dem 4th day'],
    ['de', 'bis 15. November, am Montag', 'bis 15th november, am monday'],
    ['de', '27 Urlaubstage, 10 Arbeitstage', '27 Urlaubs day, 10 business days'],
    ['de', 'nicht nur in Deutschland', 'not only in Germany'],
    ['de', 'Die Montage dauert', 'Die Montage dauert'],
    ['fr', "jusqu'à fin mars", 'until up to fin märz'],
    ['es', 'el 3 de mayo, nadie', 'el 3 de of May, not'],
    ['it', 'non entro dieci giorni', 'not within before 10 day'],
    ['pt-BR', 'apenas em fevereiro', 'only em february'],
    ['nl', 'geen vakantiedagen om 9 uur', 'not vakantie day om 9 Uhr'],
    ['pl', '15 listopada', '15 november'],
    ['ja', '2026年11月15日に27日', '2026-11-15 に 27 day '],
  ])('translates the exact terms of the %s text %j', (language, text, said) => {
    expect(inEnglishTerms(text, language)).toBe(said);
  });

  it('accepts every language that can be detected, and leaves a text without exact terms unchanged', () => {
    for (const language of knownLanguages) expect(inEnglishTerms('§ 17 (b)', language)).toBe('§ 17 (b)');
  });
});
