import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showLinks } from './show-links.ts';

test.each([
  ['see [the guide](a.md "b") now', 'see the guide now'],
  ['![a picture](p.png)[two](x)', 'a picturetwo'],
  ['[[a](b)', '[a'],
  ['[a] (b) [c]', '[a] (b) [c]'],
  ['[a](b [c](d)', 'a'],
  ['[a](b\n[c](d)', '[a](b\nc'],
])('reduces %j to %j', (source, shown) => {
  expect(showLinks(source)).toBe(shown);
});

test('agrees with the patterns that define a link on any text', () => {
  const marks = fc.string({ unit: fc.constantFrom('[', ']', '(', ')', '!', '\n', 'a'), maxLength: 24 });
  fc.assert(
    fc.property(marks, (source) => {
      expect(showLinks(source)).toBe(source.replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1'));
      expect(showLinks(source, { acrossLines: true })).toBe(source.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1'));
    }),
    { numRuns: 2_000 },
  );
});
