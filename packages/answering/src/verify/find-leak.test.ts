import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLeakFinders } from './find-leak.ts';

const instructions =
  'You answer one question from the numbered sources in the message, and from nothing else. Every sentence ends with the numbers of the sources that bear it out in square brackets.';

function leaks(...pieces: string[]): boolean {
  const finder = createLeakFinders(instructions)();
  return pieces.map((piece) => finder.push(piece)).includes(true);
}

const reversed = (text: string) => Array.from(text).toReversed().join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('createLeakFinders', () => {
  it.each([
    ['as they are', `Sure! ${instructions.slice(20, 130)}`],
    ['in capitals, a word a line', instructions.toUpperCase().replaceAll(' ', '\n')],
    ['spaced out', Array.from(instructions).join(' - ')],
    ['backwards', reversed(instructions)],
    ['in base64', base64(`x${instructions}`).replace(/.{20}/g, '$&\n')],
  ])('finds instructions %s, in any pieces', (_, text) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (length) => {
        const pieces = Array.from({ length: Math.ceil(text.length / length) }, (__, turn) =>
          text.slice(turn * length, (turn + 1) * length),
        );
        expect(leaks(...pieces)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('lets pass what only sounds alike', () => {
    expect(leaks('You answer one question from the numbered sources.')).toBe(false);
    expect(leaks('The fee is 5 €. [1] '.repeat(500))).toBe(false);
  });
});
