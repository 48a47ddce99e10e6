import { describe, expect, it } from 'vitest';
import type { TextGuardrail } from '../interfaces/guardrail.ts';
import { checkText } from './check-text.ts';
import { open, policyOf, testGuardrail, verdicts } from './contract/test-guardrails.ts';
import { createOutcomeMemory } from './create-outcome-memory.ts';
import { rememberOutcomes } from './remember-outcomes.ts';

function remembering(...guardrails: readonly TextGuardrail[]) {
  const policy = policyOf(...guardrails);
  return rememberOutcomes(
    guardrails,
    (input, signal) => checkText(policy, 'prompt', input, signal),
    createOutcomeMemory().of('a tenant'),
  );
}

/** A check that counts how often it was asked. */
function counting(also: Parameters<typeof testGuardrail>[1] = {}, verdict: unknown = verdicts.redact) {
  const asked: string[] = [];
  const guardrail = testGuardrail(({ text }) => {
    asked.push(text);
    return verdict as typeof verdicts.redact;
  }, also);
  return { asked, guardrail };
}

const ask = (text: string) => ({ text, quotes: [] });

describe('rememberOutcomes', () => {
  it('checks the same question once, and every other by itself', async () => {
    const { asked, guardrail } = counting();
    const check = remembering(guardrail);
    const first = await check(ask('A question'), open);
    expect(await check(ask('A question'), open)).toBe(first);
    await check(ask('A question?'), open);
    expect(asked).toEqual(['A question', 'A question?']);
  });

  it('remembers nothing of a check that may change its mind, did not run or had to do without something', async () => {
    for (const { asked, guardrail } of [
      counting({ varies: true }),
      counting({}, null),
      counting({ failMode: 'open' }, 'nonsense'),
      counting({}, { ...verdicts.pass, degraded: true }),
    ]) {
      const check = remembering(guardrail);
      await check(ask('A question'), open);
      await check(ask('A question'), open);
      expect(asked).toHaveLength(2);
    }
  });

  it('does not let an old outcome stand in for time that is up', async () => {
    const { guardrail } = counting();
    const check = remembering(guardrail);
    await check(ask('A question'), open);
    const stopped = await check(ask('A question'), AbortSignal.abort());
    expect(stopped.results).toMatchObject([{ status: 'timeout', compliant: false }]);
  });

  it('remembers nothing of long texts', async () => {
    const { asked, guardrail } = counting();
    const check = remembering(guardrail);
    for (const text of ['long '.repeat(300), 'long '.repeat(300)]) await check(ask(text), open);
    expect(asked).toHaveLength(2);
  });
});
