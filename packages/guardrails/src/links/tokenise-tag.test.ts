import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokeniseTag } from './tokenise-tag.ts';

const limits = { unitsMax: 100 };

describe('tokeniseTag', () => {
  it.each<[string, string, readonly [string, string][]]>([
    ['<a>', 'a', []],
    ['<A HREF=x>', 'a', [['href', 'x']]],
    [
      '<a href = "x y" b>',
      'a',
      [
        ['href', 'x y'],
        ['b', ''],
      ],
    ],
    [
      "<img/src='x>y'/alt>",
      'img',
      [
        ['src', 'x>y'],
        ['alt', ''],
      ],
    ],
    ['<a b"c=d>', 'a', [['b"c', 'd']]],
    ['<a =b=c>', 'a', [['=b', 'c']]],
    ['<a href=>', 'a', [['href', '']]],
    [
      '<a x="1"y=2>',
      'a',
      [
        ['x', '1'],
        ['y', '2'],
      ],
    ],
    ['<svg:a\nb\n=\nc>', 'svg:a', [['b', 'c']]],
  ])('tokenises %j', (text, name, attributes) => {
    expect(tokeniseTag(`${text} more`, 0, limits)).toEqual({
      name,
      isClosing: false,
      isOpen: false,
      end: text.length,
      attributes: attributes.map(([attribute, value]) => ({ name: attribute, value })),
    });
  });

  it.each(['<a', '<a b', '<a b="c>', "<a b='", `<a ${'x'.repeat(200)}>`])(
    'reports that %j does not end',
    (text) => {
      expect(tokeniseTag(text, 0, limits)).toMatchObject({ isOpen: true });
    },
  );

  it.each(['< a>', '<1>', '<!--', '<', '', 'a>'])('finds no tag in %j', (text) => {
    expect(tokeniseTag(text, 0, limits)).toBeNull();
  });

  it('ends within the text for any input', () => {
    const parts = fc.constantFrom('<a', '<', '>', '=', '"', "'", '/', ' ', '\n', 'x', 'é', '😀');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (list) => {
        const text = `<a${list.join('')}`;
        const end = tokeniseTag(text, 0, limits)?.end ?? 0;
        expect(end).toBeGreaterThan(1);
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
