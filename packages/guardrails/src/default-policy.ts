import {
  type GuardrailPolicy,
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
} from '@avow/contract/guardrails';
import { guardrailIds as ids } from './guardrail-ids.ts';

export interface DefaultPolicySettings {
  readonly promptCodePointsMax: number;
  /** The operator's own list, in any order. */
  readonly deniedWords: readonly string[];
  /** How well supported an answer must be according to a judge, and how far contradicted at most. */
  readonly grounding: {
    readonly supportedMin: number;
    readonly contradictedMax: number;
    readonly sentenceContradictedMax: number;
  };
  /** What is installed: checks that cannot run are left out. */
  readonly has: { readonly screener: boolean; readonly judge: boolean };
}

/**
 * With the screening model: thresholds at which at most two of 1,000 ordinary questions of any kind are blocked. A passage must look like orders more clearly: pages about assistants do too.
 */
const screened = {
  attack: { threshold: 0.2, settings: { flag_from: 0.05 } },
  passage: { threshold: 0.93 },
  unsafe: {
    thresholds: { harassment: 0.7, violence: 0.7, weapons: 0.3 },
    flag_from: 0.05,
  },
};

type Given = GuardrailPolicyGiven['guardrails'][number];

/** The built-in policy, for tenants that have not set one. */
export function defaultPolicy(settings: DefaultPolicySettings): GuardrailPolicy {
  const words = { words: [...new Set(settings.deniedWords)].sort() };
  const guardrails = [
    ...promptGuardrails(settings, words),
    ...passageGuardrails(settings),
    ...answerGuardrails(settings, words),
  ];
  const { guardrails: entries, ...rest } = guardrailPolicySchema.parse({ guardrails });
  // Each was given its id above.
  return { ...rest, guardrails: entries as GuardrailPolicy['guardrails'] };
}

type Words = { readonly words: string[] };

function promptGuardrails({ promptCodePointsMax, has }: DefaultPolicySettings, words: Words): Given[] {
  const blocked = { stage: 'input', action: 'block' } as const;
  const replaced = { stage: 'input', action: 'redact' } as const;
  const size = { code_points_max: promptCodePointsMax };
  const types = { identifiers: 'redact', contact: 'flag' } as const;
  const attack = { id: ids.promptAttack, name: 'Prompt attack', check: 'prompt_attack' } as const;
  const unsafe = { id: ids.unsafeContent, name: 'Unsafe content', check: 'unsafe_content' } as const;
  return [
    { id: ids.promptSize, name: 'Prompt size', check: 'prompt_size', ...blocked, settings: size },
    { id: ids.controlCharacters, name: 'Control characters', check: 'control_characters', ...blocked },
    { ...attack, ...blocked, ...(has.screener ? screened.attack : {}) },
    ...(has.screener ? [{ ...unsafe, ...blocked, settings: screened.unsafe }] : []),
    { id: ids.deniedWordsInput, name: 'Denied words', check: 'words', ...blocked, settings: words },
    { id: ids.profanity, name: 'Profanity', check: 'profanity', stage: 'input', action: 'flag' },
    {
      ...{ id: ids.personalDataInput, name: 'Personal data', check: 'personal_data' },
      ...{ ...replaced, settings: { types } },
    },
    { id: ids.secretsInput, name: 'Secrets', check: 'secrets', ...replaced },
  ];
}

function passageGuardrails({ has }: DefaultPolicySettings): Given[] {
  const attack = { id: ids.indirectInjection, name: 'Indirect injection', check: 'prompt_attack' } as const;
  return [{ ...attack, stage: 'retrieval', action: 'redact', ...(has.screener ? screened.passage : {}) }];
}

function answerGuardrails({ grounding, has }: DefaultPolicySettings, words: Words): Given[] {
  const stage = 'output';
  const thresholds = {
    supported_min: grounding.supportedMin,
    contradicted_max: grounding.contradictedMax,
    sentence_contradicted_max: grounding.sentenceContradictedMax,
  };
  const relevance = { id: ids.relevance, name: 'Relevance', check: 'relevance' } as const;
  const types = { identifiers: 'redact' } as const;
  return [
    {
      id: ids.deniedWordsOutput,
      name: 'Denied words',
      check: 'words',
      stage,
      action: 'block',
      settings: words,
    },
    {
      ...{ id: ids.personalDataOutput, name: 'Personal data', check: 'personal_data' },
      ...{ stage, action: 'redact', settings: { types } },
    },
    { id: ids.secretsOutput, name: 'Secrets', check: 'secrets', stage, action: 'redact' },
    { id: ids.links, name: 'Links and markup', check: 'links', stage, action: 'redact' },
    {
      id: ids.grounding,
      name: 'Grounding',
      check: 'grounding',
      stage,
      action: 'block',
      settings: thresholds,
    },
    ...(has.judge ? [{ ...relevance, stage, action: 'flag' } as const] : []),
  ];
}
