import { expect, it } from 'vitest';
import { dropOldest } from './drop-oldest.ts';

it('drops what was added first, and nothing within the limit', () => {
  const names = new Set(['a', 'b', 'c']);
  dropOldest(names, 3);
  expect([...names]).toEqual(['a', 'b', 'c']);
  dropOldest(names, 1);
  expect([...names]).toEqual(['c']);
});
