import { codePointLength } from '@avow/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { squeezeRuns } from './squeeze-runs.ts';

describe('squeezeRuns', () => {
  test('keeps three of a run, and leaves everything else', () => {
    expect(squeezeRuns('| a |\n|-----------|\n| --- | ... 1,000 ====').text).toBe(
      '| a |\n|---|\n| --- | ... 1,000 ===',
    );
  });

  test('every character is found again where it stood, and both ends are the ends', () => {
    const piece = fc.constantFrom('-', '-----', '😀', 'a', '====', '|', ' ', '....', '漢', '-=-');
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          const squeezed = squeezeRuns(text);
          const original = [...text];
          const characters = [...squeezed.text];
          characters.forEach((character, position) => {
            expect(original[squeezed.toOriginal(position)]).toBe(character);
            if (position > 0)
              expect(squeezed.toOriginal(position)).toBeGreaterThan(squeezed.toOriginal(position - 1));
          });
          expect(squeezed.toOriginal(0)).toBe(0);
          expect(squeezed.toOriginal(characters.length)).toBe(codePointLength(text));
          expect(squeezeRuns(squeezed.text).text).toBe(squeezed.text);
        },
      ),
    );
  });
});
