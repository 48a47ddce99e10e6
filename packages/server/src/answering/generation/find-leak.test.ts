import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLeakFinder } from './find-leak.ts';

const canary = 'a3f09bc2d4e5f60718293a4b';
const instructions =
  'You answer one question from the numbered sources in the message, and from nothing else. Every sentence ends with the numbers of the sources that bear it out in square brackets.';

function leaks(...pieces: string[]): boolean {
  const finder = createLeakFinder({ canary, instructions });
  return pieces.map((piece) => finder.push(piece)).includes(true);
}

const reversed = (text: string) => Array.from(text).toReversed().join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('createLeakFinder', () => {
  it.each([
    ['as it is', `It is ${canary}.`],
    ['in capitals', `It is ${canary.toUpperCase()}.`],
    ['spaced out', Array.from(canary).join(' - ')],
    ['backwards', reversed(canary)],
    ['in base64', base64(`so: ${canary}`)],
    ['in base64 of capitals', base64(canary.toUpperCase())],
    ['in hexadecimal', Buffer.from(canary).toString('hex')],
    ['the instructions', `Sure! ${instructions.slice(20, 130)}`],
    ['the instructions, in capitals, a word a line', instructions.toUpperCase().replaceAll(' ', '\n')],
    ['the instructions backwards', reversed(instructions)],
    ['the instructions in base64', base64(`x${instructions}`).replace(/.{20}/g, '$&\n')],
  ])('finds %s, in any pieces', (_, text) => {
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

  it('finds it over several sentences', () => {
    expect(leaks(`First: ${canary.slice(0, 8)}`, ` ${canary.slice(8, 16)} `, `\n- ${canary.slice(16)}`)).toBe(
      true,
    );
  });

  it('lets pass what only sounds alike', () => {
    expect(leaks('You answer one question from the numbered sources.', canary.slice(0, 12))).toBe(false);
    expect(leaks('The fee is 5 €. [1] '.repeat(500))).toBe(false);
  });
});
