import type { QueryResponse } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { queryResponseExample } from '../../../contract/src/examples.ts';
import type { Guard, StageOutcome } from '../interfaces/guard.ts';
import { recheckHeld } from './recheck-held.ts';

const { signal } = new AbortController();

/** An answer that something was taken out of: no draft of it is kept. */
function recheck(outcome: Partial<StageOutcome>, response: Partial<QueryResponse> = {}) {
  const asked: string[] = [];
  const guard = {
    check: async (_: string, { text }: { readonly text: string }): Promise<StageOutcome> => {
      asked.push(text);
      return {
        ...{ results: [], text, redacted: false, redactions: [], spans: [], blocked: null },
        ...{ tripwireTriggered: false, degraded: false, ...outcome },
      };
    },
  } as unknown as Guard;
  const held = {
    response: { ...queryResponseExample, citations: [], ...response },
    ...{ held_at_ms: 0, groups: [], quotes: [], draft: null },
  };
  const content = { question: 'How long?', refined_question: null };
  return recheckHeld(guard, { held, content, stored: [] }, signal).then((said) => ({ said, asked }));
}

describe('recheckHeld', () => {
  it('tells what would not pass from what could not be looked at', async () => {
    const blockedFor = (reason: 'policy' | 'guardrail_unavailable') => ({
      blocked: { guardrailId: 'grd_1', reason },
    });
    expect((await recheck({})).said).toBe('passes');
    expect((await recheck({ redacted: true })).said).toBe('objects');
    expect((await recheck(blockedFor('policy'))).said).toBe('objects');
    expect((await recheck(blockedFor('guardrail_unavailable'))).said).toBe('unchecked');
  });

  it.each([
    ['{"answer":"He said \\"no\\"."}', 'He said "no".'],
    ['{"answer":"No.","days":2}', '{"answer":"No.","days":2}'],
    ['{"answer":2}', '{"answer":2}'],
  ])('looks into JSON that holds the answer alone: %s', async (answer, seen) => {
    const agent_context = { ...queryResponseExample.agent_context, answer_format: 'json' } as const;
    expect((await recheck({}, { answer, agent_context })).asked).toEqual([seen]);
  });
});
