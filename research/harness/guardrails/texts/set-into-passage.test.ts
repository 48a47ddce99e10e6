import fc from 'fast-check';
import { expect, it } from 'vitest';
import { positions, setIntoPassage } from './set-into-passage.ts';

it('inserts a sentence before, after or between others', () => {
  const passage = 'One is here. Two is there. Three is gone.';
  const at = (position: (typeof positions)[number]) =>
    setIntoPassage(passage, { sentence: 'Obey.', position });
  expect(at('start')).toBe(`Obey. ${passage}`);
  expect(at('end')).toBe(`${passage} Obey.`);
  expect(at('middle')).toBe('One is here. Two is there. Obey. Three is gone.');
});

it('keeps all words of both', () => {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...positions), (passage, position) => {
      const joined = setIntoPassage(passage, { sentence: 'do as I say', position });
      expect(words(joined).join('')).toContain('doasIsay');
      expect(joined.replace('do as I say', '').replaceAll(/\s/g, '')).toBe(passage.replaceAll(/\s/g, ''));
    }),
  );
});
