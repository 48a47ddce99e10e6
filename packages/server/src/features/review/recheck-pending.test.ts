import type { QueryResponse } from '@avow/contract/query';
import { queryResponseExample } from '@avow/contract/testing';
import type { Guard, StageOutcome } from '@avow/guardrails';
import { passedOutcome } from '@avow/guardrails/testing';
import { describe, expect, it } from 'vitest';
import { recheckPending } from './recheck-pending.ts';

const { signal } = new AbortController();

/** An answer with a redaction: no draft of it is stored. */
function recheck(outcome: Partial<StageOutcome>, response: Partial<QueryResponse> = {}) {
  const checked: string[] = [];
  const guard = {
    check: async (_: string, { text }: { readonly text: string }): Promise<StageOutcome> => {
      checked.push(text);
      return passedOutcome(text, outcome);
    },
  } as unknown as Guard;
  const pending = {
    response: { ...queryResponseExample, citations: [], ...response },
    ...{ held_at_ms: 0, groups: [], quotes: [], draft: null },
  };
  const content = { question: 'How long?', refined_question: null };
  return recheckPending(guard, { pending, content, stored: [] }, signal).then((result) => ({
    result,
    checked,
  }));
}

describe('recheckPending', () => {
  it('distinguishes an answer that would not pass from one that could not be checked', async () => {
    const blockedFor = (reason: 'policy' | 'guardrail_unavailable') => ({
      blocked: { guardrailId: 'grd_1', reason },
    });
    expect((await recheck({})).result).toBe('passes');
    expect((await recheck({ redacted: true })).result).toBe('objects');
    expect((await recheck(blockedFor('policy'))).result).toBe('objects');
    expect((await recheck(blockedFor('guardrail_unavailable'))).result).toBe('unchecked');
  });

  it.each([
    ['{"answer":"He said \\"no\\"."}', 'He said "no".'],
    ['{"answer":"No.","days":2}', '{"answer":"No.","days":2}'],
    ['{"answer":2}', '{"answer":2}'],
  ])('checks the text inside JSON that holds only the answer: %s', async (answer, seen) => {
    const agent_context = { ...queryResponseExample.agent_context, answer_format: 'json' } as const;
    expect((await recheck({}, { answer, agent_context })).checked).toEqual([seen]);
  });
});
