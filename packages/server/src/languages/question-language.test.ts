import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionLanguage } from './question-language.ts';

const told = (text: string) => questionLanguage({ given: null, text });

describe('questionLanguage', () => {
  it('is what was given, in its usual spelling, whatever the question is written in', () => {
    expect(questionLanguage({ given: 'PT-br', text: 'Where is the lift?' })).toBe('pt-BR');
    expect(questionLanguage({ given: 'de', text: '' })).toBe('de');
  });

  it.each([
    ['en', 'Who approves travel expenses?'],
    ['en', 'and for contractors?'],
    ['de', 'Wer genehmigt Reisekosten?'],
    ['fr', 'Quel est le code vestimentaire ?'],
    ['es', '¿Quién aprueba los gastos de viaje?'],
    ['it', 'Quanto costa il biglietto?'],
    ['nl', 'Wat kost een kaartje?'],
    ['pt', 'Quanto custa o bilhete?'],
    ['sv', 'Hur många semesterdagar har jag?'],
    ['ja', 'パスワードを変更する方法'],
    ['zh', '如何修改密码？'],
    ['el', 'Πώς αλλάζω τον κωδικό;'],
  ])('tells %s by few words: %s', (language, text) => {
    expect(told(text)).toBe(language);
  });

  it.each([
    ['dress code'],
    ['Lindqvist Okafor Brunner'],
    ['VPN Berlin Munich'],
    ['error 4711'],
    ['Why?'],
    ['Hvor mange har jeg?'],
    [''],
  ])('is not sure of %j', (text) => {
    expect(told(text)).toBeNull();
  });

  it('always tells a tag or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const language = told(text);
        expect(language === null || Intl.getCanonicalLocales(language)[0] === language).toBe(true);
      }),
    );
  });
});
