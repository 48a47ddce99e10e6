import { describe, expect, it } from 'vitest';
import { textLikelihood, wordLikelihood } from './likely-english.ts';

const likelihoodOf = (text: string): number => textLikelihood(text.split(' '));

describe('textLikelihood', () => {
  it.each([
    'the weather in the mountains is changing quickly',
    'a harmless sentence about vegetables and gardening',
    'our neighbours celebrated their anniversary yesterday',
  ])('distinguishes English from the same letters reversed and shifted: %s', (text) => {
    const backwards = Array.from(text).reverse().join('');
    const shifted = text.replace(/[a-z]/g, (letter) =>
      String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97),
    );
    expect(likelihoodOf(text)).toBeGreaterThan(likelihoodOf(backwards) + 0.9);
    expect(likelihoodOf(text)).toBeGreaterThan(likelihoodOf(shifted) + 0.9);
  });

  it('gives the lowest likelihood to no words', () => {
    expect(textLikelihood([])).toBeLessThan(-4);
  });

  it('rates unknown words by their letters', () => {
    expect(wordLikelihood('wandering')).toBeGreaterThan(wordLikelihood('gnirednaw'));
  });
});
