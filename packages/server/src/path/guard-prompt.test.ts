import type { Guard, StageOutcome } from '@avow/guardrails';
import { passedOutcome } from '@avow/guardrails/testing';
import { describe, expect, it } from 'vitest';
import { checkPrompt, checkQuestion } from './guard-prompt.ts';

const tenantId = 'ten_a' as const;
const blockedAt = (text: string, start: number, end: number): StageOutcome => ({
  ...passedOutcome(text),
  blocked: { guardrailId: 'grd_a', reason: 'policy' },
  tripwireTriggered: true,
  spans: [{ guardrailId: 'grd_a', start, end }],
});
const { signal } = new AbortController();

function partsWith(
  outcome: (text: string) => StageOutcome,
  blockedPrompts: Guard['blockedPrompts'] = 'hash',
) {
  const guard = {
    policyVersion: '1-a',
    blockedPrompts,
    check: async (_: string, { text }: { readonly text: string }) => outcome(text),
  } as unknown as Guard;
  const path = {
    telemetry: { step: <Value>(_: string, work: () => Promise<Value>) => work(), ended: () => undefined },
    hashPrompt: (_: string, prompt: string) => `hash of ${prompt.length}`,
  };
  return [path, guard] as const;
}

describe('checkPrompt', () => {
  it('keeps nothing apart of a prompt that passed', async () => {
    const input = await checkPrompt(...partsWith(passedOutcome), { tenantId, prompt: 'A question' }, signal);
    expect(input).toMatchObject({ policyVersion: '1-a', blockedPrompt: null });
  });

  it('[CON-4-04] keeps of a blocked prompt its hash, and the places in code points', async () => {
    const parts = partsWith((text) => blockedAt(text, 2, 5));
    const input = await checkPrompt(...parts, { tenantId, prompt: '😀bad one' }, signal);
    expect(input.blockedPrompt).toEqual({
      hash: 'hash of 9',
      spans: [{ guardrail_id: 'grd_a', start: 1, end: 4 }],
    });
  });

  it('keeps the text if the policy allows it', async () => {
    const parts = partsWith((text) => blockedAt(text, 0, 1), 'redacted');
    const input = await checkPrompt(...parts, { tenantId, prompt: 'A question' }, signal);
    expect(input.blockedPrompt).toBeNull();
  });
});

describe('checkQuestion', () => {
  const asked = { tenantId, prompt: 'And there?' };
  const inputOf = async () => ({
    ...(await checkPrompt(...partsWith(passedOutcome), asked, signal)),
    degraded: true,
  });

  it('adds to what was said of the prompt', async () => {
    const parts = partsWith(passedOutcome);
    const input = await checkQuestion(
      ...parts,
      { ...asked, question: 'A and there?', input: await inputOf() },
      signal,
    );
    expect(input).toMatchObject({ text: 'And there?', blocked: null, blockedPrompt: null, degraded: true });
  });

  it('keeps no spans that are not in the prompt', async () => {
    const parts = partsWith((text) => blockedAt(text, 0, 3));
    const input = await inputOf();
    const joined = await checkQuestion(...parts, { ...asked, question: 'A and there?', input }, signal);
    expect(joined).toMatchObject({
      tripwireTriggered: true,
      blockedPrompt: { hash: 'hash of 10', spans: [] },
    });
    const same = await checkQuestion(...parts, { ...asked, question: asked.prompt, input }, signal);
    expect(same.blockedPrompt?.spans).toHaveLength(1);
  });
});
