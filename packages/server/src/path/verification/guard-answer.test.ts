import type { GuardrailResult } from '@avow/contract/query';
import type { Guard, StageOutcome } from '@avow/guardrails';
import { passedOutcome } from '@avow/guardrails/testing';
import { describe, expect, it } from 'vitest';
import { guardAnswer } from './guard-answer.ts';

const { signal } = new AbortController();
const passed: GuardrailResult = {
  ...{ guardrail_id: 'grd_01ka2tpzg0e6srq53nv7xwx6nx', name: 'Secrets', category: 'privacy' },
  ...{ stage: 'output', mode: 'enforce', status: 'ok' },
  ...{ compliant: true, reasoning: 'Nothing was found.', action: 'none', score: 0 },
};
const replaced: GuardrailResult = { ...passed, compliant: false, action: 'redact', score: 1 };

function outcomeOf(text: string, also: Partial<StageOutcome> = {}): StageOutcome {
  return passedOutcome(text, { results: [passed], ...also });
}

/** Says of each text what is written for it; of any other that it passes. */
function askGuard(outcomes: Readonly<Record<string, Partial<StageOutcome>>>, shown: string, stored: string) {
  const asked: string[] = [];
  const guard = {
    check: async (_: string, { text }: { readonly text: string }) => {
      asked.push(text);
      return outcomeOf(text, outcomes[text]);
    },
  } as unknown as Guard;
  const inputs = { shown: { text: shown, quotes: [] }, stored: { text: stored, quotes: [] }, cited: [] };
  return guardAnswer(guard, inputs, signal).then((outcome) => ({ outcome, asked }));
}

describe('guardAnswer', () => {
  it('looks once at an answer that is shown as it is stored', async () => {
    const { outcome, asked } = await askGuard({ a: { redacted: true, results: [replaced] } }, 'a', 'a');
    expect(asked).toEqual(['a']);
    expect(outcome).toMatchObject({ quotesRedacted: true, results: [replaced] });
  });

  it('withholds quotes in which something is found that the answer does not show', async () => {
    const found = { '[a](secret)': { text: '[a](x)', redacted: true, results: [replaced] } };
    const { outcome } = await askGuard(found, 'a', '[a](secret)');
    expect(outcome).toMatchObject({ text: 'a', redacted: false, quotesRedacted: true, results: [replaced] });
  });

  it('withholds quotes that would be blocked or could not be looked through, and blocks nothing for it', async () => {
    const blocked = { guardrailId: passed.guardrail_id, reason: 'guardrail_unavailable' } as const;
    const { outcome } = await askGuard({ '*a*': { blocked, tripwireTriggered: true } }, 'a', '*a*');
    expect(outcome).toMatchObject({ blocked: null, tripwireTriggered: false, quotesRedacted: true });
  });

  it('keeps the quotes of an answer that passes both as shown and as stored', async () => {
    const { outcome, asked } = await askGuard({}, 'a', '*a*');
    expect(asked).toEqual(['a', '*a*']);
    expect(outcome).toMatchObject({ quotesRedacted: false, results: [passed] });
  });
});
