import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionLanguage } from './question-language.ts';

const detect = (text: string) => questionLanguage({ given: null, text });

describe('questionLanguage', () => {
  it('is the given one, in canonical form, regardless of the question', () => {
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
  ])('detects %s in a short question: %s', (language, text) => {
    expect(detect(text)).toBe(language);
  });

  it.each([
    ['dress code'],
    ['Lindqvist Okafor Brunner'],
    ['VPN Berlin Munich'],
    ['error 4711'],
    ['Why?'],
    ['Hvor mange har jeg?'],
    [''],
  ])('does not know the language of %j', (text) => {
    expect(detect(text)).toBeNull();
  });

  it('returns a canonical tag or null for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const language = detect(text);
        expect(language === null || Intl.getCanonicalLocales(language)[0] === language).toBe(true);
      }),
    );
  });
});
