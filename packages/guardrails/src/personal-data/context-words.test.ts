import { describe, expect, it } from 'vitest';
import { contextWords, hasContext, hasContextBefore } from './context-words.ts';

const words = contextWords('tax id, numéro', 'steuer*, 身份证*');

describe('contextWords', () => {
  it.each([
    'tax id',
    'Tax-ID',
    'tax_id',
    'taxid',
    'TAX  ID',
    'NUMERO',
    'numéro',
    'Steuernummer',
    '我的身份证号',
  ])('knows %s', (text) => {
    expect(words.test(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())).toBe(true);
  });

  it.each(['syntax id', 'tax idea', 'numerous', 'versteuern'])('does not know %s', (text) => {
    expect(words.test(text)).toBe(false);
  });

  it('requires at least one word', () => {
    expect(() => contextWords()).toThrow(RangeError);
    expect(() => contextWords('')).toThrow(RangeError);
  });
});

describe('nearby words', () => {
  const number = '12345';

  it('are found before and after, in any case and with any accents', () => {
    for (const text of [`My NUMÉRO is ${number}`, `${number} is my Tax ID`]) {
      const start = text.indexOf(number);
      expect(hasContext(text, { start, end: start + number.length }, words)).toBe(true);
    }
  });

  it('are not matched far away or across the number', () => {
    for (const text of [`tax id ${'. '.repeat(60)}${number}`, `tax ${number} id`]) {
      const start = text.indexOf(number);
      expect(hasContext(text, { start, end: start + number.length }, words)).toBe(false);
    }
  });

  it('may be required before the number', () => {
    expect(hasContextBefore(`tax id ${number}`, 7, words)).toBe(true);
    expect(hasContextBefore(`${number} tax id`, 0, words)).toBe(false);
  });
});
