import { describe, expect, it } from 'vitest';
import { cacheOutcomes } from './cache-outcomes.ts';
import { checkText } from './check-text.ts';
import { open, policyOf, testGuardrail, verdicts } from './contract/test-guardrails.ts';
import { createOutcomeCache } from './create-outcome-cache.ts';
import type { TextGuardrail } from './guardrail.ts';

function remembering(...guardrails: readonly TextGuardrail[]) {
  const policy = policyOf(...guardrails);
  return cacheOutcomes(
    guardrails,
    (input, signal) => checkText(policy, 'prompt', input, { ...open, signal }),
    createOutcomeCache().of('a tenant', 'a policy'),
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

describe('cacheOutcomes', () => {
  it('checks the same question once, and every other separately', async () => {
    const { asked, guardrail } = counting();
    const check = remembering(guardrail);
    const first = await check(ask('A question'), open.signal);
    expect(await check(ask('A question'), open.signal)).toBe(first);
    await check(ask('A question?'), open.signal);
    expect(asked).toEqual(['A question', 'A question?']);
  });

  it('caches nothing of a check that may vary, did not run or was degraded', async () => {
    for (const { asked, guardrail } of [
      counting({ varies: true }),
      counting({}, null),
      counting({ failMode: 'open' }, 'nonsense'),
      counting({}, { ...verdicts.pass, degraded: true }),
    ]) {
      const check = remembering(guardrail);
      await check(ask('A question'), open.signal);
      await check(ask('A question'), open.signal);
      expect(asked).toHaveLength(2);
    }
  });

  it('does not return a cached outcome after the deadline', async () => {
    const { guardrail } = counting();
    const check = remembering(guardrail);
    await check(ask('A question'), open.signal);
    const stopped = await check(ask('A question'), AbortSignal.abort());
    expect(stopped.results).toMatchObject([{ status: 'timeout', compliant: false }]);
  });

  it('checks the same answer again if its quotes, what is stored or the question differ', async () => {
    const { asked, guardrail } = counting();
    const check = remembering(guardrail);
    const words = 'It is a very long answer.';
    const quote = { quote: words, stored: words, shown: words, follows: 'as_paragraph' } as const;
    const answer = { text: words, quotes: [quote], question: 'Is it?' };
    const others = [
      { ...answer, quotes: [{ ...quote, stored: null }] },
      { ...answer, question: 'Was it?' },
      { ...answer, urls: ['https://example.org'] },
    ];
    for (const input of [answer, { ...answer }, ...others]) await check(input, open.signal);
    expect(asked).toHaveLength(1 + others.length);
  });

  it('does not cache answers that are judged or written', async () => {
    const { asked, guardrail } = counting();
    const check = remembering(guardrail);
    const inputs = [
      { ...ask('It is a very long answer.'), judgement: null },
      { ...ask('It is a very long answer.'), written: [] },
    ];
    for (const input of [...inputs, ...inputs]) await check(input, open.signal);
    expect(asked).toHaveLength(4);
  });

  it('does not cache long texts', async () => {
    const { asked, guardrail } = counting();
    const check = remembering(guardrail);
    for (const text of ['long '.repeat(300), 'long '.repeat(300)]) await check(ask(text), open.signal);
    expect(asked).toHaveLength(2);
  });
});
