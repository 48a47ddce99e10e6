import type { GuardrailPolicyGiven } from './guardrail-policy.ts';
import type { PolicyState } from './guardrail-state.ts';
import type { Trial } from './guardrail-trial.ts';

const id = 'grd_01jd7c2m4pf0e8a6ktyr3w5n9b';

const given: GuardrailPolicyGiven = {
  guardrails: [
    {
      name: 'Project names',
      check: 'words',
      stage: 'input',
      action: 'block',
      mode: 'shadow',
      settings: { words: ['project heron'] },
    },
  ],
};

const state: PolicyState = {
  revision: 3,
  version: '3-9f2c41d07be6',
  built_in: false,
  created_at: '2024-11-21T09:14:03.231Z',
  created_by: 'key_01jd7b0s2t4v6w8x0y1z3a5b7c',
  moved_thresholds: {},
  proposed_thresholds: [
    {
      ...{ name: 'prompt_attack', threshold: 0.2, proposed: 0.28, wrongly_blocked: 1, rightly_blocked: 0 },
      ...{ author_count: 1, key_count: 1 },
    },
  ],
  policy: {
    messages: {
      blocked: null,
      self_harm: null,
      not_covered: 'The knowledge available here does not cover this question.',
      closest: null,
      other_language: null,
    },
    bands: { high: 0.8, medium: 0.5 },
    blocked_prompts: 'redacted',
    answering: {
      ...{ start_tier: 1, client_may_choose: true, short_questions: null, reader_confidence_min: null },
      ...{ compare_with_embedded: true, search_steps: 0, rank_with_model: false },
      when_ungrounded: 'embedded',
    },
    confidence: {
      withhold_below: 0.2,
      caps: { degraded: 0.6, failed_open: 0.6, unsupported: 0.4, conflicting_sources: 0.5 },
      disclose_restricted: false,
    },
    review: { below: null },
    guardrails: [
      {
        id,
        name: 'Project names',
        check: 'words',
        stage: 'input',
        action: 'block',
        enabled: true,
        category: 'compliance',
        threshold: 0.5,
        mode: 'shadow',
        fail_mode: 'closed',
        settings: { words: ['project heron'] },
      },
    ],
  },
};
const { policy: _, moved_thresholds: _moved, proposed_thresholds: _proposed, ...version } = state;

const builtIn: PolicyState = { ...state, revision: 4, version: 'default-51c07e2b9a3d', built_in: true };

const trial: Trial = {
  version: 'trial-9f2c41d07be6',
  data: [
    {
      kind: 'message',
      message_id: 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y',
      state: 'tried',
      action: 'block',
      blocked_reason: 'policy',
      results: [
        {
          guardrail_id: id,
          name: 'Project names',
          category: 'compliance',
          compliant: false,
          reasoning: 'The prompt holds a denied word or phrase.',
          stage: 'input',
          action: 'block',
          status: 'ok',
          score: 1,
          mode: 'enforce',
        },
      ],
      question: 'When does Project Heron end?',
      answer: null,
      original: { status: 'delivered', blocked_reason: null, ending: 'answered' },
      ending: 'answered',
      changed: true,
    },
  ],
  summary: {
    ...{ tried: 1, not_stored: 0, not_found: 0, not_reached: 0, changed: 1 },
    guardrails: [
      {
        guardrail_id: id,
        name: 'Project names',
        stage: 'input',
        mode: 'enforce',
        found: 1,
        flagged: 0,
        redacted: 0,
        blocked: 1,
        failed: 0,
      },
    ],
  },
};

/** What the operations on guardrails take, by their ids. */
export const guardrailRequestExamples: Readonly<Record<string, unknown>> = {
  replaceGuardrails: given,
  acceptThresholds: { thresholds: { prompt_attack: 0.28 } },
  testGuardrails: {
    policy: { guardrails: given.guardrails.map((guardrail) => ({ ...guardrail, mode: 'enforce' })) },
    messages: { last: 100 },
  },
};

/** What they answer with. */
export const guardrailResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getGuardrails: { 200: state },
  replaceGuardrails: { 200: state },
  acceptThresholds: { 200: { ...state, revision: 4, proposed_thresholds: [] } },
  resetGuardrails: { 200: builtIn },
  listGuardrailVersions: { 200: { data: [version], has_more: true, next_cursor: 'Zm9y' } },
  testGuardrails: { 200: trial },
};
