import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFamilyFinder } from './family-finder.ts';

const find = createFamilyFinder({
  fruit: 'apple, red apple, pear*',
  colour: 'red, dark red',
  tool: '工具, hammer',
});
const namesOf = (text: string) =>
  find(text.split(' ')).map(({ family, first, last }) => `${family} ${first}-${last}`);

describe('createFamilyFinder', () => {
  it('finds words and phrases, even nested', () => {
    expect(namesOf('a dark red apple')).toEqual(['colour 1-2', 'colour 2-2', 'fruit 2-3', 'fruit 3-3']);
  });

  it('finds words by their stem, only at their beginning', () => {
    expect(namesOf('pears spear pear')).toEqual(['fruit 0-0', 'fruit 2-2']);
  });

  it('reads scripts without spaces character by character', () => {
    expect(namesOf('好 工 具')).toEqual(['tool 1-2']);
  });

  it('refuses stems that would match nearly everything', () => {
    expect(() => createFamilyFinder({ short: 'an*' })).toThrow(RangeError);
  });

  it('finds a phrase anywhere in a text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('x', 'y', 'dark')),
        fc.array(fc.constantFrom('x', 'y')),
        (before, after) => {
          const hits = find([...before, 'dark', 'red', ...after]);
          expect(hits).toContainEqual({ family: 'colour', first: before.length, last: before.length + 1 });
        },
      ),
    );
  });
});
