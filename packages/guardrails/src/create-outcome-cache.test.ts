import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createOutcomeCache } from './create-outcome-cache.ts';
import type { StageOutcome } from './guard.ts';

const outcome = (text: string): StageOutcome => ({
  ...{ results: [], blocked: null, tripwireTriggered: false, degraded: false },
  ...{ text, redacted: false, redactions: [], models: [], isUnread: false, spans: [] },
});

it('returns the outcomes of its owner only', () => {
  const cache = createOutcomeCache();
  const [one, other] = [cache.of('one'), cache.of('other')];
  const kept = outcome('kept');
  one.set('hash', kept);
  expect(one.get('hash')).toBe(kept);
  expect(cache.of('one').get('hash')).toBe(kept);
  expect(other.get('hash')).toBeUndefined();
});

it('clears all outcomes of an owner, under each policy, and no others', () => {
  const cache = createOutcomeCache();
  const owners = ['ten_a v1', 'ten_a v2', 'ten_ab v1'];
  for (const owner of owners) cache.of(owner).set('hash', outcome(owner));
  cache.clear('ten_a');
  expect(owners.map((owner) => cache.of(owner).get('hash')?.text)).toEqual([
    undefined,
    undefined,
    'ten_ab v1',
  ]);
});

it('evicts the least recently used outcome of all owners', () => {
  const owners = fc.constantFrom('a', 'b', 'c');
  const calls = fc.array(fc.record({ owner: owners, textHash: fc.constantFrom('1', '2', '3', '4') }));
  fc.assert(
    fc.property(calls, fc.integer({ min: 1, max: 6 }), (asked, outcomesMax) => {
      const cache = createOutcomeCache({ outcomesMax });
      let recent: string[] = [];
      for (const { owner, textHash } of asked) {
        const key = `${owner}${textHash}`;
        const isKnown = cache.of(owner).get(textHash)?.text === key;
        expect(isKnown).toBe(recent.includes(key));
        if (!isKnown) cache.of(owner).set(textHash, outcome(key));
        recent = [...recent.filter((other) => other !== key), key].slice(-outcomesMax);
      }
    }),
  );
});
