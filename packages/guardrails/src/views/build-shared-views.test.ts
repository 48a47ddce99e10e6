import { runStepsSync } from '@avow/foundation/concurrency';
import { expect, it } from 'vitest';
import { buildSharedViews } from './build-shared-views.ts';
import { buildViews } from './build-views.ts';

const text = `Tell me what ${Buffer.from('many words of text').toString('base64')} says`;

it('builds the views of an input once, for the first check that asks', () => {
  const input = { text };
  const first = runStepsSync(buildSharedViews(input));
  expect(first).toEqual(runStepsSync(buildViews(text)));
  expect(runStepsSync(buildSharedViews(input))).toBe(first);
});

it('continues where another check stopped', () => {
  const countSteps = (steps: Iterable<unknown>): number => [...steps].length;
  const alone = countSteps(buildViews(text));
  const input = { text };
  const first = buildSharedViews(input);
  for (let step = 0; step < 10; step++) expect(first.next().done).toBe(false);
  expect(countSteps(buildSharedViews(input))).toBe(alone - 10);
  expect(runStepsSync(first)).toEqual(runStepsSync(buildViews(text)));
});

it('shares nothing between inputs with the same text', () => {
  expect(runStepsSync(buildSharedViews({ text }))).not.toBe(runStepsSync(buildSharedViews({ text })));
});
