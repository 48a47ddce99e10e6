import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StageOutcome } from '../interfaces/guard.ts';
import { createOutcomeMemory } from './create-outcome-memory.ts';

const outcome = (text: string): StageOutcome => ({
  ...{ results: [], blocked: null, tripwireTriggered: false, degraded: false },
  ...{ text, redacted: false, redactions: [], spans: [] },
});

it('recalls what its owner kept, and nothing of others', () => {
  const memory = createOutcomeMemory();
  const [one, other] = [memory.of('one'), memory.of('other')];
  const kept = outcome('kept');
  one.keep('hash', kept);
  expect(one.recall('hash')).toBe(kept);
  expect(memory.of('one').recall('hash')).toBe(kept);
  expect(other.recall('hash')).toBeUndefined();
});

it('forgets all of an owner, under each policy, and nothing of others', () => {
  const memory = createOutcomeMemory();
  const owners = ['ten_a v1', 'ten_a v2', 'ten_ab v1'];
  for (const owner of owners) memory.of(owner).keep('hash', outcome(owner));
  memory.forget('ten_a');
  expect(owners.map((owner) => memory.of(owner).recall('hash')?.text)).toEqual([
    undefined,
    undefined,
    'ten_ab v1',
  ]);
});

it('keeps of all together what was asked for last', () => {
  const owners = fc.constantFrom('a', 'b', 'c');
  const calls = fc.array(fc.record({ owner: owners, textHash: fc.constantFrom('1', '2', '3', '4') }));
  fc.assert(
    fc.property(calls, fc.integer({ min: 1, max: 6 }), (asked, outcomesMax) => {
      const memory = createOutcomeMemory({ outcomesMax });
      let recent: string[] = [];
      for (const { owner, textHash } of asked) {
        const key = `${owner}${textHash}`;
        const isKnown = memory.of(owner).recall(textHash)?.text === key;
        expect(isKnown).toBe(recent.includes(key));
        if (!isKnown) memory.of(owner).keep(textHash, outcome(key));
        recent = [...recent.filter((other) => other !== key), key].slice(-outcomesMax);
      }
    }),
  );
});
