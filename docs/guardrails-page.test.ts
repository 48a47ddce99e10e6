import { readFileSync } from 'node:fs';
import {
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
  policyLimits,
  trialLimits,
} from '@avow/contract/guardrails';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('./guide/guardrails.md', import.meta.url), 'utf8');

it('shows an example that is a valid list of guardrails', () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  const guardrails: GuardrailPolicyGiven['guardrails'] = JSON.parse(json);
  expect(guardrailPolicySchema.safeParse({ guardrails }).error).toBeUndefined();
  expect(guardrails.map(({ check, mode = 'enforce' }) => `${check} ${mode}`)).toEqual([
    'topic enforce',
    'personal_data enforce',
    'pattern shadow',
    'rule enforce',
  ]);
});

it('describes every setting of answering, with a valid example', () => {
  const json = page.matchAll(/```json\n([\s\S]*?)```/g).map(([, shown = '']) => shown);
  const policy: unknown = JSON.parse([...json].find((shown) => shown.includes('"answering"')) ?? '');
  expect(guardrailPolicySchema.parse(policy)).toMatchObject(policy as object);
  for (const name of Object.keys(guardrailPolicySchema.parse({ guardrails: [] }).answering))
    expect(page).toContain(`- \`${name}\`:`);
});

it('states the limits of the contract', () => {
  const written = (count: number) => count.toLocaleString('en');
  for (const limit of [
    `${policyLimits.guardrailsMax} guardrails`,
    `${written(policyLimits.wordsMax)} entries of at most ${policyLimits.wordCodePointsMax} characters`,
    `${policyLimits.topicsMax} allowed and ${policyLimits.topicsMax} denied topics`,
    `pattern has at most ${written(policyLimits.patternCodePointsMax)}`,
    `rule at most ${written(policyLimits.ruleCodePointsMax)}`,
    `${written(policyLimits.wordsCodePointsMax)} characters and ${written(policyLimits.phraseWordsMax)} words`,
    `at most ${policyLimits.patternInstructionsMax} instructions`,
    `together ${written(policyLimits.policyInstructionsMax)}`,
    `at most ${policyLimits.patternClassesMax} Unicode classes`,
    `together ${policyLimits.policyClassesMax}.`,
    `at most ${written(policyLimits.jsonSchemaBytesMax)} bytes`,
    `at most ${policyLimits.policySchemaPartsMax} parts together`,
    `${trialLimits.textsMax} texts of ${written(trialLimits.textCodePointsMax)} characters`,
    `${trialLimits.messagesMax} messages`,
  ])
    expect(page).toContain(limit);
});
