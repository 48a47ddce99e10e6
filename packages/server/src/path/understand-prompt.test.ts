import type { RefinedQuestion } from '@avow/answering';
import type { InputOutcome } from '@avow/guardrails';
import { expect, test } from 'vitest';
import type { PathDependencies } from './path-dependencies.ts';
import type { StartedQuery } from './query.ts';
import { understandPrompt } from './understand-prompt.ts';

const passed = {
  ...{ text: 'And there?', results: [], blocked: null, tripwireTriggered: false, degraded: false },
  ...{
    redacted: false,
    redactions: [],
    models: [],
    isUnread: false,
    spans: [],
    policyVersion: '1',
    blockedPrompt: null,
  },
} as const satisfies InputOutcome;
const byRules: RefinedQuestion = { text: 'And there?', model: null, isDegraded: true, cost: null };
const byModel: RefinedQuestion = { text: 'Secret?', model: 'test/refinement', isDegraded: false, cost: null };

/** Understands a prompt whose standalone question a guardrail blocks if it contains one of these words. */
function understandWith(denied: RegExp) {
  const path = {
    steps: {
      refine: async ({ mayAskModel }: { readonly mayAskModel: boolean }) => (mayAskModel ? byModel : byRules),
    },
    telemetry: { step: (_: string, work: () => Promise<unknown>) => work() },
    memory: { recall: (_: unknown, read: () => unknown) => read() },
    clock: { nowMs: () => 0 },
  } as unknown as PathDependencies;
  const guard = {
    blockedPrompts: 'redacted',
    answering: { client_may_choose: false, short_questions: null, start_tier: 1 },
    check: async (_: string, { text }: { readonly text: string }) => ({
      ...passed,
      blocked: denied.test(text) ? { guardrailId: 'grd_1', reason: 'policy' } : null,
    }),
  };
  const query = {
    admission: { tenantId: 'ten_1', request: { prompt: 'And there?' }, packIds: null },
    ...{ guard, input: passed, mayAskModels: true },
    timeLimit: { signal: new AbortController().signal },
    report: { step: () => undefined, guardrails: () => undefined },
    admissionRecord: { commit: async () => undefined },
    tally: { addCost: () => undefined },
  } as unknown as StartedQuery;
  return understandPrompt(path, query);
}

test('a question is not blocked for what a model made of it', async () => {
  const { question, input, refinement } = await understandWith(/secret/i);
  expect(question.text).toBe(byRules.text);
  expect(input.blocked).toBeNull();
  expect(refinement).toMatchObject({ model: null, isDegraded: true });
});

test('a question is blocked for what was asked, however it is put', async () => {
  const { input, refinement } = await understandWith(/./);
  expect(input.blocked).toMatchObject({ reason: 'policy' });
  expect(refinement.model).toBe('test/refinement');
});
