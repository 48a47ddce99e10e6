import { expect, test } from 'vitest';
import { otherLanguage } from './other-language.ts';

test.each([
  ['Wie viele Urlaubstage habe ich im Jahr?', 'de'],
  ['Combien de jours de congé ai-je par an ?', 'fr'],
  ['¿Quién aprueba mis gastos de viaje?', 'es'],
  ['Quanti giorni di ferie ho?', 'it'],
  ['Hoeveel vakantiedagen heb ik?', 'nl'],
  ['Quantos dias de férias tenho?', 'pt'],
  ['Ile mam dni urlopu?', 'pl'],
  ['Сколько дней отпуска?', 'ru'],
  ['休暇は何日ありますか？', 'ja'],
])('%s is not in English', (text, language) => {
  expect(otherLanguage(text, ['en'])).toBe(language);
  expect(otherLanguage(text, ['en', language])).toBeNull();
});

test.each([
  'whats the most PTO I can bring over into next year',
  'and the laptop?',
  'Urlaub?',
  'Müller GmbH',
  'What does "Schadenfreude" mean?',
  'AVOW_PORT',
  '',
])('%j may be in English', (text) => {
  expect(otherLanguage(text, ['en'])).toBeNull();
});
