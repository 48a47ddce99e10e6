import { expect, it } from 'vitest';
import { describeChanges } from './describe-changes.ts';
import type { EditedPolicy } from './edited-policy.ts';

const words = {
  name: 'Denied words',
  check: 'words',
  stage: 'input',
  action: 'block',
  enabled: true,
  category: 'compliance',
  threshold: 0.5,
  mode: 'enforce',
  fail_mode: 'closed',
  settings: { words: ['falcon', 'heron'] },
} as const;

const topic = {
  ...words,
  name: 'Topics',
  check: 'topic',
  settings: { denied: [{ name: 'Law', description: 'Lawsuits.', examples: [] }] },
} as const;

const policy = {
  bands: { high: 0.8, medium: 0.5 },
  confidence: { withhold_below: 0.2 },
  review: { below: null },
  answering: { start_tier: 1, client_may_choose: true },
  messages: { not_covered: 'Not covered.', blocked: null },
  blocked_prompts: 'redacted',
  guardrails: [
    { key: 'a', guardrail: words },
    { key: 'b', guardrail: topic },
  ],
} as unknown as EditedPolicy;

const withFirst = (change: object): EditedPolicy =>
  ({
    ...policy,
    guardrails: [{ key: 'a', guardrail: { ...words, ...change } }, policy.guardrails[1]],
  }) as EditedPolicy;

it('says nothing of a policy that is as it was, whatever the order of its fields', () => {
  expect(describeChanges(policy, { ...policy })).toEqual([]);
  expect(describeChanges(policy, withFirst({ settings: { words: ['falcon', 'heron'] } }))).toEqual([]);
});

it('says that a guardrail is switched off, and keeps its settings', () => {
  expect(describeChanges(policy, withFirst({ enabled: false }))).toEqual([
    'Denied words: switched off. It keeps its settings.',
  ]);
});

it('names what came to a list and what went from it', () => {
  expect(describeChanges(policy, withFirst({ settings: { words: ['heron', 'wren'] } }))).toEqual([
    'Denied words: Words: added “wren”; removed “falcon”.',
  ]);
});

it('says that a topic was edited', () => {
  const denied = [{ name: 'Law', description: 'Lawsuits.', examples: ['Can I sue?'] }];
  const after = {
    ...policy,
    guardrails: [policy.guardrails[0], { key: 'b', guardrail: { ...topic, settings: { denied } } }],
  } as EditedPolicy;
  expect(describeChanges(policy, after)).toEqual(['Topics: Denied topics: edited “Law”.']);
});

it('names guardrails that are added and deleted, and rules in the words of the page', () => {
  const after = {
    ...policy,
    review: { below: 0.6 },
    guardrails: [
      policy.guardrails[0],
      { key: 'new', guardrail: { ...words, name: 'Birds', mode: 'shadow' } },
    ],
  } as EditedPolicy;
  expect(describeChanges(policy, after)).toEqual([
    'Topics: deleted. Its settings are lost.',
    'Birds: added. Checks: Question. On a finding: Block, Only count them (shadow mode).',
    'Have a person decide about answers that score below: not set → 0.6.',
  ]);
});

it('says what a change does in the words of the form', () => {
  expect(describeChanges(policy, withFirst({ action: 'flag', threshold: 0.7, name: 'Birds' }))).toEqual([
    'Denied words: is now called “Birds”.',
    'Birds: On a finding: Block → Flag.',
    'Birds: Counts from a score of: 0.5 → 0.7.',
  ]);
});
