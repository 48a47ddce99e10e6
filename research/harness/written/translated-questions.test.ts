import { questionLanguage } from '@avow/text/languages';
import { expect, it } from 'vitest';
import { readQuestionFiles } from '../answers/question-file.ts';
import { languageOf, readTranslatedQuestions } from './translated-questions.ts';

it('takes the languages that questions were translated into', () => {
  expect(() => languageOf('it')).toThrow('--language must be one of de, fr');
  expect(languageOf('fr')).toBe('fr');
});

it.each(['de', 'fr'] as const)('reads questions of the tuning parts in the language %s', (language) => {
  const known = readQuestionFiles().flatMap(({ corpus, questions }) =>
    questions.filter(({ part }) => part === 'tune').map(({ id }) => `${corpus}/own/${id}`),
  );
  const translated = readTranslatedQuestions(language);
  expect(translated.size).toBeGreaterThanOrEqual(5);
  for (const [id, text] of translated) {
    expect(known).toContain(id);
    if (text.length > 40) expect([id, questionLanguage({ given: null, text })]).toEqual([id, language]);
  }
});
