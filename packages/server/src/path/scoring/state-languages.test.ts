import { questionLanguage } from '@avow/text/languages';
import { expect, test } from 'vitest';
import { stateLanguages } from './state-languages.ts';

test.each([
  ['en', 'in English only'],
  ['de', 'auf Englisch'],
  ['fr', 'en anglais'],
  ['es', 'en inglés'],
  ['it', 'in inglese'],
  ['nl', 'in het Engels'],
  ['pt', 'em inglês'],
])('in %s it says which languages are served', (language, words) => {
  const statement = stateLanguages(language, ['en']);
  expect(statement).toContain(words);
  expect(statement).not.toContain('{');
  expect(questionLanguage({ given: null, text: statement })).toBe(language);
});

test('other languages are answered in English, and all languages that are served are named', () => {
  expect(stateLanguages('ja', ['en'])).toBe(stateLanguages('en', ['en']));
  expect(stateLanguages('de', ['en', 'fr'])).toContain('Englisch und Französisch');
});
