import { codePointLength } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showToModel } from './show-to-model.ts';

describe('showToModel', () => {
  test('keeps three of a run of marks, and leaves everything else', () => {
    expect(showToModel('| a |\n|-----------|\n| --- | ... 1,000 ====').text).toBe(
      '| a |\n|---|\n| --- | ... 1,000 ===',
    );
  });

  test('shows links by their words, and neither images nor directives', () => {
    expect(showToModel('Ask [HR]({% page "/hr" %}) ![logo](a.png)in {% slack "x" %}time.').text).toBe(
      'Ask HR in time.',
    );
  });

  test('every character is found again where it stood', () => {
    const piece = fc.constantFrom(
      '-----',
      '😀',
      'a',
      '====',
      '|',
      ' ',
      '[',
      '](',
      ')',
      '![',
      '{% a %}',
      '漢',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          const shown = showToModel(text);
          const original = [...text];
          const characters = [...shown.text];
          characters.forEach((character, position) => {
            expect(original[shown.toOriginal(position)]).toBe(character);
            if (position > 0)
              expect(shown.toOriginal(position)).toBeGreaterThan(shown.toOriginal(position - 1));
          });
          expect(shown.toOriginal(characters.length)).toBe(codePointLength(text));
        },
      ),
    );
  });
});
