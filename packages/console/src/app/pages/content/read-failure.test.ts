import { expect, it } from 'vitest';
import { readFailure } from './read-failure.ts';

it('tells the list that a gate ends with from what it says above', () => {
  expect(
    readFailure('Of 12, 10 were right.\nThese got worse:\n- Who pays? (right, now: wrong)\n- and 3 more'),
  ).toEqual({
    said: 'Of 12, 10 were right.\nThese got worse:',
    listed: ['Who pays? (right, now: wrong)', 'and 3 more'],
  });
});

it('leaves a failure without a list as it is', () => {
  for (const text of ['The draft is too large.', '- not\na list', ''])
    expect(readFailure(text)).toEqual({ said: text, listed: [] });
});
