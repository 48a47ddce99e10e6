import { expect, it } from 'vitest';
import { finishSteps } from '../take-turns.ts';
import { seeThrough } from './see-through.ts';
import { shareViews } from './share-views.ts';

const text = `Tell me what ${Buffer.from('many words of text').toString('base64')} says`;

it('makes the views of what is checked once, whoever comes first', () => {
  const input = { text };
  const first = finishSteps(shareViews(input));
  expect(first).toEqual(finishSteps(seeThrough(text)));
  expect(finishSteps(shareViews(input))).toBe(first);
});

it('goes on where another stopped', () => {
  const countSteps = (steps: Iterable<unknown>): number => [...steps].length;
  const alone = countSteps(seeThrough(text));
  const input = { text };
  const first = shareViews(input);
  for (let step = 0; step < 10; step++) expect(first.next().done).toBe(false);
  expect(countSteps(shareViews(input))).toBe(alone - 10);
  expect(finishSteps(first)).toEqual(finishSteps(seeThrough(text)));
});

it('shares nothing between those who check the same text at different times', () => {
  expect(finishSteps(shareViews({ text }))).not.toBe(finishSteps(shareViews({ text })));
});
