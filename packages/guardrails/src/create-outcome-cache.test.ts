import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createOutcomeCache } from './create-outcome-cache.ts';
import { passedOutcome } from './test-support/passed-outcome.ts';

it('returns the outcomes of its owner only', () => {
  const cache = createOutcomeCache();
  const [one, other] = [cache.of('one', ''), cache.of('other', '')];
  const kept = passedOutcome('kept');
  one.set('input', kept);
  expect(one.get('input')).toBe(kept);
  expect(cache.of('one', '').get('input')).toBe(kept);
  expect(other.get('input')).toBeUndefined();
});

it('clears all outcomes of an owner, under each policy, and no others', () => {
  const cache = createOutcomeCache();
  const owners = [
    ['ten_a', 'v1'],
    ['ten_a', 'v2'],
    ['ten_ab', 'v1'],
  ] as const;
  for (const [owner, policy] of owners)
    cache.of(owner, policy).set('input', passedOutcome(`${owner} ${policy}`));
  cache.clear('ten_a');
  expect(owners.map(([owner, policy]) => cache.of(owner, policy).get('input')?.text)).toEqual([
    undefined,
    undefined,
    'ten_ab v1',
  ]);
});

it('evicts the least recently used outcome of all owners', () => {
  const owners = fc.constantFrom('a', 'b', 'c');
  const calls = fc.array(fc.record({ owner: owners, input: fc.constantFrom('1', '2', '3', '4') }));
  fc.assert(
    fc.property(calls, fc.integer({ min: 1, max: 6 }), (asked, outcomesMax) => {
      const cache = createOutcomeCache({ outcomesMax });
      let recent: string[] = [];
      for (const { owner, input } of asked) {
        const key = `${owner}${input}`;
        const isKnown = cache.of(owner, '').get(input)?.text === key;
        expect(isKnown).toBe(recent.includes(key));
        if (!isKnown) cache.of(owner, '').set(input, passedOutcome(key));
        recent = [...recent.filter((other) => other !== key), key].slice(-outcomesMax);
      }
    }),
  );
});
