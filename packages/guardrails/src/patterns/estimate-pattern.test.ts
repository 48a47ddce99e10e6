import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { countClasses, estimatePattern } from './estimate-pattern.ts';

const atoms = [
  'a',
  '.',
  '\\d',
  '\\)',
  '\\x{41}',
  '[a-z]',
  '[)(]',
  '[^]({]',
  '[[:alpha:](]',
  '\\Q(a\\E',
  '\\pL',
];
const repeats = ['', '', '*', '+?', '{3}', '{2,}', '{0,7}', '{1,4}?'];
const { pattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 5 },
    fc.array(tie('item'), { minLength: 1, maxLength: 4 }).map((items) => items.join('')),
    fc.tuple(tie('item'), tie('item')).map((items) => items.join('|')),
  ),
  item: fc
    .tuple(
      fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(...atoms),
        tie('pattern').map((inner) => `(${inner})`),
        tie('pattern').map((inner) => `(?:${inner})`),
      ),
      fc.constantFrom(...repeats),
    )
    .map((parts) => parts.join('')),
}));

/** Null if more than a thousand repetitions are nested: RE2 rejects that. */
function sizeOf(written: string): number | null {
  try {
    return RE2JS.compile(written).programSize();
  } catch (error) {
    if (String(error).includes('invalid repeat count')) return null;
    throw error;
  }
}

it('never estimates less than half of the compiled size', () => {
  fc.assert(
    fc.property(pattern, (written) => {
      const estimate = estimatePattern(written);
      fc.pre(estimate < 5_000);
      const size = sizeOf(written);
      fc.pre(size !== null);
      expect(size).toBeLessThanOrEqual(2 * estimate + 4);
    }),
    { numRuns: 500 },
  );
});

it('recognises short patterns that expand to very many instructions', () => {
  for (const written of [`(${'ab'.repeat(400)}){1000}`, 'a{1000}'.repeat(100), '((a{9}){9}){9}'.repeat(9)])
    expect(estimatePattern(written)).toBeGreaterThan(5_000);
  // An invalid pattern is not refused for its size.
  expect(estimatePattern('a)b')).toBeLessThan(5);
  expect(estimatePattern('((a')).toBeLessThan(6);
});

it('is close to the compiled size for patterns that people write', () => {
  for (const written of [
    '\\bORD-[0-9]{6}\\b',
    '(?i)\\b(?:alpha|beta|gamma)-\\d{2,4}\\b',
    '(?:[0-9a-f]{2}:){5}[0-9a-f]{2}',
    '\\b[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){3,7}\\b',
  ])
    expect(estimatePattern(written)).toBeLessThan(150);
});

it('counts Unicode classes, and wide ranges where case is ignored', () => {
  expect(countClasses('\\p{L}\\PN[^\\pL]')).toBe(3);
  const ignoreCase = true;
  expect(countClasses('[a-z]-[а-я] \\x{1F300}-\\x{1F5FF} \\x41-\\x5a -', { ignoreCase })).toBe(0);
  expect(countClasses('[一-鿿]\\pL', { ignoreCase })).toBe(3);
  expect(countClasses('[B-\u1000]'.repeat(10), { ignoreCase })).toBe(4);
  expect(countClasses('[B-\u{10ffff}]')).toBe(0);
  const wide = ['[B-\u{10ffff}]', '[B-\\x{1e942}]', '[\\x42-\\x{1E942}]', '[\\t-\u{1e942}]'];
  for (const written of wide) {
    expect(countClasses(written, { ignoreCase })).toBe(12);
    for (const flags of ['(?i)', '(?si)', '(?i-s:)']) expect(countClasses(flags + written)).toBe(12);
  }
  expect(countClasses('(?i)[a-\u{10ffff}b-\u{10ffff}]')).toBe(25);
});
