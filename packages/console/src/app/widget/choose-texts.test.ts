import { expect, it } from 'vitest';
import { chooseTexts } from './choose-texts.ts';

const texts = ['en', 'de', 'pt-BR', 'pt'].map((language) => ({
  ...{ language, heading: null, greeting: null, placeholder: null, sample_questions: [] },
}));
const chosen = (...read: readonly string[]) => chooseTexts(texts, read)?.language;

it('chooses the texts of a widget by the languages that a visitor reads', () => {
  expect(chosen('de-CH', 'en')).toBe('de');
  expect(chosen('fr', 'DE')).toBe('de');
  expect(chosen('pt')).toBe('pt');
  expect(chosen('pt-PT')).toBe('pt-BR');
  expect(chosen('ja')).toBe('en');
  expect(chosen()).toBe('en');
  expect(chooseTexts([], ['en'])).toBeNull();
});
